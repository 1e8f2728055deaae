/** Opens what a command of the command line needs, and closes it in the right order. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { EmbeddedPostgresError, openEmbedded } from '#embedded-postgres'
import { addressOf } from '../config/local-address.ts'
import { type Config, loadConfig, StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { isAccessRefused, isUnavailable } from '../database/errors.ts'
import { migrate, missingMigrations } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { connectDirectly, DeadlineClient } from '../database/pooling/client.ts'
import { examinePooling, type Pooling } from '../database/pooling/pooler.ts'
import { ReadRouter } from '../database/replicas/reader.ts'
import { one } from '../database/rows.ts'
import { openServiceKey } from '../database/service-key.ts'
import { inSchema, searchPath } from '../database/shops.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics, measurePool, measureReads } from '../observability/metrics.ts'
import { startTelemetry, traceStatement } from '../observability/telemetry.ts'
import { PROVIDERS } from '../payments/providers/table.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import { SECOND, systemClock } from '../time.ts'

/** The configuration of a command, with the settings of all providers of payments. @throws StartError */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return loadConfig(env, PROVIDERS)
}

export type Foundation = Omit<AppContext, 'serviceKey'> & {
  /** The address for connections outside of the pool, which hold sessions and locks. A pooler must keep sessions. */
  databaseUrl: string
  [Symbol.asyncDispose](): Promise<void>
}
type Options = { name: string; join: boolean; wait?: boolean; migrates?: boolean; creates?: boolean; reads?: boolean }
export type OpenContext = AppContext & Foundation

/**
 * Opens everything that a command needs: the database (embedded unless DATABASE_URL is set) with all migrations applied,
 * the service key, and the log.
 * @param options `join`: use the embedded database of a running Semel, instead of insisting on being its owner; `wait`:
 * wait for a database that is away, as services do; `migrates`: false demands that the migrations are applied;
 * `creates`: let DATABASE_SCHEMA name a new shop; `reads`: use the replicas of DATABASE_READ_URL
 * @throws StartError when the database cannot be opened, or SECRET_KEY does not open the service key
 */
export async function openContext(config: Config, options: Options): Promise<OpenContext> {
  const foundation = await openFoundation(config, options)
  try {
    if (options.migrates === false) await requireMigrations(foundation.databaseUrl)
    else await migrate(foundation.databaseUrl, undefined, message => foundation.log.warn(message))
    const serviceKey = await openServiceKey(foundation.db, await loadSecretKey(config))
    return Object.assign(foundation, { serviceKey })
  } catch (error) {
    await foundation[Symbol.asyncDispose]()
    throw error
  }
}

