/**
 * Computes, for a row of `orders`, what a customer owes again because the bank has taken the money back:
 *
 *     claim = charged back − what was paid again, and no more than what the order still costs
 *
 * A chargeback that the shop has credited is a refund, so it is no part of it. An order that staff made dearer can be charged back before
 * its rest is paid. Then both are owed, and what is paid again pays the claim first:
 *
 *     rest = total − credited − what came before, less what was never the price (refund-parts.ts)
 *     owed = charged back + rest − what was paid again, and no more than what the order still costs
 */
import { sql } from 'kysely'
import { IS_NO_PRICE } from '../refund-parts.ts'

const MONEY = sql`from payments p where p.order_id = orders.id and not p.is_surplus`

export const HAS_CLAIM = sql<boolean>`exists (select ${MONEY} and p.charged_back > 0)`

const NOT_PAID_AGAIN = sql`coalesce(sum(p.charged_back), 0) - coalesce(sum(p.captured) filter (where p.for_claim), 0)`
const STILL_COSTS = sql`orders.total - orders.credited - coalesce(sum(p.captured - p.refunded - p.charged_back), 0)`

export const CLAIM = sql<number>`(
  select greatest(0, least(${NOT_PAID_AGAIN}, ${STILL_COSTS}))::bigint ${MONEY}
)`

/** The part of the price that no payment has brought, whatever went back since. */
export const REST = sql<number>`(
  select greatest(0, orders.total - orders.credited - coalesce(sum(p.captured - coalesce((
    select sum(r.amount) from refunds r where r.payment_id = p.id and ${IS_NO_PRICE(sql`r`, sql`p.order_id`)}
  ), 0)), 0))::bigint ${MONEY} and not p.for_claim
)`

export const OWED = sql<number>`(
  select greatest(0, least(${NOT_PAID_AGAIN} + ${REST}, ${STILL_COSTS}))::bigint ${MONEY}
)`
