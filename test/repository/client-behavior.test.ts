import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createClient, orThrow, SemelProblem } from '@semel/client'
import { verifyWebhook } from '@semel/client/webhooks'
import { Webhook } from 'standardwebhooks'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let ada: Awaited<ReturnType<typeof newPerson>>
let product: number
before(async () => {
  semel = await startSemel({}, { worker: false })
  ada = await newPerson(semel)
  product = await stockProduct(semel.db, { stock: 50 })
})
after(() => semel[Symbol.asyncDispose]())

/** Fakes a network with the given faults: an error before or after the request reached Semel, or another response. */
function faulty(faults: ('lost request' | 'lost response' | Response)[]) {
  const keys: (string | null)[] = []
  return {
    keys,
    fetch: async (request: Request) => {
      keys.push(request.headers.get('idempotency-key'))
      const fault = faults.shift()
      if (fault instanceof Response) return fault
      if (fault === 'lost request') throw new TypeError('fetch failed')
      const response = await fetch(request)
      if (fault === 'lost response') throw new TypeError('fetch failed')
      return response
    },
  }
}
const unavailable = () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
const body = () => ({ items: [{ productId: product, quantity: 1 }] })

test("order's requests and responses get lost → placed once, under one key", async () => {
  const { fetch, keys } = faulty(['lost request', 'lost response', unavailable()])
  const client = createClient({ baseUrl: semel.origin, token: ada.token, fetch })
  const order = await orThrow(client.POST('/orders', { body: body() }))
  assert.equal(keys.length, 4)
  assert.equal(new Set(keys).size, 1)
  const orders = await semel.db.selectFrom('orders').select('id').where('owner_id', '=', ada.id).execute()
  assert.deepEqual(orders, [{ id: order.id }])
})

test('a step that could have happened is not repeated; a 429 is', async () => {
  const limited = new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
  const { fetch, keys } = faulty([limited, 'lost response'])
  const client = createClient({ baseUrl: semel.origin, token: ada.token, fetch })
  const rotate = client.POST('/webhooks/{id}/rotate', { params: { path: { id: randomUUID() } }, body: {} })
  await assert.rejects(rotate, /fetch failed/)
  assert.deepEqual(keys, [null, null])
})

test("attempts end at their time-out; the caller's signal ends all", async () => {
  let calls = 0
  const hang = () => new Promise<Response>(() => {})
  const slow = async (request: Request) => (++calls === 1 ? hang() : fetch(request))
  const client = createClient({ baseUrl: semel.origin, token: ada.token, timeout: 2000, fetch: slow })
  assert.equal((await orThrow(client.GET('/users/me'))).id, ada.id)
  assert.equal(calls, 2)
  calls = 0
  const stop = new AbortController()
  const call = client.GET('/users/me', { signal: stop.signal })
  stop.abort(new Error('enough'))
  await assert.rejects(call, /enough/)
})

test('a pause of minutes is left to the caller', async () => {
  const { fetch, keys } = faulty([new Response('{}', { status: 503, headers: { 'retry-after': '300' } })])
  const client = createClient({ baseUrl: semel.origin, token: ada.token, fetch })
  await assert.rejects(
    orThrow(client.GET('/users/me')),
    error => error instanceof SemelProblem && error.retryAfter === 300,
  )
  assert.equal(keys.length, 1)
})

test('Retry-After may be a date; anything else is no pause', async () => {
  const problemAfter = async (value: string) => {
    const { fetch, keys } = faulty([new Response('{}', { status: 503, headers: { 'retry-after': value } })])
    const client = createClient({ baseUrl: semel.origin, token: ada.token, fetch, retries: 0 })
    const problem = await orThrow(client.GET('/users/me')).catch(error => error)
    assert.ok(problem instanceof SemelProblem)
    assert.equal(keys.length, 1)
    return problem.retryAfter
  }
  const seconds = await problemAfter(new Date(Date.now() + 300_000).toUTCString())
  assert.ok(seconds !== undefined && seconds > 280 && seconds <= 300, String(seconds))
  assert.equal(await problemAfter(new Date(0).toUTCString()), 0)
  assert.equal(await problemAfter('soon'), undefined)
})

