/**
 * Staff decide about a withdrawal: an order that is not on its way is cancelled, and one that is comes back. That follows by itself for a
 * statement from a session of the customer. Anybody may have written another one, so staff have to have asked.
 */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { askForReturn } from '../ask.ts'
import './tables.ts'

/** `isCustomerAsked`: staff know from the customer that the statement is theirs. */
type Decision = { id: string; isAccepted: boolean; isCustomerAsked: boolean; by: string; now: Date }

/** Takes the step of an order that is cancelled. Handed in, because orders come after returns. */
export type CancelOrder = (
  tx: Tx,
  orderId: number,
  details: { by: { id: string; staff: boolean }; now: Date },
) => Promise<unknown>

/** Results that follow from it by themselves. */
type Outcome = { orderId: number | null; returnId: string | null }

/**
 * The row of the order is locked first, so a step that is taken at the same time is seen or waits. One conditional update decides which of
 * two decisions counts.
 * @throws Problem
 */
export async function decideWithdrawal(
  tx: Tx,
  { id, isAccepted, isCustomerAsked, by, now }: Decision,
  cancelOrder: CancelOrder,
): Promise<Outcome> {
  const { rows } = await sql<{ status: string }>`
    select status from orders where id = (select order_id from withdrawals where id = ${id}) for no key update
  `.execute(tx)
  const decided = await tx
    .updateTable('withdrawals')
    .set({ decided_at: now, decided_by: by, is_accepted: isAccepted })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning(['order_id as orderId', 'items', 'is_signed_in as isSignedIn'])
    .executeTakeFirst()
  if (!decided) throw await explain(tx, id)
  const { orderId, items, isSignedIn } = decided
  // Nobody but a person can read which pieces they are.
  if (!isAccepted || orderId === null || items !== null) return { orderId, returnId: null }
  if (!isSignedIn && !isCustomerAsked) throw new Problem('customer_not_asked')
  const { status } = rows[0]!
  if (status === 'placed' || status === 'processing') {
    await cancelOrder(tx, orderId, { by: { id: by, staff: true }, now })
    return { orderId, returnId: null }
  }
  if (status === 'cancelled') return { orderId, returnId: null }
  return { orderId, returnId: await returnRest(tx, { orderId, by, now }) }
}

/** All that is not on its way back already. */
async function returnRest(tx: Tx, { orderId, by, now }: { orderId: number; by: string; now: Date }) {
  const lines = await tx
    .selectFrom('order_items')
    .select(['line', sql<number>`quantity - returned`.as('quantity')])
    .where('order_id', '=', orderId)
    .whereRef('quantity', '>', 'returned')
    .execute()
  if (lines.length === 0) return null
  return askForReturn(tx, {
    orderId,
    ownerId: undefined,
    items: lines,
    reason: 'Withdrawal',
    refundIban: null,
    by,
    now,
  })
}

async function explain(tx: Tx, id: string): Promise<Problem> {
  const found = await tx.selectFrom('withdrawals').select('is_accepted').where('id', '=', id).executeTakeFirst()
  if (!found) return new Problem('not_found', 'There is no such withdrawal.')
  const was = found.is_accepted ? 'accepted' : 'declined'
  return new Problem('already_decided', `This withdrawal is already ${was}.`, { members: { was } })
}
