/**
 * Places the ring of the Thai vowel `ำ` below the sign of its tone. It follows the tone in a text, and belongs between the letter and the
 * tone. HarfBuzz takes the vowel apart for that (hb-ot-shaper-thai.cc); fontkit leaves the ring above the tone.
 */
import type { GlyphRun } from './glyph-run.ts'

const [RING, STEM, VOWEL] = [0x0e_4d, 0x0e_32, 0x0e_33]
const TONE_AND_VOWEL = /([\u0e48-\u0e4b])\u0e33/gu

/** Letters that a font with the vowel has to have, too. */
export const PARTS_OF_VOWEL = String.fromCodePoint(RING, STEM)

export function hasHighTone(text: string): boolean {
  return text.search(TONE_AND_VOWEL) >= 0
}

type Placed = { glyph: GlyphRun['glyphs'][number]; position: GlyphRun['positions'][number] }

/** Lays out the parts of the vowel, takes the place of the tone from there, and draws the vowel as one glyph. */
export function placeTones(text: string, layout: (text: string) => GlyphRun): GlyphRun {
  const apart = text.replaceAll(TONE_AND_VOWEL, `${String.fromCodePoint(RING)}$1${String.fromCodePoint(STEM)}`)
  const run = layout(apart)
  const points = Array.from(apart, letter => letter.codePointAt(0)!)
  if (run.glyphs.length !== points.length) return layout(text)
  const isApart = (index: number) => points[index] === RING && points[index + 2] === STEM
  const whole = layout(String.fromCodePoint(VOWEL))
  const vowel: Placed = { glyph: whole.glyphs[0]!, position: whole.positions[0]! }
  const kept = run.glyphs.flatMap((glyph, index): Placed | Placed[] => {
    if (isApart(index)) return []
    return isApart(index - 2) ? vowel : { glyph, position: run.positions[index]! }
  })
  const positions = kept.map(({ position }) => position)
  return {
    glyphs: kept.map(({ glyph }) => glyph),
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  }
}
