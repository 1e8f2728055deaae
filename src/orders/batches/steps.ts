/** The steps of a batch itself: a file is applied once, and a batch is taken back once. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { findBatch } from './queries.ts'
import { type OrderBatch, showBatch } from './show.ts'

type Details = { by: string; now: Date }

/** One conditional update decides between two people. @throws Problem */
export async function applyBatch(tx: Tx, id: string, { by, hold }: { by: string; hold: number }): Promise<OrderBatch> {
  await tx
    .updateTable('order_batches')
    .set({ state: 'running', by_user: by, hold })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
  return showBatch(tx, id)
}

/** The unique key lets one batch take another one back. Orders that others have moved on are refused one by one. @throws Problem */
export async function undoBatch(tx: Tx, id: string, { by, now }: Details): Promise<OrderBatch> {
  const batch = await findBatch(tx, id)
  if (!batch) throw new Problem('not_found', 'There is no such batch, or it is older than 30 days.')
  const isOver = batch.state === 'done'
  if (!isOver || (batch.step !== 'ship' && batch.step !== 'deliver')) {
    const detail = isOver
      ? 'Only orders that were shipped or delivered can go back.'
      : 'Wait until all orders of the batch are done.'
    throw new Problem('wrong_order_state', detail, { members: { from: batch.step, to: 'undone' } })
  }
  const undo = randomUUIDv7()
  await sql`
    with undo as (
      insert into order_batches (id, step, state, by_user, undoes, created_at, expires_at)
      select ${undo}::uuid, ${`undo-${batch.step}`}, 'running', ${by}::uuid, id, ${now}::timestamptz, expires_at
      from order_batches where id = ${id}
      on conflict (undoes) do nothing returning id
    ), back as (
      insert into order_batch_rows (batch_id, row, order_id, named)
      select undo.id, r.row, r.order_id, r.named from undo, order_batch_rows r where r.batch_id = ${id} and r.outcome = 'moved'
    )
    select id from undo
  `.execute(tx)
  const { undoneBy } = (await findBatch(tx, id))!
  return showBatch(tx, undoneBy!)
}
