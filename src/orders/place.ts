import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import { type NewOrder, type Order, showOrder } from './order.ts'
import { type Asked, refusal } from './refusal.ts'

/**
 * Places an order: prices and names are copied, stock is taken, the owner is told, all of it or nothing.
 *
 * One statement does the work. It locks the products in the order of their ids, so that baskets which share products
 * wait for each other and never in a circle; a locked row is seen as it is now, not as it was when the statement began,
 * so the verdict over it stays true until the commit. The same product on two lines is one product with one sum.
 */
export async function placeOrder(tx: Tx, order: NewOrder, ownerId: string, now: Date): Promise<Order> {
  const { placed, products, owner, total } = await take(tx, order, ownerId, now)
  if (placed === null) throw refusal(order, products, total)
  await announce(tx, { type: 'order.placed', payload: { orderId: placed.id }, to: [{ userId: ownerId }], at: now })
  return showOrder({
    ...placed,
    status: 'placed',
    note: order.note ?? null,
    trackingNumber: null,
    placedAt: now,
    owner,
    items: order.items.map(({ productId, quantity }) => {
      const { sku, name, price } = products.find(({ id }) => id === productId)!
      return { productId, sku, name, unitPrice: price, quantity }
    }),
    steps: [{ status: 'placed', at: now, by: ownerId }],
  })
}

type Taken = {
  placed: { id: number; total: number; currency: string } | null
  products: (Asked & { sku: string })[]
  owner: { id: string; email: string; userName: string }
  total: number | null
}

async function take(tx: Tx, order: NewOrder, ownerId: string, now: Date): Promise<Taken> {
  const productIds = order.items.map(({ productId }) => productId)
  const quantities = order.items.map(({ quantity }) => quantity)
  const { rows } = await sql<Taken>`
    with line as materialized (
      select * from unnest(${productIds}::int[], ${quantities}::int[]) with ordinality as l (product_id, quantity, line)
    ), product as materialized (
      select id, sku, name, price, currency, stock, status, asked
      from products
      join (select product_id, sum(quantity)::int as asked from line group by product_id) as l on l.product_id = id
      where removed_at is null
      order by id
      for no key update of products
    ), verdict as materialized (
      select
        sum(price::numeric * asked) as total,
        min(currency) as currency,
        count(*) = (select count(distinct product_id) from line)
          and bool_and(status = 'active' and stock >= asked)
          and min(currency) = max(currency)
          and sum(price::numeric * asked) <= ${Number.MAX_SAFE_INTEGER}
          and sum(price::numeric * asked) = coalesce(${order.expectedTotal ?? null}::bigint, sum(price::numeric * asked))
          as fits
      from product
    ), taken as (
      update products
      set stock = products.stock - asked
      from product
      where products.id = product.id and (select fits from verdict)
    ), placed as (
      insert into orders (owner_id, note, total, currency, placed_at)
      select ${ownerId}, ${order.note ?? null}, total, currency, ${now} from verdict where fits
      returning id, total, currency
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
      select placed.id, line, product_id, sku, name, price, quantity
      from placed, line join product on product.id = product_id
    ), step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', ${ownerId}, ${now} from placed
    )
    select
      (select to_json(placed) from placed) as placed,
      (select coalesce(json_agg(product), '[]') from product) as products,
      (select json_build_object('id', id, 'email', email, 'userName', user_name) from users where id = ${ownerId}) as owner,
      (select total::float8 from verdict) as total
  `.execute(tx)
  return rows[0]!
}
