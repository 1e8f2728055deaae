import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, type Info, parse } from 'csv-parse'

export type CsvRecord = { line: number; fields: string[] } | { line: number; mistake: string }

/** A quote that is never closed would otherwise read the whole file into memory. */
const MAX_RECORD = 1024 * 1024

/**
 * Reads CSV (RFC 4180) in constant memory. Each record has the number of its first line, each mistake the line where it
 * was found. Records with a mistake and empty lines are left out.
 */
export async function* readCsv(source: AsyncIterable<Uint8Array | string>, delimiter = ','): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_RECORD,
    skip_records_with_error: true,
    // Goes through the stream, so that mistakes and records come in the order of the file.
    on_skip: error => void parser.push({ error }),
  })
  // A failure of the source ends the loop below with its error.
  pipeline(Readable.from(source), parser).catch(() => {})
  let lastLine = 0
  let quotedCrLf = 0
  let waiting: { line: number; mistake: string } | undefined
  for await (const item of parser as AsyncIterable<Item>) {
    if ('record' in item) {
      const { record: fields, info } = item
      const breaks = fields.flatMap(field => field.match(/\r\n|\r|\n/g) ?? [])
      // csv-parse counts CR LF inside quotes as two lines.
      quotedCrLf += breaks.filter(text => text === '\r\n').length
      const line = info.lines - quotedCrLf - breaks.length
      if (waiting) yield withSkippedLines(waiting, line)
      waiting = undefined
      lastLine = line + breaks.length
      if (fields.length > 1 || fields[0] !== '') yield { line, fields }
    } else {
      const { code, lines } = item.error as CsvError & { lines: number }
      const isWithoutEnd = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      const line = isWithoutEnd ? lastLine + 1 : lines - quotedCrLf
      // A record can have several mistakes. The first one is enough.
      if (waiting && line <= waiting.line) continue
      if (waiting) yield withSkippedLines(waiting, line)
      waiting = { line, mistake: MISTAKES[code] ?? item.error.message }
      lastLine = line
      // The parser does not find the next record then.
      if (code === 'CSV_MAX_RECORD_SIZE') break
    }
  }
  if (waiting) yield waiting
}

type Item = { record: string[]; info: Info } | { error: CsvError }

const MISTAKES: Partial<Record<CsvError['code'], string>> = {
  INVALID_OPENING_QUOTE: 'has a quote inside a field that is not quoted',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_MAX_RECORD_SIZE: `begins a record of more than ${MAX_RECORD} bytes. Perhaps a quote is not closed. The rest of the file is not read`,
}

/** After a wrong closing quote the parser looks for another one, which may be lines away. */
function withSkippedLines({ line, mistake }: { line: number; mistake: string }, next: number): CsvRecord {
  return { line, mistake: next > line + 1 ? `${mistake}; lines ${line} to ${next - 1} are not read` : mistake }
}

/**
 * One line of a file for a spreadsheet. Text that a spreadsheet would run as a formula gets an apostrophe, which
 * `unescapeFormula` removes (OWASP, CSV injection). In many countries spreadsheets separate cells by semicolons, so a formula
 * can begin behind one too.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number): string {
  const text = typeof value === 'string' ? value.replace(FORMULA, "'") : String(value)
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Where a cell can begin, in front of a formula. Apostrophes and quotes between them belong to the text. */
const FORMULA = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g
const ESCAPED = /(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g

export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED, '')
}
