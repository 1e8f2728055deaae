/*
 * "Tell me when it is back": one email, once, when a product can be ordered again.
 *
 *               asks                worker                      composed, and it is still there
 *    (no row) ───────▶ waiting ───────────────────▶ announced ─────────────────────────────────▶ email
 *        ▲                ▲                           │
 *        └── withdraws ───┴──── it is gone again ─────┘
 *
 * Why nobody is forgotten: a transaction that adds a request has locked the product `for share` and seen that it cannot be
 * ordered. A change that brings it back waits for that lock, and its trigger `product_is_back` then finds the request. The other
 * way round, the request waits for the change, and is refused because the product is there. The trigger leaves a row in
 * `restocked_products` in the transaction of the change, so a worker that dies loses nothing.
 *
 * Why nobody gets two emails: a batch of requests gets its event, and the event its deliveries, in one transaction. The email is
 * composed only while the request still names this event. If the product is gone again by then, the request waits again.
 */

import { sql } from 'kysely'
import { countEmail } from '../../accounts/users/unverified-emails.ts'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { isDatabaseTrusted } from '../../database/history.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { announce, isFarAhead } from '../../events/announce.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { productsInWords } from '../groups/in-words.ts'
import { throwNoProduct } from '../product.ts'
import { findProduct } from '../queries.ts'

type Wish = { productId: number; userId: string }

const hasUnsubscribed = sql<boolean>`exists (select from unsubscriptions u where u.user_id = a.user_id and u.at > a.asked_at)`
const isAvailable = sql<boolean>`status = 'active' and stock > 0 and removed_at is null`
const theProduct = (id: number) =>
  sql`select name, status, ${isAvailable} as is_available from products where id = ${id} and removed_at is null for share`

/** @throws Problem when the product can be ordered, or never will be */
export async function askForAlert(db: Db, { productId, userId }: Wish, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await consume(tx, 'stock-alerts', userId, now)
    await countEmail(tx, { userId, about: 'orders', now })
    const { rows } = await sql<{ name: string; status: string; is_available: boolean }>`
      with product as materialized (${theProduct(productId)}), asked as (
        insert into stock_alerts (product_id, user_id, asked_at)
        select ${productId}, ${userId}, ${now}::timestamptz from product
        where not is_available and status <> 'discontinued'
        on conflict (product_id, user_id) do update
        set asked_at = excluded.asked_at, event_id = null, told_at = null
      )
      select * from product
    `.execute(tx)
    const product = rows[0]
    if (!product) throwNoProduct()
    const { name, status } = product
    if (product.is_available) throw new Problem('product_in_stock', `${name} is in stock. You can order it now.`)
    if (status === 'discontinued') {
      const detail = `${name} cannot be ordered: it is discontinued.`
      throw new Problem('product_unavailable', detail, { members: { product: { id: productId, name, status } } })
    }
  })
}

export async function withdrawAlert(db: Db, { productId, userId }: Wish): Promise<void> {
  await db.deleteFrom('stock_alerts').where('product_id', '=', productId).where('user_id', '=', userId).execute()
}

/** The alerts of a user: those still to come, and those of the last thirty days. */
export async function listAlerts(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('stock_alerts')
    .select(['product_id as productId', 'asked_at', 'told_at'])
    .where('user_id', '=', userId)
    .orderBy('product_id')
    .limit(limit)
    .execute()
}

/** A request that ended with unsubscribing counts no longer, and the person may ask again. */
export async function isWaiting(db: Db, { productId, userId }: Wish): Promise<boolean> {
  const found = await db
    .selectFrom('stock_alerts as a')
    .select('a.user_id')
    .where('a.product_id', '=', productId)
    .where('a.user_id', '=', userId)
    .where('a.event_id', 'is', null)
    .where(sql<boolean>`not ${hasUnsubscribed}`)
    .executeTakeFirst()
  return found !== undefined
}

const ALERTS_A_BATCH = 1000

/**
 * Writes the deliveries for the next batch of people who wait for a product that is back. Only a little ahead of sending:
 * products that come and go would otherwise fill the queue, and announcements wait behind them.
 * @param since no bulk delivery that is due before this is pending; undefined: writes however many wait
 * @returns whether there was one
 */
export async function tellWaiting(db: Db, since?: Date): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const back = await tx
      .selectFrom('restocked_products')
      .select(['product_id', sql<Date>`statement_timestamp()`.as('now')])
      .orderBy('at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!back || (since && (await isFarAhead(tx, since))) || !(await isDatabaseTrusted(tx))) return false
    const { product_id: productId, now } = back
    const { rows } = await sql<{ user_id: string }>`
      select user_id from stock_alerts
      where product_id = ${productId} and event_id is null
        and exists (select from products where id = ${productId} and ${isAvailable})
      order by user_id limit ${ALERTS_A_BATCH} for update
    `.execute(tx)
    const users = rows.map(row => row.user_id)
    if (users.length > 0) {
      const to = users.map(userId => ({ userId }))
      const type = 'product.back_in_stock'
      const eventId = await announce(tx, { type, payload: { productId }, to, at: now, bulk: true })
      const { numAffectedRows } = await sql`
        update stock_alerts set event_id = ${eventId}, told_at = statement_timestamp()
        where product_id = ${productId} and user_id = any(${users}::uuid[]) and event_id is null
      `.execute(tx)
      // Citus needs this check (docs/decisions/035). The next round repeats the batch.
      if (Number(numAffectedRows) !== users.length)
        throw new Error('Another worker told some of these people meanwhile.')
    }
    if (users.length < ALERTS_A_BATCH)
      await tx.deleteFrom('restocked_products').where('product_id', '=', productId).execute()
    return true
  })
}

/**
 * The product of an email, at the time when the email is written.
 * @returns undefined when there is nothing to tell: the person has withdrawn the request or unsubscribed since, or the product
 * is gone again, and then the request waits for its next return
 */
export async function productToTell(db: Db, eventId: string, { productId, userId }: Wish) {
  const { rows } = await sql<{ told: boolean }>`
    with product as materialized (${theProduct(productId)}), gone as (
      select true as is_gone where not coalesce((select is_available from product), false)
    ), waits_again as (
      update stock_alerts set event_id = null, told_at = null
      where product_id = ${productId} and user_id = ${userId} and event_id = ${eventId} and exists (select from gone)
    )
    select exists (
      select from stock_alerts a
      where a.product_id = ${productId} and a.user_id = ${userId} and a.event_id = ${eventId}
        and not ${hasUnsubscribed}
    ) and not exists (select from gone) as told
  `.execute(db)
  const product = one(rows).told ? await findProduct(db, productId) : undefined
  return product && (await productsInWords(db, [product]))[0]
}

/** Requests that were fulfilled a month ago. */
export async function deleteOldAlerts(db: Db): Promise<void> {
  const isOld = sql`event_id is not null and told_at < now() - interval '30 days'`
  await deleteInBatches(db, 'stock_alerts', ['product_id', 'user_id'], isOld)
}

declare module '../../database/schema.ts' {
  interface Tables {
    stock_alerts: { product_id: number; user_id: string; asked_at: Date; event_id: string | null; told_at: Date | null }
    restocked_products: { product_id: number; at: Date }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'product.back_in_stock': { productId: number }
  }
}
