/** The rows of a product file, CSV or NDJSON, in constant memory. Nothing here knows the catalogue. */
import { StartError } from '../../config.ts'
import { type CsvRecord, readCsv } from '../../csv.ts'
import { decodedText, type Encoding } from '../../encoding.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { pictureAddresses } from '../pictures-by-address/addresses.ts'
import { readSale } from '../sales/sale-cells.ts'
import { isLongText, readAttribute } from './attribute-cells.ts'
import { type Columns, type Mapping, readColumns, type VatOfPrices, type VatQuestion } from './columns.ts'
import { decimalSignOf, detectLayout, SEPARATOR_LINE } from './file-text.ts'
import { type Cells, type PriceMeaning, priceReader } from './prices.ts'
import type { Adapter, FoundProgram, Meant } from './programs/program.ts'
import { programOf } from './programs/table.ts'
import { cellsOf, hiddenMistake, wholeNumber, withoutSwitches } from './reading/cells.ts'
import { type Field, isPrice, textIn } from './reading/fields.ts'
import { jsonRows } from './reading/ndjson.ts'
import { switchReader } from './reading/switches.ts'

/**
 * A row of a file, not yet validated. Before the rows come the names of the columns that are not read. A row may only have a further
 * picture of a product.
 */
export type FileRow =
  | { line: number; value: unknown; isInCents?: boolean; isUnsure?: boolean; isNet?: boolean; cells?: Cells }
  | { line: number; mistake: string; lostLines?: number; cells?: Cells }
  | FileNote

/** `asksVat`: the file does not say whether its prices include VAT, or has only prices without it. */
type FileNote = { unreadColumns: string[]; asksVat?: VatQuestion | undefined } | { sku: string; morePictures: string[] }

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

/**
 * The sender's knowledge about the file. `priceMeans`: what a CSV column `price` means. It is asked where nothing says
 * so. `skipsTitles`: the columns may be named further below; titles above them are refused otherwise. `columns`: what
 * each of them is, whatever its name. `currency`: that of prices whose row names none, where it is not written with
 * cents. `withCells`: each row tells what is in the file, and the file whether it leaves VAT open. `withPictures`: rows
 * that have only a picture are read too. `vat`: whether prices of the file include it. `ignoreSwitches`: columns that
 * look like a switch say nothing.
 */
export type Reading = {
  priceMeans?: PriceMeaning | undefined
  encoding?: Encoding | undefined
  skipsTitles?: boolean
  columns?: Mapping | undefined
  currency?: string | undefined
  withCells?: boolean
  withPictures?: boolean
  vat?: VatOfPrices | undefined
  ignoreSwitches?: boolean | undefined
}

/** @throws StartError when the first line does not name the columns, or when the file does not say what its prices mean */
export function readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
  reading: Reading = {},
): AsyncGenerator<FileRow> {
  const text = decodedText(bytes, reading.encoding)
  return format === 'csv' ? csvRows(text, reading) : jsonRows(text)
}

async function* csvRows(bytes: AsyncIterable<string>, reading: Reading): AsyncGenerator<FileRow> {
  const { text, delimiter, laterHeader = 1 } = await detectLayout(bytes)
  if (laterHeader > 1 && !reading.skipsTitles) {
    throw new StartError(
      `The first line must name the columns; sku is missing. Line ${laterHeader} names them, so delete the lines above it.`,
    )
  }
  const decimalSign = decimalSignOf(delimiter)
  const prices = priceReader(reading.priceMeans, decimalSign)
  const read = ({ line, cells: given, isNet, isUnsure }: GoodRow): FileRow => {
    const cells = withCurrency(given, reading.currency)
    const shown = reading.withCells ? { cells } : {}
    const sale = readSale(cells, decimalSign)
    if ('mistake' in sale) return { line, ...sale, ...shown }
    const { price, ...marks } = { price: undefined, ...prices.read(line, cells) }
    if ('mistake' in marks) return { line, mistake: marks.mistake, ...shown }
    const value = { ...productOf(cells, price, decimalSign), ...sale }
    const unsure = isUnsure ? { isUnsure } : {}
    return { line, value, ...inCents(cells, marks), ...unsure, ...(isNet && { isNet }), ...shown }
  }
  for await (const row of namedRows(belowTitles(readCsv(text, delimiter), laterHeader), delimiter, reading)) {
    if ('cells' in row) yield read(row)
    else if (!('morePictures' in row) || reading.withPictures) yield row
  }
  prices.requireMeaning()
}

