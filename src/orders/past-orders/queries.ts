import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import './tables.ts'

/** One page of the orders of a customer's former shop, newest first. @param ownerId undefined for those of all customers */
export async function listPastOrders(db: Db, ownerId: string | undefined, paging: Paging) {
  const all = db.selectFrom('past_orders')
  const matching = ownerId === undefined ? all : all.where('owner_id', '=', ownerId)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      newestFirst('past-orders', ['placed_at', 'timestamptz'], ['id', 'uuid']),
      paging,
      (page, orderBy) => db.selectFrom('past_orders').selectAll().where('id', 'in', page).orderBy(orderBy).execute(),
      ({ placed_at, id }) => [placed_at, id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

export type PastOrderRow = Awaited<ReturnType<typeof listPastOrders>>['items'][number]

export async function hasPastOrders(db: Db, ownerId: string): Promise<boolean> {
  return (
    (await db.selectFrom('past_orders').select('id').where('owner_id', '=', ownerId).executeTakeFirst()) !== undefined
  )
}
