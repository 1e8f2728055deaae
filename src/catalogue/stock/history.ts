/** The history of a stock. */
import { sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import type { StockReason } from './cause.ts'

/** Lists them with the names of people and API keys, for the console. */
export async function listStockChanges(db: Db, productId: number, paging: Paging) {
  const ofProduct = db.selectFrom('stock_changes').where('product_id', '=', productId)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => ofProduct.where(beyond).select('id'),
      newestFirst('stock-changes', ['id', 'bigint']),
      paging,
      (page, orderBy) =>
        ofProduct
          .select(['id', 'product_id as productId', 'change', 'stock', 'reason', 'note', 'order_id as orderId'])
          .select(['by_user as by', 'at'])
          .select(
            sql<string | null>`coalesce(
              (select user_name from users where users.id = by_user), (select name from api_keys where api_keys.id = by_user)
            )`.as('byName'),
          )
          .where('id', 'in', page)
          .orderBy(orderBy)
          .execute(),
      ({ id }) => [id],
    ),
    countRows(db, ofProduct),
  ])
  return { ...list, totalCount }
}

declare module '../../database/schema.ts' {
  interface Tables {
    stock_changes: {
      product_id: number
      id: number
      change: number
      stock: number
      reason: StockReason
      note: string | null
      order_id: number | null
      by_user: string | null
      at: Date
    }
  }
}
