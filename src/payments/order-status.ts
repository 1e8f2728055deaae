/** The payment status of an order follows from its payments, refunds and disputes, in one statement. */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { publishToFeed } from '../events/publish.ts'
import { CLAIM, OWED } from './disputes/claim.ts'
import { IS_NO_PRICE } from './refund-parts.ts'
import { DUE_STATES, UNDER_WAY } from './states.ts'

/**
 * Writes the status again. Call it in each transaction that has changed a payment of the order, with the row of the order
 * locked. An order that was cancelled owes the customer what was captured, did not go back and was not waived. Money that a bank has
 * charged back is neither the shop's nor owed to the customer. Transfers can bring less than is due.
 * @param by who has noted or taken back a transfer
 * @returns the status, before and now
 */
export async function settleOrder(
  tx: Tx,
  orderId: number,
  now: Date,
  by = SHOP_ITSELF,
): Promise<{ before: string; after: string }> {
  const { rows } = await sql<{ before: string; after: string }>`
    with money as (
      select coalesce(sum(captured), 0) as captured, coalesce(sum(captured - charged_back), 0) as kept,
        coalesce(sum(charged_back), 0) as "chargedBack", coalesce(sum(disputed), 0) as disputed,
        coalesce(sum(refund_reserved), 0) as reserved, coalesce(sum(refunded), 0) as refunded,
        coalesce(bool_or(state = any(${[...UNDER_WAY]}::text[])), false) as "isUnderWay",
        coalesce(sum((select sum(amount) from refunds r where r.payment_id = payments.id and dropped = 'waived')), 0) as waived,
        coalesce(sum((
          select sum(amount) from refunds r where r.payment_id = payments.id and ${IS_NO_PRICE(sql`r`, sql`payments.order_id`)}
        )), 0) as "noPrice"
      from payments where order_id = ${orderId} and not is_surplus
    ), old as (
      select id, payment_status as before, case
        when disputed > 0 then 'disputed'
        when captured = 0 and "isUnderWay" then 'pending'
        when captured = 0 then case total when 0 then 'paid' else 'open' end
        when "chargedBack" > 0 and status <> 'cancelled' and ${CLAIM} > 0
          then case when "isUnderWay" then 'pending' else 'charged_back' end
        when "chargedBack" > 0 and status <> 'cancelled' and ${OWED} > 0 then 'partly_paid'
        when "chargedBack" > 0 and status = 'cancelled' and refunded = kept then 'charged_back'
        when refunded = kept then case when total = 0 and status <> 'cancelled' then 'paid' else 'refunded' end
        when reserved >= kept or status = 'cancelled' and refunded + waived < kept then 'refund_due'
        when "chargedBack" = 0 and captured - "noPrice" < total - credited and status <> 'cancelled' then 'partly_paid'
        when refunded > 0 then 'partly_refunded'
        else 'paid' end as after
      from orders, money where id = ${orderId}
    ), changed as (
      update orders set payment_status = after from old where orders.id = old.id and payment_status <> after
      returning after
    ), record as (
      insert into order_payments (order_id, status, by_user, at)
      select ${orderId}, case
        when after in ('disputed', 'charged_back') then after
        when before = 'disputed' then 'dispute_ended'
        when after in ('paid', 'refund_due') and before = any(${[...DUE_STATES]}::text[]) then 'paid'
        when after = 'open' and before in ('paid', 'refund_due', 'partly_paid') then 'unpaid'
        when after in ('partly_paid', 'refunded', 'partly_refunded') then after
        else 'pending' end, ${by}::uuid, ${now}::timestamptz
      from old
      -- Refunds say that a paid order is owed back, or not anymore.
      where before <> after and not (
          array[before, after] <@ array['paid', 'partly_refunded', 'refund_due', 'refunded'] and after in ('paid', 'refund_due')
        )
        or after = 'partly_paid'
      on conflict (order_id, status) do update set by_user = excluded.by_user, at = excluded.at
    )
    select before, after from old
  `.execute(tx)
  return rows[0]!
}

/** Records that an order costs nothing, so it is paid. Its status says so already, and its row is locked. */
export async function notePaid(tx: Tx, orderId: number, now: Date): Promise<void> {
  await sql`
    insert into order_payments (order_id, status, by_user, at) values (${orderId}, 'paid', ${SHOP_ITSELF}::uuid, ${now}::timestamptz)
    on conflict (order_id, status) do update set by_user = excluded.by_user, at = excluded.at
  `.execute(tx)
  await publishToFeed(tx, now, { type: 'order.paid', data: { orderId } })
}

/** Stands for the shop itself, and for its providers. */
export const SHOP_ITSELF = '00000000-0000-0000-0000-000000000000'
