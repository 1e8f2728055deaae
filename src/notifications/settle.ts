import type { Db, Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { record } from './ledger.ts'
import { attemptsOf, type DeliveryFilter } from './queries.ts'

/**
 * The operator's word on a delivery in doubt, where the relay cannot be asked.
 * @param attempt which one the word is about; none: the newest
 * @throws Problem `not_in_doubt` when it is settled already, by the relay or by somebody else
 */
export async function settle(tx: Tx, id: string, arrived: boolean, operator: string, attempt?: number): Promise<void> {
  const delivery = await tx
    .selectFrom('deliveries')
    .select(['state', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
  if (delivery.state !== 'in_doubt' || delivery.attempts !== (attempt ?? delivery.attempts)) {
    throw new Problem('not_in_doubt', `This delivery is not in doubt; it is ${delivery.state}.`)
  }
  const outcome = arrived ? 'arrived' : 'not_arrived'
  const reply = arrived ? `Arrived, says ${operator}.` : `To be sent again, says ${operator}.`
  await record(tx, [{ id, attempt: delivery.attempts, outcome, reply }])
}

/**
 * The same word on all that fit a filter and are in doubt at this moment; what comes into doubt meanwhile, or once more, is
 * left alone, lest an e-mail be sent again more than once.
 * @returns how many were settled
 */
export async function settleAll(db: Db, filter: DeliveryFilter, arrived: boolean, operator: string): Promise<number> {
  let settled = 0
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'in_doubt' })) {
    try {
      await db.transaction().execute(tx => settle(tx, id, arrived, operator, attempts))
      settled++
    } catch (error) {
      // The relay, or somebody in the console, was faster.
      if (!(error instanceof Problem && error.code === 'not_in_doubt')) throw error
    }
  }
  return settled
}
