/** Computes VAT and total of an order anew after its lines have changed, by the rules of every price (pricing/price-sql.ts). */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { vatSql } from '../../pricing/price-sql.ts'
import type { TakenOut } from './tables.ts'

type Portion = TakenOut['taxes'][number]

export async function readTaxes(tx: Tx, orderId: number): Promise<Portion[]> {
  return tx
    .selectFrom('order_taxes')
    .select(['rate_bp as rate', 'gross'])
    .where('order_id', '=', orderId)
    .orderBy('rate_bp', 'desc')
    .execute()
}

export function lessOf(before: readonly Portion[], after: readonly Portion[]): Portion[] {
  return before.map(({ rate, gross }) => ({
    rate,
    gross: gross - (after.find(one => one.rate === rate)?.gross ?? 0),
  }))
}

/**
 * Pieces that cost nothing leave the VAT as it is: no money moves, so no paper could correct what the invoice says of the delivery.
 * @param isAlways computes VAT also when the total stays: no invoice is written yet
 * @returns the new total
 */
export async function priceAnew(tx: Tx, orderId: number, isAlways: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with line as materialized (
      select coalesce(line_total, unit_price * quantity) as amount, tax_rate_bp as rate_bp, discount
      from order_items where order_id = ${orderId}
    ), sale as materialized (
      select delivery_total as price from orders where id = ${orderId}
    ), change as materialized (
      select ${isAlways} or total <> (select sum(amount - discount) from line) + delivery_total as is_any from orders where id = ${orderId}
    ), ${vatSql}, old as (
      delete from order_taxes
      where order_id = ${orderId} and rate_bp not in (select rate_bp from tax) and (select is_any from change)
    ), taxes as (
      insert into order_taxes (order_id, rate_bp, net, tax, gross)
      select ${orderId}, rate_bp, gross - tax, tax, gross from tax where (select is_any from change)
      on conflict (order_id, rate_bp) do update set net = excluded.net, tax = excluded.tax, gross = excluded.gross
    )
    update orders
    set discount_total = (select coalesce(sum(discount), 0) from line),
      total = (select sum(amount - discount) from line) + delivery_total
    where id = ${orderId}
    returning total
  `.execute(tx)
  return one(rows).total
}

/**
 * Changes the sales of the order's quarter of an hour, which may be added up already (console/overview/sales.ts). Both
 * transactions lock the same row, so one always sees the other's result.
 */
export async function lowerSales(tx: Tx, orderId: number, amount: number): Promise<void> {
  await sql`update sales_cancelled set until = until`.execute(tx)
  await sql`
    update sales_quarters q set total = q.total - ${amount} from orders o
    where o.id = ${orderId} and q.currency = o.currency
      and q.quarter = date_bin('15 minutes', o.placed_at, timestamptz '2000-01-01 00:00Z')
  `.execute(tx)
}
