import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../database/schema.ts'
import { becameOf } from '../mail/attempts.ts'
import { idempotencyHeaderOf } from '../mail/relay.ts'
import { attemptName, type Ending, record } from './ledger.ts'

/**
 * Settles what can be settled without a person: by asking the development inbox; with a relay that recognises repeats,
 * by repeating. What is in doubt with any other relay waits for the operator (settle.ts).
 */
export async function settleDoubts({ db, config }: AppContext): Promise<Ending[]> {
  if (!config.smtpUrl) return askInbox(db)
  return idempotencyHeaderOf(config) ? repeat(db) : []
}

/** Relays remember a message for a day; older doubts are the operator's. */
const REMEMBERED = '23 hours'

async function repeat(db: Db): Promise<Ending[]> {
  return db.transaction().execute(async tx => {
    const doubts = await doubtful(tx)
      .where('marked_at', '>', sql<Date>`clock_timestamp() - ${REMEMBERED}::interval`)
      .execute()
    const reply = 'Sent again: the relay recognises what it has already taken.'
    const endings = doubts.map(doubt => ({ ...doubt, outcome: 'not_arrived' as const, reply }))
    if (endings.length > 0) await record(tx, endings)
    return endings
  })
}

/**
 * Settles deliveries in doubt by asking the development inbox, which answers once and for all: what it says will never
 * arrive, it refuses from then on. The row stays locked meanwhile, so a delivery is asked after by one worker.
 */
async function askInbox(db: Db): Promise<Ending[]> {
  return db.transaction().execute(async tx => {
    const doubts = await doubtful(tx).execute()
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

function doubtful(tx: Tx) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'attempts as attempt'])
    .where('state', '=', 'in_doubt')
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
}
