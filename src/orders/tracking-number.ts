import { inTransaction } from '../database/in-transaction.ts'
import type { Db, Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { Problem } from '../problems.ts'
import { type Order, showOrder } from './order.ts'
import { findOrder } from './queries.ts'
import { noSuchOrder, recordTrackingNumber } from './transition.ts'

type Details = {
  trackingNumber: string
  /** The user or the API key. */
  by: string
  now: Date
  /** Throws when the order is not in the state that the client has seen. */
  check?: ((order: Order) => void) | undefined
}

/** Corrects the tracking number of an order that is on its way, and tells its owner. The same number again changes nothing. */
export async function changeTrackingNumber(
  db: Db,
  orderId: number,
  { trackingNumber, by, now, check }: Details,
): Promise<Order> {
  const change = async (tx: Tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['status', 'owner_id', 'tracking_number'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw noSuchOrder()
    check?.(showOrder((await findOrder(tx, orderId))!))
    if (order.status !== 'shipped' && order.status !== 'delivered') {
      throw new Problem(
        'wrong_order_state',
        `The order is ${order.status}; only shipped or delivered orders have a tracking number.`,
        {
          members: { from: order.status, to: 'shipped' },
        },
      )
    }
    if (order.tracking_number !== trackingNumber) {
      await tx.updateTable('orders').set({ tracking_number: trackingNumber }).where('id', '=', orderId).execute()
      await recordTrackingNumber(tx, { orderId, trackingNumber, by, now })
      const type = 'order.tracking_number_changed'
      await announce(tx, { type, payload: { orderId }, to: [{ userId: order.owner_id }], at: now })
      await publishToFeed(tx, now, { type, data: { orderId } })
    }
    return showOrder((await findOrder(tx, orderId))!)
  }
  return inTransaction(db, change)
}
