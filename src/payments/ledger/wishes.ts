/**
 * Requests work of a provider: to take money, to stop, to give money back. Each request writes its call into the ledger
 * in the transaction of its cause, so a request that is rolled back calls nobody, and one that is committed is not
 * forgotten.
 *
 * Every function here expects that its transaction has locked the row of the order. So all that happens to the payments
 * of an order happens one after the other.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { MINUTE, SECOND } from '../../time.ts'
import { HAS_CLAIM } from '../disputes/claim.ts'
import { LEFT_TO_PAY } from '../due.ts'
import { SHOP_ITSELF, settleOrder } from '../order-status.ts'
import type { RefundState } from '../states.ts'
import '../tables.ts'
import { prepareTransfer } from '../transfers-out/prepare.ts'

type NewPayment = { orderId: number; provider: string; payWithin: number }

/** @returns undefined if the order has a live payment already: the unique index decides. */
export async function startPayment(tx: Tx, { orderId, provider, payWithin }: NewPayment): Promise<string | undefined> {
  const id = randomUUIDv7()
  const { rows } = await sql`
    with payment as (
      insert into payments (id, order_id, provider, amount, currency, expires_at, for_claim)
      select ${id}::uuid, id, ${provider}, ${LEFT_TO_PAY}, currency, now() + make_interval(secs => ${payWithin / SECOND}), ${HAS_CLAIM}
      from orders where id = ${orderId} and ${LEFT_TO_PAY} > 0
      on conflict do nothing
      returning id, amount
    )
    insert into payment_calls (id, payment_id, kind, amount) select ${randomUUIDv7()}::uuid, id, 'create', amount from payment
    returning id
  `.execute(tx)
  return rows.length > 0 ? id : undefined
}

/** Takes the money of an authorization. The state and the unique kind decide: no second call, and none after a cancel. */
export async function wantCapture(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    insert into payment_calls (id, payment_id, kind, amount)
    select ${randomUUIDv7()}::uuid, id, 'capture', amount from payments where id = ${paymentId} and state = 'authorized'
    on conflict do nothing
  `.execute(tx)
}

/** The pause before a payment is stopped once more. A provider that always refuses is not asked without end. */
const AGAIN = sql`make_interval(secs => least(600, power(2, least(c.key_number, 10)) - 1))`

/**
 * Stops a payment that is under way. Nothing is decided by that: the provider's answer says whether money came.
 * @param endsOrder whether the order is cancelled when no money came
 * @param again the provider has not stopped it when it was asked before
 */
export async function wantCancel(tx: Tx, paymentId: string, { endsOrder = false, again = false } = {}): Promise<void> {
  await sql`
    with stopped as (
      update payments set state = 'cancelling', ends_order = ends_order or ${endsOrder}
      where id = ${paymentId} and (state in ('created', 'pending', 'processing', 'authorized') or state = 'cancelling' and ${again})
      returning id, amount
    )
    insert into payment_calls as c (id, payment_id, kind, amount)
    select ${randomUUIDv7()}::uuid, id, 'cancel', amount from stopped
    on conflict (payment_id, kind) where kind <> 'refund'
    do update set state = 'pending', due_at = now() + ${AGAIN}, ended_at = null, key_number = c.key_number + 1, key_since = null
    where c.state in ('done', 'failed')
  `.execute(tx)
  await dropUnsent(tx, paymentId)
}

/** A payment that the provider has never heard of ends here. A call that was ever claimed may have reached it. */
async function dropUnsent(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    with unsent as (
      update payment_calls set state = 'failed', ended_at = now(), reply = 'It was not wanted anymore.'
      where payment_id = ${paymentId} and kind = 'create' and state = 'pending' and attempts = 0
      returning payment_id
    ), moot as (
      update payment_calls c set state = 'done', ended_at = now(), reply = 'Nothing was there to cancel.'
      from unsent where c.payment_id = unsent.payment_id and c.kind = 'cancel'
    )
    update payments p set state = 'cancelled', look_at = null, ended_at = now() from unsent
    where p.id = unsent.payment_id and p.state = 'cancelling'
  `.execute(tx)
}

