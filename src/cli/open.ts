import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import { type Config, StartError } from '../config.ts'
import { openEmbedded } from '../database/embedded.ts'
import { openDatabase } from '../database/open.ts'
import type { Ground } from '../ground.ts'
import { createLog } from '../log.ts'
import { loadSecretKey } from '../secret-key.ts'
import { startTelemetry, traceStatement } from '../telemetry.ts'
import { SECOND, systemClock } from '../time.ts'

export type OpenGround = Ground & {
  databaseUrl: string
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens what every command stands on: the database (embedded unless DATABASE_URL says otherwise), the key, the log.
 * @param join use the embedded database of a Semel that is already running, instead of insisting on being its owner
 * @throws StartError when the database cannot be had
 */
export async function openGround(config: Config, { name, join }: { name: string; join: boolean }): Promise<OpenGround> {
  const stack = new AsyncDisposableStack()
  try {
    const log = createLog(config, name)
    if (config.telemetry) stack.use(await startTelemetry(log))
    const notice = (message: string) => log.warn(message)
    const embedded = config.databaseUrl ? undefined : stack.use(await openEmbedded(config.dataDir, { join, notice }))
    const databaseUrl = config.databaseUrl ?? embedded!.url
    if (!config.secretKey) await mkdir(config.dataDir, { recursive: true })
    const secretKey = await loadSecretKey(config)
    await requireDatabase(databaseUrl)
    const { db } = stack.use(
      openDatabase(databaseUrl, {
        name: `semel ${name}`,
        ...(config.telemetry && { log: traceStatement }),
      }),
    )
    const address =
      config.baseUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
    const close = () => stack.disposeAsync()
    return {
      config,
      db,
      clock: systemClock,
      log,
      secretKey,
      baseUrl: () => address,
      databaseUrl,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** One question before anything else, so that a wrong DATABASE_URL is one clear line and not a failing service. */
async function requireDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5 * SECOND })
  // A server that goes away while we ask is told by the query below.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    const major = Math.floor(Number(rows[0]!.version) / 10_000)
    if (major < 15) throw new StartError(`The database is PostgreSQL ${major}; Semel needs 15 or newer.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { host, port, database } = client
    throw new StartError(
      `The database ${database} at ${host}:${port} (DATABASE_URL) cannot be used: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
