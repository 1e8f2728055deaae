/** What customers and the shop read of money that a bank moves, or takes days for. */
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import type { Payment } from '../queries.ts'

type Paid = { currency: string; payment: { status: string; due: number } }

/** What a bank does with the money, if one does. */
export function bankWords({ currency, payment }: Paid, payments: readonly Payment[]): string | undefined {
  if (payments.some(({ state }) => state === 'processing'))
    return t('Your bank is making the payment. This can take some days. We email you when it has come.')
  if (payment.status === 'disputed')
    return t('Your bank has asked for this payment back. Until it has decided, you need to do nothing here.')
  const taken = payments.reduce((sum, one) => sum + one.charged_back, 0)
  if (payment.status === 'charged_back' && payment.due > 0)
    return t('Your bank has taken {amount} of your payment back, so that is unpaid again.', {
      amount: money(taken, currency),
    })
  if (payment.status === 'charged_back')
    return t('Your bank has taken {amount} of your payment back.', { amount: money(taken, currency) })
  return undefined
}

/** For whoever is about to prepare or ship what may not be paid. */
export function paymentHint(paymentStatus: string, payments: readonly Payment[]): string | undefined {
  if (paymentStatus === 'disputed')
    return 'The bank of the customer wants the money back. Wait with the parcel until it has decided.'
  if (paymentStatus === 'charged_back')
    return 'The bank of the customer has taken the money back. The order is not paid.'
  if (payments.some(({ state }) => state === 'processing'))
    return 'The bank of the customer is still making the payment, which takes some days and can fail. Wait with the parcel until it has come.'
  return undefined
}
