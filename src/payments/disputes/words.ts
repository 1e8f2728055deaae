/** Texts for customers and the shop about money that a bank moves, or takes days for. */
import { money } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { Payment } from '../queries.ts'
import type { DisputeState } from './states.ts'

type Paid = { currency: string; payment: { status: string; due: number } }

/** Says what a bank does with the money, if one does. */
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

type Unpaid = { paymentStatus: string; due: number; currency: string }

/** Warns staff who are about to prepare or ship an order that may not be paid. */
export function paymentHint(
  { paymentStatus, due, currency }: Unpaid,
  payments: readonly Payment[],
): string | undefined {
  if (paymentStatus === 'partly_paid')
    return `A part of the money has come. ${money(due, currency)} are still due. Wait with the parcel until the rest has come.`
  if (paymentStatus === 'disputed')
    return 'The bank of the customer wants the money back. Wait with the parcel until it has decided.'
  if (paymentStatus === 'charged_back')
    return 'The bank of the customer has taken the money back. The order is not paid.'
  if (payments.some(({ state }) => state === 'processing'))
    return (
      'The bank of the customer is still making the payment, which takes some days and can fail. Wait with the ' +
      'parcel until it has come.'
    )
  return undefined
}

export const DISPUTE_STATE = {
  inquiry: 'The bank asks, and has taken nothing',
  open: 'The bank decides',
  won: 'Decided for you',
  lost: 'Decided for the customer',
  prevented: 'Settled before it began',
  closed: 'The bank asks no more',
  unknown: 'Look at the provider',
} as const satisfies Record<DisputeState, Text>

/** The reasons of the provider (stripe 23.1.0, resources/Disputes.d.ts, `reason`), as a shop would say them. `general` says nothing. */
const DISPUTE_REASONS = {
  bank_cannot_process: 'The bank cannot process it',
  check_returned: 'The check was returned',
  credit_not_processed: 'A promised refund has not come',
  customer_initiated: 'The customer has asked the bank for it',
  debit_not_authorized: 'The customer did not allow the direct debit',
  duplicate: 'The customer was charged twice',
  fraudulent: 'The customer says that somebody else has paid',
  incorrect_account_details: 'The details of the account are wrong',
  insufficient_funds: 'The account did not have the money',
  noncompliant: 'A rule of the card network was broken',
  product_not_received: 'The goods have not come',
  product_unacceptable: 'The goods are broken or not as described',
  subscription_canceled: 'The subscription had ended',
  unrecognized: 'The customer does not know this payment',
} as const satisfies Record<string, Text>

/** @returns undefined when the bank gives no reason that a shop can use */
export function disputeReason(reason: string | null): string | undefined {
  return reason !== null && Object.hasOwn(DISPUTE_REASONS, reason)
    ? t(DISPUTE_REASONS[reason as keyof typeof DISPUTE_REASONS])
    : undefined
}
