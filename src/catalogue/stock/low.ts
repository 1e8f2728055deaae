/** Products that are running low: at their own mark, or at the usual one if they sell. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'

/** Default threshold for products that sell and have no mark of their own. */
export const USUAL_MARK = 5

export type LowProduct = { id: number; name: string; sku: string; stock: number; mark: number }

/** @param selling ids of products that sell @returns the scarcest first */
export async function listLow(db: Db, selling: readonly number[], limit: number): Promise<LowProduct[]> {
  const { rows } = await sql<LowProduct>`
    select id, product_title(name, options) as name, sku, stock, coalesce(low_stock, ${USUAL_MARK}) as mark from products
    where removed_at is null and id in (
      select id from products where low_stock is not null and stock <= low_stock
      union select id from products where low_stock is null and stock <= ${USUAL_MARK} and id = any(${selling}::bigint[])
    )
    order by stock, id limit ${limit}
  `.execute(db)
  return rows
}

/** @returns undefined when there is no such product */
export async function lowStockMark(db: Db, id: number): Promise<number | null | undefined> {
  return (await db.selectFrom('products').select('low_stock').where('id', '=', id).executeTakeFirst())?.low_stock
}

/** @returns whether there is such a product, archived ones excepted */
export async function setLowStockMark(tx: Tx, id: number, mark: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ low_stock: mark })
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
