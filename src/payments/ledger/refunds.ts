/** The refunds of a payment as the provider has them, written beside those that we asked for. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { SHOP } from '../order-status.ts'
import type { StandingRefund } from '../providers/provider.ts'

type OfPayment = { id: string; orderId: number; ownerId: string; now: Date }

/**
 * Every refund that the provider has, once: those that we asked for by the name of their call, and the others by the name
 * that the provider gave them. The sums are counted from the rows, so they cannot drift.
 */
export async function applyRefunds(tx: Tx, payment: OfPayment, refunds: StandingRefund[]): Promise<void> {
  for (const refund of refunds) {
    const { orderId, ownerId, now } = payment
    await closeSeenCall(tx, payment.id, refund)
    const refundId = (await applyOwn(tx, payment.id, refund)) ?? (await applyOther(tx, payment.id, refund))
    if (refundId === undefined) continue
    const data = { orderId, refundId }
    // The customer's own bank has told of a chargeback. "We have sent it back" would not be true.
    if (!refund.isChargeback)
      await announce(tx, { type: 'refund.sent', payload: data, to: [{ userId: ownerId }], at: now })
    await publishToFeed(tx, now, { type: 'refund.sent', data })
  }
  await countRefunds(tx, payment.id)
}

/** What the provider shows was made. Nobody has to ask about it again, or to say so. */
async function closeSeenCall(tx: Tx, paymentId: string, { operation }: StandingRefund): Promise<void> {
  if (operation === undefined) return
  await sql`
    update payment_calls set state = 'done', ended_at = now(), reply = null
    where id::text = ${operation} and payment_id = ${paymentId} and kind = 'refund' and state in ('pending', 'in_doubt')
  `.execute(tx)
}

/** A refund that was done can still fail, when the bank sends the money back. Nothing else leads back. */
const RANK = (state: RawBuilder<unknown>) => sql`array_position(array['pending', 'done', 'failed'], ${state}::text)`

/** @returns its id, if it is done now and was not before */
async function applyOwn(
  tx: Tx,
  paymentId: string,
  { id, operation, state }: StandingRefund,
): Promise<string | undefined> {
  if (operation === undefined) return undefined
  const { rows } = await sql<{ id: string; isDone: boolean }>`
    update refunds r
    set provider_id = ${id}, state = ${state}, ended_at = case when ${state}::text <> 'pending' then now() end
    from payment_calls c, refunds old
    where c.id::text = ${operation} and c.refund_id = r.id and r.payment_id = ${paymentId} and old.id = r.id
      -- A second one with the same name is not this one.
      and (r.provider_id is null or r.provider_id = ${id} and ${RANK(sql`r.state`)} < ${RANK(sql`${state}`)})
    returning r.id, r.state = 'done' and old.state <> 'done' as "isDone"
  `.execute(tx)
  return rows[0]?.isDone ? rows[0].id : undefined
}

async function applyOther(tx: Tx, paymentId: string, refund: StandingRefund): Promise<string | undefined> {
  const { id, operation, amount, state, isChargeback } = refund
  const source = isChargeback ? 'chargeback' : 'external'
  const { rows } = await sql<{ id: string; isDone: boolean }>`
    insert into refunds as r (id, payment_id, amount, source, state, provider_id, by_user, ended_at)
    select ${randomUUIDv7()}::uuid, ${paymentId}::uuid, ${amount}::bigint, ${source}, ${state}, ${id}, ${SHOP}::uuid,
      case when ${state}::text <> 'pending' then now() end
    where not exists (
      select from payment_calls c join refunds own on own.id = c.refund_id
      where c.id::text = ${operation ?? ''} and own.provider_id = ${id}
    )
    on conflict (payment_id, provider_id) do update set state = excluded.state, ended_at = excluded.ended_at
      where ${RANK(sql`r.state`)} < ${RANK(sql`excluded.state`)}
    returning r.id, r.state = 'done' as "isDone"
  `.execute(tx)
  return rows[0]?.isDone ? rows[0].id : undefined
}

/** A refund made elsewhere can leave less than a pending one of ours wants. The provider then refuses ours. */
export async function countRefunds(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    update payments p set refund_reserved = least(captured, r.reserved), refunded = least(captured, r.refunded)
    from (
      select coalesce(sum(amount) filter (where state <> 'failed'), 0) as reserved,
        coalesce(sum(amount) filter (where state = 'done'), 0) as refunded
      from refunds where payment_id = ${paymentId}
    ) as r
    where p.id = ${paymentId}
  `.execute(tx)
}
