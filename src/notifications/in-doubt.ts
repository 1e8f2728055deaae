import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../database/schema.ts'
import { idempotencyHeaderOf, inboxOf } from '../mail/relay.ts'
import { Problem } from '../problems.ts'
import { fanOut } from './announcements/fan-out.ts'
import { attemptName, type Ending, record } from './ledger.ts'
import { attemptsOf, type DeliveryFilter } from './queries.ts'

/*
 * Deliveries in doubt: the final dot may have been sent, and no reply is known. They get there by the ledger, or by
 * `doubtAllOpen` after a database was set back. They are resolved in one of three ways:
 *
 *   the development inbox    is asked about the attempt
 *   an idempotent relay      gets the email again, because it recognises repeats
 *   any other relay          leaves the doubt to an operator, who finds out and says so
 */

/** Resolves the doubts that need no person. @returns how they ended */
export async function resolveDoubts(context: AppContext): Promise<Ending[]> {
  const { db, config } = context
  const inbox = inboxOf(context)
  if (!inbox && !idempotencyHeaderOf(config)) return []
  return db.transaction().execute(async tx => {
    const endings = inbox ? await askInbox(tx, inbox) : await repeat(tx)
    if (endings.length > 0) await record(tx, endings)
    return endings
  })
}

/** The answer of the inbox is final. The rows stay locked meanwhile, so only one worker asks about a delivery. */
async function askInbox(tx: Tx, inbox: NonNullable<ReturnType<typeof inboxOf>>): Promise<Ending[]> {
  const endings: Ending[] = []
  for (const { id, attempt } of await lockDoubts(tx).execute()) {
    const arrived = (await inbox.resultOf(tx, attemptName({ id, attempt }))) === 'arrived'
    endings.push({
      id,
      attempt,
      outcome: arrived ? 'arrived' : 'not_arrived',
      reply: arrived ? 'The inbox has it.' : 'The inbox does not have it, and will refuse this attempt from now on.',
    })
  }
  return endings
}

/** Relays remember a message for a day. Older doubts are left to an operator. */
const REMEMBERED = '23 hours'

async function repeat(tx: Tx): Promise<Ending[]> {
  const doubts = await lockDoubts(tx)
    .where('marked_at', '>', sql<Date>`clock_timestamp() - ${REMEMBERED}::interval`)
    .execute()
  const reply = 'Sent again: the relay recognises messages that it has already accepted.'
  return doubts.map(doubt => ({ ...doubt, outcome: 'not_arrived', reply }))
}

function lockDoubts(tx: Tx) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'attempts as attempt'])
    .where('state', '=', 'in_doubt')
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
}

/**
 * Resolves one delivery by the word of an operator.
 * @param attempt the attempt that the operator looked at; by default the newest
 * @throws Problem `not_in_doubt` when the relay or another operator has resolved it already
 */
export async function resolve(db: Db, id: string, arrived: boolean, operator: string, attempt?: number): Promise<void> {
  await db.transaction().execute(async tx => {
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
  })
}

/**
 * Resolves every delivery that fits a filter and is in doubt now. Deliveries that come into doubt meanwhile, or once
 * more, are left alone, so that no email is sent again more than once.
 * @returns the number of resolved deliveries
 */
export async function resolveAll(db: Db, filter: DeliveryFilter, arrived: boolean, operator: string): Promise<number> {
  let resolved = 0
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'in_doubt' })) {
    try {
      await resolve(db, id, arrived, operator, attempts)
      resolved++
    } catch (error) {
      // The relay, or an operator in the console, was faster.
      if (!(error instanceof Problem && error.code === 'not_in_doubt')) throw error
    }
  }
  return resolved
}

/**
 * Puts every open delivery in doubt, after a backup was restored or a standby took over that lacked the last commits.
 * Such a database has forgotten recent emails, so any email that it holds as unsent may have been sent. Attempts in
 * flight lose their claim. An attempt whose dot was released keeps its number, so the inbox can still be asked about it.
 * Announcements are first fanned out to their last recipient, for the same reason.
 * @returns the number of deliveries
 */
export async function doubtAllOpen(db: Db): Promise<number> {
  while (await fanOut(db));
  // The time of sending is unknown, but it was after the event. A relay may have forgotten the message since (REMEMBERED).
  const { numAffectedRows } = await sql`
    update deliveries d
    set state = 'in_doubt', attempts = attempts + (state <> 'finishing')::int, worker = null, claimed_at = null,
      marked_at = e.created_at, reply = 'The database was set back: this may have been sent before.'
    from events e
    where e.id = d.event_id and state in ('pending', 'claimed', 'finishing')
  `.execute(db)
  return Number(numAffectedRows)
}
