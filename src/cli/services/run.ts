/** Runs `start`, `serve` and `work`, from the opened database to their end. */
import { Session } from 'node:inspector/promises'
import { flushCompileCache } from 'node:module'
import { findDemoAccounts } from '../../accounts/users/demo-accounts.ts'
import { startCleanup } from '../../cleanup.ts'
import { addressOf } from '../../config/local-address.ts'
import { doubtsAbout, StartError } from '../../config.ts'
import { createOperationsServer } from '../../console/operations/operations-server.ts'
import { clearsElsewhere } from '../../database/caches.ts'
import { listen as listenToDatabase } from '../../database/news/listen.ts'
import { DELIVERIES_CHANNEL } from '../../database/news/wake.ts'
import { tell } from '../../database/news/wakeup.ts'
import { FEED_CHANNEL } from '../../events/publish.ts'
import type { App } from '../../http/app.ts'
import { drainable } from '../../http/drain.ts'
import { inboxOf } from '../../mail/relay.ts'
import { watchDescriptors } from '../../observability/descriptors.ts'
import { findZoneFindings } from '../../shop/calendar/zones.ts'
import { SECOND } from '../../time.ts'
import { startWorker } from '../../worker.ts'
import type { OpenContext } from '../open.ts'
import { untilStopped } from '../signals.ts'

/** Longer than any request should take. With the delay before it, shorter than supervisors wait before they kill. */
const DRAIN = 20 * SECOND

export async function start(context: OpenContext): Promise<void> {
  await context.development?.seed(context)
  await using stack = new AsyncDisposableStack()
  const operations = await openOperations(stack, context)
  const inbox = inboxOf(context)
  if (inbox) stack.use(await inbox.open(context.db))
  if (context.config.payments.accounts.size === 0 && context.development)
    stack.use(await context.development.payments.open(context))
  stack.use(startWorker(context, context))
  stack.use(startCleanup(context))
  const origin = await listen(stack, context)
  await finishStart()
  const welcome = await context.development?.welcome(context, origin)
  if (welcome) console.log(welcome)
  else announce(context, `Semel listens on ${origin}`)
  await untilStopped()
  operations.stopping = true
}

export async function serve(context: OpenContext): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const operations = await openOperations(stack, context)
  stack.use(startCleanup(context))
  const origin = await listen(stack, context)
  await finishStart()
  announce(context, `Semel listens on ${origin}`)
  await untilStopped()
  operations.stopping = true
}

export async function work(context: OpenContext): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const operations = await openOperations(stack, context)
  const inbox = inboxOf(context)
  if (inbox && !(await inbox.isOpen(context.db))) stack.use(await inbox.open(context.db))
  stack.use(startWorker(context, context))
  stack.use(startCleanup(context))
  await finishStart()
  announce(context, 'The notification worker is running.')
  await untilStopped()
  operations.stopping = true
}

/**
 * Warns of doubtful settings.
 * @throws StartError when strangers could sign in
 */
export async function checkStart(context: OpenContext): Promise<void> {
  for (const text of doubtsAbout(context.config)) context.log.warn({ text }, 'doubtful setting')
  warnAboutZone(context)
  const demo = context.config.production ? await findDemoAccounts(context.db) : []
  if (demo.length === 0) return
  throw new StartError(
    `Anybody can sign in to ${demo.length} of the accounts: demo accounts with the published password. "semel ` +
      'doctor" names them. Disable them before you start in production: semel user disable EMAIL',
  )
}

/** An upgrade of Node or of the database may have changed the time zones. A start does not wait for the comparison. */
function warnAboutZone({ db, clock, log }: OpenContext): void {
  const findings = findZoneFindings(db, clock.now()).catch(() => [])
  void findings.then(found => found.forEach(({ text }) => void log.warn({ text }, 'doubtful setting')))
}

/**
 * Writes what V8 has compiled where the next start finds it. Node writes it at the end of a process, so one that is killed, or whose
 * machine stops, would leave nothing.
 */
async function finishStart(): Promise<void> {
  await collectGarbage()
  flushCompileCache()
}

/**
 * The start leaves some 40 MiB of garbage, which V8 keeps while a process has nothing to do. The inspector can collect it
 * without a flag (docs/decisions/033-memory.md).
 */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/**
 * Writes JSON in production, like every line of standard output there. A person in front of a terminal reads plain
 * text.
 */
function announce({ config, log }: OpenContext, text: string): void {
  if (config.production) log.info({ text }, 'started')
  else console.log(text)
}

/** Watches the process, and opens OPERATIONS_PORT, if it is set. It closes last, so that probes see that this process is stopping. */
async function openOperations(stack: AsyncDisposableStack, context: OpenContext): Promise<App> {
  stack.use(watchDescriptors(context.log))
  const app = createOperationsServer(context)
  stack.defer(() => app.close())
  const { operationsHost: host, operationsPort: port } = context.config
  if (port === undefined) return app
  try {
    const origin = await app.listen({ host, port })
    context.log.info({ origin }, 'health and metrics are served')
  } catch (error) {
    throw asStartError(error as NodeJS.ErrnoException, host, port, 'OPERATIONS_')
  }
  return app
}

/** @returns the address that HTTP listens on. Closing the stack finishes the requests in flight. */
async function listen(stack: AsyncDisposableStack, context: OpenContext): Promise<string> {
  const { config, db } = context
  const news = () => tell(db)
  const handlers = { ...clearsElsewhere(db), [DELIVERIES_CHANNEL]: news, [FEED_CHANNEL]: news }
  stack.use(listenToDatabase(context.databaseUrl, handlers))
  // Hundreds of modules, and only for those who serve: workers and short commands start without them.
  const { createWeb } = await import('../../web.ts')
  const app = await createWeb(context)
  stack.defer(drainable(app, { delay: config.drainDelay, timeout: DRAIN }))
  try {
    const listening = await app.listen({ host: config.host, port: config.port })
    const origin = addressOf(config.host, Number(new URL(listening).port || 80))
    if (!config.baseUrl && config.port === 0) context.baseUrl = () => origin
    return origin
  } catch (error) {
    if (config.port === config.operationsPort && (error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new StartError(`PORT and OPERATIONS_PORT are both ${config.port}. Set one of them to another port.`)
    throw asStartError(error as NodeJS.ErrnoException, config.host, config.port)
  }
}

function asStartError(error: NodeJS.ErrnoException, host: string, port: number, prefix = ''): unknown {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program. Set ${prefix}PORT to a free port, such as ${prefix}PORT=${port + 1}.`,
    )
  }
  if (error.code === 'EACCES')
    return new StartError(`This user may not listen on port ${port}. Set ${prefix}PORT to 1024 or above.`)
  // A name that does not resolve is not the database's, which would give EAI_AGAIN as well.
  if (error.syscall === 'getaddrinfo' || error.code === 'EADDRNOTAVAIL')
    return new StartError(`${prefix}HOST ${host} is not an address of this machine.`)
  return error
}
