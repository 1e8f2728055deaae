/** The states of a product, and how pages show them. */
import type { StateLabel } from '../../pages/components.ts'
import type { Text } from '../../words/text.ts'

export const STATUSES = ['active', 'out_of_stock', 'coming_soon', 'discontinued'] as const
export type ProductStatus = (typeof STATUSES)[number]

export const AVAILABILITY_LABELS = {
  active: { text: 'In stock', tone: 'good' },
  out_of_stock: { text: 'Out of stock' },
  coming_soon: { text: 'Coming soon', tone: 'info' },
  discontinued: { text: 'Discontinued' },
} as const satisfies Record<ProductStatus, StateLabel<Text>>

/** Visibility of a product: draft (staff), active (everybody), archived (nobody). */
export const STATES = ['draft', 'on_sale', 'archived'] as const
export type ProductState = (typeof STATES)[number]

export const PRODUCT_LABELS: Record<ProductState, StateLabel> = {
  draft: { text: 'Draft', tone: 'info' },
  on_sale: { text: 'On sale' },
  archived: { text: 'Archived', tone: 'info' },
}
