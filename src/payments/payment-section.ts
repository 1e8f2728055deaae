/** What customers and the shop see of the money of an order. */
import { badge, facts, section, type Tone } from '../pages/components.ts'
import { step } from '../pages/form-kinds.ts'
import { date, money, time } from '../pages/format.ts'
import type { ShowForm } from '../pages/forms-of.ts'
import { type Html, html } from '../pages/html.ts'
import { rich } from '../pages/rich.ts'
import { t } from '../words/words.ts'
import type { OpenCall, Payment, Refund } from './queries.ts'
import type { PaymentSettings } from './settings.ts'
import type { CallKind, PaymentState } from './states.ts'

export const pay = step({
  id: 'pay',
  at: '/orders/:id/pay',
  api: '/api/orders/:id/payment',
  button: 'Pay now',
  once: true,
  success: { go: '/orders/{orderId}/pay?on=yes', done: false },
  outdatedBy: ['wrong_payment_state'],
  look: 'primary',
})

type Payable = {
  id: number
  status: string
  total: number
  currency: string
  placedAt: string
  payment: { method: string; status: string }
}

/** For the customer: how to pay, and what went back. */
export function paymentSection(
  order: Payable,
  { payments, transfer, isOnline }: Money,
  show: ShowForm,
): Html | undefined {
  const { id, status, total, currency, payment } = order
  const isDue = status !== 'cancelled' && total > 0 && (payment.status === 'open' || payment.status === 'pending')
  const refunds = payments.flatMap(one => one.refunds)
  const isWaiting = payments.some(({ state }) => state === 'authorized' || state === 'cancelling')
  const byTransfer = isDue && payment.method === 'invoice' && transfer !== undefined
  if (!(isDue && (isOnline || byTransfer)) && refunds.length === 0) return undefined
  const body = html`
    ${isDue && isOnline && !isWaiting && show({ ...pay, button: t('Pay {total} online', { total: money(total, currency) }) })}
    ${isDue && isWaiting && html`<p>${t('Your payment is being processed.')}</p>`}
    ${byTransfer && transferFacts(id, transfer, order.placedAt)}
    ${refunds.length > 0 && refundList(refunds)}`
  return section('payment', 'Payment', body, { look: 'card' })
}

export type Money = { payments: Payment[]; transfer: PaymentSettings['transfer']; isOnline: boolean }

function transferFacts(orderId: number, transfer: NonNullable<PaymentSettings['transfer']>, placedAt: string): Html {
  const { holder, iban, bic, days } = transfer
  const until = new Date(placedAt)
  until.setUTCDate(until.getUTCDate() + days)
  return html`<p>${rich('Please transfer the amount by {day}:', { day: date(until) })}</p>${facts([
    ['Recipient', holder],
    ['IBAN', html`<code>${iban}</code>`],
    ['BIC', html`<code>${bic}</code>`],
    ['Reference', html`<code>${t('Order {id}', { id: orderId })}</code>`],
  ])}`
}

const REFUND_TEXT: Record<Refund['state'], string> = {
  pending: 'On its way',
  done: 'Sent',
  failed: 'Failed',
  in_doubt: 'Being checked',
}
const REFUND_TONES: Record<Refund['state'], Tone | undefined> = {
  pending: 'info',
  done: 'good',
  failed: 'bad',
  in_doubt: 'warn',
}

function refundList(refunds: Refund[]): Html {
  return html`<h3>${t('Refunds')}</h3><ul>${refunds.map(
    ({ amount, currency, state, endedAt, createdAt }) =>
      html`<li>${money(amount, currency)} ${badge(REFUND_TEXT[state], REFUND_TONES[state])} <span class="soft">${time(endedAt ?? createdAt)}</span></li>`,
  )}</ul>`
}

