/*
 * Books a transfer on the money of an order. Less than is due leaves a rest; what is more than due, or comes twice, is surplus and goes
 * back by transfer. The order is locked by the caller, so transfers, payments online, edits and steps of an order come one after the other.
 *
 * An order has one live payment. All transfers that pay an order are parts of one payment, which grows. A page of a provider that is open
 * steps aside: it is stopped, and what still comes there is surplus. Only when the transfers have not paid the order yet does a whole
 * payment from there take their place, and the transfers go back (`giveWay`). So money is never lost, whichever comes first.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { HAS_CLAIM } from '../disputes/claim.ts'
import { DUE, LEFT_TO_PAY } from '../due.ts'
import { TRANSFER, wantCancel, wantRefund } from '../ledger/wishes.ts'
import { settleOrder } from '../order-status.ts'
import { findLivePayment } from '../queries.ts'
import { isDueState, UNDER_WAY } from '../states.ts'
import './tables.ts'

type Part = { transferId: string; orderId: number; amount: number; currency?: string; by: string; now: Date }

/** @throws Problem when the money is not in the currency of the order */
export async function bookPart(tx: Tx, part: Part): Promise<void> {
  const { orderId, by, now, transferId } = part
  const order = await findPayable(tx, part)
  await putPageAside(tx, orderId)
  const booked = await keepMoney(tx, part, order)
  const { before, after } = await settleOrder(tx, orderId, now, by)
  await publishToFeed(tx, now, { type: 'transfer.received', data: { orderId, transferId } })
  const isPaid = after === 'paid' || (after === 'refund_due' && booked >= order.due)
  if (isPaid && isDueState(before)) await publishToFeed(tx, now, { type: 'order.paid', data: { orderId } })
  if (after !== 'partly_paid') return
  const payload = { orderId, transferId }
  await announce(tx, { type: 'transfer.received', payload, to: [{ userId: order.ownerId }], at: now })
}

/** Pays what is due now with money that was surplus. The caller settles the order afterwards. */
export async function bookAgain(tx: Tx, part: Part): Promise<void> {
  await keepMoney(tx, part, await findPayable(tx, part))
}

/** @returns how much of it is the order's */
async function keepMoney(tx: Tx, part: Part, order: Payable): Promise<number> {
  const booked = await payOrder(tx, part, order)
  if (part.amount > booked) await keepSurplus(tx, part, part.amount - booked)
  return booked
}

type Payable = { isCancelled: boolean; hasClaim: boolean; due: number; ownerId: string }

async function findPayable(tx: Tx, { orderId, currency }: Part): Promise<Payable> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'currency', 'owner_id as ownerId', 'payment_status as before'])
    .select([LEFT_TO_PAY.as('left'), HAS_CLAIM.as('hasClaim')])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (currency !== undefined && currency !== order.currency) throw otherCurrency(currency, order.currency)
  const { status, before, left, ...rest } = order
  return { ...rest, isCancelled: status === 'cancelled', due: isDueState(before) ? left : 0 }
}

/** A cancelled order keeps none of it. @returns how much of it is the order's */
async function payOrder(tx: Tx, part: Part, { isCancelled, hasClaim, due }: Payable): Promise<number> {
  const { orderId, amount, by, now } = part
  const live = await findLivePayment(tx, orderId)
  if (live && live.provider !== TRANSFER) return 0
  const booked = isCancelled ? amount : Math.min(amount, due)
  if (booked === 0) return 0
  const paymentId = live
    ? await addTo(tx, live.id, booked)
    : await insertPayment(tx, orderId, { asked: Math.max(due, 1), captured: booked, isForClaim: hasClaim })
  await keepPart(tx, part, paymentId, booked)
  if (isCancelled) await wantRefund(tx, { paymentId, amount: booked, source: 'cancelled', by, now })
  return booked
}

async function keepSurplus(tx: Tx, part: Part, amount: number): Promise<void> {
  const paymentId = await insertPayment(tx, part.orderId, { asked: amount, captured: amount, isSurplus: true })
  await keepPart(tx, part, paymentId, amount)
  await wantRefund(tx, { paymentId, source: 'surplus', by: part.by, now: part.now })
}

function otherCurrency(came: string, wanted: string): Problem {
  const detail = `This transfer is in ${came}, and the order in ${wanted}. Send it back, or note what your bank made of it.`
  return new Problem('wrong_payment_state', detail, { members: { from: came, to: wanted } })
}

/** The transfer is here. What the customer still pays at the provider's page is not the order's, unless it has to be (`giveWay`). */
async function putPageAside(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payments set is_surplus = true
    where order_id = ${orderId} and provider <> ${TRANSFER} and not is_surplus
      and state = any(${[...UNDER_WAY]}::text[])
    returning id
  `.execute(tx)
  for (const { id } of rows) await wantCancel(tx, id)
}

async function addTo(tx: Tx, paymentId: string, amount: number): Promise<string> {
  await sql`update payments set captured = captured + ${amount} where id = ${paymentId}`.execute(tx)
  return paymentId
}

type Came = { asked: number; captured: number; isSurplus?: boolean; isForClaim?: boolean }

async function insertPayment(tx: Tx, orderId: number, came: Came): Promise<string> {
  const { asked, captured, isSurplus = false, isForClaim = false } = came
  const id = randomUUIDv7()
  await sql`
    insert into payments (id, order_id, provider, amount, currency, state, captured, is_surplus, for_claim, expires_at)
    select ${id}::uuid, id, ${TRANSFER}, ${asked}::bigint, currency, 'captured', ${captured}::bigint, ${isSurplus}, ${isForClaim}, now()
    from orders where id = ${orderId}
  `.execute(tx)
  return id
}

async function keepPart(tx: Tx, { transferId, orderId }: Part, paymentId: string, amount: number): Promise<void> {
  await tx
    .insertInto('incoming_transfer_parts')
    .values({ transfer_id: transferId, payment_id: paymentId, order_id: orderId, amount })
    .execute()
}

/**
 * The whole amount has come at a provider, and transfers have brought only a part. The order is paid by the provider then, and the
 * transfers are the surplus. They stay if the order costs more meanwhile than the provider has brought.
 * @param paymentId the payment at the provider
 */
export async function giveWay(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payments t set is_surplus = true
    from payments p join orders on orders.id = p.order_id
    where p.id = ${paymentId} and p.state <> 'captured' and t.order_id = p.order_id and t.id <> p.id
      and t.provider = ${TRANSFER} and t.state = 'captured' and not t.is_surplus and t.refund_reserved = 0
      and not t.is_complete and ${DUE} between 1 and p.amount - t.captured
    returning t.id
  `.execute(tx)
  for (const { id } of rows) await wantRefund(tx, { paymentId: id, source: 'surplus', now })
}
