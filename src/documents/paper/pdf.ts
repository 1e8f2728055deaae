/**
 * The PDF of a document. Its bytes follow from the content alone: the date inside is the day of the document, pdfkit makes the id
 * of the file from that, and the fonts are embedded. The fonts that every PDF reader has know neither Greek nor Polish names, so
 * it brings its own (fonts.ts).
 */
import { encode } from 'uqr'
import type { DocumentContent } from '../content.ts'
import { type Face, Fonts } from './fonts.ts'
import { linesOf } from './mixed-text.ts'
import type { PaymentPart } from './payment-part.ts'
import { type Sheet, sheetOf } from './sheet.ts'

const [LEFT, RIGHT, TOP, BOTTOM] = [56, 539, 56, 770]
const WIDTH = RIGHT - LEFT
const LINE_GAP = 1
/** Right ends of the columns of the lines; all but the first are aligned to the right. */
const ENDS = { name: 300, quantity: 345, net: 425, rate: 475, total: RIGHT }
const TAX_ENDS = [LEFT + 80, LEFT + 180, LEFT + 270, LEFT + 370]

/** Takes some hundred milliseconds of a core: the thread of `kept-pdf.ts` does it. */
export async function drawPdf(content: DocumentContent): Promise<Buffer> {
  // Loaded with the first document, too: it takes 31 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const sheet = sheetOf(content)
  const at = new Date(`${content.issuedOn}T12:00:00Z`)
  const info = {
    Title: sheet.title,
    Author: sheet.seller[0]!,
    Producer: 'Semel',
    Creator: 'Semel',
    CreationDate: at,
    ModDate: at,
  }
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: null as never,
    lang: content.language,
    displayTitle: true,
    info,
    bufferPages: true,
  })
  const bytes = collect(pdf)
  const pen = new Pen(pdf, await Fonts.register(pdf, textsOf(sheet)))
  drawHead(pen, sheet)
  drawLines(pen, sheet)
  drawSums(pen, sheet)
  drawTaxes(pen, sheet)
  drawPayment(pen, sheet.payment)
  for (const note of sheet.notes) pen.paragraph(note)
  if (sheet.legal.length > 0) pen.paragraph(sheet.legal.join(' · '))
  drawFooters(pen, sheet)
  pdf.end()
  return bytes
}

