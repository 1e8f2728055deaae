/** The refunds of a payment as the provider has them, written beside those that we asked for. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { SHOP_ITSELF } from '../order-status.ts'
import type { StandingRefund } from '../providers/provider.ts'

type OfPayment = { id: string; orderId: number; ownerId: string; now: Date }

/**
 * Every refund that the provider has, once: those that we asked for by the name of their call, and the others by the name
 * that the provider gave them. The sums are counted from the rows, so they cannot drift.
 */
export async function applyRefunds(tx: Tx, payment: OfPayment, refunds: StandingRefund[]): Promise<void> {
  for (const refund of refunds) {
    await closeSeenCall(tx, payment.id, refund)
    const changed = (await applyOwn(tx, payment.id, refund)) ?? (await applyOther(tx, payment.id, refund))
    if (changed?.after === 'done' && changed.before !== 'done') await tellSent(tx, payment, changed.id)
    if (changed?.after === 'failed' && changed.before !== 'failed') await tellFailed(tx, payment, changed.id)
  }
  await countRefunds(tx, payment.id)
}

/** Closes the call of a refund that the provider shows. Nobody has to ask about it again, or to confirm it. */
async function closeSeenCall(tx: Tx, paymentId: string, { operation }: StandingRefund): Promise<void> {
  if (operation === undefined) return
  await sql`
    update payment_calls set state = 'done', ended_at = now(), reply = null
    where id::text = ${operation} and payment_id = ${paymentId} and kind = 'refund' and state in ('pending', 'in_doubt')
  `.execute(tx)
}

async function tellSent(tx: Tx, { orderId, ownerId, now }: OfPayment, refundId: string): Promise<void> {
  const data = { orderId, refundId }
  await announce(tx, { type: 'refund.sent', payload: data, to: [{ userId: ownerId }], at: now })
  await publishToFeed(tx, now, { type: 'refund.sent', data })
}

/** The customer waits for this money, and somebody in the shop has to send it in another way. */
export async function tellFailed(tx: Tx, { orderId, ownerId, now }: Omit<OfPayment, 'id'>, refundId: string) {
  const data = { orderId, refundId }
  await announce(tx, { type: 'refund.failed', payload: data, to: [{ userId: ownerId }], at: now })
  await announce(tx, { type: 'shop.refund_failed', payload: data, to: ['shop'], at: now })
  await publishToFeed(tx, now, { type: 'refund.failed', data })
}

/** The state before is null for a refund that was not known. */
type Changed = { id: string; before: string | null; after: string }

/**
 * A refund that was done can still fail, when the bank sends the money back (`failure_reason` of stripe 23.1.0, resources/Refunds.d.ts).
 * Nothing else leads back: who refunds again makes another one.
 */
const rankOf = (state: RawBuilder<unknown>) => sql`array_position(array['pending', 'done', 'failed'], ${state}::text)`

/** @returns undefined if nothing has changed */
async function applyOwn(
  tx: Tx,
  paymentId: string,
  { id, operation, state }: StandingRefund,
): Promise<Changed | undefined> {
  if (operation === undefined) return undefined
  const { rows } = await sql<Changed>`
    update refunds r
    set provider_id = ${id}, state = ${state}, ended_at = case when ${state}::text <> 'pending' then now() end
    from payment_calls c, refunds old
    where c.id::text = ${operation} and c.refund_id = r.id and r.payment_id = ${paymentId} and old.id = r.id
      -- A second one with the same name is not this one.
      and (r.provider_id is null or r.provider_id = ${id} and ${rankOf(sql`r.state`)} < ${rankOf(sql`${state}`)})
    returning r.id, old.state as before, r.state as after
  `.execute(tx)
  return rows[0]
}

