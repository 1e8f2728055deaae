import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const contact = '/api/contact-messages'
const good = { email: 'ada@example.com', message: 'Hello' }

const cases: [
  name: string,
  request: { body?: unknown; headers?: Record<string, string> },
  status: number,
  code: string,
][] = [
  ['malformed JSON', { body: '{"email": "a' }, 400, 'malformed_json'],
  ['JSON with __proto__', { body: '{"__proto__": {"admin": true}}' }, 400, 'malformed_json'],
  [
    'another content type',
    { body: 'email=a', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['no content type', { body: 'x', headers: { 'content-type': '' } }, 415, 'unsupported_media_type'],
  [
    'JSON in another charset',
    { body: good, headers: { 'content-type': 'application/json; charset=utf-16' } },
    415,
    'unsupported_media_type',
  ],
  ['a compressed body', { body: good, headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
  ['a body over 1 MiB', { body: { ...good, message: 'x'.repeat(1024 * 1024) } }, 413, 'body_too_large'],
  ['no body at all', { headers: json }, 422, 'invalid_input'],
  ['null', { body: 'null' }, 422, 'invalid_input'],
  ['an array', { body: [] }, 422, 'invalid_input'],
  ['a string', { body: '"x"' }, 422, 'invalid_input'],
  ['wrong types', { body: { email: 1, message: {} } }, 422, 'invalid_input'],
  ['a NUL character', { body: { ...good, message: 'a\0b' } }, 422, 'invalid_input'],
  ['a NUL character as an escape', { body: `{"email":"a@b.de","message":"a\\u0000b"}` }, 422, 'invalid_input'],
  ['deep nesting', { body: '['.repeat(500_000) + ']'.repeat(500_000) }, 400, 'malformed_json'],
  ['deep nesting with a NUL', { body: `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}` }, 400, 'malformed_json'],
]

for (const [name, { body, headers = {} }, status, code] of cases) {
  test(`${name}: ${status} ${code}`, async () => {
    const answer = await semel.client().request('POST', contact, { body, headers })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.body.code, code)
    assert.equal(answer.body.message, answer.body.detail)
    assert.ok(answer.body.requestId)
  })
}

test('unknown properties are ignored, and every JSON media type is accepted', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.semel.v3+json',
    'Application/JSON',
  ]) {
    const { status, text } = await semel
      .client()
      .post(contact, { ...good, extra: { a: [1] } }, { headers: { 'content-type': type } })
    assert.equal(status, 201, text)
  }
})

test('names that every object of JavaScript has are unknown properties like others', async () => {
  const names = Object.getOwnPropertyNames(Object.prototype)
    .filter(name => name !== '__proto__')
    .map(name => `"${name}":"x"`)
  const product = `{"sku":"PROTO","name":"Lamp","category":"things","price":1,"currency":"EUR",${names}}`
  const { token } = await person(semel, 'staff')
  const as = { token, headers: json }
  const added = await semel.client().post('/api/products', product, as)
  assert.equal(added.status, 201, added.text)
  assert.equal((await semel.client().patch(`/api/products/${added.body.id}`, `{${names}}`, as)).status, 200)
  const { body } = await semel.client().put('/api/products/batch', `{"products":[${product}]}`, as)
  assert.equal(body.lines[0].outcome, 'unchanged')
})

test('lone surrogates and unusual characters are stored without an error', async () => {
  for (const message of ['\ud800', '\udfff\ud800', '\u202e\ufeffx', '𝕏🏴‍☠️', "'; drop table users; --"]) {
    assert.equal((await semel.client().post(contact, { ...good, message })).status, 201)
  }
})

