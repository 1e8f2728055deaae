/** Reads the text of a PDF that pdfkit has written: the glyphs of each line, by the map of characters of their font. */
import { inflateSync } from 'node:zlib'

export function pdfText(file: Buffer): string {
  const objects = new Map(
    [...file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]),
  )
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1]
      if (map) fonts.set(name!, lettersOf(streamOf(objects.get(map)!)))
    }
  }
  return [...objects.values()]
    .map(streamOf)
    .filter(stream => stream.includes(' Tf\n'))
    .map(stream => shownIn(stream, fonts))
    .join('\n')
}

function streamOf(body: string): string {
  const [, head, stream] = /^([\s\S]*?)stream\n([\s\S]*)\nendstream$/.exec(body) ?? []
  if (stream === undefined) return ''
  const bytes = Buffer.from(stream, 'latin1')
  return head!.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : stream
}

/** Glyph → letters, from `beginbfrange <0000> <00ff> [<0041> …]`. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first, list] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, text]] of [...list!.matchAll(/<([\da-f]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(text!, 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function shownIn(stream: string, fonts: ReadonlyMap<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined
  const parts: string[] = []
  for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)
    const glyphs = [...(shown ?? '').matchAll(/<([\da-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    if (shown) parts.push(glyphs.map(glyph => font?.get(glyph) ?? '').join(''))
  }
  return parts.join('\n')
}
