/*
 * The deliveries that are not finished, for all who count them.
 *
 * A row that was claimed or sent leaves dead entries in the indexes of open rows, and while a backup holds its snapshot,
 * nobody may remove them. A count from the beginning of an index would walk over everything that was sent since. So with
 * each heartbeat, a worker writes down where its queue starts (claim.ts), and when it claimed the oldest delivery in its
 * hands. Counts begin there. A delivery that was committed late is counted after the worker has found it, seconds later.
 */
import { type RawBuilder, sql } from 'kysely'
import { INT_MAX } from '../database/schema.ts'
import './tables.ts'

/** Pending deliveries, urgent ones first, the oldest first. */
export function pending(columns: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  return sql`(
    (${pendingOf(sql`not bulk`, columns, sql`urgent_from`)} limit ${sql.lit(most)})
    union all (${pendingOf(sql`bulk`, columns, sql`bulk_from`)} limit ${sql.lit(most)})
    limit ${sql.lit(most)}
  )`
}

export function pendingBulk(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${pendingOf(sql`bulk`, columns, sql`bulk_from`)})`
}

/** Reads in that order, because the planner expects such rows everywhere in the table, and would read all of it. */
function pendingOf(condition: RawBuilder<unknown>, columns: RawBuilder<unknown>, from: RawBuilder<unknown>) {
  return sql`select ${columns} from deliveries where state = 'pending' and ${condition}
    and due_at >= (select coalesce(min(coalesce(${from}, '-infinity')), '-infinity') from workers) order by due_at`
}

/** Deliveries in the hands of workers, and of those that were lost a moment ago. */
export function inFlight(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofWorker = sql`select ${columns} from deliveries where state in ('claimed', 'finishing')`
  return sql`(
    select d.* from workers w cross join lateral (
      ${ofWorker} and coalesce(worker, 0) = w.number and claimed_at >= coalesce(w.claimed_from, '-infinity') offset 0
    ) as d
    union all select d.* from ${betweenWorkers} as gone cross join lateral (
      ${ofWorker} and coalesce(worker, 0) > low and coalesce(worker, 0) < high offset 0
    ) as d
  )`
}

/** The ranges of numbers that no live worker has. */
export const betweenWorkers = sql`(
  select low, coalesce(lead(low) over (order by low), ${sql.lit(INT_MAX)}) as high
  from (select number as low from workers union all select -1) as numbers
)`
