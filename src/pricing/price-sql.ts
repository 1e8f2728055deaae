/**
 * The one place where Semel computes what an order costs. Quotes, carts and orders put this expression into their
 * statements, so they cannot disagree.
 *
 * Prices include VAT. Everything is an integer of minor units:
 *
 *     items total    the sum of price × quantity
 *     discount       a code's percentage of all lines that it is for, rounded once (half a unit up), or its amount, spread over them
 *     delivery       the price of the method, or nothing from a certain value of the items on
 *     total          items − discount + delivery
 *     VAT            of each rate: gross × rate / (100 % + rate), rounded once, half a unit up
 *
 * Delivery carries the VAT of the goods that it brings: its price is spread over the rates as the goods are. What is spread
 * goes by the largest remainder (`spread` in the migration), so the parts are the whole.
 *
 * A price has up to 53 bits. What does not fit into the total of an order is refused, and until then computed with less.
 */
import { type RawBuilder, sql } from 'kysely'
import { PRICE_MAX } from '../database/schema.ts'
import { firstMethodSql, NO_CHOICE } from './delivery/choice-sql.ts'
import type { StoredDelivery } from './delivery/stored.ts'
import type { Seller } from './seller.ts'

/** A basket to price, as expressions of the statement. */
type Basket = {
  /** A relation of the columns `line, product_id, category, tax_class, price, weight, quantity`, where the lines are 1, 2, 3… and
   * the weight of a piece is in grams; null: not known. */
  lines: RawBuilder<unknown>
  currency: RawBuilder<unknown>
  /** Country of the order; null: to the shop's own country. */
  country: RawBuilder<unknown>
  /** The part of the country that it goes to, if the postcode is of one with a VAT of its own; else the country. */
  place: RawBuilder<unknown>
  /** Places whose rates of VAT count there, the best first, as `ratesFor` says. */
  ratesFrom: RawBuilder<unknown>
  /** The rule that decided whose VAT it is, if it is not that of the place (price.ts). With `none`, the shop charges no VAT. */
  vatRule: RawBuilder<unknown>
  /** The same for the place of the shop, where customers collect, with its address in lines. */
  shop: { place: string; ratesFrom: string[]; rule: string | null; seat: string }
  /** The id of the method, or null for the default: the first delivery that goes there. */
  method: RawBuilder<unknown>
  /** null: the customer has given no code, and nothing about one is computed. */
  discount: GivenCode | null
  /** Price of the delivery by agreement; null: that of the method. */
  deliveryTotal: number | null
  seller: Seller
}

export type GivenCode = {
  /** The code that the customer has given, as it is stored; null: none. */
  code: RawBuilder<unknown>
  /** The row of the code as JSON, with `used_by_customer`; null: no such code can be used now. */
  terms: RawBuilder<unknown>
}

/** Reason why a basket has no valid price. The first that applies. */
export type PriceRefusal =
  | 'total_too_large'
  | 'no_delivery'
  | 'too_heavy'
  | 'unknown_method'
  | 'invalid_code'
  | 'code_currency'
  | 'code_minimum'
  | 'code_products'
  | 'code_used_up'
  | 'no_rate'

/** The row of the expression, as JSON. */
export type PriceRow = {
  refusal: PriceRefusal | null
  country: string
  /** The territory that it goes to. */
  place: string
  /** The place whose VAT it is: a country, or a territory. */
  tax_country: string
  vat_rule: OrderVatRule | null
  items_total: number
  discount_total: number
  delivery_total: number
  total: number
  /** Price of all pieces of each line before the discount, in their order. */
  line_totals: number[]
  /** The discount of each line. */
  discounts: number[]
  rates: (number | null)[]
  taxes: { rate_bp: number; net: number; tax: number; gross: number }[]
  delivery: StoredDelivery | null
  /** The least total of items that the code requires. */
  min_total: number | null
  /** Cost of the least expensive delivery that is offered with it; null when it can only be collected. */
  least_delivery: number | null
  /** Weight of the items in grams. Products that nobody has weighed count as nothing. */
  weight: number
  /** A code makes every delivery free. */
  is_free: boolean
}

/** Reason why an order has not the VAT of the place that it goes to. */
export type OrderVatRule = 'none' | 'home' | 'reverse_charge'

