import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { Filter, Listing } from './listing.ts'
import type { Product } from './product.ts'
import { asProduct, PRODUCT } from './queries.ts'

export type ProductPage = { items: Product[]; totalCount: number; page: number; limit: number; pageCount: number }

/** One page of the products that are for sale. Both statements see the same moment. */
export async function listProducts(db: Db, { sort, descending, filter, page, limit }: Listing): Promise<ProductPage> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      const matching = tx.selectFrom('products').where(matches(filter))
      const { count } = await matching.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const offset = (page - 1) * limit
      const direction = descending ? 'desc' : 'asc'
      const rows =
        offset >= count
          ? []
          : await matching
              .select(PRODUCT)
              .orderBy(sort, direction)
              .orderBy('id', direction)
              .limit(limit)
              .offset(offset)
              .execute()
      return { items: rows.map(asProduct), totalCount: count, page, limit, pageCount: Math.ceil(count / limit) }
    })
}

function matches({ category, status, q }: Filter) {
  const words = q && sql`words @@ (websearch_to_tsquery('simple', ${q}) || websearch_to_tsquery('english', ${q}))`
  return sql<boolean>`removed_at is null
    ${category === undefined ? sql`` : sql`and category = ${category}`}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${words ? sql`and ${words}` : sql``}`
}
