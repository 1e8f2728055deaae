/**
 * Token files in CSV. Each vendor has another one: separated by commas, semicolons, tabs or spaces, with or without a line that
 * names the columns, the secret in base32 or in hexadecimal digits. Among them are the file for Microsoft Entra and that of privacyIDEA.
 */
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { unescapeFormula } from '../../../csv.ts'
import { fromBase32 } from '../totp.ts'
import { checkedEntry, makingOf, type TokenEntry } from './token-file.ts'

type Columns = Partial<Record<'serial' | 'secret' | 'type' | 'digits' | 'interval' | 'algorithm', number>>

/** Words of English, German and French. The first pattern that fits decides, so "Token Key" is a secret. */
const COLUMN_PATTERNS: [keyof Columns, RegExp][] = [
  ['secret', /secret|seed|key|geheim|schlüssel|^clé|graine|^base32$|^hex$/i],
  ['interval', /interval|period|step/i],
  ['digits', /digits|length/i],
  ['algorithm', /algorithm|hash/i],
  ['type', /type/i],
  ['serial', /serial|token|device|serien|gerät|série|^(sn|id)$/i],
]
const TWO_COLUMNS: Columns = { serial: 0, secret: 1 }
/** The third of five names the kind of token: https://privacyidea.readthedocs.io/en/latest/webui/token_details.html */
const PRIVACY_IDEA: Columns = { ...TWO_COLUMNS, type: 2, digits: 3, interval: 4 }

/** A mistake spoils its own line only. */
export function* readTokenCsv(text: string): Generator<TokenEntry> {
  let columns: Columns | undefined
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^[\s,;]*(#.*)?$|^"?sep=/.test(line)) continue
    const place = `line ${index + 1}`
    const cells = readCells(line)
    if (typeof cells === 'string') {
      yield { place, reason: cells }
      continue
    }
    if (!columns) {
      columns = columnsNamed(cells)
      if (columns) continue
    }
    yield readToken(place, cells, columns ?? columnsOf(cells))
  }
}

/** @returns the cells without empty ones at the end, or what is wrong with the line: no field spans lines */
function readCells(line: string): string[] | string {
  const delimiter = [',', ';', '\t', '|'].find(sign => line.includes(sign))
  try {
    const [cells = []]: string[][] = delimiter
      ? parse(line, { delimiter, relax_column_count: true, ltrim: true })
      : [line.trim().split(/\s+/)]
    // Spreadsheets keep the zeros of a number as ="0012345".
    const typed = cells.map(cell => unescapeFormula(cell.trim()).replace(/^="(.*)"$/, '$1'))
    return typed.slice(0, typed.findLastIndex(cell => cell !== '') + 1)
  } catch (error) {
    if (error instanceof CsvError) return CSV_ERRORS[error.code] ?? 'is not CSV'
    throw error
  }
}

const CSV_ERRORS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote',
  INVALID_OPENING_QUOTE: 'has a quote inside a field that is not quoted',
}

/** @returns undefined when the line names no columns */
function columnsNamed(cells: string[]): Columns | undefined {
  const columns: Columns = {}
  for (const [index, cell] of cells.entries()) {
    const [column] = COLUMN_PATTERNS.find(([name, pattern]) => columns[name] === undefined && pattern.test(cell)) ?? []
    if (column) columns[column] = index
  }
  const { serial, secret } = columns
  const isNamed = serial !== undefined && secret !== undefined && (seedIn(cells[secret]!)?.length ?? 0) < 16
  return isNamed ? columns : undefined
}

function columnsOf(cells: string[]): Columns | undefined {
  if (cells.length === 2) return TWO_COLUMNS
  return /^[th]otp$/i.test(cells[2] ?? '') ? PRIVACY_IDEA : undefined
}

function readToken(place: string, cells: string[], columns: Columns | undefined): TokenEntry {
  if (!columns || cells.length < 2) {
    const hint = columns ? '' : '. If it has other columns, name them in the first line'
    return { place, reason: `has ${cells.length} fields, not serial and secret${hint}` }
  }
  const cell = (name: keyof Columns) => cells[columns[name] ?? -1] ?? ''
  // Others write the model here.
  const type = /otp|ocra|event|time/i.test(cell('type')) ? cell('type') : ''
  const [digits, interval, algorithm] = [cell('digits'), cell('interval'), cell('algorithm')]
  const making = makingOf({ type, digits, interval, algorithm })
  if (typeof making === 'string') return { place, reason: making }
  const seed = seedIn(cell('secret'))
  if (!seed) return { place, reason: 'secret is neither base32 nor hexadecimal digits' }
  return checkedEntry(place, cell('serial'), seed, making)
}

/** A secret of base32 that has only 2 to 7 and a to f is one of a trillion, so such digits are hexadecimal. */
function seedIn(text: string): Buffer | undefined {
  const digits = text.replaceAll(/^0x|[\s:-]/gi, '')
  const isHex = /^([0-9a-f]{2}){16,}$/i.test(digits)
  return isHex ? Buffer.from(digits, 'hex') : fromBase32(text)
}