/** Prices a basket: one row with the columns of `PriceRow`. */
export function priceSql({
  lines,
  currency,
  country,
  place,
  ratesFrom,
  vatRule,
  shop,
  method,
  discount,
  deliveryTotal,
  seller,
}: Basket): RawBuilder<unknown> {
  const deliveryPrice = deliveryTotal === null ? sql`first.price` : sql`${deliveryTotal}::bigint`
  const isFree = discount ? sql`terms ->> 'kind' is not distinct from 'free_delivery'` : sql`false`
  const given = discount ? sql`cross join given` : sql``
  return sql`
      with ${discount ? givenCodeSql(discount) : sql``}

      -- a the lines, their discount and their delivery; and so the place whose VAT counts, which is that of the shop for what is
      -- collected there, with its rates. One table expression, because each costs the order more than its rows do. With "offset 0"
      -- PostgreSQL computes a column once, and not wherever it is named
      sale as materialized (
        select goods.*, at.*, rated.*, refusal, least_delivery, case when refusal is null then ${deliveryPrice} else 0 end as price,
          case when refusal is null then stored end as delivery
        from (
          select coalesce((${country})::text, ${seller.country}::text) as country, (${country})::text is not null as is_addressed,
            (${place})::text as place, (${currency})::text as currency, (${method})::uuid as method
        ) as asked
        cross join (${goodsSql(lines, discount)}) as goods ${given}
        left join lateral (${firstMethodSql(seller, shop.seat, isFree)}) as first on true
        cross join lateral (select ${NO_CHOICE} as refusal) as choice
        cross join lateral (select coalesce(refusal is null and kind = 'collection', false) as is_collected) as taken
        cross join lateral (
          select
            case when is_collected then ${seller.country}::text else asked.country end as country,
            case when is_collected then ${shop.place}::text else asked.place end as place,
            case when is_collected then ${shop.ratesFrom}::text[] else (${ratesFrom})::text[] end as rates_from,
            case when is_collected then ${shop.rule}::text else (${vatRule})::text end as vat_rule
          offset 0
        ) as at
        cross join lateral (${ratesSql(seller)}) as rated
      ), line as materialized (
        select line, amount, discount, case when vat_rule = 'none' then 0 else (rate_of ->> class)::int end as rate_bp
        from sale, unnest(line_totals, discounts, classes) with ordinality as l (amount, discount, class, line)
      ),

      -- b
      ${vatSql}

      -- c the result
      select
        case
          when is_too_much or items_total - discount_total + price > ${sql.lit(PRICE_MAX)} then 'total_too_large'
          when sale.refusal is not null then sale.refusal
          ${discount ? refusalsOfCodeSql(currency) : sql``}
          when not is_taxed then 'no_rate'
        end as refusal,
        country,
        place,
        tax_country,
        vat_rule,
        items_total,
        discount_total,
        price as delivery_total,
        items_total - discount_total + price as total,
        line_totals,
        discounts,
        rates,
        coalesce((
          select json_agg(json_build_object('rate_bp', rate_bp, 'net', gross - tax, 'tax', tax, 'gross', gross) order by rate_bp desc)
          from tax
        ), '[]') as taxes,
        delivery,
        ${discount ? sql`(terms ->> 'min_total')::bigint` : sql`null::bigint`} as min_total,
        ${deliveryTotal === null ? sql`` : sql`least(least_delivery, price) as`} least_delivery,
        weight,
        ${isFree} as is_free
      from sale cross join (
        select array_agg(rate_bp order by line) as rates, bool_and(rate_bp is not null) as is_taxed from line
      ) as taxed ${given}
    `
}

/** The code and the categories that it is for, as table expressions. A category includes all below it. */
function givenCodeSql({ code, terms }: GivenCode): RawBuilder<unknown> {
  return sql`given as materialized (
        select (${code})::text as code, (${terms})::jsonb as terms
      ), covered as materialized (
        with recursive branch as (
          select name collate "C" as name
          from given, jsonb_array_elements_text(case
          when jsonb_typeof(terms -> 'categories') = 'array' then terms -> 'categories' end) as name
          union
          select c.name from categories c join branch on c.parent = branch.name
        )
        select name from branch
      ),`
}

const IS_DISCOUNTED = sql`(
            select given.terms is not null and (
              coalesce(terms ->> 'product_ids', terms ->> 'categories') is null
              or terms -> 'product_ids' @> to_jsonb(product_id)
              or category collate "C" in (select name from covered)
            ) from given
          )`

