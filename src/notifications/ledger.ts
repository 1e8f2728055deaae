import { sql } from 'kysely'
import pg from 'pg'
import { secondsAfter } from '../database/clock.ts'
import { PREPARED } from '../database/prepared.ts'
import { recordsetSql } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { storableReply, TIMEOUTS } from '../mail/transport.ts'
import { DAY, SECOND } from '../time.ts'
import { betweenWorkers } from './open-deliveries.ts'
import { ON_TIME } from './queries.ts'
import type { AttemptOutcome, DeliveryState } from './states.ts'
import { confirmSql } from './suppression/refused-recipients.ts'
import { isSuppressedSql } from './suppression/suppressed.ts'

/*
 * The ledger: one row per (event, recipient), kept as long as DELIVERIES_KEPT says, and the only queue.
 *
 *                        refused (5xx), or a day of trying
 *              ┌───────────────────────────────────────────────────────▶ failed
 *              │                                       nobody to send to
 *              │            ┌──────────────────────────────────────────▶ skipped
 *              │            │
 *  pending ──claim──▶ claimed ──commit─▶ finishing ──250─────────────▶ sent
 *     ▲                  │                  │                            ▲
 *     │  4xx, unsent,    │       4xx        │ no reply, or worker lost   │ it arrived
 *     │  new address,    │                  ▼                            │
 *     └── worker lost ───┴──────────────────┴─────▶ in_doubt ────────────┤
 *     ▲                                                │                 │
 *     └──────────── it did not, and never will ────────┘─── (late 250) ──┘
 *
 * Why each email is sent at most once:
 *
 * 1. One worker claims a delivery (`for update skip locked`, claim.ts), and every claim increments `attempts`. (id, attempts) names
 *    the attempt. An attempt that is not the newest changes nothing.
 * 2. The relay cannot accept a message before its final dot, and the transport sends the dot only after `commitToSend`
 *    (mail/transport.ts). So a row in `claimed` has certainly not been accepted. If its worker is lost, it is due again.
 * 3. `commitToSend` is one conditional UPDATE and therefore a fence. A worker that was stopped, overtaken and continues
 *    finds no row that is still its own, and sends no dot. The same statement checks the recipient for the last time: the
 *    user must exist, must not be disabled, and must still have the address that was given to the relay. The user's row
 *    is locked until the commit, so any change of it comes before the statement, which sees it, or after it. A delivery
 *    without a user goes to an address that nobody changes: the support desk's, a deleted account's, or that of a
 *    contact message. An address that is suppressed (suppression/) gets nothing.
 * 4. A row in `finishing` whose worker is lost may or may not have been accepted. It is never sent again blindly. It
 *    stays `in_doubt` until the receiving side, or a person, knows whether it arrived (in-doubt.ts).
 *
 * Why each email is sent at all: a row leaves `pending` only into states that some worker returns to. `requeueOrphans`
 * takes the deliveries of lost workers, whether a worker was killed, stopped, or cut off from the database. Urgent
 * deliveries go first, and the share of bulk deliveries means that they go too (claim.ts).
 *
 * All times here come from the database's clock, on which all workers agree.
 */

/** The name by which the receiving side knows an attempt. */
export function attemptName({ id, attempt }: { id: string; attempt: number }): string {
  return `${id}.${attempt}`
}

export type Commitment = { id: string; attempt: number; address: string; messageId: string; relay: string }

/**
 * The point of no return, for many deliveries in one statement.
 * @returns the ids whose final dot may be sent; the others must not be sent
 */
