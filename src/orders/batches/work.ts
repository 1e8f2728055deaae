/**
 * Takes the rows of a batch, some in each transaction. The row of the batch is locked first, so of two workers one takes it. Each order has
 * a savepoint: a refused one leaves nothing behind, and its row says why. What became of an order commits together with it.
 */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { ownCarriersOf } from '../../shop/own-carriers.ts'
import { readShop } from '../../shop/settings.ts'
import { readParcelNumber } from '../../world/parcels/read-number.ts'
import { lockOrder } from '../edits/locked.ts'
import { findOwnersOf } from '../parcels/queries.ts'
import { changeTrackingNumber } from '../parcels/tracking-number.ts'
import { recordPayment } from '../payment.ts'
import { takeOrderStep } from '../transition.ts'
import { undoStep } from '../undo/undo.ts'
import { type Judged, judgeNumber, type Known, refused } from './judge.ts'
import { type BatchRow, findRows, findTwins } from './queries.ts'
import type { BatchStep } from './tables.ts'

/** Orders of one transaction. Their customers and products wait as long. */
export const ROWS_A_CHUNK = 50

type Batch = { id: string; step: BatchStep; by_user: string; hold: number }

/** @returns whether rows may be left */
export async function workBatch(tx: Tx, id: string, now: Date, most = ROWS_A_CHUNK): Promise<boolean> {
  const batch = await tx
    .selectFrom('order_batches')
    .select(['id', 'step', 'by_user', 'hold'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!batch) return false
  const rows = await findRows(tx, id, { waiting: true, most })
  const known = await readKnown(tx, id, rows)
  for (const row of rows) {
    const judged = await trySafely(tx, () => takeRow(tx, batch, row, { now, known }))
    await keepOutcome(tx, id, row, judged)
  }
  const isMore = rows.length === most
  if (!isMore) await tx.updateTable('order_batches').set({ state: 'done' }).where('id', '=', id).execute()
  return isMore
}

/** Batches with numbers wait for each other, because no key keeps a number from two orders. */
async function readKnown(tx: Tx, id: string, rows: readonly BatchRow[]): Promise<Known> {
  const numbered = rows.filter(({ trackingNumber }) => trackingNumber !== null)
  if (numbered.length === 0) return { own: [], owners: [], twins: [] }
  await sql`select pg_advisory_xact_lock(hashtext('semel order batches'))`.execute(tx)
  const own = ownCarriersOf(await readShop(tx))
  const numbers = numbered.map(row => readParcelNumber(row.trackingNumber!, { chosen: row.carrier, own }).number)
  return { own, owners: await findOwnersOf(tx, numbers), twins: await findTwins(tx, id) }
}

async function trySafely(tx: Tx, work: () => Promise<Judged>): Promise<Judged> {
  await sql`savepoint one_order`.execute(tx)
  try {
    const judged = await work()
    await sql`release savepoint one_order`.execute(tx)
    return judged
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await sql`rollback to savepoint one_order`.execute(tx)
    return refused(error.code, error.message)
  }
}

type Moment = { now: Date; known: Known }

async function takeRow(tx: Tx, batch: Batch, row: BatchRow, { now, known }: Moment): Promise<Judged> {
  const { orderId } = row
  if (orderId === null) return refused('not_found', noOrder(row.named))
  const { step, by_user: by, hold } = batch
  if (row.trackingNumber !== null) {
    return takeNumber(tx, orderId, { ...row, trackingNumber: row.trackingNumber }, { batch, now, known })
  }
  if (step === 'undo-ship' || step === 'undo-deliver') {
    const { emailOutcome } = await undoStep(tx, orderId, step === 'undo-ship' ? 'ship' : 'deliver', { by, now })
    const told = { code: 'email_sent', explanation: 'Its email had gone out: tell the customer.' }
    return { outcome: 'moved', ...(emailOutcome === 'sent' && told) }
  }
  if (step === 'mark-paid') await recordPayment(tx, orderId, 'paid', { by, now })
  else await takeOrderStep(tx, orderId, step, { by: { id: by, staff: true }, now, hold })
  return { outcome: 'moved' }
}

type Taking = Moment & { batch: Batch }
type Numbered = BatchRow & { trackingNumber: string }

async function takeNumber(tx: Tx, orderId: number, row: Numbered, { batch, now, known }: Taking): Promise<Judged> {
  const judged = judgeNumber(await lockOrder(tx, orderId, {}), row, known)
  const typed = { trackingNumber: row.trackingNumber, carrier: row.carrier ?? undefined, now }
  if (judged.outcome === 'moved') {
    await takeOrderStep(tx, orderId, 'ship', { ...typed, by: { id: batch.by_user, staff: true }, hold: batch.hold })
  }
  if (judged.outcome === 'numbered') await changeTrackingNumber(tx, orderId, { ...typed, by: batch.by_user })
  return judged
}

export function noOrder(named: string): string {
  return `We can't find order ${named}.`
}

async function keepOutcome(tx: Tx, id: string, { row }: BatchRow, judged: Judged): Promise<void> {
  const { outcome, code = null, explanation = null } = judged
  await tx
    .updateTable('order_batch_rows')
    // The postcode was for the check alone.
    .set({ outcome, code, explanation, postcode: null })
    .where('batch_id', '=', id)
    .where('row', '=', row)
    .execute()
}
