/** Brings customers and orders along from one file: NDJSON, a customer or an order on each line, as exports have them. */
import { audit } from '../../accounts/audit-log.ts'
import { jsonRows } from '../../catalogue/import/reading/ndjson.ts'
import type { AppContext } from '../../context.ts'
import { decodedText } from '../../encoding.ts'
import type { FieldError } from '../../problems.ts'
import { importUsers } from './customers.ts'
import { MOST_LINES } from './lines.ts'
import { importOrders } from './past-orders.ts'

type Kind = 'customers' | 'orders'
type Counts = { added: number; known: number; refused: number }

export type MovingReport = Record<Kind, Counts> & {
  unusablePasswords: { kind: string; reason: string; count: number }[]
  ignored: string[]
}

/** @param onRefused gets each line that was not taken, with the first of its mistakes */
export async function importFile(
  context: AppContext,
  bytes: AsyncIterable<Uint8Array>,
  onRefused: (line: number, reason: string) => void,
): Promise<MovingReport> {
  const report: MovingReport = {
    customers: { added: 0, known: 0, refused: 0 },
    orders: { added: 0, known: 0, refused: 0 },
    unusablePasswords: [],
    ignored: [],
  }
  for await (const part of partsOf(jsonRows(decodedText(bytes)))) {
    if ('mistake' in part) {
      report.customers.refused++
      onRefused(part.line, part.mistake)
      continue
    }
    if (part.lines.length === 0) continue
    const found = await importPart(context, part)
    for (const name of ['added', 'known', 'refused'] as const) report[part.kind][name] += found[name]
    addKinds(report.unusablePasswords, found.unusablePasswords)
    report.ignored = [...new Set([...report.ignored, ...found.ignored])]
    for (const { index, errors } of found.lines) {
      if (errors.length > 0) onRefused(part.numbers[index]!, inWords(errors[0]!))
    }
  }
  return report
}

type Part = { kind: Kind; lines: object[]; numbers: number[] }
type Unreadable = { line: number; mistake: string }

/** A part is of one kind, because orders want their customers before. */
async function* partsOf(rows: ReturnType<typeof jsonRows>): AsyncGenerator<Part | Unreadable> {
  let part: Part = { kind: 'customers', lines: [], numbers: [] }
  for await (const row of rows) {
    if ('mistake' in row || !isObject(row.value)) {
      yield { line: row.line, mistake: 'mistake' in row ? row.mistake : 'is no JSON object' }
      continue
    }
    const kind = 'number' in row.value || 'items' in row.value ? 'orders' : 'customers'
    if (part.kind !== kind || part.lines.length === MOST_LINES) {
      yield part
      part = { kind, lines: [], numbers: [] }
    }
    part.lines.push(row.value)
    part.numbers.push(row.line)
  }
  yield part
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A part that was interrupted has not happened, and a file can be imported again. */
async function importPart(context: AppContext, { kind, lines }: Part) {
  return context.db.transaction().execute(async tx => {
    const found =
      kind === 'customers'
        ? await importUsers(context, tx, { users: lines })
        : { ...(await importOrders(context, tx, { orders: lines })), unusablePasswords: [] }
    const detail = { by: 'command line', added: found.added }
    await audit(tx, `${kind}_imported`, { at: context.clock.now(), detail })
    return found
  })
}

function addKinds(known: MovingReport['unusablePasswords'], more: MovingReport['unusablePasswords']): void {
  for (const one of more) {
    const same = known.find(({ kind, reason }) => kind === one.kind && reason === one.reason)
    if (same) same.count += one.count
    else known.push({ ...one })
  }
}

function inWords({ field, reason }: FieldError): string {
  return `${field} ${reason}`
}
