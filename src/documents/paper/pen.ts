/**
 * Draws texts from the top of a page down, each as an element of the structure that readers for the blind follow: what is drawn first
 * is read first. Lines and repeated texts are artifacts, which are not read.
 */
import type { ArchivePdf } from './archive-pdf.ts'
import type { Face, Fonts } from './fonts.ts'
import { linesOf } from './mixed-text.ts'

export const [LEFT, RIGHT, TOP, BOTTOM] = [56, 539, 56, 770]
export const WIDTH = RIGHT - LEFT
const LINE_GAP = 1

export type Style = { face?: Face; size?: number; color?: string; align?: 'left' | 'right'; width?: number }

/** Elements of a structure (ISO 32000-1, 14.8.4). */
type Tag = 'H1' | 'P' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD'
/** A header cell says which cells it is the header of. */
type Scope = { scope?: 'Row' | 'Column' }

/** Begins a page where the last one is full. */
export class Pen {
  readonly pdf: ArchivePdf
  readonly #fonts: Fonts
  readonly #root: PDFKit.PDFStructureElement
  /** Undefined in an artifact. */
  #element: PDFKit.PDFStructureElement | undefined
  #tag: Tag = 'P'
  y = TOP

  constructor(pdf: ArchivePdf, fonts: Fonts) {
    this.pdf = pdf
    this.#fonts = fonts
    this.#root = pdf.struct('Document')
    this.#element = this.#root
    pdf.addStructure(this.#root)
  }

  /** Draws an element of the structure, with those that are drawn meanwhile in it. */
  element<T>(tag: Tag, draw: () => T, options: Scope = {}): T {
    const [outer, outerTag] = [this.#element, this.#tag]
    if (!outer) return draw()
    const element = this.pdf.struct(tag, options as never)
    outer.add(element)
    this.#element = element
    this.#tag = tag
    const drawn = draw()
    element.end()
    this.#element = outer
    this.#tag = outerTag
    return drawn
  }

  /** Draws what is not read: it was read before, or is a mere ornament. */
  artifact(type: 'Pagination' | 'Layout', draw: () => void): void {
    const outer = this.#element
    if (!outer) {
      draw()
      return
    }
    this.#element = undefined
    this.pdf.markContent('Artifact', { type })
    draw()
    this.pdf.endMarkedContent()
    this.#element = outer
  }

  /** Draws a picture within a box at the right, beside what follows. Readers for the blind say its text in its place. */
  figure(picture: Uint8Array, alt: string, box: { right: number; width: number; height: number }): void {
    const { right, width, height } = box
    const [left, top] = [right - width, this.y]
    const bbox = [left, top, right, top + height]
    const figure = this.pdf.struct('Figure', { alt, bbox, placement: 'Block' } as never)
    this.#element!.add(figure)
    const content = this.pdf.markStructureContent('Figure')
    this.pdf.image(Buffer.from(picture), left, top, { fit: [width, height], align: 'right', valign: 'center' } as never)
    this.pdf.endMarkedContent()
    figure.add(content)
    figure.end()
  }

  /** Draws a text as a part of the element that is being drawn. @returns the height that the text took */
  text(typed: string, x: number, style: Style = {}): number {
    const text = this.#fonts.drawn(typed)
    const { face = 'regular', size = 9, color = '#1a1a1a', align = 'left', width = WIDTH } = style
    const whole = { face, size, color, align, width }
    if (!text) return this.#lineHeight(size)
    if (!this.#element) return this.#draw(text, x, whole)
    const content = this.pdf.markStructureContent(this.#tag)
    const height = this.#draw(text, x, whole)
    this.pdf.endMarkedContent()
    this.#element.add(content)
    return height
  }

  #draw(text: string, x: number, style: Required<Style>): number {
    if (!this.#fonts.isPlain(text)) return this.#drawMixed(text, x, style)
    const { face, size, color, align, width } = style
    const { pdf } = this
    pdf.font(face).fontSize(size).fillColor(color)
    const options = { width, align, lineGap: LINE_GAP }
    const height = pdf.heightOfString(text, options)
    pdf.text(text, align === 'right' ? x - width : x, this.y, options)
    return height
  }

  /** Draws a text that needs other fonts, or goes to the left. */
  #drawMixed(text: string, x: number, { face, size, color, align, width }: Required<Style>): number {
    const lines = linesOf(this.#fonts, text, { face, size, width })
    const height = this.#lineHeight(size)
    for (const [index, runs] of lines.entries()) {
      let left = align === 'right' ? x - this.#fonts.width(runs, size) : x
      const y = this.y + index * height + this.#fonts.ascent * size
      for (const run of runs) {
        this.pdf.font(run.font).fontSize(size).fillColor(color)
        this.pdf.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
        left += this.#fonts.width([run], size)
      }
    }
    return lines.length * height
  }

  #lineHeight(size: number): number {
    return this.pdf.font('regular').fontSize(size).currentLineHeight(true) + LINE_GAP
  }

  heightOf(typed: string, width: number, size = 9): number {
    const text = this.#fonts.drawn(typed)
    if (!text) return this.#lineHeight(size)
    if (!this.#fonts.isPlain(text))
      return linesOf(this.#fonts, text, { face: 'regular', size, width }).length * this.#lineHeight(size)
    return this.pdf.font('regular').fontSize(size).heightOfString(text, { width, lineGap: LINE_GAP })
  }

  /** @returns whether a page was begun */
  need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.pdf.addPage()
    this.y = TOP
    return true
  }

  rule(color = '#c8c8c8'): void {
    this.artifact('Layout', () =>
      this.pdf.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).strokeColor(color).stroke(),
    )
    this.y += 6
  }

  paragraph(text: string): void {
    this.need(this.heightOf(text, WIDTH) + 4)
    this.y += this.element('P', () => this.text(text, LEFT)) + 4
  }

  /** Ends the structure. */
  end(): void {
    this.#root.end()
  }
}
