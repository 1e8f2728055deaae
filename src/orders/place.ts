import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { announcing, publishing } from '../events.ts'
import { noteWideBudget, spendingWide, wideBudgetUsedUp } from '../http/rate-limits/wide-budgets.ts'
import type { Problem } from '../problems.ts'
import { type DeliveryAddress, tidyAddress } from './delivery-address.ts'
import { type NewOrder, type Order, showOrder } from './order.ts'
import { explainOpenOrders, explainOrderRefusal, type OpenOrders, type OrderedProduct } from './order-problems.ts'

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
export async function placeOrder(db: Db, order: NewOrder, buyer: Buyer, now: Date): Promise<Order> {
  const deliveryAddress = order.deliveryAddress ? tidyAddress(order.deliveryAddress) : null
  const taken = await take(db, { ...order, deliveryAddress }, buyer, now)
  const { placed, products, owner, total, fits, full } = taken
  if (fits && placed === null) throw await explainLimit(db, taken, { buyer, pieces: piecesOf(order), now })
  if (placed === null) throw explainOrderRefusal(order, products, total)
  if (full) noteWideBudget(budgetOf(buyer, now), full)
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
    steps: [{ status: 'placed', at: now, by: buyer.by }],
  })
}

type Buyer = {
  /** The owner of the order. */
  userId: string
  /** The owner or an API key, for the history of the order. */
  by: string
  /** How many orders an owner may place in a day. */
  perDay: number
  /** How much an owner may have in orders that are neither paid nor in process; undefined: any number. */
  mayKeepOpen?: OpenOrders | undefined
  /** The network of the client, with limits for all its accounts together; undefined: without limits. */
  network?: string | undefined
}

/** Many people can share a network, so it may have so many times as much as an account. */
const NETWORK_TIMES = 5

function budgetOf({ userId, perDay }: Buyer, now: Date) {
  return { kind: 'orders', subject: userId, perDay, now } as const
}

function networkBudgetOf({ network, perDay }: Buyer, now: Date) {
  return { kind: 'client-orders', subject: network!, perDay: perDay * NETWORK_TIMES, now } as const
}

function timesNetwork({ orders, pieces }: OpenOrders): OpenOrders {
  return { orders: orders * NETWORK_TIMES, pieces: pieces * NETWORK_TIMES }
}

/** Why an order that the products allow was refused. */
async function explainLimit(
  db: Db,
  { open, nearby, full }: Taken,
  { buyer, pieces, now }: { buyer: Buyer; pieces: number; now: Date },
): Promise<Problem> {
  const { mayKeepOpen: most } = buyer
  if (!open || !most) return wideBudgetUsedUp(db, full ? networkBudgetOf(buyer, now) : budgetOf(buyer, now))
  if (!nearby || open.orders >= most.orders || open.pieces + pieces > most.pieces)
    return explainOpenOrders(open, most, { pieces, whose: 'account' })
  return explainOpenOrders(nearby, timesNetwork(most), { pieces, whose: 'network' })
}

type Taken = {
  placed: { id: number; total: number; currency: string } | null
  products: (OrderedProduct & { sku: string })[]
  owner: { id: string; email: string; userName: string }
  total: number | null
  /** Whether the products allow the order. Then only a budget or the number of open orders can refuse it. */
  fits: boolean
  /** When all of the budget will be there again. */
  full: Date | null
  /** The open orders of the account, if they are limited, and of all accounts from its network. */
  open: OpenOrders | null
  nearby: OpenOrders | null
}

type Tidied = Omit<NewOrder, 'deliveryAddress'> & { deliveryAddress: DeliveryAddress | null }

