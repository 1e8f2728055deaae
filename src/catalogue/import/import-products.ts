import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { limitStatements } from '../../database/limits.ts'
import { connectDirectly } from '../../database/pooling/client.ts'
import { queueForRows } from '../../database/pooling/row-queues.ts'
import type { Db } from '../../database/schema.ts'
import { SHOP_LOCK } from '../../database/shops.ts'
import { MINUTE } from '../../time.ts'
import { ALL_WORDS } from '../search/suggestions.ts'
import type { FileRow } from './file-rows.ts'
import { badGroupedRows } from './grouped-rows.ts'
import { MERGE, TURN } from './sql/merge.ts'
import {
  type BadRow,
  type Checked,
  check,
  MERGED_PRICES,
  openStage,
  type PriceSpan,
  REMOVE_BAD,
  ROWS_AT_ONCE,
  rowsBadTogether,
  STAGED_PRICES,
  stage,
} from './stage.ts'

/*
 * Imports any number of products from a file in constant memory. Rows are checked one by one. COPY writes a few thousand
 * at a time into a temporary table, and one statement merges them into the catalogue. It locks products in the order of their
 * ids, as orders do. Imports merge one at a time: two that add the same SKUs in different orders would wait in a circle.
 *
 * A row is matched by its SKU. A product that already equals its row is left alone, so an interrupted import is simply
 * run again. Values that a row does not give (no description, no stock) stay unchanged. Only a new product needs a
 * name, a category and a price. `allOrNothing` merges the whole file at its end, and only if no row is bad.
 *
 * If several rows have the same SKU, the last one counts, and the others are bad. A second temporary table has each SKU that
 * was merged, with its line and what became of it.
 *
 * An amount without a currency is in the currency of the product, which is only known here. When that one has no cents, the
 * row is bad: 1250 would be 125,000 yen. So is a row that changes the currency but not the price.
 *
 * While a file does not say what its prices mean, nothing is merged. Its end may be the question.
 */

export type ImportReport = {
  added: number
  changed: number
  unchanged: number
  bad: number
  /** Lines that a mistake took with it, mostly a quote that is not closed. */
  lostLines: number
  unreadColumns: string[]
  prices: PriceSpan[]
  undone: boolean
  stopped: boolean
}

type Options = {
  /** The id of the importing user, for the history of the stocks. */
  by?: string
  allOrNothing?: boolean
  /** Category of new products whose row names none. */
  category?: string | undefined
  /** New SKUs that are like known ones are new products. */
  takesSimilar?: boolean | undefined
  onBadRow?: (row: BadRow) => void
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
  /** Ends the import after the present batch. */
  signal?: AbortSignal
}

/** A batch takes seconds, and the vacuum of a big catalogue some minutes. */
export const LONGEST_STATEMENT = 30 * MINUTE

/**
 * Imports of requests wait for each other here: one that is refused has not begun. The time of a request would end one halfway, while
 * PostgreSQL goes on and commits.
 */
export function duringImport<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return queueForRows(db, ['imports'], () => limitStatements(LONGEST_STATEMENT, work))
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over the rows with one report; its two steps share both
export async function importProducts(
  databaseUrl: string,
  rows: AsyncIterable<FileRow> | Iterable<FileRow>,
  {
    by,
    allOrNothing = false,
    category,
    takesSimilar,
    onBadRow = () => {},
    onProgress = () => {},
    signal,
  }: Options = {},
): Promise<ImportReport> {
  const client = await connectDirectly(databaseUrl, { name: 'semel import', deadline: LONGEST_STATEMENT })
  try {
    await openStage(client, takesSimilar)
    await client.query(IMPORTED_BY, [by ?? null])
    const merge = async () => {
      for await (const row of badRows(client)) {
        report.bad++
        onBadRow(row)
      }
      if (allOrNothing && report.bad > 0) return
      // The end of the connection releases the lock too.
      await client.query(`select pg_advisory_lock(${TURN}, ${SHOP_LOCK})`)
      await client.query(REMOVE_BAD)
      await client.query(MERGE)
      await client.query(`select pg_advisory_unlock(${TURN}, ${SHOP_LOCK})`)
      await client.query('truncate incoming')
    }
    const report: ImportReport = { ...NOTHING, unreadColumns: [] }
    let batch: Checked[] = []
    let read = 0
    let isUnsure = false
    const flush = async () => {
      await stage(client, batch, category)
      if (!allOrNothing && !isUnsure) await merge()
      batch = []
      onProgress(read)
    }
    for await (const fileRow of rows) {
      if ('unreadColumns' in fileRow) {
        report.unreadColumns = fileRow.unreadColumns
        continue
      }
      if ('morePictures' in fileRow) continue
      read++
      if ('mistake' in fileRow) report.lostLines += fileRow.lostLines ?? 0
      else isUnsure = fileRow.isUnsure ?? false
      const checked = check(fileRow)
      if ('reason' in checked) {
        report.bad++
        onBadRow(checked)
      } else {
        batch.push(checked)
      }
      if (batch.length >= ROWS_AT_ONCE) await flush()
      // A file full of mistakes must not block signals and the progress bar.
      else if (read % ROWS_AT_ONCE === 0) await setImmediate(onProgress(read))
      if (signal?.aborted) {
        report.stopped = true
        break
      }
    }
    // The end of the file has answered what its rows left open, or has thrown the question.
    isUnsure = isUnsure && report.stopped
    await flush()
    if (allOrNothing && !report.stopped) await merge()
    const undone = report.bad > 0 || report.stopped
    const spans = await client.query<PriceSpan>(allOrNothing && undone ? STAGED_PRICES : MERGED_PRICES)
    report.prices = spans.rows
    if (allOrNothing && undone) return { ...report, undone }
    const { rows: counts } = await client.query<{ result: 'added' | 'changed' | 'unchanged'; count: number }>(COUNTS)
    for (const { result, count } of counts) report[result] = count
    // Index-only scans need the visibility map, and the planner needs new statistics.
    if (report.added + report.changed > 10_000) {
      await client.query('vacuum (analyze) products')
      await client.query(ALL_WORDS)
    }
    return report
  } finally {
    await client.end()
  }
}

async function* badRows(client: pg.Client): AsyncGenerator<BadRow> {
  yield* rowsBadTogether(client)
  await client.query(REMOVE_BAD)
  yield* badGroupedRows(client)
}
/** The connection ends with the import. */
export const IMPORTED_BY = `select set_config('semel.stock_cause', jsonb_build_object('reason', 'imported', 'by', $1::uuid)::text, false)`

const NOTHING = { added: 0, changed: 0, unchanged: 0, bad: 0, lostLines: 0, prices: [], undone: false, stopped: false }

/** Each product once: one that a row added and a later one changed is an added one (`least`, in the order of the letters). */
const COUNTS = 'select result, count(*)::int from merged group by result'
