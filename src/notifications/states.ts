/** The states of a delivery and the outcomes of its attempts, and how the console shows them. */
import type { StateLabel } from '../pages/components.ts'

export const DELIVERY_STATES = ['pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_LABELS: Record<DeliveryState, StateLabel> = {
  pending: { text: 'Waiting', tone: 'info' },
  claimed: { text: 'Being sent', tone: 'info' },
  finishing: { text: 'Awaiting the reply', tone: 'info' },
  sent: { text: 'Sent', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  skipped: { text: 'Skipped' },
  in_doubt: { text: 'In doubt: may have arrived', tone: 'warn' },
}

/** The result of one attempt. */
export type AttemptOutcome =
  /** The relay replied 250. */
  | 'sent'
  /** The relay replied 5xx: no further attempt. */
  | 'refused'
  /** The relay replied 4xx: again later. */
  | 'temporary'
  /** The connection failed before the final dot was released: again soon. */
  | 'unsent'
  /** The recipient's address changed during the attempt: again soon, to the new address. */
  | 'readdressed'
  /** The recipient or the reason for the email no longer exists. */
  | 'skipped'
  /** The worker died or was cut off before the final dot was released: again at once. */
  | 'worker_lost'
  /** The final dot was released and no reply came. */
  | 'in_doubt'
  /** It was in doubt, and it turned out to have arrived. */
  | 'arrived'
  /** It was in doubt, and it turned out that it will never arrive: again. */
  | 'not_arrived'

export const OUTCOME_LABELS: Record<AttemptOutcome, StateLabel> = {
  sent: { text: 'Sent', tone: 'good' },
  refused: { text: 'Refused', tone: 'bad' },
  temporary: { text: 'Deferred', tone: 'warn' },
  unsent: { text: 'Not sent', tone: 'warn' },
  readdressed: { text: 'New address' },
  skipped: { text: 'Skipped' },
  worker_lost: { text: 'Worker lost', tone: 'warn' },
  in_doubt: { text: 'In doubt', tone: 'warn' },
  arrived: { text: 'Confirmed delivered', tone: 'good' },
  not_arrived: { text: 'Confirmed not delivered', tone: 'warn' },
}
