import type { ColumnType } from 'kysely'
import type { DeliveryAddress } from '../delivery-address.ts'

type PastItem = { name: string; sku: string | null; quantity: number; unitPrice: number }

declare module '../../database/schema.ts' {
  interface Tables {
    past_orders: {
      id: string
      number: string
      owner_id: string
      placed_at: Date
      status: 'delivered' | 'cancelled'
      currency: string
      total: number
      /** JSON; written as text. */
      items: ColumnType<PastItem[], string, never>
      /** JSON; written as text. */
      delivery_address: ColumnType<DeliveryAddress | null, string | null, never>
      /** JSON; written as text. null: the address of the delivery. */
      billing_address: ColumnType<DeliveryAddress | null, string | null | undefined, never>
      imported_at: Date
    }
  }
}