test('a text of characters that nobody sees is refused as missing', async () => {
  const { token } = await person(semel)
  for (const blank of ['\u200b', '\u3164', '\u2800', '\u00ad', '\u034f', '\u{e0041}', '\u200e\u200f', ' \ufe0f ']) {
    const message = await semel.client().post(contact, { ...good, message: blank })
    const name = await semel.client().patch('/api/users/me', { userName: blank }, { token })
    assert.deepEqual(
      [message, name].map(({ status, body }) => [status, body.errors?.[0]?.code, body.errors?.[0]?.reason]),
      [
        [422, 'required', 'is required'],
        [422, 'required', 'is required'],
      ],
      JSON.stringify(blank),
    )
  }
  for (const seen of ['👩‍🚀', '.', 'a\u200b'])
    assert.equal((await semel.client().post(contact, { ...good, message: seen })).status, 201)
})

test('a lone surrogate in a delivery address is stored as U+FFFD', async () => {
  const { token } = await person(semel)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const deliveryAddress = { name: 'Ada \ud800', line1: '\udfff\ud800', postcode: '1', city: 'Bern 🏔', country: 'CH' }
  const { status, body } = await semel.client().post('/api/orders', { items, deliveryAddress }, { token })
  assert.equal(status, 201)
  assert.deepEqual(body.deliveryAddress, { ...deliveryAddress, name: 'Ada \ufffd', line1: '\ufffd\ufffd' })
})

test('delivery address of invisible characters → refused as missing; nothing is ordered', async () => {
  const { token } = await person(semel)
  const items = [{ productId: await stockProduct(semel.db, { stock: 1 }), quantity: 1 }]
  const address = { name: 'Ada', line1: 'Street 1', postcode: '1', city: 'Bern', country: 'CH' }
  const client = semel.client()
  for (const part of ['name', 'line1', 'postcode', 'city'])
    for (const text of ['\u0007', '\u0085', '\u2028', '\u202e', '\u200f \u200e', ' ']) {
      const deliveryAddress = { ...address, [part]: text }
      const { status, body } = await client.post('/api/orders', { items, deliveryAddress }, { token })
      assert.deepEqual([status, body.detail], [422, `deliveryAddress.${part} is required`], JSON.stringify(text))
    }
  const line2 = await client.post('/api/orders', { items, deliveryAddress: { ...address, line2: '\u202e' } }, { token })
  assert.deepEqual([line2.status, line2.body.deliveryAddress], [201, address])
})

test('what was stored under other rules is still shown', async () => {
  const { id, token } = await person(semel)
  const admin = await person(semel, 'admin')
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const deliveryAddress = { name: 'Ada', line1: 'Street 1', postcode: '1', city: 'Bern', country: 'CH' }
  const client = semel.client()
  const order = await client.post('/api/orders', { items, deliveryAddress }, { token })
  const stored = { ...deliveryAddress, name: '', country: 'XX' }
  const old = JSON.stringify(stored)
  await semel.db.updateTable('orders').set({ delivery_address: old }).where('id', '=', order.body.id).execute()
  await semel.db.updateTable('users').set({ email: 'jürgen@exämple.com' }).where('id', '=', id).execute()
  const [delivery] = (await client.get(`/api/notifications?order=${order.body.id}`, { token })).body.items
  for (const path of [
    '/orders?limit=100',
    `/orders/${order.body.id}`,
    `/admin/deliveries/${delivery.id}`,
    '/events?types=order.*,user.*',
  ])
    for (const version of ['v1', 'v2', 'v3']) {
      const { status, text } = await client.get(`/api/${version}${path}`, { token: admin.token })
      assert.equal(status, 200, `${version}${path} ${text}`)
    }
  const shown = await client.get(`/api/orders/${order.body.id}`, { token })
  assert.deepEqual(shown.body.deliveryAddress, stored)
})

test('form with a truncated file, or not multipart/form-data → 400', async () => {
  const whole = '--x\r\nContent-Disposition: form-data; name="allOrNothing"\r\n\r\ntrue\r\n'
  const file = '--x\r\nContent-Disposition: form-data; name="data"; filename="a.csv"\r\n\r\nsku,na'
  const { client } = await newPerson(semel, { role: 'staff' })
  for (const [type, body] of [
    ['multipart/form-data; boundary=x', whole + file],
    ['multipart/form-data', whole],
    [`multipart/form-data; boundary=${'x'.repeat(300)}`, whole],
  ] as const) {
    const answer = await client.post('/admin/products/import', body, { headers: { 'content-type': type } })
    assert.equal(answer.status, 400, answer.text)
  }
})

