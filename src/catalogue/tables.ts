import type { Generated, GeneratedAlways } from 'kysely'

export const STATUSES = ['active', 'out_of_stock', 'coming_soon', 'discontinued'] as const
export type ProductStatus = (typeof STATUSES)[number]

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
  }
}
