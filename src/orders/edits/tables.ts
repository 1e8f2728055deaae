/** The table of edits of orders, as Kysely sees it. */
import type { ColumnType, Generated } from 'kysely'

/**
 * A line that has another number of pieces now, or another price. 0 pieces before: it was added; after: it is out. Edits from before
 * lack `line`.
 */
export type ChangedLine = {
  line?: number
  name: string
  before: number
  after: number
  prices?: { before: number; after: number }
}

/** The pieces that went, and by how much the VAT of the order went down, by rate. The delivery follows the goods that stay. */
export type TakenOut = {
  lines: {
    sku: string
    name: string
    quantity: number
    unitPrice: number
    /** Price of these pieces before the discount, where it is not `unitPrice` × `quantity`. */
    total?: number
    discount: number
    rate: number | null
  }[]
  taxes: { rate: number; gross: number }[]
}

declare module '../../database/schema.ts' {
  interface Tables {
    order_edits: {
      id: string
      order_id: number
      kind: 'items' | 'address' | 'billing_address'
      total_before: number
      total_after: number
      /** JSON; written as text. */
      items: ColumnType<ChangedLine[] | null, string | null, never>
      refund_id: string | null
      /** JSON; written as text. For the credit note. */
      taken_out: ColumnType<TakenOut | null, string | null, never>
      /** A further discount on the goods. */
      discount: Generated<number | null>
      after_invoice: Generated<boolean | null>
      /** The credit note about it. */
      document_id: Generated<string | null>
      by_user: string
      at: Date
    }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'order.changed': { orderId: number; editId: string }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'order.changed': { orderId: number }
  }
}
