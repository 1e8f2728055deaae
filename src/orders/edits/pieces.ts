/** Takes pieces out of the lines of an order. */
import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import { INT_MAX, type Tx } from '../../database/schema.ts'
import type { GoneFrom } from './lines.ts'
import type { TakenOut } from './tables.ts'

/** The lines get smaller, each with its part of the discount, and the pieces that can be sold are in stock again. */
export async function takePieces(
  tx: Tx,
  orderId: number,
  changed: readonly GoneFrom[],
  keepOut: readonly number[],
): Promise<void> {
  const rows = changed.map(({ line, product_id, after, gone }) => ({ line, product_id, after, gone }))
  const change = sql`${recordsetSql(rows)} as c (line smallint, product_id bigint, after int, gone int)`
  await sql`
    with product as materialized (
      select id, pieces from products
      join (
        select product_id, sum(gone) as pieces from ${change}
        where line <> all(${[...keepOut]}::smallint[])
          and line in (select line from order_items where order_id = ${orderId} and stock_counted)
        group by product_id
      ) as line
        on product_id = id
      order by id for no key update of products
    )
    update products set stock = least(stock + product.pieces, ${INT_MAX}), updated_at = now()
    from product where products.id = product.id
  `.execute(tx)
  await sql`
    delete from order_items i using ${change} where i.order_id = ${orderId} and i.line = c.line and c.after = 0
  `.execute(tx)
  await sql`
    update order_items i
    set quantity = c.after, discount = (spread(i.discount, array[c.after, c.gone]::bigint[]))[1],
      line_total = case when i.line_total is not null then (spread(i.line_total, array[c.after, c.gone]::bigint[]))[1] end
    from ${change} where i.order_id = ${orderId} and i.line = c.line and c.after > 0
  `.execute(tx)
}

/** The pieces that went, each line with its part of the discount. */
export async function linesOut(tx: Tx, orderId: number, changed: readonly GoneFrom[]): Promise<TakenOut['lines']> {
  const kept = await tx
    .selectFrom('order_items')
    .select(['line', 'discount', 'line_total'])
    .where('order_id', '=', orderId)
    .execute()
  return changed.map(({ line, sku, name, gone, unit_price, line_total, discount, tax_rate_bp }) => {
    const stays = kept.find(one => one.line === line)
    return {
      ...{ sku, name, quantity: gone, unitPrice: unit_price },
      ...(line_total !== null && { total: line_total - (stays?.line_total ?? 0) }),
      ...{ discount: discount - (stays?.discount ?? 0), rate: tax_rate_bp },
    }
  })
}
