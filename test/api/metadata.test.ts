import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import type { Client } from '../support/client.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let client: Client
let headers: Record<string, string>
let customer: Person
let product: number
before(async () => {
  semel = await startSemel({}, { worker: false })
  client = semel.client()
  const scopes = ['products', 'orders', 'users'].flatMap(name => [`${name}:read`, `${name}:write`] as const)
  const { key } = await createApiKey(semel, { name: 'ERP', scopes: [...scopes, 'events:read'] as never })
  headers = { 'x-api-key': key }
  customer = await person(semel)
  product = await stockProduct(semel.db, { stock: 90 })
})
after(() => semel[Symbol.asyncDispose]())

const things = async () => [`/api/products/${product}`, `/api/orders/${await place()}`, `/api/users/${customer.id}`]
const place = async (): Promise<number> =>
  (await client.post('/api/orders', { items: [{ productId: product, quantity: 1 }] }, customer)).body.id
const change = (path: string, metadata: object, more: object = {}) =>
  client.patch(`${path}/metadata`, { metadata }, { headers: { ...headers, ...more } })

test('metadata keys change one by one; lists find by exactly one value', async () => {
  for (const path of await things()) {
    assert.deepEqual((await client.get(`${path}/metadata`, { headers })).body, { metadata: {} }, path)
    assert.deepEqual((await change(path, { erp: '47:11', 'crm.id': 'ä' })).body, {
      metadata: { erp: '47:11', 'crm.id': 'ä' },
    })
    assert.deepEqual((await change(path, { erp: '8', 'crm.id': null, none: null })).body, { metadata: { erp: '8' } })
    const list = path.slice(0, path.lastIndexOf('/'))
    const found = async (query: string) =>
      (await client.get(`${list}?metadata=${encodeURIComponent(query)}`, { headers })).body.items.map(
        ({ id }: { id: unknown }) => `${list}/${id}`,
      )
    assert.deepEqual(await found('erp:8'), [path])
    for (const other of ['erp:47:11', 'ERP:8']) assert.deepEqual(await found(other), [], other)
  }
})

test('two programs note different keys at once → neither key is lost', async () => {
  for (const path of await things()) {
    const keys = Array.from({ length: 20 }, (_, n) => `key${n}`)
    await Promise.all(keys.map(key => change(path, { [key]: 'yes' })))
    const { metadata } = (await client.get(`${path}/metadata`, { headers })).body
    assert.deepEqual(
      keys.filter(key => metadata[key] !== 'yes'),
      [],
      path,
    )
  }
})

test('wrong key or value, too many keys → refused with reason, nothing noted', async () => {
  for (const path of await things()) {
    const full = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`full${n}`, 'x']))
    const cases: [metadata: object, field: string, code: string][] = [
      [{ 'a b': 'x' }, 'metadata.a b', 'invalid_format'],
      [{ __proto__x: 'x' }, 'metadata.__proto__x', 'invalid_format'],
      [{ [`a${'b'.repeat(40)}`]: 'x' }, `metadata.a${'b'.repeat(40)}`, 'invalid_format'],
      [{ '': 'x' }, 'metadata.', 'invalid_format'],
      [{ zero: 'a\0b' }, 'metadata.zero', 'invalid_character'],
      [{ long: 'x'.repeat(501) }, 'metadata.long', 'too_long'],
      [{ empty: '' }, 'metadata.empty', 'required'],
      [{ number: 7 }, 'metadata.number', 'invalid_type'],
      [full, 'metadata', 'too_many'],
    ]
    const before = (await client.get(`${path}/metadata`, { headers })).text
    for (const [metadata, field, code] of cases) {
      const { status, body, text } = await change(path, metadata)
      assert.deepEqual([status, body.errors?.[0]?.field, body.errors?.[0]?.code], [422, field, code], text)
    }
    assert.equal((await client.get(`${path}/metadata`, { headers })).text, before)
  }
  for (const missing of ['/api/products/999999', '/api/orders/999999', `/api/users/${crypto.randomUUID()}`]) {
    assert.equal((await change(missing, { erp: '1' })).status, 404)
    assert.equal((await client.get(`${missing}/metadata`, { headers })).status, 404)
  }
  assert.equal((await client.get('/api/orders?metadata=erp', { headers })).status, 400)
})