type NewRefund = {
  paymentId: string
  /** Undefined: all that is left. */
  amount?: number | undefined
  source: 'shop' | 'cancelled' | 'surplus'
  reason?: string | undefined
  by?: string
  returnId?: string | undefined
  /** The first refund of those that several payments give. */
  partOf?: string | undefined
  now: Date
  /** Money that a provider cannot send back goes by bank transfer, too. `sent`: somebody has made it. */
  byTransfer?: 'wanted' | 'sent'
}

/**
 * Reserves money for a refund, and has the provider send it. What came by bank transfer is owed until a person has sent it
 * (transfers-out/). One UPDATE decides whether so much is left.
 * @returns undefined when it is not
 */
export async function wantRefund(
  tx: Tx,
  { paymentId, amount, source, reason, by = SHOP_ITSELF, returnId, partOf, now, byTransfer }: NewRefund,
): Promise<{ id: string; amount: number } | undefined> {
  const id = randomUUIDv7()
  const { rows } = await sql<{ amount: number; state: RefundState }>`
    with wish as (
      select id as payment_id, coalesce(${amount ?? null}::bigint, captured - refund_reserved - charged_back - disputed) as amount
      from payments where id = ${paymentId} for update
    ), reserved as (
      update payments set refund_reserved = refund_reserved + wish.amount
      from wish
      where id = payment_id and state = 'captured' and wish.amount > 0
        and refund_reserved + wish.amount <= captured - charged_back - disputed
      returning id, provider, wish.amount
    ), refund as (
      insert into refunds (id, payment_id, amount, source, reason, by_user, return_id, part_of, state)
      select ${id}::uuid, id, amount, ${source}, ${reason ?? null}, ${by}::uuid, ${returnId ?? null}::uuid, ${partOf ?? null}::uuid,
        case when provider = ${TRANSFER} or ${byTransfer !== undefined} then 'to_transfer' else 'pending' end
      from reserved
      returning id, payment_id, amount, state
    ), call as (
      insert into payment_calls (id, payment_id, kind, refund_id, amount)
      select ${randomUUIDv7()}::uuid, payment_id, 'refund', refund.id, refund.amount
      from refund where state = 'pending'
    )
    select amount, state from refund
  `.execute(tx)
  const [refund] = rows
  if (refund?.state === 'to_transfer') await prepareTransfer(tx, id, byTransfer === 'sent' ? undefined : now)
  return refund && { id, amount: refund.amount }
}

/** The way of paying without a provider: the shop sees the money on its bank account, and says so. */
export const TRANSFER = 'transfer'

/**
 * Stops the payments of a cancelled order, and gives back what came. Money that comes later goes back too
 * (standing.ts).
 */
export async function stopPaying(tx: Tx, orderId: number, { by, now }: { by: string; now: Date }): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from payments where order_id = ${orderId} and not is_surplus
      and state in ('created', 'pending', 'processing', 'authorized', 'captured')
  `.execute(tx)
  for (const { id, state } of rows) {
    if (state === 'captured') await wantRefund(tx, { paymentId: id, source: 'cancelled', by, now })
    else await wantCancel(tx, id)
  }
  if (rows.length > 0) await settleOrder(tx, orderId, now)
}

/** Time when the provider is asked again about a payment that is under way, because its event may never come. */
export const NEXT_LOOK = sql`now() + least(
  make_interval(secs => ${sql.lit((30 * MINUTE) / SECOND)}),
  greatest(make_interval(secs => ${sql.lit(MINUTE / SECOND)}), (now() - created_at) / 2),
  case when expires_at > now() then expires_at - now() + interval '2 seconds' end
)`
