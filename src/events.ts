import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { limitStatements } from './database/limits.ts'
import type { Db, Tx } from './database/schema.ts'
import { channel } from './database/shops.ts'
import { SECOND } from './time.ts'

/*
 * An event and its deliveries are written in the transaction of their cause. No other code makes an email, so a cause
 * that is rolled back sends none. Three functions, and when to use each:
 *
 *   announce(tx, …)   the normal case: writes the event, and wakes the workers when the transaction commits
 *   announceSql(…)    for a command that is one single statement (placing an order): table expressions of that statement,
 *                     which save two round trips
 *   wakeWorkers(db)   only after the commit of a statement that used `announceSql`, which wakes nobody
 *
 * `publish` and `publishSql` are the same for the public feed, which programs read (src/feed/stamp.ts).
 */

/**
 * The events and their payloads: ids only, never an address or a secret. Each feature adds its own in its `tables.ts` by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface EventPayloads {}

export type EventType = keyof EventPayloads

/**
 * A user, by id, the support desk, or an account that this transaction deletes. Never an email address: the worker looks
 * that up when it sends.
 */
export type Recipient = { userId: string } | { formerUserId: string } | 'support'

export type Announcement<T extends EventType> = {
  type: T
  payload: EventPayloads[T]
  to: Recipient[]
  at: Date
  /** Milliseconds until the emails are due. */
  delay?: number
  /** To many people, who can wait: the emails leave the queue after all others. */
  bulk?: boolean
}

/** The channel on which workers listen for new deliveries and new events of the feed. */
export const DELIVERIES_CHANNEL = 'semel_deliveries'

/** The channel for events that have got their position in the feed. */
export const FEED_CHANNEL = 'semel_feed'

/**
 * Writes an event, with one delivery for each recipient, and wakes the workers at the commit.
 * @returns the event's id
 */
export async function announce<T extends EventType>(
  tx: Tx,
  { type, payload, to, at, delay = 0, bulk = false }: Announcement<T>,
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
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (id uuid, recipient text, user_id uuid)
    on conflict (event_id, recipient) do nothing
  `.execute(tx)
  // A wake-up for an email that is not due would only cost time. Workers look every second.
  if (delay === 0) await sql`select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')`.execute(tx)
  return eventId
}

/** While so many bulk deliveries wait, no more are written: they would only make the queue long. */
export const AHEAD = 2000

/** @param since no bulk delivery that is due before this is pending */
export async function isFarAhead(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where state = 'pending' and bulk and due_at >= ${since}
    order by due_at, id offset ${AHEAD} limit 1
  `.execute(tx)
  return rows.length > 0
}

/** Only an existing user has a `user_id`: its row decides at the last moment whether the email is sent. */
function namesOf(recipient: Recipient): { recipient: string; user_id: string | null } {
  if (recipient === 'support') return { recipient, user_id: null }
  if ('formerUserId' in recipient) return { recipient: `former:${recipient.formerUserId}`, user_id: null }
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

/**
 * The events of the public feed and their data: ids and states only, because the feed outlives the data of a user. Each
 * feature adds its own in its `tables.ts` by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface FeedData {}

export type FeedType = keyof FeedData

type FeedEvent = { [T in FeedType]: { type: T; data: FeedData[T] } }[FeedType]

/**
 * Adds events to the public feed when the transaction commits. Call it after the rows that it is about are locked or
 * written, so that events about one thing keep their order.
 */
export async function publish(tx: Tx, at: Date, ...events: FeedEvent[]): Promise<void> {
  await sql`
    with published as (
      insert into event_outbox (type, data, at)
      select type, data, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(events)}) as e (type text, data jsonb)
    )
    select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')
  `.execute(tx)
}

/** A table expression of a larger statement, which publishes an event for each row of `cause`. `data` is made from its columns. */
export function publishSql({ type, cause, data, at }: PublicationInStatement): RawBuilder<unknown> {
  return sql`
      insert into event_outbox (type, data, at)
      select ${type}, ${data}, ${at}::timestamptz from ${sql.table(cause)}
    `
}

type PublicationInStatement = { type: FeedType; cause: string; data: RawBuilder<unknown>; at: Date }

/**
 * Wakes the workers after a commit. Frequent causes must not NOTIFY in their own transaction, because PostgreSQL commits
 * notifying transactions one at a time. The first call notifies at once, and the calls of the next 10 ms share one
 * NOTIFY. If the process dies before, workers still look every second.
 */
export function wakeWorkers(db: Db): void {
  const busy = waking.get(db)
  waking.set(db, busy === undefined ? 'once' : 'again')
  if (busy !== undefined) return
  // It serves later requests too, so the time of this one is not its limit.
  void limitStatements(5 * SECOND, () => notify(db))
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

async function notify(db: Db): Promise<void> {
  // Nothing is written, so the commit need not wait for the disk.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel(DELIVERIES_CHANNEL)}, '')`.execute(
    db,
  )
}

declare module './database/schema.ts' {
  interface Tables {
    events: { id: string; type: EventType; payload: EventPayloads[EventType]; created_at: Date }
  }
}
