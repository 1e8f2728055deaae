/** The objects of Stripe's API that the provider of development has, and how it refuses. */

export type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  payment_intent: string | null
  client_reference_id: string | null
  metadata: Record<string, string>
  url: string | null
  success_url: string
  cancel_url: string | null
  created: number
  expires_at: number
  /** Hidden: cards are authorized first. */
  capturesLater: boolean
  /** Hidden from the shop. */
  intentMetadata: Record<string, string>
}

export type Intent = {
  id: string
  object: 'payment_intent'
  status: 'requires_capture' | 'succeeded' | 'canceled' | 'processing' | 'requires_payment_method'
  amount: number
  amount_capturable: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  created: number
  last_payment_error: { code: string; message: string } | null
  /** Hidden: how often its money was taken. */
  captures: number
}

export type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failure_reason?: string
  reason: string | null
  metadata: Record<string, string>
  created: number
}

export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export type Dispute = {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  status: DisputeStatus
  reason: string
  is_charge_refundable: boolean
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: boolean; submission_count: number }
  metadata: Record<string, string>
  created: number
}

export type BankObject = Session | Intent | Refund | Dispute

/** An error that Stripe answers when it refuses a request. */
export class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly type: string
  /** Refusals of parameters are not kept under the key of the request. */
  readonly isKept: boolean
  constructor(
    message: string,
    { status = 400, code, type = 'invalid_request_error', isKept = false }: Partial<Refusal> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.type = type
    this.isKept = isKept
  }
}
type Refusal = Pick<Refused, 'status' | 'code' | 'type' | 'isKept'>

export type NewSession = Pick<
  Session,
  | 'amount_total'
  | 'currency'
  | 'client_reference_id'
  | 'metadata'
  | 'success_url'
  | 'cancel_url'
  | 'expires_at'
  | 'capturesLater'
  | 'intentMetadata'
>
