/** Payments and refunds as the API shows them. */
import { type Static, Type } from 'typebox'
import { orNull, Time } from '../http/schemas.ts'
import { Dispute, showDispute } from './disputes/dispute.ts'
import type { Payment as PaymentRow, Refund as RefundRow } from './queries.ts'
import { LIVE, PAYMENT_STATES } from './states.ts'

export const Refund = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    orderId: Type.Integer(),
    amount: Type.Integer({ description: 'In minor units.' }),
    currency: Type.String(),
    state: Type.Enum(['pending', 'to_transfer', 'done', 'failed', 'in_doubt'], {
      description:
        '`to_transfer`: it goes by bank transfer, which staff make and then mark as sent. `in_doubt`: it may ' +
        'have been sent. Staff find out at the provider, and say so.',
    }),
    source: Type.Enum(['shop', 'cancelled', 'surplus', 'external', 'chargeback'], {
      description:
        'Who wanted it: the shop, the cancellation of the order, money that came although the order was paid, ' +
        'somebody in the provider’s own console, or the bank of the customer.',
    }),
    reason: orNull(Type.String()),
    dropped: orNull(Type.Enum(['waived', 'unpaid']), {
      description:
        'Why nobody has to transfer it anymore, so it is `failed`: the customer does not want it, or the payment was recorded by mistake.',
    }),
    returnId: orNull(Type.String({ format: 'uuid' }), { description: 'The return that it is for.' }),
    partOf: orNull(Type.String({ format: 'uuid' }), {
      description: 'The first refund of one that several payments give back. It is null on the first.',
    }),
    createdAt: Time,
    endedAt: orNull(Time),
  },
  { title: 'Refund', 'x-resource': 'refund' },
)

export const Payment = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    orderId: Type.Integer(),
    provider: Type.String({ description: '`transfer`: the shop has received a bank transfer.' }),
    state: Type.Enum([...PAYMENT_STATES]),
    amount: Type.Integer({ description: 'In minor units.' }),
    currency: Type.String(),
    captured: Type.Integer({ description: 'The money that came.' }),
    chargedBack: Type.Integer({
      description: 'The money that a bank has taken back, and that the customer owes again.',
    }),
    refunded: Type.Integer({ description: 'The money that went back.' }),
    redirect: orNull(Type.String(), {
      description:
        'The provider’s page, where the customer pays. null: not yet, so ask again in a second; or nothing can be paid anymore.',
    }),
    createdAt: Time,
    expiresAt: Time,
    refunds: Type.Array(Refund),
    disputes: Type.Array(Dispute, { description: 'The bank of the customer wants the money back.' }),
  },
  { title: 'Payment', 'x-resource': 'payment' },
)

export const PaymentOfOrder = Type.Object(
  {
    ...Payment.properties,
    others: Type.Array(Payment, {
      description:
        'All other payments of the order, newest first: tries that came to nothing, and money that was too much and goes back.',
    }),
  },
  { title: 'PaymentOfOrder', 'x-resource': 'payment' },
)

export function showRefund({
  paymentId: _,
  reply: __,
  isKnown: ___,
  createdAt,
  endedAt,
  ...refund
}: RefundRow): Static<typeof Refund> {
  return { ...refund, createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

export function showPayment(payment: PaymentRow): Static<typeof Payment> {
  const { id, provider, state, amount, currency, captured, refunded } = payment
  return {
    id,
    orderId: payment.order_id,
    provider,
    state,
    amount,
    currency,
    captured,
    chargedBack: payment.charged_back,
    refunded,
    redirect: state === 'pending' ? payment.redirect : null,
    createdAt: payment.created_at.toISOString(),
    expiresAt: payment.expires_at.toISOString(),
    refunds: payment.refunds.map(showRefund),
    disputes: payment.disputes.map(showDispute),
  }
}

/** The payment that the order has or waits for comes first; else the newest that was ever meant for it. */
export function showPayments(payments: readonly PaymentRow[]): Static<typeof PaymentOfOrder> | undefined {
  const ofOrder = payments.filter(({ is_surplus: isSurplus }) => !isSurplus)
  const isLive = ({ state }: PaymentRow) => (LIVE as readonly string[]).includes(state)
  const one =
    ofOrder.find(payment => isLive(payment) && !payment.had_chargeback && !payment.is_complete) ??
    ofOrder[0] ??
    payments[0]
  return one && { ...showPayment(one), others: payments.filter(other => other !== one).map(showPayment) }
}
