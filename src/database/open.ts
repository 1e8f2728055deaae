import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import { BEGIN, BundledQuery, COMMIT, hasPrepared } from './bundled-query.ts'
import { DeadlineClient, type DeadlineConfig, KEEP_ALIVE } from './client.ts'
import { checkHistory } from './history.ts'
import { SharedPool } from './pooling/pool.ts'
import type { Pooling } from './pooling/pooler.ts'
import { registerProbe } from './health/readiness.ts'
import type { Tables } from './schema.ts'
import { isOutdated } from './trouble.ts'

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

/**
 * Marks the last statement of a transaction. It takes the COMMIT along in its message, so nothing behind it can still
 * take the transaction back.
 */
export const LAST = sql.raw('/* prepared */ /* last */')

class PreparingClient extends DeadlineClient {
  #prepares = true
  /** The BEGIN that the next statement takes along. */
  #begins = false
  /** The last statement has taken the COMMIT along. */
  #isCommitted = false

  // biome-ignore lint/suspicious/noExplicitAny: pg.Client's query has many overloads; this changes the one that Kysely uses
  override query(text: any, values?: any, callback?: any): any {
    const [begins, isCommitted] = [this.#begins, this.#isCommitted]
    this.#begins = false
    this.#isCommitted = false
    if (text === BEGIN && hasPrepared(this, BEGIN)) {
      this.#begins = true
      return Promise.resolve(resultOf('BEGIN'))
    }
    if (text === COMMIT && (begins || isCommitted)) return Promise.resolve(resultOf('COMMIT'))
    if (text === 'rollback' && begins) return Promise.resolve(resultOf('ROLLBACK'))
    if (text === BEGIN || text === COMMIT) return super.query({ name: text, text })

    const isPrepared = this.#prepares && typeof text === 'string' && text.includes('/* prepared */')
    const config = { text, values, ...(isPrepared && { name: nameOf(text) }) }
    const commits = isPrepared && text.includes('/* last */') && hasPrepared(this, COMMIT)
    const takesAlong = isPrepared || (typeof text === 'string' && values?.length > 0)
    if (takesAlong && (begins || commits)) return this.#bundle(config, { begins, commits })
    // A statement without values may be several. If this BEGIN fails, the connection is dead, and so is the statement.
    if (begins) super.query(BEGIN).catch(() => {})
    return isPrepared ? this.#watch(super.query(config, callback)) : super.query(text, values, callback)
  }

  #bundle(config: pg.QueryConfig, bundled: { begins: boolean; commits: boolean }) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    super.query(new BundledQuery(config, bundled), undefined, (error: unknown, result: pg.QueryResult) => {
      if (error) return reject(error)
      this.#isCommitted = bundled.commits
      resolve(result)
    })
    return this.#watch(promise)
  }

  /** Notes when a migration has changed the type of a column: then the prepared statements of this connection fail. */
  #watch(answer: Promise<pg.QueryResult> | undefined): Promise<pg.QueryResult> | undefined {
    answer?.catch((error: unknown) => {
      if (isOutdated(error)) this.#prepares = false
    })
    return answer
  }
}

function resultOf(command: string): pg.QueryResult {
  return { command, rowCount: null, oid: 0, rows: [], fields: [] }
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
