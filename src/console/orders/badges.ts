/** The states of an order in colors for staff: amber waits for them, green is done, red is owed to a customer. */
import type { Html } from '../../html/html.ts'
import { nothingToPay, PAYMENT_TEXT, STATUS_TEXT } from '../../orders/components.ts'
import type { OrderStatus, PaymentStatus } from '../../orders/states.ts'
import { badge, type Tone } from '../../pages/components.ts'

const TONES: Record<OrderStatus, Tone | undefined> = {
  placed: 'warn',
  processing: 'warn',
  shipped: 'info',
  delivered: 'good',
  cancelled: undefined,
}

export function statusBadge(status: OrderStatus): Html {
  return badge(STATUS_TEXT[status], TONES[status])
}

const PAYMENT_TONES: Record<PaymentStatus, Tone | undefined> = {
  open: 'warn',
  pending: 'info',
  partly_paid: 'warn',
  paid: 'good',
  disputed: 'bad',
  charged_back: 'bad',
  refund_due: 'bad',
  partly_refunded: undefined,
  refunded: undefined,
}

export function paymentBadge(payment: PaymentStatus, order: { status: OrderStatus; total: number }): Html {
  if (nothingToPay(payment, order)) return badge('Nothing to pay')
  return badge(PAYMENT_TEXT[payment], PAYMENT_TONES[payment])
}
