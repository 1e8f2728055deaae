/** Locks an order that staff change, and refuses those that cannot be changed. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { noSuchOrder } from '../transition.ts'

export type Actor = { by: string; now: Date; check?: ((order: Order) => void) | undefined }

/** @throws Problem when there is no such order, or the client has not seen it as it is */
export async function lockOrder(tx: Tx, orderId: number, { check }: Pick<Actor, 'check'>) {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const order = await findOrder(tx, orderId)
  if (!order) throw noSuchOrder()
  check?.(showOrder(order))
  return order
}
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** @throws Problem for an order that has left the shop */
export async function lockOpen(tx: Tx, orderId: number, actor: Actor) {
  const order = await lockOrder(tx, orderId, actor)
  if (order.status !== 'placed' && order.status !== 'processing')
    throw notChanged(order, `The order is ${order.status}; only placed or processing orders can be changed.`)
  return { order, total: order.total, owner: order.owner.id }
}

export const notChanged = ({ status }: Pick<Order, 'status'>, detail: string) =>
  new Problem('wrong_order_state', detail, { members: { from: status, to: 'changed' } })

/** The number of the order's invoice; undefined: none is written. The row of the order is locked, as its writer locks it. */
export async function findInvoice(tx: Tx, orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ label: string }>`
    select label from documents where order_id = ${orderId} and kind = 'invoice'
  `.execute(tx)
  return rows[0]?.label
}