/** The price of a sale is read with two decimals too, if the row names no currency. */
function inCents<Marks extends { isInCents?: boolean }>({ sale_amount, currency }: Cells, marks: Marks): Marks {
  return sale_amount && !currency ? { ...marks, isInCents: true } : marks
}

/** Names the currency in a row if it has no cents: later its amount would look like one with cents. */
function withCurrency(cells: Cells, currency: string | undefined): Cells {
  return cells.currency || !currency || decimalsOf(currency) === 2 ? cells : { ...cells, currency }
}

function productOf(
  { amount, price_minor, price: _, stock, sale_amount, sale_from, sale_until, ...cells }: Cells,
  price: unknown,
  decimalSign: string,
): Record<string, unknown> {
  const texts: Record<string, Record<string, string>> = {}
  const categoryTexts: Record<string, { name: string }> = {}
  const others = Object.entries(cells).filter(([field, cell]) => {
    const text = textIn(field)
    if (text?.part === 'category') categoryTexts[text.language] = { name: cell }
    else if (text) texts[text.language] = { ...texts[text.language], [text.part]: cell }
    return !text
  })
  return {
    ...Object.fromEntries(others.map(([field, cell]) => [field, readAttribute(field, cell, decimalSign)])),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(Object.keys(categoryTexts).length > 0 && { category_texts: categoryTexts }),
    ...(stock !== undefined && { stock: wholeNumber(stock) }),
    ...(price !== undefined && { price }),
  }
}

/** Spreadsheets write the separators of empty rows too. */
async function* belowTitles(records: AsyncGenerator<CsvRecord>, header: number): AsyncGenerator<CsvRecord> {
  let isFirst = true
  for await (const record of records) {
    if (record.line < header) continue
    const isGood = 'fields' in record
    if (isGood && (isBlank(record.fields) || (isFirst && SEPARATOR_LINE.test(record.fields.join(''))))) continue
    if (isGood) isFirst = false
    yield record
  }
}

async function* namedRows(
  records: AsyncGenerator<CsvRecord>,
  delimiter: string,
  reading: Reading,
): AsyncGenerator<NamedRow | FileNote> {
  let reader: ReturnType<typeof rowReader> | undefined
  for await (const record of records) {
    if ('mistake' in record) {
      yield record
    } else if (reader) {
      yield* reader.rowsOf(record)
    } else {
      const program = programOf(record.fields)
      const columns = readColumns(record.fields, { mapping: reading.columns, program, vat: reading.vat })
      const { unread } = columns
      const asksVat = reading.withCells ? columns.asksVat : undefined
      if (unread.length > 0 || asksVat) yield { unreadColumns: unread, ...(asksVat && { asksVat }) }
      reader = rowReader(record.fields, columns, { delimiter, program, reading })
    }
  }
  if (!reader) throw new StartError('The file is empty. Its first line must name the columns.')
  yield* reader.end()
}

type GoodRecord = { line: number; fields: string[] }
type GoodRow = { line: number; cells: Cells; isUnsure: boolean; isNet: boolean }
type NamedRow = { line: number; mistake: string; lostLines?: number } | GoodRow

type Layout = { delimiter: string; program: FoundProgram | undefined; reading: Reading }

