/** Keeps a batch: the orders as they were chosen, in the order in which they came. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { DAY } from '../../time.ts'
import type { BatchStep } from './tables.ts'

/** Number of orders of one batch. */
export const MOST_IN_BATCH = 2000

const KEPT_FOR = 30 * DAY

export type NewRow = {
  row: number
  /** null: what the file names is no order. */
  orderId: number | null
  named: string
  trackingNumber?: string | null | undefined
  carrier?: string | null | undefined
  postcode?: string | null | undefined
}

type Wanted = {
  step: BatchStep
  state: 'open' | 'running'
  rows: readonly NewRow[]
  by: string
  hold: number
  now: Date
}

/** @returns the id of the batch */
export async function keepBatch(tx: Tx, { step, state, rows, by, hold, now }: Wanted): Promise<string> {
  const id = randomUUIDv7()
  const expires = new Date(now.getTime() + KEPT_FOR)
  await tx
    .insertInto('order_batches')
    .values({ id, step, state, by_user: by, hold, undoes: null, created_at: now, expires_at: expires })
    .execute()
  await sql`
    insert into order_batch_rows (batch_id, row, order_id, named, tracking_number, carrier, postcode)
    select ${id}::uuid, r.row, o.id, r.named, r."trackingNumber", r.carrier, r.postcode
    from ${recordsetSql(rows)} as r (
      row int, "orderId" bigint, named text, "trackingNumber" text, carrier text, postcode text
    ) left join orders o on o.id = r."orderId"
  `.execute(tx)
  return id
}

export async function deleteOldBatches(db: Db): Promise<void> {
  await sql`delete from order_batches where expires_at < now()`.execute(db)
}
