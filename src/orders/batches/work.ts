/**
 * Takes the rows of a batch, some in each transaction. The row of the batch is locked first, so of two workers one takes it. Each order has
 * a savepoint: a refused one leaves nothing behind, and its row says why. What became of an order commits together with it.
 */
import { sql } from 'kysely'
import { isWorkingKeySql, mayStillSql } from '../../accounts/sessions/still-may.ts'
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
import { type Judged, judgeNumber, type Known, refused, type Twin } from './judge.ts'
import { type BatchRow, findRows, findTwins } from './queries.ts'
import type { BatchStep } from './tables.ts'

/** Orders of one transaction. Their customers and products wait as long. */
export const ROWS_A_CHUNK = 50

type Batch = {
  id: string
  step: BatchStep
  by_user: string
  hold: number
  /** An order that has left is refused, also with a number that it could get now. */
  movesOnly?: boolean
}

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
  if (!(await mayStillTake(tx, batch))) return endWithoutRight(tx, id)
  const rows = await findRows(tx, id, { waiting: true, most })
  const judged = await takeRows(tx, batch, rows, { now, twins: () => findTwins(tx, id) })
  for (const [index, row] of rows.entries()) await keepOutcome(tx, id, row, judged[index]!)
  const isMore = rows.length === most
  if (!isMore) await tx.updateTable('order_batches').set({ state: 'done' }).where('id', '=', id).execute()
  return isMore
}

/** A batch acts with the rights of who began it, in each of its transactions: a user, or an API key. */
async function mayStillTake(tx: Tx, { by_user: by, step }: Batch): Promise<boolean> {
  const isMoney = step === 'mark-paid'
  const person = mayStillSql(sql`${by}::uuid`, 'orders')
  const key = isWorkingKeySql(sql`${by}::uuid`, 'orders:write')
  const { rows } = await sql<{ may: boolean }>`
    select ${isMoney ? sql`${person} and ${mayStillSql(sql`${by}::uuid`, 'money')}` : person}
      or ${isMoney ? sql`${key} and ${isWorkingKeySql(sql`${by}::uuid`, 'money:write')}` : key} as may
  `.execute(tx)
  return rows[0]!.may
}

/** Rows that were taken stay as they are, and each that waits says why it was not. */
async function endWithoutRight(tx: Tx, id: string): Promise<false> {
  await tx
    .updateTable('order_batch_rows')
    .set({ outcome: 'refused', code: 'forbidden', explanation: NO_RIGHT, postcode: null })
    .where('batch_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
  await tx.updateTable('order_batches').set({ state: 'done' }).where('id', '=', id).execute()
  return false
}

const NO_RIGHT =
  'The person who began this may no longer do it, so it ended here. Begin again with the orders that are left.'

type Rowed = { now: Date; twins: () => Promise<Twin[]> }

/** Takes rows, each with a savepoint of its own. @returns an outcome for each */
export async function takeRows(
  tx: Tx,
  batch: Omit<Batch, 'id'>,
  rows: readonly BatchRow[],
  { now, twins }: Rowed,
): Promise<Judged[]> {
  const known = await readKnown(tx, rows, twins)
  const judged: Judged[] = []
  for (const row of rows) judged.push(await trySafely(tx, () => takeRow(tx, batch, row, { now, known })))
  return judged
}

/** Batches with numbers wait for each other, because no key keeps a number from two orders. */
async function readKnown(tx: Tx, rows: readonly BatchRow[], twins: Rowed['twins']): Promise<Known> {
  const numbered = rows.filter(({ trackingNumber }) => trackingNumber !== null)
  if (numbered.length === 0) return { own: [], owners: [], twins: [] }
  await sql`select pg_advisory_xact_lock(hashtext('semel order batches'))`.execute(tx)
  const own = ownCarriersOf(await readShop(tx))
  const numbers = numbered.map(row => readParcelNumber(row.trackingNumber!, { chosen: row.carrier, own }).number)
  return { own, owners: await findOwnersOf(tx, numbers), twins: await twins() }
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

async function takeRow(tx: Tx, batch: Omit<Batch, 'id'>, row: BatchRow, { now, known }: Moment): Promise<Judged> {
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

type Taking = Moment & { batch: Omit<Batch, 'id'> }
type Numbered = BatchRow & { trackingNumber: string }

async function takeNumber(tx: Tx, orderId: number, row: Numbered, { batch, now, known }: Taking): Promise<Judged> {
  const order = await lockOrder(tx, orderId, {})
  const hasLeft = batch.movesOnly === true && order.status !== 'processing'
  const judged: Judged = hasLeft ? { outcome: 'moved' } : judgeNumber(order, row, known)
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
