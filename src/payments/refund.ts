/** Refunds that the shop wants: whole or in part, never more than was captured. */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { publishToFeed } from '../events/publish.ts'
import { money } from '../pages/format.ts'
import { Problem } from '../problems.ts'
import { wantRefund } from './ledger/wishes.ts'
import { settleOrder } from './order-status.ts'
import { requireRefundable } from './providers/payable.ts'
import { findPaymentsToRefund } from './queries.ts'
import { divideRefund, FIRST_OF } from './refund-parts.ts'

type RefundWish = {
  orderId: number
  amount: number | undefined
  reason: string | undefined
  by: string
  now: Date
  /** The cause of the refund: a return has one. */
  returnId?: string
  /** The customer names an account, and somebody makes a transfer. */
  byTransfer?: boolean | undefined
}

/**
 * A provider sends the money by itself; what came by bank transfer is owed until a person has sent it. An order that staff made dearer can
 * have several payments: the one with the most left gives first, and the next ones what is missing, each by a refund of its own. The row of
 * the order is locked, so nobody else takes of them meanwhile.
 * @returns the id of the first refund @throws Problem
 */
export async function refundOrder(tx: Tx, wish: RefundWish): Promise<string> {
  const { orderId, amount, returnId, now } = wish
  const order = await tx
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new Problem('not_found', 'There is no such order.')
  const payments = await findPaymentsToRefund(tx, orderId)
  const isPartly = order.payment_status === 'partly_paid'
  if (isPartly && returnId) throw onlyPart()
  if (payments.length === 0) {
    const from = isPartly ? 'open' : order.payment_status
    throw new Problem('wrong_payment_state', 'No money has come for this order, so none can go back.', {
      members: { from, to: 'refunded' },
    })
  }
  const refunds = await giveBack(tx, payments, wish)
  if (!refunds) throw notRefundable(order.payment_status) ?? tooLarge(payments, amount)
  if (isPartly) for (const refund of refunds) await takeOff(tx, orderId, refund)
  await settleOrder(tx, orderId, now)
  return refunds[0]!.id
}

type Source = Awaited<ReturnType<typeof findPaymentsToRefund>>[number]
type Given = { id: string; amount: number }

/** @returns undefined when less is left. Then the caller rolls all of it back. */
async function giveBack(tx: Tx, payments: readonly Source[], wish: RefundWish): Promise<Given[] | undefined> {
  const { amount, reason, by, now, returnId, byTransfer = false } = wish
  const refunds: Given[] = []
  for (const { source, part } of divideRefund(payments, amount)) {
    if (amount !== undefined && !byTransfer) requireRefundable(source.provider, part, source.currency)
    const [first] = refunds
    const cause = first ? { partOf: first.id } : { returnId }
    const wanted = { paymentId: source.id, amount: part, source: 'shop', reason, by, now, ...cause } as const
    const refund = await wantRefund(tx, { ...wanted, ...(byTransfer && { byTransfer: 'wanted' }) })
    if (!refund) return undefined
    refunds.push(refund)
  }
  return refunds.length > 0 ? refunds : undefined
}

/** Another paper corrects the invoice for this refund. */
export async function leaveOutCreditNote(tx: Tx, refundId: string): Promise<void> {
  await sql`update refunds set needs_credit_note = false where ${FIRST_OF(sql`refunds`)} = ${refundId}`.execute(tx)
}

/**
 * The order costs less now. If it is paid in full, the difference goes back. If transfers have paid a part of it, that may be enough now,
 * and only what is more than the new price goes back. @returns the id of the refund, if there is one
 */
export async function refundLess(tx: Tx, wish: RefundWish): Promise<string | null> {
  const { orderId, now } = wish
  const { costs, status } = await tx
    .selectFrom('orders')
    .select([sql<number>`total - credited`.as('costs'), 'payment_status as status'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (status !== 'partly_paid') return status === 'open' ? null : refundOrder(tx, wish)
  const { after } = await settleOrder(tx, orderId, now)
  if (after === 'partly_paid') return null
  // Lowers the amount that was asked for to what came.
  await sql`update payments set amount = captured where order_id = ${orderId} and state = 'captured' and captured < amount`.execute(
    tx,
  )
  await publishToFeed(tx, now, { type: 'order.paid', data: { orderId } })
  const { kept } = await readKept(tx, orderId)
  const over = kept - costs
  return over > 0 ? refundOrder(tx, { ...wish, amount: over }) : null
}

/** `came`: all that payments have brought; `kept`: what is left of it, and promised to nobody. */
export async function readKept(tx: Tx, orderId: number): Promise<{ came: number; kept: number }> {
  const { rows } = await sql<{ came: number; kept: number }>`
    select coalesce(sum(captured), 0)::bigint as came,
      coalesce(sum(captured - refund_reserved - charged_back - disputed), 0)::bigint as kept
    from payments where order_id = ${orderId} and state = 'captured' and not is_surplus
  `.execute(tx)
  return rows[0]!
}

/** The order costs so much less now. Otherwise the customer would owe again what goes back. */
async function takeOff(tx: Tx, orderId: number, { id, amount }: { id: string; amount: number }): Promise<void> {
  await sql`
    with refund as (update refunds set taken_off = true where id = ${id})
    update orders set credited = credited + ${amount} where id = ${orderId}
  `.execute(tx)
}

/** Refuses the refund of a partly paid order: a return lowers what is due. Only money beyond that goes back. */
function onlyPart(): Problem {
  const detail = 'Only a part of this order is paid. Take the return off what is due instead.'
  return new Problem('wrong_payment_state', detail, { members: { from: 'open', to: 'refunded' } })
}

/** Refuses to refund money that a bank has taken, or may take: the shop would pay twice. */
function notRefundable(from: string): Problem | undefined {
  const details: Record<string, string> = {
    disputed:
      'The bank of the customer has disputed this payment. A refund would pay it twice. Answer the bank at the provider.',
    charged_back: 'The bank of the customer has taken this money back, so none is left to refund.',
  }
  const detail = details[from]
  return detail === undefined
    ? undefined
    : new Problem('wrong_payment_state', detail, { members: { from, to: 'refunded' } })
}

type Refundable = { captured: number; left: number; currency: string }

function tooLarge(payments: readonly Refundable[], amount?: number): Problem {
  const { currency } = payments[0]!
  const came = payments.reduce((sum, { captured }) => sum + captured, 0)
  const left = payments.reduce((sum, payment) => sum + Math.max(0, payment.left), 0)
  const asked = amount ?? came
  const detail = `${money(asked, currency)} asked, ${money(left, currency)} left of ${money(came, currency)}.`
  return new Problem('refund_too_large', detail, { members: { asked, left, currency } })
}
