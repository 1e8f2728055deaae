/** The lines of an order with their VAT and pictures, as statements read them. */
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Image } from '../catalogue/images/image.ts'
import type { Tables } from '../database/schema.ts'
import './tables.ts'

/** Price of all pieces of a line, before the discount. */
const LINE_TOTAL = sql<number>`coalesce(order_items.line_total, order_items.unit_price * order_items.quantity)`

export function itemsOf(eb: ExpressionBuilder<Tables, 'orders'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('order_items')
      .select([
        'line',
        'returned',
        'shipped',
        'product_id as productId',
        'sku',
        'name',
        'options',
        'unit_price as unitPrice',
        'quantity',
        'discount',
      ])
      .select(['tax_rate_bp as rate', 'content_amount', 'content_unit', LINE_TOTAL.as('lineTotal')])
      .whereRef('order_items.order_id', '=', 'orders.id')
      .orderBy('line'),
  )
}

export function taxesOf(eb: ExpressionBuilder<Tables, 'orders'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('order_taxes')
      .select(['rate_bp', 'net', 'tax', 'gross'])
      .whereRef('order_taxes.order_id', '=', 'orders.id')
      .orderBy('rate_bp', 'desc'),
  )
}

/** The first pictures of the products of an order, as they are now. */
export function imagesOf(eb: ExpressionBuilder<Tables, 'orders'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('order_items')
      .innerJoin('products', 'products.id', 'order_items.product_id')
      .select(['products.id', sql<Image>`products.images -> 0`.as('image')])
      .whereRef('order_items.order_id', '=', 'orders.id')
      .where(sql<boolean>`products.images <> '[]'`),
  )
}
