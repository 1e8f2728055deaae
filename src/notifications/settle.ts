import type { Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { record } from './ledger.ts'

/**
 * The operator's word on a delivery in doubt, where the relay cannot be asked.
 * @throws Problem `not_in_doubt` when it is settled already, by the relay or by somebody else
 */
export async function settle(tx: Tx, id: string, arrived: boolean, operator: string): Promise<void> {
  const delivery = await tx
    .selectFrom('deliveries')
    .select(['state', 'attempts'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
  if (delivery.state !== 'in_doubt') {
    throw new Problem('not_in_doubt', `This delivery is not in doubt; it is ${delivery.state}.`)
  }
  const outcome = arrived ? 'arrived' : 'not_arrived'
  const reply = arrived ? `Arrived, says ${operator}.` : `To be sent again, says ${operator}.`
  await record(tx, [{ id, attempt: delivery.attempts, outcome, reply }])
}