test('signIn asks for the code after the password; later calls succeed', async () => {
  const client = createClient({ baseUrl: semel.origin })
  const wrong = client.signIn({
    email: ada.email,
    password: 'not this one',
    code: () => assert.fail('asked too early'),
  })
  await assert.rejects(wrong, error => error instanceof SemelProblem && error.code === 'invalid_credentials')
  const code = ({ methods }: { methods: string[] }) => {
    assert.ok(methods.includes('totp'))
    return ada.code()
  }
  const { user } = await client.signIn({ email: ada.email, password: PASSWORD, code })
  assert.equal(user.id, ada.id)
  assert.equal((await orThrow(client.GET('/users/me'))).id, ada.id)
})

test('an older client signs in and reads events in its own names', async () => {
  const eve = await newPerson(semel, { userName: 'Eve Adams' })
  const { key } = await createApiKey(semel, { name: 'Old feed', scopes: ['events:read', 'users:read'] })
  const client = createClient({ baseUrl: semel.origin, version: 'v1' })
  const { user } = await client.signIn({ email: eve.email, password: PASSWORD, code: eve.code() })
  assert.equal(user.user_name, 'Eve Adams')
  // @ts-expect-error v1 spells it user_name
  assert.equal(user.userName, undefined)
  const feed = createClient({ baseUrl: semel.origin, apiKey: key, version: 'v1' })
  await orThrow(client.PATCH('/users/me', { body: { user_name: 'Eve Bates' } }))
  for await (const event of feed.events({ types: ['user.updated'] })) {
    assert.equal(event.user?.user_name, 'Eve Bates')
    break
  }
})

test('each reads every item of all pages once', async () => {
  for (let i = 0; i < 25; i++) await stockProduct(semel.db, { price: i % 3 })
  const client = createClient({ baseUrl: semel.origin, token: ada.token })
  const ids: number[] = []
  for await (const { id } of client.each('/products', { sort: '-price', limit: 4 })) ids.push(id)
  assert.equal(ids.length, 26)
  assert.equal(new Set(ids).size, 26)
  const sessions: string[] = []
  for await (const { id } of client.each('/auth/sessions')) sessions.push(id)
  assert.ok(sessions.length > 0)
})

test('events follows the feed, waits for news, and continues where it was', async () => {
  const { key } = await createApiKey(semel, { name: 'Feed', scopes: ['events:read'] })
  const client = createClient({ baseUrl: semel.origin, apiKey: key })
  const shop = createClient({ baseUrl: semel.origin, token: ada.token })
  const placed: number[] = []
  const place = async () => placed.push((await orThrow(shop.POST('/orders', { body: body() }))).id)
  const seen: unknown[] = []
  let after = 0
  await place()
  for await (const event of client.events({ types: ['order.placed'] })) {
    // @ts-expect-error the type of an event tells which data there are
    event.data.orderId
    if (event.type !== 'order.placed') continue
    seen.push(event.data.orderId)
    after = event.position
    if (seen.length === 2) await place()
    if (seen.length === 3) break
  }
  assert.deepEqual(seen.slice(1), placed)
  await place()
  for await (const event of client.events({ after, types: ['order.*'] })) {
    assert.ok(event.type === 'order.placed')
    assert.equal(event.data.orderId, placed[2])
    break
  }
})

