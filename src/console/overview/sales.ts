/**
 * The sales of a period, as the overview shows them. Their cost depends on the length of the period and not on the number
 * of orders: quarters of an hour that are over are added up once, into `sales_quarters`. An order that gets smaller afterwards
 * lowers its quarter by itself. Those that are cancelled later are found by the time of their step, and subtracted once.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { dayOf, firstDay, partsOf, type Span, sameMomentBefore, startOfDay } from '../../shop/days.ts'
import { after, DAY, MINUTE } from '../../time.ts'
import '../../orders/tables.ts'
import { one } from '../../database/rows.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    sales_quarters: {
      quarter: Date
      currency: string
      orders: number
      total: number
      cancelled: number
      cancelled_total: number
    }
  }
}

/** A day, week or month of the shop. */
export type Period = {
  span: Span
  /** Its first day. */
  first: string
  start: Date
  end: Date
  /** Beginnings of its parts, and the end. */
  parts: Date[]
  /** The period before, for comparison; if this one is not over, only as much of it as has passed of this one. */
  before: { from: Date; until: Date }
  isOver: boolean
}

/** @param day one of its days */
export function periodOf(span: Span, day: string, now: Date, zone: string): Period {
  const first = firstDay(day, span)
  const parts = partsOf(span, first, zone)
  const [start, end] = [parts[0]!, parts.at(-1)!]
  const isOver = end <= now
  const from = startOfDay(firstDay(first, span, -1), zone)
  const isPresent = firstDay(dayOf(now, zone), span) === first
  const until = isPresent ? sameMomentBefore(now, span, zone) : start
  return { span, first, start, end, parts, isOver, before: { from, until } }
}

type Sum = { orders: number; total: number }
/** Sums by currency. */
export type Sales = Map<string, Sum>
export type PeriodSales = { now: Sales; before: Sales; slots: { at: Date; sales: Sales }[] }

const QUARTER = 15 * MINUTE

/** An order commits within this time after the moment that it carries. */
const SETTLED = 5 * MINUTE

/** Sales of the period until now, of what it is compared with, and per part. Cancelled orders do not count. */
export async function readSales(db: Db, { parts, end, before }: Period, now: Date): Promise<PeriodSales> {
  const settled = after(now, -SETTLED)
  const over = Math.min(Math.floor(settled.getTime() / QUARTER) * QUARTER, end.getTime())
  const live = new Date(Math.max(over, before.from.getTime()))
  const until = await fillQuarters(db, before.from, live, settled)
  const bounds = [before.from, before.until, ...parts]
  const rows = await readQuarters(db, { bounds, live, until })
  const slots = parts.slice(0, -1).map(at => ({ at, sales: new Map() as Sales }))
  const sales: PeriodSales = { now: new Map(), before: new Map(), slots }
  for (const { slot, ...sum } of rows) {
    // The first bounds enclose what the period is compared with, and the second and third what it is not.
    const own = slots[slot - FIRST_PART]
    if (slot === 1) addSum(sales.before, sum)
    if (!own) continue
    addSum(sales.now, sum)
    addSum(own.sales, sum)
  }
  return sales
}

/** `width_bucket` counts from 1. */
const FIRST_PART = 3

function addSum(sales: Sales, { currency, orders, total }: Sum & { currency: string }): void {
  const known = sales.get(currency) ?? { orders: 0, total: 0 }
  sales.set(currency, { orders: known.orders + orders, total: known.total + total })
}

/** Cancellations since the last counting are added up by each reader until there are so many minutes of them. */
const COUNTED_EVERY = 10 * MINUTE

/**
 * Adds up what is over: the orders of each quarter, and those of them that were cancelled before `until`. The row of
 * `sales_cancelled` is locked for it, so no cancellation is counted twice.
 * @returns until when cancellations are part of the quarters
 */
async function fillQuarters(db: Db, first: Date, live: Date, settled: Date): Promise<Date> {
  const quarters = quartersOf(first, live)
  const { rows } = await sql<{ until: Date; isDue: boolean }>`
    select until, until < ${after(settled, -COUNTED_EVERY)} or exists (
      select from ${quarters} where not exists (select from sales_quarters where quarter = q)
    ) as "isDue"
    from sales_cancelled
  `.execute(db)
  const { until, isDue } = one(rows)
  if (!isDue) return until
  // Works in parts: a first visit to a large shop that meets its time limit has not been for nothing.
  for (let from = first; from < live; from = after(from, PART)) {
    await fillPart(db, from, new Date(Math.min(live.getTime(), after(from, PART).getTime())), settled)
  }
  return settled
}

const PART = 2 * DAY

