import { encode } from 'uqr'
import { type Html, html } from '../../html/html.ts'

/** @param label the purpose of the picture. Show the content as text too, for people who cannot scan it. */
export function qr(content: string, label: string): Html {
  const { data, size } = encode(content, { ecc: 'M', border: 2 })
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"
    shape-rendering="crispEdges"><path d="${path(data)}"/></svg>`
}

/** One rectangle for each run of dark modules in a row. */
function path(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`
    }
  }
  return path
}
