/*
 * Staff change an order before it is shipped: fewer pieces, a line out.
 *
 * The row of the order is locked first, so an edit, a step and a payment of one order come one after the other, and each sees what the
 * other has left. What the customer has paid too much goes back in the transaction of the edit.
 *
 * Prices stay those of the day of the order. The discount of a line is split between the pieces that stay and those that go, by the
 * largest remainder, and VAT is computed anew by the rules of every price (pricing/price-sql.ts). The delivery costs what it cost.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { changesStockBecause } from '../../catalogue/stock/cause.ts'
import { one, recordsetSql } from '../../database/rows.ts'
import { INT_MAX, type Tables, type Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { notePaid } from '../../payments/order-status.ts'
import { findLivePayment } from '../../payments/queries.ts'
import { refundLess } from '../../payments/refund.ts'
import { vatSql } from '../../pricing/price-sql.ts'
import { type FieldError, invalidInput, Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { correctInvoice, noSuchOrder, takeOrderStep } from '../transition.ts'
import type { ChangedLine, TakenOut } from './tables.ts'

export type Actor = { by: string; now: Date; check?: ((order: Order) => void) | undefined }

/**
 * Number of pieces of a line that stay; 0 takes it out. The others are in stock again, unless they are kept out.
 * Lines that are not named stay as they are.
 */
type Kept = { line: number; quantity: number; keepOut?: boolean | undefined }

/** @throws Problem */
export async function keepItems(tx: Tx, orderId: number, kept: readonly Kept[], actor: Actor): Promise<Order> {
  const { total, owner } = await lockOpen(tx, orderId, actor)
  const lines = await tx
    .selectFrom('order_items')
    .select([...LINE])
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
  const changed = changesIn(lines, kept)
  if (changed.length === 0) return showOrder((await findOrder(tx, orderId))!)
  const left = lines.reduce((sum, { quantity }) => sum + quantity, 0) - changed.reduce((sum, one) => sum + one.gone, 0)
  const keepOut = kept.flatMap(({ line, keepOut }) => (keepOut ? [line] : []))
  if (left === 0)
    return takeOrderStep(tx, orderId, 'cancel', { by: { id: actor.by, staff: true }, now: actor.now, keepOut })
  const captured = await refuseWhilePaying(tx, orderId)
  await changesStockBecause(tx, { reason: 'order_changed', orderId, by: actor.by, at: actor.now })
  const before = await readTaxes(tx, orderId)
  await takePieces(tx, orderId, changed, keepOut)
  const after = await priceAnew(tx, orderId)
  const takenOut = { lines: await linesOut(tx, orderId, changed), taxes: lessOf(before, await readTaxes(tx, orderId)) }
  await lowerSales(tx, orderId, total - after)
  await correctInvoice(tx, orderId)
  if (after === 0 && !captured) await payNothing(tx, orderId, actor.now)
  const refundId = captured && after < total ? await payBack(tx, orderId, total - after, actor) : null
  const items = changed.map(({ name, before, after }): ChangedLine => ({ name, before, after }))
  await recordEdit(tx, { orderId, owner, kind: 'items', total, after, items, takenOut, refundId, ...actor })
  return showOrder((await findOrder(tx, orderId))!)
}

/** @throws Problem when there is no such order, or the client has not seen it as it is */
export async function lockOrder(tx: Tx, orderId: number, { check }: Pick<Actor, 'check'>) {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const order = await findOrder(tx, orderId)
  if (!order) throw noSuchOrder()
  check?.(showOrder(order))
  return order
}

/** @throws Problem for an order that has left the shop */
export async function lockOpen(tx: Tx, orderId: number, actor: Actor) {
  const order = await lockOrder(tx, orderId, actor)
  if (order.status !== 'placed' && order.status !== 'processing')
    throw notChanged(order, `The order is ${order.status}; only placed or processing orders can be changed.`)
  return { order, total: order.total, owner: order.owner.id }
}

export const notChanged = ({ status }: Pick<Order, 'status'>, detail: string) =>
  new Problem('wrong_order_state', detail, { members: { from: status, to: 'changed' } })

const PIECES = ['line', 'sku', 'name', 'quantity', 'shipped'] as const
const LINE = [...PIECES, 'product_id', 'unit_price', 'line_total', 'discount', 'tax_rate_bp'] as const
type Line = Pick<Selectable<Tables['order_items']>, (typeof LINE)[number]>
type Change = Line & { before: number; after: number; gone: number }

