import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import type { Client } from '../support/client.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let client: Client
let headers: Record<string, string>
before(async () => {
  semel = await startSemel()
  client = semel.client()
  const { key } = await createApiKey(semel, { name: 'Move', scopes: ['orders:write', 'orders:read', 'events:read'] })
  headers = { 'x-api-key': key }
})
after(() => semel[Symbol.asyncDispose]())

const importOrders = (orders: object[], more: Record<string, string> = {}) =>
  client.post('/api/orders/import', { orders }, { headers: { ...headers, ...more } })

const ADDRESS = {
  name: 'Ada Lovelace',
  line1: '12 St James’s Square',
  postcode: 'SW1Y 4JH',
  city: 'London',
  country: 'GB',
}
const orderOf = (email: string, more: object = {}) => ({
  number: 'M-1',
  email,
  placedAt: '2019-05-01T10:00:00Z',
  status: 'delivered',
  currency: 'EUR',
  total: 4999,
  items: [{ name: 'Brass lamp', sku: 'OLD-7', quantity: 2, unitPrice: 2000 }],
  ...more,
})

const told = ({ body }: { body: { lines: { outcome: string; errors: { field: string; code: string }[] }[] } }) =>
  body.lines.map(({ outcome, errors }) => [outcome, ...errors.map(({ field, code }) => `${field} ${code}`)].join(': '))

async function verified() {
  const owner = await person(semel)
  await verifyEmail(semel, owner.id)
  return owner
}

const pageOf = ({ token }: Person) => ({ cookie: `semel_session=${token}` })

test('each number → imported once, a wrong one blocks no other, nobody told', async () => {
  const ada = await verified()
  const other = await person(semel)
  const countOf = (table: 'orders' | 'deliveries' | 'documents' | 'order_notices') =>
    semel.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await Promise.all([countOf('orders'), countOf('deliveries'), countOf('documents')])
  const orders = [
    orderOf(ada.email.toUpperCase(), { deliveryAddress: ADDRESS }),
    orderOf(ada.email, { number: ' M-1 ', total: 1 }),
    orderOf('nobody@example.com', { number: 'M-2' }),
    orderOf(other.email, { number: 'M-3' }),
    orderOf(ada.email, { number: 'M-4', status: 'shipped', items: [] }),
    orderOf(ada.email, { number: 'M-5', placedAt: '0000-01-01T00:00:00Z' }),
    orderOf(ada.email, { number: 'M-6', total: 2 ** 53 }),
    orderOf(ada.email, {
      number: 'M-7',
      deliveryAddress: null,
      items: [{ name: 'Shade', quantity: 1, unitPrice: 0, sku: null }],
    }),
  ]
  const once = { 'idempotency-key': 'first-part' }
  const answer = await importOrders(orders, once)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(told(answer), [
    'added',
    'known',
    'refused: email unknown_customer',
    'refused: email unverified_email',
    'refused: status not_allowed: items required',
    'refused: placedAt invalid_date_time',
    'refused: total too_large',
    'added',
  ])
  assert.deepEqual((await importOrders(orders, once)).body, answer.body)
  assert.deepEqual(told(await importOrders([orders[0]!])), ['known'])

  const { body } = await client.get('/api/past-orders', { token: ada.token })
  assert.deepEqual(body.items.map(({ number, total }: { number: string; total: number }) => [number, total]).sort(), [
    ['M-1', 4999],
    ['M-7', 4999],
  ])
  const [first] = body.items.filter(({ number }: { number: string }) => number === 'M-1')
  assert.deepEqual(first, {
    id: answer.body.lines[0].id,
    number: 'M-1',
    placedAt: '2019-05-01T10:00:00.000Z',
    status: 'delivered',
    currency: 'EUR',
    total: 4999,
    items: [{ name: 'Brass lamp', quantity: 2, unitPrice: 2000, sku: 'OLD-7' }],
    deliveryAddress: ADDRESS,
    userId: ada.id,
  })
  assert.deepEqual(await Promise.all([countOf('orders'), countOf('deliveries'), countOf('documents')]), before)
  const { items } = (await client.get('/api/events?types=order.*', { headers })).body
  assert.deepEqual(items, [])
})

