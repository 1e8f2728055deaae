/** Payments and refunds, as staff record them. */
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { publishToFeedSql } from '../events/publish.ts'
import { wakeWorkers } from '../events/wake.ts'
import { Problem } from '../problems.ts'
import { type Order, showOrder } from './order.ts'
import { findOrder } from './queries.ts'
import { PAYMENT_RECORDS, type PaymentRecord, type PaymentStatus } from './states.ts'
import { noSuchOrder } from './transition.ts'

type Details = { by: string; now: Date; check?: ((order: Order) => void) | undefined }

/**
 * Records a payment or a refund, or takes a payment back. If two requests arrive at once, one changes
 * the order and the other gets the problem.
 * @param check throws when the order is not in the state that the client has seen
 */
export async function recordPayment(
  db: Db,
  orderId: number,
  record: PaymentRecord,
  { check, ...details }: Details,
): Promise<Order> {
  const work = async (tx: Db) => {
    if (check) await checkLocked(tx, orderId, check)
    return changePayment(tx, orderId, record, details)
  }
  const order = await (check ? db.transaction().execute(work) : work(db))
  wakeWorkers(db)
  return order
}

/** Locks the order, so that it stays as it was checked until the commit. */
async function checkLocked(tx: Db, orderId: number, check: (order: Order) => void): Promise<void> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const order = await findOrder(tx, orderId)
  if (order) check(showOrder(order))
}

async function changePayment(db: Db, orderId: number, record: PaymentRecord, { by, now }: Details): Promise<Order> {
  const { from, to } = PAYMENT_RECORDS[record]
  const { rows } = await sql`
    with changed as (
      update orders set payment_status = case when ${to} = 'paid' and status = 'cancelled' then 'refund_due' else ${to} end
      where id = ${orderId} and payment_status = any(${from}::text[])
      returning id
    ), published as (${publishToFeedSql({
      type: `order.${record}`,
      cause: 'changed',
      data: sql`jsonb_build_object('orderId', id)`,
      at: now,
    })})
    insert into order_payments (order_id, status, by_user, at)
    select id, ${record}, ${by}::uuid, ${now}::timestamptz from changed
    on conflict (order_id, status) do update set by_user = excluded.by_user, at = excluded.at
    returning order_id
  `.execute(db)
  const order = await findOrder(db, orderId)
  if (!order) throw noSuchOrder()
  if (rows.length > 0) return showOrder(order)
  throw new Problem('wrong_payment_state', explain(order.paymentStatus, record), {
    members: { from: order.paymentStatus, to: record },
  })
}

function explain(status: PaymentStatus, record: PaymentRecord): string {
  const { from, to } = PAYMENT_RECORDS[record]
  if (status === to) return `The payment is already ${record}.`
  const can = from.map(statusWords).join(' or ')
  return `The payment is ${statusWords(status)} and cannot become ${record}; only payments that are ${can} can.`
}

/** `refund_due` → "refund due" */
function statusWords(status: PaymentStatus): string {
  return status.replaceAll('_', ' ')
}
