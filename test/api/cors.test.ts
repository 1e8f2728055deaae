import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newPerson } from '../support/accounts.ts'
import { verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const APP = 'https://app.example'

let semel: Semel
let token: string
before(async () => {
  semel = await startSemel({ corsOrigins: [APP], production: true }, { worker: false })
  for (let i = 0; i < 10; i++)
    await stockProduct(semel.db, { description: 'A lamp that stays where you put it. '.repeat(5) })
  token = (await newPerson(semel)).token
})
after(() => semel[Symbol.asyncDispose]())

/** Reads it as it is on the wire: fetch would decompress it, and does not send every header. */
async function raw(path: string, { method = 'GET', ...headers }: Record<string, string>) {
  const sent = request(semel.origin + path, { method, headers: { authorization: `Bearer ${token}`, ...headers } }).end()
  const [response] = await once(sent, 'response')
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode as number, headers: response.headers as Record<string, string>, body }
}

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
})

test('browser app of a listed origin → may call the API without cookies', async () => {
  const allowed = await raw('/api/orders', preflight(APP))
  assert.equal(allowed.status, 204)
  assert.equal(allowed.headers['access-control-allow-origin'], APP)
  assert.match(allowed.headers['access-control-allow-headers']!, /Idempotency-Key/)
  assert.equal(allowed.headers['access-control-allow-credentials'], undefined)
  const read = await raw('/api/products', { origin: APP })
  assert.equal(read.status, 200)
  assert.equal(read.headers['access-control-allow-origin'], APP)
  assert.match(read.headers['access-control-expose-headers']!, /\bLink\b/)
  assert.match(read.headers.vary!, /\bOrigin\b/)
  const refused = await raw('/api/orders/x', { origin: APP })
  assert.equal(refused.headers['access-control-allow-origin'], APP, 'the app can read errors too')
})

test('an app reads every refusal, however early', async () => {
  // The announced body never follows, so no other request may use the connection.
  const json = { origin: APP, 'content-type': 'application/json', connection: 'close' }
  const big = { ...json, 'content-length': String(2 * 1024 * 1024) }
  const refusals: [status: number, path: string, headers: Record<string, string>][] = [
    [400, '/api/products/%zz', { origin: APP }],
    [400, '/v1/%zz', { origin: APP }],
    [404, `/api/products/${'9'.repeat(600)}`, { origin: APP }],
    [404, '/api/nothing', { origin: APP }],
    [404, '/api', { origin: APP }],
    [404, '/v1', { origin: APP }],
    [404, '/v9/products', { origin: APP }],
    [404, '/api/v9/products', { origin: APP }],
    [400, '/api/products?api-version=x', { origin: APP }],
    [406, '/api/products', { origin: APP, accept: 'application/json;version=9' }],
    [400, '/api/products', { origin: APP, host: 'a b' }],
    [405, '/api/products', { ...json, method: 'DELETE' }],
    [401, '/api/products', { origin: APP, authorization: 'Bearer no' }],
    [413, '/api/orders', { ...big, method: 'POST' }],
    [415, '/api/orders', { ...json, method: 'POST', 'content-type': 'text/plain', 'content-length': '1' }],
  ]
  // Sends them at once: two of them are answered when their body has not come in time.
  const answers = await Promise.all(refusals.map(([, path, headers]) => raw(path, headers)))
  for (const [index, [status, path, headers]] of refusals.entries()) {
    const seen = answers[index]!
    const found = [seen.status, seen.headers['access-control-allow-origin']]
    assert.deepEqual(found, [status, APP], `${path.slice(0, 60)} ${JSON.stringify(headers)}`)
    assert.match(seen.headers.vary ?? '', /\bOrigin\b/, path.slice(0, 60))
    assert.match(seen.headers['access-control-expose-headers']!, /\bX-Request-Id\b/)
  }
})

