/** A person has made a transfer at the bank. Only now the money has gone back, and customer and programs are notified. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { countRefunds } from '../ledger/refunds.ts'
import { settleOrder } from '../order-status.ts'

type Sent = {
  /** The refund's. */
  id: string
  by: string
  now: Date
  /** The account that the person has seen. Another one may have been given meanwhile. */
  iban?: string | undefined
  /** The file that it was sent with. Undefined: by hand, so it must be in none. */
  fileId?: string | undefined
}

/**
 * One conditional update decides when two of the staff say so, or one of them has put it into a file. @returns the
 * order @throws Problem
 */
export async function keepSent(tx: Tx, { id, by, now, iban, fileId }: Sent): Promise<number> {
  const order = await lockOrderOf(tx, id)
  const { rows } = await sql<{ paymentId: string }>`
    with sent as (
      update refunds r set state = 'done', ended_at = now() from refund_transfers t
      where r.id = ${id} and t.refund_id = r.id and r.state = 'to_transfer'
        and (${iban ?? null}::text is null or t.iban = ${iban ?? null}) and t.file_id is not distinct from ${fileId ?? null}::uuid
      returning r.id, r.payment_id
    ), named as (
      update refund_transfers t set sent_by = ${by}::uuid from sent where t.refund_id = sent.id
    )
    select payment_id as "paymentId" from sent
  `.execute(tx)
  const [sent] = rows
  if (!sent) throw await explain(tx, id, iban)
  const { orderId, ownerId } = order
  await countRefunds(tx, sent.paymentId)
  const { before, after } = await settleOrder(tx, orderId, now)
  const data = { orderId, refundId: id }
  await announce(tx, { type: 'refund.sent', payload: data, to: [{ userId: ownerId }], at: now })
  await publishToFeed(tx, now, { type: 'refund.sent', data })
  if (after === 'refunded' && before !== after)
    await publishToFeed(tx, now, { type: 'order.refunded', data: { orderId } })
  return orderId
}

/**
 * The order first, as everywhere. Then the transfer, so that no file takes it until the commit: a statement that follows sees what an
 * earlier one has left. @throws Problem
 */
export async function lockOrderOf(tx: Tx, refundId: string): Promise<{ orderId: number; ownerId: string }> {
  const { rows } = await sql<{ orderId: number; ownerId: string }>`
    select id as "orderId", owner_id as "ownerId" from orders
    where id = (select order_id from payments p join refunds r on r.payment_id = p.id where r.id = ${refundId})
    for no key update
  `.execute(tx)
  if (!rows[0]) throw new Problem('not_found', 'There is no such refund.')
  await tx
    .selectFrom('refund_transfers')
    .select('refund_id')
    .where('refund_id', '=', refundId)
    .forNoKeyUpdate()
    .execute()
  return rows[0]
}

async function explain(tx: Tx, id: string, iban?: string): Promise<Problem> {
  const found = await tx
    .selectFrom('refunds')
    .innerJoin('refund_transfers as t', 't.refund_id', 'refunds.id')
    .select(['state', 't.iban'])
    .where('refunds.id', '=', id)
    .executeTakeFirst()
  const state = found?.state ?? 'pending'
  if (state === 'to_transfer' && iban !== undefined && iban !== found?.iban)
    return new Problem(
      'refund_account_changed',
      'Another account was given for this refund meanwhile. Look at it again.',
    )
  if (state === 'to_transfer')
    return new Problem(
      'transfer_in_file',
      'This transfer is in a file for the bank. Name the file that you have sent, or discard it first.',
    )
  return notToTransfer(state)
}

export function notToTransfer(state: string): Problem {
  const detail = state === 'done' ? 'This refund was already sent.' : 'This refund does not wait for a bank transfer.'
  return new Problem('wrong_refund_state', detail, { members: { from: state } })
}
