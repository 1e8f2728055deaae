/**
 * The sales of a period, as the overview shows them. Their cost depends on the length of the period and not on the number
 * of orders: hours that are over are added up once, into `sales_hours`. The orders of an hour never change afterwards.
 * Those that are cancelled later are found by the time of their step, and subtracted once.
 */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import '../../orders/tables.ts'
import { one } from '../../database/rows.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    sales_hours: {
      hour: Date
      currency: string
      orders: number
      total: number
      cancelled: number
      cancelled_total: number
    }
  }
}

export const PERIODS = {
  day: { length: DAY, step: HOUR, label: '24 hours' },
  week: { length: 7 * DAY, step: DAY, label: '7 days' },
  month: { length: 30 * DAY, step: DAY, label: '30 days' },
} as const
export type Period = keyof typeof PERIODS

type Sum = { orders: number; total: number }
/** Sums by currency. */
export type Sales = Map<string, Sum>
export type PeriodSales = { now: Sales; before: Sales; slots: { at: Date; sales: Sales }[] }

/** An order commits within this time after the moment that it carries. */
const SETTLED = 5 * MINUTE

/** Sales of the period until now, of the equal period before it, and per slot. Cancelled orders do not count. */
export async function readSales(db: Db, period: Period, now: Date): Promise<PeriodSales> {
  const { length, step } = PERIODS[period]
  const end = new Date(Math.ceil((now.getTime() + 1) / HOUR) * HOUR)
  const from = after(end, -length)
  const first = after(from, -length)
  const live = new Date(Math.floor((now.getTime() - SETTLED) / HOUR) * HOUR)
  const until = await fillHours(db, first, live, after(now, -SETTLED))
  const hours = await readHours(db, { first, live, until })
  const slots = Array.from({ length: length / step }, (_, slot) => ({
    at: after(from, slot * step),
    sales: new Map() as Sales,
  }))
  const sales: PeriodSales = { now: new Map(), before: new Map(), slots }
  for (const row of hours) {
    const slot = Math.floor((row.hour.getTime() - from.getTime()) / step)
    addSum(slot < 0 ? sales.before : sales.now, row)
    const own = slots[slot]
    if (own) addSum(own.sales, row)
  }
  return sales
}

function addSum(sales: Sales, { currency, orders, total }: Sum & { currency: string }): void {
  const known = sales.get(currency) ?? { orders: 0, total: 0 }
  sales.set(currency, { orders: known.orders + orders, total: known.total + total })
}

/** Cancellations since the last counting are added up by each reader until there are so many minutes of them. */
const COUNTED_EVERY = 10 * MINUTE

/**
 * Adds up what is over: the orders of each hour, and those of them that were cancelled before `until`. The row of
 * `sales_cancelled` is locked for it, so no cancellation is counted twice.
 * @returns until when cancellations are part of the hours
 */
async function fillHours(db: Db, first: Date, live: Date, settled: Date): Promise<Date> {
  const hours = sql`generate_series(${first}::timestamptz, ${live}::timestamptz - interval '1 hour', '1 hour') as h`
  const { rows } = await sql<{ until: Date; isDue: boolean }>`
    select until, until < ${after(settled, -COUNTED_EVERY)} or exists (
      select from ${hours} where not exists (select from sales_hours where hour = h)
    ) as "isDue"
    from sales_cancelled
  `.execute(db)
  const { until, isDue } = one(rows)
  if (!isDue) return until
  // In parts: a first visit to a large shop that meets its time limit has not been for nothing.
  for (let from = first; from < live; from = after(from, PART)) {
    await fillPart(db, from, new Date(Math.min(live.getTime(), after(from, PART).getTime())), settled)
  }
  return settled
}

const PART = 2 * DAY

