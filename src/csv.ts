/** Reads and writes CSV. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, type Info, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'

/** `lostLines`: how many lines behind a mistake were not read with it. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; mistake: string; lostLines?: number }

/** A quote that is never closed would otherwise read the whole file into memory. */
const MAX_RECORD = 1024 * 1024

/**
 * Reads CSV (RFC 4180) in constant memory, by csv-parse: in a stream, papaparse reports mistakes without the line of the file,
 * and fast-csv stops at a bad quote. Each record, and each mistake, has the number of its first line. Records with a
 * mistake and empty lines are left out.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a mistake is held back until the next record shows how many lines it took
export async function* readCsv(source: AsyncIterable<Uint8Array | string>, delimiter = ','): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: [CR_LF, '\n', '\r'],
    max_record_size: MAX_RECORD,
    skip_records_with_error: true,
    // Goes through the stream, so that mistakes and records come in the order of the file.
    on_skip: error => void parser.push({ error }),
  })
  const text = markedLines(source)
  // A failure of the source ends the loop below with its error.
  pipeline(Readable.from(text.chunks), parser).catch(() => {})
  // The last line of the last record, and how many empty lines were left out before it.
  let [lastLine, emptyLines] = [0, 0]
  let waiting: { line: number; mistake: string } | undefined
  for await (const item of parser as AsyncIterable<Item>) {
    if ('record' in item) {
      const { record, info } = item
      const fields = record.map(field => field.replaceAll(CR_LF, '\r\n'))
      const line = info.lines - fields.reduce((sum, field) => sum + breaksIn(field), 0)
      if (waiting) yield withSkippedLines(waiting, line)
      waiting = undefined
      ;[lastLine, emptyLines] = [info.lines, info.empty_lines]
      if (fields.length > 1 || fields[0] !== '') yield { line, fields }
    } else {
      const { code, lines, empty_lines } = item.error as CsvError & { lines: number; empty_lines: number }
      // A record can have several mistakes. The first one is enough, and the quote that it left open has no end of its own.
      if (waiting && (lines <= lastLine || code === 'CSV_QUOTE_NOT_CLOSED')) continue
      if (waiting) yield withSkippedLines(waiting, lines)
      const line = waiting ? lines : lastLine + 1 + empty_lines - emptyLines
      waiting = { line, mistake: MISTAKES[code] ?? item.error.message }
      ;[lastLine, emptyLines] = [lines, empty_lines]
      // The parser does not find the next record then.
      if (code === 'CSV_MAX_RECORD_SIZE') break
    }
  }
  if (waiting) yield withSkippedLines(waiting, text.lines() + 1)
}

/** csv-parse counts CR LF inside quotes as two lines, and this as one. */
const CR_LF = '\n\ue00a'

/** The text for the parser, and how many lines it has had so far: a quote that is not closed swallows those to the end. */
function markedLines(source: AsyncIterable<Uint8Array | string>) {
  let breaks = 0
  let isInLine = false
  async function* chunks() {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of source) {
      const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
      // Its LF may come with the next chunk.
      rest = text.endsWith('\r') ? '\r' : ''
      yield marked(rest ? text.slice(0, -1) : text)
    }
    yield marked(rest + decoder.decode())
  }
  function marked(text: string): string {
    breaks += breaksIn(text)
    if (text) isInLine = !/[\r\n]$/.test(text)
    return text.replaceAll('\r\n', CR_LF)
  }
  return { chunks: chunks(), lines: () => breaks + (isInLine ? 1 : 0) }
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
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
  if (next <= line + 1) return { line, mistake }
  return { line, mistake: `${mistake}; lines ${line} to ${next - 1} are not read`, lostLines: next - 1 - line }
}

/** Separates cells and begins decimals. Spreadsheets read files as the country of their user writes them. */
export type CsvForm = { separator: ',' | ';'; mark: '.' | ',' }
export const POINTS: CsvForm = { separator: ',', mark: '.' }
export const COMMAS: CsvForm = { separator: ';', mark: ',' }

/**
 * One line of a file for a spreadsheet. Text that a spreadsheet would run as a formula gets an apostrophe, which
 * `unescapeFormula` removes (OWASP, CSV injection). In many countries spreadsheets separate cells by semicolons, so a formula
 * can begin behind one too.
 */
export function csvLine(values: readonly (string | number | Written)[], form = POINTS): string {
  const cells = values.map(value => (typeof value === 'string' ? value.replace(FORMULA, "'") : value))
  return stringify([cells], {
    delimiter: form.separator,
    record_delimiter: '\r\n',
    quoted_match: /[,;\r\n]|^\s|\s$/,
    // A number in quotes is text to some spreadsheets.
    cast: { object: value => ({ value: (value as Written).number.replace('.', form.mark), quoted_match: [] }) },
  })
}

/** A number as it is written, with all its decimals: `-3.20`. No spreadsheet runs it as a formula. */
export type Written = { number: string }

/** Matches where a cell can begin, in front of a formula. Apostrophes and quotes between them belong to the text. */
const FORMULA = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r＝＋－＠])/g
const ESCAPED = /(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r＝＋－＠])/g

export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED, '')
}
