/** Reads the PDFs that Semel draws, as far as its tests need it: objects, streams, and the texts in the order in which they are drawn. */
import { inflateSync } from 'node:zlib'

type PdfObject = { id: number; dictionary: string; stream: string | undefined }

export function objectsOf(pdf: Buffer): PdfObject[] {
  const text = pdf.toString('latin1')
  return Array.from(text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm), ([, id, body]) => {
    const [, dictionary, stream] = /^(<<[\s\S]*?>>)\nstream\n([\s\S]*)\nendstream$/.exec(body!) ?? ['', body!]
    return { id: Number(id), dictionary: dictionary!, stream: stream && inflated(dictionary!, stream) }
  })
}

function inflated(dictionary: string, stream: string): string {
  if (!dictionary.includes('/FlateDecode')) return stream
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

/** Code of each glyph, as four hexadecimal digits, with its text. */
function textsOfGlyphs(map: string): Map<string, string> {
  const entries = Array.from(map.matchAll(/^<(\w{4})> <(\w*)>$/gm), ([, code, utf16]): [string, string] => [
    code!,
    (utf16!.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
  ])
  return new Map(entries)
}

/** Everything that is drawn and read, in this order; a text for each piece of marked content. */
export function textsOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const byId = new Map(objects.map(object => [object.id, object]))
  const referenced = (dictionary: string, key: string) => byId.get(Number(dictionary.match(`/${key} (\\d+) 0 R`)![1]))!
  const pages = objects.filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
  return pages.flatMap(({ dictionary }) => {
    const resources = referenced(dictionary, 'Resources').dictionary
    const fonts = new Map(
      Array.from(resources.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, id]): [string, Map<string, string>] => [
        name!,
        textsOfGlyphs(referenced(byId.get(Number(id))!.dictionary, 'ToUnicode').stream!),
      ]),
    )
    return shownTexts(referenced(dictionary, 'Contents').stream!, fonts)
  })
}

function shownTexts(content: string, fonts: Map<string, Map<string, string>>): string[] {
  return Array.from(content.matchAll(/^\/(\w+) (?:<<[\s\S]*?>> )BDC\n([\s\S]*?)^EMC$/gm), ([, tag, drawn]) => {
    if (tag === 'Artifact') return []
    let font: Map<string, string> | undefined
    let text = ''
    for (const [, name, glyphs] of drawn!.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
      if (name) font = fonts.get(name)
      for (const [, codes] of (glyphs ?? '').matchAll(/<(\w+)>/g))
        text += (codes!.match(/.{4}/g) ?? []).map(code => textOf(font!, code)).join('')
    }
    return [text]
  }).flat()
}

/** @throws for the box of a missing letter, which has no text */
function textOf(font: Map<string, string>, code: string): string {
  const text = font.get(code.toUpperCase())
  if (text === undefined) throw new Error(`glyph ${code} has no text`)
  return text
}
