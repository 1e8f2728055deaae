/** Corrects the number of a parcel. */
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { noSuchOrder, recordTrackingNumber } from '../transition.ts'
import { type KeptParcel, keptParcel } from './keep.ts'

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
    const order = await tx
      .selectFrom('orders')
      .select(['status', 'owner_id'])
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw noSuchOrder()
    const shown = showOrder((await findOrder(tx, orderId))!)
    check?.(shown)
    const { before, part } = parcelOf(shown, parcel)
    const kept = await keptParcel(tx, orderId, { trackingNumber, carrier })
    await keep(tx, orderId, part, kept)
    if (before?.trackingNumber !== kept.trackingNumber || (before?.carrier?.code ?? null) !== kept.carrier) {
      await recordTrackingNumber(tx, { orderId, ...kept, by, now })
      const type = 'order.tracking_number_changed'
      await announce(tx, { type, payload: { orderId }, to: [{ userId: order.owner_id }], at: now })
      await publishToFeed(tx, now, { type, data: { orderId } })
    }
    return showOrder((await findOrder(tx, orderId))!)
  }
  return inTransaction(db, change)
}

/** @returns the parcel as it is, and its number unless it is the last one @throws Problem */
function parcelOf({ status, parcels }: Order, number: number | undefined) {
  const last = parcels.at(-1)
  const before = number === undefined ? last : parcels.find(one => one.number === number)
  const isLast = isOut(status) && before === last
  if ((number !== undefined && !before) || (!isLast && number === undefined)) throw noParcel(status)
  return { before, part: isLast ? undefined : before!.number }
}

function isOut(status: string): boolean {
  return status === 'shipped' || status === 'delivered'
}

function noParcel(status: Order['status']): Problem {
  const detail = isOut(status)
    ? 'The order has no parcel of this number.'
    : `The order is ${status}; only shipped or delivered orders have a tracking number.`
  return new Problem('wrong_order_state', detail, { members: { from: status, to: 'shipped' } })
}

/** A number from before carriers were kept gets the one that it names without an email: the customer has the same link already. */
async function keep(tx: Tx, orderId: number, part: number | undefined, kept: KeptParcel): Promise<void> {
  const row = { tracking_number: kept.trackingNumber, carrier: kept.carrier }
  if (part === undefined) await tx.updateTable('orders').set(row).where('id', '=', orderId).execute()
  else
    await tx.updateTable('order_parcels').set(row).where('order_id', '=', orderId).where('number', '=', part).execute()
}
