/** A person has seen a transfer on the account of the shop. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { bookPart } from './book.ts'
import './tables.ts'

export type NotedTransfer = {
  /** Amount in minor units, in the currency of the order. */
  amount?: number | undefined
  /** Day on which the bank booked it. */
  receivedOn?: string | undefined
  payer?: string | undefined
  reference?: string | undefined
}

type Noted = NotedTransfer & { orderId: number; amount: number; by: string; now: Date }

/** The order is locked. @returns the id of the transfer */
export async function noteTransfer(tx: Tx, noted: Noted): Promise<string> {
  const { orderId, amount, receivedOn, payer, reference, by, now } = noted
  const id = randomUUIDv7()
  await sql`
    insert into incoming_transfers (id, state, booked_on, amount, currency, payer, reference, noted_by, noted_at, decided_by, decided_at)
    select ${id}::uuid, 'booked', ${receivedOn ?? null}::date, ${amount}::bigint, currency, ${payer ?? null}, ${reference ?? null},
      ${by}::uuid, ${now}::timestamptz, ${by}::uuid, ${now}::timestamptz
    from orders where id = ${orderId}
  `.execute(tx)
  await bookPart(tx, { transferId: id, orderId, amount, by, now })
  return id
}
