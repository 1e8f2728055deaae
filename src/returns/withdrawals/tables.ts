/** The table of withdrawals, as Kysely sees it. */
import type { Generated } from 'kysely'

declare module '../../database/schema.ts' {
  interface Tables {
    withdrawals: {
      id: string
      order_id: number | null
      name: string
      email: string
      order_number: string
      items: string | null
      locale: string | null
      received_at: Date
      is_late: Generated<boolean>
      is_signed_in: Generated<boolean>
      network: string | null
      statement_key: Generated<Buffer>
      has_receipt: Generated<boolean>
      decided_at: Date | null
      decided_by: string | null
      is_accepted: boolean | null
    }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'withdrawal.received': { withdrawalId: string; at: string }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'withdrawal.received': { withdrawalId: string; orderId?: number }
  }
}
