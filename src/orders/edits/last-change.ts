/** Finds when an order changed last, for programs that keep a copy. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '../../database/schema.ts'
import '../tables.ts'
import '../parcels/tables.ts'
import '../undo/tables.ts'
import '../../returns/tables.ts'
import './tables.ts'

/** The newest time in the tables that the API shows of an order. Each of their rows has its time. */
export const LAST_CHANGE = sql<Date>`(
  select max(at) from (
    select orders.placed_at as at
    union all select orders.metadata_at
    union all select at from order_steps where order_id = orders.id
    union all select at from order_payments where order_id = orders.id
    union all select at from order_tracking_numbers where order_id = orders.id
    union all select greatest(at, undone_at) from order_parcels where order_id = orders.id
    union all select s.at from returns r join return_steps s on s.return_id = r.id where r.order_id = orders.id
    union all select at from order_edits where order_id = orders.id
    union all select undone_at from order_undone_steps where order_id = orders.id
  ) as changes
)`

/** The orders with one of the changes of `LAST_CHANGE` since then. Placing is a step. */
export function changedSince(eb: ExpressionBuilder<Tables, 'orders'>, time: Date) {
  const steps = eb.selectFrom('order_steps').select('order_steps.order_id').where('order_steps.at', '>=', time)
  const payments = eb
    .selectFrom('order_payments')
    .select('order_payments.order_id')
    .where('order_payments.at', '>=', time)
  const numbers = eb
    .selectFrom('order_tracking_numbers')
    .select('order_tracking_numbers.order_id')
    .where('order_tracking_numbers.at', '>=', time)
  const parcels = eb
    .selectFrom('order_parcels')
    .select('order_parcels.order_id')
    .where(({ or, eb }) => or([eb('order_parcels.at', '>=', time), eb('order_parcels.undone_at', '>=', time)]))
  const returns = eb
    .selectFrom('return_steps')
    .innerJoin('returns', 'returns.id', 'return_steps.return_id')
    .select('returns.order_id')
    .where('return_steps.at', '>=', time)
  const edits = eb.selectFrom('order_edits').select('order_edits.order_id').where('order_edits.at', '>=', time)
  const undone = eb
    .selectFrom('order_undone_steps')
    .select('order_undone_steps.order_id')
    .where('order_undone_steps.undone_at', '>=', time)
  const noted = eb.selectFrom('orders as o').select('o.id as order_id').where('o.metadata_at', '>=', time)
  return steps.union(payments).union(numbers).union(parcels).union(returns).union(edits).union(undone).union(noted)
}
