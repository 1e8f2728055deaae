/** The tables of returns, as Kysely sees them. */
import type { Generated } from 'kysely'
import type { ReturnState } from './states.ts'

declare module '../database/schema.ts' {
  interface Tables {
    returns: {
      id: string
      order_id: number
      state: Generated<ReturnState>
      reason: string | null
      answer: string | null
      label: string | null
      /** IBAN without spaces. */
      refund_iban: string | null
      goods_total: number | null
      delivery_total: number | null
      /** Amount that was taken off what was due. */
      credited: Generated<number | null>
      needs_credit_note: Generated<boolean>
    }
    return_items: {
      return_id: string
      line: number
      quantity: number
      restocked: number | null
      worth: Generated<number | null>
    }
    return_steps: { return_id: string; state: ReturnState; by_user: string; at: Date }
  }
}

type OfReturn = { orderId: number; returnId: string }

declare module '../events/announce.ts' {
  interface EventPayloads extends Record<`return.${ReturnState}`, OfReturn> {}
}

declare module '../events/publish.ts' {
  interface FeedData extends Record<`return.${ReturnState}`, OfReturn> {}
}
