import { type Generated, sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import { one } from './rows.ts'
import type { Tx } from './schema.ts'

/*
 * A database that was set back: after a restored backup, or a failover to a standby without the last commits, it does not
 * know what it had acknowledged. Nobody has to tell Semel. Each new connection compares the identifier of the database
 * system, the timeline of its log (PostgreSQL begins a new one at every promotion and every restore to a point in time)
 * and the place of the table (a restored dump brings another one) with those in `database_history`.
 *
 * The first connection that sees a difference moves all sequences ahead, so that no number that somebody has seen is given
 * again. It also stops the workers from claiming until notifications/workers/set-back.ts has found out which emails were sent.
 */

declare module './schema.ts' {
  interface Tables {
    database_history: {
      is_only: Generated<boolean>
      system_identifier: string
      timeline: string
      changed_at: Date | null
      settles_at: Date | null
      unreported_workers: Generated<number[]>
      has_survivor: Generated<boolean>
      place: string
      numbers_doubted_at: Date | null
    }
  }
}

/** Time that living workers have to say what they sent. Longer than it takes them to reconnect and than their lease. */
const SETTLE = 15 * SECOND
/** More numbers than can be given in the seconds that a standby may lag behind. */
const SEQUENCE_GAP = 10_000

/** The timeline on which the database writes now; fails on a standby. pg_control_checkpoint() would lag behind. */
export const TIMELINE = `substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)`

/** The database and the table. A restored dump brings the row to another one. */
const TABLE_IDENTITY = `(select oid from pg_database where datname = current_database()) || '/' || 'database_history'::regclass::oid`

/**
 * Finds where the database is now, as a query; a writing statement of a worker has it as the table expression `here`.
 */
export const CURRENT_TIMELINE = sql.raw(`select ${TIMELINE} as timeline, ${TABLE_IDENTITY} as place`)

const CURRENT = `select (select system_identifier::text from pg_control_system()) as system,
  ${TIMELINE} as timeline, ${TABLE_IDENTITY} as place`

/** The row is about another database than the parameters. */
const CHANGED = `(system_identifier, timeline, place) <> ($1, $2, $3)`

/**
 * Compares the database behind a new connection with the one that Semel knows, and notes a change.
 * @returns false on a standby: it may become another history while the connection is open, so it must not stay
 */
export async function checkHistory(client: pg.ClientBase): Promise<boolean> {
  try {
    // Citus (docs/decisions/035) wants in a statement without a table.
    const { rows: current } = await client.query(CURRENT)
    const { system, timeline, place } = current[0]
    const here = [system, timeline, place]
    const { rows } = await client.query(
      `select exists (select from database_history where not ${CHANGED}) as known`,
      here,
    )
    if (!rows[0].known) await noteChange(client, here)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code === RECOVERY_IN_PROGRESS) return false
    if (UNKNOWABLE.test(error.code ?? '')) return true
    throw error
  }
}

const RECOVERY_IN_PROGRESS = '55000'
/** A read-only primary, a database without our tables yet, or functions that the operator has closed to our role. */
const UNKNOWABLE = /^(25006|42P01|42501|42883)$/

/** One transaction, in which the row orders all processes that notice at the same time. */
async function noteChange(client: pg.ClientBase, here: string[]): Promise<void> {
  await client.query('begin')
  try {
    const inserted = await client.query(
      'insert into database_history (system_identifier, timeline, place) values ($1, $2, $3) on conflict do nothing',
      here,
    )
    if (inserted.rowCount === 0) {
      const changed = await client.query(
        `update database_history
         set system_identifier = $1, timeline = $2, place = $3, changed_at = statement_timestamp(),
           settles_at = statement_timestamp() + make_interval(secs => ${SETTLE / SECOND}),
           unreported_workers = array(select number from workers), has_survivor = false
         where ${CHANGED}`,
        here,
      )
      if (changed.rowCount === 1) {
        await moveSequencesAhead(client)
        await forgetTransactions(client)
      }
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function moveSequencesAhead(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + ${SEQUENCE_GAP})
     from pg_sequences where schemaname = current_schema()`,
  )
}

/**
 * The log of changes names transactions by their ids, which mean others in another history. A process that compares its
 * lists with the log loads them again.
 */
async function forgetTransactions(client: pg.ClientBase): Promise<void> {
  await client.query('delete from product_changes')
  // Citus (docs/decisions/035) wants a statement that only reads, before the one that writes.
  const { rows } = await client.query(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next from product_changes_forgotten',
  )
  await client.query('update product_changes_forgotten set before = $1', [rows[0].next])
}

/**
 * Restricts a statement of a worker to the database that the worker knows, not one that was set back. The statement has a
 * table expression `here`.
 */
export const DATABASE_IS_TRUSTED = sql`not exists (
  select from database_history h, here
  where settles_at is not null or h.timeline <> here.timeline or h.place <> here.place
)`

export async function isDatabaseTrusted(tx: Tx): Promise<boolean> {
  // Citus (docs/decisions/035) wants two statements.
  const { rows: here } = await sql<{ timeline: string; place: string }>`${CURRENT_TIMELINE}`.execute(tx)
  const { timeline, place } = one(here)
  const { rows } = await sql<{ isTrusted: boolean }>`
    with here (timeline, place) as (values (${timeline}, ${place})) select ${DATABASE_IS_TRUSTED} as "isTrusted"
  `.execute(tx)
  return one(rows).isTrusted
}
