/** The rows of a product file, CSV or NDJSON, in constant memory. Nothing here knows the catalogue. */
import { StartError } from '../../config.ts'
import { type CsvRecord, readCsv, unescapeFormula } from '../../csv.ts'
import { decodedText, type Encoding } from '../../encoding.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { pictureAddresses } from '../pictures-by-address/addresses.ts'
import { readSale } from '../sales/sale-cells.ts'
import { isLongText, isReadable, readAttribute } from './attribute-cells.ts'
import { CODES, type Columns, type Field, isPrice, isText, type Mapping, readColumns, textIn } from './columns.ts'
import { decimalSignOf, detectLayout, SEPARATOR_LINE } from './file-text.ts'
import { textOfHtml } from './formats/html-text.ts'
import { type Adapt, adapterFor } from './formats/other-shops.ts'
import { type Cells, type PriceMeaning, priceReader } from './prices.ts'

/**
 * A row of a file, not yet validated. Before the rows come the names of the columns that are not read. A row may only have a further
 * picture of a product.
 */
export type FileRow =
  | { line: number; value: unknown; isInCents?: boolean; isUnsure?: boolean; cells?: Cells }
  | { line: number; mistake: string; lostLines?: number; cells?: Cells }
  | { unreadColumns: string[] }
  | { sku: string; morePictures: string[] }

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

/**
 * The sender's knowledge about the file. `priceMeans`: what a CSV column `price` means. It is asked where nothing says
 * so. `skipsTitles`: the columns may be named further below; titles above them are refused otherwise. `columns`: what
 * each of them is, whatever its name. `currency`: that of prices whose row names none, where it is not written with
 * cents. `withCells`: each row tells what is in the file. `withPictures`: rows that have only a picture are read
 * too.
 */
export type Reading = {
  priceMeans?: PriceMeaning | undefined
  encoding?: Encoding | undefined
  skipsTitles?: boolean
  columns?: Mapping | undefined
  currency?: string | undefined
  withCells?: boolean
  withPictures?: boolean
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
  const rows = namedRows(belowTitles(readCsv(text, delimiter), laterHeader), delimiter, reading.columns)
  const decimalSign = decimalSignOf(delimiter)
  const prices = priceReader(reading.priceMeans, decimalSign)
  for await (const row of rows) {
    if (!('cells' in row)) {
      if (!('morePictures' in row) || reading.withPictures) yield row
      continue
    }
    const { line } = row
    const cells = withCurrency(row.cells, reading.currency)
    const sale = readSale(cells, decimalSign)
    const { price, ...marks } = { price: undefined, ...('mistake' in sale ? sale : prices.read(line, cells)) }
    const shown = reading.withCells ? { cells } : {}
    const isRead = !('mistake' in marks)
    yield isRead
      ? { line, value: { ...productOf(cells, price, decimalSign), ...sale }, ...inCents(cells, marks), ...shown }
      : { line, mistake: marks.mistake, ...shown }
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
  mapping?: Mapping,
): AsyncGenerator<NamedRow | { unreadColumns: string[] }> {
  let rowsOf: ReturnType<typeof rowReader> | undefined
  for await (const record of records) {
    if ('mistake' in record) {
      yield record
    } else if (rowsOf) {
      yield* rowsOf(record)
    } else {
      const shop = adapterFor(record.fields)
      const columns = readColumns(record.fields, { mapping, reads: shop?.reads })
      if (columns.unread.length > 0) yield { unreadColumns: columns.unread }
      rowsOf = rowReader(columns, delimiter, shop?.adapt)
    }
  }
  if (!rowsOf) throw new StartError('The file is empty. Its first line must name the columns.')
}

type GoodRecord = { line: number; fields: string[] }
type NamedRow =
  | { line: number; mistake: string; lostLines?: number }
  | { line: number; cells: Cells }
  | { sku: string; morePictures: string[] }

/** Reads the rows below a first line. A row that is no product in the shop that wrote it is left out. */
function rowReader(columns: Columns, delimiter: string, adapt: Adapt | undefined) {
  return function* ({ line, fields }: GoodRecord): Generator<NamedRow | { unreadColumns: string[] }> {
    if (findFilled(columns, fields)) yield { unreadColumns: columns.unread }
    const meant = adapt ? adapt(fields) : fields
    if (!meant) return
    if ('mistake' in meant) return yield { line, mistake: meant.mistake }
    if ('picture' in meant) return yield { sku: meant.sku.trim(), morePictures: pictureAddresses(meant.picture) }
    const { cells, ...grouped } = Array.isArray(meant) ? { cells: meant } : meant
    const mistake = mistakeIn(cells, { ...columns, delimiter }, line)
    yield mistake
      ? { line, ...mistake }
      : { line, cells: Object.assign(cellsOf(columns, cells, decimalSignOf(delimiter)), grouped) }
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
  const below = linesBelow(cell.trim())
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

/** CSV has only text: an empty field is a missing value. */
function cellsOf({ fields, guessed }: Columns, cells: readonly string[], decimalSign: string): Cells {
  const row: Cells = Object.create(null)
  for (const [index, field] of fields.entries()) {
    const cell = cells[index]
    if (!field || !cell) continue
    const text = plain(field, unescapeFormula(unwrapped(cell)))
    if (guessed.has(index) && !isReadable(field, text, decimalSign)) continue
    row[field] = CODES[field]?.(text) ?? text
  }
  return row
}

/**
 * Files of a Mac have letters and their accents apart, and other shops have HTML. A number or a SKU that was copied from a page has marks
 * of direction around it, which nobody sees.
 */
function plain(field: Field, cell: string): string {
  return (
    isText(field) ? textOfHtml(cell) : cell.replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  ).normalize('NFC')
}

/** Spreadsheets keep leading zeros in a formula that is a text: `="00123"`. */
function unwrapped(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

/** `10`, `10.0` and `10.0000` are the number 10; `10.000` could be thousands. The check of the row rejects everything else. */
function wholeNumber(cell: string): number | string {
  const [, whole] = /^\s*(-?\d{1,15})(?:[.,](?:0{1,2}|0{4,6}))?\s*$/.exec(cell) ?? []
  return whole === undefined ? cell : Number(whole)
}

/** A line without end would otherwise fill the memory. */
const MAX_LINE = 1024 * 1024

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let number = 0
  for await (const line of lines(text)) {
    number++
    if (line === undefined) yield { line: number, mistake: `is longer than ${MAX_LINE} characters` }
    else if (line.trim() !== '') yield jsonRow(number, line)
  }
}

function jsonRow(line: number, text: string): FileRow {
  try {
    return { line, value: JSON.parse(text) }
  } catch (error) {
    return { line, mistake: `is not valid JSON: ${(error as Error).message}` }
  }
}

/** @yields undefined for a line that is too long to keep */
async function* lines(text: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let rest: string | undefined = ''
  for await (const chunk of text) {
    const parts: string[] = chunk.split('\n')
    for (const [index, part] of parts.entries()) {
      if (rest !== undefined) rest = rest.length + part.length > MAX_LINE ? undefined : rest + part
      if (index === parts.length - 1) break
      yield rest
      rest = ''
    }
  }
  yield rest
}
