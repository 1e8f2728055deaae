/**
 * Computes, for a row of `orders`, what a customer owes again because the bank has taken the money back:
 *
 *     claim = charged back − what was paid again, and no more than what the order still costs
 *
 * A chargeback that the shop has credited is a refund, so it is no part of it.
 */
import { sql } from 'kysely'

const MONEY = sql`from payments p where p.order_id = orders.id and not p.is_surplus`

export const HAS_CLAIM = sql<boolean>`exists (select ${MONEY} and p.charged_back > 0)`

export const CLAIM = sql<number>`(
  select greatest(0, least(
    coalesce(sum(p.charged_back), 0) - coalesce(sum(p.captured) filter (where p.for_claim), 0),
    orders.total - orders.credited - coalesce(sum(p.captured - p.refunded - p.charged_back), 0)
  ))::bigint ${MONEY}
)`
