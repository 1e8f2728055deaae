/*
 * The payment provider of development: speaks Stripe's API over HTTP, so that the official SDK talks to it, keeps its state and
 * its idempotency keys, and sends signed events. It never runs in production. It is written from Stripe's documents, and
 * refuses what they say that Stripe refuses: unknown parameters, wrong units, too small totals, wrong states.
 *
 * Events can come late, twice, in another order or never (`EventsOut`), and requests can go wrong (`ProviderFaults`).
 */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/schema.ts'
import { Bank } from './bank.ts'
import { EventsOut } from './events-out.ts'
import { type Fault, ProviderFaults } from './faults.ts'
import { failure, IdempotencyKeys, IN_USE, OTHER_REQUEST, type Reply } from './idempotency.ts'
import { Refused, type Session } from './objects.ts'
import { Replica } from './replica.ts'
import { shownInEvent } from './shapes.ts'
import { answerTo, workOf } from './stripe-api.ts'
import type { World } from './world.ts'
import '../tables.ts'

const DEV_KEY = 'sk_test_development'
const DEV_WEBHOOK_SECRET = 'whsec_development'

export type DevProvider = {
  port: number
  url: string
  bank: Bank
  faults: ProviderFaults
  events: EventsOut
  /** Requests that change something, with an idempotency key and without. */
  seen: { withKey: number; withoutKey: number; otherRequest: number; unknownParameter: number }
  /** Behaves as if a day had passed. */
  forgetKeys(): void
  /** Lists show an object only when it is so many milliseconds old, and single objects are shown as they were before. */
  lag: number
  /** The part of the requests for which it is so. */
  lagChance: number
  [Symbol.asyncDispose](): Promise<void>
}

