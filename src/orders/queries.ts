/** Reads orders: one, many, and the lists of staff and customers. */
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { COUNT_LIMIT, countRows } from '../database/lists/count.ts'
import { type ListOrder, type Paging, readListPage } from '../database/lists/keyset.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db, Tables } from '../database/schema.ts'
import { DUE, IS_DUE } from '../payments/due.ts'
import { changedSince, LAST_CHANGE } from './edits/last-change.ts'
import { imagesOf, itemsOf, taxesOf } from './lines.ts'
import { OWN_CARRIERS, partsOf } from './parcels/queries.ts'
import { ORDER_STATUSES, type OrderStatus } from './states.ts'
import './tables.ts'
import './edits/tables.ts'
import './undo/tables.ts'
import '../returns/tables.ts'
import { given } from '../database/lists/given.ts'
import { hasMetadata, type MetadataFilter } from '../metadata/metadata.ts'
import { hasTag } from '../notes/tags.ts'

/** Owns the orders of all deleted accounts. The account cannot sign in. */
export const FORMER_OWNER = '00000000-0000-8000-8000-000000000000'

/** @returns undefined when there is no such order */
export async function findOrder(db: Db, id: number) {
  return selectOrders(db).modifyFront(PREPARED).where('orders.id', '=', id).executeTakeFirst()
}

/** The orders of these ids, in no particular order. */
export async function findOrders(db: Db, ids: readonly number[]) {
  return ids.length === 0 ? [] : selectOrders(db).where('orders.id', 'in', ids).execute()
}

