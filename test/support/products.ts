import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../src/database/schema.ts'

let number = 0

/** Adds a product. @returns its id */
export async function stockProduct(db: Db, product: Partial<Insertable<Tables['products']>> = {}): Promise<number> {
  number++
  const { id } = await db
    .insertInto('products')
    .values({ sku: `SKU-${number}`, name: `Thing ${number}`, category: 'things', price: 1000, stock: 100, ...product })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function stockOf(db: Db, id: number) {
  return db.selectFrom('products').select(['stock', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
}