function changesIn(lines: readonly Line[], kept: readonly Kept[]): Change[] {
  const wrong = kept.flatMap(({ line, quantity }, index): FieldError[] => {
    const found = lines.find(one => one.line === line)
    if (!found) return [{ field: `items.${index}.line`, reason: 'names no line of this order', code: 'unknown_line' }]
    const field = `items.${index}.quantity`
    const least = `must be at least ${found.shipped}: so many have left`
    if (quantity < found.shipped) return [{ field, reason: least, code: 'minimum' }]
    const reason = `must be at most ${found.quantity}: an order can only get smaller`
    return quantity <= found.quantity ? [] : [{ field, reason, code: 'maximum' }]
  })
  if (wrong.length > 0) throw invalidInput(...wrong)
  return lines.flatMap(line => {
    const after = kept.findLast(one => one.line === line.line)?.quantity ?? line.quantity
    return after < line.quantity ? [{ ...line, before: line.quantity, after, gone: line.quantity - after }] : []
  })
}

/** While the customer is at the provider's page, the amount there is the old one. @returns whether money came */
async function refuseWhilePaying(tx: Tx, orderId: number): Promise<boolean> {
  const payment = await findLivePayment(tx, orderId)
  if (!payment || payment.state === 'captured') return payment !== undefined
  const detail = 'The customer is paying for this order at this moment. Wait until that has ended.'
  throw new Problem('wrong_payment_state', detail, { members: { from: 'pending', to: 'changed' } })
}

/** The lines get smaller, each with its part of the discount, and the pieces that can be sold are in stock again. */
async function takePieces(
  tx: Tx,
  orderId: number,
  changed: readonly Change[],
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
async function linesOut(tx: Tx, orderId: number, changed: readonly Change[]): Promise<TakenOut['lines']> {
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

type Portion = TakenOut['taxes'][number]

async function readTaxes(tx: Tx, orderId: number): Promise<Portion[]> {
  return tx
    .selectFrom('order_taxes')
    .select(['rate_bp as rate', 'gross'])
    .where('order_id', '=', orderId)
    .orderBy('rate_bp', 'desc')
    .execute()
}

function lessOf(before: readonly Portion[], after: readonly Portion[]): Portion[] {
  return before.map(({ rate, gross }) => ({
    rate,
    gross: gross - (after.find(one => one.rate === rate)?.gross ?? 0),
  }))
}

/** Marks the order as paid, because what is left of it costs nothing. */
async function payNothing(tx: Tx, orderId: number, now: Date): Promise<void> {
  const { rows } = await sql`
    update orders set payment_status = 'paid' where id = ${orderId} and payment_status = 'open' returning id
  `.execute(tx)
  if (rows.length > 0) await notePaid(tx, orderId, now)
}

/**
 * Pieces that cost nothing leave the VAT as it is: no money moves, so no paper could correct what the invoice says of the delivery.
 * @returns the new total
 */
async function priceAnew(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with line as materialized (
      select coalesce(line_total, unit_price * quantity) as amount, tax_rate_bp as rate_bp, discount
      from order_items where order_id = ${orderId}
    ), sale as materialized (
      select delivery_total as price from orders where id = ${orderId}
    ), change as materialized (
      select total <> (select sum(amount - discount) from line) + delivery_total as is_any from orders where id = ${orderId}
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
 * Lowers the sales of the order's quarter of an hour, which may be added up already (console/overview/sales.ts). Both
 * transactions lock the same row, so one always sees the other's result.
 */
async function lowerSales(tx: Tx, orderId: number, amount: number): Promise<void> {
  await sql`update sales_cancelled set until = until`.execute(tx)
  await sql`
    update sales_quarters q set total = q.total - ${amount} from orders o
    where o.id = ${orderId} and q.currency = o.currency
      and q.quarter = date_bin('15 minutes', o.placed_at, timestamptz '2000-01-01 00:00Z')
  `.execute(tx)
}

async function payBack(tx: Tx, orderId: number, amount: number, { by, now }: Actor): Promise<string | null> {
  return refundLess(tx, { orderId, amount, reason: 'The order has become smaller.', by, now })
}

type Edit = Actor & {
  orderId: number
  owner: string
  kind: 'items' | 'address' | 'billing_address'
  total: number
  after: number
  items: ChangedLine[] | null
  takenOut: TakenOut | null
  refundId: string | null
}

export async function recordEdit(
  tx: Tx,
  { orderId, owner, kind, total, after, items, takenOut, refundId, by, now }: Edit,
): Promise<void> {
  const id = randomUUIDv7()
  await tx
    .insertInto('order_edits')
    .values({
      id,
      order_id: orderId,
      kind,
      total_before: total,
      total_after: after,
      items: items && JSON.stringify(items),
      refund_id: refundId,
      taken_out: takenOut && JSON.stringify(takenOut),
      by_user: by,
      at: now,
    })
    .execute()
  await announce(tx, { type: 'order.changed', payload: { orderId, editId: id }, to: [{ userId: owner }], at: now })
  await publishToFeed(tx, now, { type: 'order.changed', data: { orderId } })
}
