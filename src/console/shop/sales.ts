/**
 * The sales of a period, as the overview shows them. Their cost depends on the length of the period and not on the number
 * of orders: hours that are over are added up once, into `sales_hours`. The orders of an hour never change afterwards, and
 * those that were cancelled since are subtracted, by an index that holds only cancelled orders.
 */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import '../../orders/tables.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    sales_hours: { hour: Date; currency: string; orders: number; total: number }
  }
}

export const PERIODS = {
  day: { length: DAY, step: HOUR, label: '24 hours' },
  week: { length: 7 * DAY, step: DAY, label: '7 days' },
  month: { length: 30 * DAY, step: DAY, label: '30 days' },
} as const
export type Period = keyof typeof PERIODS

export type Sum = { orders: number; total: number }
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
  await fillHours(db, first, live)
  const hours = await readHours(db, first, live)
  const slots = Array.from({ length: length / step }, (_, slot) => ({
    at: after(from, slot * step),
    sales: new Map() as Sales,
  }))
  const sales: PeriodSales = { now: new Map(), before: new Map(), slots }
  for (const row of hours) {
    const slot = Math.floor((row.hour.getTime() - from.getTime()) / step)
    add(slot < 0 ? sales.before : sales.now, row)
    const own = slots[slot]
    if (own) add(own.sales, row)
  }
  return sales
}

function add(sales: Sales, { currency, orders, total }: Sum & { currency: string }): void {
  const known = sales.get(currency) ?? { orders: 0, total: 0 }
  sales.set(currency, { orders: known.orders + orders, total: known.total + total })
}

/** Two readers may add up the same hour at once. Both find the same, and the first row stays. */
async function fillHours(db: Db, first: Date, live: Date): Promise<void> {
  const { rows } = await sql<{ from: Date | null; until: Date | null }>`
    select min(h) as from, max(h) + interval '1 hour' as until
    from generate_series(${first}::timestamptz, ${live}::timestamptz - interval '1 hour', '1 hour') as h
    where not exists (select from sales_hours where hour = h)
  `.execute(db)
  const { from, until } = rows[0]!
  if (!from || !until) return
  await sql`
    insert into sales_hours (hour, currency, orders, total)
    select h, coalesce(o.currency, ''), coalesce(o.orders, 0), coalesce(o.total, 0)
    from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour', '1 hour') as h
    left join (
      select date_trunc('hour', placed_at, 'UTC') as hour, currency, count(*) as orders, sum(total) as total
      from orders where placed_at >= ${from} and placed_at < ${until} group by 1, 2
    ) as o on o.hour = h
    on conflict do nothing
  `.execute(db)
}

async function readHours(db: Db, first: Date, live: Date) {
  const { rows } = await sql<{ hour: Date; currency: string; orders: number; total: number }>`
    select hour, currency, orders, total::float8 as total
    from sales_hours where hour >= ${first} and hour < ${live} and orders > 0
    union all
    select date_trunc('hour', placed_at, 'UTC'), currency, count(*)::int, sum(total)::float8
    from orders where placed_at >= ${live} group by 1, 2
    union all
    select date_trunc('hour', placed_at, 'UTC'), currency, -count(*)::int, -sum(total)::float8
    from orders where status = 'cancelled' and placed_at >= ${first} group by 1, 2
  `.execute(db)
  return rows
}

/** The newest orders stand for what sells at present. These numbers keep the cost equal in a shop of any size. */
const RECENT = 5000
const MOST_SELLERS = 200

export type Seller = { id: number; name: string; units: number; total: number; currency: string; stock: number | null }

/** The products most sold in the newest orders of the period, most units first. The stock is null for a product that was removed. */
export async function recentSellers(db: Db, from: Date): Promise<Seller[]> {
  const { rows } = await sql<Seller>`
    with newest as materialized (
      select id, currency, placed_at, status from orders order by id desc limit ${RECENT}
    ), lines as materialized (
      -- They lie together, which is cheaper than to look up those of each order.
      select order_id, product_id, quantity, unit_price from order_items where order_id >= (select min(id) from newest)
    ), sold as (
      select i.product_id as id, o.currency, sum(i.quantity)::int as units,
        sum(i.quantity * i.unit_price)::float8 as total
      from newest o join lines i on i.order_id = o.id
      where o.placed_at >= ${from} and o.status <> 'cancelled'
      group by 1, 2
      order by units desc, id
      limit ${MOST_SELLERS}
    )
    select s.*, p.name, case when p.removed_at is null then p.stock end as stock
    from sold s join products p on p.id = s.id
    order by units desc, id
  `.execute(db)
  return rows
}