async function take(
  db: Db,
  { items, note, expectedTotal, expectedCurrency, deliveryAddress }: Tidied,
  buyer: Buyer,
  now: Date,
): Promise<Taken> {
  const ownerId = buyer.userId
  const pieces = new Map<number, number>()
  for (const { productId, quantity } of items) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  const [ids, quantities] = [[...pieces.keys()], [...pieces.values()]]
  // By position, because a join of the update with the locked rows would read all products of a small catalogue.
  const asked = sql`(${quantities}::int[])[array_position(${ids}::bigint[], id)]`
  const { rows } = await sql<Taken>`${PREPARED}
    with line as materialized (
      select * from unnest(${items.map(item => item.productId)}::bigint[], ${items.map(item => item.quantity)}::int[])
        with ordinality as l (product_id, quantity, line)
    ), product as materialized (
      select id, sku, name, price, currency, stock,
        case when removed_at is null then status else 'removed' end as status,
        ${asked} as asked
      from products
      where id = any(${ids}::bigint[])
      order by id
      for no key update
    ), verdict as materialized (
      select total, currency,
        found = cardinality(${ids}::bigint[]) and in_stock and currency = other_currency
          and total = coalesce(${expectedTotal ?? null}::bigint, total)
          and currency = coalesce(${expectedCurrency ?? null}, currency) as fits
      from (
        select count(*) as found, bool_and(status = 'active' and stock >= asked) as in_stock,
          min(currency) as currency, max(currency) as other_currency, sum(price::bigint * asked)::bigint as total
        from product
      ) as sums
    ), fitting as (
      select total from verdict where fits
    ), ${spendingWide({ ...budgetOf(buyer, now), cause: 'fitting' })}, ${withinOpenOrders(buyer, piecesOf({ items }), now)}, taken as (
      update products set stock = stock - ${asked}, updated_at = now()
      where id = any(${ids}::bigint[]) and exists (select from allowed)
    ), placed as (
      insert into orders (owner_id, note, delivery_address, total, currency, placed_at, network)
      select ${ownerId}::uuid, ${note ?? null}, ${deliveryAddress && JSON.stringify(deliveryAddress)}::jsonb, total, currency,
        ${now}::timestamptz, ${buyer.network ?? null}
      from verdict where exists (select from allowed)
      returning id, total, currency
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
      select placed.id, line, product_id, sku, name, price, quantity
      from placed, line join product on product.id = product_id
    ), step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', ${buyer.by}::uuid, ${now}::timestamptz from placed
    ), ${announcing({
      type: 'order.placed',
      cause: 'placed',
      payload: sql`jsonb_build_object('orderId', id)`,
      to: { userId: ownerId },
      at: now,
    })}, ${publishing({
      type: 'order.placed',
      cause: 'placed',
      data: sql`jsonb_build_object('orderId', id, 'status', 'placed')`,
      at: now,
    })}
    select
      (select to_json(placed) from placed) as placed,
      (select coalesce(json_agg(product), '[]') from product where status <> 'removed') as products,
      (select json_build_object('id', id, 'email', email, 'userName', user_name)
        from users where id = ${ownerId}::uuid) as owner,
      (select total from verdict) as total,
      exists (select from fitting) as fits,
      (select "full" from budget) as "full",
      (select to_json(holding) from holding) as open,
      (select to_json(nearby) from nearby) as nearby
  `.execute(db)
  return rows[0]!
}

/**
 * The table expressions `holding`, what the account has open, `nearby`, the same for its network, and `allowed`, which has a
 * row if the order may come on top. They read the budget first, whose row stays locked until the commit. So simultaneous
 * orders of an account, or of a network, are counted one after the other.
 */
function withinOpenOrders(buyer: Buyer, pieces: number, now: Date) {
  const { userId, mayKeepOpen: most, network } = buyer
  const none = sql`nearby as (select 0 as orders where false)`
  if (!most) return sql`holding as (select 0 as orders where false), ${none}, allowed as (select "full" from budget)`
  const holding = (budget: string) => sql`holding as materialized (
      select o.orders, o.pieces from ${sql.ref(budget)}, open_orders_of(${userId}::uuid, ${most.orders}) as o
    )`
  const fits = ({ orders, pieces: all }: OpenOrders) => sql`orders < ${orders} and pieces + ${pieces}::int <= ${all}`
  if (network === undefined)
    return sql`${holding('budget')}, ${none}, allowed as (select orders from holding where ${fits(most)})`
  const together = timesNetwork(most)
  const spending = spendingWide({ ...networkBudgetOf(buyer, now), cause: 'budget', as: 'network_budget' })
  return sql`${spending}, ${holding('network_budget')}, nearby as materialized (
      select o.orders, o.pieces from network_budget as b, open_orders_from(b.subject, ${together.orders}) as o
    ), allowed as (
      select orders from holding where ${fits(most)} and exists (select from nearby where ${fits(together)})
    )`
}

function piecesOf({ items }: Pick<NewOrder, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
