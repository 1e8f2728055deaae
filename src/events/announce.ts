/*
 * Announces events that people hear of by email. An event and its deliveries are written in the transaction of their cause.
 * No other code makes an email, so a cause that is rolled back sends none.
 *
 *   announce(tx, …)   the normal case: writes the event, and wakes the workers when the transaction commits
 *   announceSql(…)    for a command that is one single statement (placing an order): table expressions of that statement,
 *                     which save two round trips; call `wakeWorkers` after its commit
 */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { DELIVERIES_CHANNEL } from '../database/news/wake.ts'
import { recordsetSql } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'
import { channel } from '../database/shops.ts'
import { SECOND } from '../time.ts'

/**
 * The events and their payloads: ids only, never an address or a secret. Each feature adds its own in its `tables.ts` by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface EventPayloads {}

export type EventType = keyof EventPayloads

/**
 * A user, by id, the support desk, the shop (where it wants to hear of orders), an account that this transaction
 * deletes, the writer of a contact message or of a withdrawal, somebody who is invited, or the reader of a mailbox that
 * a setting names. Never an email address: the worker looks that up when it sends.
 */
type Recipient =
  | { userId: string }
  | { formerUserId: string }
  | { contactMessageId: string }
  | { withdrawalId: string }
  | { invitationId: string }
  | { settingAddressId: string }
  | 'support'
  | 'shop'

type NewEvent<T extends EventType> = {
  type: T
  payload: EventPayloads[T]
  to: Recipient[]
  at: Date
  /** Milliseconds until the emails are due. */
  delay?: number
  /** Goes to many people, who can wait: the emails leave the queue after all others. */
  bulk?: boolean
}

/**
 * Writes an event, with one delivery for each recipient, and wakes the workers at the commit.
 * @returns the event's id
 */
export async function announce<T extends EventType>(
  tx: Tx,
  { type, payload, to, at, delay = 0, bulk = false }: NewEvent<T>,
): Promise<string> {
  const eventId = randomUUIDv7()
  const rows = to.map(recipient => ({
    id: randomUUIDv7(),
    ...namesOf(recipient),
  }))
  await sql`
    with event as (
      insert into events (id, type, payload, created_at)
      values (${eventId}, ${type}, ${JSON.stringify(payload)}, ${at})
    )
    insert into deliveries (id, event_id, kind, recipient, user_id, due_at, bulk)
    select id, ${eventId}, ${type}, recipient, user_id, now() + make_interval(secs => ${delay / SECOND}), ${bulk}
    from ${recordsetSql(rows)} as r (id uuid, recipient text, user_id uuid)
    on conflict (event_id, recipient) do nothing
  `.execute(tx)
  // A wake-up for an email that is not due would only cost time. Workers look every second.
  if (delay === 0) await sql`select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')`.execute(tx)
  return eventId
}

/** While so many bulk deliveries wait, no more are written: they would only make the queue long. */
export const BULK_BACKLOG = 2000

/** @param since no bulk delivery that is due before this is pending */
export async function isFarAhead(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where state = 'pending' and bulk and due_at >= ${since}
    order by due_at, id offset ${BULK_BACKLOG} limit 1
  `.execute(tx)
  return rows.length > 0
}

/** Only an existing user has a `user_id`: its row decides at the last moment whether the email is sent. */
function namesOf(recipient: Recipient): { recipient: string; user_id: string | null } {
  if (recipient === 'support' || recipient === 'shop') return { recipient, user_id: null }
  if ('formerUserId' in recipient) return { recipient: `former:${recipient.formerUserId}`, user_id: null }
  if ('contactMessageId' in recipient) return { recipient: `contact:${recipient.contactMessageId}`, user_id: null }
  if ('withdrawalId' in recipient) return { recipient: `withdrawal:${recipient.withdrawalId}`, user_id: null }
  if ('invitationId' in recipient) return { recipient: `invitation:${recipient.invitationId}`, user_id: null }
  if ('settingAddressId' in recipient) return { recipient: `setting:${recipient.settingAddressId}`, user_id: null }
  return { recipient: `user:${recipient.userId}`, user_id: recipient.userId }
}

/**
 * Two table expressions of a larger statement, which write an event and its delivery if `cause` has a row.
 * @param announcement `cause` is the name of a table expression with at most one row; `payload` is made from its columns,
 * and `to` is the one with the id of the user
 */
export function announceSql({ type, cause, payload, to, at }: AnnouncementInStatement) {
  const eventId = randomUUIDv7()
  return {
    event: sql`
      insert into events (id, type, payload, created_at)
      select ${eventId}::uuid, ${type}, ${payload}, ${at}::timestamptz from ${sql.table(cause)}
    `,
    delivery: sql`
      insert into deliveries (id, event_id, kind, recipient, user_id)
      select ${randomUUIDv7()}::uuid, ${eventId}::uuid, ${type}, 'user:' || ${to}, ${to} from ${sql.table(cause)}
    `,
  }
}

type AnnouncementInStatement = {
  type: EventType
  cause: string
  payload: RawBuilder<unknown>
  to: RawBuilder<unknown>
  at: Date
}

declare module '../database/schema.ts' {
  interface Tables {
    events: { id: string; type: EventType; payload: EventPayloads[EventType]; created_at: Date }
  }
}
