/** The table of edits of orders, as Kysely sees it. */
import type { ColumnType } from 'kysely'

/** A line that has fewer pieces now; 0: it is out. */
export type ChangedLine = { name: string; before: number; after: number }

declare module '../../database/schema.ts' {
  interface Tables {
    order_edits: {
      id: string
      order_id: number
      kind: 'items' | 'address'
      total_before: number
      total_after: number
      /** JSON; written as text. */
      items: ColumnType<ChangedLine[] | null, string | null, never>
      refund_id: string | null
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
