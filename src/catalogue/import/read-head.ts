/** The beginning of a product file, for the page on which a person says what its columns are. */
import { StartError } from '../../config.ts'
import { readCsv } from '../../csv.ts'
import { decodedText, type Encoding } from '../../encoding.ts'
import { findColumns, requireColumns } from './columns.ts'
import type { Reading } from './file-rows.ts'
import { detectLayout, SEPARATOR_LINE } from './file-text.ts'
import { programOf } from './programs/table.ts'
import type { Field } from './reading/fields.ts'

export type Head = {
  encoding: Encoding
  /**
   * Columns in the order of the file. A column without a field may be read for what it says about its row. `examples`
   * are the cells of its first rows.
   */
  columns: { name: string; field: Field | undefined; isRead: boolean; examples: string[] }[]
  /** Reason why its columns cannot be read as they are. */
  problem: string | undefined
}

const EXAMPLES = 3
/** The columns and the characters of a cell that a page shows. */
const [SHOWN_COLUMNS, SHOWN_LENGTH] = [200, 80]

export async function readHead(file: Uint8Array, { encoding, columns: mapping, vat }: Reading): Promise<Head> {
  let found: Encoding = encoding ?? 'utf-8'
  const tell = (encoding: Encoding) => {
    found = encoding
  }
  const decoded = (await Array.fromAsync(decodedText(inPieces(file), encoding, tell))).join('')
  const { delimiter, laterHeader = 1 } = await detectLayout(inPieces(decoded))
  const [names = [], ...rows] = await firstRecords(decoded, delimiter, laterHeader)
  const program = programOf(names)
  let fields: (Field | undefined)[] = []
  let problem: string | undefined
  try {
    fields = findColumns(names, { mapping, program, vat })
    requireColumns(fields)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    problem = error.message
  }
  const columns = names.slice(0, SHOWN_COLUMNS).map((name, index) => ({
    name: shortened(name),
    field: fields[index],
    isRead: fields[index] !== undefined || (program?.reads.has(index) ?? false),
    examples: rows.map(cells => shortened(cells[index] ?? '')),
  }))
  return { encoding: found, columns, problem }
}

const PIECE = 64 * 1024

async function* inPieces<T extends string | Uint8Array>(whole: T): AsyncGenerator<T> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.slice(at, at + PIECE) as T
}

async function firstRecords(text: string, delimiter: string, header: number): Promise<string[][]> {
  const records: string[][] = []
  for await (const record of readCsv(inPieces(text), delimiter)) {
    if (record.line < header || 'mistake' in record || record.fields.every(cell => cell.trim() === '')) continue
    if (records.length === 0 && SEPARATOR_LINE.test(record.fields.join(''))) continue
    records.push(record.fields)
    if (records.length > EXAMPLES) break
  }
  return records
}

function shortened(cell: string): string {
  const text = cell.trim()
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
