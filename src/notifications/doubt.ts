import type { Db } from '../database/schema.ts'
import { becameOf } from '../mail/inbox.ts'
import { attemptName, type Ending, record } from './ledger.ts'

/**
 * Settles deliveries in doubt by asking the development inbox, which answers once and for all: what it says will never
 * arrive, it refuses from then on. The row stays locked meanwhile, so a delivery is asked after by one worker.
 */
export async function askInbox(db: Db): Promise<Ending[]> {
  return db.transaction().execute(async tx => {
    const doubts = await tx
      .selectFrom('deliveries')
      .select(['id', 'attempts as attempt'])
      .where('state', '=', 'in_doubt')
      .orderBy('id')
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute()
    const endings: Ending[] = []
    for (const { id, attempt } of doubts) {
      const arrived = (await becameOf(tx, attemptName({ id, attempt }))) === 'arrived'
      endings.push({
        id,
        attempt,
        outcome: arrived ? 'arrived' : 'not_arrived',
        reply: arrived ? 'The inbox has it.' : 'The inbox does not have it, and will refuse this attempt from now on.',
      })
    }
    if (endings.length > 0) await record(tx, endings)
    return endings
  })
}
