/** The table of disputes, as Kysely sees it. */
import type { Decision, DisputeState } from './states.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    disputes: {
      id: string
      payment_id: string
      provider_id: string
      amount: number
      currency: string
      reason: string | null
      state: DisputeState
      /** The provider's own word. */
      provider_state: string
      takes_money: boolean
      respond_by: Date | null
      opened_at: Date
      closed_at: Date | null
      decision: Decision | null
      decided_by: string | null
      decided_at: Date | null
      /** Set once it is credited. */
      refund_id: string | null
    }
  }
}

type OfDispute = { orderId: number; disputeId: string }

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'shop.dispute_opened': OfDispute
    'shop.dispute_ended': OfDispute
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'dispute.opened': OfDispute
    'dispute.won': OfDispute
    'dispute.lost': OfDispute
    'dispute.closed': OfDispute
  }
}
