import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { EventPayloads, EventType } from '../events.ts'
import type { DeliveryState, Outcome } from './tables.ts'

/*
 * The ledger: one row per (event, recipient), kept forever, and the only queue of deliveries.
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
 * 1. One worker claims a delivery (`for update skip locked`), and every claim increments `attempts`. (id, attempts) names
 *    the attempt. An attempt that is not the newest changes nothing.
 * 2. The relay cannot accept a message before its final dot, and the transport sends the dot only after `commitToSend`
 *    (mail/transport.ts). So a row in `claimed` has certainly not been accepted. If its worker is lost, it is due again.
 * 3. `commitToSend` is one conditional UPDATE and therefore a fence. A worker that was stopped, overtaken and continues
 *    finds no row that is still its own, and sends no dot. The same statement checks the recipient for the last time: the
 *    user must exist, must not be disabled, and must still have the address that was given to the relay. The user's row
 *    is locked until the commit, so any change of it comes before the statement, which sees it, or after it.
 * 4. A row in `finishing` whose worker is lost may or may not have been accepted. It is never sent again blindly. It
 *    stays `in_doubt` until the receiving side, or a person, knows whether it arrived (in-doubt.ts).
 *
 * Why each email is sent at all: a row leaves `pending` only into states that some worker returns to. `requeueOrphans`
 * takes the deliveries of lost workers, whether a worker was killed, stopped, or cut off from the database.
 *
 * All times here come from the database's clock, on which all workers agree.
 */

export type Claim = {
  id: string
  /** With the id: the attempt. */
  attempt: number
  eventId: string
  type: EventType
  payload: EventPayloads[EventType]
  /** null: the support desk. */
  userId: string | null
  createdAt: Date
}

/** The name by which the receiving side knows an attempt. */
export function attemptName({ id, attempt }: { id: string; attempt: number }): string {
  return `${id}.${attempt}`
}

/** Claims up to `limit` due deliveries for a live worker. */
export async function claim(db: Db, worker: number, limit: number): Promise<Claim[]> {
  // The commit does not wait for the disk. If a claim is lost, everything after it is lost too, above all the commitment
  // to send.
  const { rows } = await sql<Claim>`${PREPARED}
    with due as materialized (
      select id from deliveries
      where state = 'pending' and due_at <= clock_timestamp()
        and exists (select from workers where number = ${worker})
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update deliveries d
    set state = 'claimed', worker = ${worker}, attempts = attempts + 1, claimed_at = clock_timestamp(),
        address = null, message_id = null, marked_at = null
    from due, events e
    where d.id = due.id and e.id = d.event_id
    returning d.id, d.attempts as attempt, d.event_id as "eventId", e.type, e.payload, d.user_id as "userId",
      d.created_at as "createdAt", set_config('synchronous_commit', 'off', true)
  `.execute(db)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Whether there is anything to claim. Workers check this before they connect, so a relay that is down costs no attempt. */
export async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where state = 'pending' and due_at <= clock_timestamp() limit 1
  `.execute(db)
  return rows.length > 0
}

export type Commitment = { id: string; attempt: number; address: string; messageId: string }

/**
 * The point of no return, for many deliveries in one statement.
 * @returns the ids whose final dot may be sent; the others must not be sent
 */
export async function commitToSend(db: Db, commitments: Commitment[]): Promise<Set<string>> {
  // A change of the user (new address, disabled, deleted) waits for FOR SHARE. A user who is being changed right now is
  // skipped, and the delivery looks again.
  const { rows } = await sql<{ id: string }>`${PREPARED}
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(commitments)}) as a (id uuid, attempt int, address text, "messageId" text)
    ), present as (
      select u.id, u.email from users u
      where u.id in (select d.user_id from deliveries d join asked using (id)) and u.disabled_at is null
      for share skip locked
    )
    update deliveries d
    set state = 'finishing', address = a.address, message_id = a."messageId", marked_at = clock_timestamp()
    from asked a
    where d.id = a.id and d.attempts = a.attempt and d.state = 'claimed'
      and (d.user_id is null or exists (select from present p where p.id = d.user_id and p.email = a.address))
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
  outcome: Outcome
  reply: string
  /** The pause before the next attempt, if there is one. Default: none. */
  againInMs?: number
}

const STATE_AFTER: Record<Outcome, DeliveryState> = {
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

/** Records how attempts ended. Ignores those that a newer attempt has replaced. */
export async function record(db: Db, endings: Ending[]): Promise<void> {
  const rows = endings.map(ending => ({ ...ending, state: STATE_AFTER[ending.outcome] }))
  // A 250 that comes after the delivery was given up as lost still resolves the doubt.
  await sql`${PREPARED}
    with ended as (
      update deliveries d
      set state = e.state, reply = e.reply,
        due_at = clock_timestamp() + make_interval(secs => coalesce(e."againInMs", 0) / 1000.0),
        ended_at = case when e.state in ('sent', 'failed', 'skipped') then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as e (id uuid, attempt int, outcome text, state text, reply text, "againInMs" float8)
      where d.id = e.id and d.attempts = e.attempt and d.state in ('claimed', 'finishing', 'in_doubt')
      returning d.id, d.attempts, d.worker, d.claimed_at, d.address, d.marked_at, e.outcome, e.reply
    )
    insert into delivery_attempts (delivery_id, number, worker, started_at, address, marked_at, outcome, reply)
    select id, attempts, worker, claimed_at, address, marked_at, outcome, reply from ended
    on conflict (delivery_id, number)
    do update set outcome = excluded.outcome, reply = excluded.reply, ended_at = excluded.ended_at
  `.execute(db)
}

/** Takes deliveries from lost workers: those in `claimed` are due at once, those in `finishing` are in doubt. */
export async function requeueOrphans(db: Db): Promise<Ending[]> {
  const endings: Ending[] = []
  // The rows stay locked until the commit, so that their lost worker cannot commit to send them in between.
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: string; attempt: number; state: DeliveryState }>`
      select id, attempts as attempt, state from deliveries d
      where state in ('claimed', 'finishing') and not exists (select from workers w where w.number = d.worker)
      for update skip locked
    `.execute(tx)
    for (const { id, attempt, state } of rows) {
      endings.push({ id, attempt, ...(state === 'claimed' ? LOST_BEFORE_DOT : LOST_AFTER_DOT) })
    }
    if (endings.length > 0) await record(tx, endings)
  })
  return endings
}

const LOST_BEFORE_DOT = { outcome: 'worker_lost', reply: 'The worker was lost before the email was sent.' } as const
const LOST_AFTER_DOT = { outcome: 'in_doubt', reply: 'The worker was lost while it waited for the reply.' } as const
