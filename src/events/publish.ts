/* Events of the public feed, which programs read (src/feed/stamp.ts), written in the transaction of their cause. */
import { type RawBuilder, sql } from 'kysely'
import { DELIVERIES_CHANNEL } from '../database/news/wake.ts'
import { recordsetSql } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'
import { channel } from '../database/shops.ts'

/** The channel for events that have got their position in the feed. */
export const FEED_CHANNEL = 'semel_feed'

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
export async function publishToFeed(tx: Tx, at: Date, ...events: FeedEvent[]): Promise<void> {
  await sql`
    with published as (
      insert into event_outbox (type, data, at)
      select type, data, ${at}::timestamptz from ${recordsetSql(events)} as e (type text, data jsonb)
    )
    select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')
  `.execute(tx)
}

/** A table expression of a larger statement, which publishes an event for each row of `cause`. `data` is made from its columns. */
export function publishToFeedSql({ type, cause, data, at }: PublicationInStatement): RawBuilder<unknown> {
  return sql`
      insert into event_outbox (type, data, at)
      select ${type}, ${data}, ${at}::timestamptz from ${sql.table(cause)}
    `
}

type PublicationInStatement = { type: FeedType; cause: string; data: RawBuilder<unknown>; at: Date }
