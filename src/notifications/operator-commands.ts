/** Commands of an operator for deliveries: resolve doubts, and send again those that failed or were skipped. */
import { sql } from 'kysely'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { record } from './ledger.ts'
import { attemptsOf, type DeliveryFilter, isReplyAwaited } from './queries.ts'
import { clearSuppressedFor } from './suppression/suppressed.ts'

/** The report of an operator about a delivery in doubt. */
type Word = { outcome: 'arrived' | 'not_arrived'; operator: string }

/**
 * Resolves one delivery as the operator reports.
 * @param word `attempt`: the one that the operator looked at; by default the newest
 * @throws Problem `not_in_doubt` when the relay or another operator has resolved it already; `reply_outstanding` when it
 * is to be sent again while its first worker may still get a reply
 */
export async function resolveDelivery(
  db: Db,
  id: string,
  { outcome, operator, attempt }: Word & { attempt?: number },
): Promise<void> {
  await inTransaction(db, async tx => {
    const delivery = await tx
      .selectFrom('deliveries')
      .select(['state', 'attempts', 'reply_awaited_until', isReplyAwaited.as('isReplyAwaited')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
    if (delivery.state !== 'in_doubt' || delivery.attempts !== (attempt ?? delivery.attempts)) {
      throw new Problem('not_in_doubt', `This delivery is not in doubt; it is ${delivery.state}.`)
    }
    if (outcome === 'not_arrived' && delivery.isReplyAwaited) {
      const until = delivery.reply_awaited_until!.toISOString()
      throw new Problem('reply_outstanding', `The relay may still reply to this delivery until ${until}.`)
    }
    const reply = outcome === 'arrived' ? `Arrived, says ${operator}.` : `To be sent again, says ${operator}.`
    await record(tx, [{ id, attempt: delivery.attempts, outcome, reply }])
  })
}

/**
 * Sends a delivery again that is in doubt, failed or skipped. Its next attempt belongs to the same event and recipient.
 * @throws Problem as `resolveDelivery` does
 */
export async function sendAgain(db: Db, id: string, operator: string): Promise<void> {
  // If several operators try, only one finds the row in such a state.
  const isQueued = await requeue(db, id, operator, query => query.where('state', 'in', ['failed', 'skipped']))
  if (!isQueued) await resolveDelivery(db, id, { outcome: 'not_arrived', operator })
}

/**
 * Sends again every delivery that fits a filter and has failed by now. One that fails once more meanwhile is left alone.
 * @returns their number
 */
export async function sendFailedAgain(db: Db, filter: DeliveryFilter, operator: string): Promise<number> {
  let count = 0
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'failed' })) {
    const isQueued = await requeue(db, id, operator, query =>
      query.where('state', '=', 'failed').where('attempts', '=', attempts),
    )
    if (isQueued) count++
  }
  return count
}

/** @returns false when `isMeant` leaves it out */
async function requeue(
  db: Db,
  id: string,
  operator: string,
  isMeant: (query: ReturnType<typeof backToQueue>) => ReturnType<typeof backToQueue>,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const { numUpdatedRows } = await isMeant(backToQueue(tx, id, operator)).executeTakeFirst()
    // An operator who sends it again confirms that the address works.
    if (numUpdatedRows > 0n) await clearSuppressedFor(tx, id)
    return numUpdatedRows > 0n
  })
}

function backToQueue(db: Db, id: string, operator: string) {
  return db
    .updateTable('deliveries')
    .set({
      state: 'pending',
      due_at: sql`statement_timestamp()`,
      retrying_since: sql`statement_timestamp()`,
      ended_at: null,
      reply: `To be sent again, says ${operator}.`,
    })
    .where('id', '=', id)
}

/**
 * Resolves every delivery that fits a filter and is in doubt now. Deliveries that come into doubt meanwhile, or once
 * more, are left alone, so that no email is sent again more than once.
 * @param isMeant leaves deliveries out
 * @returns the number of resolved deliveries, and of those that may not be sent again yet
 */
export async function resolveDeliveries(
  db: Db,
  filter: DeliveryFilter,
  word: Word,
  isMeant: (id: string) => boolean = () => true,
): Promise<{ resolved: number; awaiting: number }> {
  const counts = { resolved: 0, awaiting: 0 }
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'in_doubt' })) {
    if (!isMeant(id)) continue
    try {
      await resolveDelivery(db, id, { ...word, attempt: attempts })
      counts.resolved++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'reply_outstanding') counts.awaiting++
      // The relay, or an operator in the console, was faster.
      else if (error.code !== 'not_in_doubt') throw error
    }
  }
  return counts
}
