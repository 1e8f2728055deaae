/**
 * The PDF of a document. Its bytes follow from the content and its e-invoice: the date inside is the day of the document, pdfkit makes
 * the id of the file from that, and the fonts are embedded. The fonts that every PDF reader has know neither Greek nor Polish names, so
 * it brings its own (fonts.ts).
 */
import { encode } from 'uqr'
import type { DocumentContent } from '../content.ts'
import { embedFacturX } from '../e-invoice/factur-x.ts'
import { ArchivePdf } from './archive-pdf.ts'
import { type Face, Fonts } from './fonts.ts'
import type { PaymentPart } from './payment-part.ts'
import { LEFT, Pen, RIGHT, type Style, WIDTH } from './pen.ts'
import { type Sheet, sheetOf } from './sheet.ts'

/** Right ends of the columns of the lines; all but the first are aligned to the right. */
const ENDS = { name: 300, quantity: 345, net: 425, rate: 475, total: RIGHT }
const TAX_ENDS = [LEFT + 80, LEFT + 180, LEFT + 270, LEFT + 370]

/** Files that the PDF of a document has inside. */
export type Enclosed = {
  /** The e-invoice, if the document says enough for one. */
  xml?: string | undefined
  /** The logo as a JPEG, while its file is there. */
  logo?: Uint8Array | undefined
}

