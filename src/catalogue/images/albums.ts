/** Owners of pictures: products, and groups of products. */

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import type { ProductGroup } from '../groups/group.ts'
import { findGroup } from '../groups/queries.ts'
import type { Product } from '../product.ts'
import { findEditable } from '../states/queries.ts'
import type { ProductState } from '../states/states.ts'

/** `where` also looks at the pictures, so one conditional statement decides. */
type Change = { to: RawBuilder<unknown>; where: RawBuilder<unknown> }

export type Album<Owner> = {
  owner: 'product' | 'group'
  /** @returns whether anything has changed */
  change(tx: Tx, id: number, now: Date, change: Change): Promise<boolean>
  find(db: Db, id: number): Promise<Owner | undefined>
}

export const OF_PRODUCTS: Album<Product> = {
  owner: 'product',
  async change(tx, id, now, { to, where }) {
    const { rows } = await sql<{ sku: string; state: ProductState }>`
      update products set images = ${to}, updated_at = now()
      where id = ${id} and state <> 'archived' and ${where}
      returning sku, state
    `.execute(tx)
    if (rows[0]?.state === 'on_sale')
      await publishToFeed(tx, now, { type: 'product.updated', data: { productId: id, sku: rows[0].sku } })
    return rows.length > 0
  },
  find: findEditable,
}

export const OF_GROUPS: Album<ProductGroup> = {
  owner: 'group',
  async change(tx, id, now, { to, where }) {
    const { numAffectedRows } = await sql`
      update product_groups set images = ${to}, updated_at = ${now} where id = ${id} and ${where}
    `.execute(tx)
    return numAffectedRows === 1n
  },
  find: findGroup,
}