export async function commitToSend(db: Db, commitments: Commitment[]): Promise<Set<string>> {
  // A change of the user (new address, disabled, deleted) waits for FOR SHARE. A user who is being changed right now is
  // skipped, and the delivery looks again.
  const { rows } = await sql<{ id: string }>`${PREPARED}
    with asked as (
      select * from ${recordsetSql(commitments)} as a (id uuid, attempt int, address text, "messageId" text, relay text)
    ), present as (
      select u.id, u.email from users u
      where u.id in (select d.user_id from deliveries d join asked using (id)) and u.disabled_at is null
      for share skip locked
    )
    update deliveries d
    set state = 'finishing', address = a.address, message_id = a."messageId", relay = a.relay, marked_at = statement_timestamp()
    from asked a
    where d.id = a.id and d.attempts = a.attempt and d.state = 'claimed'
      and (d.user_id is null or exists (select from present p where p.id = d.user_id and p.email = a.address))
      and not ${isSuppressedSql(sql`a.address`, sql`d.kind`)}
    returning d.id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** False when another worker has taken over the delivery, or it was requeued. */
export async function isStillOurs(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'claimed')
    .executeTakeFirst()
  return row !== undefined
}

export type Ending = {
  id: string
  attempt: number
  outcome: AttemptOutcome
  reply: string
  /** The worker was lost, but it may still be connected to the relay and get a reply. */
  isReplyAwaited?: boolean
  /** The relay refused this address for good. It is suppressed when the same relay has taken an email for somebody else. */
  refusedAddress?: string
  /** Name of that relay, as `relayName` calls it. */
  refusedBy?: string
  /** The relay did not say that the address is at fault, so nothing is suppressed. */
  isUnclear?: boolean
  /** The relay refuses whatever this shop sends, so the worker holds the queue. */
  isShutOut?: boolean
}

/** An ending as the ledger has it. It may be `refused` where a temporary failure came after a day of trying. */
export type Recorded = { id: string; outcome: AttemptOutcome; reply: string; seconds: number; late: boolean }

const STATE_AFTER: Record<AttemptOutcome, DeliveryState> = {
  sent: 'sent',
  refused: 'failed',
  temporary: 'pending',
  unsent: 'pending',
  readdressed: 'pending',
  skipped: 'skipped',
  worker_lost: 'pending',
  in_doubt: 'in_doubt',
  arrived: 'sent',
  not_arrived: 'pending',
}

/** The pauses in seconds after replies 4xx. The sixth attempt is still within the 30 seconds in which an email should arrive. */
const AFTER_4XX = [1, 2, 4, 8, 10, 30, 60, 120, 300, 600, 1800, 3600]
/** The pauses in seconds after attempts in a row that ended without such a reply. They take nothing from AFTER_4XX. */
const AFTER_NO_REPLY = [0, 0.2, 1, 2, 4, 8, 15, 30, 60]

/** Time since the delivery became due or was resent. */
const trying = sql`moment.now - coalesce(d.retrying_since, d.created_at)`
const isGivenUp = sql`(e.outcome in ('temporary', 'unsent') and ${trying} > make_interval(secs => ${sql.lit(DAY / SECOND)}))`
/** Both lists are counted from the attempts that the database has, so that every worker pauses alike. */
const pause = sql`case
    when e.outcome = 'temporary' then ${nth(AFTER_4XX)}[(
      select 1 + count(*) from delivery_attempts a
      where a.delivery_id = d.id and a.outcome = 'temporary' and a.ended_at >= coalesce(d.retrying_since, d.created_at))]
    when e.outcome in ('unsent', 'readdressed') then ${nth(AFTER_NO_REPLY)}[(
      select 1 + count(*) from delivery_attempts a
      where a.delivery_id = d.id and a.number > (
        select coalesce(max(number), 0) from delivery_attempts b
        where b.delivery_id = d.id and b.outcome not in ('unsent', 'readdressed')))]
    else 0 end`

/** Records how attempts ended. Ignores those that a newer attempt has replaced. */
export async function record(db: Db, endings: Ending[]): Promise<Recorded[]> {
  const rows = endings.map(({ isShutOut: _, ...ending }) => ({
    ...ending,
    reply: storableReply(ending.reply),
    state: STATE_AFTER[ending.outcome],
  }))
  // A 250 that comes after the delivery was given up as lost still resolves the doubt.
  const { rows: recorded } = await sql<Recorded>`${PREPARED}
    with moment as materialized (
      select statement_timestamp() as now -- citus
    ), ended as (
      update deliveries d
      set state = case when ${isGivenUp} then 'failed' else e.state end,
        reply = case when ${isGivenUp} then 'Given up after a day: ' else '' end || e.reply,
        due_at = ${secondsAfter(sql`moment.now`, sql`coalesce(${pause}, ${sql.lit(AFTER_4XX.at(-1))})`)},
        ended_at = case when e.state in ('sent', 'failed', 'skipped') or ${isGivenUp} then moment.now end,
        retrying_since = case when e.outcome = 'not_arrived' then moment.now else d.retrying_since end,
        reply_awaited_until =
          case when e."isReplyAwaited" then ${secondsAfter(sql`d.marked_at`, sql.lit(REPLY_AWAITED))} end
      from ${recordsetSql(rows)}
        as e (id uuid, attempt int, outcome text, state text, reply text, "isReplyAwaited" boolean, "refusedAddress" text,
          "refusedBy" text, "isUnclear" boolean), moment
      where d.id = e.id and d.attempts = e.attempt and d.state in ('claimed', 'finishing', 'in_doubt')
        and (e.outcome <> 'worker_lost' or d.state = 'claimed') -- citus
      returning d.id, d.attempts, d.worker, d.claimed_at, d.address, d.relay, d.marked_at, d.reply, d.state, d.event_id,
        e."refusedAddress", e."refusedBy", e."isUnclear",
        case when d.state = 'failed' then 'refused' else e.outcome end as outcome,
        extract(epoch from ${trying})::float8 as seconds,
        ${trying} > make_interval(secs => ${sql.lit(ON_TIME / SECOND)}) as late
    ), kept as (
      insert into delivery_attempts (delivery_id, number, worker, started_at, address, marked_at, outcome, reply)
      select id, attempts, worker, claimed_at, address, marked_at, outcome, reply from ended
      on conflict (delivery_id, number)
      do update set outcome = excluded.outcome, reply = excluded.reply, ended_at = excluded.ended_at
    ), ${confirmSql(sql`ended`)}, published as (
      insert into event_outbox (type, data, at)
      select 'delivery.' || ended.state, jsonb_strip_nulls(jsonb_build_object(
        'deliveryId', ended.id, 'kind', e.type, 'orderId', e.payload -> 'orderId')), statement_timestamp()
      from ended join events e on e.id = ended.event_id
      where ended.state in ('sent', 'failed', 'skipped', 'in_doubt')
    )
    select id, outcome, reply, seconds, late from ended
  `.execute(db)
  return recorded
}

function nth(seconds: number[]) {
  return sql.raw(`(array[${seconds.join(', ')}]::float8[])`)
}

/**
 * Seconds after the mark in which a lost worker may still get a reply. The dot follows the mark by 2 seconds at most.
 */
const REPLY_AWAITED = (TIMEOUTS.afterDot + TIMEOUTS.commitToDot) / SECOND

/**
 * Records endings one by one, after PostgreSQL refused them together. An ending that it refuses alone too is recorded
 * without the reply of the relay, so that no reply holds up another delivery.
 */
export async function recordEach(db: Db, endings: Ending[]): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  for (const ending of endings) {
    try {
      recorded.push(...(await record(db, [ending])))
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      const without = { ...ending, reply: 'The reply of the relay cannot be stored.' }
      // A row that is refused even then stays as it is; the worker's other deliveries go on.
      recorded.push(...(await record(db, [without]).catch(unlessRefusedForGood)))
    }
  }
  return recorded
}

function unlessRefusedForGood(error: unknown): [] {
  if (isRefusedForGood(error)) return []
  throw error
}

/** SQLSTATE classes 22 and 23: the values are at fault, so the same statement would fail again. */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** Takes deliveries from lost workers: those in `claimed` are due at once, those in `finishing` are in doubt. */
export async function requeueOrphans(db: Db): Promise<Ending[]> {
  const endings: Ending[] = []
  // The rows stay locked until the commit, so that their lost worker cannot commit to send them in between.
  await db.transaction().execute(async tx => {
    // The numbers between those of live workers. The deliveries of live workers are not looked at, so this costs nothing
    // while nobody is lost, also beside a backup, in whose snapshot no row of the index is ever dead.
    const { rows } = await sql<{ id: string; attempt: number; state: DeliveryState }>`
      with gone as materialized ${betweenWorkers}
      select d.id, d.attempts as attempt, d.state
      from gone cross join lateral (
        select id, attempts, state from deliveries
        where state in ('claimed', 'finishing') and coalesce(worker, 0) > low and coalesce(worker, 0) < high
        order by coalesce(worker, 0)
        limit 1000
        for update skip locked
      ) as d
    `.execute(tx)
    for (const { id, attempt, state } of rows) {
      endings.push({ id, attempt, ...(state === 'claimed' ? LOST_BEFORE_DOT : LOST_AFTER_DOT) })
    }
    if (endings.length > 0) await record(tx, endings)
  })
  return endings
}

const LOST_BEFORE_DOT = { outcome: 'worker_lost', reply: 'The worker was lost before the email was sent.' } as const
const LOST_AFTER_DOT = {
  outcome: 'in_doubt',
  reply: 'The worker was lost while it waited for the reply.',
  isReplyAwaited: true,
} as const
