/** Opens a pool of connections to a database. */
import { Kysely, type LogConfig, PostgresDialect } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import { registerProbe } from './health/readiness.ts'
import { checkHistory } from './history.ts'
import { DeadlineClient, type DeadlineConfig, KEEP_ALIVE } from './pooling/client.ts'
import { SharedPool } from './pooling/pool.ts'
import type { Pooling } from './pooling/pooler.ts'
import { PreparingClient } from './prepared.ts'
import type { Tables } from './schema.ts'

export type OpenDatabase = { db: Kysely<Tables>; pool: SharedPool; [Symbol.asyncDispose](): Promise<void> }

/**
 * Opens a pool on one database. It connects at the first query.
 * @param url a PostgreSQL connection string (>= 15)
 * @param options `name` appears in pg_stat_activity, so an operator sees which process holds a lock; `log` gets each
 * statement; `pooling` says what a pooler at `url` keeps; `verify` looks at each new connection and says whether it may
 * stay in the pool
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    name = 'semel',
    log,
    pooling = NO_POOLER,
    verify = checkHistory,
  }: {
    max?: number
    name?: string
    log?: LogConfig
    pooling?: Pooling
    verify?: (client: pg.ClientBase) => Promise<boolean>
  } = {},
): OpenDatabase {
  const config: pg.PoolConfig & DeadlineConfig = {
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5 * SECOND,
    idleTimeoutMillis: 30 * SECOND,
    ...(pooling.keepsSessions && serverLimits(url)),
    // The server's own limit strikes first, if the server is alive.
    deadline: STATEMENT_TIMEOUT + 2 * SECOND,
    ...KEEP_ALIVE,
    types,
    Client: pooling.keepsPrepared ? PreparingClient : DeadlineClient,
    // Replaces pg-pool's `verify`: it hands the client even to a caller who gave up meanwhile, and nobody would release
    // it.
    onConnect: async client => {
      if (!(await verify(client))) pool.replaceSoon(client)
    },
  }
  const pool = new SharedPool(config)
  // The next query replaces an idle connection that broke. Without a listener the error would end the process.
  pool.on('error', () => {})
  // The same for a connection in use: its query fails, and the caller handles that.
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) })
  const probe = registerProbe(db, url, name)
  return {
    db,
    pool,
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), probe[Symbol.asyncDispose]()])
    },
  }
}

const NO_POOLER: Pooling = { keepsSessions: true, keepsPrepared: true }

/** A pooler in transaction mode refuses these. The role has to bring them; `semel doctor` looks. */
function serverLimits(url: string): pg.ClientConfig {
  return {
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 30 * SECOND,
    // An operator who sets one in DATABASE_URL knows better.
    ...(!url.includes('lock_timeout') && { lock_timeout: LOCK_TIMEOUT }),
  }
}

const STATEMENT_TIMEOUT = 30 * SECOND
/** A statement that waits for a lock keeps a connection from others. */
const LOCK_TIMEOUT = 3 * SECOND

/**
 * Our bigint columns are counts and sequence numbers far below 2^53, so a number is exact. A day stays a text: as a `Date` it would be
 * the midnight of this machine.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === pg.types.builtins.DATE) return String
    return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
  },
}