test('batch for new and known products → only lines with forbidden keys fail', async () => {
  const put = async (products: object[]) => {
    const { status, body, text, headers: answered } = await client.put('/api/products/batch', { products }, { headers })
    assert.equal(status, 200, text)
    assert.equal(answered.get('semel-ignored'), null)
    return body.lines.map(({ outcome, errors }: { outcome: string; errors: { field: string; code: string }[] }) =>
      [outcome, ...errors.map(({ field, code }) => `${field} ${code}`)].join(': '),
    )
  }
  const full = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x']))
  const fresh = { name: 'Meta lamp', category: 'lighting', price: 1 }
  assert.deepEqual(
    await put([
      { sku: 'NOTE-1', ...fresh, metadata: { erp: 'm-1', none: null } },
      { sku: 'NOTE-2', ...fresh },
      { sku: 'NOTE-3', ...fresh, metadata: full },
      { sku: 'NOTE-4', ...fresh, metadata: { 'a b': 'x' } },
    ]),
    ['added', 'added', 'refused: metadata too_many', 'refused: metadata.a b invalid_format'],
  )
  const found = async (value: string) =>
    (await client.get(`/api/products?metadata=erp:${value}`, { headers })).body.items.map(
      ({ sku }: { sku: string }) => sku,
    )
  assert.deepEqual(await found('m-1'), ['NOTE-1'])
  const second = [
    { sku: 'NOTE-1', metadata: { crm: '7' } },
    { sku: 'NOTE-2', price: 2, metadata: { erp: 'm-2' } },
    { sku: 'NOTE-2', metadata: { ...full, erp: 'm-3' } },
    { sku: 'NOTE-1', metadata: { crm: '7' } },
    { sku: 'NOTE-1', metadata: { erp: null } },
  ]
  assert.deepEqual(await put(second), ['changed', 'changed', 'refused: metadata too_many', 'unchanged', 'changed'])
  assert.deepEqual([await found('m-1'), await found('m-2')], [[], ['NOTE-2']])
  const { items } = (await client.get('/api/products?sku=NOTE-1', { headers })).body
  const { body } = await client.get(`/api/products/${items[0].id}/metadata`, { headers })
  assert.deepEqual(body, { metadata: { crm: '7' } })
})

test('customers neither read, write nor filter by metadata; no answer contains it', async () => {
  for (const path of await things()) {
    await change(path, { erp: 'secret-erp' })
    assert.equal((await client.get(`${path}/metadata`, customer)).status, 403)
    assert.equal((await client.patch(`${path}/metadata`, { metadata: { erp: '1' } }, customer)).status, 403)
    const list = path.slice(0, path.lastIndexOf('/'))
    assert.equal((await client.get(`${list}?metadata=erp:secret-erp`, customer)).status, 403, list)
    for (const seen of [path, list]) assert.doesNotMatch((await client.get(seen, customer)).text, /secret-erp/)
  }
  const items = [{ productId: product, quantity: 1 }]
  const order = await client.post('/api/orders', { items, metadata: { erp: '1' } }, customer)
  assert.deepEqual([order.status, order.body.errors[0].field], [422, 'metadata'])
})

test('program notes its id with what it makes; wrong id → nothing made', async () => {
  const items = [{ productId: product, quantity: 1 }]
  const wish = { userId: customer.id, items, metadata: { shopify: '1001' } }
  const key = { ...headers, 'idempotency-key': 'shopify 1001' }
  const { status, body, text } = await client.post('/api/orders', wish, { headers: key })
  assert.equal(status, 201, text)
  assert.equal((await client.post('/api/orders', wish, { headers: key })).body.id, body.id)
  const found = await client.get('/api/orders?metadata=shopify:1001', { headers })
  assert.deepEqual(
    found.body.items.map(({ id }: { id: number }) => id),
    [body.id],
  )
  const wrong = await client.post('/api/orders', { ...wish, metadata: { 'a b': 'x' } }, { headers })
  assert.equal(wrong.status, 422)
  const product2 = { sku: 'META-1', name: 'Lamp', category: 'x', price: 1, metadata: { erp: 'L1' } }
  const made = await client.post('/api/products', product2, { headers })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual((await client.get(`/api/products/${made.body.id}/metadata`, { headers })).body.metadata, {
    erp: 'L1',
  })
})

