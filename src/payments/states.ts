/** The states of a payment at a provider, and what they are called. */
import type { StateLabel } from '../pages/components.ts'

/**
 * The life of a payment at a provider:
 *
 *     created ──call create──▶ pending ──the customer agrees──▶ authorized ──call capture──▶ captured
 *        │                        │                                 │                          ▲
 *        │                        ├──▶ failed, expired              │                          │ the provider was faster
 *        │                        └──▶ processing (days) ───────────│──────────────────────────┤ or failed
 *        └────── cancel ──────────┴────────── cancel ───────────────┴──▶ cancelling ───────────┤
 *                                                                            └──▶ cancelled ───┘
 *
 * Only the provider knows whether money moved. So Semel asks it, and what it answers moves the state (standing.ts). Nothing
 * leads back from `captured`: money that goes back is in `refunded`, and what the customer's bank takes back in `disputed` and
 * `charged_back` (disputes/states.ts). Some ways of paying need no capture, and go from `pending` to `captured`, or are made by a bank
 * that takes days (`processing`). Money that comes after `cancelled` is money all the same: it is captured, and goes back.
 */
export const PAYMENT_STATES = [
  'created',
  'pending',
  'processing',
  'authorized',
  'captured',
  'cancelling',
  'cancelled',
  'expired',
  'failed',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Only staff see them. */
export const PAYMENT_LABELS: Record<PaymentState, StateLabel> = {
  created: { text: 'Being opened', tone: 'warn' },
  pending: { text: 'Waiting for the customer', tone: 'warn' },
  processing: { text: 'The bank is making the payment', tone: 'info' },
  authorized: { text: 'Authorized, being taken', tone: 'warn' },
  captured: { text: 'Received', tone: 'good' },
  cancelling: { text: 'Being stopped', tone: 'warn' },
  cancelled: { text: 'Stopped' },
  expired: { text: 'Expired' },
  failed: { text: 'Failed' },
}

/** The order waits for this payment. */
export const UNDER_WAY = [
  'created',
  'pending',
  'processing',
  'authorized',
  'cancelling',
] as const satisfies PaymentState[]

/**
 * The states of the partial unique index `payments_live`: the order waits for this payment, or has it. A payment that was charged back
 * is not live anymore.
 */
export const LIVE = [...UNDER_WAY, 'captured'] as const satisfies PaymentState[]

/**
 * A refund at a provider is `pending` until the provider says how it ended. Money that came by bank transfer is `to_transfer` until a
 * person says that it was sent (transfers-out/sent.ts).
 */
export const REFUND_STATES = ['pending', 'to_transfer', 'done', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** `in_doubt`: nobody knows whether the provider has made it. */
export const REFUND_LABELS: Record<RefundState | 'in_doubt', StateLabel> = {
  pending: { text: 'On its way', tone: 'info' },
  to_transfer: { text: 'Will be transferred', tone: 'warn' },
  done: { text: 'Sent', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  in_doubt: { text: 'Being checked', tone: 'warn' },
}

export const CALL_STATES = ['pending', 'sending', 'done', 'failed', 'in_doubt'] as const
export type CallState = (typeof CALL_STATES)[number]
export type CallKind = 'create' | 'capture' | 'cancel' | 'refund'

/** Payment states of an order of which something is due. */
export const DUE_STATES = ['open', 'pending', 'partly_paid', 'charged_back'] as const

export function isDueState(status: string): boolean {
  return DUE_STATES.includes(status as (typeof DUE_STATES)[number])
}

/** Ways in which a customer can pay. */
export const PAYMENT_METHODS = ['invoice', 'online'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
