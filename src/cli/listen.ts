/**
 * `semel listen` and `semel trigger`: events of a shop for a receiver on the own machine, signed as webhooks are. They speak with the
 * shop over HTTP, with an API key, so they work from anywhere and need no database.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { StartError } from '../config.ts'
import { exampleBody, FEED_TYPES } from '../events/feed-data.ts'
import type { FeedType } from '../events/publish.ts'
import { isSecret, signedHeaders } from '../webhooks/secrets.ts'

/** Seconds for which one read waits for news. */
const POLL_SECONDS = 20
const ANSWER_TIME = 15_000
/** Pause between two reads while the shop is unreachable. */
const AWAY_PAUSE = 1000

type Feed = { items: Read[]; next: number; cursor: string; head: number }
type Read = { position: number; id: string; type: string; at: string; data: object }
type Listen = { forward: string; shop: string; key?: string; secret?: string; type?: string[]; once?: true }
type Event = { type: string; id: string; [member: string]: unknown }
type Trigger = { forward: string; secret?: string }

/** Passes by itself, such as a restart. */
class ShopAway extends StartError {}

export function listenCommands(program: Command): void {
  program
    .command('listen')
    .description('forward the events of a shop to an address, such as http://localhost:4000/webhooks')
    .requiredOption('--forward <url>', 'where the events go', parseUrl)
    .option('--shop <url>', 'the shop', parseUrl, 'http://localhost:3000')
    .option('--key <key>', 'an API key with the scope events:read; default: the variable KEY')
    .option('--type <types...>', 'only these events, such as order.placed or order.*')
    .option('--secret <secret>', 'signs the events; default: a new one', parseSecret)
    .option('--once', 'end after the next event')
    .action(listen)
  program
    .command('trigger')
    .description('send a made-up event to an address; nothing happens in the shop')
    .argument('<type>', 'such as order.placed', parseType)
    .requiredOption('--forward <url>', 'where the event goes', parseUrl)
    .option('--secret <secret>', 'signs the event; default: a new one', parseSecret)
    .action(async (type: FeedType, { forward, secret = newSecret() }: Trigger) => {
      console.log(`The secret is ${secret}`)
      const id = randomUUID()
      const arrived = await send(forward, secret, { ...exampleBody(type), id, timestamp: new Date().toISOString() })
      if (!arrived) process.exitCode = 1
    })
}

async function listen(options: Listen): Promise<void> {
  const { forward, shop, key = process.env.KEY, type: types, secret = newSecret(), once } = options
  if (!key) throw new StartError('Name an API key with the scope events:read: --key, or the variable KEY.')
  // Starts now: a position behind the newest event, with its history.
  const { head } = await read(shop, key, { limit: '1' })
  let cursor = (await read(shop, key, { after: String(head), limit: '1' })).cursor
  console.log(`The secret is ${secret}\nListening to ${shop}. Ctrl-C ends it.`)
  for (;;) {
    const page = await readOnceBack(shop, key, {
      cursor,
      wait: String(POLL_SECONDS),
      ...(types && { types: types.join(',') }),
    })
    for (const { position, id, type, at: timestamp, data } of page.items) {
      await send(forward, secret, { type, timestamp, id, position, data })
      if (once) return
    }
    cursor = page.cursor
  }
}

/** Waits until the shop is back. The cursor names the place, so no event from the time of its absence is missed. */
async function readOnceBack(...place: Parameters<typeof read>): Promise<Feed> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await read(...place)
    } catch (error) {
      if (!(error instanceof ShopAway)) throw error
      if (!isTold) console.log(`${error.message} Trying again every second.`)
      await pause(AWAY_PAUSE)
    }
  }
}

async function read(shop: string, key: string, query: Record<string, string>): Promise<Feed> {
  const address = `${shop.replace(/\/+$/, '')}/api/v3/events?${new URLSearchParams(query)}`
  const answer = await fetch(address, {
    headers: { 'x-api-key': key },
    signal: AbortSignal.timeout(POLL_SECONDS * 1000 + ANSWER_TIME),
  }).catch(cause => {
    throw new ShopAway(`${shop} does not answer: ${(cause as Error).message}.`)
  })
  const body = (await answer.json().catch(() => ({}))) as Feed & { detail?: string }
  if (answer.status >= 500) throw new ShopAway(`${shop} answers ${answer.status}.`)
  if (!answer.ok) throw new StartError(body.detail ?? `${shop} answered ${answer.status}.`)
  return body
}

/**
 * Sends an event to the receiver and prints the outcome. After a refusal, or without an answer, the next event follows.
 * @returns whether it has taken the event
 */
async function send(forward: string, secret: string, event: Event): Promise<boolean> {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...signedHeaders([secret], event.id, body, new Date()) }
  const signal = AbortSignal.timeout(ANSWER_TIME)
  const answer = await fetch(forward, { method: 'POST', body, headers, redirect: 'manual', signal }).catch(
    (error: Error) => error,
  )
  const outcome = answer instanceof Error ? `no answer (${answer.message})` : answer.status
  console.log(`${event.type} ${event.id} → ${outcome}`)
  return answer instanceof Response && answer.ok
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function parseSecret(text: string): string {
  if (isSecret(text)) return text
  throw new InvalidArgumentError('It must be whsec_ and base64, as the answer to the webhook had it.')
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('It must be an address like http://localhost:4000/webhooks.')
}

function parseType(text: string): FeedType {
  const found = FEED_TYPES.find(type => type === text)
  if (found) return found
  throw new InvalidArgumentError(`It must be one of ${FEED_TYPES.join(', ')}.`)
}
