import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import { DeadlineClient, type DeadlineConfig, KEEP_ALIVE } from './client.ts'
import { checkHistory } from './history.ts'
import { SharedPool } from './pooling/pool.ts'
import type { Pooling } from './pooling/pooler.ts'
import { registerProbe } from './readiness.ts'
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
    verify: (client, done) =>
      void verify(client).then(stays => {
        if (!stays) pool.replaceSoon(client)
        done()
      }, done),
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
 * Marks a statement for preparation: each connection parses it once, and keeps its plan if that is as good as a plan for
 * the given values. Use it for statements that run with every request and have one good plan. docs/decisions/0053 says
 * why not every statement is prepared, and has the figures.
 */
export const PREPARED = sql.raw('/* prepared */')

class PreparingClient extends DeadlineClient {
  #prepares = true

  // biome-ignore lint/suspicious/noExplicitAny: pg.Client's query has many overloads; this changes the one that Kysely uses
  override query(text: any, values?: any, callback?: any): any {
    if (!this.#prepares || typeof text !== 'string' || !text.includes('/* prepared */'))
      return super.query(text, values, callback)
    const answer = super.query({ name: nameOf(text), text, values }, callback)
    // A migration has changed the type of a column, so the prepared statements of this connection fail from now on.
    answer?.catch((error: unknown) => {
      if (isOutdated(error)) this.#prepares = false
    })
    return answer
  }
}

/** "cached plan must not change result type", whatever language the server speaks. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

function nameOf(statement: string): string {
  let name = names.get(statement)
  if (name === undefined) {
    name = createHash('sha256').update(statement).digest('base64url').slice(0, 16)
    names.set(statement, name)
  }
  return name
}

const names = new Map<string, string>()

/** Our bigint columns are counts and sequence numbers far below 2^53, so a number is exact. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** Whether the database could not be reached, is in trouble or was migrated; false when it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutdated(error)) return true
  const code = (error as { code?: string }).code ?? ''
  if (SYSTEM_ERRORS.test(code) || SQLSTATES.test(code) || isAccessRefused(error)) return true
  return MESSAGES.test(error.message)
}

/**
 * Whether the database refused to encrypt or to let us in. While Semel runs, a password or a certificate is being
 * changed. At its start, DATABASE_URL is probably wrong.
 */
export function isAccessRefused(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return TLS_ERRORS.test(code) || /^28(P01|000)$/.test(code) || /SSL connection/.test(message)
}

/** The last ones: a name that cannot be resolved, and a process or machine without free file descriptors or ports. */
const SYSTEM_ERRORS =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EADDRNOTAVAIL)$/

const TLS_ERRORS =
  /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/

/**
 * 08: connection exception; 57P0x: shutdown or crash; 57014, 55P03, 40P01: statement timeout, lock timeout, deadlock;
 * 53x: disk full, out of memory, too many connections; 58x: input or output error; 25006: a standby or former primary;
 * 25P03: a transaction that stood still too long
 */
const SQLSTATES = /^(08...|57P0[1-5]|57014|55P03|40P01|53...|58...|25006|25P03)$/

/** The last one: Citus moved the shop to another machine during the statement, which was rolled back. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|timeout expired|connection has been discarded|could not find the intermediate result/

/** Whether a statement gave up because somebody else held a lock. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether `error` is a violation of the unique key or index `constraint`: another transaction won the race. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** A row refers to a user who was deleted at this moment. */
export function isUserGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return false
  return /_(?:user|owner)_id_fkey$/.test(error.constraint ?? '')
}

/**
 * Repeats `work`, which is one transaction or one statement, when PostgreSQL rolled it back to end a deadlock. Our own
 * statements take locks in one order; an operator's or an import's may not.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED) || attempt === ATTEMPTS) throw error
      // Row locks are not granted in order of arrival. Without a pause we could take the other's lock once more.
      await sleep(attempt * 50)
    }
  }
}

const DEADLOCK_DETECTED = '40P01'
const ATTEMPTS = 3
