/**
 * Finds the separator of the cells of a file, and the line that names its columns. Nothing in a CSV file declares them, so its
 * beginning decides.
 */
import { countColumns } from './columns.ts'

/** The line of the columns is looked for in this many characters and lines. */
const MAX_HEAD = 64 * 1024
const MAX_TITLES = 20
const DELIMITERS = [',', ';', '\t', '|']

type Layout = {
  text: AsyncIterable<string>
  delimiter: string
  /** The line that names most columns, if it is not the first one: titles are above it. */
  laterHeader: number | undefined
}

/** The delimiter is the one that spreadsheets hide in a first line `sep=;`, or the one that finds most columns. */
export async function detectLayout(text: AsyncIterable<string>): Promise<Layout> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < MAX_HEAD && (head.match(/[^\r\n][\r\n]/g)?.length ?? 0) < MAX_TITLES) {
    const { done, value } = await source.next()
    if (done) break
    head += value
  }
  const lines = head.split(/\r\n|\r|\n/).slice(0, MAX_TITLES)
  const filled = [...lines.entries()].filter(([, line]) => line !== '')
  const [, separator] = SEPARATOR_LINE.exec(filled[0]?.[1] ?? '') ?? []
  if (separator !== undefined) filled.shift()
  const [first, ...later] = filled.map(([index, line]) => ({ line: index + 1, ...bestDelimiter(line, separator) }))
  const [best] = later.toSorted((a, b) => b.columns - a.columns)
  const isLater = first && first.columns < 2 && best && best.columns >= 2
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return {
    text: whole(),
    delimiter: (isLater ? best : first)?.delimiter ?? ',',
    laterHeader: isLater ? best.line : undefined,
  }
}

function bestDelimiter(line: string, separator: string | undefined) {
  const ranked = (separator ? [separator] : DELIMITERS).map(delimiter => {
    const cells = line.split(delimiter)
    return { delimiter, columns: countColumns(cells), cells: cells.length }
  })
  return ranked.toSorted((a, b) => b.columns - a.columns || b.cells - a.cells)[0]!
}

export const SEPARATOR_LINE = /^"?sep=(.?)"?$/i

/** Semicolons between cells say that a comma begins the decimals; tabs leave it open. */
export function decimalSignOf(delimiter: string): string {
  return { ',': '.', ';': ',' }[delimiter] ?? ''
}
