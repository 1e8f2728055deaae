/** The tables of transfers that come in, as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely'

/**
 * A transfer that came in, from a statement of the bank (`open` first) or noted by a person (`booked` at once):
 *
 *     open ──book──▶ booked ──undo──▶ open, or `undone` if a person had noted it
 *       ├──set aside──▶ set_aside ──▶ open
 *       └──a person had noted it before──▶ known ──▶ open
 *
 * One conditional update decides each step.
 */
export const TRANSFER_STATES = ['open', 'booked', 'set_aside', 'known', 'undone'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

declare module '../../database/schema.ts' {
  interface Tables {
    bank_statements: {
      id: string
      format: 'camt' | 'mt940'
      incoming: number
      added: number
      left_out: number
      by_user: string
      uploaded_at: Date
    }
    incoming_transfers: {
      id: string
      statement_id: string | null
      entry_key: string | null
      batch_key: string | null
      is_return: Generated<boolean>
      state: TransferState
      account: string | null
      /** Day as text: it has no time zone. */
      booked_on: ColumnType<string | null, string | null, string | null>
      amount: number
      currency: string
      payer: string | null
      payer_account: string | null
      reference: string | null
      same_as: string | null
      note: string | null
      noted_by: string
      noted_at: Date
      decided_by: string | null
      decided_at: Date | null
    }
    incoming_transfer_parts: { transfer_id: string; payment_id: string; order_id: number; amount: number }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'transfer.received': { orderId: number; transferId: string }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'transfer.received': { orderId: number; transferId: string }
    'transfer.undone': { orderId: number; transferId: string }
  }
}
