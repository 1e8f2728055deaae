import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Scope } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { after as later, MINUTE, SECOND } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let client: Client
let ada: Awaited<ReturnType<typeof newPerson>>
before(async () => {
  semel = await startSemel({}, { worker: false })
  client = semel.client()
  ada = await newPerson(semel)
})
after(() => semel[Symbol.asyncDispose]())

async function keyWith(scopes: Scope[], limits: { networks?: string[]; expiresAt?: Date } = {}) {
  const { id, key } = await createApiKey(semel, { name: scopes.join(), scopes, ...limits })
  return { id, key, headers: { 'x-api-key': key } }
}

const orderOf = (productId: number, userId?: string) => ({
  items: [{ productId, quantity: 1 }],
  ...(userId && { userId }),
})

test('key with orders:write and money:write → order placed, paid and delivered', async () => {
  const { id: keyId, headers } = await keyWith(['orders:write', 'money:write'])
  const product = await stockProduct(semel.db, { stock: 5 })
  const once = { ...headers, 'idempotency-key': randomUUID() }
  const placed = await client.post('/api/orders', orderOf(product, ada.id), { headers: once })
  assert.equal(placed.status, 201, placed.text)
  assert.equal(placed.body.owner.id, ada.id)
  const again = await client.post('/api/orders', orderOf(product, ada.id), { headers: once })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.id, placed.body.id)

  for (const [step, status] of [
    ['process', 'processing'],
    ['ship', 'shipped'],
    ['deliver', 'delivered'],
  ] as const) {
    const body = step === 'ship' ? { trackingNumber: 'T1' } : undefined
    const answer = await client.post(`/api/orders/${placed.body.id}/${step}`, body, { headers })
    assert.equal(answer.body.status, status, answer.text)
  }
  const paid = await client.post(`/api/orders/${placed.body.id}/mark-paid`, undefined, { headers })
  assert.equal(paid.status, 200, paid.text)

  const seen = await client.get(`/api/orders/${placed.body.id}`, { token: ada.token })
  assert.ok(seen.body.steps.every(({ by }: { by: string }) => by === 'staff'))
  const steps = await semel.db
    .selectFrom('order_steps')
    .select('by_user')
    .where('order_id', '=', placed.body.id)
    .execute()
  assert.ok(steps.every(({ by_user }) => by_user === keyId))
  const events = await semel.db.selectFrom('deliveries').selectAll().where('user_id', '=', ada.id).execute()
  assert.equal(events.length >= 1, true)
})

test('orders:write alone → no money or documents; the refusal names the scope', async () => {
  const packing = await keyWith(['orders:read', 'orders:write'])
  const money = await keyWith(['money:write'])
  const both = await keyWith(['orders:write', 'money:write'])
  const product = await stockProduct(semel.db, { stock: 5 })
  const { body: order } = await client.post('/api/orders', orderOf(product), { token: ada.token })
  const at = `/api/orders/${order.id}`
  const unknown = randomUUID()
  const attempts: [path: string, body: object, status: number][] = [
    ['/api/orders/steps', { step: 'mark-paid', orderIds: [order.id] }, 200],
    [`${at}/mark-unpaid`, {}, 200],
    [`${at}/mark-paid`, {}, 200],
    [`${at}/refunds`, { amount: 1 }, 201],
    [`${at}/documents`, { kind: 'invoice' }, 409],
    [`/api/admin/returns/${unknown}/refund`, {}, 404],
    [`/api/admin/returns/${unknown}/credit`, {}, 404],
  ]
  for (const [path, body, expected] of attempts) {
    const refused = await client.post(path, body, { headers: packing.headers })
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], path)
    assert.match(refused.body.detail, /lacks the scope money:write\. .*orders:write is not enough/)
    const { headers } = path.endsWith('/steps') ? both : money
    const { status, text } = await client.post(path, body, { headers })
    assert.equal(status, expected, `${path}: ${text}`)
  }
  const move = { step: 'process', orderIds: [order.id] }
  assert.equal((await client.post('/api/orders/steps', move, { headers: money.headers })).status, 403)
  assert.deepEqual((await client.post('/api/orders/steps', move, { headers: packing.headers })).body.moved, [order.id])
})

