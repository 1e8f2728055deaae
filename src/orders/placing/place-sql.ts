import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../database/open.ts'
import type { Db } from '../../database/schema.ts'
import { announcing, publishing } from '../../events.ts'
import { claiming, lockOf } from '../../http/idempotency/keys.ts'
import { spendingWide } from '../../http/rate-limits/wide-budgets.ts'
import type { OpenOrders, OrderedProduct } from '../order-problems.ts'
import { askedBy, buyersOf, linesOf, NETWORK_TIMES, type OrderLimits, type Placing, timesNetwork } from './placing.ts'

/*
 * The statement that places orders: of one buyer, or one order each of several buyers. It decides each order on its own and
 * copies prices and names, takes the stock and announces the event of those that it places. Without a surrounding transaction it
 * is its own.
 *
 * It locks the products in the order of their ids, so orders that share products wait for each other but never in a circle.
 * A locked row is read in its current version, not in the one from the start of the statement, so the verdict holds until
 * the commit. After the products it locks the budgets, in the order of accounts, and then those of networks. The update of the stock
 * gets what is left from the locked rows: `stock - pieces` would first be checked on the row of the snapshot, which may hold less. It
 * gets it as two arrays, because PostgreSQL runs the update again for a row that changed meanwhile, and cannot run again the inserts on
 * which a join would depend.
 *
 * Orders of several buyers wait a moment. A product that others have locked for longer is left out, and so is an order that would not
 * fit behind the others of the statement: it stays undecided, to be tried alone.
 *
 * They claim their keys last, when everything is known that a repeat is answered from. So a key whose order is refused is not used
 * up. First of all they try to get the locks of their keys. An order whose key another request holds, or has claimed, stays undecided
 * too, and costs no budget. Processes of the release before claim keys without that lock, so a key may be gone in the end. Then the order
 * is not refused either: the request that claimed its key may have taken the last piece.
 *
 * A product on two lines counts as one product with the sum of both quantities. No total can overflow: a price is below
 * 2^31, and an order has at most a million pieces.
 */

/** The end of an order in the statement. */
export type Outcome = {
  /** Its number; null if it was not placed. */
  id: number | null
  total: number | null
  currency: string | null
  /** Its products, without those that were removed. */
  products: (OrderedProduct & { sku: string })[]
  owner: { id: string; email: string; userName: string }
  /** Whether the products allow the order. Then only a budget or the number of open orders can refuse it. */
  fits: boolean
  /** Nothing was decided: a product is locked, others of the statement come first, or its key is claimed. */
  isUndecided: boolean
  /** When all of the budget will be there again. */
  full: Date | null
  /** The open orders of the account, if they are limited, and of all accounts from its network. */
  open: OpenOrders | null
  nearby: OpenOrders | null
}

type Row = Omit<Outcome, 'isUndecided'> & {
  ownerId: string
  /** Whether all products were found; locked ones may be left out. */
  found: boolean
  /** Whether it fits behind the orders before it. */
  fitsBehind: boolean
  /** A process of the release before has claimed its key since the statement began. */
  isClaimed: boolean
}

/** A part of the answer, stored with the key. The rest is in the request, which a repeat sends again. */
export type StoredOutcome = Pick<Outcome, 'total' | 'currency' | 'products' | 'owner'> & {
  /** The event of the order, which knows its number. */
  eventId: string
  placedAt: string
}

type Manner = {
  now: Date
  /** A single order, whose key is claimed already, and which waits for locks as long as it may. */
  alone: boolean
  /** Leaves out products that others have locked. */
  skipsLocked?: boolean
  /** With the keys. */
  storesOutcomes?: boolean
}

/**
 * @param placings orders of different owners and networks
 * @returns the outcomes, in the order of `placings`; undefined if its key is not new
 */
