/** The table of draft orders, as Kysely sees it. */
import type { ColumnType } from 'kysely'
import type { DeliveryAddress } from '../delivery-address.ts'

/** A line with the price that it has until the draft expires. */
export type DraftLine = { productId: number; quantity: number; unitPrice: number }

type Json<T> = ColumnType<T, string, string>

declare module '../../database/schema.ts' {
  interface Tables {
    draft_orders: {
      id: string
      state: 'draft' | 'sent' | 'confirmed' | 'withdrawn'
      version: number
      user_id: string
      lines: Json<DraftLine[]>
      currency: string
      discount: number
      delivery_total: number
      total: number
      delivery: string | null
      delivery_address: ColumnType<DeliveryAddress | null, string | null, string | null>
      billing_address: ColumnType<DeliveryAddress | null, string | null, string | null>
      message: string
      valid_days: number
      link_id: string | null
      token_hash: Buffer | null
      sent_at: Date | null
      expires_at: Date | null
      order_id: number | null
      by_user: string
      created_at: Date
      updated_at: Date
    }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'draft_order.sent': { draftOrderId: string }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'draft_order.sent': { draftOrderId: string }
    'draft_order.confirmed': { draftOrderId: string; orderId: number }
    'draft_order.withdrawn': { draftOrderId: string }
  }
}
