/**
 * Computes what is due of an order, in this one place. Each text, code and page that asks for money shows `due` of an order, which is
 * this expression, and each statement that takes money asks for no more.
 *
 *     due = total − credits − what came + what goes back
 *
 * A refund of an order that is paid in part is a credit too (refund.ts). Money that was paid twice goes back, and
 * counts for nothing. After a chargeback, the claim is due, and what had not been paid before (disputes/claim.ts).
 */
import { sql } from 'kysely'
import { HAS_CLAIM, OWED } from './disputes/claim.ts'
import { DUE_STATES } from './states.ts'

/** Literals, so that the planner finds the index. */
const DUE_IN = sql.join(DUE_STATES.map(sql.lit))

/** The amount left to pay of a row of `orders`, also when nobody asks for it anymore. */
export const LEFT_TO_PAY = sql<number>`case when ${HAS_CLAIM} then ${OWED}
  else greatest(0, orders.total - orders.credited - coalesce((
    select sum(p.captured - p.refund_reserved) from payments p where p.order_id = orders.id and not p.is_surplus
  ), 0))::bigint end`

/** The amount that the customer is asked for. */
export const DUE = sql<number>`case
  when orders.status <> 'cancelled'
  and orders.payment_status in (${DUE_IN}) then ${LEFT_TO_PAY} else 0 end`

/** The orders of which something is due, within an index of migrations/106_orders_due.sql. */
export const IS_DUE = sql<boolean>`payment_status in (${DUE_IN})
and status <> 'cancelled' and total > 0 and total > credited`