test('JSON with objects in place of a form → no server error', async () => {
  const nothing = { toString: 1 }
  for (const path of ['/login', '/register', '/contact', '/cart/items', '/draft-order', '/draft-order/payment'])
    for (const body of [
      { email: nothing, token: nothing },
      { email: [nothing], token: [nothing] },
      { _at: '/register', email: nothing },
    ]) {
      const answer = await semel.client().post(path, body)
      assert.ok(answer.status < 500, `${path} ${JSON.stringify(body)}: ${answer.status}`)
    }
})

test('file of a guest or customer → refused before it is read', async () => {
  const { port } = new URL(semel.origin)
  const { client } = await newPerson(semel)
  for (const [cookies, status] of [
    ['', 401],
    [[...client.cookies].map(pair => pair.join('=')).join('; '), 403],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /admin/products/import HTTP/1.1\r\nHost: x\r\nCookie: ${cookies}\r\nContent-Length: 9000000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
    )
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  }
})

const addresses: [address: string, status: number][] = [
  ['/api/%', 400],
  ['/api/%00', 404],
  ['/api/users/%2e%2e%2f', 401],
  ['/api/users/me%00', 401],
  ['/api//users/me', 404],
  // Trailing slashes are ignored, so this is the home page.
  ['//', 200],
  ['/api/users/me?page=%00', 401],
  [`/api/${'x'.repeat(5000)}`, 404],
  [`/api/users/${'x'.repeat(5000)}`, 404],
  ['/api/?a[]=b&a[c]=d&__proto__=1', 404],
  ['/%ff%fe', 400],
]

for (const [address, status] of addresses) {
  test(`GET ${address.slice(0, 40)}: ${status}`, async () => {
    const answer = await rawRequest(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), answer)
  })
}

test('error inside a nullable member → reported once, at its place', async () => {
  const { token } = await newPerson(semel, { role: 'admin' })
  const code = { code: 'NULLABLE', kind: 'percent', value: 5 }
  for (const [path, body, field] of [
    ['/api/admin/discount-codes', { ...code, productIds: ['x'] }, 'productIds.0'],
    ['/api/admin/discount-codes', { ...code, categories: [''] }, 'categories.0'],
    ['/api/admin/discount-codes', { ...code, productIds: [] }, 'productIds'],
    ['/api/admin/discount-codes', { ...code, productIds: 'x' }, 'productIds'],
  ] as const) {
    const { status, body: problem } = await semel.client().post(path, body, { token })
    assert.equal(status, 422, JSON.stringify(problem))
    assert.deepEqual(
      problem.errors.map((error: { field: string }) => error.field),
      [field],
    )
    assert.match(problem.errors[0].reason, /^(is required|must (be|have) \w+( \w+)*)$/)
  }
})

test('an id in another spelling of the number is an unknown address', async () => {
  for (const id of ['0x1', '1e0', '1.0', '01', '+1', '%201']) {
    assert.equal((await semel.client().patch(`/api/cart/items/${id}`, { quantity: 1 })).body.code, 'not_found', id)
  }
})

test('a time or an id that PostgreSQL would reject gets 400', async () => {
  const { token } = await person(semel, 'admin')
  for (const query of [
    'orders?from=9999-12-31T23:59:60Z',
    'orders?before=2016-12-31T23:59:60Z',
    'admin/deliveries?from=9999-12-31T23:59:60Z',
    'admin/deliveries?event=urn:uuid:0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f',
    'admin/audit-log?user=urn:uuid:0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f',
  ]) {
    const { status, text } = await semel.client().get(`/api/${query}`, { token })
    assert.equal(status, 400, text)
  }
  assert.equal((await semel.client().get('/api/orders?from=2016-12-31t23:59:59.5%2B01:00', { token })).status, 200)
})