/** The lists in which staff work through the orders. */
const ORDER_TABS = ['all', 'ready', ...ORDER_STATUSES, 'unpaid', 'refund_due'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

export type OrderFilter = {
  id?: number | undefined
  ids?: readonly number[] | undefined
  /** Takes only smaller ids: the next rows of a walk from the newest order to the oldest. */
  below?: number | undefined
  ownerId?: string | undefined
  ownerIds?: readonly string[] | undefined
  tab?: OrderTab | undefined
  status?: OrderStatus | OrderStatus[] | undefined
  productId?: number | undefined
  /** Orders that use this discount code. A cancelled order does not anymore. */
  discountCode?: string | undefined
  placedFrom?: Date | undefined
  placedBefore?: Date | undefined
  updatedSince?: Date | undefined
  metadata?: MetadataFilter | undefined
  tag?: string | undefined
  /** Adds to those of `ownerIds` the orders in whose notes and tags a text was found. */
  orIds?: readonly number[] | undefined
}

export const ORDER_SORTS = ['-id', 'id', '-total', 'total'] as const
type OrderSort = (typeof ORDER_SORTS)[number]

/** One page of the matching orders, and their number. Ids increase with time, so they sort by age. */
export async function listOrders(db: Db, filter: OrderFilter, { sort, ...paging }: Paging & { sort: OrderSort }) {
  // Within a period, an index has the orders by time, and ids increase with time.
  const isPeriod = filter.placedFrom !== undefined || filter.placedBefore !== undefined
  const order = ORDERS[sort.endsWith('total') ? 'total' : isPeriod ? 'time' : 'id'](sort.startsWith('-'))
  const matching = db.selectFrom('orders').where(fits(filter))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('orders.id'),
      order,
      paging,
      // Lines, steps and owners are looked up only for the orders of the page, not for those that the offset skips.
      (page, orderBy) => selectOrders(db).where('orders.id', 'in', page).orderBy(orderBy).execute(),
      ({ id, total, placedAt }) => ({ total: [total, id], time: [placedAt, id], id: [id] })[order.name],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

/** The ids of the matching orders, the newest first. */
export async function listOrderIds(db: Db, filter: OrderFilter, most: number): Promise<number[]> {
  const matching = db.selectFrom('orders').where(fits(filter)).select('orders.id')
  const found = await matching.orderBy('orders.id', 'desc').limit(most).execute()
  return found.map(({ id }) => id)
}

function fits(filter: OrderFilter) {
  return (eb: ExpressionBuilder<Tables, 'orders'>) =>
    eb.and([
      ...given(filter.ownerId, id => eb('orders.owner_id', '=', id)),
      ...given(filter.id, id => eb('orders.id', '=', id)),
      ...given(filter.below, id => eb('orders.id', '<', id)),
      ...given(filter.ownerIds, ids => ofOwners(ids, filter.orIds ?? [])),
      ...given(filter.tag, tag => hasTag('order', 'orders.id', tag)),
      ...given(filter.status, status => eb('orders.status', 'in', [status].flat())),
      ...given(filter.tab, inTab),
      ...given(filter.placedFrom, from => eb('orders.placed_at', '>=', from)),
      ...given(filter.placedBefore, before => eb('orders.placed_at', '<', before)),
      ...given(filter.ids, ids => eb('orders.id', '=', sql<number>`any(${ids}::bigint[])`)),
      ...given(filter.updatedSince, since => eb('orders.id', 'in', changedSince(eb, since))),
      ...given(filter.metadata, wanted => hasMetadata('orders.metadata', wanted)),
      ...given(filter.productId, id => contains(eb, id)),
      ...given(filter.discountCode, code => usesCode(eb, code)),
    ])
}

function ofOwners(ownerIds: readonly string[], ids: readonly number[]) {
  if (ids.length === 0) return sql<boolean>`orders.owner_id = any(${ownerIds}::uuid[])`
  return sql<boolean>`(orders.owner_id = any(${ownerIds}::uuid[]) or orders.id = any(${ids}::bigint[]))`
}

const ID = ['orders.id', 'bigint'] as const
/** Each has an index. */
const ORDERS = {
  id: orderBy('id', ID),
  total: orderBy('total', ['orders.total', 'bigint'], ID),
  time: orderBy('time', ['orders.placed_at', 'timestamptz'], ID),
}

function orderBy<Name extends string>(name: Name, ...columns: ListOrder['columns'][number][]) {
  return (descending: boolean) => ({ name, columns, descending })
}

/**
 * Counts the orders of a filter in each tab but the first. Without a filter each count has an index. With one, the orders that
 * fit are counted together; of too many there is no count.
 */
export async function countOrders(db: Db, filter: OrderFilter = {}): Promise<Partial<Record<OrderTab, number>>> {
  const tabs = ORDER_TABS.slice(1)
  const isWhole = Object.entries(filter).every(([name, value]) => name === 'tab' || value === undefined)
  if (isWhole) {
    const upTo = (tab: OrderTab) =>
      sql`(select count(*)::int from (select from orders where ${inTab(tab)} limit ${COUNT_LIMIT + 1}) as found) as ${sql.ref(tab)}`
    const { rows } = await sql<Record<OrderTab, number>>`select ${sql.join(tabs.map(upTo))}`.execute(db)
    return one(rows)
  }
  const { tab: _, ...rest } = filter
  const fitting = db
    .selectFrom('orders')
    .where(fits(rest))
    .select(['orders.id', 'status', 'payment_status', 'total', 'credited'])
    .limit(COUNT_LIMIT + 1)
  const { all, ...counts } = await db
    .selectFrom(fitting.as('orders'))
    .select(tabs.map(tab => sql<number>`count(*) filter (where ${inTab(tab)})::int`.as(tab)))
    .select(sql<number>`count(*)::int`.as('all'))
    .executeTakeFirstOrThrow()
  return all > COUNT_LIMIT ? {} : counts
}

/** Orders that owe money, also those that stay in force, and for which somebody still has to make a transfer. */
const OWING_MONEY = sql`
  select id from orders where payment_status = 'refund_due'
  union select p.order_id from refunds r join payments p on p.id = r.payment_id where r.state = 'to_transfer'
`

/** Each of these conditions has an index of its own, but for `ready`, which is a part of the placed ones. */
function inTab(tab: OrderTab) {
  if (tab === 'all') return sql<boolean>`true`
  if (tab === 'ready') return sql<boolean>`(status = 'placed' and payment_status = 'paid')`
  if (tab === 'unpaid') return IS_DUE
  if (tab === 'refund_due') return sql<boolean>`orders.id in (${OWING_MONEY})`
  return sql<boolean>`status = ${tab}`
}

function contains(eb: ExpressionBuilder<Tables, 'orders'>, productId: number) {
  const lines = eb
    .selectFrom('order_items')
    .select('order_items.line')
    .whereRef('order_items.order_id', '=', 'orders.id')
    .where('order_items.product_id', '=', productId)
  return eb.exists(lines)
}

/** Columns of an order that the API, the pages and the emails show. */
const ORDER_COLUMNS = [
  'orders.id',
  'orders.status',
  'orders.items_total as itemsTotal',
  'orders.discount_total as discountTotal',
  'orders.delivery_total as deliveryTotal',
  'orders.total',
  'orders.currency',
  'orders.tax_country as taxCountry',
  'orders.delivery',
  'orders.discount_code as discountCode',
  'orders.note',
  'orders.tracking_number as trackingNumber',
  'orders.carrier',
  'orders.terms_version as termsVersion',
  'orders.locale',
  'orders.placed_at as placedAt',
  'orders.delivery_address as deliveryAddress',
  'orders.billing_address as billingAddress',
  'orders.vat_id as vatId',
  'orders.vat_id_check as vatIdCheck',
  'orders.buyer_reference as buyerReference',
  'orders.credited',
  'orders.payment_status as paymentStatus',
  'orders.payment_method as paymentMethod',
] as const

const REVERSE_CHARGE = sql<boolean>`orders.vat_rule is not distinct from 'reverse_charge'`

/** Money that came twice was never the order's. What a bank has taken back did not come. */
const RECEIVED = sumOfPayments(sql`captured - charged_back`)
const REFUNDED = sumOfPayments(sql`refunded`)

function sumOfPayments(amount: RawBuilder<unknown>) {
  return sql<number>`(
    select coalesce(sum(${amount}), 0)::bigint from payments p where p.order_id = orders.id and not p.is_surplus
  )`
}

function selectOrders(db: Db) {
  return db.selectFrom('orders').select(eb => [
    ...ORDER_COLUMNS,
    RECEIVED.as('received'),
    REFUNDED.as('refunded'),
    DUE.as('due'),
    LAST_CHANGE.as('updatedAt'),
    REVERSE_CHARGE.as('reverseCharge'),
    itemsOf(eb).as('items'),
    partsOf(eb).as('parts'),
    OWN_CARRIERS.as('ownCarriers'),
    taxesOf(eb).as('taxes'),
    jsonArrayFrom(
      eb
        .selectFrom('order_steps')
        .select(['order_steps.status', 'at', 'by_user as by'])
        .whereRef('order_steps.order_id', '=', 'orders.id')
        .orderBy('at'),
    ).as('steps'),
    jsonObjectFrom(
      eb
        .selectFrom('users')
        .select(['users.id', 'email', 'user_name as userName'])
        .whereRef('users.id', '=', 'orders.owner_id'),
    )
      .$notNull()
      .as('owner'),
  ])
}

function usesCode(eb: ExpressionBuilder<Tables, 'orders'>, code: string) {
  const uses = eb.selectFrom('discount_uses').select('discount_uses.order_id').where('discount_uses.code', '=', code)
  return eb('orders.id', 'in', uses)
}

/** The amount that a cancellation gave or gives back; null on an order from before payments had rows. */
const GIVEN_BACK = sql<number | null>`(
  select coalesce(sum(r.amount) filter (where r.source = 'cancelled' and r.state <> 'failed'), 0)::bigint
  from payments p left join refunds r on r.payment_id = p.id where p.order_id = orders.id and not p.is_surplus having count(p.id) > 0
)`

/** The content of emails about these orders, in the order of `ids`; undefined for an unknown id. */
export async function findOrdersForMail(db: Db, ids: number[]) {
  const orders = await db
    .selectFrom('orders')
    .modifyFront(PREPARED)
    .select(eb => [
      ...ORDER_COLUMNS,
      DUE.as('due'),
      GIVEN_BACK.as('givenBack'),
      REVERSE_CHARGE.as('reverseCharge'),
      'owner_id as ownerId',
      itemsOf(eb).as('items'),
      partsOf(eb).as('parts'),
      OWN_CARRIERS.as('ownCarriers'),
      taxesOf(eb).as('taxes'),
      imagesOf(eb).as('images'),
    ])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const found = new Map(orders.map(order => [order.id, order]))
  return ids.map(id => found.get(id))
}
