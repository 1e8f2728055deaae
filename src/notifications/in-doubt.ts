import { sql } from 'kysely'
import { type Config, StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { EventType } from '../events/announce.ts'
import { idempotencyHeaderOf, inboxOf, relayName } from '../mail/relay.ts'
import { Problem } from '../problems.ts'
import { fanOut } from './announcements/fan-out.ts'
import { attemptName, type Ending, record } from './ledger.ts'
import { attemptsOf, type DeliveryFilter, isReplyAwaited } from './queries.ts'
import { EVENT_TYPES } from './tables.ts'

/*
 * Deliveries in doubt: the final dot may have been sent, and no reply is known. They get there by the ledger, or by
 * `doubtAllOpen` after a database was set back. They are resolved in one of three ways:
 *
 *   the development inbox    is asked about the attempt
 *   an idempotent relay      gets the email again, because it recognizes repeats
 *   any other relay          leaves the doubt to an operator, who finds out and says so; or, for the kinds of email that
 *                            RESEND_IN_DOUBT names, gets the email again after a while, once, with its Message-ID
 *
 * Only the relay that got an email can say whether it accepted it. After a change of SMTP_URL, the inbox and the new relay
 * know nothing about the emails of the one before, so those doubts are treated as those of any other relay.
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
      join jsonb_to_recordset(${JSON.stringify(policy)}) as p (type text, minutes int) on p.type = e.type
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
 * Resolves one delivery by the word of an operator.
 * @param attempt the attempt that the operator looked at; by default the newest
 * @throws Problem `not_in_doubt` when the relay or another operator has resolved it already; `reply_outstanding` when it
 * is to be sent again while its first worker may still get a reply
 */
export async function resolve(db: Db, id: string, arrived: boolean, operator: string, attempt?: number): Promise<void> {
  await db.transaction().execute(async tx => {
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
    if (!arrived && delivery.isReplyAwaited) {
      const until = delivery.reply_awaited_until!.toISOString()
      throw new Problem('reply_outstanding', `The relay may still reply to this delivery until ${until}.`)
    }
    const outcome = arrived ? 'arrived' : 'not_arrived'
    const reply = arrived ? `Arrived, says ${operator}.` : `To be sent again, says ${operator}.`
    await record(tx, [{ id, attempt: delivery.attempts, outcome, reply }])
  })
}

/**
 * Sends a delivery again that is in doubt, failed or skipped. Its next attempt belongs to the same event and recipient.
 * @throws Problem as `resolve` does
 */
export async function sendAgain(db: Db, id: string, operator: string): Promise<void> {
  // Of several operators, one finds the row in such a state.
  const { numUpdatedRows } = await requeue(db, id, operator)
    .where('state', 'in', ['failed', 'skipped'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await resolve(db, id, false, operator)
}

/**
 * Sends again every delivery that fits a filter and has failed by now. One that fails once more meanwhile is left alone.
 * @returns their number
 */
export async function sendFailedAgain(db: Db, filter: DeliveryFilter, operator: string): Promise<number> {
  let count = 0
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'failed' })) {
    const { numUpdatedRows } = await requeue(db, id, operator)
      .where('state', '=', 'failed')
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}

function requeue(db: Db, id: string, operator: string) {
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
export async function resolveAll(
  db: Db,
  filter: DeliveryFilter,
  arrived: boolean,
  operator: string,
  isMeant: (id: string) => boolean = () => true,
): Promise<{ resolved: number; awaiting: number }> {
  const counts = { resolved: 0, awaiting: 0 }
  for (const { id, attempts } of await attemptsOf(db, { ...filter, state: 'in_doubt' })) {
    if (!isMeant(id)) continue
    try {
      await resolve(db, id, arrived, operator, attempts)
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

/**
 * Puts every open delivery in doubt, after a backup was restored or a standby took over that lacked the last commits.
 * Such a database has forgotten recent emails, so any email that it holds as unsent may have been sent. Attempts in
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
