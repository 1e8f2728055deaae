/** The tables of the catalogue, as the code sees them. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AttributeValues } from './attributes/table.ts'
import type { OptionValue } from './groups/group.ts'
import type { Image } from './images/image.ts'
import type { ProductTexts } from './product-texts.ts'
import type { ProductState, ProductStatus } from './states/states.ts'
import type { TaxClass } from './tax-classes.ts'

/** The values of a product that filters and sorts use. */
export type ListPosition = readonly [
  category: string,
  status: ProductStatus,
  name: string,
  price: number,
  /** Time in milliseconds. */
  createdAt: number,
  /** Says whether the lists of the shop show it: of a group they show one product. */
  isListed: boolean,
  sortName: string,
]

declare module '../database/schema.ts' {
  interface Tables {
    products: {
      id: GeneratedAlways<number>
      sku: string
      name: string
      description: Generated<string>
      category: string
      status: Generated<ProductStatus>
      price: number
      currency: Generated<string>
      tax_class: Generated<TaxClass>
      stock: Generated<number>
      created_at: Generated<Date>
      removed_at: Date | null
      updated_at: Generated<Date>
      words: GeneratedAlways<string>
      parts: GeneratedAlways<string>
      sort_name: GeneratedAlways<string>
      /** JSON; written as text. */
      texts: ColumnType<ProductTexts, string | undefined, string>
      /** JSON; written as text. */
      images: ColumnType<Image[], string | undefined, string>
      group: number | null
      /** JSON; written as text. */
      options: ColumnType<OptionValue[], string | undefined, string>
      is_listed: Generated<boolean>
      is_draft: Generated<boolean>
      state: GeneratedAlways<ProductState>
      /** JSON; written as text. */
      metadata: ColumnType<Record<string, string>, string | undefined, string>
      low_stock: number | null
      stock_counted: Generated<boolean>
      /** JSON; written as text. */
      attributes: ColumnType<AttributeValues, string | undefined, string>
      /** Set exactly while a sale runs. */
      regular_price: number | null
      sale_price: number | null
      sale_from: string | null
      sale_until: string | null
      lowest_price_30_days: number | null
    }
    /** Prices that held, until when. */
    product_prices: { product_id: number; id: Generated<number>; price: number; currency: string; until: Date }
    image_files: { hash: string; name: string; content: Buffer; unused_since: Date | null }
    product_changes: {
      xid: Generated<string>
      product_id: number | null
      was: ListPosition | null
      now: ListPosition | null
      at: Generated<Date>
    }
    product_changes_forgotten: { before: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'product.created': { productId: number; sku: string }
    'product.updated': { productId: number; sku: string }
    'product.removed': { productId: number; sku: string }
    'category.created': { name: string }
    'category.changed': { name: string; was: string }
    'category.deleted': { name: string; into?: string }
  }
}
