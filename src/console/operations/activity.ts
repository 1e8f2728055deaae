/** Figures about the emails of a period, for `/admin/health`. */

import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../database/lists/count.ts'
import type { Db } from '../../database/schema.ts'
import { inFlight, pending } from '../../notifications/open-deliveries.ts'
import { idOf } from '../../notifications/queries.ts'
import type { DeliveryState } from '../../notifications/states.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import '../../orders/tables.ts'

/** The periods of `/admin/health`, and the length of a bar in its charts. */
export const PERIODS = {
  hour: { length: HOUR, step: MINUTE },
  day: { length: DAY, step: 30 * MINUTE },
} as const
export type Period = keyof typeof PERIODS

type Counts = {
  orders: number
  /** Deliveries by their current state. */
  sent: number
  /** Counted up to COUNT_LIMIT. */
  underWay: number
  inDoubt: number
  failed: number
}

/** Milliseconds from the event to the relay's reply; null when nothing was sent. */
type Times = { p50: number | null; p99: number | null }

export type Figures = Counts & Times

export type Activity = { from: Date; total: Figures; slots: (Figures & { at: Date })[] }

/** Orders and deliveries that began in the last hour or day: in total, and per slot of equal length. */
export async function readActivity(db: Db, period: Period, now: Date): Promise<Activity> {
  const { length, step } = PERIODS[period]
  // Slots begin on the full minute or half hour, so that a bar covers the same time after a refresh.
  const from = new Date(Math.ceil((now.getTime() + 1) / step) * step - length)
  const starts = Array.from({ length: length / step }, (_, slot) => after(from, slot * step))
  const [counts, underWay, times] = await Promise.all([
    countEnded(db, starts),
    countUnderWay(db, starts),
    readTimes(db, starts),
  ])
  const slots = starts.map((at, slot) => ({
    at,
    ...counts[slot]!,
    underWay: underWay.get(slot) ?? 0,
    ...(times.get(slot) ?? NOTHING_SENT),
  }))
  const sum = (name: keyof Counts) => slots.reduce((total, slot) => total + slot[name], 0)
  const total = {
    orders: sum('orders'),
    sent: sum('sent'),
    underWay: sum('underWay'),
    inDoubt: sum('inDoubt'),
    failed: sum('failed'),
    ...(times.get(null) ?? NOTHING_SENT),
  }
  return { from, total, slots }
}

const NOTHING_SENT: Times = { p50: null, p99: null }

/** Indexes alone count these: orders by time, and deliveries by state and id, which begins with its time. */
async function countEnded(db: Db, starts: readonly Date[]) {
  const of = (state: DeliveryState) =>
    sql`(select count(*) from deliveries where state = ${sql.lit(state)} and id >= first and id < beyond)`
  const { rows } = await sql<Omit<Counts, 'underWay'>>`
    select (select count(*) from orders where placed_at >= since and placed_at < until) as orders,
      ${of('sent')} as sent, ${of('in_doubt')} as "inDoubt", ${of('failed')} as failed
    from ${slotsFrom(starts)} order by slot
  `.execute(db)
  return rows
}

/** Counts open deliveries by slot. No index has them by time, so they are counted up to a limit. */
async function countUnderWay(db: Db, starts: readonly Date[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ slot: number; count: number }>`
    select width_bucket(id, ${starts.map(idOf)}::uuid[]) - 1 as slot, count(*) as count from (
      select id from ${pending(sql`id`, COUNT_LIMIT)} as waiting
      union all (select id from ${inFlight(sql`id`)} as in_flight limit ${sql.lit(COUNT_LIMIT)})
    ) as open group by 1
  `.execute(db)
  return new Map(rows.map(({ slot, count }) => [slot, count]))
}

/** Largest number of delivery times of a slot that are looked at. */
const SAMPLE = 100

/** Reads the times by slot. The key null holds the whole period. */
async function readTimes(db: Db, starts: readonly Date[]): Promise<Map<number | null, Times>> {
  // One call for both percentiles: each call sorts all times. The state is asked for twice because with an equation the
  // planner forgets it in the order, and walks over all deliveries that wait. With two inequalities, PostgreSQL before 18
  // reads all sent deliveries, once for each slot.
  const { rows } = await sql<{ slot: number | null; percentiles: [number, number] | null }>`
    select slot::int - 1 as slot, percentile_cont(array[0.5, 0.99]) within group (order by took) as percentiles
    from ${slotsFrom(starts)} cross join lateral (
      select extract(epoch from ended_at - created_at)::float8 * 1000 as took from deliveries
      where state in ('sent', 'sent') and id >= first and id < beyond
      order by state desc, id desc limit ${sql.lit(SAMPLE)}
    ) as sample
    group by grouping sets ((slot), ())
  `.execute(db)
  return new Map(
    rows.map(({ slot, percentiles }) => [
      slot,
      percentiles ? { p50: percentiles[0], p99: percentiles[1] } : NOTHING_SENT,
    ]),
  )
}

/** Clocks differ a little. Times ahead of ours count into the newest slot. */
const EVER = new Date(Date.UTC(9999, 0))

/** A table of the slots, with their times and with the ids of deliveries of these times. */
function slotsFrom(starts: readonly Date[]) {
  const ends = [...starts.slice(1), EVER]
  return sql`unnest(
    ${starts}::timestamptz[], ${ends}::timestamptz[], ${starts.map(idOf)}::uuid[], ${ends.map(idOf)}::uuid[]
  ) with ordinality as s (since, until, first, beyond, slot)`
}
