/**
 * Computes what goes back for a return, by the rules:
 *
 * - the goods at the price that was paid for them, the discount of their line taken off. A price that cannot be divided by
 *   the pieces is spread over them in whole units, the first pieces first, so that all returns of a line are the whole line;
 * - the delivery with the return that makes the order complete again, and only then: as much as was paid, but not more than the
 *   least expensive delivery cost that was offered with the order (Article 13 (2) of Directive 2011/83/EU).
 *
 * The order is locked, so what was received before does not change meanwhile.
 */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'

type Value = { goods: number; delivery: number }

/**
 * Values a return, and keeps what each of its lines is worth for the credit note.
 * @param returnId a return that is in the state `received` now
 */
export async function valueReturn(tx: Tx, returnId: string): Promise<Value> {
  const { rows } = await sql<Value>`
    with this as materialized (
      select r.id, o.id as order_id, o.currency, o.tax_country, o.delivery_total, o.items_total - o.discount_total as goods,
        o.least_delivery
      from returns r join orders o on o.id = r.order_id where r.id = ${returnId}
    ), line as materialized (
      select i.line, i.quantity, coalesce(i.line_total, i.unit_price * i.quantity) - i.discount as paid,
        coalesce(sum(ri.quantity) filter (where r.id <> this.id), 0) as earlier,
        coalesce(sum(ri.quantity) filter (where r.id = this.id), 0) as now
      from this join order_items i using (order_id)
      left join (return_items ri join returns r on r.id = ri.return_id and r.state in ('received', 'closed'))
        on r.order_id = i.order_id and ri.line = i.line
      group by i.order_id, i.line
    ), worth as materialized (
      select line, (${paidFor('earlier + now')} - ${paidFor('earlier')})::bigint as worth from line
    ), kept as (
      update return_items ri set worth = worth.worth from worth where ri.return_id = ${returnId} and ri.line = worth.line
    )
    select
      coalesce((select sum(worth) from worth), 0)::bigint as goods,
      case when (select bool_and(earlier + now = quantity) from line)
        then least(delivery_total, coalesce(least_delivery, (
          select min(case when this.goods >= free_from then 0 else price end) from delivery_methods m
          where m.active and m.kind = 'delivery' and (m.countries is null or this.tax_country = any(m.countries))
            and (m.currency is null or m.currency = this.currency)
        ), delivery_total))
        else 0 end as delivery
    from this
  `.execute(tx)
  return one(rows)
}

/** Computes what was paid for the first pieces of a line. */
function paidFor(pieces: string) {
  const n = sql.raw(`(${pieces})`)
  return sql`(div(paid, quantity) * ${n} + least(mod(paid, quantity), ${n}))`
}
