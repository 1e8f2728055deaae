/** Computes what the shop asks for one piece of a product that it sends, for search engines and product feeds. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { Texts } from '../../shop/setting-rules.ts'
import { territoryOf } from '../../world/territories.ts'
import { findMethods } from '../delivery-methods.ts'
import type { Seller } from '../seller.ts'
import { carriesSql, costSql, goesToSql } from './choice-sql.ts'

/** Methods that send parcels, by country and in the order of the shop. */
export type Lanes = ReadonlyMap<string, readonly Lane[]>
type Lane = { id: string; names: Texts; days: { least: number; most: number } }

/** Reads which methods go to which of the countries, for prices in a currency. */
export async function readLanes(
  db: Db,
  currency: string,
  countries: readonly string[],
  seller: Seller,
): Promise<Lanes> {
  const places = countries.map(country => territoryOf(country))
  const goal = { country: sql`goal.country`, place: sql`goal.place`, currency: sql`${currency}::text` }
  const { rows } = await sql<Lane & { country: string }>`
    select goal.country, m.id, m.names, jsonb_build_object('least', m.days_least, 'most', m.days_most) as days
    from unnest(${countries}::text[], ${places}::text[]) as goal (country, place), delivery_methods m
    where m.kind = 'delivery' and ${goesToSql(goal, seller)}
    order by m.position, m.id
  `.execute(db)
  return Map.groupBy(rows, ({ country }) => country)
}

/** Computes what each method costs for one piece of each product, by the ids of both. A method that does not carry it has no entry. */
export async function readCosts(db: Db, lanes: Lanes, pieces: readonly (Piece & { id: number })[]) {
  const methods = [...new Set([...lanes.values()].flat().map(({ id }) => id))]
  const load = { value: sql`piece.value`, weight: sql`piece.weight`, isFree: sql`false` }
  const { rows } = await sql<{ product: number; method: string; price: number }>`
    select piece.id as product, m.id as method, ${costSql(load)} as price
    from delivery_methods m, unnest(
      ${pieces.map(({ id }) => id)}::bigint[],
      ${pieces.map(({ price }) => price)}::bigint[],
      ${pieces.map(({ weight_grams: grams = 0 }) => grams)}::bigint[]
    ) as piece (id, value, weight)
    where m.id::text = any(${methods}::text[]) and ${carriesSql(sql`piece.weight`)}
  `.execute(db)
  return new Map(rows.map(({ product, method, price }) => [`${product} ${method}`, price]))
}

type Piece = { price: number; currency: string; weight_grams?: number | undefined }

/** The default delivery to the shop's own country; undefined: nothing goes there. Nobody sends what is collected. */
export async function shippingOfOne(db: Db, piece: Piece, seller: Seller) {
  const { price: value, currency, weight_grams: weight = 0 } = piece
  const { country } = seller
  const parcel = { country, place: territoryOf(country), currency, value, weight, isFree: false }
  const method = (await findMethods(db, parcel, seller)).find(({ kind = 'delivery' }) => kind === 'delivery')
  return method && { country, currency, price: method.price, days: method.days }
}
