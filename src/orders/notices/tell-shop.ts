/*
 * Notifies the shop of new orders by email, if the settings say so: at once, in the transaction of the order, or once a
 * day, about all orders of the day before. A row of `order_notices` records that the shop was notified of an order. Its
 * key allows one notice for each order, also when the shop changes its mind in the middle of a day.
 */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { addDays, dayOf, startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import '../tables.ts'

/** Runs in the transaction of the order. */
export async function tellOrder(tx: Tx, orderId: number, now: Date): Promise<void> {
  const told = await tx
    .insertInto('order_notices')
    .values({ order_id: orderId, day: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (told.numInsertedOrUpdatedRows !== 1n) return
  await announce(tx, { type: 'shop.order_placed', payload: { orderId }, to: ['shop'], at: now })
}

/** Limits the emails after a stop of all workers to as many days as one wants to read about. */
const MOST_DAYS = 7

/** Tells the orders of the days that are over. A task of the cleanup, which runs every ten minutes, by the clock of the database. */
export async function tellOrdersOfDays(db: Db): Promise<void> {
  const { orderNotice, timeZone } = await readShop(db)
  if (orderNotice !== 'daily') return
  const { rows } = await sql<{ now: Date; last: string | null }>`
    select statement_timestamp() as now, (select max(day)::text from order_digests) as last
  `.execute(db)
  const { now, last } = one(rows)
  const today = dayOf(now, timeZone)
  const [oldest, yesterday] = [addDays(today, -MOST_DAYS), addDays(today, -1)]
  const next = last === null ? yesterday : addDays(last, 1)
  const first = [next, oldest].sort().at(-1)!
  for (let day = first; day < today; day = addDays(day, 1)) await tellDay(db, day, timeZone, now)
}

/** A day without orders has a row, and no email. */
async function tellDay(db: Db, day: string, zone: string, now: Date): Promise<void> {
  const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ orders: number }>`
      with told_day as (
        insert into order_digests (day, announced_at) values (${day}, ${now}) on conflict do nothing returning day
      ), told as (
        insert into order_notices (order_id, day)
        select o.id, d.day from told_day d, orders o where o.placed_at >= ${from} and o.placed_at < ${until}
        on conflict do nothing
        returning order_id
      )
      select count(*)::int as orders from told
    `.execute(tx)
    if (one(rows).orders > 0)
      await announce(tx, { type: 'shop.orders_of_day', payload: { day }, to: ['shop'], at: now })
  })
}