export async function placeInOneStatement(
  db: Db,
  placings: Placing[],
  { perDay, openOrders }: OrderLimits,
  { now, alone, skipsLocked = false, storesOutcomes = false }: Manner,
): Promise<(Outcome | undefined)[]> {
  const productIds = [...new Set(placings.flatMap(({ order }) => order.items.map(({ productId }) => productId)))]
  const { rows } = await sql<Row>`${PREPARED}
    with patience as materialized (
      select ${alone ? sql`true` : sql`set_config('lock_timeout', ${sql.lit(String(MOMENT))}, true)`}
    ), buyer as materialized (
      select b.* from patience, json_to_recordset(${JSON.stringify(buyersOf(placings, openOrders !== undefined))}) as b (
        owner_id uuid, by_user uuid, note text, delivery_address jsonb, network text, limited boolean, pieces int,
        expected_total bigint, expected_currency text, event_id uuid, delivery_id uuid, key_owner text, key text, request text
      )
      ${alone ? sql`` : sql`where key is null or (pg_try_advisory_xact_lock(${lockOf(sql`key_owner`, sql`key`)}) and not is_claimed(key_owner, key))`}
    ), line as materialized (
      select * from json_to_recordset(${JSON.stringify(linesOf(placings))})
        as l (owner_id uuid, line smallint, product_id bigint, quantity int)
    ), asked as materialized (
      select * from json_to_recordset(${JSON.stringify(askedBy(placings))})
        as a (owner_id uuid, product_id bigint, pieces int, with_others int)
    ), product as materialized (
      select id, sku, name, price, currency, stock, case when removed_at is null then status else 'removed' end as status
      from products
      where id = any(${productIds}::bigint[]) and (select count(*) > 0 from buyer)
      order by id
      for no key update ${skipsLocked ? sql`skip locked` : sql``}
    ), verdict as materialized (
      select owner_id, total, currency, products, found, fits_behind,
        found and in_stock and currency = other_currency
          and total = coalesce(expected_total, total) and currency = coalesce(expected_currency, currency) as fits,
        (select json_build_object('id', id, 'email', email, 'userName', user_name) from users where id = owner_id) as owner
      from (
        select owner_id, count(*) = count(id) as found, coalesce(bool_and(status = 'active' and stock >= pieces), false) as in_stock,
          coalesce(bool_and(stock >= with_others), false) as fits_behind,
          min(currency) as currency, max(currency) as other_currency, sum(price::bigint * pieces)::bigint as total,
          coalesce(json_agg(json_build_object(
            'id', id, 'sku', sku, 'name', name, 'price', price, 'currency', currency, 'stock', stock, 'status', status, 'asked', pieces
          ) order by id) filter (where status <> 'removed'), '[]') as products
        from asked left join product on id = product_id
        group by owner_id
      ) as sums join buyer using (owner_id)
    ), fitting as (
      select owner_id::text as account from verdict where fits and fits_behind
    ), ${spendingWide({ perDay, now, kind: 'orders', subject: sql`account`, cause: 'fitting' })}, ${
      openOrders
        ? withinOpenOrders(openOrders, perDay, now)
        : sql`allowed as (select subject::uuid as owner_id from budget)`
    }, ${alone ? sql`` : sql`${claimingKeys(now, storesOutcomes)}, `}granted as materialized (
      select owner_id, note, delivery_address, network, total, currency
      from allowed join buyer using (owner_id) join verdict using (owner_id)
      ${alone ? sql`` : sql`where key is null or (key_owner, key) in (select owner, key from claimed)`}
    ), taking as materialized (
      select array_agg(id) as ids, array_agg(stock - sold) as "left"
      from (select product_id, sum(pieces)::int as sold from asked join granted using (owner_id) group by product_id) as sums
        join product on id = product_id
    ), taken as (
      update products
      set stock = (select "left" from taking)[array_position((select ids from taking), id)], updated_at = now()
      where id = any((select ids from taking)::bigint[])
    ), placed as (
      insert into orders (owner_id, note, delivery_address, total, currency, placed_at, network)
      select owner_id, note, delivery_address, total, currency, ${now}::timestamptz, network from granted
      returning id, owner_id
    ), items as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
      select placed.id, line, product_id, sku, name, price, quantity
      from placed join line using (owner_id) join product on product.id = product_id
    ), new_order as (
      select id, owner_id, by_user, event_id, delivery_id from placed join buyer using (owner_id)
    ), step as (
      insert into order_steps (order_id, status, by_user, at)
      select id, 'placed', by_user, ${now}::timestamptz from new_order
    ), ${announcing({
      type: 'order.placed',
      cause: 'new_order',
      payload: sql`jsonb_build_object('orderId', id)`,
      to: sql`owner_id`,
      at: now,
    })}, ${publishing({
      type: 'order.placed',
      cause: 'placed',
      data: sql`jsonb_build_object('orderId', id, 'status', 'placed')`,
      at: now,
    })}
    select owner_id as "ownerId", placed.id, verdict.total, verdict.currency, products, owner, found, verdict.fits,
      fits_behind as "fitsBehind", placed.id is null and key is not null and is_claimed(key_owner, key) as "isClaimed",
      "full", ${openOrders ? sql`open, nearby` : sql`null as open, null as nearby`}
    from verdict join buyer using (owner_id) left join placed using (owner_id) left join budget on subject = owner_id::text
      ${openOrders ? sql`left join holding using (owner_id)` : sql``}
  `.execute(db)
  const outcomes = new Map(rows.map(({ ownerId, ...outcome }) => [ownerId, outcome]))
  return placings.map(({ userId }) => {
    const decided = outcomes.get(userId)
    if (!decided) return undefined
    const { found, fitsBehind, isClaimed, ...outcome } = decided
    const isUndecided = (skipsLocked && !found) || isClaimed || (outcome.fits && !fitsBehind)
    return { ...outcome, isUndecided }
  })
}

