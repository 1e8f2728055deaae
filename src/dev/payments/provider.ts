/*
 * The payment provider of development: speaks Stripe's API over HTTP, so that the official SDK talks to it, keeps its state and
 * its idempotency keys, and sends signed events. It never runs in production.
 *
 * Like Stripe, it keeps the answer of each key, failures too, and gives it again. It forgets keys after a day, or when a test
 * says so. Events can come late, twice, in another order or never (`EventsOut`), and requests can go wrong (`ProviderFaults`).
 */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/schema.ts'
import { DAY } from '../../time.ts'
import { Bank, Refused } from './bank.ts'
import { EventsOut } from './events-out.ts'
import { type Fault, ProviderFaults } from './faults.ts'
import { answerTo, workOf } from './stripe-api.ts'
import '../tables.ts'

export const DEV_KEY = 'sk_test_development'
export const DEV_WEBHOOK_SECRET = 'whsec_development'

export type DevProvider = {
  port: number
  url: string
  bank: Bank
  faults: ProviderFaults
  events: EventsOut
  /** As after a day. */
  forgetKeys(): void
  [Symbol.asyncDispose](): Promise<void>
}

type Options = {
  /** Where the shop is: its pages, and the address for events. */
  shop: () => string
  /** Where several processes serve the shop: events go to any of them. */
  hooks?: () => string[]
  /** Keeps the state over restarts. */
  file?: string
  /** A worker in another process finds the provider here. */
  db?: Db
}

export async function openDevProvider({ shop, hooks = () => [shop()], file, db }: Options): Promise<DevProvider> {
  const bank = new Bank()
  if (file) bank.load(JSON.parse(await readFile(file, 'utf8').catch(() => EMPTY)))
  const faults = new ProviderFaults()
  const events = new EventsOut(hooks, DEV_WEBHOOK_SECRET)
  let saving = Promise.resolve()
  bank.onEvent = (type, object) => {
    events.send(type, object)
    if (file) saving = saving.then(() => writeFile(file, JSON.stringify(bank))).catch(() => {})
  }
  const keys: Keys = new Map()
  const server = createServer((request, response) => {
    void answer({ bank, faults, keys, shop }, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await db
    ?.insertInto('dev_payment_providers')
    .values({ port })
    .onConflict(known => known.column('port').doNothing())
    .execute()
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    bank,
    faults,
    events,
    forgetKeys: () => keys.clear(),
    async [Symbol.asyncDispose]() {
      await db
        ?.deleteFrom('dev_payment_providers')
        .where('port', '=', port)
        .execute()
        .catch(() => {})
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
      await events[Symbol.asyncDispose]()
      await saving
      if (file) await writeFile(file, JSON.stringify(bank)).catch(() => {})
    },
  }
}

const EMPTY = '{"sessions":[],"intents":[],"refunds":[],"disputes":[]}'

type Kept = { fingerprint: string; at: number; answer?: Reply }
type Keys = Map<string, Kept>
type Reply = { status: number; body: unknown }
type State = { bank: Bank; faults: ProviderFaults; keys: Keys; shop: () => string }

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const method = request.method!
  const chosen = /^\/_dev\/sessions\/(\w+)\/([a-z-]+)$/.exec(pathname)
  if (chosen) return send(response, choose(state.bank, chosen[1]!, chosen[2]!))
  const work = workOf(method, pathname)
  const fault = state.faults.take(work)
  if (fault?.kind === 'lose') return void response.destroy()
  if (fault?.kind === 'limit')
    return send(response, failure(429, 'Too many requests.', 'rate_limit'), { 'retry-after': '1' })
  if (fault?.kind === 'conflict') return send(response, IN_USE)
  const key = method === 'GET' ? undefined : (request.headers['idempotency-key'] as string | undefined)
  const earlier = key === undefined ? undefined : keptFor(state.keys, key, `${method} ${pathname} ${body}`)
  if (earlier)
    return fault?.kind === 'drop' ? void response.destroy() : send(response, earlier, { 'idempotent-replayed': 'true' })
  const params = work === 'read' ? Object.fromEntries(searchParams) : parse(body)
  const reply = failureBy(fault) ?? perform(state, { method, pathname, params })
  const kept = key === undefined ? undefined : state.keys.get(key)
  // A slow answer: until then, its key is in use.
  if (fault?.kind === 'slow') await sleep(fault.milliseconds)
  if (kept) kept.answer = reply
  if (fault?.kind === 'drop') return void response.destroy()
  send(response, reply)
}

const IN_USE = failure(409, 'There is another request with this key in progress.', 'idempotency_key_in_use')

function failureBy(fault: Fault | undefined): Reply | undefined {
  if (fault?.kind === 'error') return failure(500, 'Something went wrong on our side.', 'api_error')
  return fault?.kind === 'refuse' ? failure(402, fault.message, fault.code ?? 'card_declined') : undefined
}

/** What a person does on the page (pages.ts). */
function choose(bank: Bank, id: string, choice: string): Reply {
  try {
    if (choice === 'decline') return { status: 200, body: bank.decline(id) }
    if (choice === 'expire') return { status: 200, body: bank.expire(id) }
    return { status: 200, body: bank.pay(id, { late: choice === 'pay-late' }) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failure(error.status, error.message, error.code)
  }
}

/** Claims a key. @returns the answer that it has, or why it cannot be used */
function keptFor(keys: Keys, key: string, fingerprint: string): Reply | undefined {
  const kept = keys.get(key)
  if (!kept || kept.at < Date.now() - DAY) {
    keys.set(key, { fingerprint, at: Date.now() })
    return undefined
  }
  if (kept.fingerprint !== fingerprint)
    return failure(
      400,
      'Keys for idempotent requests can only be used with the same parameters.',
      'idempotency',
      'idempotency_error',
    )
  return kept.answer ?? IN_USE
}

function perform(
  { bank, shop }: State,
  request: { method: string; pathname: string; params: Record<string, unknown> },
): Reply {
  try {
    return { status: 200, body: answerTo(bank, request, id => `${shop()}/dev/pay/${id}`) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failure(error.status, error.message, error.code)
  }
}

function failure(status: number, message: string, code: string, type = 'invalid_request_error'): Reply {
  return { status, body: { error: { type, code, message } } }
}

function send(response: ServerResponse, { status, body }: Reply, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The provider that was opened last, in any process. */
export async function findDevProvider(db: Db) {
  const provider = await db
    .selectFrom('dev_payment_providers')
    .select('port')
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
  return (
    provider && { secretKey: DEV_KEY, webhookSecrets: [DEV_WEBHOOK_SECRET], url: `http://127.0.0.1:${provider.port}` }
  )
}