test('a key with orders:write cancels any order that staff could cancel', async () => {
  const { headers } = await keyWith(['orders:write'])
  const product = await stockProduct(semel.db, { stock: 1 })
  const placed = await client.post('/api/orders', orderOf(product), { token: ada.token })
  const cancelled = await client.post(`/api/orders/${placed.body.id}/cancel`, undefined, { headers })
  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
})

test('order by key → its owner must be able to sign in', async () => {
  const { headers } = await keyWith(['orders:write'])
  const product = await stockProduct(semel.db, { stock: 5 })
  const disabled = await newPerson(semel)
  await semel.db.updateTable('users').set({ disabled_at: semel.clock.now() }).where('id', '=', disabled.id).execute()
  const { body: pending } = await client.post('/api/auth/register', {
    email: 'pending@example.com',
    password: 'a long enough passphrase',
    userName: 'Pending',
  })
  for (const userId of [undefined, disabled.id, pending.user.id, randomUUID()]) {
    const { status, body } = await client.post('/api/orders', orderOf(product, userId), { headers })
    assert.deepEqual([status, body.errors[0].field], [422, 'userId'])
  }
})

test('a session orders for its own user only', async () => {
  const product = await stockProduct(semel.db, { stock: 5 })
  const own = await client.post('/api/orders', orderOf(product, ada.id.toUpperCase()), { token: ada.token })
  assert.equal(own.status, 201, own.text)
  const staff = await person(semel, 'staff')
  const other = await client.post('/api/orders', orderOf(product, ada.id), { token: staff.token })
  assert.deepEqual([other.status, other.body.errors[0].code], [422, 'not_allowed'])
})

test('each write scope opens its own operations and no others', async () => {
  const product = await stockProduct(semel.db, { stock: 5 })
  const attempts: [Scope, (headers: Record<string, string>) => Promise<{ status: number; text: string }>][] = [
    ['orders:write', headers => client.post('/api/orders', orderOf(product, ada.id), { headers })],
    ['products:write', headers => client.patch(`/api/products/${product}`, { stock: 9 }, { headers })],
    [
      'announcements:write',
      headers => client.post('/api/admin/announcements', { subject: 'Hello', message: 'All' }, { headers }),
    ],
  ]
  for (const [scope] of attempts) {
    const { headers } = await keyWith([scope])
    for (const [needed, attempt] of attempts) {
      const { status, text } = await attempt(headers)
      assert.equal(status < 300, needed === scope, `${scope} → ${needed}: ${text}`)
      if (needed !== scope) assert.match(text, new RegExp(`lacks the scope ${needed}`))
    }
  }
})

test('key → useless after its expiry, and never created already expired', async () => {
  const { headers } = await keyWith(['products:read'], { expiresAt: later(semel.clock.now(), MINUTE) })
  assert.equal((await client.get('/api/products', { headers })).status, 200)
  semel.clock.advance(MINUTE)
  const { status, body } = await client.get('/api/products', { headers })
  assert.deepEqual([status, body.code], [401, 'invalid_api_key'])
  await assert.rejects(keyWith(['products:read'], { expiresAt: semel.clock.now() }), /expiresAt must be in the future/)
})

test('a key works only from its networks', async () => {
  const elsewhere = await keyWith(['products:read'], { networks: ['203.0.113.0/24', '2001:db8::/32'] })
  const { status, body } = await client.get('/api/products', elsewhere)
  assert.deepEqual([status, body.code], [401, 'invalid_api_key'])
  assert.match(body.detail, /network/)
  const used = await semel.db.selectFrom('api_keys').select('last_used_at').where('id', '=', elsewhere.id).execute()
  assert.deepEqual(used, [{ last_used_at: null }])
  const here = await keyWith(['products:read'], { networks: ['127.0.0.0/8'] })
  assert.equal((await client.get('/api/products', here)).status, 200)
})

