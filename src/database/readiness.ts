import pg from 'pg'
import { SECOND } from '../time.ts'
import { shareInFlight } from './coalesce.ts'
import { DeadlineClient, type DeadlineConfig, KEEP_ALIVE } from './pooling/client.ts'
import { readStanding, type Standing } from './replicas/standing.ts'
import type { Db } from './schema.ts'

/** Shorter than the time that load balancers give a probe. */
const LIMIT = 1.5 * SECOND

const probes = new WeakMap<Db, { takesWrites: () => Promise<boolean>; standing: () => Promise<Standing> }>()

/**
 * Whether the database takes writes: a standby, and a former primary that a name still points to, only take reads. It
 * asks on a connection of its own, so a pool full of waiting requests does not take this process out of a load balancer.
 * @throws when the database does not answer
 */
export function takesWrites(db: Db): Promise<boolean> {
  return probes.get(db)!.takesWrites()
}

/** Where the database is in its log, at some moment after the call. @throws when the database does not answer */
export function standingOf(db: Db): Promise<Standing> {
  return probes.get(db)!.standing()
}

/** `openDatabase` calls it for each database. The connection opens at the first question and closes when nobody asks. */
export function registerProbe(db: Db, url: string, name: string): AsyncDisposable {
  const config: pg.PoolConfig & DeadlineConfig = {
    connectionString: url,
    max: 1,
    application_name: `${name} probe`,
    connectionTimeoutMillis: LIMIT,
    idleTimeoutMillis: 30 * SECOND,
    allowExitOnIdle: true,
    deadline: LIMIT,
    ...KEEP_ALIVE,
    Client: DeadlineClient,
  }
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  probes.set(db, {
    standing: shareInFlight(() => readStanding(pool)),
    takesWrites: shareInFlight(async () => {
      const { rows } = await pool.query<{ writable: boolean }>(
        `select not (pg_is_in_recovery() or current_setting('transaction_read_only')::bool) as writable`,
      )
      return rows[0]!.writable
    }),
  })
  return { [Symbol.asyncDispose]: () => pool.end() }
}