test('oversized headers or invalid HTTP → an app can read the refusal', async () => {
  const { hostname, port } = new URL(semel.origin)
  const large = `GET /api/orders HTTP/1.1\r\nHost: x\r\nOrigin: ${APP}\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`
  for (const [sent, status] of [
    [large, 431],
    ['HELO\r\n\r\n', 400],
  ] as const) {
    const socket = connect(Number(port), hostname)
    socket.write(sent)
    const answer = await text(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(answer, /^access-control-allow-origin: \*\r$/m)
    assert.match(answer, /^access-control-expose-headers: .*\bX-Request-Id\b/m)
    assert.match(answer, /^content-type: application\/problem\+json/m)
  }
})

test('preflight at any address → answered, allowing every header the API reads', async () => {
  for (const path of [
    '/api/orders',
    '/api/nothing',
    '/api',
    '/v1/orders',
    '/api/v9/x',
    '/api/%zz',
    '/api/x?api-version=x',
  ]) {
    const { status, headers } = await raw(path, preflight(APP))
    assert.deepEqual([status, headers['access-control-allow-origin']], [204, APP], path)
    const allowed = headers['access-control-allow-headers']!.toLowerCase().split(', ')
    for (const name of [
      'idempotency-key',
      'if-match',
      'prefer',
      'traceparent',
      'tracestate',
      'baggage',
      'sentry-trace',
      '*',
    ])
      assert.ok(allowed.includes(name), name)
  }
})

test('an app can read every header that the API sets for it', async () => {
  const { headers } = await raw('/api/products', { origin: APP })
  const exposed = headers['access-control-expose-headers']!.split(', ')
  const needed = [
    'Allow',
    'Content-Disposition',
    'Date',
    'Retry-After',
    'Semel-Ignored',
    'WWW-Authenticate',
    'ETag',
    'Link',
  ]
  for (const name of needed) assert.ok(exposed.includes(name), name)
})

test('other origin, page or missing setting → no CORS header', async () => {
  for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`]) {
    const { status, headers } = await raw('/api/orders', preflight(origin))
    assert.deepEqual([status, headers['access-control-allow-origin']], [405, undefined])
  }
  assert.equal((await raw('/products', { origin: APP })).headers['access-control-allow-origin'], undefined)
  await using plain = await startSemel({}, { worker: false })
  const { status, headers } = await fetch(`${plain.origin}/api/orders`, { method: 'OPTIONS', headers: { origin: APP } })
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [405, null])
})

test('products and documents → compressed as the client prefers, with separate ETags', async () => {
  for (const path of ['/api/products', '/api/openapi.json']) {
    const plain = await raw(path, {})
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.match(plain.headers.vary!, /Accept, .*Accept-Encoding/)
    for (const [accept, coding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ] as const) {
      const packed = await raw(path, { 'accept-encoding': accept })
      assert.equal(packed.headers['content-encoding'], coding)
      assert.ok(packed.body.length < plain.body.length / 2)
      assert.deepEqual(unpack(packed.body), plain.body)
      assert.notEqual(packed.headers.etag, plain.headers.etag)
      const again = await raw(path, { 'accept-encoding': accept, 'if-none-match': packed.headers.etag! })
      assert.equal(again.status, 304)
      // RFC 9110 §15.4.5: as in the full response. A cache finds what it may keep by them.
      for (const name of ['etag', 'vary'] as const) assert.equal(again.headers[name], packed.headers[name])
    }
    assert.equal((await raw(path, { 'accept-encoding': 'identity, br;q=0' })).headers['content-encoding'], undefined)
  }
})

test('nothing private is compressed', async () => {
  const me = await raw('/api/users/me', { 'accept-encoding': 'br' })
  assert.equal(me.headers['content-encoding'], undefined)
  assert.equal((await raw('/login', { 'accept-encoding': 'br' })).headers['content-encoding'], undefined)
})

test('every response → shows the remaining limit, alike for unknown addresses; then 429', async () => {
  const { id, email, token } = await newPerson(semel)
  const client = semel.client()
  const { body } = await client.get('/api/auth/csrf')
  const headers = { 'x-csrf-token': body.csrfToken }
  for (let left = 4; left >= 0; left--) {
    for (const address of [email, 'nobody@example.com']) {
      const sent = await client.post('/api/auth/forgot-password', { email: address }, { headers })
      assert.equal(sent.headers.get('ratelimit-policy'), '"resets";q=5;w=900, "network-resets";q=10;w=86400')
      assert.equal(sent.headers.get('ratelimit'), `"resets";r=${left};t=900, "network-resets";r=${left + 5};t=8640`)
    }
  }
  const refused = await client.post('/api/auth/forgot-password', { email }, { headers })
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('ratelimit-policy'), '"resets";q=5;w=900')
  assert.equal(refused.headers.get('ratelimit'), `"resets";r=0;t=${refused.headers.get('retry-after')}`)

  await verifyEmail(semel, id)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { ordersPerDay } = semel.config
  const each = 86_400 / ordersPerDay
  for (const placed of [1, 2]) {
    const order = await semel.client().post('/api/orders', { items }, { token })
    assert.equal(order.headers.get('ratelimit-policy'), `"orders";q=${ordersPerDay};w=86400`)
    assert.equal(order.headers.get('ratelimit'), `"orders";r=${ordersPerDay - placed};t=${Math.ceil(each)}`)
  }
  const cancelled = await semel.client().post('/api/orders/1/cancel', undefined, { token })
  assert.match(cancelled.headers.get('ratelimit') ?? '', /^"cancellations";r=\d+;t=\d+$/)
  assert.equal((await semel.client().get('/api/orders/1', { token })).headers.get('ratelimit'), null)
})
