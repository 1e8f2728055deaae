/** Reads products that are not on sale, for staff. */

import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import { PRODUCT_COLUMNS, type Product } from '../product.ts'
import { asProduct } from '../queries.ts'
import type { ProductState } from './states.ts'

/** @returns undefined when there was never such a product */
export async function findInAnyState(db: Db, id: number): Promise<Product | undefined> {
  const row = await db.selectFrom('products').select(PRODUCT_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && asProduct(row)
}

/** @returns undefined when there is no such product, or it is archived */
export async function findEditable(db: Db, id: number): Promise<Product | undefined> {
  const product = await findInAnyState(db, id)
  return product?.state === 'archived' ? undefined : product
}

export async function listInState(db: Db, state: Exclude<ProductState, 'on_sale'>, paging: Paging) {
  const all = db.selectFrom('products').where('state', '=', state).where('removed_at', 'is not', null)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('id'),
      newestFirst('products not on sale', ['id', 'bigint']),
      paging,
      async (page, order) =>
        (await db.selectFrom('products').select(PRODUCT_COLUMNS).where('id', 'in', page).orderBy(order).execute()).map(
          asProduct,
        ),
      ({ id }) => [id],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}
