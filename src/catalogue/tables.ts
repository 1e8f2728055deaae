import type { Generated, GeneratedAlways } from 'kysely'

export const STATUSES = ['active', 'out_of_stock', 'coming_soon', 'discontinued'] as const
export type ProductStatus = (typeof STATUSES)[number]

/** Where a product stands in the lists: all that decides about filters and order. */
export type Place = readonly [
  category: string,
  status: ProductStatus,
  name: string,
  price: number,
  /** In milliseconds. */
  createdAt: number,
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
      stock: Generated<number>
      created_at: Generated<Date>
      removed_at: Date | null
      words: GeneratedAlways<string>
    }
    product_changes: {
      xid: Generated<string>
      product_id: number | null
      was: Place | null
      now: Place | null
      words: boolean
      at: Generated<Date>
    }
    product_changes_forgotten: { before: string }
  }
}
