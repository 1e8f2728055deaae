import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { announcing } from '../events.ts'
import { type DeliveryAddress, tidyAddress } from './delivery-address.ts'
import { type NewOrder, type Order, showOrder } from './order.ts'
import { explainOrderRefusal, type OrderedProduct } from './order-problems.ts'

/**
 * Places an order: copies prices and names, takes the stock and announces the event, all or nothing. It is one statement,
 * so without a surrounding transaction it is its own.
 *
 * It locks the products in the order of their ids, so orders that share products wait for each other but never in a
 * circle. A locked row is read in its current version, not in the one from the start of the statement, so the verdict
 * holds until the commit. A product on two lines counts as one product with the sum of both quantities. No total can
 * overflow: a price is below 2^31, and an order has at most a million pieces.
 *
 * It does not wake the workers, because PostgreSQL commits notifying transactions one at a time. Call `wakeWorkers`
 * after the commit.
 */
export async function placeOrder(db: Db, order: NewOrder, ownerId: string, now: Date): Promise<Order> {
  const deliveryAddress = order.deliveryAddress ? tidyAddress(order.deliveryAddress) : null
  const { placed, products, owner, total } = await take(db, { ...order, deliveryAddress }, ownerId, now)
  if (placed === null) throw explainOrderRefusal(order, products, total)
  const bought = new Map(products.map(product => [product.id, product]))
  return showOrder({
    ...placed,
    status: 'placed',
    note: order.note ?? null,
    trackingNumber: null,
    deliveryAddress,
    paymentStatus: 'open',
    placedAt: now,
    owner,
    items: order.items.map(({ productId, quantity }) => {
      const { sku, name, price } = bought.get(productId)!
      return { productId, sku, name, unitPrice: price, quantity }
    }),
    steps: [{ status: 'placed', at: now, by: ownerId }],
  })
}

type Taken = {
  placed: { id: number; total: number; currency: string } | null
  products: (OrderedProduct & { sku: string })[]
  owner: { id: string; email: string; userName: string }
  total: number | null
}

type Tidied = Omit<NewOrder, 'deliveryAddress'> & { deliveryAddress: DeliveryAddress | null }

async function take(
  db: Db,
  { items, note, expectedTotal, deliveryAddress }: Tidied,
  ownerId: string,
  now: Date,
): Promise<Taken> {
  const asked = new Map<number, number>()
  for (const { productId, quantity } of items) asked.set(productId, (asked.get(productId) ?? 0) + quantity)
  const [ids, quantities] = [[...asked.keys()], [...asked.values()]]
  const { rows } = await sql<Taken>`${PREPARED}
    with line as materialized (
      select * from unnest(${items.map(item => item.productId)}::int[], ${items.map(item => item.quantity)}::int[])
        with ordinality as l (product_id, quantity, line)
    ), product as materialized (
      select id, sku, name, price, currency, stock,
        case when removed_at is null then status else 'removed' end as status,
        (${quantities}::int[])[array_position(${ids}::int[], id)] as asked
      from products
      where id = any(${ids}::int[])
      order by id
      for no key update
    ), verdict as materialized (
      select total, currency,
        found = cardinality(${ids}::int[]) and in_stock and currency = other_currency
          and total = coalesce(${expectedTotal ?? null}::bigint, total) as fits
      from (
        select count(*) as found, bool_and(status = 'active' and stock >= asked) as in_stock,
          min(currency) as currency, max(currency) as other_currency, sum(price::bigint * asked)::bigint as total
        from product
      ) as sums
    ), taken as (
      update products set stock = products.stock - asked
      from product
      where products.id = product.id and (select fits from verdict)
    ), placed as (
      insert into orders (owner_id, note, delivery_address, total, currency, placed_at)
      select ${ownerId}::uuid, ${note ?? null}, ${deliveryAddress && JSON.stringify(deliveryAddress)}::jsonb, total, currency,
        ${now}::timestamptz
      from verdict where fits
      returning id, total, currency
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
      select placed.id, line, product_id, sku, name, price, quantity
      from placed, line join product on product.id = product_id
    ), step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', ${ownerId}::uuid, ${now}::timestamptz from placed
    ), ${announcing({
      type: 'order.placed',
      cause: 'placed',
      payload: sql`jsonb_build_object('orderId', id)`,
      to: { userId: ownerId },
      at: now,
    })}
    select
      (select to_json(placed) from placed) as placed,
      (select coalesce(json_agg(product), '[]') from product where status <> 'removed') as products,
      (select json_build_object('id', id, 'email', email, 'userName', user_name)
        from users where id = ${ownerId}::uuid) as owner,
      (select total from verdict) as total
  `.execute(db)
  return rows[0]!
}
