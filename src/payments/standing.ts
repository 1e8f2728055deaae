/*
 * The status of a payment: read at the provider, and applied here. The provider's event, the customer who comes back, the worker
 * after each call and an operator all end in `look`. So it does not matter which of them comes first, or how often.
 *
 * The reading is outside of any transaction, so an older one could be applied after a newer one. It is not: `asked_at` keeps when the
 * newest one that was applied was asked for. For payments and refunds each statement below also says from which states it leads, and
 * none leads back. Disputes can go back and forth.
 */
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { one } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { DAY, HOUR, SECOND } from '../time.ts'
import { applyDisputes } from './disputes/apply.ts'
import { OWED } from './disputes/claim.ts'
import { DUE } from './due.ts'
import { closeCalls } from './ledger/close-calls.ts'
import { type Due, isNewest } from './ledger/due-looks.ts'
import { doubleIn, mistakeIn } from './ledger/mistakes.ts'
import { applyRefunds } from './ledger/refunds.ts'
import { NEXT_LOOK, TRANSFER, wantCancel, wantCapture, wantRefund } from './ledger/wishes.ts'
import { settleOrder } from './order-status.ts'
import { type Provider, ProviderError, type Standing } from './providers/provider.ts'
import { LIVE, type PaymentState, UNDER_WAY } from './states.ts'
import { giveWay } from './transfers-in/book.ts'

/** Interval at which a dispute is looked at, beside its events. A bank takes weeks. */
const DISPUTE_LOOK = 6 * HOUR

/**
 * Time for which a payment is looked at daily after it came. Banks take money back, and refunds fail, weeks later. Events tell of
 * it; the daily look is for those that never come.
 */
const MOVES_BACK = 120 * DAY

/** Cancels an order whose payment has ended without money. Handed in, because orders come after payments. */
export type CancelIfUnpaid = (tx: Tx, orderId: number) => Promise<void>

