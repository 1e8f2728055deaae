import type { StateLabel } from '../../pages/components.ts'

/**
 * The life of a dispute at the provider:
 *
 *     inquiry ──▶ open ──▶ won ──┐          inquiry ──▶ closed      a debit that its bank takes back is lost at once
 *                  ▲└────▶ lost ─┤
 *                  └─────────────┘ an appeal, or the bank begins again
 *
 * The provider decides, and every arrow can be drawn again. So each look writes what is true then, from any state to any other.
 * `prevented` has ended before it began: the provider gave the money back by a rule of the shop, or nothing was taken.
 * `unknown` is a word that Semel does not know. It is kept and shown.
 *
 * Whether the money is gone is a fact of its own (`takes_money`): a dispute about a payment that was refunded before takes none, and an
 * inquiry takes none either.
 */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost', 'prevented', 'closed', 'unknown'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export const DISPUTE_LABELS: Record<DisputeState, StateLabel> = {
  inquiry: { text: 'The bank asks', tone: 'warn' },
  open: { text: 'Chargeback', tone: 'bad' },
  won: { text: 'Chargeback won', tone: 'good' },
  lost: { text: 'Chargeback lost', tone: 'bad' },
  prevented: { text: 'Chargeback prevented' },
  closed: { text: 'The bank asks no more' },
  unknown: { text: 'Unknown state', tone: 'bad' },
}

/** Decisions about money that is gone: a credit note corrects the sale, or the customer still owes it. */
export const DECISIONS = ['credited', 'claimed'] as const
export type Decision = (typeof DECISIONS)[number]

/** Waits for an answer of the shop or of the bank. */
export const isOpenDispute = (state: DisputeState) => state === 'open' || state === 'inquiry' || state === 'unknown'
