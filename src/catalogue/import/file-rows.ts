import { StartError } from '../../config.ts'
import { type CsvRecord, readCsv, unescapeFormula } from '../../csv.ts'
import { decimalsOf, minorUnits } from '../../pages/assets/form-rules.js'

/**
 * A row of a file, not yet validated. `isInCents`: its amount was read with two decimals, because the row names no currency.
 */
export type FileRow = { line: number; value: unknown; isInCents?: boolean } | { line: number; mistake: string }

export const FORMATS = ['csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

/** @throws StartError when the first line does not name the columns */
export function readRows(bytes: AsyncIterable<Uint8Array>, format: Format): AsyncGenerator<FileRow> {
  // Bytes that are not UTF-8 become U+FFFD. The check of each row rejects it, so the mistake has a line.
  return format === 'csv' ? csvRows(csvRecords(bytes)) : jsonRows(decoded(bytes))
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The first line is looked for in this many bytes. */
const MAX_HEAD = 64 * 1024

/**
 * Where a comma is for decimals, spreadsheets separate cells by semicolons. No column has either in its name, so the
 * first line decides.
 */
async function* csvRecords(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const source = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let hasEnded = false
  while (!hasEnded && head.length < MAX_HEAD && !/[^\r\n][\r\n]/.test(head.toString('latin1'))) {
    const { done, value } = await source.next()
    hasEnded = done === true
    if (value) head = Buffer.concat([head, value])
  }
  const [firstLine = ''] = /[^\r\n]+/.exec(head.toString('latin1')) ?? []
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => source }
  }
  yield* readCsv(whole(), firstLine.includes(';') && !firstLine.includes(',') ? ';' : ',')
}

/** `amount` is the price as people write it, 19.99, and stands in place of `price`, which is in minor units. */
const REQUIRED = ['sku', 'name', 'category', 'price']
const PRICES = 'amount (like 19.99) or price (like 1999)'
const NUMBERS = ['price', 'stock']

async function* csvRows(records: AsyncGenerator<CsvRecord>): AsyncGenerator<FileRow> {
  let columns: string[] | undefined
  for await (const record of records) {
    if ('mistake' in record) {
      yield record
    } else if (record.fields.every(field => field.trim() === '')) {
      // Spreadsheets write the separators of empty rows too.
    } else if (!columns) {
      columns = record.fields.map(name => name.trim().toLowerCase())
      const given = columns.includes('amount') ? [...columns, 'price'] : columns
      const missing = REQUIRED.filter(name => !given.includes(name)).map(name => (name === 'price' ? PRICES : name))
      if (missing.length > 0) {
        throw new StartError(
          `The first line must name the columns; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
        )
      }
      const seen = new Set<string>()
      const duplicate = columns.find(name => seen.size === seen.add(name).size)
      if (duplicate !== undefined)
        throw new StartError(`The first line names the column ${JSON.stringify(duplicate)} twice.`)
    } else if (record.fields.length !== columns.length) {
      const mistake = `has ${record.fields.length} fields, but the first line has ${columns.length}`
      yield { line: record.line, mistake }
    } else {
      yield priced(record.line, objectOf(columns, record.fields))
    }
  }
  if (!columns) throw new StartError('The file is empty. Its first line must name the columns.')
}

/** CSV has only text: an empty field is a missing value, and digits in a number column are a number. */
function objectOf(columns: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const value: Record<string, unknown> = Object.create(null)
  for (const [index, column] of columns.entries()) {
    const field = fields[index]!
    if (field === '') continue
    value[column] =
      NUMBERS.includes(column) && /^\s*-?\d{1,15}\s*$/.test(field) ? Number(field) : unescapeFormula(field)
  }
  return value
}

function priced(line: number, { amount, ...value }: Record<string, unknown>): FileRow {
  if (amount === undefined) return { line, value }
  const currency = String(value.currency ?? 'EUR')
  const price = minorUnits(String(amount), currency)
  if (price === undefined) {
    const wanted = decimalsOf(currency) === 0 ? 'a whole price like 1999, without decimals' : 'a price like 19.99'
    return { line, mistake: `amount must be ${wanted}` }
  }
  return { line, value: { ...value, price }, ...(value.currency === undefined && { isInCents: true }) }
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