test('last use of a key → stored once a minute, not every request', async () => {
  const { id, headers } = await keyWith(['products:read'])
  const lastUse = async () => {
    await client.get('/api/products', { headers })
    const key = await semel.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirst()
    return key!.last_used_at!.getTime()
  }
  const first = await lastUse()
  assert.equal(first, semel.clock.now().getTime())
  semel.clock.advance(59 * SECOND)
  assert.equal(await lastUse(), first)
  semel.clock.advance(SECOND)
  assert.equal(await lastUse(), first + MINUTE)
})

test('admin creates a key → list shows its networks, expiry and last use', async () => {
  const { token } = await newPerson(semel, { role: 'admin' })
  const limits = { networks: ['127.0.0.1', '::1'], expiresAt: later(semel.clock.now(), 60 * MINUTE).toISOString() }
  const wanted = { name: 'Warehouse', scopes: ['orders:write'], ...limits }
  const { status, body, text } = await client.post('/api/admin/api-keys', wanted, { token })
  assert.equal(status, 201, text)
  const list = await client.get('/api/admin/api-keys?limit=100', { token })
  const { createdAt, createdBy, ...listed } = list.body.items.find(({ id }: { id: string }) => id === body.id)
  assert.deepEqual(listed, { id: body.id, ...wanted, lastUsedAt: null, revokedAt: null, isPaused: false })
  const wrong = await client.post('/api/admin/api-keys', { ...wanted, networks: ['10.0.0.0/8', 'home'] }, { token })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'networks.1'])
})

test('products:write imports and adds pictures; orders:write moves many orders', async () => {
  const { headers } = await keyWith(['products:write'])
  const data = Buffer.from('sku,name,category,amount\nBY-KEY,Lamp,Lighting,19.00\n').toString('base64')
  const imported = await client.post('/api/products/import', { data }, { headers })
  assert.deepEqual([imported.status, imported.body.added], [200, 1], imported.text)
  const product = await stockProduct(semel.db, { stock: 5 })
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='
  const picture = await client.post(`/api/products/${product}/images`, { data: png, alt: 'Red' }, { headers })
  assert.equal(picture.status, 200, picture.text)
  const writer = await keyWith(['orders:write'])
  const { body } = await client.post('/api/orders', orderOf(product, ada.id), { headers: writer.headers })
  const step = { step: 'process', orderIds: [body.id] }
  assert.deepEqual((await client.post('/api/orders/steps', step, { headers: writer.headers })).body.moved, [body.id])
  assert.equal((await client.post('/api/orders/steps', step, { headers })).status, 403)
})

test('any key → reads its own name, scopes, networks and expiry', async () => {
  const expiresAt = later(semel.clock.now(), MINUTE)
  const { id, headers } = await keyWith(['orders:read'], { networks: ['127.0.0.0/8'], expiresAt })
  const { status, body } = await client.get('/api/api-keys/me', { headers })
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        id,
        name: 'orders:read',
        scopes: ['orders:read'],
        networks: ['127.0.0.0/8'],
        createdAt: body.createdAt,
        expiresAt: expiresAt.toISOString(),
      },
    ],
  )
})

