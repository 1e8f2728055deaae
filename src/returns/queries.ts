/** Reads returns: for the API, the pages, the emails and the copy of all data. */
import { sql } from 'kysely'
import { countRows } from '../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../database/lists/keyset.ts'
import type { Db } from '../database/schema.ts'
import { OPEN_RETURNS, type ReturnState } from './states.ts'
import './tables.ts'

type ReturnItem = {
  line: number
  productId: number
  sku: string
  name: string
  quantity: number
  restocked: number | null
}

type Step = { state: ReturnState; at: string; by: string }

function selectReturns(db: Db) {
  return db
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .innerJoin('users', 'users.id', 'orders.owner_id')
    .leftJoin('refunds', join => join.onRef('refunds.return_id', '=', 'returns.id').on('refunds.dropped', 'is', null))
    .select([
      'returns.id',
      'returns.order_id as orderId',
      'returns.state',
      'returns.reason',
      'returns.answer',
      'returns.label',
      'returns.refund_iban as refundIban',
      'returns.goods_total as goodsTotal',
      'returns.delivery_total as deliveryTotal',
      'returns.credited',
      'orders.currency',
      'orders.owner_id as ownerId',
      'orders.locale',
      'users.user_name as userName',
      'refunds.id as refundId',
      sql<number | null>`(
        select sum(r.amount)::bigint from refunds r where (r.id = refunds.id or r.part_of = refunds.id) and r.dropped is null
      )`.as('refunded'),
      sql<ReturnItem[]>`(
        select json_agg(json_build_object('line', i.line, 'productId', i.product_id, 'sku', i.sku, 'name', i.name,
          'quantity', r.quantity, 'restocked', r.restocked) order by i.line)
        from return_items r join order_items i on i.order_id = returns.order_id and i.line = r.line
        where r.return_id = returns.id
      )`.as('items'),
      sql<Step[]>`(
        select json_agg(json_build_object('state', s.state, 'at', s.at, 'by', s.by_user) order by s.at)
        from return_steps s where s.return_id = returns.id
      )`.as('steps'),
    ])
}

export async function findReturn(db: Db, id: string) {
  return selectReturns(db).where('returns.id', '=', id).executeTakeFirst()
}
export type ReturnRow = NonNullable<Awaited<ReturnType<typeof findReturn>>>

/** The returns of an order, oldest first. */
export async function findReturnsOf(db: Db, orderId: number): Promise<ReturnRow[]> {
  return selectReturns(db).where('returns.order_id', '=', orderId).orderBy('returns.id').execute()
}

/** The newest returns of a user, for the copy of all data. */
export async function findReturnsFrom(db: Db, ownerId: string, limit: number): Promise<ReturnRow[]> {
  return selectReturns(db).where('orders.owner_id', '=', ownerId).orderBy('returns.id', 'desc').limit(limit).execute()
}

/** One page of the returns, newest first unless the oldest are asked for. */
export async function listReturns(
  db: Db,
  states: readonly ReturnState[] | undefined,
  { oldestFirst = false, ...paging }: Paging & { oldestFirst?: boolean },
) {
  const all = db.selectFrom('returns')
  const matching = states === undefined ? all : all.where('state', 'in', states)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      { ...newestFirst('returns'), descending: !oldestFirst },
      paging,
      (page, orderBy) => selectReturns(db).where('returns.id', 'in', page).orderBy(orderBy).execute(),
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

export async function countOpenReturns(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('returns').where('state', 'in', OPEN_RETURNS))
}

/** The customer is gone: what was written about the return goes too. Called before the orders are handed over. */
export async function forgetReturns(db: Db, ownerId: string, { nobody }: { nobody: string }): Promise<void> {
  await sql`
    with own as (
      update returns set reason = null, answer = null, label = null, refund_iban = null
      where order_id in (select id from orders where owner_id = ${ownerId}) returning id
    )
    update return_steps set by_user = ${nobody} where by_user = ${ownerId} and return_id in (select id from own)
  `.execute(db)
}
