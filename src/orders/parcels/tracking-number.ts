/** Corrects the number of a parcel. */
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { lockOrder } from '../edits/locked.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { isCollected, isOut, type OrderStatus } from '../states.ts'
import { recordTrackingNumber } from '../transition.ts'
import { type KeptParcel, keptParcel } from './keep.ts'
import { type ShownParcel, showParcels } from './parcel.ts'

type Locked = Awaited<ReturnType<typeof lockOrder>>

type Details = {
  trackingNumber: string
  carrier?: string | undefined
  /** The number of the parcel; left out: the last one of the order. */
  parcel?: number | undefined
  /** The user or the API key. */
  by: string
  now: Date
  /** Throws when the order is not in the state that the client has seen. */
  check?: ((order: Order) => void) | undefined
}

/** Corrects the number of a parcel that is on its way, and tells its owner. The same number again changes nothing. */
export async function changeTrackingNumber(
  db: Db,
  orderId: number,
  { trackingNumber, carrier, parcel, by, now, check }: Details,
): Promise<Order> {
  const change = async (tx: Tx) => {
    const order = await lockOrder(tx, orderId, { check })
    const { before, part } = parcelOf(order, parcel)
    if (trackingNumber === before.trackingNumber && carrier === undefined) return showOrder(order)
    const kept = await keptParcel(tx, orderId, { trackingNumber, carrier })
    await keep(tx, orderId, part, kept)
    if (before.trackingNumber !== kept.trackingNumber || (before.carrier?.code ?? null) !== kept.carrier) {
      await recordTrackingNumber(tx, { orderId, ...kept, by, now })
      const type = 'order.tracking_number_changed'
      const payload = { orderId, parcel: before.number }
      await announce(tx, { type, payload, to: [{ userId: order.owner.id }], at: now })
      await publishToFeed(tx, now, { type, data: { orderId } })
    }
    return showOrder((await findOrder(tx, orderId))!)
  }
  return inTransaction(db, change)
}

/** @returns the parcel as it is, and its number if it has a row of its own: the last one is the order's @throws Problem */
function parcelOf(order: Locked, number: number | undefined): { before: ShownParcel; part: number | undefined } {
  const { status, parts } = order
  if (isCollected(order)) throw noParcel(status, 'The customer collects this order, so it has no parcels.')
  const parcels = showParcels(order)
  const last = isOut(status) ? parcels.at(-1) : undefined
  const before = number === undefined ? last : parcels.find(one => one.number === number)
  if (before) return { before, part: parts.find(one => one.number === before.number)?.number }
  throw noParcel(
    status,
    isOut(status)
      ? 'The order has no parcel of this number.'
      : `The order is ${status}; only shipped or delivered orders have a tracking number.`,
  )
}

function noParcel(from: OrderStatus, detail: string): Problem {
  return new Problem('wrong_order_state', detail, { members: { from, to: 'shipped' } })
}

/** A number from before carriers were kept gets the one that it names without an email: the customer has the same link already. */
async function keep(tx: Tx, orderId: number, part: number | undefined, kept: KeptParcel): Promise<void> {
  const row = { tracking_number: kept.trackingNumber, carrier: kept.carrier }
  if (part === undefined) await tx.updateTable('orders').set(row).where('id', '=', orderId).execute()
  else
    await tx.updateTable('order_parcels').set(row).where('order_id', '=', orderId).where('number', '=', part).execute()
}
