import { sql } from 'kysely'
import { violatesUnique } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { type NewProduct, PRODUCT_COLUMNS, type Product, type ProductChange, pickWritable } from './product.ts'
import { asProduct } from './queries.ts'
import type { ProductStatus } from './tables.ts'

export async function createProduct(db: Db, product: NewProduct, now: Date): Promise<Product> {
  const row = await throwIfSkuTaken(product.sku, () =>
    db
      .insertInto('products')
      .values({ ...pickWritable(product), created_at: now })
      .returning(PRODUCT_COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  return asProduct(row)
}

/**
 * @param check throws if the client has not seen this state of the product
 * @returns undefined when there is no such product
 */
export async function changeProduct(
  db: Db,
  id: number,
  change: ProductChange,
  check?: Check,
): Promise<Product | undefined> {
  return checkFirst(db, id, check, tx => update(tx, id, change))
}

type Check = ((product: Product) => void) | undefined

/** The lock keeps other changes away between the check and the change. */
async function checkFirst<T>(db: Db, id: number, check: Check, work: (db: Db) => Promise<T>): Promise<T> {
  if (!check) return work(db)
  return db.transaction().execute(async tx => {
    const product = await tx
      .selectFrom('products')
      .select(PRODUCT_COLUMNS)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (product) check(asProduct(product))
    return work(tx)
  })
}

async function update(db: Db, id: number, change: ProductChange): Promise<Product | undefined> {
  const row = await throwIfSkuTaken(change.sku, () =>
    db
      .updateTable('products')
      // An empty change is a statement too, because it sets the name to itself.
      .set(eb => ({
        name: eb.ref('name'),
        updated_at: sql<Date>`now()`,
        ...statusFor(change),
        ...pickWritable(change),
      }))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning(PRODUCT_COLUMNS)
      .executeTakeFirst(),
  )
  return row && asProduct(row)
}

/**
 * Removes a product from every list. Orders still show what was bought.
 * @returns false when there is no such product
 */
export async function removeProduct(db: Db, id: number, now: Date, check?: Check): Promise<boolean> {
  return checkFirst(db, id, check, tx => markRemoved(tx, id, now))
}

async function markRemoved(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function throwIfSkuTaken<T>(sku: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violatesUnique(error, 'products_sku_unique')) throw error
    throw new Problem('sku_taken', `A product with the SKU ${sku} already exists. Use another SKU.`, {
      errors: [{ field: 'sku', reason: 'is already taken', code: 'taken' }],
    })
  }
}

/** The trigger sets the status from the stock as well, but only after this statement has computed what it returns. */
function statusFor({ stock }: ProductChange) {
  if (stock === undefined) return {}
  const [empty, filled] = stock === 0 ? ['active', 'out_of_stock'] : ['out_of_stock', 'active']
  return {
    status: sql<ProductStatus>`case when status = ${empty} and (stock = 0) <> (${stock}::int = 0) then ${filled} else status end`,
  }
}
