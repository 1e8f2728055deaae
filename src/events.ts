import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database/schema.ts'

/** Every event of Semel and what its payload names: ids only, never an address or a secret. */
export type EventPayloads = {
  'user.registered': { userId: string }
  'user.password_reset_requested': { userId: string; resetId: string }
  'user.email_changed': { userId: string }
  'user.factors_reset': { userId: string }
  'order.placed': { orderId: number }
  'order.confirmation_requested': { orderId: number }
  'order.shipped': { orderId: number }
  'order.cancelled': { orderId: number }
  'contact.message_received': { messageId: string }
  'announcement.published': { announcementId: string }
}

export type EventType = keyof EventPayloads

/** In the order in which people choose among them. The compiler says when one is missing. */
export const EVENT_TYPES = Object.keys({
  'order.placed': true,
  'order.confirmation_requested': true,
  'order.shipped': true,
  'order.cancelled': true,
  'user.registered': true,
  'user.password_reset_requested': true,
  'user.email_changed': true,
  'user.factors_reset': true,
  'contact.message_received': true,
  'announcement.published': true,
} satisfies Record<EventType, true>) as EventType[]

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

/**
 * The same as a part of the very statement that writes the cause: common table expressions to add to its own. There is
 * one event, and one ledger row, when `cause` has a row, else none. Call `wakeWorkers` once it is committed.
 * @param announcement `cause` is the expression of the statement that holds the row, `payload` is made from its columns
 */
export function announcing({ type, cause, payload, to, at }: AnnouncementInStatement): RawBuilder<unknown> {
  return sql`event as (
      insert into events (id, type, payload, created_at)
      select ${randomUUIDv7()}::uuid, ${type}, ${payload}, ${at}::timestamptz from ${sql.table(cause)}
      returning id
    ), delivery as (
      insert into deliveries (id, event_id, recipient, user_id)
      select ${randomUUIDv7()}::uuid, id, ${`user:${to.userId}`}, ${to.userId}::uuid from event
    )`
}

export type AnnouncementInStatement = {
  type: EventType
  cause: string
  payload: RawBuilder<unknown>
  to: { userId: string }
  at: Date
}

/**
 * Tells the workers that there is something to deliver, after the fact: for causes that come so often that a NOTIFY in
 * each would slow them, because PostgreSQL lets only one notifying transaction commit at a time. The first is told at
 * once, and those of the next moment together. Should the process die before, workers look each second.
 */
export function wakeWorkers(db: Db): void {
  const busy = waking.get(db)
  waking.set(db, busy === undefined ? 'once' : 'again')
  if (busy !== undefined) return
  void wake(db)
    .catch(() => {})
    .then(() => sleep(MOMENT, undefined, { ref: false }))
    .then(() => {
      const again = waking.get(db) === 'again'
      waking.delete(db)
      if (again) wakeWorkers(db)
    })
}

const MOMENT = 10

const waking = new WeakMap<Db, 'once' | 'again'>()

async function wake(db: Db): Promise<void> {
  // There is nothing to keep, so nothing to wait for on the disk.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${DELIVERIES_CHANNEL}, '')`.execute(db)
}

declare module './database/schema.ts' {
  interface Tables {
    events: { id: string; type: EventType; payload: EventPayloads[EventType]; created_at: Date }
  }
}
