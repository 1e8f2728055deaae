import type { Db } from '../../database/schema.ts'
import { itemsOf } from '../lines.ts'

/** The checkout asks before it places the same order twice. */
export async function findNewestOrder(db: Db, ownerId: string) {
  return db
    .selectFrom('orders')
    .select(eb => ['id', 'status', 'placed_at as placedAt', itemsOf(eb).as('items')])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The addresses of the user's last order that has one, for the next checkout. */
export async function findLastAddresses(db: Db, ownerId: string) {
  return db
    .selectFrom('orders')
    .select(['delivery_address as delivery', 'billing_address as billing'])
    .where('owner_id', '=', ownerId)
    .where('delivery_address', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
