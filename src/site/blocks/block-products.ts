/** Finds the products of a block, by its rule. */
import { sql } from 'kysely'
import type { GroupSummary } from '../../catalogue/groups/queries.ts'
import { parseShopQuery } from '../../catalogue/list-query.ts'
import { groupsOf } from '../../catalogue/pages.ts'
import { listProducts } from '../../catalogue/paging/read-page.ts'
import { PRODUCT_COLUMNS, type Product } from '../../catalogue/product.ts'
import { asProduct } from '../../catalogue/queries.ts'
import { findBySku } from '../../catalogue/relations/relations.ts'
import type { Db } from '../../database/schema.ts'
import '../../orders/tables.ts'
import type { HomeBlock } from './block.ts'

export type BlockProducts = { items: readonly Product[]; groups: ReadonlyMap<number, GroupSummary> }

export async function productsOf(db: Db, block: HomeBlock): Promise<BlockProducts> {
  const items = await find(db, block)
  return { items, groups: await groupsOf(db, items) }
}

async function find(db: Db, { rule, most, category, skus }: HomeBlock): Promise<readonly Product[]> {
  const listed = async (query: Record<string, string>) => {
    const { items } = await listProducts(db, { ...parseShopQuery(query), limit: most })
    return items
  }
  switch (rule) {
    case 'newest':
      return listed({ sort: '-created_at' })
    case 'category':
      return category === '' ? [] : listed({ category })
    case 'chosen':
      return findBySku(db, skus, most)
    case 'on_sale':
      return findOnSale(db, most)
    case 'best_sold':
      return findBestSold(db, most)
  }
}

/** `regular_price` is set exactly while a sale runs. */
async function findOnSale(db: Db, most: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('sale_price', 'is not', null)
    .where('regular_price', 'is not', null)
    .where('removed_at', 'is', null)
    .where('is_listed', '=', true)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(asProduct)
}

/** Lines of orders that are counted, so that the page costs the same in a shop of millions. */
const COUNTED_LINES = 2000

async function findBestSold(db: Db, most: number): Promise<Product[]> {
  const { rows } = await sql<{ sku: string }>`
    select p.sku from (
      select product_id, sum(quantity) as pieces
      from (select product_id, quantity from order_items order by order_id desc limit ${COUNTED_LINES}) as latest
      group by product_id order by pieces desc, product_id limit ${most * 3}
    ) as sold join products p on p.id = sold.product_id
    where p.removed_at is null
    order by sold.pieces desc, p.id
  `.execute(db)
  return findBySku(
    db,
    rows.map(({ sku }) => sku),
    most,
  )
}
