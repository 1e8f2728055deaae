/** The money for a return: by the provider's ledger, or by hand, as every refund (src/payments/refund.ts). */
import type { Tx } from '../database/schema.ts'
import { refundOrder } from '../payments/refund.ts'
import { noSuchReturn, takeStep } from './steps.ts'

type Wish = {
  id: string
  /** By default what the rules say (value.ts). */
  amount: number | undefined
  reason: string | undefined
  by: string
  now: Date
}

/**
 * Refunds a return and closes it. The step out of `received` and the unique key of the refund decide when two want it.
 * @returns the id of the refund @throws Problem
 */
export async function refundReturn(tx: Tx, { id, amount, reason, by, now }: Wish): Promise<string> {
  const orderId = await takeStep(tx, 'close', { id, by, now }, false)
  const found = await tx
    .selectFrom('returns')
    .select(['goods_total', 'delivery_total'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw noSuchReturn()
  const due = found.goods_total! + found.delivery_total!
  return refundOrder(tx, { orderId, amount: amount ?? due, reason, by, now, returnId: id })
}
