import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { CURRENT_TIMELINE, DATABASE_IS_TRUSTED } from '../database/history.ts'
import { PREPARED } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'
import type { EventPayloads, EventType } from '../events/announce.ts'
import { SECOND } from '../time.ts'
import './tables.ts'
import { one } from '../database/rows.ts'

/*
 * Taking deliveries from the queue, which is the rows of the ledger that are pending.
 *
 * Two classes. Announcements and stock alerts are bulk: they are claimed after all other deliveries, so that a password reset
 * never waits for a newsletter. A share of every claim is left to them all the same, so that they arrive on a busy day too.
 *
 * The start of the queue. A row that was claimed leaves a dead entry in the index, and while a backup holds its snapshot,
 * nobody may remove it. A search from the beginning of the index would walk over everything that was sent since, for
 * every claim. So a worker remembers the time before which it has seen nothing pending. A row gets a `due_at` below that
 * only from a transaction that takes longer than LATE_COMMIT; the search from the beginning every FULL_SCAN_EVERY finds it.
 */

const LATE_COMMIT = 5 * SECOND
const FULL_SCAN_EVERY = 15 * SECOND
/** At least one claim in BULK_SHARE goes to bulk deliveries. */
const BULK_SHARE = 5

export type Claim = {
  id: string
  /** Attempt, with the id. */
  attempt: number
  eventId: string
  type: EventType
  payload: EventPayloads[EventType]
  /** null: the support desk, or somebody without an account. */
  userId: string | null
  isBulk: boolean
  /** Time when the claim began, by the clock of the database. */
  claimedFrom: Date
}

/**
 * An email that may have been sent before has the date of that attempt, and so do its copies. Cyrus (duplicate suppression of
 * lmtpd) takes two for the same only if Message-ID and Date are.
 */
export async function dateOf(db: Db, { id, attempt, claimedFrom }: Claim): Promise<Date> {
  if (attempt === 1) return claimedFrom
  const first = await db
    .selectFrom('delivery_attempts')
    .select(({ fn }) => fn.min('started_at').as('at'))
    .where('delivery_id', '=', id)
    .where('marked_at', 'is not', null)
    .executeTakeFirst()
  return first?.at ?? claimedFrom
}

/** The start of the queue, as one worker knows it. */
export class QueueFloor {
  #urgent = new Date(0)
  #bulk = new Date(0)
  #lookedAt = -Infinity

  get known(): { urgent: Date; bulk: Date } {
    return { urgent: this.#urgent, bulk: this.#bulk }
  }

  /** Times of both classes, for a condition like `due_at >= …`. Looks at the database every FULL_SCAN_EVERY. */
  async read(db: Db): Promise<{ urgent: Date; bulk: Date }> {
    if (performance.now() - this.#lookedAt > FULL_SCAN_EVERY) {
      const looking = performance.now()
      const { rows } = await sql<{ urgent: Date; bulk: Date }>`
        select ${firstOf(sql`not bulk`)} as urgent, ${firstOf(sql`bulk`)} as bulk
      `.execute(db)
      const { urgent, bulk } = one(rows)
      this.#urgent = urgent
      this.#bulk = bulk
      this.#lookedAt = looking
    }
    return this.known
  }

  /**
   * A claim takes the oldest deliveries of a class, so what was due before them is not pending anymore. The next look
   * finds the deliveries that another worker had locked and then did not take.
   */
  advance(urgent: readonly Claimed[], bulk: readonly Claimed[]): void {
    this.#urgent = latest(this.#urgent, urgent)
    this.#bulk = latest(this.#bulk, bulk)
  }
}

type Claimed = Claim & { dueAt: Date }

function latest(known: Date, claims: readonly Claimed[]): Date {
  if (claims.length === 0) return known
  return new Date(Math.max(known.getTime(), Math.min(...claims.map(({ dueAt }) => dueAt.getTime() - LATE_COMMIT))))
}

function firstOf(condition: RawBuilder<unknown>) {
  const pending = sql`select due_at from deliveries where state = 'pending' and ${condition} order by due_at, id limit 1`
  return sql`least((${pending}), statement_timestamp()) - make_interval(secs => ${sql.lit(LATE_COMMIT / SECOND)})`
}

/**
 * Claims due deliveries for a live worker: up to `limit`, and the share of bulk deliveries beyond that.
 * @param mostBulk no more bulk deliveries than this
 */
export async function claim(
  db: Db,
  worker: number,
  limit: number,
  { mostBulk = limit, start = new QueueFloor() }: { mostBulk?: number; start?: QueueFloor } = {},
): Promise<Claim[]> {
  const from = await start.read(db)
  const urgent = await claimClass(db, worker, sql`not bulk`, limit, from.urgent)
  const places = Math.min(mostBulk, Math.max(limit - urgent.length, Math.ceil(limit / BULK_SHARE)))
  const bulk = places > 0 ? await claimClass(db, worker, sql`bulk`, places, from.bulk).catch(unlessAny(urgent)) : []
  start.advance(urgent, bulk)
  return [...urgent, ...bulk]
}

/** The urgent deliveries are claimed already, so they are sent whatever becomes of the others. */
function unlessAny(urgent: readonly Claimed[]) {
  return (error: unknown): [] => {
    if (urgent.length > 0 && error instanceof pg.DatabaseError) return []
    throw error
  }
}

async function claimClass(db: Db, worker: number, condition: RawBuilder<unknown>, limit: number, from: Date) {
  // The commit does not wait for the disk. If a claim is lost, everything after it is lost too, above all the commitment
  // to send.
  const { rows } = await sql<Claimed>`${PREPARED}
    with here as materialized (${CURRENT_TIMELINE}), -- citus
    due as materialized (
      select id, due_at, attempts from deliveries
      where state = 'pending' and ${condition} and due_at >= ${from} and due_at <= statement_timestamp()
        and exists (select from workers where number = ${worker}) and ${DATABASE_IS_TRUSTED}
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update deliveries d
    set state = 'claimed', worker = ${worker}, attempts = d.attempts + 1, claimed_at = statement_timestamp(),
        address = null, message_id = null, relay = null, marked_at = null, reply_awaited_until = null
    from due, events e, (select set_config('synchronous_commit', 'off', true)) as setting (unsynced)
    where d.id = due.id and e.id = d.event_id
      and d.attempts = due.attempts -- citus
    returning d.id, d.attempts as attempt, d.event_id as "eventId", e.type, e.payload, d.user_id as "userId",
      d.bulk as "isBulk", d.claimed_at as "claimedFrom", due.due_at as "dueAt", unsynced
  `.execute(db)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Tests whether there is anything to claim. Workers check this before they connect, so a relay that is down costs no
 * attempt.
 */
export async function isAnythingDue(db: Db, start = new QueueFloor()): Promise<boolean> {
  const from = await start.read(db)
  const some = (condition: RawBuilder<unknown>, time: Date) => sql`exists (
    select from deliveries
    where state = 'pending' and ${condition} and due_at >= ${time} and due_at <= statement_timestamp()
  )`
  const { rows } = await sql<{ due: boolean }>`${PREPARED}
    select ${some(sql`not bulk`, from.urgent)} or ${some(sql`bulk`, from.bulk)} as due
  `.execute(db)
  return one(rows).due
}
