import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { firstIdOf } from '../../notifications/queries.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import '../../orders/tables.ts'

/** The periods of the dashboard, and the length of a bar in its charts. */
export const PERIODS = {
  hour: { length: HOUR, step: MINUTE },
  day: { length: DAY, step: 30 * MINUTE },
} as const
export type Period = keyof typeof PERIODS

export type Figures = {
  orders: number
  /** Deliveries by their current state. */
  sent: number
  underWay: number
  inDoubt: number
  failed: number
  /** From the event to the relay's reply, in milliseconds; null when nothing was sent. */
  p50: number | null
  p99: number | null
}

export type Activity = { from: Date; total: Figures; slots: (Figures & { at: Date })[] }

const NONE: Figures = { orders: 0, sent: 0, underWay: 0, inDoubt: 0, failed: 0, p50: null, p99: null }

/** Orders and deliveries that began in the last hour or day: in total, and per slot of equal length. */
export async function readActivity(db: Db, period: Period, now: Date): Promise<Activity> {
  const { length, step } = PERIODS[period]
  const count = length / step
  // Slots begin on the full minute or half hour, so that a bar covers the same time after a refresh.
  const from = new Date(Math.ceil((now.getTime() + 1) / step) * step - length)
  const [orders, deliveries] = await Promise.all([
    countOrders(db, from, step, count),
    countDeliveries(db, from, step, count),
  ])
  const figures = (slot: number | null) => ({ ...NONE, ...orders.get(slot), ...deliveries.get(slot) })
  return {
    from,
    total: figures(null),
    slots: Array.from({ length: count }, (_, slot) => ({ at: after(from, slot * step), ...figures(slot) })),
  }
}

/** By slot. The key null holds the total. */
async function countOrders(db: Db, from: Date, step: number, count: number) {
  const { rows } = await sql<{ slot: number | null; orders: number }>`
    select slot, count(*) as orders
    from (select ${slotOf('placed_at', from, step, count)} as slot from orders where placed_at >= ${from}) as o
    group by grouping sets ((slot), ())
  `.execute(db)
  return new Map(rows.map(({ slot, ...figures }) => [slot, figures]))
}

async function countDeliveries(db: Db, from: Date, step: number, count: number) {
  type Row = Omit<Figures, 'orders' | 'p50' | 'p99'> & { slot: number | null; percentiles: [number, number] | null }
  const { rows } = await sql<Row>`
    select slot,
      count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state in ('pending', 'claimed', 'finishing')) as "underWay",
      count(*) filter (where state = 'in_doubt') as "inDoubt",
      count(*) filter (where state = 'failed') as failed,
      -- One call for both: each call sorts all sent deliveries.
      percentile_cont(array[0.5, 0.99]) within group (order by took) filter (where state = 'sent') as percentiles
    from (
      select state, extract(epoch from ended_at - created_at)::float8 * 1000 as took,
        ${slotOf('created_at', from, step, count)} as slot
      from deliveries
      where id >= ${firstIdOf(from)} and created_at >= ${from}
    ) as d
    group by grouping sets ((slot), ())
  `.execute(db)
  return new Map(
    rows.map(({ slot, percentiles, ...counts }) => {
      const [p50, p99] = percentiles ?? [null, null]
      return [slot, { ...counts, p50, p99 }]
    }),
  )
}

function slotOf(column: string, from: Date, step: number, count: number) {
  const seconds = sql`extract(epoch from ${sql.ref(column)} - ${from}::timestamptz)`
  // Clocks differ a little. A time ahead of ours counts into the newest slot.
  return sql<number>`least(floor(${seconds} / ${step / 1000}::float8), ${count - 1}::int)::int`
}
