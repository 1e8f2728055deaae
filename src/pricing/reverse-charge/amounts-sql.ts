/**
 * Takes the VAT off a price for a business that owes it itself (rule.ts).
 *
 * Prices are shown with VAT, and the business owes what is left without it. The total is first: of each rate, it is the net amount that
 * the order with VAT would have. It is spread over the lines and the delivery by the largest remainder, so the parts are the total to the
 * unit. The discount of a line is without its own VAT, and the price of the line before it is both together.
 */
import { type RawBuilder, sql } from 'kysely'
import { suppliedTo } from '../../world/territories.ts'
import type { OrderVatRule } from '../price-sql.ts'

/** The price of a piece on an order: its price in the catalogue, or without VAT the part of the line that it is, rounded. */
export function pieceOf(rule: OrderVatRule | null, price: number, line: { total: number; quantity: number }): number {
  return rule === 'reverse_charge' ? Math.round(line.total / line.quantity) : price
}

/** The same in a statement that has `vat_rule` and `line_totals`. */
export const PIECE_SQL = sql`case vat_rule when 'reverse_charge'
  then div(line_totals[line]::numeric * 2 + quantity, quantity::numeric * 2)::bigint else price end`

/**
 * Takes the VAT off a price (`priceSql`): one row with the same columns. A price that is refused, and goods that the customer collects,
 * stay as they are.
 * @param place where the goods go
 */
export function withoutVatSql(price: RawBuilder<unknown>, place: string): RawBuilder<unknown> {
  return sql`
      with gross as materialized (${price}),

      -- a lines by rate, each with what is paid for it
      part as materialized (
        select n as line, line_totals[n] as amount, discounts[n] as discount, rates[n] as rate_bp, line_totals[n] - discounts[n] as paid
        from gross, generate_subscripts(rates, 1) as n
        where refusal is null and gross.delivery ->> 'kind' is distinct from 'collection'
      ),

      -- b the net amount of each rate, spread over its lines and its delivery, which is last
      rated as materialized (
        select lines, spread(t.net, weights || (t.gross - paid)) as nets
        from (
          select rate_bp, array_agg(line order by line) as lines, array_agg(paid order by line) as weights, sum(paid)::bigint as paid
          from part group by rate_bp
        ) as own
        join (select t.* from gross, json_to_recordset(gross.taxes) as t (rate_bp int, net bigint, gross bigint)) as t using (rate_bp)
      ), freed as materialized (
        select line, nets[n] as paid,
          discount - div(2 * discount::numeric * rate_bp + 10000 + rate_bp, 2 * (10000 + rate_bp))::bigint as discount
        from rated cross join lateral unnest(lines) with ordinality as l (line, n) join part using (line)
      ), net as materialized (
        select sum(paid + discount)::bigint as items_total, sum(discount)::bigint as discount_total,
          (select sum(nets[cardinality(nets)]) from rated)::bigint as delivery_total,
          array_agg(paid + discount order by line) as line_totals, array_agg(discount order by line) as discounts,
          array_agg(0 order by line) as rates
        from freed having count(*) > 0
      )

      -- c the result
      select
        refusal, country, place,
        case when net.rates is null then tax_country else ${suppliedTo(place)}::text end as tax_country,
        case when net.rates is null then vat_rule else 'reverse_charge' end as vat_rule,
        coalesce(net.items_total, gross.items_total) as items_total,
        coalesce(net.discount_total, gross.discount_total) as discount_total,
        coalesce(net.delivery_total, gross.delivery_total) as delivery_total,
        coalesce(net.items_total - net.discount_total + net.delivery_total, gross.total) as total,
        coalesce(net.line_totals, gross.line_totals) as line_totals,
        coalesce(net.discounts, gross.discounts) as discounts,
        coalesce(net.rates, gross.rates) as rates,
        case when net.rates is null then taxes else json_build_array(json_build_object(
          'rate_bp', 0, 'net', net.items_total - net.discount_total + net.delivery_total, 'tax', 0,
          'gross', net.items_total - net.discount_total + net.delivery_total
        )) end as taxes,
        delivery,
        min_total,
        case
          when net.rates is null or least_delivery = 0 then least_delivery
          when least_delivery >= gross.delivery_total then net.delivery_total
          else div(least_delivery::numeric * net.delivery_total, gross.delivery_total)::bigint
        end as least_delivery,
        weight, is_free
      from gross left join net on true
    `
}
