import type { Command } from 'commander'
import { startCleanup } from '../cleanup.ts'
import { type Config, loadConfig, StartError } from '../config.ts'
import { clearsElsewhere } from '../database/caches.ts'
import { listen as listenToDatabase } from '../database/listen.ts'
import { tell } from '../database/wakeup.ts'
import { DELIVERIES_CHANNEL, FEED_CHANNEL } from '../events.ts'
import { drainable } from '../http/drain.ts'
import { addressOf } from '../http/local-address.ts'
import { inboxOf } from '../mail/relay.ts'
import { SECOND } from '../time.ts'
import { createWeb } from '../web.ts'
import { startWorker } from '../worker.ts'
import { type OpenContext, openContext } from './open.ts'
import { untilStopped } from './signals.ts'

/** Longer than any request should take. With the delay before it, shorter than supervisors wait before they kill. */
const DRAIN = 20 * SECOND

export function serviceCommands(program: Command): void {
  program
    .command('start')
    .description(
      'start everything in one process: HTTP, the notification worker and, unless configured, a database and an inbox',
    )
    .action(async () => {
      await using context = await openContext(loadConfig(process.env), { name: 'start', join: false, wait: true })
      await context.development?.seed(context)
      await using stack = new AsyncDisposableStack()
      const inbox = inboxOf(context)
      if (inbox) stack.use(await inbox.open(context.db))
      stack.use(startWorker(context, context))
      stack.use(startCleanup(context))
      const origin = await listen(stack, context)
      console.log((await context.development?.welcome(context, origin)) ?? `Semel listens on ${origin}`)
      await untilStopped()
    })

  program
    .command('serve')
    .description('start HTTP only; you can run several against one database')
    .action(async () => {
      await using context = await openContext(loadConfig(process.env), { name: 'serve', join: true, wait: true })
      await using stack = new AsyncDisposableStack()
      stack.use(startCleanup(context))
      console.log(`Semel listens on ${await listen(stack, context)}`)
      await untilStopped()
    })

  program
    .command('work')
    .description('start the notification worker only; you can run several against one database')
    .action(async () => {
      await using context = await openContext(loadConfig(process.env), { name: 'work', join: true, wait: true })
      await using stack = new AsyncDisposableStack()
      const inbox = inboxOf(context)
      if (inbox && !(await inbox.isOpen(context.db))) stack.use(await inbox.open(context.db))
      stack.use(startWorker(context, context))
      stack.use(startCleanup(context))
      console.log('The notification worker is running.')
      await untilStopped()
    })
}

/** @returns the address that HTTP listens on. Closing the stack finishes the requests in flight. */
async function listen(stack: AsyncDisposableStack, context: OpenContext): Promise<string> {
  const { config, db } = context
  const news = () => tell(db)
  const handlers = { ...clearsElsewhere(db), [DELIVERIES_CHANNEL]: news, [FEED_CHANNEL]: news }
  stack.use(listenToDatabase(context.databaseUrl, handlers))
  const app = await createWeb(context)
  stack.defer(drainable(app, { delay: config.drainDelay, timeout: DRAIN }))
  try {
    const listening = await app.listen({ host: config.host, port: config.port })
    const origin = addressOf(config.host, Number(new URL(listening).port || 80))
    if (!config.baseUrl && config.port === 0) context.baseUrl = () => origin
    return origin
  } catch (error) {
    throw asStartError(error as NodeJS.ErrnoException, config)
  }
}

function asStartError(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program. Set PORT to a free port: PORT=${port + 1} npm start`,
    )
  }
  if (error.code === 'EACCES')
    return new StartError(`This user may not listen on port ${port}. Set PORT to 1024 or above.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is not an address of this machine.`)
  return error
}
