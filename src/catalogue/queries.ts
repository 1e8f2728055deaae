import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { Product } from './product.ts'
import './tables.ts'

/** The columns of a product as the API names them; take them by `select(PRODUCT)`. */
export const PRODUCT = [
  'id',
  'sku',
  'name',
  'description',
  'category',
  'status',
  'price',
  'currency',
  'stock',
  'created_at',
] as const

/** @returns undefined when there is no such product, or it was removed */
export async function findProduct(db: Db, id: number): Promise<Product | undefined> {
  const [product] = await findProducts(db, [id])
  return product
}

/** The products of these ids that are not removed, in no particular order. */
export async function findProducts(db: Db, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(PRODUCT)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(asProduct)
}

/** A product as a row or as JSON from the database. */
export type ProductRow = Omit<Product, 'created_at'> & { created_at: Date | string }

export function asProduct({ created_at, ...product }: ProductRow): Product {
  return { ...product, created_at: new Date(created_at).toISOString() }
}

/** The categories in which something is listed, in order. Jumps from one to the next along the index. */
export async function listCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    with recursive found as (
      (select category from products where removed_at is null order by category limit 1)
      union all
      select (
        select p.category from products p
        where p.removed_at is null and p.category > found.category order by p.category limit 1
      ) from found where found.category is not null
    )
    select category from found where category is not null
  `.execute(db)
  return rows.map(row => row.category)
}
