import { sql } from 'kysely'
import { type Config, StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { recordsetSql } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { EventType } from '../events/announce.ts'
import { idempotencyHeaderOf, inboxOf, relayName } from '../mail/relay.ts'
import { fanOut } from './announcements/fan-out.ts'
import { attemptName, type Ending, record } from './ledger.ts'
import { EVENT_TYPES } from './tables.ts'

/*
 * Deliveries in doubt: the final dot may have been sent, and no reply is known. They get there by the ledger, or by
 * `doubtAllOpen` after a database was set back. They are resolved in one of three ways:
 *
 *   the development inbox    is asked about the attempt
 *   an idempotent relay      gets the email again, because it recognizes repeats
 *   any other relay          leaves the doubt to an operator, who finds out and says so (operator-commands.ts); or, for
 *                            the kinds of email that RESEND_IN_DOUBT names, gets the email again after a while, once,
 *                            with its Message-ID
 *
 * Only the relay that got an email can say whether it accepted it. After a change of SMTP_URL, the inbox and the new relay
 * know nothing about the emails of the one before, so such doubts are treated like doubts of any other relay.
 */

/** Resolves the doubts that need no person. @returns how they ended */
export async function resolveDoubts(context: AppContext): Promise<Ending[]> {
  const { db, config } = context
  const inbox = inboxOf(context)
  const isIdempotent = idempotencyHeaderOf(config) !== undefined
  if (!inbox && !isIdempotent && config.resendInDoubt.size === 0) return []
  const relay = relayName(config)
  return db.transaction().execute(async tx => {
    const endings = inbox ? await askInbox(tx, inbox, relay) : isIdempotent ? await repeat(tx, relay) : []
    const knowing = inbox || isIdempotent ? relay : undefined
    endings.push(...(await repeatHarmless(tx, config.resendInDoubt, knowing)))
    if (endings.length > 0) await record(tx, endings)
    return endings
  })
}

/** The answer of the inbox is final. The rows stay locked meanwhile, so only one worker asks about a delivery. */
async function askInbox(tx: Tx, inbox: NonNullable<ReturnType<typeof inboxOf>>, relay: string): Promise<Ending[]> {
  const endings: Ending[] = []
  for (const { id, attempt } of await lockDoubts(tx, relay).execute()) {
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
const RELAY_REMEMBERS = '23 hours'

async function repeat(tx: Tx, relay: string): Promise<Ending[]> {
  const doubts = await lockDoubts(tx, relay)
    .where('marked_at', '>', sql<Date>`statement_timestamp() - ${RELAY_REMEMBERS}::interval`)
    .execute()
  const reply = 'Sent again: the relay recognizes messages that it has already accepted.'
  return doubts.map(doubt => ({ ...doubt, outcome: 'not_arrived', reply }))
}

/**
 * Copies of these kinds harm nobody. Each delivery is sent again once; a second doubt waits for an operator. So does a
 * delivery of a database that was set back: without a Message-ID, nobody knows whether there was a first attempt.
 * @param knowing the relay that resolves its own doubts
 */
async function repeatHarmless(
  tx: Tx,
  minutesOf: Config['resendInDoubt'],
  knowing: string | undefined,
): Promise<Ending[]> {
  if (minutesOf.size === 0) return []
  const policy = [...minutesOf].map(([type, minutes]) => ({ type, minutes }))
  const { rows } = await sql<{ id: string; attempt: number; minutes: number }>`
    select d.id, d.attempts as attempt, p.minutes
    from deliveries d
      join events e on e.id = d.event_id
      join ${recordsetSql(policy)} as p (type text, minutes int) on p.type = e.type
    where d.state = 'in_doubt' and d.message_id is not null and d.relay is distinct from ${knowing ?? ''}
      and d.marked_at < statement_timestamp() - make_interval(mins => p.minutes)
      and coalesce(d.reply_awaited_until < statement_timestamp(), true)
      and not exists (select from delivery_attempts a where a.delivery_id = d.id and a.outcome = 'not_arrived')
    order by d.id
    limit 100
    for update of d skip locked
  `.execute(tx)
  return rows.map(({ id, attempt, minutes }) => ({
    id,
    attempt,
    outcome: 'not_arrived',
    reply: `Sent again after ${minutes} minutes in doubt, as RESEND_IN_DOUBT says.`,
  }))
}

/** @throws StartError when RESEND_IN_DOUBT names a kind of email that does not exist */
export function checkKinds({ resendInDoubt }: Config): void {
  const unknown = [...resendInDoubt.keys()].filter(kind => !EVENT_TYPES.includes(kind as EventType))
  if (unknown.length === 0) return
  throw new StartError(
    `RESEND_IN_DOUBT names ${unknown.join(', ')}, which Semel does not send. It sends ${EVENT_TYPES.join(', ')}.`,
  )
}

/**
 * The doubts that this relay can resolve. A delivery without a Message-ID belongs to a database that was set back, which
 * no longer knows the relay.
 */
function lockDoubts(tx: Tx, relay: string) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'attempts as attempt'])
    .where('state', '=', 'in_doubt')
    .where(where => where.or([where('relay', '=', relay), where('message_id', 'is', null)]))
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .skipLocked()
}

/**
 * Puts every open delivery in doubt, after a backup was restored or a standby took over that lacked the last commits.
 * The database has forgotten recent emails, so any email that it holds as unsent may have been sent. Attempts in
 * flight lose their claim. An attempt whose dot was released keeps its number, so the inbox can still be asked about it.
 * Announcements are first fanned out to their last recipient, for the same reason.
 * @param before deliveries of later events are left out
 * @returns the number of deliveries
 */
export async function doubtAllOpen(db: Db, before = new Date(8.64e15)): Promise<number> {
  while (await fanOut(db));
  // The time of sending is unknown, but it was after the event. A relay may have forgotten the message since (RELAY_REMEMBERS).
  const { numAffectedRows } = await sql`
    update deliveries d
    set state = 'in_doubt', attempts = attempts + (state <> 'finishing')::int, worker = null, claimed_at = null,
      marked_at = e.created_at, reply = 'The database was set back: this may have been sent before.'
    from events e
    where e.id = d.event_id and e.created_at < ${before} and state in ('pending', 'claimed', 'finishing')
  `.execute(db)
  return Number(numAffectedRows)
}
