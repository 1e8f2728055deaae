import { hostname } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../database/schema.ts'
import './tables.ts'

/*
 * Which workers live. A worker is a number that is never used twice. It proves its life in two ways:
 *
 * - a session advisory lock on its number, which PostgreSQL frees some milliseconds after a kill -9;
 * - a lease in its row of `workers`, prolonged every 2 seconds, which lapses after 8 when it is stopped or cut off.
 *
 * When either is gone, any other worker buries it: its row goes, and its deliveries are given back (ledger.ts). A worker
 * that was only stopped finds out with its next heartbeat, and starts again under a new number.
 */

export const LEASE_SECONDS = 8
export const HEARTBEAT_SECONDS = 2

/** The first key of the advisory locks: "seml". */
const LOCKS = 0x73656d6c

/** Takes a new number. @param session the connection that the lock lives and dies with */
export async function register(session: pg.ClientBase): Promise<number> {
  const { rows } = await session.query<{ number: number }>(
    `select number, pg_advisory_lock(${LOCKS}, number) from (select nextval('worker_numbers')::int as number) as next`,
  )
  const { number } = rows[0]!
  await session.query(
    `insert into workers (number, name, lease_until)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
    [number, `${hostname()} ${process.pid}`, LEASE_SECONDS],
  )
  return number
}

/** @returns false when this worker has been buried */
export async function prolongLease(db: Db, number: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workers')
    .set({ lease_until: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('number', '=', number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the workers that live no more. @returns their numbers */
export async function buryDead(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    delete from workers where lease_until < clock_timestamp() or not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${LOCKS} and objid = workers.number and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
    )
    returning number
  `.execute(db)
  return rows.map(({ number }) => number)
}

/** A worker that ends in order. */
export async function unregister(db: Db, number: number): Promise<void> {
  await db.deleteFrom('workers').where('number', '=', number).execute()
}

/** Leaves a word for the operator about a relay that cannot be reached, or that it is back. */
export async function tellRelay(db: Db, number: number, error: string | undefined): Promise<void> {
  await db
    .updateTable('workers')
    .set({ relay_error: error ?? null, relay_down_since: error === undefined ? null : sql`clock_timestamp()` })
    .where('number', '=', number)
    .execute()
}
