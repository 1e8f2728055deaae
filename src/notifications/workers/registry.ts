import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { DELIVERIES_CHANNEL } from '../../database/news/wake.ts'
import { connectDirectly } from '../../database/pooling/client.ts'
import type { Db } from '../../database/schema.ts'
import { listenTo, SHOP_LOCK } from '../../database/shops.ts'
import { FEED_CHANNEL } from '../../events/publish.ts'
import { storableReply } from '../../mail/transport.ts'
import type { Validity } from '../../secrets/certificates.ts'
import { SECOND } from '../../time.ts'
import '../tables.ts'
import { one } from '../../database/rows.ts'

/*
 * The registry of live workers. A worker is a number that is never used twice. Two things prove that it is alive:
 *
 * - a session advisory lock on its number, which PostgreSQL frees some milliseconds after a kill -9;
 * - a lease in its row of `workers`, renewed every 2 seconds, which expires after 8 when the worker is stopped or cut off.
 *
 * When either is gone, any other worker removes the row and requeues the deliveries (ledger.ts). A worker that was only
 * stopped notices at its next heartbeat, and registers under a new number.
 */

const LEASE_SECONDS = 8
export const HEARTBEAT_SECONDS = 2

/** The first key of the advisory locks: "seml", and the shop. */
const LOCKS = `(${0x73656d6c} # ${SHOP_LOCK})`

/** A connection that only listens has to ask in order to notice that the database is silent. */
const CHECK_EVERY = 5 * SECOND

/**
 * A registered worker's own connection to the database. It holds the worker's lock and listens for new deliveries. When
 * it breaks, the worker has to register again.
 */
export class WorkerConnection {
  readonly number: number
  #client: pg.Client
  #alive = true

  private constructor(client: pg.Client, number: number) {
    this.#client = client
    this.number = number
  }

  /** @param onNews called for new deliveries and events, with the channel, and when the connection breaks */
  static async open(url: string, onNews: (channel?: string) => void): Promise<WorkerConnection> {
    const client = await connectDirectly(url, { name: 'semel worker', checkEvery: CHECK_EVERY })
    try {
      const connection = new WorkerConnection(client, await register(client))
      client.on('end', () => {
        connection.#alive = false
        onNews()
      })
      await listenTo(client, [DELIVERIES_CHANNEL, FEED_CHANNEL], onNews)
      return connection
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  get alive(): boolean {
    return this.#alive
  }

  async close(): Promise<void> {
    this.#alive = false
    await Promise.race([this.#client.end().catch(() => {}), sleep(SECOND, undefined, { ref: false })])
  }
}

/** Takes a new number, locks it on this connection, and starts its lease. */
async function register(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    `select number, pg_advisory_lock(${LOCKS}, number) from (select nextval('worker_numbers')::int as number) as next`,
  )
  const { number } = one(rows)
  await client.query(
    `insert into workers (number, name, lease_until)
     values ($1, $2, statement_timestamp() + make_interval(secs => $3))`,
    [number, `${hostname()} ${process.pid}`, LEASE_SECONDS],
  )
  return number
}

type Known = {
  /** The worker knows of no pending delivery from before these times, and holds no claim from before `claimed`. */
  urgent: Date
  bulk: Date
  claimed: Date
  /** Validity of the certificate of the relay. */
  certificate: Validity | undefined
}

/** @returns false when another worker has removed this one */
export async function renewLease(db: Db, number: number, known: Known): Promise<boolean> {
  const { urgent, bulk, claimed, certificate } = known
  const { numUpdatedRows } = await db
    .updateTable('workers')
    .set({ urgent_from: urgent, bulk_from: bulk, claimed_from: claimed })
    .set({ relay_certificate_from: certificate?.from ?? null, relay_certificate_end: certificate?.end ?? null })
    .set({ lease_until: sql`statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('number', '=', number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the workers that are no longer alive. @returns their numbers */
export async function removeDead(db: Db): Promise<number[]> {
  // A worker takes its lock before it writes its row, so a worker that is in the table and has no lock is dead.
  // Citus (docs/decisions/035) wants three statements.
  const registered = await db.selectFrom('workers').select('number').execute()
  const { rows: locked } = await sql<{ number: number }>`
    select objid::int as number from pg_locks
    where locktype = 'advisory' and classid::int = ${sql.raw(LOCKS)} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db)
  const alive = new Set(locked.map(({ number }) => number))
  const unlocked = registered.map(({ number }) => number).filter(number => !alive.has(number))
  const { rows } = await sql<{ number: number }>`
    delete from workers where lease_until < statement_timestamp() or number = any(${unlocked}::int[]) returning number
  `.execute(db)
  return rows.map(({ number }) => number)
}

/** Removes a worker that shuts down. */
export async function unregister(db: Db, number: number): Promise<void> {
  await db.deleteFrom('workers').where('number', '=', number).execute()
}

/** Tells the operator that a worker cannot reach the relay, and why. @param error undefined when it can again */
export async function recordRelayError(db: Db, number: number, error: string | undefined): Promise<void> {
  await db
    .updateTable('workers')
    .set({
      relay_error: error === undefined ? null : storableReply(error),
      relay_down_since: error === undefined ? null : sql`statement_timestamp()`,
    })
    .where('number', '=', number)
    .execute()
}
