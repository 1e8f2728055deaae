/**
 * Chooses the delivery of a basket, as fragments of the statement that prices it: the methods that go there, those that carry its
 * weight, and the price of each.
 *
 * Collection is a kind of its own: the goods change hands in the shop, so neither the country of the customer nor the countries of the
 * method count, and VAT is that of the shop's place. It is a default only in a shop that delivers nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Seller } from '../seller.ts'

type Goal = Record<'country' | 'place' | 'currency', RawBuilder<unknown>>

/** The condition that a row `m` of `delivery_methods` goes to a country, for prices in a currency. */
export function goesToSql({ country, place, currency }: Goal, { countries }: Seller): RawBuilder<boolean> {
  return sql<boolean>`m.active
          and (m.kind = 'collection' or (
            (m.countries is null or ${country} = any(m.countries))
            and not ${place} = any(m.left_out)
            and (cardinality(${countries}::text[]) = 0 or ${country} = any(${countries}::text[]))
          ))
          and (m.currency is null or m.currency = ${currency})`
}

/** The condition that the method carries a weight in grams. */
export function carriesSql(weight: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.max_weight is null or m.max_weight >= ${weight})`
}

type Load = Record<'value' | 'weight', RawBuilder<unknown>> & { isFree: RawBuilder<unknown> }

/** Price of the method: nothing from its value on, else the last of its steps that is reached, else its price. */
export function costSql({ value, weight, isFree }: Load): RawBuilder<number> {
  return sql<number>`case when ${isFree} or ${value} >= m.free_from then 0 else coalesce((
            select (band ->> 'price')::bigint
            from jsonb_array_elements(m.bands) with ordinality as step (band, n)
            where ${value} >= (band ->> 'value')::bigint and ${weight} >= (band ->> 'weight')::bigint
            order by n desc
            limit 1
          ), m.price) end`
}

/** Copy of a row `m` that an order keeps. @param seat address of the shop, in lines */
export function storedDeliverySql(seat: string): RawBuilder<unknown> {
  return sql`jsonb_build_object(
          'method', m.id, 'names', m.names, 'days', jsonb_build_object('least', m.days_least, 'most', m.days_most), 'kind', m.kind
        ) || case when m.kind = 'collection' then jsonb_build_object(
          'address', coalesce(nullif(m.collect_at, ''), ${seat}::text), 'hours', m.opening_hours
        ) else '{}' end`
}

/** A method that was asked for, or what an order without one takes: a delivery, or without an address what there is. */
const IS_MEANT = sql`(
          asked.method is not null or kind = 'delivery'
          or (not is_addressed and not exists (select from reachable where kind = 'delivery'))
        )`

/**
 * The methods for the basket, as table expressions of a statement that has `asked` (country, place, currency, method,
 * is_addressed): the `reachable` ones, which say whether they carry its weight, and the one that is `chosen`.
 */
export function choiceSql(lines: RawBuilder<unknown>, seller: Seller): RawBuilder<unknown> {
  const goal = { country: sql`asked.country`, place: sql`asked.place`, currency: sql`asked.currency` }
  return sql`
      load as materialized (
        select coalesce(sum(l.weight * quantity), 0)::bigint as weight
        from (${lines}) as l
      ), reachable as materialized (
        select m.*, ${carriesSql(sql`load.weight`)} as carries
        from asked, load, delivery_methods m
        where ${goesToSql(goal, seller)}
      ), chosen as materialized (
        select r.id, r.kind
        from asked, reachable r
        where carries and r.id = coalesce(asked.method, r.id) and ${IS_MEANT}
        order by position, r.id
        limit 1
      )`
}

const IS_TOO_HEAVY = sql`not carries and reachable.id = coalesce(asked.method, reachable.id)`

/** The branches of a `case` that say why no method is chosen. Only one that was asked for can be unknown. */
export const NO_CHOICE = sql`
          when chosen.id is null and exists (${candidatesSql(IS_TOO_HEAVY)}) then 'too_heavy'
          when chosen.id is null and not exists (${candidatesSql(sql`true`)}) then 'no_delivery'
          when chosen.id is null then 'unknown_method'`

/** Methods that can be meant: any that was asked for, or what an order without a method would take. */
function candidatesSql(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
            select from reachable, asked
            where ${condition} and ${IS_MEANT}`
}