async function applyOther(tx: Tx, paymentId: string, refund: StandingRefund): Promise<Changed | undefined> {
  const { id, operation, amount, state } = refund
  const { rows } = await sql<Changed & { isTakenOff: boolean }>`
    with old as materialized (
      select state from refunds where payment_id = ${paymentId} and provider_id = ${id}
    )
    insert into refunds as r (id, payment_id, amount, source, state, provider_id, by_user, ended_at, taken_off)
    select ${randomUUIDv7()}::uuid, ${paymentId}::uuid, ${amount}::bigint, 'external', ${state}, ${id}, ${SHOP_ITSELF}::uuid,
      case when ${state}::text <> 'pending' then now() end, ${state}::text <> 'failed' and exists (
        select from orders join payments on order_id = orders.id where payments.id = ${paymentId} and payment_status = 'partly_paid'
      )
    where not exists (
      select from payment_calls c join refunds own on own.id = c.refund_id
      where c.id::text = ${operation ?? ''} and own.provider_id = ${id}
    )
    on conflict (payment_id, provider_id) do update set state = excluded.state, ended_at = excluded.ended_at
      where ${rankOf(sql`r.state`)} < ${rankOf(sql`excluded.state`)}
    returning r.id, (select state from old) as before, r.state as after, r.taken_off as "isTakenOff"
  `.execute(tx)
  const [changed] = rows
  // Money that went back of a partly paid order is not asked for again.
  if (changed?.before === null && changed.isTakenOff)
    await sql`
      update orders set credited = credited + ${amount} from payments where payments.id = ${paymentId} and orders.id = payments.order_id
    `.execute(tx)
  return changed
}

/**
 * The sums of a payment, from its refunds and disputes. A refund made elsewhere can leave less than a pending one of ours wants; the
 * provider then refuses ours. A dispute can be about more than what is left, and takes that. An order that was to cost less because of a
 * refund costs as much as before when that does not go.
 */
export async function countRefunds(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    with refund as (
      select coalesce(sum(amount) filter (where state <> 'failed'), 0) as reserved,
        coalesce(sum(amount) filter (where state = 'done'), 0) as refunded
      from refunds where payment_id = ${paymentId}
    ), dispute as (
      -- 1. Gone for good, less what was credited as a refund. In another currency than the payment, the amount says nothing.
      select coalesce(sum(greatest(0, whole - credited)) filter (where ${IS_LOST}), 0) as lost,
        coalesce(sum(whole) filter (where ${IS_HELD}), 0) as held
      from disputes d join payments p on p.id = d.payment_id
      cross join lateral (
        select case when d.currency = p.currency then d.amount else p.captured end as whole,
          coalesce((select amount from refunds r where r.id = d.refund_id and r.state = 'done'), 0) as credited
      ) as part
      where d.payment_id = ${paymentId}
    ), counted as (
      -- 2. Never more than came.
      select p.id, least(captured, reserved) as reserved, least(captured, refund.refunded) as refunded,
        least(captured - least(captured, refund.refunded), lost) as lost, held
      from payments p, refund, dispute where p.id = ${paymentId}
    )
    update payments p
    set refund_reserved = counted.reserved, refunded = counted.refunded, charged_back = lost,
      disputed = least(captured - counted.refunded - lost, held), had_chargeback = had_chargeback or lost > 0
    from counted where p.id = counted.id
  `.execute(tx)
  // Then what is owed has a payment of its own, whichever has paid the rest of a grown order.
  await sql`
    update payments p set is_complete = true from payments gone
    where gone.id = ${paymentId} and gone.charged_back > 0 and p.order_id = gone.order_id and p.id <> gone.id
      and p.state = 'captured' and not p.is_surplus and not p.is_complete and not p.had_chargeback and not p.for_claim
  `.execute(tx)
  await sql`
    with kept as (
      update refunds set taken_off = false where payment_id = ${paymentId} and state = 'failed' and taken_off returning amount
    )
    update orders set credited = credited - (select sum(amount) from kept)
    where id = (select order_id from payments where id = ${paymentId}) and exists (select from kept)
  `.execute(tx)
}

const IS_LOST = sql`d.takes_money and (d.state in ('lost', 'prevented') or d.state = 'unknown' and d.decision is not null)`
const IS_HELD = sql`d.state = 'open' or d.state = 'unknown' and d.takes_money and d.decision is null`
