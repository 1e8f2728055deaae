import type { Generated } from 'kysely'

export const DELIVERY_STATES = ['pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** How one attempt ended. */
export type Outcome =
  /** The relay said 250. */
  | 'sent'
  /** It said 5xx: never again. */
  | 'refused'
  /** It said 4xx: later. */
  | 'temporary'
  /** The connection failed before the last dot was released: later. */
  | 'unsent'
  /** The recipient's address changed while the e-mail was on its way: again, to the new one. */
  | 'readdressed'
  /** There is nobody or nothing to write any more. */
  | 'skipped'
  /** The worker died or was cut off before the last dot was released: again, at once. */
  | 'worker_lost'
  /** The last dot was released and no reply came. */
  | 'in_doubt'
  /** In doubt, then known to have arrived. */
  | 'arrived'
  /** In doubt, then known not to have arrived, and that it never will: again. */
  | 'not_arrived'

declare module '../database/schema.ts' {
  interface Tables {
    workers: {
      number: number
      name: string
      started_at: Generated<Date>
      lease_until: Date
      relay_down_since: Date | null
      relay_error: string | null
    }
    deliveries: {
      id: string
      event_id: string
      recipient: string
      user_id: string | null
      state: Generated<DeliveryState>
      created_at: Generated<Date>
      due_at: Generated<Date>
      attempts: Generated<number>
      worker: number | null
      claimed_at: Date | null
      address: string | null
      message_id: string | null
      marked_at: Date | null
      ended_at: Date | null
      reply: string | null
    }
    delivery_attempts: {
      delivery_id: string
      number: number
      worker: number | null
      started_at: Date | null
      address: string | null
      marked_at: Date | null
      ended_at: Generated<Date>
      outcome: Outcome
      reply: string | null
    }
    announcements: {
      id: string
      event_id: string
      subject: string
      message: string
      ordered_from: Date | null
      ordered_before: Date | null
      created_by: string | null
      created_at: Date
      fanned_out_to: string | null
      fanned_out_at: Date | null
    }
    unsubscriptions: { user_id: string; at: Date }
  }
}
