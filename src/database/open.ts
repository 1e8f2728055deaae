import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import type { Tables } from './schema.ts'

export type OpenDatabase = { db: Kysely<Tables>; pool: pg.Pool; [Symbol.asyncDispose](): Promise<void> }

/**
 * Opens a pool on one database. It connects at the first query.
 * @param url a PostgreSQL connection string (>= 15)
 * @param options `name` appears in pg_stat_activity, so an operator sees which process holds a lock; `log` gets each
 * statement
 */
export function openDatabase(
  url: string,
  { max = 10, name = 'semel', log }: { max?: number; name?: string; log?: LogConfig } = {},
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5 * SECOND,
    idleTimeoutMillis: 30 * SECOND,
    statement_timeout: 30 * SECOND,
    idle_in_transaction_session_timeout: 30 * SECOND,
    keepAlive: true,
    types,
    Client: PreparingClient,
  })
  // The next query replaces an idle connection that broke. Without a listener the error would end the process.
  pool.on('error', () => {})
  // The same for a connection in use: its query fails, and the caller handles that.
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) })
  return { db, pool, [Symbol.asyncDispose]: () => db.destroy() }
}

/**
 * Marks a statement for preparation: each connection parses it once, and keeps its plan if that is as good as a plan for
 * the given values. Use it for statements that run with every request and have one good plan. docs/decisions/0053 says
 * why not every statement is prepared, and has the figures.
 */
export const PREPARED = sql.raw('/* prepared */')

class PreparingClient extends pg.Client {
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

/** Whether the database could not be reached, went away or was migrated meanwhile; false when it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutdated(error)) return true
  const code = (error as { code?: string }).code ?? ''
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(code)) return true
  // SQLSTATE class 08: connection exception; 57P0x: shutdown or crash; 53300: too many connections;
  // 57014, 55P03, 40P01: statement timeout, lock timeout, deadlock
  if (/^(08...|57P0[1-5]|53300|57014|55P03|40P01)$/.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/.test(
    error.message,
  )
}

/** Whether `error` is a violation of the unique key or index `constraint`: another transaction won the race. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
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
