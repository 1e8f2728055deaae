import { randomBytes } from 'node:crypto'
import type { LogConfig } from 'kysely'
import type { DestinationStream } from 'pino'
import { type Config, loadConfig } from '../../src/config.ts'
import type { AppContext, PasswordCost } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import { ReadRouter } from '../../src/database/replicas/reader.ts'
import { development } from '../../src/dev/development.ts'
import { type Inbox, openInbox } from '../../src/dev/mail-inbox.ts'
import { readMail } from '../../src/dev/search-inbox.ts'
import type { App } from '../../src/http/app.ts'
import { createLog } from '../../src/observability/log.ts'
import { createMetrics, measurePool, measureReads } from '../../src/observability/metrics.ts'
import { MINUTE } from '../../src/time.ts'
import { createWeb } from '../../src/web.ts'
import { startWorker } from '../../src/worker.ts'
import { Client } from './client.ts'
import { FakeClock } from './clock.ts'
import { cloneDatabase } from './database.ts'

export type Semel = AppContext & {
  clock: FakeClock
  app: App
  /** Receives the emails; `faults` makes it misbehave. */
  inbox: Inbox
  origin: string
  databaseUrl: string
  client(): Client
  /** Waits until `count` emails have arrived at an address. @returns all of them, oldest first */
  mailTo(address: string, count?: number): ReturnType<typeof readMail>
  [Symbol.asyncDispose](): Promise<void>
}

const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/**
 * Starts Semel in this process, on a free port and a database of its own, with a clock that only the test moves.
 * @param settings `databaseUrl`: a migrated database that somebody else owns
 * @param worker false: nothing delivers, for tests that bring their own worker processes
 * @param hashing what a password hash costs; by default almost nothing
 * @param logTo gets the log in place of the terminal
 * @param through the address at which Semel finds its database; `databaseUrl` is then the address without a proxy
 * @param log gets each statement
 * @param databaseTime milliseconds that a request may wait for the database
 * @param bodyTimes milliseconds in which a body has to arrive
 */
export async function startSemel(
  settings: Partial<Config> = {},
  {
    worker = true,
    hashing = CHEAP,
    logTo,
    through = url => url,
    databaseTime,
    bodyTimes,
    log,
    serviceKey = randomBytes(32),
  }: {
    worker?: boolean
    hashing?: PasswordCost | 'as in production'
    logTo?: DestinationStream
    through?: (url: string) => string
    databaseTime?: number
    bodyTimes?: NonNullable<AppContext['bodyTimes']>
    log?: LogConfig
    serviceKey?: Buffer
  } = {},
): Promise<Semel> {
  const stack = new AsyncDisposableStack()
  const url = settings.databaseUrl ?? stack.use(await cloneDatabase()).url
  const { db, pool } = stack.use(openDatabase(through(url), { ...(log && { log }) }))
  const metrics = createMetrics()
  measurePool(pool, metrics)
  const config = { ...loadConfig({ PORT: '0', LOG_LEVEL: 'fatal' }), databaseUrl: url, ...settings }
  const logger = createLog(config, 'test', logTo)
  const reader = stack.use(new ReadRouter(db, config.databaseReadUrls, { log: logger, name: 'semel', max: 10 }))
  measureReads(reader, metrics)
  const context = {
    config,
    db,
    reader,
    databaseUrl: url,
    clock: new FakeClock(),
    log: logger,
    metrics,
    serviceKey,
    baseUrl: () => config.baseUrl ?? origin,
    development,
    ...(hashing !== 'as in production' && { passwordCost: hashing }),
    ...(databaseTime && { databaseTime }),
    ...(bodyTimes && { bodyTimes }),
  }
  const inbox = stack.use(await openInbox(db))
  let origin = ''
  if (worker) stack.use(startWorker(context, { databaseUrl: url }))
  const app = await createWeb(context)
  stack.defer(() => app.close())
  origin = await app.listen({ host: config.host, port: config.port })
  return {
    ...context,
    app,
    inbox,
    origin,
    databaseUrl: url,
    client: () => new Client(origin),
    mailTo: async (address, count = 1) => {
      // A test that waits in vain fails, and does not keep the whole run.
      const limit = AbortSignal.timeout(MINUTE)
      for (;;) {
        const news = inbox.faults.reached('reply', 1, limit)
        news.catch(() => {})
        const mails = await readMail(db, address)
        if (mails.length >= count) return mails
        await news
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
