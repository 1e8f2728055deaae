import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import type { EventPayloads, EventType } from '../events.ts'
import type { DeliveryState, Outcome } from './tables.ts'

/*
 * The ledger: one row per (event, recipient), for ever, and the only queue of deliveries.
 *
 *                        refused (5xx), or a day of trying
 *              ┌───────────────────────────────────────────────────────▶ failed
 *              │                                       nobody to write to
 *              │            ┌──────────────────────────────────────────▶ skipped
 *              │            │
 *  pending ──claim──▶ claimed ──mark──▶ finishing ──250──────────────▶ sent
 *     ▲                  │                  │                            ▲
 *     │  4xx, unsent,    │       4xx        │ no reply, or worker lost   │ it arrived
 *     │  new address,    │                  ▼                            │
 *     └── worker lost ───┴──────────────────┴─────▶ in_doubt ────────────┤
 *     ▲                                                │                 │
 *     └──────────── it did not, and never will ────────┘─── (late 250) ──┘
 *
 * Why each e-mail goes out once:
 *
 * 1. A delivery is claimed by one worker (`for update skip locked`), and every claim counts `attempts` up. (id, attempts)
 *    names the attempt; whoever is not the newest attempt changes nothing any more.
 * 2. The relay cannot accept a message before its last dot, and the dot is released by `mark` (mail/transport.ts).
 *    So a row that is `claimed` has surely not been accepted: when its worker is lost it is simply due again.
 * 3. `mark` is one conditional UPDATE and so a fence: a worker that was stopped, overtaken and goes on finds no row that
 *    is still its own, and sends no dot. The same statement is the last look at the recipient: the user must exist,
 *    must not be disabled, and must have the very address that was given to the relay. Their row is locked for the moment
 *    of the commit, so a change of these comes before the mark, and is seen, or after it.
 * 4. A row in `finishing` whose worker is lost may or may not have been accepted. It is never sent again blindly: it is
 *    `in_doubt` until the receiving side, or a person, says what became of it (doubt.ts).
 *
 * Why each goes out at all: a row leaves `pending` only into states that some worker comes back to. What belongs to no
 * living worker is given back by `giveBack`, whether its worker was killed, stopped, or cut off from the database.
 *
 * Times here are the database's, on which all workers agree.
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

/** How the receiving side knows an attempt. */
export function attemptName({ id, attempt }: { id: string; attempt: number }): string {
  return `${id}.${attempt}`
}

/** Takes up to `limit` deliveries that are due for a living worker. */
export async function claim(db: Db, worker: number, limit: number): Promise<Claim[]> {
  // Not waited for on the disk: when this is lost, so is everything that came after it, the marks above all.
  const { rows } = await sql<Claim>`${PREPARED}
    with careless as materialized (
      select set_config('synchronous_commit', 'off', true) is not null as is_set
    ), due as materialized (
      select id from deliveries
      where (select is_set from careless) and state = 'pending' and due_at <= clock_timestamp()
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
      d.created_at as "createdAt"
  `.execute(db)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Is there anything to claim? Asked before a relay is connected to, so that a relay that is down costs no attempt. */
export async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where state = 'pending' and due_at <= clock_timestamp() limit 1
  `.execute(db)
  return rows.length > 0
}

export type Mark = { id: string; attempt: number; address: string; messageId: string }

/**
 * The point of no return of many deliveries in one statement.
 * @returns the ids whose last dot may be sent; of the others nothing must be sent
 */
export async function mark(db: Db, marks: Mark[]): Promise<Set<string>> {
  // SHARE is what a change of the user waits for: of the address, to disabled, a removal. Somebody whose change is under
  // way is left out (skip locked): the delivery then looks again.
  const { rows } = await sql<{ id: string }>`${PREPARED}
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(marks)}) as a (id uuid, attempt int, address text, "messageId" text)
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

/** False when another worker has taken the delivery over, or it has been given back. */
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
  /** When to try again, for outcomes after which there is another attempt. */
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

/** Writes down how attempts ended. What a newer attempt has taken over is left alone. */
export async function record(db: Db, endings: Ending[]): Promise<void> {
  const rows = endings.map(ending => ({ ...ending, state: STATE_AFTER[ending.outcome] }))
  // A 250 that comes after the delivery was given up as lost still settles the doubt.
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

/** Gives back what belongs to no living worker: unmarked deliveries are due at once, marked ones are in doubt. */
export async function giveBack(db: Db): Promise<Ending[]> {
  const endings: Ending[] = []
  // The rows stay locked until they are given back, so that their lost worker cannot mark them in between.
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: string; attempt: number; state: DeliveryState }>`
      select id, attempts as attempt, state from deliveries d
      where state in ('claimed', 'finishing') and not exists (select from workers w where w.number = d.worker)
      for update skip locked
    `.execute(tx)
    for (const { id, attempt, state } of rows) {
      endings.push({ id, attempt, ...(state === 'claimed' ? LOST_BEFORE_MARK : LOST_AFTER_MARK) })
    }
    if (endings.length > 0) await record(tx, endings)
  })
  return endings
}

const LOST_BEFORE_MARK = { outcome: 'worker_lost', reply: 'The worker was lost before the e-mail was sent.' } as const
const LOST_AFTER_MARK = { outcome: 'in_doubt', reply: 'The worker was lost while it waited for the reply.' } as const
