/** The steps of a return, with all that belongs to each. */
import { sql } from 'kysely'
import { changesStockBecause } from '../catalogue/stock/cause.ts'
import { recordsetSql } from '../database/rows.ts'
import { INT_MAX, type Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { invalidInput, Problem } from '../problems.ts'
import { RETURN_STEPS, type ReturnState, type ReturnStep } from './states.ts'
import { valueReturn } from './value.ts'
import './tables.ts'

type Step = { id: string; by: string; now: Date }

/**
 * Takes a step, and tells customer and programs of it in the same transaction. The row of the order is locked first, as
 * everything about an order does, and one conditional update decides.
 * @param isTold whether the customer gets an email; a refund has one of its own
 * @throws Problem
 */
export async function takeStep(tx: Tx, step: ReturnStep, { id, by, now }: Step, isTold = true): Promise<number> {
  const { from, to } = RETURN_STEPS[step]
  const { rows } = await sql<{ orderId: number; ownerId: string }>`
    select o.id as "orderId", owner_id as "ownerId" from orders o
    where id = (select order_id from returns where id = ${id}) for no key update
  `.execute(tx)
  const [order] = rows
  if (!order) throw noSuchReturn()
  const { numAffectedRows } = await sql`
    update returns set state = ${to} where id = ${id} and state = any(${from}::text[])
  `.execute(tx)
  if (numAffectedRows === 0n) throw await explain(tx, step, id)
  await tell(tx, { returnId: id, ...order, to, by, now, isTold })
  return order.orderId
}

async function explain(tx: Tx, step: ReturnStep, id: string): Promise<Problem> {
  const { state } = await tx.selectFrom('returns').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const { from, to } = RETURN_STEPS[step]
  const detail =
    state === to
      ? `The return is already ${state}.`
      : `The return is ${state} and cannot become ${to}; only ${from.join(' or ')} returns can.`
  return new Problem('wrong_return_state', detail, { members: { from: state, to } })
}

export function noSuchReturn(): Problem {
  return new Problem('not_found', 'There is no such return.')
}

type Taken = {
  returnId: string
  orderId: number
  ownerId: string
  to: ReturnState
  by: string
  now: Date
  isTold?: boolean
}

/** Records a state once it is entered, and announces it. */
export async function tell(tx: Tx, { returnId, orderId, ownerId, to, by, now, isTold = true }: Taken): Promise<void> {
  await tx.insertInto('return_steps').values({ return_id: returnId, state: to, by_user: by, at: now }).execute()
  const data = { orderId, returnId }
  if (isTold) await announce(tx, { type: `return.${to}`, payload: data, to: [{ userId: ownerId }], at: now })
  await publishToFeed(tx, now, { type: `return.${to}`, data })
}

type Approval = Step & { label: string | null; answer: string | null }

export async function approve(tx: Tx, { label, answer, ...step }: Approval): Promise<void> {
  await takeStep(tx, 'approve', step)
  await tx.updateTable('returns').set({ label, answer }).where('id', '=', step.id).execute()
}

/** Its pieces can be returned again. */
export async function decline(tx: Tx, { answer, ...step }: Step & { answer: string | null }): Promise<void> {
  const orderId = await takeStep(tx, 'decline', step)
  await tx.updateTable('returns').set({ answer }).where('id', '=', step.id).execute()
  await sql`
    update order_items i set returned = i.returned - r.quantity
    from return_items r where r.return_id = ${step.id} and i.order_id = ${orderId} and i.line = r.line
  `.execute(tx)
}

/** Number of pieces of a line that can be sold again. */
type Restock = { line: number; restocked: number }

/** The goods are here. @param items by default all pieces can be sold again */
export async function receive(tx: Tx, { items, ...step }: Step & { items: readonly Restock[] }): Promise<void> {
  const orderId = await takeStep(tx, 'receive', step)
  await checkLines(tx, step.id, items)
  await sql`
    update return_items r set restocked = coalesce((
      select max(g.restocked) from ${recordsetSql(items)} as g (line smallint, restocked int) where g.line = r.line
    ), quantity)
    where return_id = ${step.id}
  `.execute(tx)
  const { goods, delivery } = await valueReturn(tx, step.id)
  await tx
    .updateTable('returns')
    .set({ goods_total: goods, delivery_total: delivery })
    .where('id', '=', step.id)
    .execute()
  await changesStockBecause(tx, { reason: 'returned', orderId, by: step.by, at: step.now })
  await restock(tx, step.id)
}

async function checkLines(tx: Tx, id: string, items: readonly Restock[]): Promise<void> {
  const lines = await tx.selectFrom('return_items').select(['line', 'quantity']).where('return_id', '=', id).execute()
  const wrong = items.flatMap(({ line, restocked }, index) => {
    const found = lines.find(one => one.line === line)
    if (!found) return [{ field: `items.${index}.line`, reason: 'is not part of this return', code: 'unknown_line' }]
    const reason = `must be at most ${found.quantity}, which came back`
    return restocked > found.quantity ? [{ field: `items.${index}.restocked`, reason, code: 'maximum' }] : []
  })
  if (wrong.length > 0) throw invalidInput(...wrong)
}

/** Locks the products in the order of their ids, as placing an order does. */
async function restock(tx: Tx, id: string): Promise<void> {
  await sql`
    with line as (
      select product_id, sum(r.restocked) as pieces
      from returns join return_items r on r.return_id = returns.id
      join order_items i on i.order_id = returns.order_id and i.line = r.line
      where returns.id = ${id} and r.restocked > 0 and i.stock_counted
      group by product_id
    ), product as materialized (
      select id, pieces from products join line on product_id = id order by id for no key update of products
    )
    update products set stock = least(stock + product.pieces, ${INT_MAX}), updated_at = now()
    from product where products.id = product.id
  `.execute(tx)
}
