import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { FeedType } from '../events.ts'
import { Problem } from '../problems.ts'

export type StampedEvent = { position: number; id: string; type: FeedType; data: Record<string, unknown>; at: string }

export type FeedPage = {
  items: StampedEvent[]
  /** Where to continue: everything up to here was looked at. */
  next: number
  /** The position of the newest event. */
  head: number
  /** The position of the oldest event that is kept. */
  oldest: number
}

export type FeedLag = {
  head: number
  /** Committed events without a position, counted up to 1000. */
  unstamped: number
  /** How long the oldest of them has waited. */
  seconds: number
}

export async function readFeedLag(db: Db): Promise<FeedLag> {
  const { rows } = await sql<FeedLag>`
    select position as head, (select count(*) from (select from event_outbox limit 1000) as waiting) as unstamped,
      greatest(0, extract(epoch from clock_timestamp() - (select at from event_outbox order by number limit 1)))::float8
        as seconds
    from event_head
  `.execute(db)
  return rows[0]!
}

/** A read looks at this many positions at most, so that a filter which matches nothing stays quick. */
export const WINDOW = 10_000

/**
 * Reads the events after a position. One statement reads everything, in one snapshot: otherwise events could be stamped
 * or deleted between two statements, and `next` would pass over them.
 * @param after undefined: from the oldest event that is kept
 * @param types undefined: all
 * @throws Problem `events_deleted` when events after that position are no longer kept; `position_not_reached` when the
 * feed is not that far, because the position is from another database
 */
export async function readFeed(
  db: Db,
  { after, types, limit }: { after: number | undefined; types: readonly FeedType[] | undefined; limit: number },
): Promise<FeedPage> {
  const from = sql`coalesce(${after ?? null}::bigint, head.oldest - 1)`
  const { rows } = await sql<{ head: number; oldest: number; from: number; items: StampedEvent[] }>`
    select head.position as head, head.oldest, ${from} as "from", (
      select coalesce(json_agg(e order by e.position), '[]') from (
        select position, id, type, data, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from event_feed
        where position > ${from} and position <= ${from} + ${WINDOW}
          and (${types === undefined} or type = any(${types ?? []}::text[]))
        order by position
        limit ${limit}
      ) as e
    ) as items
    from event_head as head
  `.execute(db)
  const { head, oldest, from: start, items } = rows[0]!
  if (start > head) {
    throw new Problem(
      'position_not_reached',
      `The newest event has position ${head}, so nothing can come after ${start}. The database was replaced or set back. Read from the start.`,
      { members: { head } },
    )
  }
  if (start < oldest - 1) {
    throw new Problem(
      'events_deleted',
      `Events before position ${oldest} are no longer kept. Read the current data, then continue after ${oldest - 1}.`,
      { members: { oldest } },
    )
  }
  const next = items.length === limit ? items.at(-1)!.position : Math.min(start + WINDOW, head)
  return { items, next, head, oldest }
}
