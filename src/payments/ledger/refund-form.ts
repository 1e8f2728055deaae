/** The form of the shop that sends money of an order back: the provider does it, or somebody makes a transfer. */
import { type Html, html } from '../../html/html.ts'
import { step } from '../../pages/form-kinds.ts'
import { money, typedAmount } from '../../pages/format.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import { t } from '../../words/words.ts'
import { amountFields } from '../amount-fields.ts'
import type { Payment } from '../queries.ts'
import { TRANSFER } from './wishes.ts'

/** The amount is there as all that is left, to be lowered for a part. */
export const refund = step({
  at: '/admin/orders/:id/refund',
  api: '/api/orders/:id/refunds',
  once: true,
  done: 'The refund is noted.',
  go: '/admin/orders/{orderId}',
  outdatedBy: ['wrong_payment_state', 'refund_too_large'],
  fields: [
    ...amountFields(),
    { name: 'reason', label: 'Reason', type: 'text', hint: 'The customer reads it on the credit note.' },
  ],
  button: 'Refund',
  confirm: "The provider sends this money back by itself. You can't undo this.",
})

const BY_HAND = {
  button: 'Refund by bank transfer',
  confirm:
    'This money came by bank transfer, so you make a transfer yourself. Put it into your list of transfers to make?',
}

/** A provider sends nothing back to an expired card. */
export const refundByTransfer = step({
  ...BY_HAND,
  id: 'refund-by-transfer',
  at: '/admin/orders/:id/refund-by-transfer',
  api: '/api/orders/:id/refunds',
  once: true,
  fields: [...refund.fields, { name: 'byTransfer', label: 'By bank transfer', type: 'hidden', value: 'boolean' }],
  confirm:
    'The customer is asked for an account, and you make the transfer yourself. Put it into your list of transfers to make?',
  done: 'The refund is noted. It is in the list of transfers to make.',
  go: '/admin/orders/{orderId}',
  outdatedBy: ['wrong_payment_state', 'refund_too_large'],
  look: 'quiet',
})

/** Computes what can still be refunded. A bank holds the rest, or has taken it. */
export function leftOf({ captured, refund_reserved: reserved, charged_back: taken, disputed }: Payment): number {
  return captured - reserved - taken - disputed
}

const BOTH_WAYS = "The provider sends back what it has taken, and you transfer the rest yourself. You can't undo this."

/** @param payments those of one order that have something to give back, at least one */
export function refundForm(payments: readonly Payment[], show: ShowForm): Html {
  const { currency } = payments[0]!
  const left = payments.reduce((sum, payment) => sum + leftOf(payment), 0)
  const transfers = payments.filter(({ provider }) => provider === TRANSFER)
  const isPart = transfers.some(({ captured, amount }) => captured < amount)
  const most = t('{sum} can go back. Write less for a part of it.', { sum: money(left, currency) })
  const hint = isPart ? `${most} ${t('The order costs so much less then, and the rest stays due.')}` : most
  const fields = refund.fields.map(field => (field.name === 'amount' ? { ...field, hint } : field))
  const values = { amount: typedAmount(left, currency), currency }
  if (transfers.length === payments.length) return show({ ...refund, ...BY_HAND, fields }, values)
  const refunds = payments.flatMap(one => one.refunds)
  const hasFailed = refunds.some(({ state, source }) => state === 'failed' && source !== 'chargeback')
  const confirm = transfers.length > 0 ? { confirm: BOTH_WAYS } : {}
  return html`${show({ ...refund, ...confirm, fields }, values)}
    ${
      hasFailed &&
      html`<details><summary>${t('By bank transfer')}</summary>${show(refundByTransfer, {
        ...values,
        byTransfer: 'true',
      })}</details>`
    }`
}