/** Reads the rows below a first line. A row that is no product in the shop that wrote it is left out. */
function rowReader(header: readonly string[], columns: Columns, { delimiter, program, reading }: Layout) {
  const { adapt, end = () => [] }: Adapter = program?.open() ?? { adapt: ({ cells }) => [...cells] }
  const switches = switchReader(header, columns, !(program?.readsSwitch || reading.ignoreSwitches))
  const decimalSign = decimalSignOf(delimiter)
  function* meantRows(meant: Meant, line: number): Generator<NamedRow | FileNote> {
    if (!meant) return
    if ('rows' in meant) {
      for (const one of meant.rows) yield* meantRows(one, line)
    } else if ('mistake' in meant) yield { line, ...meant }
    else if ('picture' in meant) yield { sku: meant.sku.trim(), morePictures: pictureAddresses(meant.picture) }
    else yield named(Array.isArray(meant) ? { cells: meant, more: {}, line } : { line, ...meant })
  }
  function named({ cells, more, line }: { cells: readonly string[]; more: Cells; line: number }): NamedRow {
    const mistake = mistakeIn(cells, { ...columns, delimiter }, line)
    if (mistake) return { line, ...mistake }
    const fields = cellsOf(columns, cells, decimalSign, columns.unmapped(more))
    const hidden = hiddenMistake(fields)
    if (hidden) return { line, mistake: hidden }
    const { net_amount, ...read } = withoutSwitches(fields)
    const isNet = net_amount !== undefined && read.amount === undefined && read.price === undefined
    if (isNet) read.amount = net_amount
    return { line, cells: read, isUnsure: switches.isUnsure(), isNet: isNet || columns.areNet }
  }
  return {
    *rowsOf({ line, fields }: GoodRecord): Generator<NamedRow | FileNote> {
      if (findFilled(columns, fields)) yield { unreadColumns: columns.unread }
      switches.read(fields, line)
      yield* meantRows(adapt({ cells: fields, line }), line)
    },
    *end(): Generator<NamedRow | FileNote> {
      for (const one of end()) yield* meantRows(one, 0)
      switches.requireMeaning()
    },
  }
}

/** @returns whether a column without a name is filled for the first time. It is among the unread ones from then on */
function findFilled({ unnamed, unread }: Columns, fields: readonly string[]): boolean {
  const filled = [...unnamed].filter(index => fields[index]?.trim())
  for (const index of filled) {
    unnamed.delete(index)
    unread.push(`column ${index + 1}`)
  }
  return filled.length > 0
}

function isBlank(fields: readonly string[]): boolean {
  return fields.every(field => field.trim() === '')
}

/** Spreadsheets leave out empty cells at the end of a row, or add some. */
function mistakeIn(cells: readonly string[], columns: Columns & { delimiter: string }, line: number) {
  const { fields } = columns
  if (cells.slice(fields.length).some(cell => cell.trim() !== '')) {
    return { mistake: `has ${cells.length} fields, but the first line has ${fields.length}` }
  }
  const sku = cells[fields.indexOf('sku')] ?? ''
  if (/^\s*\d+([.,]\d+)?E\+\d+\s*$/i.test(sku)) {
    return {
      mistake: `sku ${sku.trim()} looks like a number that a spreadsheet has shortened. Format the column as text`,
    }
  }
  const index = cells.findIndex((cell, index) => isSwallowing(cell, fields[index], columns))
  if (index < 0) return undefined
  const first = line + cells.slice(0, index).reduce((sum, cell) => sum + linesBelow(cell).length, 0)
  const last = line + cells.reduce((sum, cell) => sum + linesBelow(cell).length, 0)
  const name = fields[index] ?? `column ${index + 1}`
  const mistake = `${name} opens a quote in line ${first} that is closed lines later; lines ${line} to ${last} are not read`
  return { mistake, lostLines: last - line }
}

/**
 * A quote that is closed by the next one takes the rows between into its cell. Names and numbers have one line. A description
 * may have several, but none of them is a row.
 */
function isSwallowing(cell: string, field: Field | undefined, { fields, delimiter }: Columns & { delimiter: string }) {
  if (!/[\r\n]/.test(cell)) return false
  const below = linesBelow(cell.trim())
  if (field === 'pictures') return below.some(line => !/^\s*(https?:|$)/i.test(line))
  if (field && !field.startsWith('description') && !isLongText(field)) return below.length > 0
  const number = fields.findIndex(name => name && (name === 'stock' || isPrice(name)))
  return below.some(text => {
    const parts = text.split(delimiter)
    return (
      parts.length >= fields.length && number >= 0 && /^"?[-\d.,\s\p{Sc}]*\d[-\d.,\s\p{Sc}]*"?$/u.test(parts[number]!)
    )
  })
}

function linesBelow(cell: string): string[] {
  return cell.split(/\r\n|\r|\n/).slice(1)
}
