import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './database/schema.ts'

/** Every event of Semel and what its payload names: ids only, never an address or a secret. */
export type EventPayloads = {
  'user.registered': { userId: string }
  'user.password_reset_requested': { userId: string; resetId: string }
  'user.email_changed': { userId: string }
  'order.placed': { orderId: number }
  'order.confirmation_requested': { orderId: number }
  'order.shipped': { orderId: number }
  'order.cancelled': { orderId: number }
  'contact.message_received': { messageId: string }
  'announcement.published': { announcementId: string }
}

export type EventType = keyof EventPayloads

/** A person, by user id, or the support desk. Never an e-mail address: that is looked up when the e-mail is sent. */
export type Recipient = { userId: string } | 'support'

export type Announcement<T extends EventType> = { type: T; payload: EventPayloads[T]; to: Recipient[]; at: Date }

/** The channel on which workers listen for new deliveries. */
export const DELIVERIES_CHANNEL = 'semel_deliveries'

/**
 * Writes an event and one ledger row for each recipient into the transaction of their cause, and wakes the workers
 * when it commits. There is no other way to make a delivery: no cause, no e-mail; a cause rolled back, no e-mail.
 * @returns the event's id
 */
export async function announce<T extends EventType>(
  tx: Tx,
  { type, payload, to, at }: Announcement<T>,
): Promise<string> {
  const eventId = randomUUIDv7()
  const rows = to.map(recipient => ({
    id: randomUUIDv7(),
    recipient: recipient === 'support' ? 'support' : `user:${recipient.userId}`,
    user_id: recipient === 'support' ? null : recipient.userId,
  }))
  await sql`
    with event as (
      insert into events (id, type, payload, created_at)
      values (${eventId}, ${type}, ${JSON.stringify(payload)}, ${at})
    )
    insert into deliveries (id, event_id, recipient, user_id)
    select id, ${eventId}, recipient, user_id
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (id uuid, recipient text, user_id uuid)
    on conflict (event_id, recipient) do nothing
  `.execute(tx)
  await sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`.execute(tx)
  return eventId
}

declare module './database/schema.ts' {
  interface Tables {
    events: { id: string; type: EventType; payload: EventPayloads[EventType]; created_at: Date }
  }
}
