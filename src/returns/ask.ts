/** Requests a return: the customer sends pieces of an order back, or the shop does so for the customer. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordsetSql } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'
import { invalidInput, Problem } from '../problems.ts'
import { tell } from './steps.ts'

type Pieces = { line: number; quantity: number }

type Wish = {
  orderId: number
  /** Undefined: the shop asks. */
  ownerId: string | undefined
  items: readonly Pieces[]
  reason: string | null
  /** The account for the refund, without spaces. */
  refundIban: string | null
  by: string
  now: Date
}

/** @returns the id of the return @throws Problem */
export async function askForReturn(tx: Tx, wish: Wish): Promise<string> {
  const { orderId, ownerId, items, reason, refundIban, by, now } = wish
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'owner_id'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order || (ownerId !== undefined && order.owner_id !== ownerId))
    throw new Problem('not_found', 'There is no such order, or it is not yours.')
  if (order.status !== 'shipped' && order.status !== 'delivered') {
    const detail = `The order is ${order.status}; only what was shipped can be returned.`
    throw new Problem('wrong_order_state', detail, { members: { from: order.status, to: 'returned' } })
  }
  const asked = sumsOf(items)
  if (asked.length === 0)
    throw invalidInput({
      field: 'items.0.quantity',
      reason: 'must be at least 1, here or in another line',
      code: 'required',
    })
  const id = randomUUIDv7()
  await sql`insert into returns (id, order_id, reason, refund_iban) values (${id}, ${orderId}, ${reason}, ${refundIban})`.execute(
    tx,
  )
  await reserve(tx, { id, orderId, asked, items })
  await tell(tx, { returnId: id, orderId, ownerId: order.owner_id, to: 'requested', by, now })
  return id
}

/** The same line twice is one line with both quantities; nothing of a line is no line. */
function sumsOf(items: readonly Pieces[]): Pieces[] {
  const sums = new Map<number, number>()
  for (const { line, quantity } of items) if (quantity > 0) sums.set(line, (sums.get(line) ?? 0) + quantity)
  return [...sums].map(([line, quantity]) => ({ line, quantity }))
}

type Reservation = { id: string; orderId: number; asked: Pieces[]; items: readonly Pieces[] }

/** One conditional update decides whether so many pieces are left to return. */
async function reserve(tx: Tx, { id, orderId, asked, items }: Reservation): Promise<void> {
  const { rows } = await sql`
    with asked as (
      select * from ${recordsetSql(asked)} as a (line smallint, quantity int)
    ), raised as (
      update order_items i set returned = i.returned + asked.quantity
      from asked where i.order_id = ${orderId} and i.line = asked.line and i.returned + asked.quantity <= i.quantity
      returning i.line, asked.quantity
    )
    insert into return_items (return_id, line, quantity) select ${id}::uuid, line, quantity from raised returning line
  `.execute(tx)
  if (rows.length < asked.length) throw await explain(tx, orderId, asked, items)
}

async function explain(tx: Tx, orderId: number, asked: Pieces[], items: readonly Pieces[]): Promise<Problem> {
  const lines = await tx
    .selectFrom('order_items')
    .select(['line', 'name', 'quantity', 'returned'])
    .where('order_id', '=', orderId)
    .execute()
  const unknown = items.findIndex(({ line }) => !lines.some(found => found.line === line))
  if (unknown >= 0) {
    const reason = 'names no line of this order'
    return invalidInput({ field: `items.${unknown}.line`, reason, code: 'unknown_line' })
  }
  const all = asked.flatMap(({ line, quantity }) => {
    const found = lines.find(one => one.line === line)!
    const left = found.quantity - found.returned
    return quantity > left ? [{ line, name: found.name, asked: quantity, left }] : []
  })
  const detail = all.map(({ name, asked, left }) => `${name}: ${asked} asked, ${left} left to return`).join('; ')
  return new Problem('too_many_returned', `${detail}.`, { members: { ...all[0], all } })
}