/** The table expression `claimed`, the keys of allowed orders that no other request has claimed. */
function claimingKeys(now: Date, storesOutcomes: boolean): RawBuilder<unknown> {
  const outcome = sql`json_build_object('eventId', event_id, 'placedAt', ${now.toISOString()}::text,
    'total', total, 'currency', currency, 'products', products, 'owner', verdict.owner)`
  return sql`claim as materialized (
      select key_owner as owner, key, request ${storesOutcomes ? sql`, ${outcome} as outcome` : sql``}
      from allowed join buyer using (owner_id) join verdict using (owner_id)
      where key is not null
    ), ${claiming('claim', storesOutcomes)}`
}

/**
 * The table expressions `holding`, what an account and its network have open, and `allowed`, the orders that may come on top. They read
 * the budgets first, whose rows stay locked until the commit. So simultaneous orders of an account, or of a network, are counted
 * one after the other.
 */
function withinOpenOrders(most: OpenOrders, perDay: number, now: Date): RawBuilder<unknown> {
  const together = timesNetwork(most)
  return sql`ordering as (
      select buyer.* from budget join buyer on owner_id = subject::uuid
    ), limited as (
      select network from ordering where limited and network is not null
    ), ${spendingWide({
      kind: 'client-orders',
      perDay: perDay * NETWORK_TIMES,
      now,
      subject: sql`network`,
      cause: 'limited',
      as: 'network_budget',
    })}, holding as materialized (
      select owner_id, to_json(own) as open, to_json(others) as nearby,
        own.orders < ${most.orders} and own.pieces + ordering.pieces <= ${most.pieces} as fits,
        subject is null or others.orders < ${together.orders} and others.pieces + ordering.pieces <= ${together.pieces} as nearby_fits
      from ordering
        left join network_budget on subject = network
        cross join lateral open_orders_of(owner_id, ${most.orders}) as own
        left join lateral open_orders_from(subject, ${together.orders}) as others on subject is not null
      where limited and (ordering.network is null or subject is not null)
    ), allowed as materialized (
      select owner_id from ordering where not limited
      union all select owner_id from holding where fits and nearby_fits
    )`
}

/** Milliseconds that an order may keep the others of its statement waiting, such as for the budget of its account. */
const MOMENT = 50