test('every time that RFC 3339 allows is kept as its moment', async () => {
  const ada = await verified()
  const times = ['2019-05-01T10:00:00+23:59', `2019-05-01T10:00:00.${'5'.repeat(200)}Z`, '2019-05-01t10:00:00z']
  const orders = times.map((placedAt, n) => orderOf(ada.email, { number: `T-${n}`, placedAt }))
  assert.deepEqual(told(await importOrders(orders)), ['added', 'added', 'added'])
  const { body } = await client.get('/api/past-orders', { token: ada.token })
  assert.deepEqual(
    body.items.map(({ number, placedAt }: { number: string; placedAt: string }) => [number, placedAt]),
    [
      ['T-1', '2019-05-01T10:00:00.555Z'],
      ['T-2', '2019-05-01T10:00:00.000Z'],
      ['T-0', '2019-04-30T10:01:00.000Z'],
    ],
  )
})

test('order from the future → refused with reason; from this moment → taken', async () => {
  const { email } = await verified()
  const now = semel.clock.now()
  const at = [new Date(now.getTime() + 1).toISOString(), '2099-01-01T00:00:00+14:00', now.toISOString()]
  const answer = await importOrders(at.map((placedAt, n) => orderOf(email, { number: `FUTURE-${n}`, placedAt })))
  assert.deepEqual(told(answer), ['refused: placedAt in_future', 'refused: placedAt in_future', 'added'])
  assert.equal(answer.body.lines[0].errors[0].reason, 'must not be in the future')
})

test('same file from two programs at the same moment → each order once', async () => {
  const ada = await verified()
  const orders = Array.from({ length: 20 }, (_, n) => orderOf(ada.email, { number: `R-${n}` }))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => importOrders(n % 2 ? orders : orders.toReversed())),
  )
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.added, 0),
    20,
  )
  assert.equal((await client.get('/api/past-orders', { token: ada.token })).body.totalCount, 20)
})

test('account deleted meanwhile → its order is refused, and the others come', async () => {
  const [ada, bob] = [await verified(), await verified()]
  await using deletion = await hold(semel.databaseUrl, tx => tx.deleteFrom('users').where('id', '=', ada.id).execute())
  const importing = importOrders([orderOf(ada.email, { number: 'D-1' }), orderOf(bob.email, { number: 'D-2' })])
  await lockedOut(semel.db, 1)
  await deletion.commit()
  assert.deepEqual(told(await importing), ['refused: email unknown_customer', 'added'])
})

test('customers read their own, staff and keys all; customers import none', async () => {
  const [ada, eve, staff] = [await verified(), await verified(), await person(semel, 'staff')]
  await importOrders([orderOf(ada.email, { number: 'P-1' })])
  const numbers = async (path: string, credentials: object) =>
    (await client.get(path, credentials)).body.items.map(({ number }: { number: string }) => number)
  assert.deepEqual(await numbers('/api/past-orders', { token: eve.token }), [])
  assert.deepEqual(await numbers(`/api/past-orders?user=${ada.id}`, { token: eve.token }), [])
  assert.deepEqual(await numbers(`/api/past-orders?user=${ada.email}`, staff), ['P-1'])
  assert.ok((await numbers('/api/past-orders', { headers })).includes('P-1'))
  assert.equal((await client.get('/api/past-orders')).status, 401)
  assert.equal(
    (await client.post('/api/orders/import', { orders: [orderOf(ada.email)] }, { token: ada.token })).status,
    403,
  )
  assert.equal((await client.post('/api/orders/import', { orders: [orderOf(ada.email)] }, staff)).status, 403)
})

test('past orders → in data copies and on pages, gone with the account', async () => {
  const [ada, staff] = [await verified(), await person(semel, 'staff')]
  const none = await client.get('/orders', { headers: pageOf(ada) })
  assert.doesNotMatch(none.text, /past-orders/)
  await importOrders([orderOf(ada.email, { number: '<M-9>' })])
  const copy = (await client.get('/api/users/me/export', { token: ada.token })).body
  assert.deepEqual(
    copy.pastOrders.map(({ number }: { number: string }) => number),
    ['<M-9>'],
  )
  assert.match((await client.get('/orders', { headers: pageOf(ada) })).text, /href="\/past-orders"/)
  const page = await client.get('/past-orders', { headers: pageOf(ada) })
  assert.match(page.text, /&lt;M-9>|&lt;M-9&gt;/)
  assert.match(page.text, /Brass lamp/)
  assert.match((await client.get(`/admin/users/${ada.id}`, { headers: pageOf(staff) })).text, /Earlier orders/)
  assert.equal((await client.delete('/api/users/me', { token: ada.token })).status, 204)
  const left = await semel.db.selectFrom('past_orders').select('id').where('number', '=', '<M-9>').execute()
  assert.deepEqual(left, [])
})
