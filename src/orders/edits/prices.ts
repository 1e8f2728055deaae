/** Changes the prices of lines, and gives discounts on the goods that stay. */
import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { money } from '../../pages/format.ts'
import { invalidInput } from '../../problems.ts'
import { amountOf, type Line, type Repriced, readLines } from './lines.ts'
import type { TakenOut } from './tables.ts'

/** A line keeps its discount, but costs no less than nothing. */
export async function changePrices(tx: Tx, orderId: number, repriced: readonly Repriced[]): Promise<void> {
  if (repriced.length === 0) return
  const rows = repriced.map(({ line, price }) => ({ line, price }))
  await sql`
    update order_items i
    set unit_price = p.price, line_total = null, discount = least(discount, p.price * quantity)
    from ${recordsetSql(rows)} as p (line smallint, price bigint)
    where i.order_id = ${orderId} and i.line = p.line
  `.execute(tx)
}

/**
 * Spreads a further discount over the lines by what they cost, by the largest remainder.
 * @throws Problem 422 when the goods cost less
 */
export async function giveDiscount(tx: Tx, orderId: number, amount: number, currency: string): Promise<void> {
  const lines = await readLines(tx, orderId)
  const left = lines.reduce((sum, line) => sum + amountOf(line) - line.discount, 0)
  if (amount > left) {
    const reason = `must be at most ${money(left, currency)}, which the goods cost now`
    throw invalidInput({ field: 'discount', reason, code: 'maximum' })
  }
  await sql`
    with line as (
      select line, coalesce(line_total, unit_price * quantity) - discount as paid from order_items where order_id = ${orderId}
    ), part as (
      select unnest(array_agg(line order by line)) as line, unnest(spread(${amount}::bigint, array_agg(paid order by line))) as amount
      from line
    )
    update order_items i set discount = discount + part.amount from part where i.order_id = ${orderId} and i.line = part.line
  `.execute(tx)
}

/** Lists what each line costs less than before, as lines of a credit note. */
export function cutsOf(before: readonly Line[], after: readonly Line[]): TakenOut['lines'] {
  return after.flatMap(line => {
    const was = before.find(one => one.line === line.line)
    const less = was ? amountOf(was) - was.discount - (amountOf(line) - line.discount) : 0
    if (less <= 0) return []
    return [{ sku: line.sku, name: line.name, quantity: 1, unitPrice: less, discount: 0, rate: line.tax_rate_bp }]
  })
}