/** Takes some hundred milliseconds of a core: the thread of `kept-pdf.ts` does it. */
export async function drawPdf(content: DocumentContent, { xml, logo }: Enclosed = {}): Promise<Buffer> {
  const sheet = sheetOf(content)
  const { language, issuedOn } = content
  const at = new Date(`${issuedOn}T12:00:00Z`)
  const pdf = new ArchivePdf({ title: sheet.title, author: sheet.seller[0]!, language, at })
  const bytes = collect(pdf)
  const pen = new Pen(pdf, await Fonts.register(pdf, textsOf(sheet)))
  drawHead(pen, sheet, logo)
  drawLines(pen, sheet)
  drawSums(pen, sheet)
  drawTaxes(pen, sheet)
  drawPayment(pen, sheet.payment)
  for (const note of sheet.notes) pen.paragraph(note)
  if (sheet.legal.length > 0) pen.paragraph(sheet.legal.join(' · '))
  pen.end()
  drawFooters(pen, sheet)
  if (xml !== undefined) embedFacturX(pdf, xml, at)
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

const QUIET: Style = { size: 8, color: '#5a5a5a' }

/** The longest sides of the logo, right of the seller. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [170, 48]

function drawHead(pen: Pen, { title, seller, buyer, facts, ...sheet }: Sheet, logo: Uint8Array | undefined): void {
  const [name, ...address] = seller
  if (sheet.logo && logo) pen.figure(logo, sheet.logo.alt, { right: RIGHT, width: LOGO_WIDTH, height: LOGO_HEIGHT })
  const width = logo ? WIDTH - LOGO_WIDTH - 10 : WIDTH
  pen.y += pen.element('P', () => pen.text(name!, LEFT, { face: 'bold', size: 12, width }))
  pen.y += pen.element('P', () => pen.text(address.join(', '), LEFT, { ...QUIET, width })) + 34
  const top = pen.y
  if (buyer.length > 0)
    pen.element('P', () => {
      for (const line of buyer) pen.y += pen.text(line, LEFT, { size: 10, width: 240 })
    })
  const left = pen.y
  pen.y = top
  pen.element('Table', () => {
    for (const fact of facts) drawFact(pen, fact)
  })
  pen.y = Math.max(left, pen.y) + 30
  pen.y += pen.element('H1', () => pen.text(title, LEFT, { face: 'bold', size: 16 })) + 12
}

function drawFact(pen: Pen, [label, value]: Sheet['facts'][number]): void {
  const heights = pen.element('TR', () => [
    pen.element('TH', () => pen.text(label, 310, { color: '#5a5a5a', width: 100 }), { scope: 'Row' }),
    pen.element('TD', () => pen.text(value, 415, { width: 124 })),
  ])
  pen.y += Math.max(...heights) + 3
}

function drawLines(pen: Pen, { lines, columns }: Sheet): void {
  if (lines.length === 0) return
  const isRated = columns.rate !== ''
  const head = () => {
    const cell = (text: string, x: number, style: Style) =>
      pen.element('TH', () => pen.text(text, x, { ...QUIET, ...style }), { scope: 'Column' })
    const heights = pen.element('TR', () => [
      cell(columns.name, LEFT, { width: 200 }),
      cell(columns.quantity, ENDS.quantity, { align: 'right', width: 55 }),
      cell(columns.net, ENDS.net, { align: 'right', width: 75 }),
      ...(isRated ? [cell(columns.rate, ENDS.rate, { align: 'right', width: 45 })] : []),
      cell(columns.total, ENDS.total, { align: 'right', width: 60 }),
    ])
    pen.y += Math.max(...heights) + 3
    pen.rule('#5a5a5a')
  }
  pen.element('Table', () => {
    pen.element('THead', head)
    pen.element('TBody', () => {
      for (const line of lines) {
        const height = pen.heightOf(line.name, 230) + pen.heightOf(line.detail, 230, 8)
        if (pen.need(height + 8)) pen.artifact('Pagination', head)
        drawLine(pen, line, isRated)
        pen.rule()
      }
    })
  })
}

function drawLine(pen: Pen, line: Sheet['lines'][number], isRated: boolean): void {
  const top = pen.y
  const amount = (text: string, x: number, width: number) =>
    pen.element('TD', () => pen.text(text, x, { align: 'right', width }))
  pen.element('TR', () => {
    const name = () => {
      pen.y += pen.text(line.name, LEFT, { width: 230 })
      pen.y += pen.text(line.detail, LEFT, { ...QUIET, width: 230 })
    }
    pen.element('TH', name, { scope: 'Row' })
    const bottom = pen.y
    pen.y = top
    amount(line.quantity, ENDS.quantity, 40)
    amount(line.net, ENDS.net, 78)
    if (isRated) amount(line.rate, ENDS.rate, 48)
    amount(line.total, ENDS.total, 64)
    pen.y = bottom + 4
  })
}

function drawSums(pen: Pen, { sums, total }: Sheet): void {
  pen.need((sums.length + 1) * 18)
  const row = ([label, value]: Sheet['sums'][number], style: Style, width: number, gap: number) => {
    const heights = pen.element('TR', () => [
      pen.element('TH', () => pen.text(label, LEFT + 200, { ...style, width: 180 }), { scope: 'Row' }),
      pen.element('TD', () => pen.text(value, RIGHT, { ...style, align: 'right', width })),
    ])
    pen.y += Math.max(...heights) + gap
  }
  pen.element('Table', () => {
    for (const sum of sums) row(sum, {}, 100, 3)
    row(total, { face: 'bold', size: 11 }, 120, 22)
  })
}

function drawTaxes(pen: Pen, { taxes, taxColumns }: Sheet): void {
  if (taxes.length === 0) return
  pen.need((taxes.length + 1) * 16 + 20)
  const row = (cells: readonly string[], isHead: boolean) => {
    const style = isHead ? QUIET : {}
    const heights = pen.element('TR', () =>
      cells.map((text, index) => {
        const place: Style = index === 0 ? { width: 80 } : { align: 'right', width: 95 }
        const draw = () => pen.text(text, index === 0 ? LEFT : TAX_ENDS[index]!, { ...style, ...place })
        if (isHead) return pen.element('TH', draw, { scope: 'Column' })
        return index === 0 ? pen.element('TH', draw, { scope: 'Row' }) : pen.element('TD', draw)
      }),
    )
    pen.y += Math.max(...heights) + 2
  }
  pen.element('Table', () => {
    pen.element('THead', () => row(taxColumns, true))
    pen.element('TBody', () => {
      for (const cells of taxes) row(cells, false)
    })
  })
  pen.y += 16
}

/** A code of 30 mm can be scanned from paper (EPC069-12, section 3.2, leaves the size open). */
const CODE_SIDE = 85

function drawPayment(pen: Pen, { texts, rows, code }: PaymentPart): void {
  pen.need(Math.max(rows.length * 15, code ? CODE_SIDE : 0) + texts.length * 16)
  for (const text of texts) pen.paragraph(text)
  const top = pen.y
  if (rows.length > 0)
    pen.element('Table', () => {
      for (const row of rows) drawPaymentRow(pen, row)
    })
  if (code) pen.artifact('Layout', () => drawCode(pen, code, top))
  if (texts.length > 0) pen.y += 10
}

function drawPaymentRow(pen: Pen, [label, value]: PaymentPart['rows'][number]): void {
  const heights = pen.element('TR', () => [
    pen.element('TH', () => pen.text(label, LEFT, { color: '#5a5a5a', width: 100 }), { scope: 'Row' }),
    pen.element('TD', () => pen.text(value, LEFT + 110, { width: 270 })),
  ])
  pen.y += Math.max(...heights) + 3
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
    pen.artifact('Pagination', () => {
      pen.text(footer, LEFT, { ...QUIET, width: WIDTH - 60 })
      pen.text(`${page + 1} / ${count}`, RIGHT, { ...QUIET, align: 'right', width: 50 })
    })
  }
}
