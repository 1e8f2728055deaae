import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { describeAll } from '../../scripts/openapi-documents.ts'
import { SCOPES } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { CURRENT } from '../../src/versions/table.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let token: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  token = (await person(semel, 'admin')).token
})
after(() => semel[Symbol.asyncDispose]())

const contact = { email: 'ada@example.com', message: 'Hello' }
const strict = { prefer: 'respond-async, handling=strict' }

test('query parameter unknown to v3 → refused with the nearest known name', async () => {
  const cases: [path: string, detail: string][] = [
    ['/api/orders?stauts=placed', 'stauts is not known. Did you mean status?'],
    ['/api/orders?updatedSince=2026-01-01T00:00:00Z', 'updatedSince is not known. Did you mean updated_since?'],
    ['/api/v3/events?type=order.placed', 'type is not known. Did you mean types?'],
    ['/api/users/me?expand=orders', 'expand is not known. This operation takes no parameters'],
    ['/api/users/me?api-version=2025-06-01&expand=orders', 'expand is not known. This operation takes no parameters'],
  ]
  for (const [path, detail] of cases) {
    const { status, body } = await semel.client().get(path, { token })
    assert.deepEqual([status, body.code, body.detail], [400, 'invalid_query', detail], path)
    assert.equal(body.errors[0].code, 'unknown_parameter')
  }
  const { body } = await semel.client().get('/api/admin/versions?zzz=1', { token })
  assert.equal(body.detail, 'zzz is not known. Known are days')
})

test('parameters of campaigns and caches, and those of older versions, are ignored', async () => {
  for (const path of [
    '/api/orders?_=1764100000&utm_source=mail',
    '/api/v1/orders?stauts=placed',
    '/api/orders?stauts=placed&api-version=2024-06-01',
  ])
    assert.equal((await semel.client().get(path, { token })).status, 200, path)
})

test('product list names ignored parameters, or refuses them on request', async () => {
  const list = '/api/products?limit=1&colour=red&a%2C%20b%C3%A4=1&_=2'
  const { status, headers } = await semel.client().get(list, { token })
  assert.deepEqual([status, headers.get('semel-ignored')], [200, 'colour, a%2C%20b%C3%A4'])
  const refused = await semel.client().get(list, { token, headers: strict })
  assert.deepEqual([refused.status, refused.headers.get('preference-applied')], [400, 'handling=strict'])
})

test('unknown members of a body → accepted and named, or refused on request', async () => {
  const client = semel.client()
  const body = { ...contact, nmae: 'Ada', extra: { a: [1] } }
  const taken = await client.post('/api/contact-messages', body)
  assert.deepEqual([taken.status, taken.headers.get('semel-ignored')], [201, 'nmae, extra'])
  const refused = await client.post('/api/contact-messages', body, { headers: strict })
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [422, 'nmae is not known. Did you mean name?; extra is not known'],
  )
  const { headers } = await client.post('/api/contact-messages', contact, { headers: strict })
  assert.deepEqual([headers.get('semel-ignored'), headers.get('preference-applied')], [null, 'handling=strict'])
  const items = [{ productId: await stockProduct(semel.db), quantity: 1, colour: 'red' }]
  const order = await client.post('/api/orders', { items }, { token })
  assert.deepEqual([order.status, order.headers.get('semel-ignored')], [201, 'items.0.colour'])
  const webhook = { url: 'https://example.com/', type: ['order.placed'] }
  const mistaken = await client.post('/api/webhooks', webhook, { token, headers: strict })
  assert.equal(mistaken.body.detail, 'type is not known. Did you mean types?')
})

test('strict mode → every operation refuses an unknown member, even without a body', async () => {
  const partial = await enterPassword(semel.client(), (await newPerson(semel)).email)
  const { key } = await createApiKey(semel, { name: 'all', scopes: [...SCOPES] })
  const credentials = [{ token }, { token: partial }, { headers: { 'x-api-key': key } }]
  const { paths } = (await describeAll()).get(CURRENT.name)!
  const missed: string[] = []
  let without = 0
  for (const [path, operations] of Object.entries(paths)) {
    const at = `/api${path.replace(/\{\w+\}/g, '1')}`
    for (const [method, { requestBody }] of Object.entries(operations)) {
      if (method === 'get') continue
      if (!requestBody) without++
      const tries = credentials.map(async ({ headers, ...rest }) => {
        const send = { ...rest, headers: { ...headers, ...strict }, body: { zzz: 1 } }
        const { body } = await semel.client().request(method.toUpperCase(), at, send)
        return body?.errors?.some(
          (error: { field: string; code: string }) => error.field === 'zzz' && error.code === 'unknown_property',
        )
      })
      if (!(await Promise.all(tries)).some(Boolean)) missed.push(`${method} ${path}`)
    }
  }
  assert.deepEqual(missed, [])
  assert.ok(without > 40, String(without))
})

test('an operation without a body names the members that it ignores', async () => {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, { token })
  const step = (name: string, body: unknown, more: object = {}) =>
    semel.client().request('POST', `/api/orders/${order.id}/${name}`, { body, token, ...more })
  for (const body of [{ amount: 4900 }, [{ amount: 4900 }]]) {
    const refused = await step('mark-refunded', body, { headers: strict })
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_input'])
  }
  const cancelled = await step('cancel', { raeson: 'late' })
  assert.deepEqual([cancelled.status, cancelled.headers.get('semel-ignored')], [200, 'raeson'])
})

test('hundreds of unknown names are named up to a limit', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}${'y'.repeat(300)}`, 1]))
  const { status, headers } = await semel.client().post('/api/contact-messages', { ...contact, ...many })
  assert.equal(status, 201)
  assert.equal(headers.get('semel-ignored')!.split(', ').length, 20)
  const query = new URLSearchParams(
    Object.entries(many)
      .slice(0, 30)
      .map(([name]) => [name, '1']),
  )
  assert.equal((await semel.client().get(`/api/orders?${query}`, { token })).body.errors.length, 20)
})

test('null for an optional member of a POST → counts as absent', async () => {
  const client = semel.client()
  assert.equal((await client.post('/api/contact-messages', { ...contact, name: null })).status, 201)
  assert.equal((await client.post('/api/v1/contact-messages', { ...contact, name: null })).status, 201)
  const deliveryAddress = { name: 'Ada', line1: '1 Street', line2: null, postcode: '3000', city: 'Bern', country: 'CH' }
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  for (const optional of [{ note: null, payment: null, deliveryAddress: null }, { deliveryAddress }]) {
    const { status, text } = await client.post('/api/orders', { items, ...optional }, { token })
    assert.equal(status, 201, text)
  }
  const product = { sku: 'NULL-1', name: 'Lamp', category: 'lighting', price: 100, description: null, stock: null }
  const added = await client.post('/api/products', product, { token })
  assert.deepEqual([added.status, added.body.description, added.body.stock], [201, '', 0], added.text)
  const { body } = await client.post('/api/contact-messages', { ...contact, email: null })
  assert.equal(body.code, 'invalid_input')
})