export const refund = step({
  id: 'refund',
  at: '/admin/orders/:id/refund',
  api: '/api/orders/:id/refunds',
  fields: [
    {
      name: 'amount',
      label: 'Amount in the smallest unit',
      type: 'number',
      value: 'integer',
      inputmode: 'numeric',
      width: 'short',
      hint: 'For example 1250 for €12.50. Leave it empty to refund all that is left.',
    },
    { name: 'reason', label: 'Reason', type: 'text' },
  ],
  button: 'Refund',
  confirm: "Send this money back? You can't undo this.",
  once: true,
  done: 'The refund is on its way.',
  go: '/admin/orders/{orderId}',
  outdatedBy: ['wrong_payment_state', 'refund_too_large'],
})

const settle = (done: boolean) =>
  step({
    id: done ? 'settle-done' : 'settle-again',
    at: `/admin/orders/:id/calls/:call/${done ? 'done' : 'again'}`,
    api: '/api/admin/payment-calls/:call/settle',
    fields: [{ name: 'done', label: 'Done', type: 'hidden', value: 'boolean' }],
    button: done ? 'The provider has done it' : 'The provider has not done it: do it again',
    confirm: done
      ? 'Is it shown at the provider?'
      : 'Are you sure that it is not shown at the provider? Otherwise it happens twice.',
    done: done ? 'Noted.' : 'It is being done again.',
    go: '/admin/orders/{orderId}',
    outdatedBy: ['not_in_doubt'],
  })
export const settleDone = settle(true)
export const settleAgain = settle(false)

const STATE_TEXT: Record<PaymentState, string> = {
  created: 'Being opened',
  pending: 'Waiting for the customer',
  authorized: 'Authorized, being taken',
  captured: 'Received',
  cancelling: 'Being stopped',
  cancelled: 'Stopped',
  expired: 'Expired',
  failed: 'Failed',
}
export const CALL_TEXT: Record<CallKind, string> = {
  create: 'Open the payment page',
  capture: 'Take the money',
  cancel: 'Stop the payment',
  refund: 'Refund',
}
const SOURCE_TEXT: Record<Refund['source'], string> = {
  shop: 'By the shop',
  cancelled: 'The order was cancelled',
  surplus: 'The order was paid already',
  external: 'Made at the provider',
  chargeback: 'Chargeback',
}

/** For the shop: every payment and refund of an order, and what is in doubt. */
export function moneySection(
  payments: Payment[],
  doubts: OpenCall[],
  show: ShowForm,
  settleForms: (call: OpenCall) => Html,
): Html | undefined {
  if (payments.length === 0) return undefined
  const refunds = payments.flatMap(one => one.refunds)
  const mayRefund = payments.some(
    ({ state, captured, refund_reserved }) => state === 'captured' && refund_reserved < captured,
  )
  const body = html`${payments.map(paymentFacts)}
    ${payments.map(({ finding }) => finding && html`<p class="notice warning">${finding}</p>`)}
    ${refunds.length > 0 && html`<h3>Refunds</h3><ul>${refunds.map(refundLine)}</ul>`}
    ${doubts.map(
      call =>
        html`<div class="notice warning"><p>${CALL_TEXT[call.kind]} (${money(call.amount, call.currency)}) is in doubt: nobody knows whether the provider has done it. Look there. ${call.reply}</p>${settleForms(call)}</div>`,
    )}
    ${mayRefund && show(refund)}`
  return section('money', 'Payments', body, { look: 'card' })
}

function paymentFacts({ provider, created_at: begun, state, amount, captured, refunded, currency }: Payment): Html {
  return facts([
    [
      provider === 'transfer' ? 'Bank transfer' : provider,
      html`${STATE_TEXT[state]} <span class="soft">${time(begun)}</span>`,
    ],
    ['Asked', money(amount, currency)],
    ...(captured > 0 ? [['Received', money(captured, currency)] as const] : []),
    ...(refunded > 0 ? [['Refunded', money(refunded, currency)] as const] : []),
  ])
}

function refundLine({ amount, currency, state, source, reason, reply, createdAt }: Refund): Html {
  const why = reason ?? SOURCE_TEXT[source]
  return html`<li>${money(amount, currency)} ${badge(REFUND_TEXT[state], REFUND_TONES[state])} ${why} <span class="soft">${time(createdAt)} ${state === 'failed' && reply}</span></li>`
}