test('publishable key → reads the public catalogue, requests resets, and combines with nothing', async () => {
  const { key, headers } = await keyWith(['products:public'])
  assert.match(key, /^semel_public_/)
  const active = await stockProduct(semel.db, { stock: 5, name: 'Public lamp' })
  const hidden = await stockProduct(semel.db, { stock: 5, name: 'Public secret', status: 'coming_soon' })
  const listed = async (options: object) => {
    const { status, body } = await client.get('/api/products?q=public', options)
    assert.equal(status, 200)
    return body.items.map(({ id }: { id: number }) => id)
  }
  // Both keep the answers to one address; neither gets that of the other.
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(await listed({ headers }), [active])
    assert.deepEqual(await listed({ token: ada.token }), [active, hidden])
  }
  assert.equal((await client.get(`/api/products/${active}`, { headers })).status, 200)
  assert.equal((await client.get(`/api/products/${hidden}`, { headers })).status, 404)
  assert.equal((await client.get(`/api/products?ids=${hidden}`, { headers })).body.totalCount, 0)
  const category = (await client.get(`/api/products/${active}`, { headers })).body.category
  const { items: categories } = (await client.get('/api/categories', { headers })).body
  assert.ok(categories.some(({ name }: { name: string }) => name === category))
  const { headers: writer } = await keyWith(['products:write'])
  const member = (id: number, value: string) => ({ id, options: [{ name: 'Colour', value }] })
  const { body: group, text } = await client.post(
    '/api/product-groups',
    {
      name: 'Public lamps',
      options: [{ name: 'Colour', values: ['red', 'blue'] }],
      products: [member(hidden, 'red'), member(active, 'blue')],
      listed: hidden,
    },
    { headers: writer },
  )
  assert.ok(group.id, text)
  const shown = await client.get(`/api/product-groups/${group.id}`, { headers })
  assert.deepEqual([shown.body.products.map(({ id }: { id: number }) => id), shown.body.listed], [[active], active])
  const all = (await client.get('/api/product-groups', { headers })).body.items
  assert.deepEqual(all.find(({ id }: { id: number }) => id === group.id).products, shown.body.products)
  assert.equal((await client.get(`/api/product-groups/${group.id}`, { token: ada.token })).body.products.length, 2)
  assert.equal(
    (await client.post('/api/auth/forgot-password', { email: 'nobody@example.com' }, { headers })).status,
    200,
  )
  for (const path of ['/api/products?status=coming_soon', '/api/orders', `/api/users/${ada.id}`, '/api/events']) {
    const { status, body } = await client.get(path, { headers })
    assert.deepEqual([status, body.code], [403, 'forbidden'], path)
  }
  await assert.rejects(keyWith(['products:public', 'orders:read']), /products:public alone/)
})

test('list of users → finds an exact address, and pages through recent changes', async () => {
  const { headers } = await keyWith(['users:read'])
  const users = async (query: string) => {
    const { status, body, text, headers: answer } = await client.get(`/api/users?${query}`, { headers })
    assert.equal(status, 200, text)
    return { ids: body.items.map(({ id }: { id: string }) => id), link: answer.get('link')!, body }
  }
  const exact = await users(`email=${encodeURIComponent(ada.email.toUpperCase())}`)
  assert.deepEqual(exact.ids, [ada.id])
  assert.deepEqual((await users('email=nobody%40example.com')).ids, [])

  const moment = new Date()
  const past = later(moment, -MINUTE)
  await semel.db.updateTable('users').set({ updated_at: past }).execute()
  await semel.db.updateTable('users').set({ password_hash: 'x' }).where('id', '<>', ada.id).execute()
  assert.deepEqual((await users(`updated_since=${moment.toISOString()}`)).ids, [])
  await client.patch('/api/users/me', { userName: 'Ada King' }, { token: ada.token })
  const changed = await users(`updated_since=${moment.toISOString()}`)
  assert.deepEqual(changed.ids, [ada.id])
  assert.ok(new Date(changed.body.items[0].updatedAt) >= moment)

  const all = (await users('limit=100')).ids
  const walked: string[] = []
  for (let query: string | undefined = 'limit=2'; query !== undefined; ) {
    const { ids, link } = await users(query)
    walked.push(...ids)
    query = /<[^>]*\?([^>]*)>; rel="next"/.exec(link)?.[1]
  }
  assert.deepEqual(walked, all)
  assert.equal((await client.get('/api/users', { token: ada.token })).status, 403)
})
