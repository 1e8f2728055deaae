/**
 * Sends a part of an order, and the rest later. The row of the order is locked before its lines are read, as every change of an order does
 * it, so two parcels of one order leave one after the other: of two people who send the same piece, one is refused.
 *
 * The order stays `processing` until its last piece leaves. The parcel with the rest is the step `ship` itself: it has no row, and its
 * number is the order's (migration 206).
 */
import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { takeBack } from '../../events/take-back.ts'
import { type FieldError, invalidInput, Problem } from '../../problems.ts'
import { lockOrder } from '../edits/locked.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { explainRefusal, isCollected, isGivenBack } from '../states.ts'
import { noSuchOrder, recordTrackingNumber, takeOrderStep } from '../transition.ts'
import { keptParcel, type TypedParcel } from './keep.ts'
import './tables.ts'

type Piece = { line: number; quantity: number }

type Details = TypedParcel & {
  /** Left out: all that has not left yet. */
  items?: readonly Piece[] | undefined
  by: { id: string; staff: boolean }
  now: Date
  /** Milliseconds that the email waits. */
  hold?: number
  evenIfRefunded?: boolean | undefined
  check?: ((order: Order) => void) | undefined
}

/** @throws Problem */
export async function sendParcel(tx: Tx, orderId: number, details: Details): Promise<Order> {
  const { items, by, now, hold = 0 } = details
  if (!items) return takeOrderStep(tx, orderId, 'ship', details)
  const order = await lockOpen(tx, orderId, details)
  const asked = summed(items)
  const rest = order.items.map(({ line, quantity, shipped }) => ({ line, quantity: quantity - shipped }))
  const mistakes = mistakesIn(items, asked, rest)
  if (mistakes.length > 0) throw invalidInput(...mistakes)
  const isRest = rest.every(({ line, quantity }) => (asked.get(line) ?? 0) === quantity)
  if (isRest) return takeOrderStep(tx, orderId, 'ship', { ...details, check: undefined })
  await raiseShipped(tx, orderId, asked)
  const kept = await keptParcel(tx, orderId, details)
  const number = await nextNumber(tx, orderId)
  const type = 'order.parcel_shipped'
  const payload = { orderId, parcel: number }
  const eventId = await announce(tx, { type, payload, to: [{ userId: order.owner.id }], at: now, delay: hold })
  const row = {
    order_id: orderId,
    number,
    carrier: kept.carrier,
    tracking_number: kept.trackingNumber,
    items: JSON.stringify([...asked].map(([line, quantity]) => ({ line, quantity }))),
    by_user: by.id,
    at: now,
    event_id: eventId,
  }
  await tx.insertInto('order_parcels').values(row).execute()
  await recordTrackingNumber(tx, { orderId, ...kept, by: by.id, now })
  await publishToFeed(tx, now, { type, data: payload })
  return showOrder((await findOrder(tx, orderId))!)
}

async function lockOpen(tx: Tx, orderId: number, details: Details) {
  const order = await lockOrder(tx, orderId, details)
  if (isCollected(order)) throw notSentInParts(order)
  const { status } = order
  if (status !== 'processing') {
    throw new Problem('wrong_order_state', explainRefusal('ship', status, 'staff'), {
      members: { from: status, to: 'shipped' },
    })
  }
  if (isGivenBack(order) && !details.evenIfRefunded) {
    throw new Problem('order_refunded', undefined, { members: { from: status, to: 'shipped' } })
  }
  return order
}

function notSentInParts({ status }: Pick<Order, 'status'>): Problem {
  const detail = 'The customer collects this order, so it has no parcels.'
  return new Problem('wrong_order_state', detail, { members: { from: status, to: 'shipped' } })
}

function summed(items: readonly Piece[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { line, quantity } of items) {
    if (quantity > 0) sums.set(line, (sums.get(line) ?? 0) + quantity)
  }
  return sums
}

function mistakesIn(items: readonly Piece[], asked: ReadonlyMap<number, number>, rest: readonly Piece[]): FieldError[] {
  if (asked.size === 0) return [{ field: 'items', reason: 'must name a piece at least', code: 'required' }]
  return [...asked].flatMap(([line, quantity]): FieldError[] => {
    const index = items.findIndex(one => one.line === line && one.quantity > 0)
    const left = rest.find(one => one.line === line)
    if (!left) return [{ field: `items.${index}.line`, reason: 'names no line of this order', code: 'unknown_line' }]
    if (quantity <= left.quantity) return []
    const reason = `must be at most ${left.quantity}: the others have left`
    return [{ field: `items.${index}.quantity`, reason, code: 'maximum' }]
  })
}

async function raiseShipped(tx: Tx, orderId: number, asked: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...asked].map(([line, quantity]) => ({ line, quantity }))
  await sql`
    update order_items i set shipped = i.shipped + a.quantity
    from ${recordsetSql(rows)} as a (line smallint, quantity int)
    where i.order_id = ${orderId} and i.line = a.line
  `.execute(tx)
}

/** Parcels that were taken back keep their number, which is a part of the key. */
async function nextNumber(tx: Tx, orderId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('order_parcels')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export type ParcelUndone = { orderId: number; parcel: number; emailOutcome: 'stopped' | 'sent' }

/** Takes a parcel back that has not left after all, while the order is still being prepared. @throws Problem */
export async function takeParcelBack(
  tx: Tx,
  orderId: number,
  number: number,
  { by, now }: { by: string; now: Date },
): Promise<ParcelUndone> {
  const order = await tx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  const { rows } = await sql<{ eventId: string }>`
    with back as (
      update order_parcels set undone_at = ${now}, undone_by = ${by}
      where order_id = ${orderId} and number = ${number} and undone_at is null and ${order.status} = 'processing'
      returning items, event_id
    ), lowered as (
      update order_items i set shipped = i.shipped - p.quantity
      from back, jsonb_to_recordset(back.items) as p (line smallint, quantity int)
      where i.order_id = ${orderId} and i.line = p.line
    )
    select event_id as "eventId" from back
  `.execute(tx)
  const [row] = rows
  if (!row) {
    const detail = 'Only a parcel of an order that is still being prepared can be taken back, and only once.'
    throw new Problem('wrong_order_state', detail, { members: { from: order.status, to: 'processing' } })
  }
  const emailOutcome = await takeBack(tx, row.eventId)
  await publishToFeed(tx, now, { type: 'order.changed', data: { orderId } })
  return { orderId, parcel: number, emailOutcome }
}