type Options = {
  /** Address of the shop: its pages, and the address for events. */
  shop: () => string
  /** Addresses of the processes, if several serve the shop: events go to any of them. */
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
  const replica = new Replica()
  let saving = Promise.resolve()
  bank.onEvent = (type, object) => {
    events.send(type, shownInEvent(bank, object))
    replica.note(object)
    if (file) saving = saving.then(() => writeFile(file, JSON.stringify(bank))).catch(() => {})
  }
  const keys = new IdempotencyKeys()
  const seen = { withKey: 0, withoutKey: 0, otherRequest: 0, unknownParameter: 0 }
  const world: World = { bank, events, pageOf: id => `${shop()}/dev/pay/${id}`, lag: 0, lagChance: 1, replica }
  const server = createServer((request, response) => {
    void answer({ world, faults, keys, seen }, request, response).catch(() => response.destroy())
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
    seen,
    forgetKeys: () => keys.clear(),
    get lag() {
      return world.lag
    },
    set lag(milliseconds) {
      world.lag = milliseconds
    },
    get lagChance() {
      return world.lagChance
    },
    set lagChance(part) {
      world.lagChance = part
    },
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

type State = {
  world: World
  faults: ProviderFaults
  keys: IdempotencyKeys
  seen: DevProvider['seen']
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const method = request.method!
  const chosen = chosenBy(state.world.bank, pathname)
  if (chosen) return send(response, await performed(chosen))
  if (!isAuthorized(request)) return send(response, failure(401, 'Invalid API Key provided.'))
  const fault = state.faults.take(workOf(method, pathname), pathname)
  if (fault?.kind === 'lose') return void response.destroy()
  const broken = brokenBy(fault)
  if (broken) return send(response, broken, broken.status === 429 ? { 'retry-after': '1' } : {})
  const params = { ...Object.fromEntries(searchParams), ...(method === 'POST' && parse(body)) }
  const perform = () => performed(async () => answerTo(state.world, { method, pathname, params }))
  const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined
  if (method === 'POST') state.seen[key === undefined ? 'withoutKey' : 'withKey']++
  const once = { key, fingerprint: `${method} ${pathname} ${body}`, fault }
  const { reply, isReplay } = await replyOnce(state.keys, once, perform)
  if (reply === OTHER_REQUEST) state.seen.otherRequest++
  if (isUnknownParameter(reply)) state.seen.unknownParameter++
  if (fault?.kind === 'drop') return void response.destroy()
  send(response, reply, isReplay ? { 'idempotent-replayed': 'true' } : {})
}

type Once = { key: string | undefined; fingerprint: string; fault: Fault | undefined }

async function replyOnce(keys: IdempotencyKeys, { key, fingerprint, fault }: Once, perform: () => Promise<Reply>) {
  const earlier = key === undefined ? undefined : keys.take(key, fingerprint)
  if (earlier) return earlier
  if (fault?.kind === 'stall') await sleep(fault.milliseconds, undefined, { ref: false })
  const reply = (await failureBy(fault, perform)) ?? (await perform())
  // Until it is answered, its key is in use.
  if (fault?.kind === 'slow') await sleep(fault.milliseconds)
  if (fault?.kind === 'held') await fault.until
  if (key !== undefined) keys.keep(key, reply)
  return { reply, isReplay: false }
}

/** Makes the reply of a fault that comes before any work. It is kept under no key. */
function brokenBy(fault: Fault | undefined): Reply | undefined {
  switch (fault?.kind) {
    case 'limit':
      return failure(429, 'Request rate limit exceeded.', { code: 'rate_limit' })
    case 'locked':
      return failure(429, 'This object cannot be accessed right now. Try again.', { code: 'lock_timeout' })
    case 'conflict':
      return IN_USE
    case 'mistyped':
      return failure(409, 'Another request with this key is in progress.', { type: 'idempotency_error' })
    case 'away':
      return failure(503, 'The service is not available.', { type: 'api_error' })
    default:
      return undefined
  }
}

/** Stripe takes a key as a bearer or as the name of basic authentication. */
function isAuthorized({ headers }: IncomingMessage): boolean {
  const [, scheme = '', value = ''] = /^(\w+) (.+)$/.exec(headers.authorization ?? '') ?? []
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value
  return /^[rs]k_test_/.test(key)
}

async function failureBy(fault: Fault | undefined, work: () => Promise<unknown>): Promise<Reply | undefined> {
  if (fault?.kind === 'broken') await work()
  if (fault?.kind === 'late') void sleep(fault.milliseconds, undefined, { ref: false }).then(work)
  if (fault?.kind === 'error' || fault?.kind === 'broken' || fault?.kind === 'late')
    return failure(500, 'Sorry! There was a problem with the service. Please try again.', {
      type: 'api_error',
      isKept: true,
    })
  if (fault?.kind !== 'refuse') return undefined
  const { status = 402, message, code = 'card_declined' } = fault
  const isKept = status === 402
  return failure(status, message, isKept ? { code, type: 'card_error', isKept } : { code: fault.code })
}

function isUnknownParameter({ body }: Reply): boolean {
  return (body as { error?: { code?: string } } | undefined)?.error?.code === 'parameter_unknown'
}

/** Finds the choice that a person makes on the page (pages.ts), if this is its address. */
function chosenBy(bank: Bank, pathname: string): (() => Promise<Session>) | undefined {
  const [, id, choice] = /^\/_dev\/sessions\/(\w+)\/([a-z-]+)$/.exec(pathname) ?? []
  return id === undefined || choice === undefined ? undefined : async () => choose(bank, id, choice)
}

function choose(bank: Bank, id: string, choice: string): Session {
  switch (choice) {
    case 'decline':
      return bank.decline(id)
    case 'expire':
      return bank.expire(id)
    case 'debit-paid':
    case 'debit-failed':
      return bank.endDebit(id, choice === 'debit-paid')
    default:
      return bank.pay(id, { late: choice === 'pay-late', debit: choice === 'pay-by-debit' })
  }
}

async function performed(work: () => Promise<unknown>): Promise<Reply> {
  try {
    return { status: 200, body: await work(), isKept: true }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failure(error.status, error.message, error)
  }
}

function send(response: ServerResponse, { status, body }: Reply, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The shop's settings for this provider, as they would be for Stripe. */
export function accountAt(port: number) {
  return { secretKey: DEV_KEY, webhookSecrets: [DEV_WEBHOOK_SECRET], url: `http://127.0.0.1:${port}` }
}

/** The provider that was opened last, in any process. */
export async function findDevProvider(db: Db) {
  const provider = await db
    .selectFrom('dev_payment_providers')
    .select('port')
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
  return provider && { provider: 'stripe', account: accountAt(provider.port) }
}
