/**
 * An order costs more than before, because staff have put it right. What came stays with the order, and only the rest is due.
 *
 * A payment at a provider has a fixed amount, so it is complete: the rest gets a payment of its own, online or by transfer. A payment by
 * transfers grows.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { DUE, LEFT_TO_PAY } from './due.ts'
import { TRANSFER } from './ledger/wishes.ts'
import { settleOrder } from './order-status.ts'
import { readKept } from './refund.ts'

/**
 * Refuses to make an order dearer of which money went back for another reason than a smaller order, or whose money a bank holds:
 * the customer would be asked for that money again. The order is locked.
 */
export async function requireAskable(tx: Tx, orderId: number): Promise<void> {
  const { status, left, due } = await tx
    .selectFrom('orders')
    .select(['payment_status as status', LEFT_TO_PAY.as('left'), DUE.as('due')])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { came, kept } = await readKept(tx, orderId)
  const isGone = came > 0 && kept === 0
  const { rows: claims } = await sql`
    select from payments where order_id = ${orderId} and not is_surplus and charged_back + disputed > 0 limit 1
  `.execute(tx)
  if (left === due && !isGone && claims.length === 0 && !GIVEN_BACK.includes(status)) return
  const detail = 'Money of this order went back, or a bank holds it. Place another order for what is added.'
  throw new Problem('wrong_payment_state', detail, { members: { from: status, to: 'changed' } })
}

const GIVEN_BACK: readonly string[] = ['disputed', 'charged_back', 'refund_due', 'refunded']

/** @param amount by which the order is dearer; its row is locked and has the new total */
export async function askForMore(
  tx: Tx,
  { orderId, amount, by, now }: { orderId: number; amount: number; by: string; now: Date },
): Promise<void> {
  await sql`
    update payments set
      is_complete = is_complete or provider <> ${TRANSFER},
      amount = case when provider = ${TRANSFER} then amount + ${amount} else amount end
    where order_id = ${orderId} and state = 'captured' and not is_surplus
  `.execute(tx)
  await settleOrder(tx, orderId, now, by)
}

/** A payment that has paid for an order as it was, before staff made it dearer. */
export async function findCompletePayment(db: Db, orderId: number) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'captured')
    .where('is_surplus', '=', false)
    .where('had_chargeback', '=', false)
    .where('is_complete', '=', true)
    .limit(1)
    .executeTakeFirst()
}