/** The lines added up, each with its amount and its part of the discount. */
function goodsSql(lines: RawBuilder<unknown>, discount: GivenCode | null): RawBuilder<unknown> {
  const added = sql`
          select
            least(sum(amount), ${sql.lit(PRICE_MAX)})::bigint as items_total,
            sum(exact) > ${sql.lit(PRICE_MAX)} as is_too_much,
            coalesce(sum(weight), 0)::bigint as weight,
            array_agg(amount order by line) as line_totals,
            array_agg(tax_class order by line) as classes,
            ${discount ? DISCOUNTED : NO_DISCOUNT}
          from (
            select line, tax_class, weight * quantity as weight, price * quantity::numeric as exact,
              least(price * quantity::numeric, ${sql.lit(PRICE_MAX)})::bigint as amount
              ${discount ? sql`, ${IS_DISCOUNTED} as is_discounted` : sql``}
            from (${lines}) as l
          ) as line`
  return discount
    ? sql`
          select added.*, amount as discount_total,
            case when amount = 0 then array_fill(0::bigint, array[cardinality(weights)]) else spread(amount, weights) end as discounts
          from (${added}) as added, given, lateral (
            select case terms ->> 'kind'
              when 'percent' then div(discounted * (terms ->> 'value')::numeric * 2 + 100, 200)::bigint
              when 'amount' then least((terms ->> 'value')::bigint, discounted)
              else 0
            end as amount
          ) as off`
    : added
}

const DISCOUNTED = sql`least(coalesce(sum(amount) filter (where is_discounted), 0), ${sql.lit(PRICE_MAX)})::bigint as discounted,
            bool_or(is_discounted) as has_discounted,
            array_agg(case when is_discounted then amount else 0 end order by line) as weights`

const NO_DISCOUNT = sql`0::bigint as discount_total, array_fill(0::bigint, array[count(*)::int]) as discounts`

/**
 * Rates of the place by class, and the first of the places with rates. A class that the place has no rate of has that of the country
 * that it counts as, but never one of all other countries, which only count where no place has any.
 */
function ratesSql({ today }: Seller): RawBuilder<unknown> {
  return sql`
          select coalesce(jsonb_object_agg(class, rate_bp) filter (where not is_world), jsonb_object_agg(class, rate_bp)) as rate_of,
            coalesce(nullif(rates_from[min(first)], '*'), rates_from[1]) as tax_country
          from (
            select class, bool_and(r.country = '*') as is_world, min(array_position(rates_from, r.country)) as first,
              (array_agg(case when valid_from <= ${today}::date then rate_bp end order by
                r.country = '*', valid_from <= ${today}::date desc, array_position(rates_from, r.country), valid_from desc
              ))[1] as rate_bp
            from tax_rates r where r.country = any(rates_from)
            group by class
          ) as best`
}

/** The refusals for a code, of which the first that applies counts. */
function refusalsOfCodeSql(currency: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`when given.code is not null and terms is null then 'invalid_code'
          when terms ->> 'currency' <> (${currency})::text then 'code_currency'
          when terms is not null and not has_discounted then 'code_products'
          when items_total < (terms ->> 'min_total')::bigint then 'code_minimum'
          when (terms ->> 'used')::int >= (terms ->> 'max_uses')::int
            or (terms ->> 'used_by_customer')::int >= (terms ->> 'max_uses_per_customer')::int then 'code_used_up'`
}

/**
 * The VAT of each rate, as a table expression of a statement that has `line` (amount, discount, rate_bp) and `sale` (price of the
 * delivery). Goods that a discount makes free bring their delivery by their prices. A call of `spread` costs more than the rest, and
 * goods of one rate do not need it.
 */
export const vatSql = sql`
      tax as (
        select rate_bp, gross, div(2 * gross::numeric * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp))::bigint as tax
        from (
          select rate_bp, goods + case when price = 0 then 0 when count(*) over rates = 1 then price else (coalesce(
            nullif(spread(price, array_agg(goods) over rates), array_fill(0::bigint, array[(count(*) over rates)::int])),
            nullif(spread(price, array_agg(undiscounted) over rates), array_fill(0::bigint, array[(count(*) over rates)::int])),
            spread(price, array_fill(1::bigint, array[(count(*) over rates)::int]))
          ))[row_number() over rates] end as gross
          from sale, (
            select rate_bp, sum(amount - discount)::bigint as goods, sum(amount)::bigint as undiscounted
            from line
            where rate_bp is not null
            group by rate_bp
          ) as rate
          window rates as (order by rate_bp rows between unbounded preceding and unbounded following)
        ) as brought
      )`
