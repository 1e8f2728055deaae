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
import type { Texts } from '../shop/setting-rules.ts'
import { choiceSql, costSql, NO_CHOICE, storedDeliverySql } from './delivery/choice-sql.ts'
import type { Seller } from './seller.ts'

/** A basket to price, as expressions of the statement. */
type Basket = {
  /**
   * A JSON array with a row for each line: `{line, product_id, category, tax_class, price, quantity}`, where the lines
   * are 1, 2, 3…
   */
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
  /** The code that the customer has given, as it is stored; null: none. */
  code: RawBuilder<unknown>
  /** The row of the code as JSON, with `used_by_customer`; null: no such code can be used now. */
  terms: RawBuilder<unknown>
  seller: Seller
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
  vat_rule: 'none' | 'home' | null
  items_total: number
  discount_total: number
  delivery_total: number
  total: number
  /** The discount of each line, in their order. */
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

/** Kinds of methods: one brings the order to the customer, or the customer collects it. */
export const DELIVERY_KINDS = ['delivery', 'collection'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Way in which an order travels, as it was when the order was placed. */
export type StoredDelivery = {
  method: string
  names: Texts
  days: { least: number; most: number }
  /** Absent on orders from before it was kept: a delivery. */
  kind?: DeliveryKind
  /** Place and hours of a collection: lines, and texts by language. */
  address?: string
  hours?: Texts
}

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
  code,
  terms,
  seller,
}: Basket): RawBuilder<unknown> {
  return sql`
      with asked as materialized (
        select (${lines})::jsonb as lines, (${currency})::text
        as currency, coalesce((${country})::text, ${seller.country}::text) as country, (${country})::text is not null as is_addressed,
          (${place})::text as place, (${method})::uuid as method, (${code})::text as code, (${terms})::jsonb as terms
      ),

      -- the method, and so the place whose VAT counts: that of the shop for what is collected there
      ${choiceSql(seller)}, given as materialized (
        select lines, currency, method, code, terms,
          case when is_collected then ${seller.country}::text else country end as country,
          case when is_collected then ${shop.place}::text else place end as place,
          case when is_collected then ${shop.ratesFrom}::text[] else (${ratesFrom})::text[] end as rates_from,
          case when is_collected then ${shop.rule}::text else (${vatRule})::text end as vat_rule
        from asked, lateral (select coalesce((select kind = 'collection' from chosen), false) as is_collected) as choice
      ),

      -- a whose rates count, and the lines, with the rate of each and whether the code is for it. A class that the place has no rate of
      -- has that of the country that it counts as, but never one of all other countries. A category includes all below it
      taxed as materialized (
        select rates_from[1] as best, first.code, case first.code when '*' then array['*'] else array_remove(rates_from, '*') end as codes
        from given left join lateral (
          select code
          from unnest(rates_from) with ordinality as r (code, n)
          where exists (select from tax_rates t where t.country = code)
          order by n
          limit 1
        ) as first on true
      ), covered as materialized (
        with recursive branch as (
          select name collate "C" as name
          from given, jsonb_array_elements_text(case
          when jsonb_typeof(terms -> 'categories') = 'array' then terms -> 'categories' end) as name
          union
          select c.name from categories c join branch on c.parent = branch.name
        )
        select name from branch
      ), line as materialized (
        select
          l.line,
          l.price * l.quantity::numeric as exact,
          least(l.price * l.quantity::numeric, ${sql.lit(PRICE_MAX)})::bigint as amount,
          case when given.vat_rule = 'none' then 0 else rate_bp end as rate_bp,
          given.terms is not null and (
            coalesce(terms ->> 'product_ids', terms ->> 'categories') is null
            or terms -> 'product_ids' @> to_jsonb(product_id)
            or category collate "C" in (select name from covered)
          ) as is_discounted
        from given
        cross join jsonb_to_recordset(lines) as l (
          line int, product_id bigint, category text, tax_class text, price bigint, quantity bigint
        )
        left join lateral (
          select rate_bp
          from tax_rates r
          where r.country = any((select codes from taxed)::text[])
            and class = tax_class
            and r.valid_from <= ${seller.today}::date
          order by array_position((select codes from taxed), r.country), r.valid_from desc
          limit 1
        ) as rate on true
      ), goods as materialized (
        select
          least(sum(amount), ${sql.lit(PRICE_MAX)})::bigint as items_total,
          sum(exact) > ${sql.lit(PRICE_MAX)} as is_too_much,
          least(coalesce(sum(amount) filter (where is_discounted), 0), ${sql.lit(PRICE_MAX)})::bigint as discounted,
          bool_or(is_discounted) as has_discounted,
          bool_and(rate_bp is not null) as is_taxed,
          array_agg(case when is_discounted then amount else 0 end order by line) as weights,
          array_agg(rate_bp order by line) as rates
        from line
      ),

      -- b the discount, in all and of each line
      discount as materialized (
        select items_total, amount, case when amount = 0 then array_fill(0::bigint, array[cardinality(weights)])
        else spread(amount, weights) end as parts
        from goods, given, lateral (
          select case terms ->> 'kind'
            when 'percent' then div(discounted * (terms ->> 'value')::numeric * 2 + 100, 200)::bigint
            when 'amount' then least((terms ->> 'value')::bigint, discounted)
            else 0
          end as amount
        ) as off
      ),

      -- c the delivery: what each method costs, and the one that is used
      offered as materialized (
        select m.id, m.kind, ${storedDeliverySql(shop.seat)} as stored, ${costSql({
          value: sql`(items_total - amount)`,
          weight: sql`load.weight`,
          isFree: sql`terms ->> 'kind' is not distinct from 'free_delivery'`,
        })} as price
        from given, load, discount, reachable m
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
          when given.code is not null and terms is null then 'invalid_code'
          when terms ->> 'currency' <> given.currency then 'code_currency'
          when terms is not null and not has_discounted then 'code_products'
          when goods.items_total < (terms ->> 'min_total')::bigint then 'code_minimum'
          when (terms ->> 'used')::int >= (terms ->> 'max_uses')::int
            or (terms ->> 'used_by_customer')::int >= (terms ->> 'max_uses_per_customer')::int then 'code_used_up'
          when not is_taxed then 'no_rate'
        end as refusal,
        given.country,
        given.place,
        (select coalesce(nullif(code, '*'), best) from taxed) as tax_country,
        given.vat_rule,
        goods.items_total,
        discount.amount as discount_total,
        coalesce(method.price, 0) as delivery_total,
        goods.items_total - discount.amount + coalesce(method.price, 0) as total,
        discount.parts as discounts,
        goods.rates,
        coalesce((
          select json_agg(json_build_object('rate_bp', rate_bp, 'net', gross - tax, 'tax', tax, 'gross', gross) order by rate_bp desc)
          from tax
        ), '[]') as taxes,
        method.stored as delivery,
        (terms ->> 'min_total')::bigint as min_total,
        (select min(price) from offered where kind = 'delivery') as least_delivery,
        load.weight,
        terms ->> 'kind' is not distinct from 'free_delivery' as is_free
      from given cross join load cross join goods cross join discount left join chosen on true left join method on true
    `
}

/**
 * The VAT of each rate, as table expressions of a statement that has `line` (line, amount, rate_bp), `discount` (parts by line) and
 * `method` (price). Goods that a discount makes free bring their delivery by their prices.
 */
export const vatSql = sql`
      rate as materialized (
        select rate_bp, sum(line.amount - parts[line])::bigint as goods, sum(line.amount)::bigint as undiscounted,
          row_number() over (order by rate_bp) as n
        from line, discount
        where rate_bp is not null
        group by rate_bp
      ), delivered as materialized (
        select case when method.price > 0 then coalesce(
          nullif(spread(method.price, array_agg(goods order by n)), array_fill(0::bigint, array[count(*)::int])),
          nullif(spread(method.price, array_agg(undiscounted order by n)), array_fill(0::bigint, array[count(*)::int])),
          spread(method.price, array_fill(1::bigint, array[count(*)::int]))
        ) end as parts
        from rate, method
        group by method.price
      ), tax as materialized (
        select rate_bp, gross, div(2 * gross::numeric * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp))::bigint as tax
        from rate left join delivered on true, lateral (select goods + coalesce(delivered.parts[n], 0) as gross) as sum
      )`
