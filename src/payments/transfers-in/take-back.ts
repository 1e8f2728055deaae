/** A transfer was noted by mistake, or for the wrong order. It is taken back as a whole while nothing was built on it. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { countRefunds } from '../ledger/refunds.ts'
import { wantRefund } from '../ledger/wishes.ts'
import { settleOrder } from '../order-status.ts'
import { FIRST_OF } from '../refund-parts.ts'
import { lockTransfersOf } from '../transfers-out/drop.ts'
import { bookAgain } from './book.ts'
import type { TransferState } from './tables.ts'

/** `nobodyHasPaid`: what was too much goes back as before. */
type Details = { by: string; now: Date; nobodyHasPaid?: boolean }

/**
 * The orders are locked first, the smaller number first, as everywhere. Then one conditional update decides whether the
 * transfer is still booked. What came later and was too much pays these orders then, if it is still here. @returns the
 * orders that it had paid @throws Problem
 */
export async function takeTransferBack(tx: Tx, transferId: string, details: Details): Promise<number[]> {
  const { by, now, nobodyHasPaid = false } = details
  const orderIds = await lockOrdersOf(tx, transferId)
  // A transfer of a statement came, whatever it is for. What a person has noted was never there.
  const { rows } = await sql`
    update incoming_transfers
    set state = case when entry_key is null then 'undone' else 'open' end, decided_by = ${by}::uuid, decided_at = ${now}::timestamptz
    where id = ${transferId} and state = 'booked' returning id
  `.execute(tx)
  if (rows.length === 0) throw await explainState(tx, transferId, 'undone')
  // The entry of a statement that was said to be this one is open again.
  await tx
    .updateTable('incoming_transfers')
    .set({ state: 'open', same_as: null })
    .where('same_as', '=', transferId)
    .execute()
  const parts = await tx
    .deleteFrom('incoming_transfer_parts')
    .where('transfer_id', '=', transferId)
    .returning(['payment_id', 'order_id', 'amount'])
    .execute()
  for (const { payment_id: paymentId, amount } of parts) await lower(tx, paymentId, amount, { by, now })
  for (const orderId of orderIds) {
    const { before, after: left } = await settleOrder(tx, orderId, now, by)
    const after = nobodyHasPaid ? left : await useSurplus(tx, orderId, left, { by, now })
    await publishToFeed(tx, now, { type: 'transfer.undone', data: { orderId, transferId } })
    if (PAID_STATES.includes(before) && !PAID_STATES.includes(after))
      await publishToFeed(tx, now, { type: 'order.unpaid', data: { orderId } })
  }
  return orderIds
}

const PAID_STATES = ['paid', 'refund_due']

/** @returns the status of the payment afterwards */
async function useSurplus(tx: Tx, orderId: number, status: string, { by, now }: Details): Promise<string> {
  if (status !== 'open' && status !== 'partly_paid') return status
  const { rows } = await sql<{ transferId: string; paymentId: string; amount: number }>`
    select part.transfer_id as "transferId", part.payment_id as "paymentId", part.amount
    from incoming_transfer_parts part join payments p on p.id = part.payment_id
    join refunds r on r.payment_id = p.id and r.state = 'to_transfer' join refund_transfers t on t.refund_id = r.id
    where part.order_id = ${orderId} and p.is_surplus and p.state = 'captured' and p.refunded = 0 and r.amount = p.captured
      and part.amount = p.captured and t.file_id is null
    order by part.transfer_id
    for no key update of t
  `.execute(tx)
  let after = status
  for (const { transferId, paymentId, amount } of rows) {
    if (after !== 'open' && after !== 'partly_paid') break
    await tx
      .deleteFrom('incoming_transfer_parts')
      .where('transfer_id', '=', transferId)
      .where('payment_id', '=', paymentId)
      .execute()
    await lower(tx, paymentId, amount, { by, now })
    await bookAgain(tx, { transferId, orderId, amount, by, now })
    ;({ after } = await settleOrder(tx, orderId, now, by))
  }
  return after
}

