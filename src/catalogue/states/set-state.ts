/** Puts a product on sale, makes it a draft, or archives it. */

import { violatesUnique } from '../../database/errors.ts'
import type { Tx } from '../../database/schema.ts'
import { type FeedType, publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { lockGroupsOf, settleGroup } from '../groups/settle.ts'
import { PRODUCT_COLUMNS, type Product } from '../product.ts'
import { asProduct } from '../queries.ts'
import { throwIfSkuTaken } from './sku-taken.ts'
import type { ProductState } from './states.ts'

/**
 * The feed tells what everybody can see: a product appears when it is put on sale, and goes when it is taken off.
 * @returns undefined when there is no such product
 */
export async function setState(tx: Tx, id: number, state: ProductState, now: Date): Promise<Product | undefined> {
  const groups = await lockGroupsOf(tx, [id])
  const before = await tx
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before || before.state === state) return before && asProduct(before)
  const row = await throwIfTaken(before.sku, () =>
    tx
      .updateTable('products')
      .set({ is_draft: state === 'draft', removed_at: state === 'on_sale' ? null : now, updated_at: now })
      .where('id', '=', id)
      .returning(PRODUCT_COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  for (const group of groups) await settleGroup(tx, group)
  const type: FeedType | undefined =
    state === 'on_sale' ? 'product.created' : before.state === 'on_sale' ? 'product.removed' : undefined
  if (type) await publishToFeed(tx, now, { type, data: { productId: id, sku: row.sku } })
  return asProduct(row)
}

/** While it was archived, another product may have got its SKU, or its place in the group. */
async function throwIfTaken<T>(sku: string, write: () => Promise<T>): Promise<T> {
  try {
    return await throwIfSkuTaken(sku, write)
  } catch (error) {
    if (!violatesUnique(error, 'products_combination')) throw error
    throw new Problem('combination_taken')
  }
}
