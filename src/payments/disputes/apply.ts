/** The disputes of a payment as the provider has them now, and what follows from them for the order. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { countRefunds } from '../ledger/refunds.ts'
import { wantCancel, wantRefund } from '../ledger/wishes.ts'
import type { StandingDispute } from '../providers/provider.ts'
import { REST } from './claim.ts'
import { type DisputeState, isOpenDispute } from './states.ts'

type OfPayment = { id: string; orderId: number; orderStatus: string; now: Date }

/** The order is locked. Each dispute is written as it is now, whatever it was before. */
export async function applyDisputes(tx: Tx, payment: OfPayment, disputes: StandingDispute[]): Promise<void> {
  let isBack = false
  for (const dispute of disputes) {
    const written = await write(tx, payment.id, dispute)
    if (!written) continue
    await tell(tx, payment, written)
    isBack ||= written.before !== null && !written.takesMoney
  }
  if (disputes.length > 0) await countRefunds(tx, payment.id)
  if (isBack) await giveBack(tx, payment)
}

type Written = { id: string; before: DisputeState | null; after: DisputeState; takesMoney: boolean }

/**
 * A decision of a person holds while the money is gone. When it comes back, the refund that carried the credit note has failed,
 * so another document takes the note back (documents/).
 * @returns undefined if it was so already
 */
async function write(tx: Tx, paymentId: string, dispute: StandingDispute): Promise<Written | undefined> {
  const { id, amount, currency, reason, state, providerState, takesMoney, respondBy, openedAt } = dispute
  const isGone = takesMoney && (state === 'lost' || state === 'prevented' || state === 'unknown')
  const { rows } = await sql<Written>`
    with old as materialized (
      select id, state, refund_id from disputes where payment_id = ${paymentId} and provider_id = ${id}
    ), returned as (
      update refunds r set state = 'failed', ended_at = now() from old
      where r.id = old.refund_id and not ${isGone} and r.state = 'done'
    )
    insert into disputes as d (
      id, payment_id, provider_id, amount, currency, reason, state, provider_state, takes_money, respond_by, opened_at, closed_at
    ) values (
      ${randomUUIDv7()}, ${paymentId}, ${id}, ${amount}, ${currency}, ${reason}, ${state}, ${providerState}, ${takesMoney}, ${respondBy},
      ${openedAt}, case when ${isOpenDispute(state)} then null else now() end
    )
    on conflict (payment_id, provider_id) do update set
      amount = excluded.amount, currency = excluded.currency, reason = excluded.reason, state = excluded.state,
      provider_state = excluded.provider_state, takes_money = excluded.takes_money, respond_by = excluded.respond_by,
      closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end,
      decision = case when ${isGone} then d.decision end, decided_by = case when ${isGone} then d.decided_by end,
      decided_at = case when ${isGone} then d.decided_at end, refund_id = case when ${isGone} then d.refund_id end
    where (d.amount, d.currency, d.reason, d.state, d.provider_state, d.takes_money, d.respond_by) is distinct from
      (excluded.amount, excluded.currency, excluded.reason, excluded.state, excluded.provider_state,
      excluded.takes_money, excluded.respond_by)
    returning d.id, (select state from old) as before, d.state as after, d.takes_money as "takesMoney"
  `.execute(tx)
  return rows[0]
}

/** The shop hears of a dispute that it can answer, and of its end. A bank that asks at first and then takes the money is two things. */
async function tell(tx: Tx, { orderId, now }: OfPayment, { id, before, after, takesMoney }: Written): Promise<void> {
  if (before === after) return
  const data = { orderId, disputeId: id }
  if (isOpenDispute(after)) {
    await publishToFeed(tx, now, { type: 'dispute.opened', data })
    await announce(tx, { type: 'shop.dispute_opened', payload: data, to: ['shop'], at: now })
    return
  }
  const end = after === 'won' ? 'won' : takesMoney ? 'lost' : 'closed'
  await publishToFeed(tx, now, { type: `dispute.${end}`, data })
  await announce(tx, { type: 'shop.dispute_ended', payload: data, to: ['shop'], at: now })
}

/**
 * Money that a bank has given back is the shop's again, and may not be owed to it anymore: the order was cancelled meanwhile, or the
 * customer has paid again. It goes back then. A payment that goes back as a whole has paid nothing, so it is surplus.
 */
async function giveBack(tx: Tx, { id, orderId, orderStatus, now }: OfPayment): Promise<void> {
  if (orderStatus === 'cancelled') {
    await wantRefund(tx, { paymentId: id, source: 'cancelled', now })
    return
  }
  const { rows } = await sql<{ id: string; state: string; amount: number }>`
    with money as (
      select coalesce(sum(charged_back), 0) as gone, (select ${REST} from orders where id = ${orderId}) as rest,
        coalesce(sum(captured - refund_reserved) filter (where for_claim), 0) as again
      from payments where order_id = ${orderId} and not is_surplus
    )
    select id, state, least(captured - refund_reserved - charged_back - disputed, again - gone - rest)::bigint as amount
    from payments, money
    where order_id = ${orderId} and for_claim and not is_surplus
      and (again > gone + rest and captured - refund_reserved - charged_back - disputed > 0
        or gone = 0 and state in ('created', 'pending', 'processing', 'authorized'))
    order by id desc limit 1
  `.execute(tx)
  const [paid] = rows
  if (!paid) return
  if (paid.state !== 'captured') return wantCancel(tx, paid.id)
  await tx
    .updateTable('payments')
    .set({ is_surplus: true })
    .where('id', '=', paid.id)
    .where('captured', '=', paid.amount)
    .execute()
  await wantRefund(tx, { paymentId: paid.id, amount: paid.amount, source: 'surplus', now })
}
