import type { StateLabel } from '../pages/components.ts'
import type { Text } from '../words/text.ts'

/**
 * The life of a return. No path leads back, so every state is entered at most once.
 *
 *     requested ──approve──▶ approved ──receive──▶ received ──close, or refund──▶ closed
 *         │                     │
 *         └──────decline────────┴────────────────▶ declined
 *
 * A request takes its pieces from what can still be returned, and a return that is declined gives them back. The goods are in
 * stock again once they are received.
 */
export const RETURN_STATES = ['requested', 'approved', 'received', 'closed', 'declined'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

export const RETURN_LABELS = {
  requested: { text: 'Return requested', tone: 'warn' },
  approved: { text: 'Return approved', tone: 'info' },
  received: { text: 'Return received', tone: 'progress', staff: 'bad' },
  closed: { text: 'Return closed', tone: 'good' },
  declined: { text: 'Return declined' },
} as const satisfies Record<ReturnState, StateLabel<Text>>

export const RETURN_STEPS = {
  approve: { from: ['requested'], to: 'approved' },
  decline: { from: ['requested', 'approved'], to: 'declined' },
  receive: { from: ['approved'], to: 'received' },
  close: { from: ['received'], to: 'closed' },
} as const satisfies Record<string, { from: ReturnState[]; to: ReturnState }>
export type ReturnStep = keyof typeof RETURN_STEPS

export function mayTakeStep(step: ReturnStep, state: ReturnState): boolean {
  const from: readonly ReturnState[] = RETURN_STEPS[step].from
  return from.includes(state)
}

/** Returns that somebody still has to do something about. */
export const OPEN_RETURNS = ['requested', 'approved', 'received'] as const
