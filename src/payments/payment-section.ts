/** Shows the money of an order to customers and to the shop. */
import { type Html, html } from '../html/html.ts'
import { link, rich } from '../html/rich.ts'
import { badge, facts, section, stateBadge } from '../pages/components.ts'
import { step } from '../pages/form-kinds.ts'
import { calendarDay, decimal, money, time } from '../pages/format.ts'
import type { ShowForm } from '../pages/forms-of.ts'
import { qr } from '../pages/graphics/qr.ts'
import { payableUntil, referenceFor, type Transfer } from '../shop/bank-transfer.ts'
import { groupedIban } from '../shop/setting-rules.ts'
import type { PlainText, Text } from '../words/text.ts'
import { colon, t, translated } from '../words/words.ts'
import type { Dispute } from './disputes/queries.ts'
import { disputeLine } from './disputes/section.ts'
import { bankWords } from './disputes/words.ts'
import { TRANSFER } from './ledger/wishes.ts'
import { type NotPayable, sayNotPayable } from './providers/payable.ts'
import { titleOf } from './providers/table.ts'
import type { OpenCall, Payment, Refund } from './queries.ts'
import { type CallKind, PAYMENT_LABELS, REFUND_LABELS } from './states.ts'
import { transferCode } from './transfers-in/transfer-code.ts'

export { claimDispute, creditDispute } from './disputes/section.ts'
export { paymentHint } from './disputes/words.ts'
export { refund, refundByTransfer } from './ledger/refund-form.ts'

import { leftOf, refundForm } from './ledger/refund-form.ts'
import { DROPPED_TEXT, refundList } from './ledger/refund-list.ts'