async function fillPart(db: Db, first: Date, live: Date, settled: Date): Promise<void> {
  const quarters = quartersOf(first, live)
  await db.transaction().execute(async tx => {
    // A change: Citus does not move the shop before this commits. It would not wait for `select … for update`.
    await sql`update sales_cancelled set until = until`.execute(tx)
    await sql`
      update sales_quarters q set cancelled = q.cancelled + c.orders, cancelled_total = q.cancelled_total + c.total
      from (
        select ${QUARTER_OF} as quarter, currency, count(*) as orders, sum(total) as total
        from order_steps s join orders o on o.id = s.order_id
        where s.status = 'cancelled' and s.at >= (select until from sales_cancelled) and s.at < ${settled}
          and exists (select from sales_quarters)
        group by 1, 2
      ) as c
      where q.quarter = c.quarter and q.currency = c.currency
    `.execute(tx)
    await sql`update sales_cancelled set until = ${settled} where until < ${settled}`.execute(tx)
    await sql`
      insert into sales_quarters (quarter, currency, orders, total, cancelled, cancelled_total)
      select q, coalesce(o.currency, ''), coalesce(o.orders, 0), coalesce(o.total, 0),
        coalesce(c.orders, 0), coalesce(c.total, 0)
      from ${quarters}
      left join (
        select ${QUARTER_OF} as quarter, currency, count(*) as orders, sum(total) as total
        from orders where placed_at >= (
          select min(q) from ${quarters} where not exists (select from sales_quarters where quarter = q)
        ) and placed_at < ${live}
        group by 1, 2
      ) as o on o.quarter = q
      left join (
        select ${QUARTER_OF} as quarter, currency, count(*) as orders, sum(total) as total
        from orders where status = 'cancelled' and placed_at >= ${first} and placed_at < ${live} and exists (
          select from order_steps s
          where s.order_id = orders.id and s.status = 'cancelled' and s.at < (select until from sales_cancelled)
        )
        group by 1, 2
      ) as c on c.quarter = q and c.currency = o.currency
      where not exists (select from sales_quarters where quarter = q)
      on conflict do nothing
    `.execute(tx)
  })
}

/** @param until tells the planner how few cancellations are not part of the quarters; the row says it exactly, in one snapshot */
async function readQuarters(db: Db, { bounds, live, until }: { bounds: Date[]; live: Date; until: Date }) {
  const [first, end] = [bounds[0]!, bounds.at(-1)!]
  const slotOf = (time: RawBuilder<unknown>) => sql`width_bucket(${time}, ${bounds}::timestamptz[])`
  const { rows } = await sql<{ slot: number; currency: string; orders: number; total: number }>`
    with counted as materialized (
      select ${slotOf(sql`quarter`)} as slot, currency, sum(orders - cancelled)::int as orders,
        sum(total - cancelled_total)::float8 as total
      from sales_quarters where quarter >= ${first} and quarter < ${live} and orders > 0 group by 1, 2
    ), present as materialized (
      select ${slotOf(sql`placed_at`)}, currency, count(*)::int, sum(total)::float8
      from orders where placed_at >= ${live} and placed_at < ${end} and status <> 'cancelled' group by 1, 2
    ), cancelled as materialized (
      select ${slotOf(sql`placed_at`)}, currency, -count(*)::int, -sum(total)::float8
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

/** The quarters from `first` until `live`, as rows `q`. */
function quartersOf(first: Date, live: Date): RawBuilder<unknown> {
  return sql`generate_series(${first}::timestamptz, ${live}::timestamptz - interval '15 minutes', '15 minutes') as q`
}

const QUARTER_OF = sql`date_bin('15 minutes', placed_at, timestamptz '2000-01-01 00:00Z')`

/** The newest orders represent what sells at present. These numbers keep the cost equal in a shop of any size. */
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
export async function recentSellers(db: Db, { start, end, isOver }: Period): Promise<Seller[]> {
  const { rows } = await sql<Seller>`
    with newest as materialized (
      -- Cancelled orders are left out first: they cost nothing, and some thousand of them would hide all others.
      select id, currency, placed_at from orders where status <> 'cancelled'${isOver ? sql` and placed_at < ${end}` : sql``}
      order by ${isOver ? sql`placed_at desc, id desc` : sql`id desc`} limit ${RECENT}
    ), lines as materialized (
      -- An array that is sorted reads each page once (PostgreSQL 17).
      select order_id, product_id, quantity, coalesce(line_total, unit_price * quantity) as amount from order_items
      where order_id = any(array(select id from newest order by id))
    ), sold as (
      select i.product_id as id, o.currency, sum(i.quantity)::int as units,
        sum(i.amount)::float8 as total
      from newest o join lines i on i.order_id = o.id
      where o.placed_at >= ${start}
      group by 1, 2
      order by units desc, id
      limit ${MOST_SELLERS}
    )
    select s.*, product_title(p.name, p.options) as name, p.sku, case when p.removed_at is null then p.stock end as stock
    from sold s join products p on p.id = s.id
    order by units desc, id
  `.execute(db)
  return rows
}