/** Opens the context without migrations and without the service key. */
export async function openFoundation(
  config: Config,
  { name, join, wait = false, creates = false, reads = false }: Options,
): Promise<Foundation> {
  const stack = new AsyncDisposableStack()
  try {
    const log = createLog(config, name)
    if (config.telemetry) stack.use(await startTelemetry(log))
    const notice = (message: string) => log.warn(message)
    const embedded = config.databaseUrl
      ? undefined
      : stack.use(await openEmbedded(config.dataDir, { join, notice }).catch(asStartError))
    const serverUrl = config.databaseUrl ?? embedded!.url
    const patience = wait ? config.databaseWait : 0
    await requireDatabase('DATABASE_URL', serverUrl, patience, log)
    const pooling = await requireSessions(config, serverUrl, patience, log)
    const databaseUrl = pooling.keepsSessions ? inSchema(serverUrl, config.databaseSchema) : serverUrl
    if (!pooling.keepsSessions) await requireSearchPath(serverUrl, config.databaseSchema)
    if (config.databaseSchema && !creates) await requireSchema(databaseUrl, config.databaseSchema)
    const metrics = createMetrics()
    const { db, pool } = stack.use(
      openDatabase(databaseUrl, {
        name: `semel ${name}`,
        max: config.databasePool,
        pooling,
        ...(config.telemetry && { log: traceStatement }),
      }),
    )
    measurePool(pool, metrics)
    const replicas = reads ? config.databaseReadUrls.map(url => inSchema(url, config.databaseSchema)) : []
    const reader = stack.use(new ReadRouter(db, replicas, { log, name: `semel ${name}`, max: config.databasePool }))
    measureReads(reader, metrics)
    // Production skips this import. Apart from `semel products generate`, nothing else loads src/dev.
    const { development } = config.production ? {} : await import('../dev/development.ts')
    const address = config.baseUrl ?? addressOf(config.host, config.port)
    return {
      config,
      db,
      reader,
      clock: systemClock,
      log,
      metrics,
      baseUrl: () => address,
      ...(development && { development }),
      databaseUrl: config.databaseDirectUrl ? inSchema(config.databaseDirectUrl, config.databaseSchema) : databaseUrl,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function requireMigrations(databaseUrl: string): Promise<void> {
  const missing = await missingMigrations(databaseUrl)
  if (missing.length > 0) throw new StartError(`The database lacks ${missing.join(', ')}. Run: semel migrate`)
}

function asStartError(error: unknown): never {
  throw error instanceof EmbeddedPostgresError ? new StartError(error.message) : error
}

/**
 * Asks the database one question at the start, so that a wrong DATABASE_URL gives one clear message. A database that is
 * away may come back, so this asks again for `patience` milliseconds; a wrong password or name fails at once.
 */
async function requireDatabase(setting: string, url: string, patience: number, log: FastifyBaseLogger): Promise<void> {
  const started = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkDatabase(setting, url)
    } catch (error) {
      const { cause, message } = error as StartError
      if (!isUnavailable(cause) || isAccessRefused(cause) || performance.now() - started > patience) throw error
      if (attempt === 1) log.warn({ seconds: patience / SECOND, reason: message }, 'waiting for the database')
      await sleep(SECOND)
    }
  }
}

/**
 * LISTEN, advisory locks and migrations need a session. Behind a pooler that keeps none they seem to work, and fail later.
 * @throws StartError
 */
async function requireSessions(
  { databaseDirectUrl }: Config,
  url: string,
  patience: number,
  log: FastifyBaseLogger,
): Promise<Pooling> {
  const pooling = await examinePooling(url)
  if (databaseDirectUrl !== undefined) await requireDatabase('DATABASE_DIRECT_URL', databaseDirectUrl, patience, log)
  const direct = databaseDirectUrl === undefined ? pooling : await examinePooling(databaseDirectUrl)
  if (direct.keepsSessions) return pooling
  throw new StartError(
    databaseDirectUrl === undefined
      ? 'DATABASE_URL names a pooler that keeps no sessions (PgBouncer in transaction mode). ' +
          'Set DATABASE_DIRECT_URL to PostgreSQL itself: workers listen and hold locks there.'
      : 'DATABASE_DIRECT_URL names a pooler that keeps no sessions. It must name PostgreSQL itself.',
  )
}

/** A pooler in transaction mode passes no search path on, so the role has to bring it. @throws StartError */
async function requireSearchPath(url: string, schema = 'public'): Promise<void> {
  const client = await connectDirectly(url, { name: 'semel pooling' })
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select $1 = any (string_to_array(replace(current_setting('search_path'), ' ', ''), ',')) as found`,
      [schema],
    )
    if (one(rows).found) return
    throw new StartError(
      `DATABASE_SCHEMA needs a role of its own behind this pooler. Run: alter role … set search_path = ${searchPath(schema)}`,
    )
  } finally {
    await client.end()
  }
}

/** A misspelt schema would be a new, empty shop that answers with 200. The first shop of a database needs no such care. */
async function requireSchema(url: string, schema: string): Promise<void> {
  const client = await connectDirectly(url, { name: 'semel schema' })
  try {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_class join pg_namespace n on n.oid = relnamespace
        where relname = 'schema_migrations' and relkind = 'r' order by name`,
    )
    const shops = rows.map(({ name }) => name)
    const exists = await client.query('select from pg_namespace where nspname = $1', [schema])
    if (shops.length === 0 || exists.rowCount) return
    throw new StartError(
      `DATABASE_SCHEMA names ${schema}, which does not exist. This database has ${shops.join(', ')}. ` +
        'For a new shop, run: semel migrate',
    )
  } finally {
    await client.end()
  }
}

async function checkDatabase(setting: string, url: string): Promise<void> {
  const client = new DeadlineClient({ connectionString: url, connectionTimeoutMillis: 5 * SECOND })
  // If the server disconnects, the query below fails and reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows }: { rows: { version: string }[] } = await client.query(
      `select current_setting('server_version_num') as version`,
    )
    const major = Math.floor(Number(one(rows).version) / 10_000)
    if (major < 15) throw new StartError(`The database is PostgreSQL ${major}; Semel needs 15 or newer.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { host, port, database } = client
    throw new StartError(
      `The database ${database} at ${host}:${port} (${setting}) cannot be used: ${
        (error as Error).message || (error as NodeJS.ErrnoException).code
      }.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}
