/** Reads products outside of the product list. */
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { basePriceOf } from './attributes/base-price.ts'
import type { AttributeValues } from './attributes/table.ts'
import type { Image } from './images/image.ts'
import type { ProductFilter } from './paging/listing.ts'
import { matches } from './paging/matches-sql.ts'
import { PRODUCT_COLUMNS, type Product, WRITABLE } from './product.ts'
import { type SaleRow, shownSale } from './sales/sale.ts'
import './tables.ts'

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
    .select(PRODUCT_COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(asProduct)
}

/** The removed ones of these products, for carts that still have them. */
export async function findRemoved(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'category', 'options'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('removed_at', 'is not', null)
    .execute()
}

/** A product in the list of a cart or an order. */
export type Pictured = {
  images: readonly Image[]
  /** Says whether the shop still has a page of it. */
  isSold: boolean
}

/** The data of pictures, by product id. Removed products have a picture too, because orders still show them. */
export async function findPictured(db: Db, ids: readonly number[]): Promise<Map<number, Pictured>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'images', sql<boolean>`removed_at is null`.as('isSold')])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The attributes of products, by their ids, also of removed ones. */
export async function findAttributes(db: Db, ids: readonly number[]): Promise<Map<number, AttributeValues>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'attributes'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, attributes }) => [id, attributes]))
}

/** A product as the database returns it: in a row, or as JSON. */
export type ProductRow = Omit<
  Product,
  'created_at' | 'updated_at' | keyof SaleRow | keyof AttributeValues | 'base_price'
> &
  SaleRow & {
    attributes: AttributeValues
    created_at: Date | string
    updated_at: Date | string
  }

export function asProduct(row: ProductRow): Product {
  const { created_at, updated_at, images, attributes, ...others } = row
  const { regular_price, sale_price, sale_from, sale_until, lowest_price_30_days, ...product } = others
  const sale = { regular_price, sale_price, sale_from, sale_until, lowest_price_30_days }
  const basePrice = basePriceOf(product.price, attributes)
  return {
    ...product,
    ...attributes,
    ...(basePrice && { base_price: basePrice }),
    ...shownSale(sale, product.price),
    // Leaves out the address that a picture was fetched from: only the import reads it (images.ts).
    images: images.map(({ url, alt, width, height }) => ({ url, alt, width, height })),
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  }
}

/** The next products after an id that customers can see and the shop sells in a currency, also while they are sold out. */
export async function soldAfter(db: Db, currency: string, id: number, limit: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('removed_at', 'is', null)
    .where('status', 'in', ['active', 'out_of_stock'])
    .where('currency', '=', currency)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(asProduct)
}

/** The next products after an id with the names of their groups, for a walk through all that the filter leaves. */
export async function productsAfter(db: Db, filter: ProductFilter, id: number, limit: number) {
  return db
    .selectFrom('products')
    .select([
      'id',
      ...WRITABLE,
      'options',
      'images',
      eb =>
        eb
          .selectFrom('product_groups')
          .select('product_groups.name')
          .whereRef('product_groups.id', '=', 'products.group')
          .as('group'),
    ])
    .where(sql<boolean>`(${matches(filter)})`)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
}
