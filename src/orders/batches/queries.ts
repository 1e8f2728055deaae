/** Reads batches and their rows. */
import type { Db } from '../../database/schema.ts'
import type { Twin } from './judge.ts'
import type { Outcome } from './tables.ts'
import './tables.ts'

export type BatchRow = {
  row: number
  orderId: number | null
  named: string
  trackingNumber: string | null
  carrier: string | null
  postcode: string | null
  outcome: Outcome | null
  code: string | null
  explanation: string | null
}

/** `waiting`: rows that are not taken yet, by their orders, so that two batches lock orders in the same order. */
export async function findRows(
  db: Db,
  id: string,
  { waiting, most }: { waiting: boolean; most: number },
): Promise<BatchRow[]> {
  const rows = db
    .selectFrom('order_batch_rows')
    .select([
      'row',
      'order_id as orderId',
      'named',
      'tracking_number as trackingNumber',
      'carrier',
      'postcode',
      'outcome',
      'code',
      'explanation',
    ])
    .where('batch_id', '=', id)
  const chosen = waiting ? rows.where('outcome', 'is', null).orderBy('order_id').orderBy('row') : rows.orderBy('row')
  return chosen.limit(most).execute()
}

/** All rows with a number, so that each can be compared with the others. */
export async function findTwins(db: Db, id: string): Promise<Twin[]> {
  return db
    .selectFrom('order_batch_rows as r')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.row', 'r.order_id as orderId', 'o.owner_id as ownerId', 'r.tracking_number as trackingNumber'])
    .where('r.batch_id', '=', id)
    .where('r.tracking_number', 'is not', null)
    .$narrowType<{ trackingNumber: string }>()
    .execute()
}

export async function findBatch(db: Db, id: string) {
  return db
    .selectFrom('order_batches as b')
    .leftJoin('order_batches as u', 'u.undoes', 'b.id')
    .select(['b.id', 'b.step', 'b.state', 'b.hold', 'b.undoes', 'b.created_at as createdAt', 'u.id as undoneBy'])
    .where('b.id', '=', id)
    .executeTakeFirst()
}

/** The oldest batch that is under way. */
export async function findRunning(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('order_batches')
    .select('id')
    .where('state', '=', 'running')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}
