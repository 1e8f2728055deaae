/** Payments and refunds, as staff record them. */
import { sql } from 'kysely'
import { inTransaction } from '../database/in-transaction.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { Db, Tx } from '../database/schema.ts'
import { publishToFeedSql } from '../events/publish.ts'
import { IS_DUE, LEFT_TO_PAY } from '../payments/due.ts'
import { settleOrder } from '../payments/order-status.ts'
import { dropTransfer, keepPaidBack } from '../payments/transfers-in/by-hand.ts'
import { type NotedTransfer, noteTransfer } from '../payments/transfers-in/note.ts'
import { Problem } from '../problems.ts'
import { type Order, showOrder } from './order.ts'
import { findOrder } from './queries.ts'
import { PAYMENT_RECORDS, type PaymentRecord, type PaymentStatus, shownStatus } from './states.ts'
import { correctInvoice, noSuchOrder } from './transition.ts'

type OtherRecord = Exclude<PaymentRecord, 'paid'>
type Details = {
  by: string
  now: Date
  check?: ((order: Order) => void) | undefined
  transfer?: NotedTransfer | undefined
}

/**
 * Records a payment or a refund, or takes a payment back. If two requests arrive at once, one changes
 * the order and the other gets the problem.
 * @param transfer what came. Without an amount, all that is due
 * @param check throws when the order is not in the state that the client has seen
 */
export async function recordPayment(
  db: Db,
  orderId: number,
  record: PaymentRecord,
  { check, ...details }: Details,
): Promise<Order> {
  const order = await inTransaction(db, async tx => {
    if (check) await checkLocked(tx, orderId, check)
    return record === 'paid' ? keepPaid(tx, orderId, details) : changePayment(tx, orderId, record, details)
  })
  if (!db.isTransaction) wakeWorkers(db)
  return order
}

/** Locks the order, so that it stays as it was checked until the commit. */
async function checkLocked(tx: Tx, orderId: number, check: (order: Order) => void): Promise<void> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const order = await findOrder(tx, orderId)
  if (order) check(showOrder(order))
}

/** The lock of the order decides: of two who say that it was paid in full, the second one sees that it is. */
async function keepPaid(tx: Tx, orderId: number, { by, now, transfer = {} }: Details): Promise<Order> {
  const order = await tx
    .selectFrom('orders')
    .select(['payment_status as paymentStatus', 'total', LEFT_TO_PAY.as('left')])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  const from: readonly PaymentStatus[] = PAYMENT_RECORDS.paid.from
  const amount = transfer.amount ?? (from.includes(order.paymentStatus) ? order.left : 0)
  if (amount === 0) throw refused(order, 'paid')
  await noteTransfer(tx, { ...transfer, orderId, amount, by, now })
  return showOrder((await findOrder(tx, orderId))!)
}

async function changePayment(tx: Tx, orderId: number, record: OtherRecord, { by, now }: Details): Promise<Order> {
  const { from, to } = PAYMENT_RECORDS[record]
  const { rows } = await sql<{ id: number }>`
    with changed as (
      update orders set payment_status = ${to}
      where id = ${orderId} and payment_status = any(${from}::text[]) and (${record} = 'refunded' or total > 0)
      returning id
    ), published as (${publishToFeedSql({
      type: `order.${record}`,
      cause: 'changed',
      data: sql`jsonb_build_object('orderId', id)`,
      at: now,
    })}), kept as (
      insert into order_payments (order_id, status, by_user, at)
      select id, ${record}, ${by}::uuid, ${now}::timestamptz from changed
      on conflict (order_id, status) do update set by_user = excluded.by_user, at = excluded.at
    )
    select id from changed
  `.execute(tx)
  const [changed] = rows
  if (changed) await keepMoney(tx, orderId, record, { by, now })
  const order = await findOrder(tx, orderId)
  if (!order) throw noSuchOrder()
  if (changed) return showOrder(order)
  throw refused(order, record)
}

/** The money itself. */
async function keepMoney(tx: Tx, orderId: number, record: OtherRecord, { by, now }: Details): Promise<void> {
  if (record === 'refunded') return keepPaidBack(tx, orderId, { by, now })
  await dropTransfer(tx, orderId, { by, now })
  // It may have paid what a bank had taken back.
  await settleOrder(tx, orderId, now, by)
  await correctInvoice(tx, orderId)
}

type Payable = { paymentStatus: PaymentStatus; total: number }

function refused(order: Payable, record: PaymentRecord): Problem {
  return new Problem('wrong_payment_state', explain(order, record), {
    members: { from: shownStatus(order.paymentStatus), to: record },
  })
}

function explain({ paymentStatus: status, total }: Payable, record: PaymentRecord): string {
  const { from, to } = PAYMENT_RECORDS[record]
  if (total === 0) return 'The order costs nothing, so there is no payment to record.'
  const allowed: readonly PaymentStatus[] = from
  if (record === 'paid' && allowed.includes(status)) return 'Nothing is left to pay.'
  if (status === to) return `The payment is already ${record}.`
  const can = from.map(statusWords).join(' or ')
  return `The payment is ${statusWords(status)} and cannot become ${record}; only payments that are ${can} can.`
}

/** `refund_due` → "refund due" */
function statusWords(status: PaymentStatus): string {
  return status.replaceAll('_', ' ')
}

type Waiting = { count: number; orderId: number | null }

/** The orders of the user that wait for their payment online, or else that of the guest whose link the browser has opened. */
export async function findWaiting(
  db: Db,
  { user, guest }: { user?: { id: string }; guest?: { userId: string } },
): Promise<Waiting | undefined> {
  const own = user && (await countWaiting(db, user.id))
  return guest && !own?.count ? countWaiting(db, guest.userId) : own
}

/** The orders of a customer that wait for their payment online, and the newest of them. */
async function countWaiting(db: Db, ownerId: string): Promise<Waiting> {
  return db
    .selectFrom('orders')
    .select([sql<number>`count(*)::int`.as('count'), sql<number | null>`max(id)`.as('orderId')])
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'placed')
    .where('payment_method', '=', 'online')
    .where(IS_DUE)
    .executeTakeFirstOrThrow()
}
