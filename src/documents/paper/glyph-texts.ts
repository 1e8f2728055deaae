/**
 * Gives each glyph of a PDF its text, so that a paper can be copied, searched and read aloud. pdfkit keeps one text for each glyph,
 * the first: after a Vietnamese `ọ`, which Noto Sans draws as an `o` with a dot, every `o` of the paper is copied as `ọ`.
 *
 * - A glyph with two texts is embedded twice.
 * - Texts follow each other as they were written, although glyphs may not: the sign of an `i` in Devanagari is drawn before its letter.
 * - A glyph has one letter. Ghostscript 10.0 changes the second of two, so a ligature is followed by empty glyphs with the others.
 */
import type { GlyphRun, Position } from './glyph-run.ts'
import { hasHighTone, placeTones } from './thai-vowels.ts'

type Glyph = GlyphRun['glyphs'][number]

/** An embedded font as pdfkit keeps it; its types leave it out. */
export type EmbeddedFont = {
  /** Font of fontkit. */
  font: {
    getGlyph(id: number, points?: number[]): Glyph
    glyphForCodePoint(point: number): Glyph
    hasGlyphForCodePoint(point: number): boolean
  }
  subset: { glyphs: number[]; includeGlyph(id: number): number }
  /** Units of the font in a thousandth of the size. */
  scale: number
  /** Code points of each embedded glyph. The first glyph is the box of a missing letter. */
  unicode: number[][]
  widths: number[]
  layout(text: string, features?: object): GlyphRun
  layoutRun(text: string, features?: object): GlyphRun
  encode(text: string, features?: object): [codes: string[], positions: Position[]]
  toUnicodeCmap(): PDFKit.PDFKitReference
}

/** One of these is drawn as nothing, without a width. */
export const EMPTY_LETTERS = '\u200b\u200c\u200d'

const IS_IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
/** Lists scripts with one letter beside the other. Their ligatures are ornaments, and their accents are in the letters. */
const IS_SIMPLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Thai}]*$/u
const SIMPLE = { ccmp: false, liga: false }

/** Has to be called before a font draws. */
export function giveTexts(embedded: EmbeddedFont): void {
  const { font, subset } = embedded
  const getGlyph = font.getGlyph.bind(font)
  // fontkit keeps each glyph with the code points of its first text.
  font.getGlyph = (id, points = []) => Object.create(getGlyph(id), { codePoints: { value: points } })

  const layoutRun = embedded.layoutRun.bind(embedded)
  embedded.layoutRun = (text, features) => {
    const layout = (one: string) => layoutRun(one, IS_SIMPLE.test(one) ? { ...SIMPLE, ...features } : features)
    const run = hasHighTone(text) ? placeTones(text, layout) : layout(text)
    return spell(text, run, emptyGlyphOf(font))
  }

  const codes = new Map<string, number>()
  const taken = new Set<number>()
  const codeOf = ({ id, codePoints, advanceWidth }: Glyph) => {
    const key = [id, ...codePoints].join(' ')
    const known = codes.get(key)
    if (known !== undefined) return known
    const code = taken.has(id) ? subset.glyphs.push(id) - 1 : subset.includeGlyph(id)
    codes.set(key, code)
    taken.add(id)
    embedded.widths[code] = advanceWidth * embedded.scale
    embedded.unicode[code] = codePoints
    return code
  }
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features)
    return [glyphs.map(glyph => hex(codeOf(glyph))), positions]
  }
}

function emptyGlyphOf(font: EmbeddedFont['font']): Glyph | undefined {
  const points = Array.from(EMPTY_LETTERS, letter => letter.codePointAt(0)!)
  const glyphs = points.filter(point => font.hasGlyphForCodePoint(point)).map(point => font.glyphForCodePoint(point))
  return glyphs.find(({ advanceWidth, path }) => advanceWidth === 0 && path?.commands.length === 0)
}

type Place = { glyph: Glyph; position: Position }
const NOWHERE: Position = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: 0 }

/** Gives the letters of a text to its glyphs, one after the other. */
function spell(text: string, run: GlyphRun, empty: Glyph | undefined): GlyphRun {
  const points = Array.from(text, letter => letter.codePointAt(0)!)
  if (run.direction === 'rtl') points.reverse()
  const places = run.glyphs.flatMap((glyph, index) => {
    const others = glyph.codePoints.slice(1).map(() => ({ glyph: empty!, position: NOWHERE, isRead: true }))
    return [{ glyph, position: run.positions[index]!, isRead: glyph.codePoints.length > 0 }, ...others]
  })
  const isSpelled = places.filter(({ isRead }) => isRead).length === points.length
  if (!isSpelled || places.some(({ glyph }) => !glyph)) return run
  let next = 0
  const spelled = places.flatMap(({ glyph, position, isRead }): Place | Place[] => {
    const codePoints = isRead ? [points[next++]!] : []
    const isIgnorable = isRead && IS_IGNORABLE.test(String.fromCodePoint(...codePoints))
    if (!isIgnorable) return { glyph: withText(glyph, codePoints), position }
    // fontkit draws a space instead, which a font that was cut may lack.
    return empty ? { glyph: withText(empty, codePoints), position: NOWHERE } : []
  })
  const positions = spelled.map(({ position }) => position)
  return {
    glyphs: spelled.map(({ glyph }) => glyph),
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  }
}

function withText({ id, advanceWidth }: Glyph, codePoints: number[]): Glyph {
  return { id, advanceWidth, codePoints }
}

/** A block of a map has at most so many entries (Adobe Technical Note 5014, 1.4.1). */
const LONGEST_BLOCK = 100

/**
 * Maps glyphs to their texts (ISO 32000-1, 9.10.3). pdfkit writes one `bfrange` with an array, of which Ghostscript 10.0 makes other
 * letters. The box of a missing letter has no text (ISO 19005-3, 6.2.11.7.2), and is never drawn.
 */
export function mapToUnicode(unicode: readonly number[][]): string {
  const entries = [...unicode.entries()].slice(1).map(([code, points]) => `<${hex(code)}> <${utf16(points)}>`)
  const blocks = Array.from({ length: Math.ceil(entries.length / LONGEST_BLOCK) }, (_, index) =>
    entries.slice(index * LONGEST_BLOCK, (index + 1) * LONGEST_BLOCK),
  )
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...blocks.flatMap(block => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

/** Spaces that keep words together, or are narrow, are copied as spaces. */
const NO_BREAK_SPACES = new Set([0xa0, 0x20_07, 0x20_2f])

function utf16(points: readonly number[]): string {
  const text = String.fromCodePoint(...points.map(point => (NO_BREAK_SPACES.has(point) ? 0x20 : point)))
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, '0')
}
