/** A text in the glyphs of one font, as fontkit lays it out and pdfkit draws it. */
export type GlyphRun = {
  glyphs: { id: number; advanceWidth: number; codePoints: number[]; path?: { commands: unknown[] } }[]
  positions: Position[]
  advanceWidth: number
  direction?: 'ltr' | 'rtl'
}

/** Lengths are thousandths of the size. */
export type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }
