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
import { choiceSql, costSql, NO_CHOICE, storedDeliverySql } from './delivery/choice-sql.ts'
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
  seller: Seller
}

type GivenCode = {
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
  seller,
}: Basket): RawBuilder<unknown> {
  const isFree = discount ? sql`terms ->> 'kind' is not distinct from 'free_delivery'` : sql`false`
  return sql`
      with ${discount ? givenCodeSql(discount) : sql``} asked as materialized (
        select coalesce((${country})::text, ${seller.country}::text) as country, (${country})::text is not null as is_addressed,
          (${place})::text as place, (${currency})::text as currency, (${method})::uuid as method
      ),

      -- the method, and so the place whose VAT counts: that of the shop for what is collected there
      ${choiceSql(lines, seller)}, sale as materialized (
        select
          case when is_collected then ${seller.country}::text else country end as country,
          case when is_collected then ${shop.place}::text else place end as place,
          case when is_collected then ${shop.ratesFrom}::text[] else (${ratesFrom})::text[] end as rates_from,
          case when is_collected then ${shop.rule}::text else (${vatRule})::text end as vat_rule
        from asked, lateral (select coalesce((select kind = 'collection' from chosen), false) as is_collected) as choice
      ),

      -- a whose rates count, and the lines, with the rate of each and whether the code is for it. A class that the place has no rate of
      -- has that of the country that it counts as, but never one of all other countries
      taxed as materialized (
        select code, case code when '*' then array['*'] else array_remove(rates_from, '*') end as codes
        from sale left join lateral (
          select country as code from tax_rates
          where country = any(rates_from)
          order by array_position(rates_from, country)
          limit 1
        ) as first on true
      ), line as materialized (
        select
          l.line,
          l.price * l.quantity::numeric as exact,
          least(l.price * l.quantity::numeric, ${sql.lit(PRICE_MAX)})::bigint as amount,
          case when (select vat_rule from sale) = 'none' then 0 else rate_bp end as rate_bp,
          ${discount ? IS_DISCOUNTED : sql`false`} as is_discounted
        from (${lines}) as l
        left join (
          select distinct on (class) class, rate_bp
          from taxed, tax_rates r
          where r.country = any(codes) and r.valid_from <= ${seller.today}::date
          order by class, array_position(codes, r.country), r.valid_from desc
        ) as rate on class = l.tax_class
      ), goods as materialized (
        select
          least(sum(amount), ${sql.lit(PRICE_MAX)})::bigint as items_total,
          sum(exact) > ${sql.lit(PRICE_MAX)} as is_too_much,
          least(coalesce(sum(amount) filter (where is_discounted), 0), ${sql.lit(PRICE_MAX)})::bigint as discounted,
          bool_or(is_discounted) as has_discounted,
          bool_and(rate_bp is not null) as is_taxed,
          array_agg(case when is_discounted then amount else 0 end order by line) as weights,
          array_agg(amount order by line) as amounts,
          array_agg(rate_bp order by line) as rates
        from line
      ),

      -- b the discount, in all and of each line
      discount as materialized (${discount ? DISCOUNT : NO_DISCOUNT}),

      -- c the delivery: what each method costs, and the one that is used
      offered as materialized (
        select m.id, m.kind, ${storedDeliverySql(shop.seat)} as stored, ${costSql({
          value: sql`(items_total - amount)`,
          weight: sql`load.weight`,
          isFree,
        })} as price
        from load cross join discount ${discount ? sql`cross join given` : sql``} cross join reachable m
        where m.carries
      ), method as materialized (
        select offered.* from offered join chosen using (id)
      ),

      -- d
      ${vatSql}

      -- e the result
      select
        case
          when is_too_much or goods.items_total - discount.amount + coalesce(method.price, 0) > ${sql.lit(PRICE_MAX)} then 'total_too_large'
          ${NO_CHOICE}
          ${discount ? refusalsOfCodeSql(currency) : sql``}
          when not is_taxed then 'no_rate'
        end as refusal,
        sale.country,
        sale.place,
        (select coalesce(nullif(code, '*'), sale.rates_from[1]) from taxed) as tax_country,
        sale.vat_rule,
        goods.items_total,
        discount.amount as discount_total,
        coalesce(method.price, 0) as delivery_total,
        goods.items_total - discount.amount + coalesce(method.price, 0) as total,
        goods.amounts as line_totals,
        discount.parts as discounts,
        goods.rates,
        coalesce((
          select json_agg(json_build_object('rate_bp', rate_bp, 'net', gross - tax, 'tax', tax, 'gross', gross) order by rate_bp desc)
          from tax
        ), '[]') as taxes,
        method.stored as delivery,
        ${discount ? sql`(terms ->> 'min_total')::bigint` : sql`null::bigint`} as min_total,
        (select min(price) from offered where kind = 'delivery') as least_delivery,
        load.weight,
        ${isFree} as is_free
      from sale cross join load cross join goods cross join discount ${discount ? sql`cross join given` : sql``}
      left join chosen on true left join method on true
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

const DISCOUNT = sql`
        select items_total, amount, case when amount = 0 then array_fill(0::bigint, array[cardinality(weights)])
        else spread(amount, weights) end as parts
        from goods, given, lateral (
          select case terms ->> 'kind'
            when 'percent' then div(discounted * (terms ->> 'value')::numeric * 2 + 100, 200)::bigint
            when 'amount' then least((terms ->> 'value')::bigint, discounted)
            else 0
          end as amount
        ) as off
      `

const NO_DISCOUNT = sql`
        select items_total, 0::bigint as amount, array_fill(0::bigint, array[cardinality(rates)]) as parts from goods
      `

/** The refusals for a code, of which the first that applies counts. */
function refusalsOfCodeSql(currency: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`when given.code is not null and terms is null then 'invalid_code'
          when terms ->> 'currency' <> (${currency})::text then 'code_currency'
          when terms is not null and not has_discounted then 'code_products'
          when goods.items_total < (terms ->> 'min_total')::bigint then 'code_minimum'
          when (terms ->> 'used')::int >= (terms ->> 'max_uses')::int
            or (terms ->> 'used_by_customer')::int >= (terms ->> 'max_uses_per_customer')::int then 'code_used_up'`
}

/**
 * The VAT of each rate, as table expressions of a statement that has `line` (line, amount, rate_bp), `discount` (parts by line) and
 * `method` (price). Goods that a discount makes free bring their delivery by their prices. A call of `spread` costs more than the
 * rest, and goods of one rate do not need it.
 */
export const vatSql = sql`
      rate as materialized (
        select rate_bp, sum(line.amount - parts[line])::bigint as goods, sum(line.amount)::bigint as undiscounted
        from line, discount
        where rate_bp is not null
        group by rate_bp
      ), delivered as (
        select array_agg(rate_bp order by rate_bp) as rates, case when count(*) = 1 then array[method.price] else coalesce(
          nullif(spread(method.price, array_agg(goods order by rate_bp)), array_fill(0::bigint, array[count(*)::int])),
          nullif(spread(method.price, array_agg(undiscounted order by rate_bp)), array_fill(0::bigint, array[count(*)::int])),
          spread(method.price, array_fill(1::bigint, array[count(*)::int]))
        ) end as parts
        from rate, method
        where method.price > 0
        group by method.price
      ), tax as (
        select rate_bp, gross, div(2 * gross::numeric * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp))::bigint as tax
        from rate left join delivered on true,
          lateral (select goods + coalesce(delivered.parts[array_position(delivered.rates, rate_bp)], 0) as gross) as sum
      )`
