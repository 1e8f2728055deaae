import { sql } from 'kysely'
import { violatesUnique } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { givenOf, type NewProduct, type Product, type ProductChange } from './product.ts'
import { asProduct, PRODUCT } from './queries.ts'
import type { ProductStatus } from './tables.ts'

export async function createProduct(db: Db, product: NewProduct, now: Date): Promise<Product> {
  const row = await refusingTakenSku(product.sku, () =>
    db
      .insertInto('products')
      .values({ ...givenOf(product), created_at: now })
      .returning(PRODUCT)
      .executeTakeFirstOrThrow(),
  )
  return asProduct(row)
}

/** @returns undefined when there is no such product */
export async function changeProduct(db: Db, id: number, change: ProductChange): Promise<Product | undefined> {
  const row = await refusingTakenSku(change.sku, () =>
    db
      .updateTable('products')
      // Setting a column to itself changes nothing and lets an empty change be a statement too.
      .set(eb => ({ name: eb.ref('name'), ...followed(change), ...givenOf(change) }))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning(PRODUCT)
      .executeTakeFirst(),
  )
  return row && asProduct(row)
}

/**
 * Takes a product off every list; orders go on showing what was bought.
 * @returns false when there is no such product
 */
export async function removeProduct(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function refusingTakenSku<T>(sku: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violatesUnique(error, 'products_sku_unique')) throw error
    throw new Problem('sku_taken', `There is already a product with the sku ${sku}.`, {
      errors: [{ field: 'sku', reason: 'is already taken', code: 'taken' }],
    })
  }
}

/** The trigger would let the status follow the stock as well, but only after this statement has said what it returns. */
function followed({ stock }: ProductChange) {
  if (stock === undefined) return {}
  const [empty, filled] = stock === 0 ? ['active', 'out_of_stock'] : ['out_of_stock', 'active']
  return {
    status: sql<ProductStatus>`case when status = ${empty} and (stock = 0) <> (${stock}::int = 0) then ${filled} else status end`,
  }
}
