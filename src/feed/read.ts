/** Reads the feed: events after a position, cursors, and how far the stamper lags behind. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import type { FeedType } from '../events/publish.ts'
import { Problem } from '../problems.ts'

export type StampedEvent = { position: number; id: string; type: FeedType; data: Record<string, unknown>; at: string }

export type FeedPage = {
  items: StampedEvent[]
  /** Position from which to continue: everything up to here was looked at. */
  next: number
  /** The position of the newest event. */
  head: number
  /** The position of the oldest event that is kept. */
  oldest: number
  /** The name of the present history of the database. */
  history: string
}

/** Cursor: reading begins after this position. Refused if it belongs to a diverged history. */
export type Start = { position: number; history?: string }

export const CURSOR = /^(\d{1,16})-([0-9a-f]{12})$/

export function cursorAt(position: number, history: string): string {
  return `${position}-${history}`
}

type FeedLag = {
  head: number
  /** Committed events without a position, counted up to 1000. */
  unstamped: number
  /** Time that the oldest of them has waited. */
  seconds: number
}

export async function readFeedLag(db: Db): Promise<FeedLag> {
  const { rows } = await sql<FeedLag>`
    select position as head, (select count(*) from (select from event_outbox limit 1000) as waiting) as unstamped,
      greatest(0, extract(epoch from statement_timestamp() - (select at from event_outbox order by number limit 1)))::float8
        as seconds
    from event_head
  `.execute(db)
  return one(rows)
}

/** A read looks at this many positions at most, so that a filter which matches nothing stays quick. */
export const WINDOW = 10_000

/**
 * Reads the events after a position. One statement reads everything, in one snapshot: otherwise events could be stamped
 * or deleted between two statements, and `next` would pass over them.
 *
 * A position of an earlier history still means the same events up to where the next history began. After that its events
 * were lost when the database was set back, and others have their positions.
 * @param after undefined: from the oldest event that is kept
 * @param types undefined: all
 * @throws Problem `events_deleted` when events after that position are no longer kept; `feed_replaced` when the history of
 * the position ended before it; `position_not_reached` when the feed is not that far
 */
export async function readFeed(
  db: Db,
  { after, types, limit }: { after: Start | undefined; types: readonly FeedType[] | undefined; limit: number },
): Promise<FeedPage> {
  const from = sql`coalesce(${after?.position ?? null}::bigint, head.oldest - 1)`
  const { rows } = await sql<Row>`
    select head.position as head, head.oldest, ${from} as "from",
      (select name from event_histories order by number desc limit 1) as history,
      (select number from event_histories where name = ${after?.history ?? null}) as number,
      (select min(later.begins_after) from event_histories as later join event_histories as own on later.number > own.number
        where own.name = ${after?.history ?? null}) as "endedAfter",
      (
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
  const { head, oldest, from: start, items, history, number, endedAfter } = one(rows)
  if (after?.history !== undefined) refuseLost(start, { isKnown: number !== null, endedAfter, oldest, history })
  if (start > head) {
    throw new Problem(
      'position_not_reached',
      `The newest event has position ${head}, so nothing can come after ${start}. The database was replaced or ` +
        'set back. Read from the start.',
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
  return { items, next, head, oldest, history }
}

type Row = Omit<FeedPage, 'next'> & { from: number; number: number | null; endedAfter: number | null }

type End = { isKnown: boolean; endedAfter: number | null; oldest: number; history: string }

function refuseLost(position: number, { isKnown, endedAfter, oldest, history }: End): void {
  if (!isKnown) {
    const resume = cursorAt(oldest - 1, history)
    throw new Problem('feed_replaced', 'This cursor is from another database. Read from the start.', {
      members: { resume },
    })
  }
  if (endedAfter === null || position <= endedAfter) return
  throw new Problem(
    'feed_replaced',
    `The database was set back, and the events from ${endedAfter + 1} to ${position} that you have read were ` +
      'lost. Undo their effects, then continue with the cursor in resume.',
    { members: { resume: cursorAt(endedAfter, history) } },
  )
}
