/**
 * The disputes of a payment at Stripe.
 *
 * The statuses, `balance_transactions` and `due_by` are those of the types of the SDK (stripe 23.1.0, resources/Disputes.d.ts).
 * `prevented` came with its version 19.0.0 of 2025-09-30 (its CHANGELOG.md).
 */
import type Stripe from 'stripe'
import { SECOND } from '../../time.ts'
import type { DisputeState } from '../disputes/states.ts'
import type { StandingDispute } from './provider.ts'
import { fromStripe } from './stripe-currencies.ts'

const STATES: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
}

/** The bank has the answer to the others already, or takes none. */
const WAITS_FOR_SHOP = ['warning_needs_response', 'needs_response', 'appeal_needs_response']

export async function readDisputes(stripe: Stripe, intent: string): Promise<StandingDispute[]> {
  const found: StandingDispute[] = []
  for await (const dispute of stripe.disputes.list({ payment_intent: intent, limit: 100 })) {
    const { id, amount, currency, reason, status, created, evidence_details: details } = dispute
    // 0: the bank takes no answer.
    const dueBy = WAITS_FOR_SHOP.includes(status) && details?.due_by ? details.due_by : undefined
    found.push({
      id,
      amount: Math.round(fromStripe(amount, currency.toUpperCase())),
      currency: currency.toUpperCase(),
      reason: reason || null,
      state: STATES[status] ?? 'unknown',
      providerState: status,
      takesMoney: takesMoney(dispute),
      respondBy: dueBy === undefined ? null : new Date(dueBy * SECOND),
      openedAt: new Date(created * SECOND),
    })
  }
  return found
}

/**
 * Adds up the balance transactions of a dispute, which withdraw and reinstate money. Only the sign of their sum counts,
 * because they are in the currency of the account. Before there are any, the status decides: a payment that can still
 * be refunded was not taken.
 */
function takesMoney(dispute: Stripe.Dispute): boolean {
  const { balance_transactions: moved = [], is_charge_refundable: isRefundable, status } = dispute
  if (moved.length > 0) return moved.reduce((sum, { amount }) => sum + amount, 0) < 0
  if (status === 'won' || status.startsWith('warning_')) return false
  // A block has stopped the payment's dispute, and a resolution has paid it back.
  if (status === 'prevented') return dispute.payment_method_details?.card?.case_type !== 'block' && !isRefundable
  return !isRefundable
}
