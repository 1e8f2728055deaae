/** The steps of an order from state to state, with all that belongs to each. */
import { type RawBuilder, sql } from 'kysely'
import { countEmail } from '../accounts/users/unverified-emails.ts'
import { changesStockBecause } from '../catalogue/stock/cause.ts'
import { retryOnDeadlock } from '../database/errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { PREPARED } from '../database/prepared.ts'
import { type Db, INT_MAX, type Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { spendWide } from '../http/rate-limits/wide-budgets.ts'
import { stopPaying } from '../payments/ledger/wishes.ts'
import { SHOP_ITSELF } from '../payments/order-status.ts'
import { Problem } from '../problems.ts'
import { SECOND } from '../time.ts'
import { type Order, showOrder } from './order.ts'
import { type KeptParcel, keptParcel } from './parcels/keep.ts'
import { findOrder } from './queries.ts'
import {
  explainRefusal,
  isCollected,
  isGivenBack,
  mayTake,
  type PaymentStatus,
  STEPS,
  type Step,
  type Traveling,
} from './states.ts'

/** A user or an API key. */
type Actor = { id: string; staff: boolean }
type Details = {
  by: Actor
  now: Date
  /** Number that somebody typed or scanned. */
  trackingNumber?: string | undefined
  carrier?: string | undefined
  /** Milliseconds that the email waits, so that the step can be taken back before. */
  hold?: number
  /** The shop knows that all the money goes back, and goes on all the same. */
  evenIfRefunded?: boolean | undefined
  /** Number of orders that an owner may cancel in a day. */
  ordersPerDay?: number
  /** Lines whose pieces are not put back into stock by a cancellation: they are broken, or gone. */
  keepOut?: readonly number[] | undefined
  /** Throws when the order is not in the state that the client has seen. */
  check?: ((order: Order) => void) | undefined
}

/** Moves an order to its next state, records the step, and announces it if the owner has to know. */
export async function applyTransition(db: Db, orderId: number, step: Step, details: Details): Promise<Order> {
  return inTransaction(db, tx => takeOrderStep(tx, orderId, step, details))
}

/** The same in a transaction that does more. */
export async function takeOrderStep(
  tx: Tx,
  orderId: number,
  step: Step,
  { by, now, trackingNumber, carrier, hold, ordersPerDay, evenIfRefunded, check, keepOut }: Details,
): Promise<Order> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'owner_id', 'payment_status as paymentStatus', 'total', 'delivery'])
    .where('id', '=', orderId)
    // If two steps are simultaneous, the second one sees the state after the first.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order || !(by.staff || order.owner_id === by.id)) throw noSuchOrder()
  check?.(showOrder((await findOrder(tx, orderId))!))
  const role = by.staff ? 'staff' : 'owner'
  const { to } = STEPS[step]
  const refuse = (code: 'wrong_order_state' | 'order_refunded', detail?: string) =>
    new Problem(code, detail, { members: { from: order.status, to } })
  if (!mayTake(step, order.status, role)) throw refuse('wrong_order_state', explainRefusal(step, order.status, role))
  if (step === 'cancel' && (await hasSentPart(tx, orderId))) throw refuse('wrong_order_state', PART_HAS_LEFT)
  if (isRefusedFor(step, order, evenIfRefunded)) throw refuse('order_refunded')
  if (role === 'owner' && ordersPerDay !== undefined) await countCancellation(tx, by.id, ordersPerDay, now)
  const parcel = step === 'ship' ? await keptParcel(tx, orderId, { trackingNumber, carrier }) : undefined
  await tx
    .updateTable('orders')
    .set({
      status: to,
      network: null,
      ...(to === 'cancelled' && REFUND_IF_PAID),
      ...(parcel && { carrier: parcel.carrier }),
      ...(parcel?.trackingNumber && { tracking_number: parcel.trackingNumber }),
    })
    .where('id', '=', orderId)
    .execute()
  const letter = letterOf(order, to)
  await recordStep(tx, { orderId, ownerId: order.owner_id, to, letter, by: by.id, now, hold, keepOut })
  if (parcel) await recordTrackingNumber(tx, { orderId, ...parcel, by: by.id, now })
  return showOrder((await findOrder(tx, orderId))!)
}

const PART_HAS_LEFT = 'A part of this order has left. Take what has not left out of the order instead.'

type Paid = { paymentStatus: PaymentStatus; total: number }

/** Nobody packs or ships an order whose money goes back, unless the shop says so. */
function isRefusedFor(step: Step, order: Paid, evenIfRefunded: boolean | undefined): boolean {
  return (step === 'process' || step === 'ship') && isGivenBack(order) && !evenIfRefunded
}

async function hasSentPart(tx: Tx, orderId: number): Promise<boolean> {
  const part = tx
    .selectFrom('order_parcels')
    .select('number')
    .where('order_id', '=', orderId)
    .where('undone_at', 'is', null)
  return (await part.limit(1).execute()).length > 0
}

/** A collected order is not on its way. */
function letterOf(order: Traveling, to: (typeof STEPS)[Step]['to']): Taken['letter'] {
  return to === 'shipped' && isCollected(order) ? 'order.ready_to_collect' : undefined
}

/** Each cancellation sends an email, which would otherwise be free. */
async function countCancellation(tx: Tx, userId: string, perDay: number, now: Date): Promise<void> {
  await spendWide(tx, { kind: 'cancellations', subject: userId, perDay, now })
  await countEmail(tx, { userId, about: 'orders', now })
}