/** Groups the texts by the face that draws them. */
function textsOf(sheet: Sheet): Record<Face, string[]> {
  return { regular: stringsOf(sheet), bold: [sheet.seller[0]!, sheet.title, ...sheet.total] }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : []
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  pdf.on('data', chunk => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  return promise
}

type Style = { face?: Face; size?: number; color?: string; align?: 'left' | 'right'; width?: number }

/** Draws from the top down, and begins a page where the last one is full. */
class Pen {
  readonly pdf: PDFKit.PDFDocument
  readonly #fonts: Fonts
  y = TOP

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.pdf = pdf
    this.#fonts = fonts
  }

  /** @returns the height that the text took */
  text(typed: string, x: number, style: Style = {}): number {
    const text = this.#fonts.drawn(typed)
    const { face = 'regular', size = 9, color = '#1a1a1a', align = 'left', width = WIDTH } = style
    const { pdf } = this
    if (!this.#fonts.isPlain(text)) return this.#mixedText(text, x, { face, size, color, align, width })
    pdf.font(face).fontSize(size).fillColor(color)
    const options = { width, align, lineGap: LINE_GAP }
    const height = pdf.heightOfString(text || ' ', options)
    if (text) pdf.text(text, align === 'right' ? x - width : x, this.y, options)
    return height
  }

  /** A text that needs other fonts, or goes to the left. */
  #mixedText(text: string, x: number, { face, size, color, align, width }: Required<Style>): number {
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
    if (!this.#fonts.isPlain(text))
      return linesOf(this.#fonts, text, { face: 'regular', size, width }).length * this.#lineHeight(size)
    return this.pdf
      .font('regular')
      .fontSize(size)
      .heightOfString(text || ' ', { width, lineGap: LINE_GAP })
  }

  /** @returns whether a page was begun */
  need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.pdf.addPage()
    this.y = TOP
    return true
  }

  rule(color = '#c8c8c8'): void {
    this.pdf.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(0.5).strokeColor(color).stroke()
    this.y += 6
  }

  paragraph(text: string): void {
    this.need(this.heightOf(text, WIDTH) + 4)
    this.y += this.text(text, LEFT) + 4
  }
}

function drawHead(pen: Pen, { title, seller, buyer, facts }: Sheet): void {
  const [name, ...address] = seller
  pen.y += pen.text(name!, LEFT, { face: 'bold', size: 12 })
  pen.y += pen.text(address.join(', '), LEFT, { size: 8, color: '#5a5a5a' }) + 34
  const top = pen.y
  for (const line of buyer) pen.y += pen.text(line, LEFT, { size: 10, width: 240 })
  const left = pen.y
  pen.y = top
  for (const [label, value] of facts) {
    pen.text(label, 310, { color: '#5a5a5a', width: 100 })
    const height = Math.max(pen.heightOf(label, 100), pen.heightOf(value, 124))
    pen.text(value, 415, { width: 124 })
    pen.y += height + 3
  }
  pen.y = Math.max(left, pen.y) + 30
  pen.y += pen.text(title, LEFT, { face: 'bold', size: 16 }) + 12
}

function drawLines(pen: Pen, { lines, columns }: Sheet): void {
  if (lines.length === 0) return
  const head = () => {
    const style: Style = { size: 8, color: '#5a5a5a' }
    const heights = [
      pen.text(columns.name, LEFT, { ...style, width: 200 }),
      pen.text(columns.quantity, ENDS.quantity, { ...style, align: 'right', width: 55 }),
      pen.text(columns.net, ENDS.net, { ...style, align: 'right', width: 75 }),
      pen.text(columns.rate, ENDS.rate, { ...style, align: 'right', width: 45 }),
      pen.text(columns.total, ENDS.total, { ...style, align: 'right', width: 60 }),
    ]
    pen.y += Math.max(...heights) + 3
    pen.rule('#5a5a5a')
  }
  head()
  for (const line of lines) {
    const height = pen.heightOf(line.name, 230) + pen.heightOf(line.detail, 230, 8)
    if (pen.need(height + 8)) head()
    pen.text(line.quantity, ENDS.quantity, { align: 'right', width: 40 })
    pen.text(line.net, ENDS.net, { align: 'right', width: 78 })
    pen.text(line.rate, ENDS.rate, { align: 'right', width: 48 })
    pen.text(line.total, ENDS.total, { align: 'right', width: 64 })
    pen.y += pen.text(line.name, LEFT, { width: 230 })
    pen.y += pen.text(line.detail, LEFT, { size: 8, color: '#5a5a5a', width: 230 }) + 4
    pen.rule()
  }
}

function drawSums(pen: Pen, { sums, total }: Sheet): void {
  pen.need((sums.length + 1) * 18)
  for (const [label, value] of sums) {
    pen.text(value, RIGHT, { align: 'right', width: 100 })
    pen.y += pen.text(label, LEFT + 200, { width: 180 }) + 3
  }
  pen.text(total[1], RIGHT, { face: 'bold', size: 11, align: 'right', width: 120 })
  pen.y += pen.text(total[0], LEFT + 200, { face: 'bold', size: 11, width: 180 }) + 22
}

function drawTaxes(pen: Pen, { taxes, taxColumns }: Sheet): void {
  if (taxes.length === 0) return
  pen.need((taxes.length + 1) * 16 + 20)
  const row = (cells: readonly string[], style: Style) => {
    const heights = cells.map((cell, index) =>
      index === 0
        ? pen.text(cell, LEFT, { ...style, width: 80 })
        : pen.text(cell, TAX_ENDS[index]!, { ...style, align: 'right', width: 95 }),
    )
    pen.y += Math.max(...heights) + 2
  }
  row(taxColumns, { size: 8, color: '#5a5a5a' })
  for (const cells of taxes) row(cells, {})
  pen.y += 16
}

/** A code of 30 mm can be scanned from paper (EPC069-12, section 3.2, leaves the size open). */
const CODE_SIDE = 85

function drawPayment(pen: Pen, { texts, rows, code }: PaymentPart): void {
  pen.need(Math.max(rows.length * 15, code ? CODE_SIDE : 0) + texts.length * 16)
  for (const text of texts) pen.paragraph(text)
  const top = pen.y
  for (const [label, value] of rows) {
    pen.text(label, LEFT, { color: '#5a5a5a', width: 100 })
    pen.y += pen.text(value, LEFT + 110, { width: 270 }) + 3
  }
  if (code) drawCode(pen, code, top)
  if (texts.length > 0) pen.y += 10
}

/** The rows above say the same in words. */
function drawCode(pen: Pen, content: string, top: number): void {
  const { data, size } = encode(content, { ecc: 'M', border: 2 })
  const module = CODE_SIDE / size
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.pdf.rect(RIGHT - CODE_SIDE + x * module, top + y * module, module, module)
  pen.pdf.fill('#000000')
  pen.y = Math.max(pen.y, top + CODE_SIDE)
}

function drawFooters(pen: Pen, { footer }: Sheet): void {
  const { start, count } = pen.pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pen.pdf.switchToPage(page)
    pen.y = 800
    const style: Style = { size: 8, color: '#5a5a5a' }
    pen.text(footer, LEFT, { ...style, width: WIDTH - 60 })
    pen.text(`${page + 1} / ${count}`, RIGHT, { ...style, align: 'right', width: 50 })
  }
}
