import { sql } from 'kysely'
import { retryOnDeadlock } from '../database/open.ts'
import { type Db, INT_MAX, type Tx } from '../database/schema.ts'
import { announce, publish } from '../events.ts'
import { spendWide } from '../http/rate-limits.ts'
import { Problem } from '../problems.ts'
import { type Order, showOrder } from './order.ts'
import { findOrder } from './queries.ts'
import { explainRefusal, mayTake, type PaymentStatus, STEPS, type Step } from './states.ts'

/** A user or an API key. */
type Actor = { id: string; staff: boolean }
type Details = {
  by: Actor
  now: Date
  trackingNumber?: string | undefined
  /** How many orders an owner may cancel in a day. */
  ordersPerDay?: number
}

/** Moves an order to its next state, records the step, and announces it if the owner has to know. */
export async function applyTransition(
  db: Db,
  orderId: number,
  step: Step,
  { by, now, trackingNumber, ordersPerDay }: Details,
): Promise<Order> {
  const transition = async (tx: Tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['status', 'owner_id'])
      .where('id', '=', orderId)
      // Of two simultaneous steps, the second one sees the state after the first.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order || !(by.staff || order.owner_id === by.id)) throw noSuchOrder()
    const role = by.staff ? 'staff' : 'owner'
    if (!mayTake(step, order.status, role)) {
      throw new Problem('wrong_order_state', explainRefusal(step, order.status, role), {
        members: { from: order.status, to: STEPS[step].to },
      })
    }
    if (role === 'owner' && ordersPerDay !== undefined) {
      // Each cancellation sends an email, which would otherwise be free.
      await spendWide(tx, { kind: 'cancellations', subject: by.id, perDay: ordersPerDay, now })
    }
    const { to } = STEPS[step]
    await tx
      .updateTable('orders')
      .set({
        status: to,
        ...(to === 'cancelled' && REFUND_IF_PAID),
        ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
      })
      .where('id', '=', orderId)
      .execute()
    await tx.insertInto('order_steps').values({ order_id: orderId, status: to, by_user: by.id, at: now }).execute()
    if (to === 'cancelled') await returnStock(tx, orderId)
    if (to === 'cancelled' || to === 'shipped') {
      await announce(tx, { type: `order.${to}`, payload: { orderId }, to: [{ userId: order.owner_id }], at: now })
    }
    await publish(tx, now, { type: `order.${to}`, data: { orderId, status: to } })
    return showOrder((await findOrder(tx, orderId))!)
  }
  return retryOnDeadlock(() => db.transaction().execute(transition))
}

const REFUND_IF_PAID = {
  payment_status: sql<PaymentStatus>`case payment_status when 'paid' then 'refund_due' else payment_status end`,
}

export function noSuchOrder(): Problem {
  return new Problem('not_found', 'There is no such order, or it is not yours.')
}

/** Locks the products in the order of their ids, as placing an order does. */
async function returnStock(tx: Tx, orderId: number): Promise<void> {
  await sql`
    with line as (
      select product_id, sum(quantity) as quantity from order_items where order_id = ${orderId} group by product_id
    ), product as materialized (
      select id, quantity from products join line on product_id = id order by id for no key update of products
    )
    update products
    set stock = least(stock + product.quantity, ${INT_MAX}), updated_at = now()
    from product
    where products.id = product.id
  `.execute(tx)
}
