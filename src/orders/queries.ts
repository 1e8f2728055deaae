import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../database/schema.ts'
import './tables.ts'

/**
 * What an e-mail says about an order; `ownerId` is who it goes to.
 * @returns undefined when there is no such order
 */
export async function findOrderForMail(db: Db, id: number) {
  return db
    .selectFrom('orders')
    .select(eb => [
      'id',
      'owner_id as ownerId',
      'status',
      'total',
      'currency',
      'note',
      'tracking_number as trackingNumber',
      'placed_at as placedAt',
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_id as productId', 'sku', 'name', 'unit_price as unitPrice', 'quantity'])
          .select(eb => eb('unit_price', '*', eb.ref('quantity')).as('lineTotal'))
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('line'),
      ).as('items'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}
