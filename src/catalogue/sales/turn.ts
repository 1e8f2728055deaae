/**
 * The turn of the prices: sales begin and end at midnight of the shop. `products.price` is what lists sort and filter by, so the first
 * request of a day writes the prices that the new day changes, before anything is read. A worker does the same, so that events come
 * without a visitor. An order does not rely on it: its statement computes the price of its day.
 *
 * Two processes may do it at the same time. Each locks products in the order of their ids, as orders do, and looks again at what it
 * has locked, so a price is changed once.
 */
import type { preHandlerAsyncHookHandler } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { limitStatements } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import { addDays, dayOf, startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { SECOND, within } from '../../time.ts'

/** Orders of these products wait while a batch is written. */
const PRODUCTS_A_BATCH = 500

/** Prices that are late by this much are no reason to keep a reader waiting. */
const LONGEST_WAIT = 2 * SECOND
const RETRY = 10 * SECOND
const STATEMENT_TIME = 10 * SECOND

const LATE = 'the prices of today are not written yet'

/** Until when the prices hold, by the clock of which zone. Another zone of the shop may have another day. */
type Known = { nextTurn: number; timeZone: string; turning?: Promise<void> | undefined }
const kept = new WeakMap<Db, Known>()

type Shop = Pick<AppContext, 'db' | 'clock' | 'log'>

/** Waits for the prices of today, once a day. */
async function holdPrices({ db, clock, log }: Shop): Promise<void> {
  const shop = await readShop(db).catch(() => undefined)
  if (!shop) return
  const { timeZone } = shop
  const former = kept.get(db)
  const known: Known = former?.timeZone === timeZone ? former : { nextTurn: 0, timeZone }
  kept.set(db, known)
  const now = clock.now()
  if (now.getTime() < known.nextTurn) return
  known.turning ??= turnPrices(db, now)
    .then(
      next => {
        known.nextTurn = next.getTime()
      },
      error => {
        known.nextTurn = now.getTime() + RETRY
        log.warn({ err: error }, LATE)
      },
    )
    .finally(() => {
      known.turning = undefined
    })
  await within(LONGEST_WAIT, known.turning)
}

/** A hook: the first request after midnight waits for the prices of the new day. */
export function turnsPrices(context: Shop): preHandlerAsyncHookHandler {
  return () => holdPrices(context)
}

/** Writes the prices that hold at a moment. @returns the next midnight */
export async function turnPrices(db: Db, now: Date): Promise<Date> {
  return limitStatements(STATEMENT_TIME, async () => {
    const { timeZone } = await readShop(db)
    const day = dayOf(now, timeZone)
    const began = startOfDay(day, timeZone)
    for (let after = 0; ; ) {
      const last = await turnBatch(db, day, began, now, after)
      if (last === null) return startOfDay(addDays(day, 1), timeZone)
      after = last
    }
  })
}

/** @returns the id of the last product; null: there are no more */
async function turnBatch(db: Db, day: string, began: Date, now: Date, after: number): Promise<number | null> {
  const isDue = sql`
    sale_price is not null
    and (price_on(price, regular_price, sale_price, sale_from, sale_until, ${day}::date) < coalesce(regular_price, price))
      <> (regular_price is not null)`
  const { rows } = await sql<{ last: number | null }>`
    -- 1. the products that a new day concerns, locked in the order of their ids
    with due as materialized (
      select p.id, p as row, p.state, p.sku from products p
      where id > ${after} and ${isDue}
      order by id limit ${PRODUCTS_A_BATCH} for no key update
    ),
    -- 2. the prices that ended do so at midnight
    moment as materialized (
      select set_config('semel.price_time', ${began.toISOString()}, true) as at
    ), turned as (
      update products p set price = v.price, regular_price = v.regular_price, lowest_price_30_days = v.lowest_price_30_days,
        updated_at = ${now}
      from moment, due, jsonb_populate_record(due.row, sale_values(due.row, '{}', ${began}, ${day}::date)) as v
      where p.id = due.id and moment.at <> ''
    ),
    -- 3. the feed
    published as (
      insert into event_outbox (type, data, at)
      select 'product.updated', jsonb_build_object('productId', id, 'sku', sku), ${now}::timestamptz
      from due where state = 'on_sale' order by id
    )
    select max(id) as last from due
  `.execute(db)
  return rows[0]?.last ?? null
}

/** Pause between two looks of a worker, which mostly find nothing. */
const LOOK = 20 * SECOND

/** Turns the prices in a worker, where nobody waits for them. It notices prices that a slow command wrote by the day before. */
export function startPriceTurns(context: Shop): AsyncDisposable {
  const { db, clock, log } = context
  let turning = Promise.resolve()
  const timer = setInterval(() => {
    turning = turning
      .then(() => turnPrices(db, clock.now()))
      .then(
        () => {},
        error => log.warn({ err: error }, LATE),
      )
  }, LOOK)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await turning
    },
  }
}