type Taken = {
  orderId: number
  ownerId: string
  to: (typeof STEPS)[Step]['to']
  /** The email about it, where it is not the usual one. */
  letter?: 'order.ready_to_collect' | undefined
  by: string
  now: Date
  hold?: number | undefined
  keepOut?: readonly number[] | undefined
}

/** Every step writes its line, returns stock, and announces itself, once the order has its new state. */
async function recordStep(
  tx: Tx,
  { orderId, ownerId, to, letter, by, now, hold = 0, keepOut = [] }: Taken,
): Promise<void> {
  if (to === 'cancelled') {
    await stopPaying(tx, orderId, { by, now })
    await correctInvoice(tx, orderId)
    await changesStockBecause(tx, { reason: 'cancelled', orderId, by, at: now })
    await returnStock(tx, orderId, keepOut)
    await returnCode(tx, orderId)
  }
  const isTold = to === 'cancelled' || to === 'shipped'
  const eventId = isTold
    ? await announce(tx, {
        type: letter ?? `order.${to}`,
        payload: { orderId },
        to: [{ userId: ownerId }],
        at: now,
        delay: hold,
      })
    : null
  const step = { order_id: orderId, status: to, by_user: by, at: now, event_id: eventId }
  await tx.insertInto('order_steps').values(step).execute()
  await publishToFeed(tx, now, { type: `order.${to}`, data: { orderId, status: to } })
}

/**
 * The order costs less than its invoice says, or nothing. If nobody has paid, no refund corrects that: a worker writes a credit note about
 * the order itself.
 */
export async function correctInvoice(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders set needs_credit_note = true
    where id = ${orderId} and not needs_invoice
      and not exists (select from payments where order_id = orders.id and state = 'captured' and not is_surplus)
  `.execute(tx)
}

type NewNumber = KeptParcel & { orderId: number; by: string; now: Date }

/** Keeps each tracking number in the history of the order. */
export async function recordTrackingNumber(
  tx: Tx,
  { orderId, trackingNumber, carrier, by, now }: NewNumber,
): Promise<void> {
  if (trackingNumber === null) return
  await tx
    .insertInto('order_tracking_numbers')
    .values({ order_id: orderId, tracking_number: trackingNumber, carrier, by_user: by, at: now })
    .execute()
}

const ORDERS_A_BATCH = 200

/**
 * Cancels orders that cost something and that nobody has paid or begun to process for `age` milliseconds, by the clock
 * of the database, so that an account cannot keep stock from others by ordering it. Each order is a transaction of its
 * own, and one conditional update decides its race with a payment, with a step of staff and with other processes.
 */
export async function cancelUnpaid(db: Db, age: number): Promise<void> {
  const since = sql`statement_timestamp() - make_interval(secs => ${age / SECOND})`
  // Staff who make an order dearer give its customer the whole time again.
  const isUnpaid = sql<boolean>`status = 'placed' and payment_status = 'open' and total > 0 and placed_at < ${since}
    and not exists (select from order_edits e where e.order_id = orders.id and e.total_after > e.total_before and e.at >= ${since})`
  for (let found = ORDERS_A_BATCH; found === ORDERS_A_BATCH; ) {
    const orders = await db
      .selectFrom('orders')
      .select('id')
      .where(isUnpaid)
      .orderBy('placed_at')
      .limit(ORDERS_A_BATCH)
      .execute()
    for (const { id } of orders) await retryOnDeadlock(() => db.transaction().execute(tx => cancelIf(tx, id, isUnpaid)))
    found = orders.length
  }
}

async function cancelIf(tx: Tx, orderId: number, condition: RawBuilder<boolean>): Promise<void> {
  const order = await tx
    .updateTable('orders')
    .set({ status: 'cancelled', network: null })
    .where('id', '=', orderId)
    .where(condition)
    .returning(['owner_id', sql<Date>`statement_timestamp()`.as('now')])
    .executeTakeFirst()
  if (order)
    await recordStep(tx, { orderId, ownerId: order.owner_id, to: 'cancelled', by: SHOP_ITSELF, now: order.now })
}

/** The payment of the order has ended without money. Staff who have begun to prepare the order decide about it themselves. */
export async function cancelIfUnpaid(tx: Tx, orderId: number): Promise<void> {
  await cancelIf(tx, orderId, sql<boolean>`status = 'placed' and payment_status = 'open' and total > 0`)
}

const REFUND_IF_PAID = {
  payment_status: sql<PaymentStatus>`case when payment_status = 'paid' and total > 0 then 'refund_due' else payment_status end`,
}

export function noSuchOrder(): Problem {
  return new Problem('not_found', 'There is no such order, or it is not yours.')
}

/** Locks the products in the order of their ids, as placing an order does. */
async function returnStock(tx: Tx, orderId: number, keepOut: readonly number[]): Promise<void> {
  await sql`
    with line as (
      select product_id, sum(quantity) as quantity from order_items
      where order_id = ${orderId} and line <> all(${[...keepOut]}::smallint[]) and stock_counted group by product_id
    ), product as materialized (
      select id, quantity from products join line on product_id = id order by id for no key update of products
    )
    update products
    set stock = least(stock + product.quantity, ${INT_MAX}), updated_at = now()
    from product
    where products.id = product.id
  `.execute(tx)
}

/** Gives the use of a discount code back. Only who deletes the row of the use lowers the count, so it happens once. */
async function returnCode(tx: Tx, orderId: number): Promise<void> {
  await sql`${PREPARED}
    with use as (delete from discount_uses where order_id = ${orderId} returning code)
    update discount_codes set used = used - 1 where code = (select code from use)
  `.execute(tx)
}
