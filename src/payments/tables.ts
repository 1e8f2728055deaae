/** The tables of payments, as Kysely sees them. */
import type { Generated } from 'kysely'
import './disputes/tables.ts'
import type { CallKind, CallState, PaymentState, RefundState } from './states.ts'

declare module '../database/schema.ts' {
  interface Tables {
    payments: {
      id: string
      order_id: number
      provider: string
      amount: number
      currency: string
      state: Generated<PaymentState>
      provider_id: string | null
      transaction_id: string | null
      redirect: string | null
      captured: Generated<number>
      refund_reserved: Generated<number>
      refunded: Generated<number>
      /** Amounts that disputes have taken for good, and that open ones hold. */
      charged_back: Generated<number>
      disputed: Generated<number>
      had_chargeback: Generated<boolean>
      /** It brought all that the order cost before staff added something. */
      is_complete: Generated<boolean>
      /** It pays what a chargeback has left open. */
      for_claim: Generated<boolean>
      is_surplus: Generated<boolean>
      ends_order: Generated<boolean>
      finding: string | null
      created_at: Generated<Date>
      expires_at: Date
      look_at: Date | null
      looked_at: Date | null
      /** Time when a payment with money is looked at again. */
      check_at: Generated<Date | null>
      returned_at: Generated<Date | null>
      unread_since: Generated<Date | null>
      unread_reason: Generated<string | null>
      /** Time when the newest answer that was applied was asked for. */
      asked_at: Date | null
      /** Time when it ended without money. */
      ended_at: Date | null
      is_booked: Generated<boolean>
      finding_known: Generated<string | null>
    }
    refunds: {
      id: string
      payment_id: string
      amount: number
      source: 'shop' | 'cancelled' | 'surplus' | 'external' | 'chargeback'
      reason: string | null
      state: Generated<RefundState>
      /** A credit note is still to be written, if the order has an invoice. */
      needs_credit_note: Generated<boolean>
      /** Made elsewhere or failed, and a person has seen it. */
      is_known: Generated<boolean>
      /** Reason why nobody has to transfer it anymore. */
      dropped: Generated<'waived' | 'unpaid' | null>
      provider_id: string | null
      by_user: string
      /** The return that it refunds. */
      return_id: Generated<string | null>
      /** The first refund of one that several payments give back. It has the return or the edit. */
      part_of: Generated<string | null>
      /** The order was paid in part, and costs so much less now: `credited` of the order has it too. */
      taken_off: Generated<boolean>
      created_at: Generated<Date>
      ended_at: Date | null
    }
    /** Details with which a refund is sent by bank transfer. */
    refund_transfers: {
      refund_id: string
      reference: string
      iban: string | null
      holder: string | null
      bic: string | null
      account_by: string | null
      account_at: Date | null
      asked_at: Date | null
      file_id: string | null
      sent_by: string | null
      waived_by: Generated<string | null>
      waived_because: Generated<string | null>
    }
    /** Files of transfers for the bank. */
    transfer_files: {
      id: string
      created_at: Generated<Date>
      created_by: string
      holder: string
      iban: string
      bic: string
    }
    payment_calls: {
      id: string
      payment_id: string
      kind: CallKind
      refund_id: string | null
      amount: number
      state: Generated<CallState>
      attempts: Generated<number>
      key_number: Generated<number>
      key_since: Date | null
      created_at: Generated<Date>
      due_at: Generated<Date>
      ended_at: Date | null
      reply: string | null
      /** The provider did not show it when it was first asked. */
      absent_since: Generated<Date | null>
      is_refused: Generated<boolean>
      /** Its provider is not configured anymore. */
      is_stranded: Generated<boolean>
    }
    provider_events: {
      provider: string
      event_id: string
      type: string
      payment_id: string | null
      is_lost: Generated<boolean>
      received_at: Generated<Date>
      is_found: Generated<boolean>
    }
    provider_cursors: {
      provider: string
      read_until: Date
      due_at: Date
      failing_since: Date | null
      reply: string | null
    }
    refused_events: { provider: string; reason: string; day: string; number: number; last_at: Date }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'payment.received': { orderId: number; paymentId: string }
    'payment.failed': { orderId: number; paymentId: string }
    'refund.sent': { orderId: number; refundId: string }
    'refund.failed': { orderId: number; refundId: string }
    'shop.refund_failed': { orderId: number; refundId: string }
    'refund.account_needed': { orderId: number; refundId: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'payment.received': { orderId: number; paymentId: string }
    'payment.failed': { orderId: number; paymentId: string }
    'refund.sent': { orderId: number; refundId: string }
    'refund.failed': { orderId: number; refundId: string }
    'refund.waived': { orderId: number; refundId: string }
  }
}