async function fillPart(db: Db, first: Date, live: Date, settled: Date): Promise<void> {
  const hours = sql`generate_series(${first}::timestamptz, ${live}::timestamptz - interval '1 hour', '1 hour') as h`
  await db.transaction().execute(async tx => {
    // A change: Citus does not move the shop before this commits. It would not wait for `select … for update`.
    await sql`update sales_cancelled set until = until`.execute(tx)
    await sql`
      update sales_hours h set cancelled = h.cancelled + c.orders, cancelled_total = h.cancelled_total + c.total
      from (
        select date_trunc('hour', placed_at, 'UTC') as hour, currency, count(*) as orders, sum(total) as total
        from order_steps s join orders o on o.id = s.order_id
        where s.status = 'cancelled' and s.at >= (select until from sales_cancelled) and s.at < ${settled}
          and exists (select from sales_hours)
        group by 1, 2
      ) as c
      where h.hour = c.hour and h.currency = c.currency
    `.execute(tx)
    await sql`update sales_cancelled set until = ${settled} where until < ${settled}`.execute(tx)
    await sql`
      insert into sales_hours (hour, currency, orders, total, cancelled, cancelled_total)
      select h, coalesce(o.currency, ''), coalesce(o.orders, 0), coalesce(o.total, 0),
        coalesce(c.orders, 0), coalesce(c.total, 0)
      from ${hours}
      left join (
        select date_trunc('hour', placed_at, 'UTC') as hour, currency, count(*) as orders, sum(total) as total
        from orders where placed_at >= (
          select min(h) from ${hours} where not exists (select from sales_hours where hour = h)
        ) and placed_at < ${live}
        group by 1, 2
      ) as o on o.hour = h
      left join (
        select date_trunc('hour', placed_at, 'UTC') as hour, currency, count(*) as orders, sum(total) as total
        from orders where status = 'cancelled' and placed_at >= ${first} and placed_at < ${live} and exists (
          select from order_steps s
          where s.order_id = orders.id and s.status = 'cancelled' and s.at < (select until from sales_cancelled)
        )
        group by 1, 2
      ) as c on c.hour = h and c.currency = o.currency
      where not exists (select from sales_hours where hour = h)
      on conflict do nothing
    `.execute(tx)
  })
}

/** @param until tells the planner how few cancellations are not part of the hours; the row says it exactly, in one snapshot */
async function readHours(db: Db, { first, live, until }: { first: Date; live: Date; until: Date }) {
  const { rows } = await sql<{ hour: Date; currency: string; orders: number; total: number }>`
    with counted as materialized (
      select hour, currency, orders - cancelled as orders, (total - cancelled_total)::float8 as total
      from sales_hours where hour >= ${first} and hour < ${live} and orders > 0
    ), present as materialized (
      select date_trunc('hour', placed_at, 'UTC'), currency, count(*)::int, sum(total)::float8
      from orders where placed_at >= ${live} and status <> 'cancelled' group by 1, 2
    ), cancelled as materialized (
      select date_trunc('hour', placed_at, 'UTC'), currency, -count(*)::int, -sum(total)::float8
      from order_steps s join orders o on o.id = s.order_id
      where s.status = 'cancelled' and s.at >= ${until} and s.at >= (select until from sales_cancelled)
        and o.placed_at >= ${first} and o.placed_at < ${live}
      group by 1, 2
    )
    -- Parts that are not materialized are given to parallel workers. To start those takes longer than to read all of it.
    select * from counted union all select * from present union all select * from cancelled
  `.execute(db)
  return rows
}

/** The newest orders stand for what sells at present. These numbers keep the cost equal in a shop of any size. */
const RECENT = 5000
const MOST_SELLERS = 200

export type Seller = {
  id: number
  name: string
  sku: string
  units: number
  total: number
  currency: string
  stock: number | null
}

/** The products most sold in the newest orders of the period, most units first. The stock is null for a product that was removed. */
export async function recentSellers(db: Db, from: Date): Promise<Seller[]> {
  const { rows } = await sql<Seller>`
    with newest as materialized (
      -- Cancelled orders are left out first: they cost nothing, and some thousand of them would hide all others.
      select id, currency, placed_at from orders where status <> 'cancelled' order by id desc limit ${RECENT}
    ), lines as materialized (
      -- An array that is sorted reads each page once (PostgreSQL 17).
      select order_id, product_id, quantity, unit_price from order_items
      where order_id = any(array(select id from newest order by id))
    ), sold as (
      select i.product_id as id, o.currency, sum(i.quantity)::int as units,
        sum(i.quantity * i.unit_price)::float8 as total
      from newest o join lines i on i.order_id = o.id
      where o.placed_at >= ${from}
      group by 1, 2
      order by units desc, id
      limit ${MOST_SELLERS}
    )
    select s.*, p.name, p.sku, case when p.removed_at is null then p.stock end as stock
    from sold s join products p on p.id = s.id
    order by units desc, id
  `.execute(db)
  return rows
}