export const pay = step<Text>({
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
  currency: string
  placedAt: string
  payment: { method: string; status: string; received: number; due: number }
}

/** Shows the customer how to pay, and what went back. */
export function paymentSection(
  order: Payable,
  { payments, transfer, isOnline: takesOnline, notOnline, isRefused = false, accountLinks }: Money,
  show: ShowForm,
): Html | undefined {
  const { payment } = order
  const rest = restOf(order, payments)
  const isOnline = takesOnline && !isRefused && rest !== 'by transfer'
  const { due } = payment
  const isDue = isOwed(order)
  // Leaves out refunds of chargebacks, which nobody sent, and of payments that were noted by mistake, which give
  // nothing back.
  const refunds = payments
    .flatMap(one => (one.state === 'cancelled' ? [] : one.refunds))
    .filter(({ source }) => source !== 'chargeback')
  const isWaiting = isBeingTaken({ payments })
  const isClaim = payments.some(one => one.charged_back > 0)
  const atBank = bankWords(order, payments)
  const byTransfer =
    isDue && !isWaiting && (payment.method === 'invoice' || isClaim || rest !== undefined) && transfer !== undefined
  if (!(isDue && (isOnline || isRefused || notOnline || byTransfer)) && refunds.length === 0 && !atBank && !rest)
    return undefined
  const body = html`
    ${atBank && html`<p>${atBank}</p>`}
    ${rest && partlyWords(order, rest)}
    ${isDue && !isWaiting && !atBank && isOnline && notPaidYet(order, rest)}
    ${
      isDue &&
      (isWaiting
        ? !atBank && html`<p>${t('Your payment is being processed.')}</p>`
        : payPart(order, { rest, isOnline, isRefused, notOnline, byTransfer }, show))
    }
    ${byTransfer && transferPart(order, { due, isClaim }, transfer)}
    ${refunds.length > 0 && refundList(refunds, accountLinks)}`
  return section('payment', 'Payment', body, { look: 'card' })
}

type Ways = {
  rest: Rest | undefined
  isOnline: boolean
  isRefused: boolean
  notOnline: NotPayable | undefined
  byTransfer: boolean
}

/** The way to the provider's page, or why there is none. */
function payPart(order: Payable, { rest, isOnline, isRefused, notOnline, byTransfer }: Ways, show: ShowForm): Html {
  if (rest === 'by transfer') return html``
  const { currency, payment } = order
  const otherWay =
    !byTransfer &&
    html` ${rich('Please <a>write to us</a> about another way to pay.', { a: link(`/contact?order=${order.id}`) })}`
  return html`${notOnline && html`<p>${sayNotPayable(notOnline)}${otherWay}</p>`}
    ${isRefused && html`<p>${t('Our payment provider does not take this payment at the moment. Nothing was charged.')}${otherWay}</p>`}
    ${isOnline && show({ ...pay, button: t('Pay {total} online', { total: money(payment.due, currency) }) })}`
}

type Rest = 'by transfer' | 'anyhow'

function notPaidYet({ payment }: Payable, rest: Rest | undefined): Html | false {
  return !rest && payment.method === 'online' && html`<p>${t('This order is not paid yet.')}</p>`
}

/**
 * Says how the rest of an order is paid of which a part has come. Customers who have transferred a part transfer the rest, because an
 * order has one payment. What staff have added to an order that was paid online has a payment of its own.
 */
function restOf(order: Payable, payments: readonly Payment[]): Rest | undefined {
  if (!isPartlyPaid(order)) return undefined
  const isRest = (one: Payment) =>
    one.state === 'captured' && !one.is_surplus && !one.is_complete && !one.had_chargeback
  return payments.some(isRest) ? 'by transfer' : 'anyhow'
}

/** Says what transfers have brought so far, and what is left. */
function partlyWords({ currency, payment }: Payable, rest: Rest): Html {
  const came =
    rest === 'by transfer' &&
    t('We have received {came} by bank transfer.', { came: money(payment.received, currency) })
  return html`<p>${came}
    ${t('Still to pay')}${colon()} ${money(payment.due, currency)}</p>`
}

function isPartlyPaid({ payment }: Pick<Payable, 'payment'>): boolean {
  return payment.status === 'open' && payment.received > 0 && payment.due > 0
}

export function isOwed({ payment }: Pick<Payable, 'payment'>): boolean {
  return payment.due > 0
}

/**
 * Says whether the customer has done their part. A customer who has only left the page of the provider has not paid.
 */
export function isBeingTaken({ payments }: Pick<Money, 'payments'>): boolean {
  return payments.some(
    ({ state, is_surplus: isSurplus }) =>
      !isSurplus && (state === 'processing' || state === 'authorized' || state === 'cancelling'),
  )
}

export type Money = {
  payments: Payment[]
  transfer: Transfer | undefined
  isOnline: boolean
  /** Reason why what is due cannot be paid online. */
  notOnline?: NotPayable | undefined
  /** Links at which the customer names an account, by the refund that waits for it. */
  accountLinks?: ReadonlyMap<string, string>
  /** The provider has just refused to open its page, so pressing again would lead in a circle. */
  isRefused?: boolean
}

type Asked = { due: number; isClaim: boolean }

function transferPart({ id, currency, placedAt, payment }: Payable, { due, isClaim }: Asked, transfer: Transfer): Html {
  const { holder, iban, bic, bank } = transfer
  const reference = referenceFor(transfer, id)
  const code = currency === 'EUR' && transferCode({ holder, iban, bic, reference, amount: decimal(due, currency) })
  const until = calendarDay(payableUntil(transfer, new Date(placedAt)))
  const ask = isPartlyPaid({ payment }) ? 'Please transfer the rest by {day}:' : 'Please transfer the amount by {day}:'
  return html`<p>${isClaim ? t('Please transfer the amount:') : rich(ask, { day: until })}</p>${facts([
    ['Amount', money(due, currency)],
    ['Recipient', holder],
    ['IBAN', html`<code>${groupedIban(iban)}</code>`],
    ...(bic ? [['BIC', html`<code>${bic}</code>`] as const] : []),
    ...(bank ? [['Bank', bank] as const] : []),
    ['Reference', html`<code>${reference}</code>`],
  ])}
  ${code && html`<p class="soft">${t('Or scan this with your banking app:')}</p>${qr(code, t('Your transfer as a code'))}`}`
}

const settle = (done: boolean) =>
  step<Text>({
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

const CALL_TEXT: Record<CallKind, PlainText> = {
  create: 'Open the payment page',
  capture: 'Take the money',
  cancel: 'Stop the payment',
  refund: 'Refund',
}
export const SOURCE_TEXT: Record<Refund['source'], PlainText> = {
  shop: 'By the shop',
  cancelled: 'The order was cancelled',
  surplus: 'More than was due',
  external: 'Made at the provider',
  chargeback: 'Chargeback, credited',
}

/** Shows the shop every payment and refund of an order, and what is in doubt. */
export function moneySection(
  payments: Payment[],
  doubts: OpenCall[],
  show: ShowForm,
  forms: MoneyForms,
): Html | undefined {
  if (payments.length === 0) return undefined
  const refunds = payments.flatMap(one => one.refunds)
  const disputes = payments.flatMap(one => one.disputes)
  const left = payments.filter(one => one.state === 'captured' && !one.is_surplus && leftOf(one) > 0)
  const body = html`${payments.map(paymentFacts)}
    ${payments.map(({ finding }) => finding && html`<p class="notice warning">${translated(finding)} ${t(WHAT_TO_DO.finding)}</p>`)}
    ${disputes.length > 0 && html`<h3>${t('Disputes')}</h3><ul>${disputes.map(dispute => disputeLine(dispute, forms.decide))}</ul>`}
    ${refunds.length > 0 && html`<h3>${t('Refunds')}</h3><ul>${refunds.map(refundLine)}</ul>`}
    ${doubts.map(call => html`<div class="notice warning">${doubtText(call)}${forms.settle(call)}</div>`)}
    ${left.length > 0 && refundForm(left, show)}`
  return section('money', 'Payments', body, { look: 'card' })
}

/** The forms of the rows: for a call in doubt, and for money that a bank has taken. */
type MoneyForms = { settle: (call: OpenCall) => Html; decide: (dispute: Dispute) => Html }

/** A call in doubt, in words for the person who looks it up. */
export function doubtText({ kind, amount, currency, provider, attempts, createdAt, reply }: OpenCall): Html {
  return html`<p>${rich(
    '{call} is in doubt since {time}: nobody knows whether {provider} has done it. Look there, then press one of the buttons.',
    {
      call: `${t(CALL_TEXT[kind])} (${money(amount, currency)})`,
      time: time(createdAt),
      provider: providerName(provider),
    },
  )}</p>
    <p class="soft">${t('Tried {count} times.', { count: attempts })} ${
      reply ? t('The last answer was: {reply}', { reply }) : t('There was no answer.')
    }</p>`
}

const WHAT_TO_DO = {
  finding:
    'The order is not marked as paid by it. Look at the payment at the provider; if it is wrong, send the money back there and cancel the order.',
  external: 'Somebody made it in the console of the provider. Cancel the order here if it is not to be shipped.',
  failed: 'The provider did not send it. Refund it again, or by bank transfer.',
} as const satisfies Record<string, Text>

export function providerName(provider: string): string {
  return provider === TRANSFER ? t('Bank transfer') : titleOf(provider)
}

function paymentFacts(payment: Payment): Html {
  const { provider, created_at: begun, state, amount, captured, refunded, currency, said } = payment
  const { charged_back: taken, disputed } = payment
  return facts([
    [providerName(provider), html`${translated(PAYMENT_LABELS[state].text)} <span class="soft">${time(begun)}</span>`],
    ...(payment.is_surplus && provider === TRANSFER ? [] : [['Asked', money(amount, currency)] as const]),
    ...(captured > 0 ? [['Received', money(captured, currency)] as const] : []),
    ...(said ? [[t('{provider} says', { provider: providerName(provider) }), said] as const] : []),
    ...(refunded > 0 ? [['Paid back', money(refunded, currency)] as const] : []),
    ...(disputed > 0 ? [['Held by a bank', money(disputed, currency)] as const] : []),
    ...(taken > 0 ? [['Taken back by a bank', money(taken, currency)] as const] : []),
  ])
}

/** Labels the refund for staff, who have to make the transfer. */
const TO_TRANSFER = { ...REFUND_LABELS.to_transfer, text: 'To be transferred' }

function refundLine({ amount, currency, state, source, reason, dropped, reply, createdAt }: Refund): Html {
  const why = reason ?? t(SOURCE_TEXT[source])
  if (source === 'chargeback')
    return html`<li>${money(amount, currency)} ${badge(state === 'failed' ? 'Taken back' : 'Credited')} ${why}
      <span class="soft">${time(createdAt)}</span></li>`
  if (dropped)
    return html`<li>${money(amount, currency)} ${badge(DROPPED_TEXT[dropped])} ${why} <span class="soft">${time(createdAt)}</span></li>`
  const todo = state === 'failed' ? t(WHAT_TO_DO.failed) : source === 'external' ? t(WHAT_TO_DO.external) : ''
  const transfer = state === 'to_transfer' && html` · <a href="/admin/payments/transfers">${t('Transfers to make')}</a>`
  return html`<li>${money(amount, currency)} ${stateBadge(state === 'to_transfer' ? TO_TRANSFER : REFUND_LABELS[state])} ${why}${transfer}
    <span class="soft">${time(createdAt)} ${state === 'failed' && reply} ${todo}</span></li>`
}
