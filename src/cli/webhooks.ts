/** `semel webhooks`: what an operator does with webhooks. */
import { type Command, InvalidArgumentError } from 'commander'
import { StartError } from '../config.ts'
import type { AppContext } from '../context.ts'
import { FEED_TYPES } from '../events/feed-data.ts'
import { FEED_FAMILIES } from '../events/feed-families.ts'
import { Problem } from '../problems.ts'
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  sendTest,
  sendWebhookAgain,
} from '../webhooks/endpoints.ts'
import { type Endpoint, listEndpoints } from '../webhooks/queries.ts'
import { GRACE } from '../webhooks/secrets.ts'
import { parseUuid, parseWhole } from './arguments.ts'
import { openContext, readConfig } from './open.ts'

export function webhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('manage the addresses that get our events')

  webhooks
    .command('list')
    .description('list the webhooks')
    .option('--json', 'print one JSON object per line')
    .action(async ({ json }: { json?: boolean }) => {
      const endpoints = await withContext(({ db }) => listEndpoints(db))
      for (const endpoint of endpoints) console.log(json ? JSON.stringify(endpoint) : asLine(endpoint))
      if (!json) console.log(`${endpoints.length} in total`)
    })

  webhooks
    .command('create')
    .description('create a webhook; its secret is shown once')
    .argument('<url>', 'a public https address')
    .option('--type <types...>', 'only these events, such as order.placed or order.*; by default all', addType)
    .option('--description <text>', 'the program that gets the events')
    .option('--handshake', 'send nothing before the address agrees (OPTIONS, as in CloudEvents)')
    .action(async (url: string, options: { type?: string[]; description?: string; handshake?: true }) => {
      const { type: types = [], ...rest } = options
      const { id, secret } = await withContext(context => createEndpoint(context, { url, types, ...rest }))
      console.log(`${id}\n${secret}`)
    })

  webhooks
    .command('rotate')
    .description('replace the secret; the new one is shown once')
    .argument('<id>', 'the webhook', parseUuid)
    .option('--grace <hours>', 'for how long the earlier secret signs too; 0 if it has leaked', hours, GRACE.default)
    .action(async (id: string, { grace }: { grace: number }) => {
      console.log((await withContext(context => rotateSecret(context, id, grace))).secret)
    })

  webhooks
    .command('test')
    .description('send a test event to a webhook')
    .argument('<id>', 'the webhook', parseUuid)
    .action(async (id: string) => {
      await withContext(context => sendTest(context, id))
      console.log('The test event is on its way.')
    })

  webhooks
    .command('send-again')
    .description('send events again, with the same webhook-id')
    .argument('<id>', 'the webhook', parseUuid)
    .argument('[position]', 'of one event in the feed; by default everything that has failed', parseWhole)
    .action(async (id: string, at?: number) => {
      console.log(`Sent again: ${await withContext(context => sendWebhookAgain(context, id, at))}`)
    })

  webhooks
    .command('disable')
    .description('send nothing until the webhook is enabled; it keeps its position in the feed')
    .argument('<id>', 'the webhook', parseUuid)
    .action(async (id: string) =>
      console.log(asLine(await withContext(context => disableEndpoint(context, id, 'operator')))),
    )

  webhooks
    .command('enable')
    .description('continue where the webhook stopped')
    .argument('<id>', 'the webhook', parseUuid)
    .action(async (id: string) => console.log(asLine(await withContext(context => enableEndpoint(context, id)))))
}

async function withContext<T>(work: (context: AppContext) => Promise<T>): Promise<T> {
  await using context = await openContext(readConfig(), { name: 'webhooks', join: true })
  try {
    return await work(context)
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.message) : error
  }
}

function asLine({ id, state, position, open, url, types }: Endpoint): string {
  return [id, state.padEnd(8), `at ${position}, ${open} waiting`, url, types.join(',') || 'all events'].join('  ')
}

function addType(value: string, earlier: string[] = []): string[] {
  const known: string[] = [...FEED_TYPES, ...FEED_FAMILIES]
  if (!known.includes(value)) throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`)
  return [...earlier, value]
}

function hours(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > GRACE.maximum) {
    throw new InvalidArgumentError(`It must be a number of hours from 0 to ${GRACE.maximum}.`)
  }
  return Number(text)
}