test('cursor refused → thrown with the members that say where to continue', async () => {
  const { key } = await createApiKey(semel, { name: 'Lost feed', scopes: ['events:read'] })
  const client = createClient({ baseUrl: semel.origin, apiKey: key })
  await assert.rejects(client.events({ cursor: '1-000000000000' }).next(), error => {
    assert.ok(error instanceof SemelProblem)
    assert.equal(error.code, 'feed_replaced')
    const resume: unknown = error.problem?.resume
    assert.match(String(resume), /^0-[0-9a-f]{12}$/)
    return true
  })
})

test('response body breaks off or stalls → the order is placed once', async () => {
  const half = new TextEncoder().encode('{"id":')
  const bodies: ((stream: ReadableStreamDefaultController) => void)[] = [
    stream => stream.enqueue(half),
    stream => stream.error(new TypeError('terminated')),
  ]
  const keys: (string | null)[] = []
  const cut = async (request: Request) => {
    keys.push(request.headers.get('idempotency-key'))
    const response = await fetch(request)
    const start = bodies.shift()
    return start ? new Response(new ReadableStream({ start }), response) : response
  }
  const buyer = await newPerson(semel)
  const client = createClient({ baseUrl: semel.origin, token: buyer.token, timeout: 2000, fetch: cut })
  const order = await orThrow(client.POST('/orders', { body: body() }))
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  const orders = await semel.db.selectFrom('orders').select('id').where('owner_id', '=', buyer.id).execute()
  assert.deepEqual(orders, [{ id: order.id }])
})

test('verifyWebhook returns the event of a genuine webhook and refuses others', () => {
  const [old, present] = ['whsec_b2xkIHNlY3JldCBvZiBzZW1lbA==', 'whsec_cHJlc2VudCBzZWNyZXQgaGVyZQ==']
  const at = '2026-01-31T12:00:00.000Z'
  const event = JSON.stringify({ type: 'order.placed', timestamp: at, id: 'msg_1', position: 1, data: { orderId: 7 } })
  const signed = (secret: string, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, event),
  })
  const genuine = verifyWebhook(event, signed(present), [old, present])
  assert.ok(genuine.type === 'order.placed')
  assert.deepEqual([genuine.timestamp, genuine.data.orderId], [at, 7])
  // @ts-expect-error the feed calls it so
  assert.equal(genuine.at, undefined)
  assert.equal(verifyWebhook(event, new Headers(signed(old)), old).type, 'order.placed')
  const capital = Object.entries(signed(old)).map(([name, value]) => [
    name.replaceAll(/\b\w/g, a => a.toUpperCase()),
    value,
  ])
  assert.equal(verifyWebhook(event, Object.fromEntries(capital), old).type, 'order.placed')
  assert.throws(() => verifyWebhook(`${event} `, signed(present), present))
  assert.throws(() => verifyWebhook(event, signed(old), present))
  assert.throws(() => verifyWebhook(event, signed(present, new Date(Date.now() - 3_600_000)), present))
  assert.throws(() => verifyWebhook(event, {}, present))
  assert.throws(() => verifyWebhook(event, signed(present), []), /no webhook secret/)
})

test('the client sends an Idempotency-Key to exactly the operations that take one', async () => {
  const { paths } = JSON.parse(await readFile('openapi/v3.json', 'utf8'))
  const source = await readFile('packages/client/src/keyed.ts', 'utf8')
  type Operations = Record<string, { parameters?: { name: string }[] }>
  const keyed = Object.entries<Operations>(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual([...source.matchAll(/^ {2}'(.+)',$/gm)].map(([, line]) => line).sort(), keyed.sort())
})

test('many repeats → the pause before one stays under a minute', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let attempts = 0
  const fetch = async () => {
    attempts++
    throw new TypeError('fetch failed')
  }
  const client = createClient({ baseUrl: 'http://localhost', retries: 12, fetch })
  const failed = assert.rejects(client.GET('/products'), /fetch failed/)
  for (let n = 0; n < 13; n++) {
    await setImmediate()
    t.mock.timers.tick(45_000)
  }
  await setImmediate()
  assert.equal(attempts, 13)
  await failed
})