const eventsOf = async (type: string, id: unknown) => {
  const { body } = await client.get(`/api/events?limit=500&types=${type}`, { headers })
  return body.items.filter(({ data }: { data: object }) => Object.values(data).includes(id))
}

test('events carry metadata as it was, and a change is an update', async () => {
  const id = await place()
  const since = new Date(Date.now() - 1000).toISOString()
  await change(`/api/orders/${id}`, { erp: 'first' })
  await client.post(`/api/orders/${id}/process`, undefined, { headers })
  const dataOf = async () => (await eventsOf('order.processing', id)).at(-1).data
  assert.deepEqual(await dataOf(), { orderId: id, status: 'processing', metadata: { erp: 'first' } })
  const before = (await client.get(`/api/orders/${id}`, { headers })).body.updatedAt
  await change(`/api/orders/${id}`, { erp: 'second' })
  assert.deepEqual((await dataOf()).metadata, { erp: 'first' })
  const { updatedAt } = (await client.get(`/api/orders/${id}`, { headers })).body
  assert.ok(updatedAt > before, `${before} → ${updatedAt}`)
  const synced = await client.get(`/api/orders?updated_since=${since}`, { headers })
  assert.ok(synced.body.items.some((order: { id: number }) => order.id === id))
})

test('change → one event with new values; no change, failure or creation → none', async () => {
  const order = await place()
  for (const [type, id, path] of [
    ['product.updated', product, `/api/products/${product}`],
    ['order.changed', order, `/api/orders/${order}`],
    ['user.updated', customer.id, `/api/users/${customer.id}`],
  ] as const) {
    const before = (await eventsOf(type, id)).length
    const once = { 'idempotency-key': `event of ${type}` }
    for (let n = 0; n < 2; n++) await change(path, { shelf: 'B4' }, once)
    await change(path, { shelf: 'B4', none: null })
    await change(path, Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`full${n}`, 'x'])))
    const [event, ...others] = (await eventsOf(type, id)).slice(before)
    assert.deepEqual([event.data.metadata.shelf, others.length], ['B4', 0], type)
    await Promise.all([1, 2, 3].map(n => change(path, { [`at${n}`]: 'once' })))
    assert.equal((await eventsOf(type, id)).length, before + 4, type)
  }
  const items = [{ productId: product, quantity: 1 }]
  const { body } = await client.post('/api/orders', { userId: customer.id, items, metadata: { erp: '1' } }, { headers })
  assert.deepEqual(
    [(await eventsOf('order.placed', body.id)).length, await eventsOf('order.changed', body.id)],
    [1, []],
  )
  const draft = { sku: 'META-DRAFT', name: 'Lamp', category: 'x', price: 1, state: 'draft' }
  const { body: unheard } = await client.post('/api/products', draft, { headers })
  await change(`/api/products/${unheard.id}`, { erp: '1' })
  assert.deepEqual(await eventsOf('product.updated', unheard.id), [])
})

test('copy of a person’s data → has the metadata of account and orders', async () => {
  const ada = await person(semel)
  const items = [{ productId: product, quantity: 1 }]
  const { body: order } = await client.post('/api/orders', { items }, ada)
  await client.post('/api/orders', { items }, ada)
  await change(`/api/users/${ada.id}`, { crm: 'calls often' })
  await change(`/api/orders/${order.id}`, { erp: '7' })
  const { body } = await client.get('/api/users/me/export', ada)
  const orders = [{ orderId: order.id, metadata: { erp: '7' } }]
  assert.deepEqual(body.metadata, { user: { crm: 'calls often' }, orders })
})

test('a repeat with its key gets the first answer', async () => {
  const path = `/api/products/${product}`
  const first = await change(path, { once: '1' }, { 'idempotency-key': 'once' })
  await change(path, { once: '2' })
  const again = await change(path, { once: '1' }, { 'idempotency-key': 'once' })
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
  assert.equal((await client.get(`${path}/metadata`, { headers })).body.metadata.once, '2')
})
