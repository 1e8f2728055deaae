/** The states of an order and of its payment, and what they are called. */
import type { StateLabel } from '../pages/components.ts'
import { DUE_STATES } from '../payments/states.ts'
import type { DeliveryKind } from '../pricing/delivery/stored.ts'
import type { Text } from '../words/text.ts'

/**
 * The life of an order. Staff can take a shipment and a delivery back (undo/undo.ts); the step is then gone from the way to the
 * present state, in which every state is entered at most once.
 *
 *     placed ──process──▶ processing ──ship──▶ shipped ──deliver──▶ delivered
 *        │                    │
 *        └──────cancel────────┴─────────────▶ cancelled
 */
export const ORDER_STATUSES = ['placed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_LABELS = {
  placed: { text: 'Placed', staff: 'warn' },
  processing: { text: 'Being prepared', tone: 'info', staff: 'warn' },
  shipped: { text: 'Shipped', tone: 'progress', staff: 'info' },
  delivered: { text: 'Delivered', tone: 'good' },
  cancelled: { text: 'Cancelled' },
} as const satisfies Record<OrderStatus, StateLabel<Text>>

/** A collected order is not shipped: it lies ready in the shop, until they come. The states of the API are the same. */
const COLLECTION_LABELS = {
  ...ORDER_LABELS,
  shipped: { text: 'Ready to collect', tone: 'progress', staff: 'info' },
  delivered: { text: 'Collected', tone: 'good' },
} as const satisfies Record<OrderStatus, StateLabel<Text>>

/** An order, as far as it says how it travels. */
export type Traveling = { delivery: { kind?: DeliveryKind } | null }

export function isCollected({ delivery }: Traveling): boolean {
  return delivery?.kind === 'collection'
}

/** All of it has left. */
export function isOut(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered'
}

/** Names the states of an order. */
export function labelsOf(order: Traveling): typeof ORDER_LABELS | typeof COLLECTION_LABELS {
  return isCollected(order) ? COLLECTION_LABELS : ORDER_LABELS
}

/** Each step leads from some states to one. Staff may take it from all of them, the owner only from those in `owner`. */
export const STEPS = {
  process: { from: ['placed'], to: 'processing', owner: [] },
  ship: { from: ['processing'], to: 'shipped', owner: [] },
  deliver: { from: ['shipped'], to: 'delivered', owner: [] },
  cancel: { from: ['placed', 'processing'], to: 'cancelled', owner: ['placed'] },
} as const satisfies Record<string, { from: OrderStatus[]; to: OrderStatus; owner: OrderStatus[] }>

export type Step = keyof typeof STEPS

/** The steps that staff can take back, each from the state it leads to. */
export const UNDONE_STEPS = ['ship', 'deliver'] as const
export type UndoneStep = (typeof UNDONE_STEPS)[number]

/** Number of orders that one request can move. */
export const MOST_MOVED = 100

/** @param role 'staff' for every member of staff, even for an order of their own */
export function mayTake(step: Step, status: OrderStatus, role: 'staff' | 'owner'): boolean {
  return allowedFrom(step, role).includes(status)
}

/** Explains why a step is refused; names the current state and the requested one. */
export function explainRefusal(step: Step, status: OrderStatus, role: 'staff' | 'owner'): string {
  const { to } = STEPS[step]
  if (status === to) return `The order is already ${status}.`
  const from = allowedFrom(step, role)
  const can = from.length === 0 ? 'only staff can do that' : `only ${from.join(' or ')} orders can`
  return `The order is ${status} and cannot become ${to}; ${can}.`
}

function allowedFrom(step: Step, role: 'staff' | 'owner'): readonly OrderStatus[] {
  return role === 'staff' ? STEPS[step].from : STEPS[step].owner
}

/**
 * The payment of an order. An order that costs nothing, or that becomes free by an edit, is paid from the beginning. By
 * invoice, staff record it:
 *
 *     open ──mark paid──▶ paid ──cancel the order──▶ refund_due ──mark refunded──▶ refunded
 *       └──mark paid, when the order is cancelled──────▲
 *
 * A payment that was recorded by mistake is taken back: `paid` and `refund_due` become `open` again. A transfer of less than is due makes
 * the order `partly_paid`, and more transfers bring the rest (src/payments/transfers-in/book.ts). The API shows it as `open`.
 *
 * Online, the provider's answers move it (src/payments/states.ts): `open` becomes `pending` while the customer pays, and then
 * `paid`, or `open` again. A refund of a part makes it `partly_refunded`.
 *
 * A bank can take the money back. While it decides, the payment is `disputed`; afterwards it is `paid` again, or `charged_back`: the
 * customer owes it again, and can pay again. A shop that gives the claim up writes a credit note, and then it is `refunded`.
 *
 * Cancelling and paying can come in either order, or at once: both are statements on the row of the order, each decides by
 * what the other one left there, and a cancelled order that was paid ends as `refund_due` in every case.
 */
export const PAYMENT_STATUSES = [
  'open',
  'pending',
  'paid',
  'disputed',
  'charged_back',
  'refund_due',
  'partly_refunded',
  'refunded',
] as const
export type ShownPaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type PaymentStatus = ShownPaymentStatus | 'partly_paid'

export const ORDER_PAYMENT_LABELS = {
  open: { text: 'Unpaid', tone: 'warn' },
  pending: { text: 'Payment under way', tone: 'info' },
  partly_paid: { text: 'Partly paid', tone: 'warn' },
  paid: { text: 'Paid', tone: 'good' },
  disputed: { text: 'Disputed at the bank', tone: 'warn', staff: 'bad' },
  charged_back: { text: 'Taken back by the bank', tone: 'warn', staff: 'bad' },
  refund_due: { text: 'Refund due', tone: 'warn', staff: 'bad' },
  partly_refunded: { text: 'Partly refunded' },
  refunded: { text: 'Refunded' },
} as const satisfies Record<PaymentStatus, StateLabel<Text>>

/** The API says `open` while money is due, and how much in `payment.due`. What came so far is `payment.received`. */
export function shownStatus(status: PaymentStatus): ShownPaymentStatus {
  return status === 'partly_paid' ? 'open' : status
}

/** Translates the payment status of the API for pages. An order is open again when nothing of its money is left. */
export function statusOf({ status, received }: { status: ShownPaymentStatus; received: number }): PaymentStatus {
  return status === 'open' && received > 0 ? 'partly_paid' : status
}

/** All the money for it went back, or is on its way back. What costs nothing needs no money. */
export function isGivenBack({ paymentStatus, total }: { paymentStatus: PaymentStatus; total: number }): boolean {
  return total > 0 && (paymentStatus === 'refunded' || paymentStatus === 'refund_due')
}

/** Staff record money that came in, that did not come in after all, or that went back. */
export const PAYMENT_RECORDS = {
  paid: { from: [...DUE_STATES], to: 'paid' },
  unpaid: { from: ['paid', 'refund_due'], to: 'open' },
  refunded: { from: ['refund_due'], to: 'refunded' },
} as const satisfies Record<string, { from: PaymentStatus[]; to: PaymentStatus }>
export type PaymentRecord = keyof typeof PAYMENT_RECORDS