async function lockOrdersOf(tx: Tx, transferId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where id in (select order_id from incoming_transfer_parts where transfer_id = ${transferId}) order by id for no key update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Explains why a step of a transfer is refused. */
export async function explainState(tx: Tx, transferId: string, to: TransferState): Promise<Problem> {
  const found = await tx
    .selectFrom('incoming_transfers')
    .select('state')
    .where('id', '=', transferId)
    .executeTakeFirst()
  if (!found) return new Problem('not_found', 'There is no such transfer.')
  const from = found.state
  const words = from.replace('_', ' ')
  const detail =
    from === to
      ? `The transfer is already ${words}.`
      : `The transfer is ${words} and cannot become ${to.replace('_', ' ')}.`
  return new Problem('wrong_transfer_state', detail, { members: { from, to } })
}

/**
 * Drops the refunds that would have gone out of this money by themselves. Money that has gone back, or that a file for
 * the bank has, stays. @throws Problem
 */
async function lower(tx: Tx, paymentId: string, amount: number, { by, now }: Details): Promise<void> {
  await lockTransfersOf(tx, paymentId)
  // Takes what was owed for returns and as goodwill off what is due now. An edit has done so already.
  await sql`
    with dropped as (
      update refunds r set state = 'failed', dropped = 'unpaid', is_known = true, ended_at = now() from payments p
      where p.id = ${paymentId} and r.payment_id = p.id and r.state in ('pending', 'to_transfer')
        and not exists (select from refund_transfers t where t.refund_id = r.id and t.file_id is not null)
      returning ${FIRST_OF(sql`r`)} as first, source, r.amount, p.order_id
    ), owed as (
      select order_id, sum(amount) as amount from dropped
      where source = 'shop' and not exists (select from order_edits e where e.order_id = dropped.order_id and refund_id = dropped.first)
      group by order_id
    )
    update orders o set credited = credited + owed.amount from owed where o.id = owed.order_id and status <> 'cancelled'
  `.execute(tx)
  await countRefunds(tx, paymentId)
  const { rows } = await sql<{ left: number; isCancelled: boolean; isSurplus: boolean }>`
    update payments p
    set captured = captured - ${amount}, state = case when captured = ${amount} then 'cancelled' else state end
    from orders o
    where p.id = ${paymentId} and o.id = p.order_id and p.state = 'captured' and refunded = 0 and refund_reserved <= captured - ${amount}
    returning captured as left, o.status = 'cancelled' as "isCancelled", is_surplus as "isSurplus"
  `.execute(tx)
  const [lowered] = rows
  if (!lowered) throw new Problem('wrong_payment_state', GONE_BACK, { members: { from: 'refunded', to: 'unpaid' } })
  const { left, isCancelled, isSurplus } = lowered
  if (left > 0 && (isCancelled || isSurplus))
    await wantRefund(tx, { paymentId, source: isSurplus ? 'surplus' : 'cancelled', by, now })
}

const GONE_BACK = 'Money of this transfer has gone back, or is in a file for the bank. So it stays as it is.'

/** All transfers that have paid this order, for "mark as unpaid". @throws Problem */
export async function takePaymentBack(tx: Tx, orderId: number, details: Details): Promise<void> {
  const { rows } = await sql<{ id: string; orders: number }>`
    select p.transfer_id as id, (select count(distinct order_id)::int from incoming_transfer_parts o
    where o.transfer_id = p.transfer_id) as orders
    from incoming_transfer_parts p join payments on payments.id = p.payment_id
    where p.order_id = ${orderId} and not is_surplus order by p.transfer_id
  `.execute(tx)
  if (rows.some(({ orders }) => orders > 1))
    throw new Problem('wrong_payment_state', 'A transfer has paid this order and others. Take back the transfer.', {
      members: { from: 'paid', to: 'unpaid' },
    })
  for (const { id } of rows) await takeTransferBack(tx, id, { ...details, nobodyHasPaid: true })
}
