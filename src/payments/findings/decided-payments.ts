/** Two ways in which a person ends a payment that the provider shows otherwise: booked as it is, or closed. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import type { Standing } from '../providers/provider.ts'
import { apply, applyEnded, type CancelIfUnpaid, findPayment } from '../standing.ts'

/**
 * Books money of another amount, because a person has said so. The order is locked.
 * @throws Problem when there is no such money
 */
export async function bookAsItIs(
  tx: Tx,
  id: string,
  standing: Standing,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<void> {
  const payment = await findPayment(tx, id)
  if (standing.paymentId !== id || standing.currency !== payment.currency || standing.state !== 'captured')
    throw new Problem(
      'wrong_payment_state',
      'The provider has no money for this payment in its currency. Close it instead.',
    )
  if (payment.state === 'captured') throw new Problem('wrong_payment_state', 'The money of this payment is booked.')
  await sql`
    update payments set amount = ${standing.captured}, is_booked = true, finding_known = coalesce(finding, finding_known), finding = null
    where id = ${id}
  `.execute(tx)
  await apply(tx, id, standing, cancelIfUnpaid)
}

/** A person has seen that the provider has closed the payment, or does not know it. The order is locked. @throws Problem */
export async function closeAsEnded(tx: Tx, id: string, cancelIfUnpaid: CancelIfUnpaid): Promise<void> {
  const payment = await findPayment(tx, id)
  if (['captured', 'cancelled', 'expired', 'failed'].includes(payment.state))
    throw new Problem('wrong_payment_state', `This payment has ended; it is ${payment.state}.`)
  await applyEnded(tx, payment, 'failed', cancelIfUnpaid)
  await sql`
    update payments set finding_known = coalesce(finding, finding_known), finding = null, look_at = null, unread_since = null,
      unread_reason = null
    where id = ${id}
  `.execute(tx)
  await sql`
    update payment_calls set state = 'failed', ended_at = now()
    where payment_id = ${id} and kind = 'create' and state in ('pending', 'sending', 'in_doubt')
  `.execute(tx)
}
