import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { MINUTE } from '../../time.ts'
import type { Claim } from '../claim.ts'
import { doubtAllOpen } from '../in-doubt.ts'
import { type Commitment, type Ending, record } from '../ledger.ts'

/*
 * After the database was set back (database/history.ts), it may have forgotten that emails were sent. The workers that
 * sent them have not. Each one remembers its marks and endings of the last minutes, and writes them again when it
 * reconnects. Nobody claims a delivery until then.
 *
 * - Every worker of the time before has done so: nothing is in doubt, and the queue opens at once.
 * - One is gone, or all are new because a backup was restored: what it sent at the end cannot be known. After 15 seconds
 *   the open deliveries of events before the change are put in doubt, and the queue opens for all others.
 * - FAILOVER=synchronous says that a standby which takes over lacks nothing. Then it is enough that one worker has lived
 *   through the change. It tells a failover from a restored backup, after which all workers are new.
 */

/** Much longer than an asynchronous standby usually lags. */
const SENT_KEPT = 5 * MINUTE
/** About the last minute of a worker that sends 2,000 emails per second. */
const MAX_SENT_KEPT = 100_000

type Attempt = { claim: Claim; commitment: Commitment; ending?: Ending; at: number }

/** The marks and endings of one worker in the last minutes. */
export class SentMemory {
  #attempts = new Map<string, Attempt>()

  /** Call it before the final dot is released. */
  mark(claim: Claim, commitment: Commitment): void {
    // The latest attempt of a delivery is the last entry of the map.
    this.#attempts.delete(claim.id)
    this.#attempts.set(claim.id, { claim, commitment, at: performance.now() })
    this.#forgetOldest()
  }

  end(ending: Ending): void {
    const attempt = this.#attempts.get(ending.id)
    if (attempt?.claim.attempt === ending.attempt) attempt.ending = ending
  }

  all(): Attempt[] {
    return [...this.#attempts.values()]
  }

  #forgetOldest(): void {
    for (const [id, { at, ending }] of this.#attempts) {
      const isOld = performance.now() - at > SENT_KEPT || this.#attempts.size > MAX_SENT_KEPT
      if (!ending || !isOld) return
      this.#attempts.delete(id)
    }
  }
}

/**
 * Writes what a worker remembers into a database that was set back, if it was. Call it after the worker has registered,
 * and before it claims.
 * @param former the worker's numbers on earlier connections; empty for a worker that has just started
 */
export async function replayRemembered(db: Db, number: number, former: number[], memory: SentMemory): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql`select from database_history where settles_at is not null for update`.execute(tx)
    if (rows.length === 0) return
    const attempts = memory.all()
    await writeMarks(tx, number, attempts)
    const endings = attempts.flatMap(({ ending }) => ending ?? [])
    if (endings.length > 0) await record(tx, endings)
    await sql`
      update database_history
      set has_survivor = has_survivor or ${former.length > 0},
        unreported_workers = array(select unnest(unreported_workers) except select unnest(${[number, ...former]}::int[]))
    `.execute(tx)
  })
}

/**
 * Deliveries of an announcement may be forgotten altogether. They get back their row, or the fan-out would write them
 * again. An attempt without an ending may be in flight; its ending finds the row.
 */
async function writeMarks(tx: Tx, number: number, attempts: Attempt[]): Promise<void> {
  const marks = attempts.map(({ claim, commitment }) => ({
    ...commitment,
    eventId: claim.eventId,
    userId: claim.userId,
    isBulk: claim.isBulk,
  }))
  await sql`
    with marks as materialized (
      select *, statement_timestamp() as now from ${recordsetSql(marks)}
        as m (id uuid, attempt int, address text, "messageId" text, relay text, "eventId" uuid, "userId" uuid, "isBulk" boolean)
    ), known as (
      update deliveries d
      set state = 'finishing', attempts = m.attempt, worker = ${number}, address = m.address,
        message_id = m."messageId", relay = m.relay, marked_at = m.now, claimed_at = coalesce(claimed_at, m.now)
      from marks m
      where d.id = m.id and (
        d.state = 'pending' and d.attempts < m.attempt
        or d.state in ('claimed', 'finishing', 'in_doubt') and d.attempts <= m.attempt
      )
    )
    insert into deliveries
      (id, event_id, kind, recipient, user_id, bulk, state, attempts, worker, address, message_id, relay, marked_at,
        claimed_at)
    select m.id, m."eventId", e.type, 'user:' || m."userId", m."userId", true, 'finishing', m.attempt, ${number}, m.address,
      m."messageId", m.relay, m.now, m.now
    from marks m join events e on e.id = m."eventId" join users u on u.id = m."userId"
    where m."isBulk"
    on conflict do nothing
  `.execute(tx)
}

/**
 * Opens the queue again when all is known that can be. Any worker may do it, and repeats it if another died half-way.
 * @returns the number of deliveries in doubt; undefined when there was nothing to settle, or not yet
 */
export async function reopenQueue(db: Db, { isSynchronous }: { isSynchronous: boolean }): Promise<number | undefined> {
  const { rows } = await sql<{ changedAt: string; isComplete: boolean; isOver: boolean }>`
    select changed_at::text as "changedAt",
      has_survivor and (${isSynchronous} or unreported_workers = '{}') as "isComplete",
      settles_at <= statement_timestamp() as "isOver"
    from database_history where settles_at is not null
  `.execute(db)
  const [state] = rows
  if (!state || !(state.isComplete || state.isOver)) return undefined
  const inDoubt = state.isComplete ? 0 : await doubtAllOpen(db, new Date(state.changedAt))
  // Workers remember emails, but not the numbers of invoices. Only a standby that lacked nothing has forgotten none.
  const isLossless = state.isComplete && isSynchronous
  await sql`
    update database_history
    set settles_at = null, numbers_doubted_at = case when ${isLossless} then numbers_doubted_at else changed_at end
    where changed_at = ${state.changedAt}::timestamptz`.execute(db)
  return inDoubt
}
