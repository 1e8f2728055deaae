/** Reads parcels of orders, and finds orders by the number of a parcel. */
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tables } from '../../database/schema.ts'
import { type OwnCarrier, ownCarriersOf } from '../../shop/own-carriers.ts'
import { readShop } from '../../shop/settings.ts'
import { readParcelNumber } from '../../world/parcels/read-number.ts'
import './tables.ts'

/** Carriers that the shop has added, for the links of numbers. */
export const OWN_CARRIERS = sql<OwnCarrier[] | null>`(select settings -> 'carriers' from shop_settings)`

/** Parcels that left before the last one. */
export function partsOf(eb: ExpressionBuilder<Tables, 'orders'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('order_parcels as p')
      .select(['p.number', 'p.carrier', 'p.tracking_number as trackingNumber', 'p.at', 'p.items'])
      .whereRef('p.order_id', '=', 'orders.id')
      .where('p.undone_at', 'is', null)
      .orderBy('p.number'),
  )
}

/** Must equal the expression of the index (migrations/205_search_of_parcels.sql). */
const PLAIN = sql<string>`upper(regexp_replace(n.tracking_number, '[^A-Za-z0-9]', '', 'g'))`

/** Letters and digits alone, as numbers are compared. */
export function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
}

const MOST_ORDERS = 10

/** Orders with a number as it was typed or scanned, the newest first. */
export async function findByParcelNumber(db: Db, text: string): Promise<{ orderIds: number[]; meant?: string }> {
  const own = ownCarriersOf(await readShop(db))
  const { number, meant } = readParcelNumber(text, { own })
  const numbers = [...new Set([number, text, meant ?? ''].map(plain))].filter(one => /\d/.test(one) && one.length >= 5)
  if (numbers.length === 0) return { orderIds: [] }
  const { rows } = await sql<{ id: number }>`
    select distinct order_id as id from order_tracking_numbers n where ${PLAIN} = any(${numbers}::text[])
    order by id desc limit ${sql.lit(MOST_ORDERS)}
  `.execute(db)
  return { orderIds: rows.map(({ id }) => id), ...(meant && { meant }) }
}

/** Other orders that have one of these numbers now. A number that was corrected since does not count. */
export async function findOthersWithNumber(
  db: Db,
  orderId: number,
  numbers: readonly string[],
): Promise<Map<string, number[]>> {
  const others = (await findOwnersOf(db, numbers)).filter(one => one.orderId !== orderId)
  const byNumber = Map.groupBy(others, ({ number }) => number)
  return new Map(
    [...byNumber].map(([number, found]) => [number, found.map(({ orderId }) => orderId).slice(0, MOST_ORDERS)]),
  )
}

export type NumberOwner = { number: string; orderId: number; ownerId: string }

/** The orders that have one of these numbers now, and their customers. */
export async function findOwnersOf(db: Db, numbers: readonly string[]): Promise<NumberOwner[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<NumberOwner>`
    select distinct n.tracking_number as number, n.order_id as "orderId", o.owner_id as "ownerId"
    from order_tracking_numbers n join orders o on o.id = n.order_id
    where ${PLAIN} = any(${numbers.map(plain)}::text[]) and n.tracking_number = any(${[...numbers]}::text[])
      and (
        o.tracking_number = n.tracking_number
        or exists (
          select from order_parcels p where p.order_id = n.order_id and p.tracking_number = n.tracking_number and p.undone_at is null
        )
      )
    order by 2
  `.execute(db)
  return rows
}

/** Parcels that left before the last one, also those that were taken back. */
export async function findParcelHistory(db: Db, orderId: number) {
  return db
    .selectFrom('order_parcels')
    .select(['number', 'at', 'by_user', 'undone_at', 'undone_by'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
}