/** Asks the provider the status of a payment, and applies the answer. */
export async function look(
  context: AppContext,
  provider: Provider,
  { id, lease }: Due,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<void> {
  const { db, log } = context
  const payment = await db
    .selectFrom('payments')
    .select(['provider_id as providerId', 'transaction_id as transactionId', 'order_id as orderId'])
    .select(sql<string>`clock_timestamp()::text`.as('askedAt'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment?.providerId) return
  try {
    const standing = await provider.read({ id: payment.providerId, transactionId: payment.transactionId })
    await db.transaction().execute(async tx => {
      await tx.selectFrom('orders').select('id').where('id', '=', payment.orderId).forNoKeyUpdate().execute()
      if (await isNewest(tx, id, payment.askedAt)) await apply(tx, id, standing, cancelIfUnpaid)
      await sql`
        update payments set looked_at = now(), unread_since = null, unread_reason = null,
          check_at = case
            when state = 'captured' and created_at > now() - make_interval(secs => ${MOVES_BACK / SECOND}) then now() + interval '1 day'
          end,
          look_at = case
          when look_at is distinct from ${lease}::timestamptz then look_at
          when state = any(${[...UNDER_WAY]}::text[])
            or exists (select from refunds r where r.payment_id = payments.id and r.state = 'pending') then ${NEXT_LOOK}
          when exists (select from disputes d where d.payment_id = payments.id and d.state in ('open', 'inquiry', 'unknown'))
            then now() + make_interval(secs => ${DISPUTE_LOOK / SECOND})
        end
        where id = ${id}
      `.execute(tx)
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ payment: id, reason: error.message }, 'a payment cannot be looked at')
    await sql`
      update payments set unread_since = coalesce(unread_since, now()), unread_reason = ${error.message.slice(0, 500)},
        check_at = case when check_at is not null then now() + interval '30 minutes' end
      where id = ${id}
    `.execute(db)
    if (error.kind === 'unknown' || error.kind === 'refused') await note(db, id, `The provider says: ${error.message}`)
  }
}

type Payment = {
  id: string
  orderId: number
  ownerId: string
  amount: number
  currency: string
  state: PaymentState
  captured: number
  endsOrder: boolean
  isBooked: boolean
  /** A transfer came while its page was open. */
  isSurplus: boolean
  orderStatus: string
  method: string
  orderPayment: string
  now: Date
}

/** The order is locked. */
export async function apply(tx: Tx, id: string, standing: Standing, cancelIfUnpaid: CancelIfUnpaid): Promise<void> {
  const payment = await findPayment(tx, id)
  const mistake = mistakeIn(payment, standing)
  if (mistake) return note(tx, id, mistake)
  await sql`
    update payments
    set transaction_id = coalesce(${standing.transactionId}, transaction_id), finding = nullif(${doubleIn(standing)}, finding_known)
    where id = ${id}
  `.execute(tx)
  switch (standing.state) {
    case 'captured':
      await applyCaptured(tx, payment, standing.captured)
      await applyRefunds(tx, payment, standing.refunds)
      await applyDisputes(tx, payment, standing.disputes)
      break
    case 'processing':
      await applyProcessing(tx, payment)
      break
    case 'authorized':
      await applyAuthorized(tx, payment)
      break
    case 'failed':
    case 'expired':
    case 'cancelled':
      await applyEnded(tx, payment, standing.state, cancelIfUnpaid)
      break
    case 'pending':
      break
  }
  await settleOrder(tx, payment.orderId, payment.now)
}

export async function findPayment(tx: Tx, id: string): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select p.id, order_id as "orderId", owner_id as "ownerId", amount, p.currency, p.state, captured, ends_order
    as "endsOrder", is_booked as "isBooked",
      is_surplus as "isSurplus",
      o.status as "orderStatus", payment_method as method, payment_status as "orderPayment", statement_timestamp() as now
    from payments p join orders o on o.id = p.order_id where p.id = ${id}
  `.execute(tx)
  return one(rows)
}

async function note(db: Db, id: string, finding: string): Promise<void> {
  await sql`
    update payments set finding = nullif(${finding.slice(0, 500)}, finding_known), looked_at = now(),
    look_at = now() + interval '30 minutes' where id = ${id}
  `.execute(db)
}

/**
 * Money came. It pays the order if the order still waits for it; otherwise all of it goes back, in this transaction: of an
 * order that was cancelled, or one that is paid already or has another payment. The order may cost less or more than when the page was
 * opened: what is too much goes back at once, and what is missing is due and has a payment of its own.
 */
async function applyCaptured(
  tx: Tx,
  { id, orderId, ownerId, orderStatus, now }: Payment,
  captured: number,
): Promise<void> {
  await giveWay(tx, id, now)
  const due = await findStillDue(tx, orderId)
  const { rows } = await sql<{ isSurplus: boolean }>`
    with other as (
      select coalesce(bool_or(provider = ${TRANSFER} and state = 'captured' and refund_reserved = 0), false) as "isTransfer",
        count(*) > 0 as "isThere"
      from payments
      where order_id = ${orderId} and id <> ${id} and not is_surplus and not had_chargeback and not is_complete
        and state = any(${[...LIVE]}::text[])
    )
    update payments p
    set state = 'captured', captured = ${captured},
      is_surplus = ${due} = 0 and ${orderStatus !== 'cancelled'} or "isThere" and not "isTransfer",
      is_complete = is_complete or "isTransfer" or ${captured} < ${due}
    from other
    where id = ${id} and state <> 'captured'
    returning is_surplus as "isSurplus"
  `.execute(tx)
  const [changed] = rows
  if (!changed) return
  await closeCalls(tx, id)
  if (changed.isSurplus || orderStatus === 'cancelled') {
    await wantRefund(tx, { paymentId: id, source: changed.isSurplus ? 'surplus' : 'cancelled', now })
    return
  }
  if (captured > due) await wantRefund(tx, { paymentId: id, amount: captured - due, source: 'surplus', now })
  await payOnline(tx, orderId)
  const { after } = await settleOrder(tx, orderId, now)
  const data = { orderId, paymentId: id }
  await announce(tx, { type: 'payment.received', payload: data, to: [{ userId: ownerId }], at: now })
  await publishToFeed(tx, now, { type: 'payment.received', data })
  if (after === 'paid') await publishToFeed(tx, now, { type: 'order.paid', data: { orderId } })
}

/** Computes what the order takes of money that comes now. While a bank holds its money, it takes the rest that was asked for before. */
async function findStillDue(tx: Tx, orderId: number): Promise<number> {
  const { due } = await tx
    .selectFrom('orders')
    .select(sql<number>`case when payment_status = 'disputed' then ${OWED} else ${DUE} end`.as('due'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return due
}

/** Before a customer has paid, an invoice that could be paid online stays one. */
async function payOnline(tx: Tx, orderId: number): Promise<void> {
  await sql`update orders set payment_method = 'online' where id = ${orderId} and payment_method <> 'online'`.execute(
    tx,
  )
}

/** The customer has done their part, and the bank takes days. A payment that is to be stopped is not: the bank decides. */
async function applyProcessing(tx: Tx, { id }: Payment): Promise<void> {
  await sql`
    update payments set state = 'processing', ends_order = false
    where id = ${id} and (state in ('created', 'pending') or state = 'cancelling' and ends_order and ${NO_CANCEL})
  `.execute(tx)
}

/** No call to stop the payment is under way. */
const NO_CANCEL = sql`not exists (
  select from payment_calls c where c.payment_id = payments.id and c.kind = 'cancel' and c.state in ('pending', 'sending', 'in_doubt')
)`

/**
 * The customer has agreed. The money is taken if the order still waits for it, and the authorization is given back otherwise.
 * An order that is about to expire waits too: at the last second, the provider has decided for the customer.
 */
async function applyAuthorized(tx: Tx, { id, orderId, orderStatus }: Payment): Promise<void> {
  if (orderStatus === 'cancelled') return wantCancel(tx, id, { again: true })
  await sql`
    update payments set state = 'authorized', ends_order = false
    where id = ${id} and (state in ('created', 'pending', 'processing') or state = 'cancelling' and ends_order and ${NO_CANCEL})
  `.execute(tx)
  await payOnline(tx, orderId)
  const { rows } = await sql<{ isUnwanted: boolean }>`
    select state = 'cancelling' or exists (
      select from payment_calls where payment_id = ${id} and kind = 'capture' and state = 'failed'
    ) as "isUnwanted"
    from payments where id = ${id}
  `.execute(tx)
  // The page could not be closed while the customer agreed, so the authorization is left.
  if (one(rows).isUnwanted) await wantCancel(tx, id, { again: true })
  else await wantCapture(tx, id)
}

/** No money came, and none will. */
export async function applyEnded(
  tx: Tx,
  payment: Payment,
  state: 'failed' | 'expired' | 'cancelled',
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<void> {
  const { id, orderId, ownerId, endsOrder, orderStatus, method, now } = payment
  const { numAffectedRows } = await sql`
    update payments set state = ${state}, ended_at = now() where id = ${id} and state = any(${[...UNDER_WAY]}::text[])
  `.execute(tx)
  if (numAffectedRows === 0n) return
  await closeCalls(tx, id)
  const { after } = await settleOrder(tx, orderId, now)
  if (endsOrder) await cancelIfUnpaid(tx, orderId)
  else if (orderStatus !== 'cancelled' && after === 'open' && !payment.isSurplus) {
    const data = { orderId, paymentId: id }
    // A customer who has an invoice, looked at the page and left has not tried to pay.
    if (method === 'online' || state !== 'expired')
      await announce(tx, { type: 'payment.failed', payload: data, to: [{ userId: ownerId }], at: now })
    await publishToFeed(tx, now, { type: 'payment.failed', data })
  }
}

/** The provider has refused to begin, so there is nothing to look at. The order is locked. */
export async function endUnbegun(tx: Tx, id: string, cancelIfUnpaid: CancelIfUnpaid): Promise<void> {
  await applyEnded(tx, await findPayment(tx, id), 'failed', cancelIfUnpaid)
}
