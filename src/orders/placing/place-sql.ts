/** The statement that places an order: it locks, decides, takes the stock and writes everything that belongs to the order. */
import { sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { announceSql } from '../../events/announce.ts'
import { publishToFeedSql } from '../../events/publish.ts'
import { spendWideSql } from '../../http/rate-limits/wide-budgets.ts'
import type { OpenOrders, OrderedProduct } from '../order-problems.ts'
import {
  budgetOf,
  methodOf,
  networkBudgetOf,
  type OrderLimits,
  type OrderRequest,
  piecesOf,
  tidyAddressOf,
  timesNetwork,
} from './order-request.ts'

/** The answer of the statement. */
export type PlacedOrRefused = {
  /** The number of the order; null if it was refused. */
  id: number | null
  total: number | null
  currency: string | null
  /** The products of the order, without those that were removed. */
  products: (OrderedProduct & { sku: string })[]
  owner: { id: string; email: string; userName: string }
  /** Whether the products allow the order. Then only a budget or the number of open orders can refuse it. */
  isAvailable: boolean
  /** When all of the budget of the account will be there again; null if it is used up. */
  full: Date | null
  /** The open orders of the account and of its network; null if they are not limited, or if the budget is used up. */
  open: OpenOrders | null
  nearby: OpenOrders | null
}

/**
 * Orders that share products wait for each other, but never in a circle: each statement locks its products in the order of their
 * ids, then the budget of the account, then that of the network. A locked row is read in its current version, not in the one
 * from the start of the statement. So the decision holds until the commit.
 *
 * A product on two lines counts as one product with the sum of both quantities. No total can overflow: a price is below
 * 2^31, and an order has at most a million pieces.
 */
export async function placeInOneStatement(
  tx: Tx,
  request: OrderRequest,
  limits: OrderLimits,
  now: Date,
): Promise<PlacedOrRefused> {
  const { order, userId, by, forShop, network } = request
  const lines = order.items.map(({ productId, quantity }, n) => ({ line: n + 1, product_id: productId, quantity }))
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))]
  const pieces = piecesOf(order)
  const isLimited = limits.openOrders !== undefined && !forShop
  const isNetworkLimited = isLimited && network !== undefined
  const most = limits.openOrders ?? UNLIMITED
  const networkMost = limits.openOrders ? timesNetwork(limits.openOrders) : UNLIMITED
  const announced = announceSql({
    type: 'order.placed',
    cause: 'placed',
    payload: sql`jsonb_build_object('orderId', id)`,
    to: sql`owner_id`,
    at: now,
  })

  const { rows } = await sql<PlacedOrRefused>`${PREPARED}
    with
    -- 1 the lines, and the pieces of each product. JSON, because PostgreSQL would make a new plan for each length of an array
    line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}) as l (line smallint, product_id bigint, quantity int)
    ), asked as materialized (
      select product_id, sum(quantity)::int as pieces from line group by product_id
    ),

    -- 2 the products, locked in the order of their ids
    product as materialized (
      select id, sku, name, price, currency, stock, case when removed_at is null then status else 'removed' end as status
      from products
      where id = any(${productIds}::bigint[])
      order by id
      for no key update
    ),

    -- 3 what the order costs, and whether all of it is available at the expected price
    basket as materialized (
      select
        count(*) = count(id) and bool_and(status = 'active' and stock >= pieces) as is_in_stock,
        min(currency) as currency,
        max(currency) as other_currency,
        sum(price::bigint * pieces)::bigint as total,
        coalesce(json_agg(json_build_object(
          'id', id, 'sku', sku, 'name', name, 'price', price, 'currency', currency, 'stock', stock, 'status', status, 'asked', pieces
        ) order by id) filter (where status <> 'removed'), '[]') as products
      from asked left join product on id = product_id
    ), available as materialized (
      select total, currency
      from basket
      where is_in_stock
        and currency = other_currency
        and total = coalesce(${order.expectedTotal ?? null}::bigint, total)
        and currency = coalesce(${order.expectedCurrency ?? null}::text, currency)
    ),

    -- 4 the account: its budget for the day, whose row stays locked until the commit, and what it has open
    budget as (${spendWideSql({ ...budgetOf(request, limits, now), cause: 'available' })}),
    open as materialized (
      select
        o.orders,
        o.pieces,
        o.orders < ${most.orders}::int and o.pieces + ${pieces}::int <= ${most.pieces}::int as fits
      from budget, open_orders_of(${userId}::uuid, ${most.orders}::int) as o
      where ${isLimited}::boolean
    ),

    -- 5 the same for its network
    limited_network as (
      select from budget where ${isNetworkLimited}::boolean
    ),
    network_budget as (${spendWideSql({ ...networkBudgetOf(request, limits, now), cause: 'limited_network' })}),
    nearby as materialized (
      select
        o.orders,
        o.pieces,
        o.orders < ${networkMost.orders}::int and o.pieces + ${pieces}::int <= ${networkMost.pieces}::int as fits
      from network_budget, open_orders_from(subject, ${networkMost.orders}::int) as o
    ),

    -- 6 the decision: a row if the order is allowed
    allowed as materialized (
      select total, currency
      from available, budget
      where (not ${isLimited}::boolean or exists (select from open where fits))
        and (not ${isNetworkLimited}::boolean or exists (select from nearby where fits))
    ),

    -- 7 the stock. What is left comes from the locked rows: "stock - pieces" would first be checked on the row of the snapshot, which
    -- may hold less. It comes as arrays, because PostgreSQL cannot run a join with step 6 again for a row that changed meanwhile
    new_stock as materialized (
      select array_agg(id) as ids, array_agg(stock - pieces) as "left"
      from allowed, asked join product on id = product_id
    ), sold as (
      update products
      set stock = (select "left" from new_stock)[array_position((select ids from new_stock), id)], updated_at = now()
      where id = any((select ids from new_stock)::bigint[])
    ),

    -- 8 the order, its lines with names and prices of today, and its first step
    placed as (
      insert into orders (owner_id, note, delivery_address, total, currency, placed_at, network, payment_method)
      select ${userId}::uuid, ${order.note ?? null}::text, ${jsonOf(tidyAddressOf(order))}::jsonb, total, currency,
        ${now}::timestamptz, ${network ?? null}::text, ${methodOf(order)}
      from allowed
      returning id, owner_id
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
      select placed.id, line, product_id, sku, name, price, quantity
      from placed, line join product on product.id = product_id
    ), step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', ${by}::uuid, ${now}::timestamptz from placed
    ),

    -- 9 the confirmation to the owner, and the event of the feed
    event as (${announced.event}),
    delivery as (${announced.delivery}),
    published as (${publishToFeedSql({
      type: 'order.placed',
      cause: 'placed',
      data: sql`jsonb_build_object('orderId', id, 'status', 'placed')`,
      at: now,
    })})

    -- 10 what the answer is made from, or the refusal
    select
      (select id from placed) as id,
      total,
      currency,
      products,
      (select json_build_object('id', id, 'email', email, 'userName', user_name) from users where id = ${userId}::uuid) as owner,
      exists (select from available) as "isAvailable",
      (select "full" from budget) as "full",
      (select json_build_object('orders', orders, 'pieces', pieces) from open) as open,
      (select json_build_object('orders', orders, 'pieces', pieces) from nearby) as nearby
    from basket
  `.execute(tx)
  return one(rows)
}

const UNLIMITED = { orders: null, pieces: null }

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value)
}
