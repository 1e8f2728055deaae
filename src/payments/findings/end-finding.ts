/** Every finding has an end: a person has looked at the provider, and says what becomes of the payment. */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { findProvider } from '../providers/find-provider.ts'
import { ProviderError, type Standing } from '../providers/provider.ts'
import { titleOf } from '../providers/table.ts'
import type { CancelIfUnpaid } from '../standing.ts'
import { bookAsItIs, closeAsEnded } from './decided-payments.ts'

export const FINDING_ENDS = ['booked', 'closed', 'known'] as const
type FindingEnd = (typeof FINDING_ENDS)[number]

/** Reads how the payment is at the provider, to be booked so. @throws Problem when the provider cannot say */
export async function readToBook(context: AppContext, id: string): Promise<Standing> {
  const payment = await context.db
    .selectFrom('payments')
    .select(['provider', 'provider_id as providerId', 'transaction_id as transactionId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!payment) throw noSuchPayment()
  if (payment.providerId === null)
    throw new Problem('wrong_payment_state', 'No provider has this payment, so there is nothing to book.')
  const provider = await findProvider(context, payment.provider)
  if (!provider)
    throw new Problem(
      'wrong_payment_state',
      `${titleOf(payment.provider)} is not configured anymore, so it cannot say what came. ` +
        'Configure it again, or close the payment and record the money as a bank transfer.',
    )
  try {
    return await provider.read({ id: payment.providerId, transactionId: payment.transactionId })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new Problem('wrong_payment_state', `The provider does not show this payment. It says: ${error.message}`)
  }
}

/** @returns its order @throws Problem */
export async function endFinding(
  db: Db,
  id: string,
  { end, standing }: { end: FindingEnd; standing: Standing | undefined },
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<{ orderId: number }> {
  return inTransaction(db, async tx => {
    const payment = await tx
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select('orders.id as orderId')
      .where('payments.id', '=', id)
      .forNoKeyUpdate('orders')
      .executeTakeFirst()
    if (!payment) throw noSuchPayment()
    if (end === 'booked') await bookAsItIs(tx, id, standing!, cancelIfUnpaid)
    else if (end === 'closed') await closeAsEnded(tx, id, cancelIfUnpaid)
    else await markKnown(tx, id)
    return payment
  })
}

async function markKnown(tx: Tx, id: string): Promise<void> {
  await sql`
    update payments set finding_known = coalesce(finding, finding_known), finding = null where id = ${id}
  `.execute(tx)
  await sql`
    update refunds set is_known = true where payment_id = ${id} and (source in ('external', 'chargeback') or state = 'failed')
  `.execute(tx)
}

/** Events about payments that this database does not know: a person has found out why. @returns how many there were */
export async function knowLostEvents(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`update provider_events set is_lost = false where is_lost`.execute(db)
  return Number(numAffectedRows)
}

function noSuchPayment(): Problem {
  return new Problem('not_found', 'There is no such payment.')
}
