/** The payment status of an order follows from its payments and refunds, in one statement. */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'

/**
 * Writes the status again. Call it in each transaction that has changed a payment of the order, with the row of the order
 * locked. An order that was cancelled owes the customer what was captured and did not go back.
 * @returns the status, before and now
 */
export async function settleOrder(tx: Tx, orderId: number, now: Date): Promise<{ before: string; after: string }> {
  const { rows } = await sql<{ before: string; after: string }>`
    with money as (
      select coalesce(sum(captured), 0) as captured, coalesce(sum(refund_reserved), 0) as reserved,
        coalesce(sum(refunded), 0) as refunded,
        coalesce(bool_or(state in ('created', 'pending', 'authorized', 'cancelling')), false) as "isUnderWay"
      from payments where order_id = ${orderId} and not is_surplus
    ), old as (
      select id, payment_status as before, case
        when captured = 0 and "isUnderWay" then 'pending'
        when captured = 0 then 'open'
        when refunded = captured then 'refunded'
        when reserved = captured or status = 'cancelled' then 'refund_due'
        when refunded > 0 then 'partly_refunded'
        else 'paid' end as after
      from orders, money where id = ${orderId}
    ), changed as (
      update orders set payment_status = after from old where orders.id = old.id and payment_status <> after
      returning after
    ), record as (
      insert into order_payments (order_id, status, by_user, at)
      select ${orderId}, case
        when after in ('paid', 'refund_due') and before in ('open', 'pending') then 'paid'
        when after in ('refunded', 'partly_refunded') then after
        else 'pending' end, ${SHOP}::uuid, ${now}::timestamptz
      from old where before <> after
      on conflict (order_id, status) do update set by_user = excluded.by_user, at = excluded.at
    )
    select before, after from old
  `.execute(tx)
  return rows[0]!
}

/** Stands for the shop itself, and for its providers. */
export const SHOP = '00000000-0000-0000-0000-000000000000'
