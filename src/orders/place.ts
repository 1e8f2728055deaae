import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'
import { type NewOrder, type Order, showOrder } from './order.ts'

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

type Product = {
  id: number
  sku: string
  name: string
  price: number
  currency: string
  stock: number
  status: string
  /** Of all lines together. */
  asked: number
}

type Taken = {
  placed: { id: number; total: number; currency: string } | null
  products: Product[]
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

/** Why the statement placed nothing; every reason at once where they are mistakes in the request. */
export function refusal({ items, expectedTotal }: NewOrder, products: Product[], total: number | null): Problem {
  const found = new Map(products.map(product => [product.id, product]))
  const unknown = (reason: string, code: string, field: string): FieldError => ({ field, reason, code })
  const wrong = items.flatMap(({ productId }, index) => {
    const product = found.get(productId)
    const field = `items.${index}.productId`
    if (!product) return [unknown(`names no product (${productId})`, 'unknown_product', field)]
    if (product.currency !== products[0]!.currency) {
      const reason = `is sold in ${product.currency}, the rest of the order in ${products[0]!.currency}`
      return [unknown(reason, 'mixed_currencies', field)]
    }
    return []
  })
  if (wrong.length > 0) return invalidInput(...wrong)

  const unavailable = products.find(({ status }) => status !== 'active' && status !== 'out_of_stock')
  if (unavailable) {
    const { id: productId, name, status } = unavailable
    const words = status.replaceAll('_', ' ')
    return new Problem('product_unavailable', `${name} cannot be ordered: it is ${words}.`, {
      members: { product: { id: productId, name, status } },
    })
  }
  const short = products.filter(({ status, stock, asked }) => status !== 'active' || stock < asked)
  if (short.length > 0) {
    const named = short.map(({ id, name, asked, stock }) => ({ productId: id, name, asked, left: stock }))
    const words = named.map(({ name, asked, left }) => `${name}: ${asked} asked, ${left} left`).join('; ')
    const { productId, name, asked, left } = named[0]!
    return new Problem('insufficient_stock', `${words}.`, {
      members: { product: { id: productId, name }, asked, left, products: named },
    })
  }
  if (total! > Number.MAX_SAFE_INTEGER) {
    return invalidInput({ field: 'items', reason: 'add up to more than can be counted exactly', code: 'too_large' })
  }
  const { currency } = products[0]!
  return new Problem(
    'total_changed',
    `The order now costs ${total} in minor units of ${currency}, not ${expectedTotal}.`,
    {
      members: { total, expectedTotal, currency },
    },
  )
}
