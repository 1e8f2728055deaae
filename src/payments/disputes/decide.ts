/** A person decides what the books say about money that a bank has taken. Until then nothing is written. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { countRefunds } from '../ledger/refunds.ts'
import { settleOrder } from '../order-status.ts'
import { CLAIM, REST } from './claim.ts'
import { findDispute } from './queries.ts'
import type { Decision } from './states.ts'

type Details = { decision: Decision; by: string; now: Date }

/**
 * `claimed`: the customer still owes it. `credited`: the sale is corrected. That is a refund whose money the bank has sent already, so
 * a worker writes its credit note, and it counts as every refund. A claim can be given up later; a credit note stays.
 * @returns the order @throws Problem
 */
export async function decideDispute(tx: Tx, id: string, { decision, by, now }: Details): Promise<number> {
  const { rows } = await sql<{ orderId: number }>`
    select o.id as "orderId" from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
    where d.id = ${id} for no key update of o
  `.execute(tx)
  const [found] = rows
  if (!found) throw new Problem('not_found', 'There is no such dispute.')
  const paymentId = decision === 'credited' ? await credit(tx, id, by) : await claim(tx, id, by)
  if (paymentId === undefined) throw await explain(tx, id, decision)
  await countRefunds(tx, paymentId)
  await settleOrder(tx, found.orderId, now)
  return found.orderId
}

/** Condition for money that is gone, and that nobody has decided about or paid again. */
const IS_GONE = sql`takes_money and disputes.state in ('lost', 'prevented', 'unknown')`

async function claim(tx: Tx, id: string, by: string): Promise<string | undefined> {
  const { rows } = await sql<{ paymentId: string }>`
    update disputes set decision = 'claimed', decided_by = ${by}::uuid, decided_at = now()
    where id = ${id} and decision is null and ${IS_GONE}
    returning payment_id as "paymentId"
  `.execute(tx)
  return rows[0]?.paymentId
}

async function credit(tx: Tx, id: string, by: string): Promise<string | undefined> {
  const refundId = randomUUIDv7()
  const { rows } = await sql<{ paymentId: string }>`
    with gone as materialized (
      -- A dispute of an unknown state is no claim yet. Any other credits no more than what is still owed.
      select disputes.id, payment_id, least(
        case when disputes.currency = p.currency then disputes.amount else p.captured end,
        p.captured - p.refunded, case when disputes.state = 'unknown' and decision is null then p.captured else ${CLAIM} end
      ) as amount, order_id, ${REST} > 0 as is_partly
      from disputes join payments p on p.id = payment_id join orders on orders.id = p.order_id
      where disputes.id = ${id} and decision is distinct from 'credited' and ${IS_GONE}
    ), refund as (
      insert into refunds (id, payment_id, amount, source, state, by_user, ended_at, taken_off)
      select ${refundId}::uuid, payment_id, amount, 'chargeback', 'done', ${by}::uuid, now(), is_partly from gone where amount > 0
      returning id, payment_id, amount, taken_off
    ), less as (
      -- An order of which a rest is due costs so much less, as with every refund of it. Otherwise the customer would owe it again.
      update orders set credited = credited + refund.amount from refund, gone where orders.id = gone.order_id and refund.taken_off
    )
    update disputes d set decision = 'credited', decided_by = ${by}::uuid, decided_at = now(), refund_id = refund.id
    from refund where d.id = ${id}
    returning d.payment_id as "paymentId"
  `.execute(tx)
  return rows[0]?.paymentId
}

async function explain(tx: Tx, id: string, decision: Decision): Promise<Problem> {
  const dispute = (await findDispute(tx, id))!
  const detail =
    dispute.decision !== null
      ? `This is decided already: ${dispute.decision}.`
      : dispute.takesMoney && dispute.state !== 'open'
        ? 'The customer has paid again, so there is nothing to credit.'
        : 'The bank has not taken this money for good.'
  return new Problem('wrong_payment_state', detail, {
    members: { from: dispute.decision ?? dispute.state, to: decision },
  })
}
