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

/**
 * Finds the method for a basket, as a subquery beside `asked` (country, place, currency, method, is_addressed) and `goods` (items_total,
 * discount_total, weight): of those that go there the one that was asked for, or else a delivery before a collection, and one that
 * carries the weight before the others. So none is better than its row, and `NO_CHOICE` only has to look at that.
 */
export function firstMethodSql(seller: Seller, seat: string, isFree: RawBuilder<unknown>): RawBuilder<unknown> {
  const goal = { country: sql`asked.country`, place: sql`asked.place`, currency: sql`asked.currency` }
  const load = { value: sql`(goods.items_total - goods.discount_total)`, weight: sql`goods.weight`, isFree }
  return sql`
          select m.id, m.kind, m.carries, m.cost as price, ${storedDeliverySql(seat)} as stored,
            min(m.cost) filter (where m.carries and m.kind = 'delivery') over () as least_delivery
          from (
            select m.*, ${carriesSql(load.weight)} as carries, ${costSql(load)} as cost
            from delivery_methods m
            where ${goesToSql(goal, seller)}
            offset 0
          ) as m
          order by (m.id = asked.method) is true desc, m.kind = 'delivery' desc, m.carries desc, m.position, m.id
          limit 1`
}

/** Says why the first method cannot be chosen. Only one that was asked for can be unknown. */
export const NO_CHOICE = sql`case
            when first.id is null or (asked.method is null and asked.is_addressed and first.kind = 'collection') then 'no_delivery'
            when first.id <> asked.method then 'unknown_method'
            when not first.carries then 'too_heavy'
          end`