test('time outside the years 1 to 9999 in UTC → refused', async () => {
  const admin = { token: (await person(semel, 'admin')).token }
  const client = semel.client()
  const announcement = { subject: 'Hello', message: 'Hello' }
  for (const time of ['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00', '0000-06-01T00:00:00Z']) {
    const key = { name: 'Late', scopes: ['products:read'], expiresAt: time }
    for (const [path, body, field] of [
      ['/api/admin/api-keys', key, 'expiresAt'],
      ['/api/admin/announcements', { ...announcement, orderedFrom: time }, 'orderedFrom'],
      ['/api/admin/announcements', { ...announcement, orderedBefore: time }, 'orderedBefore'],
      ['/api/admin/announcement-drafts', { ...announcement, orderedFrom: time }, 'orderedFrom'],
    ] as const) {
      const refused = await client.post(path, body, admin)
      assert.deepEqual([refused.status, refused.body.errors?.[0].field], [422, field], `${path} ${time}`)
    }
  }
  const last = { name: 'Last', scopes: ['products:read'], expiresAt: '9999-12-31T23:59:59.999Z' }
  assert.equal((await client.post('/api/admin/api-keys', last, admin)).status, 201)
  for (const path of ['/api/admin/api-keys', '/api/admin/announcements'])
    assert.equal((await client.get(path, admin)).status, 200, path)
})

test('a parameter that is given twice gets 400 that says so', async () => {
  const { token } = await person(semel, 'admin')
  for (const query of ['page=1&page=2', 'sort=name&sort=price', 'category=Chairs&category=Lamps']) {
    const { status, body } = await semel.client().get(`/api/products?${query}`, { token })
    const [field] = query.split('=')
    assert.deepEqual([status, body.errors], [400, [{ field, reason: 'must be given only once', code: 'repeated' }]])
  }
})

test('a UUID in upper case finds the same user', async () => {
  const { id, token } = await person(semel)
  const { status, body } = await semel.client().get(`/api/users/${id.toUpperCase()}`, { token })
  assert.deepEqual([status, body.id], [200, id])
  const admin = { token: (await person(semel, 'admin')).token }
  const client = semel.client()
  const role = await client.patch(`/api/admin/users/${id.toUpperCase()}`, { role: 'customer' }, admin)
  assert.deepEqual([role.status, role.body.id], [200, id])
  for (const action of ['disable', 'enable']) {
    const done = await client.post(`/api/admin/users/${id.toUpperCase()}/${action}`, {}, admin)
    assert.deepEqual([done.status, done.body.id], [200, id], action)
  }
  const draft = await client.post('/api/admin/announcement-drafts', { subject: 'Hello', message: 'Hello' }, admin)
  const read = await client.get(`/api/admin/announcement-drafts/${draft.body.id.toUpperCase()}`, admin)
  assert.equal(read.text, draft.text)
  assert.equal((await client.get(`/api/orders?user=${id.toUpperCase()}`, admin)).status, 200)
})

test('a UUID in upper case confirms and removes a second factor', async () => {
  const { client, token } = await newPerson(semel)
  const [present] = (await client.get('/api/users/me/second-factors')).body.items
  const { id, totp } = (await client.post('/api/users/me/second-factors', { kind: 'totp' })).body
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
  const confirmed = await client.post(`/api/users/me/second-factors/${id.toUpperCase()}/confirm`, { code })
  assert.equal(confirmed.status, 204, confirmed.text)
  const removed = await client.delete(`/api/users/me/second-factors/${present.id.toUpperCase()}`, { token })
  assert.equal(removed.status, 204, removed.text)
})

