/**
 * Gives the customer the worth of a return: money that goes back as every refund (src/payments/refund.ts), or less that
 * is due.
 */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { money } from '../pages/format.ts'
import { findCompletePayment } from '../payments/ask-more.ts'
import { findLivePayment } from '../payments/queries.ts'
import { leaveOutCreditNote, refundLess, refundOrder } from '../payments/refund.ts'
import { Problem } from '../problems.ts'
import { noSuchReturn, takeStep } from './steps.ts'

type Wish = {
  id: string
  /** By default what the rules say (value.ts). */
  amount: number | undefined
  reason: string | undefined
  by: string
  now: Date
}

/**
 * Refunds a return and closes it. The step out of `received` and the unique key of the refund decide when two want it.
 * @returns the id of the refund @throws Problem
 */
export async function refundReturn(tx: Tx, { id, amount, reason, by, now }: Wish): Promise<string> {
  const orderId = await takeStep(tx, 'close', { id, by, now }, false)
  const worth = amount ?? (await findWorth(tx, id))
  return refundOrder(tx, { orderId, amount: worth, reason, by, now, returnId: id })
}

/**
 * Takes a return off what is still due and closes it: nobody has paid for the order yet. A worker writes the credit note.
 * @throws Problem
 */
export async function creditReturn(tx: Tx, { id, amount, by, now }: Omit<Wish, 'reason'>): Promise<void> {
  const orderId = await takeStep(tx, 'close', { id, by, now })
  const payment = (await findLivePayment(tx, orderId)) ?? (await findCompletePayment(tx, orderId))
  if (payment && !(await isPartlyPaid(tx, orderId))) {
    const detail =
      payment.state === 'captured'
        ? 'This order is paid. Refund the return instead.'
        : 'A payment of this order is under way. Wait until it has ended.'
    throw new Problem('wrong_payment_state', detail, { members: { from: payment.state, to: 'credited' } })
  }
  const credited = amount ?? (await findWorth(tx, id))
  const { numAffectedRows } = await sql`
    update orders set credited = credited + ${credited} where id = ${orderId} and ${credited} between 1 and total - credited
  `.execute(tx)
  if (numAffectedRows === 0n) throw await tooLarge(tx, orderId, credited)
  await tx.updateTable('returns').set({ credited, needs_credit_note: true }).where('id', '=', id).execute()
  const refundId = await refundLess(tx, { orderId, amount: undefined, reason: 'The order costs less now.', by, now })
  // The credit note is about the return.
  if (refundId) await leaveOutCreditNote(tx, refundId)
}

/** Transfers have brought less than the order costs. */
async function isPartlyPaid(tx: Tx, orderId: number): Promise<boolean> {
  const order = await tx.selectFrom('orders').select('payment_status').where('id', '=', orderId).executeTakeFirst()
  return order?.payment_status === 'partly_paid'
}

async function tooLarge(tx: Tx, orderId: number, asked: number): Promise<Problem> {
  const { total, credited, currency } = await tx
    .selectFrom('orders')
    .select(['total', 'credited', 'currency'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const left = total - credited
  const detail = `${money(asked, currency)} asked, ${money(left, currency)} still due.`
  return new Problem('refund_too_large', detail, { members: { asked, left, currency } })
}

async function findWorth(tx: Tx, id: string): Promise<number> {
  const found = await tx
    .selectFrom('returns')
    .select(['goods_total', 'delivery_total'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw noSuchReturn()
  return found.goods_total! + found.delivery_total!
}
