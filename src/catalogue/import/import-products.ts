import { setImmediate as breath } from 'node:timers/promises'
import pg from 'pg'
import { type Static, Type } from 'typebox'
import { copyRows } from '../../database/copy.ts'
import { compileValidator } from '../../http/validation.ts'
import { NewProduct } from '../product.ts'
import type { FileRow } from './file-rows.ts'

/*
 * Products from a file, any number of them in constant memory: rows are checked one by one, and some thousands at a time
 * go by COPY into a table of the session and from there into the catalogue, each batch in a transaction of its own.
 *
 * A row is known by its sku. A product that is as the row says is left alone, so an import that was interrupted is simply
 * run again; what the row does not say (no description, no stock) stays as it is. With `allOrNothing` there is one
 * transaction for all, and a single bad row undoes it.
 */

const ImportRow = Type.Object({
  ...NewProduct.properties,
  created_at: Type.Optional(Type.String({ format: 'date-time' })),
})
type ImportRow = Static<typeof ImportRow>

export type BadRow = { line: number; reason: string }

export type Outcome = {
  added: number
  changed: number
  unchanged: number
  bad: number
  undone: boolean
  stopped: boolean
}

type Options = {
  allOrNothing?: boolean
  onBadRow?: (row: BadRow) => void
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
  /** Ends the import after the batch in hand. */
  signal?: AbortSignal
}

/** Below the number from which a change of the catalogue is noted as "very much" and everything is counted anew. */
const BATCH = 4000

export async function importProducts(
  databaseUrl: string,
  rows: AsyncIterable<FileRow> | Iterable<FileRow>,
  { allOrNothing = false, onBadRow = () => {}, onProgress = () => {}, signal }: Options = {},
): Promise<Outcome> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'semel import' })
  await client.connect()
  try {
    await client.query(STAGE)
    const outcome: Outcome = { added: 0, changed: 0, unchanged: 0, bad: 0, undone: false, stopped: false }
    let batch: { line: number; row: ImportRow }[] = []
    let read = 0
    const flush = async () => {
      const { added, changed, unchanged } = await merge(client, batch, allOrNothing)
      outcome.added += added
      outcome.changed += changed
      outcome.unchanged += unchanged
      batch = []
      onProgress(read)
    }
    if (allOrNothing) await client.query('begin')
    for await (const fileRow of rows) {
      read++
      const checked = check(fileRow)
      if ('reason' in checked) {
        outcome.bad++
        onBadRow(checked)
      } else if (!allOrNothing || outcome.bad === 0) {
        batch.push(checked)
      }
      if (batch.length >= BATCH) await flush()
      // A file of nothing but mistakes must not keep signals and the progress bar waiting.
      else if (read % BATCH === 0) await breath(onProgress(read))
      if (signal?.aborted) {
        outcome.stopped = true
        break
      }
    }
    const undo = allOrNothing && (outcome.bad > 0 || outcome.stopped)
    if (!undo) await flush()
    if (allOrNothing) await client.query(undo ? 'rollback' : 'commit')
    if (undo) return { ...outcome, added: 0, changed: 0, unchanged: 0, undone: true }
    // Index-only scans need the visibility map, and the planner needs to know what came.
    if (outcome.added + outcome.changed > 10_000) await client.query('vacuum (analyze) products')
    return outcome
  } finally {
    await client.end()
  }
}

const validate = compileValidator({ schema: ImportRow, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Error }

/** In the words of the API. */
function check(fileRow: FileRow): { line: number; row: ImportRow } | BadRow {
  const { line } = fileRow
  if ('mistake' in fileRow) return { line, reason: fileRow.mistake }
  const { value } = fileRow
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'is not an object' }
  }
  const checked = validate(value)
  if (checked !== true) return { line, reason: checked.error.message }
  for (const [field, text] of Object.entries(value)) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return { line, reason: `${field} must not contain the character U+0000` }
    if (text.includes('\ufffd') || !text.isWellFormed()) return { line, reason: `${field} is not valid UTF-8` }
  }
  const { created_at, ...row } = value as ImportRow
  if (created_at === undefined) return { line, row }
  // What both JavaScript and PostgreSQL can name.
  const at = new Date(created_at)
  if (!(at.getTime() >= FIRST_MOMENT)) return { line, reason: 'created_at must be a time like 2026-01-31T12:00:00Z' }
  return { line, row: { ...row, created_at: at.toISOString() } }
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

const COLUMNS = [
  'sku',
  'name',
  'description',
  'category',
  'status',
  'price',
  'currency',
  'stock',
  'created_at',
] as const

const STAGE = `
  create temp table incoming (
    line int, sku text collate "C", name text, description text, category text, status text, price int, currency text,
    stock int, created_at timestamptz(3)
  )`

/** Of several rows with one sku the last one counts. An id is taken only for what is added. */
const MERGE = `
  with given as materialized (
    select distinct on (sku) * from incoming order by sku, line desc
  ), changed as (
    update products p set
      name = g.name, category = g.category, price = g.price,
      description = coalesce(g.description, p.description), status = coalesce(g.status, p.status),
      currency = coalesce(g.currency, p.currency), stock = coalesce(g.stock, p.stock),
      created_at = coalesce(g.created_at, p.created_at)
    from given g
    where p.sku = g.sku and p.removed_at is null and (
      p.name, p.category, p.price, p.description, p.status, p.currency, p.stock, p.created_at
    ) is distinct from (
      g.name, g.category, g.price, coalesce(g.description, p.description), coalesce(g.status, p.status),
      coalesce(g.currency, p.currency), coalesce(g.stock, p.stock), coalesce(g.created_at, p.created_at)
    )
    returning 1
  ), added as (
    insert into products (sku, name, description, category, status, price, currency, stock, created_at)
    select g.sku, g.name, coalesce(g.description, ''), g.category, coalesce(g.status, 'active'), g.price,
      coalesce(g.currency, 'EUR'), coalesce(g.stock, 0), coalesce(g.created_at, now())
    from given g
    where not exists (select from products p where p.sku = g.sku and p.removed_at is null)
    order by g.line
    on conflict (sku) where removed_at is null do nothing
    returning 1
  )
  select (select count(*) from changed)::int as changed, (select count(*) from added)::int as added,
    (select count(*) from incoming)::int as rows`

async function merge(client: pg.Client, batch: readonly { line: number; row: ImportRow }[], inTransaction: boolean) {
  if (batch.length === 0) return { added: 0, changed: 0, unchanged: 0 }
  if (!inTransaction) await client.query('begin')
  await copyRows(
    client,
    `incoming (line, ${COLUMNS.join(', ')})`,
    batch.map(({ line, row }) => [line, ...COLUMNS.map(column => row[column] ?? null)]),
  )
  const { rows } = await client.query<{ changed: number; added: number; rows: number }>(MERGE)
  await client.query(inTransaction ? 'truncate incoming' : 'truncate incoming; commit')
  const { changed, added } = rows[0]!
  return { added, changed, unchanged: rows[0]!.rows - changed - added }
}