test('a body that is not UTF-8 gets 400', async () => {
  const body = Buffer.concat([Buffer.from('{"email":"a@b.de","message":"caf'), Buffer.of(0xe9), Buffer.from('"}')])
  const head = `POST ${contact} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  assert.match(await rawRequest(Buffer.concat([Buffer.from(head), body])), /^HTTP\/1.1 400 .*"code":"malformed_json"/s)
})

test('invalid HTTP or oversized headers → a problem; the server continues', async () => {
  const bare = 'Connection: close\r\n\r\n'
  const requests: [request: string, status: number, code: string][] = [
    ['HELO\r\n\r\n', 400, 'malformed_request'],
    [`BREW /api/products HTTP/1.1\r\nHost: x\r\n${bare}`, 400, 'malformed_request'],
    [`GET / HTTP/1.1\r\n${bare}`, 400, 'malformed_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ]
  for (const [request, status, code] of requests) {
    const answer = await rawRequest(request)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer)
    assert.match(head, /content-type: application\/problem\+json/)
    assert.match(head, /semel-version: v3/)
    assert.match(head, /content-security-policy: /)
    const problem = JSON.parse(body)
    assert.equal(problem.code, code)
    assert.match(head, new RegExp(`x-request-id: ${problem.requestId}`))
    const members = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'error', 'message']
    assert.deepEqual(Object.keys(problem), members)
  }
  assert.match(await rawRequest(`GET /healthz HTTP/1.0\r\n\r\n`), /^HTTP\/1.1 200 /)
  assert.match(await rawRequest(`GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a wonder\r\n${bare}`), /^HTTP\/1.1 200 /)
  assert.match(await rawRequest('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /^HTTP\/1.1 4/)
  assert.match(
    await rawRequest(
      `POST ${contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    ),
    /^HTTP\/1.1 400 /,
  )
  assert.equal((await semel.client().get('/api/auth/csrf')).status, 200)
})

test('a request with slow headers or a slow body gets 408', async () => {
  const { server } = semel.app
  const given = { headers: server.headersTimeout, request: server.requestTimeout }
  assert.ok(given.headers < given.request)
  server.requestTimeout = server.headersTimeout = 50
  try {
    const head = `POST ${contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    for (const answer of await Promise.all([head, `${head}Content-Length: 9\r\n\r\n{`].map(rawRequest))) {
      assert.match(answer, /^HTTP\/1.1 408 .*"code":"request_timeout"/s)
    }
  } finally {
    server.headersTimeout = given.headers
    server.requestTimeout = given.request
  }
})

test('client hangs up in the middle of a body → no logged error', async () => {
  const errors: string[] = []
  await using other = await startSemel(
    { logLevel: 'error' },
    { worker: false, logTo: { write: line => void errors.push(line) } },
  )
  const { hostname, port } = new URL(other.origin)
  const socket = connect(Number(port), hostname)
  const asked = once(other.app.server, 'request')
  socket.write(`POST ${contact} HTTP/1.1\r\nHost: x\r\n`)
  socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  const [, response] = await asked
  socket.destroy()
  await once(response, 'close')
  assert.equal((await other.client().get('/healthz')).status, 200)
  assert.deepEqual(errors, [])
})

test('client gone before its request is examined → no logged error', async () => {
  const errors: string[] = []
  await using other = await startSemel(
    { logLevel: 'error' },
    { worker: false, logTo: { write: line => void errors.push(line) } },
  )
  const { hostname, port } = new URL(other.origin)
  other.app.server.prependOnceListener('request', request => void request.socket.destroy())
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  assert.equal((await other.client().get('/healthz')).status, 200)
  assert.deepEqual(errors, [])
})

/** Sends one request unchanged and returns the whole response. */
async function rawRequest(text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(semel.origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  // A refused connection may be reset or closed; both emit `close`.
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

test('common password → 422 wherever one is chosen', async () => {
  const { token } = await newPerson(semel)
  const password = 'password123'
  for (const [path, body] of [
    ['/api/auth/register', { email: 'new@example.com', userName: 'New' }],
    ['/api/auth/reset-password', { token: 'made-up' }],
    ['/api/auth/recovery', { token: 'made-up' }],
    ['/api/users/me/password', { currentPassword: 'whatever it was' }],
  ] as const) {
    const answer = await semel.client().post(path, { ...body, password }, { token })
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.errors[0].field, 'password', path)
  }
})
