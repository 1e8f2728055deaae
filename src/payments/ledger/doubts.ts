/** Calls in doubt: a person has looked at the provider, and says whether a call was made there. */
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import { Problem } from '../../problems.ts'
import { namesOfConfigured } from '../providers/find-provider.ts'
import type { CancelIfUnpaid } from '../standing.ts'
import { settleCall } from './calls.ts'

/** @returns its order @throws Problem when the call is not in doubt */
export async function settleDoubt(
  context: Pick<AppContext, 'config' | 'db' | 'development'>,
  id: string,
  { isDone, now }: { isDone: boolean; now: Date },
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<{ orderId: number }> {
  const { db } = context
  const configured = await namesOfConfigured(context)
  const orderId = await inTransaction(db, async tx => {
    const call = await tx
      .selectFrom('payment_calls')
      .innerJoin('payments', 'payments.id', 'payment_calls.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['orders.id as orderId', 'payment_calls.state', 'payments.provider'])
      .where('payment_calls.id', '=', id)
      .forNoKeyUpdate('orders')
      .executeTakeFirst()
    if (!call) throw new Problem('not_found', 'There is no such call.')
    const outcome = isDone ? 'done' : configured.includes(call.provider) ? 'again' : 'failed'
    if (!(await settleCall(tx, id, { outcome, orderId: call.orderId, now }, cancelIfUnpaid)))
      throw new Problem('not_in_doubt', `This call is not in doubt; it is ${call.state.replace('_', ' ')}.`)
    return call.orderId
  })
  if (!db.isTransaction) wakeWorkers(db)
  return { orderId }
}
