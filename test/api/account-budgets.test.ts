import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { DAY, HOUR } from '../../src/time.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { person, verifyEmail } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Budgets of accounts and of client networks. Accounts are free, so without them one person could send any number of
 * emails to strangers, and test any list of addresses.
 */
const ORDERS_PER_DAY = 20
const OPEN_ORDERS = { orders: 40, pieces: 1000 }

let semel: Semel
before(async () => {
  const settings = { production: true, ordersPerDay: ORDERS_PER_DAY, openOrders: OPEN_ORDERS }
  semel = await startSemel(settings, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

/** Calls the app inside this process, so that the request can come from any address. */
async function ask(ip: string, url: string, payload: object, method: 'POST' | 'PATCH' = 'POST', headers = {}) {
  const answer = await semel.app.inject({ method, url, payload, headers, remoteAddress: ip })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const free = () => `${randomUUID()}@example.com`
const register = (ip: string, email = free()) =>
  ask(ip, '/api/auth/register', { email, password: PASSWORD, userName: 'Ada' })

function statuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('60 simultaneous orders of an account → only the daily limit; steady refill', async () => {
  const { token } = await person(semel)
  const productId = await stockProduct(semel.db, { stock: 100 })
  const order = (quantity = 1) => semel.client().post('/api/orders', { items: [{ productId, quantity }] }, { token })
  const answers = await Promise.all(Array.from({ length: 60 }, () => order()))
  assert.deepEqual(statuses(answers), { 201: ORDERS_PER_DAY, 429: 60 - ORDERS_PER_DAY })
  assert.equal((await stockOf(semel.db, productId)).stock, 100 - ORDERS_PER_DAY)
  const refused = await order()
  assert.deepEqual([refused.body.code, refused.headers.get('retry-after')], ['rate_limited', String(DAY / 20 / 1000)])
  // An order that the stock refuses costs nothing, and the stock is what the refusal names.
  assert.deepEqual((await order(1000)).body.code, 'insufficient_stock')
  semel.clock.advance(DAY / ORDERS_PER_DAY)
  assert.deepEqual([(await order()).status, (await order()).status], [201, 429])
})

test('many orders at once → 40 open; those paid or in process excluded', async () => {
  const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
  const productId = await stockProduct(semel.db, { stock: 100 })
  const order = () => semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  const open = await openOrders(38, buyer.id, productId)
  const answers = await Promise.all(Array.from({ length: 10 }, order))
  assert.deepEqual(statuses(answers), { 201: 2, 409: 8 })
  assert.equal((await stockOf(semel.db, productId)).stock, 98)
  const refused = answers.find(({ status }) => status === 409)!.body
  assert.deepEqual(
    [refused.code, refused.open, refused.most],
    ['too_many_open_orders', { orders: 40, pieces: 40 }, OPEN_ORDERS],
  )
  for (const [n, step] of ['mark-paid', 'process', 'cancel'].entries()) {
    assert.equal((await order()).status, 409)
    assert.equal((await semel.client().post(`/api/orders/${open[n]}/${step}`, undefined, staff)).status, 200)
    assert.equal((await order()).status, 201)
  }
})

/** Orders of one piece each. @returns their ids */
async function openOrders(count: number, owner: string, productId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with placed as (
      insert into orders (owner_id, total, currency, placed_at)
      select ${owner}::uuid, 1000, 'EUR', ${semel.clock.now()} from generate_series(1, ${count}::int) returning id
    )
    insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
    select id, 1, ${productId}::bigint, 'SKU', 'Thing', 1000, 1 from placed returning order_id as id
  `.execute(semel.db)
  return rows.map(({ id }) => id)
}

test('1000 pieces in open orders → account refused; an API key may continue', async () => {
  const buyer = await newPerson(semel)
  const productId = await stockProduct(semel.db, { stock: 5000 })
  const { key } = await createApiKey(semel, { name: 'shop', scopes: ['orders:write'] })
  const items = (quantity: number) => [
    { productId, quantity: quantity - 1 },
    { productId, quantity: 1 },
  ]
  const order = (quantity: number) => semel.client().post('/api/orders', { items: items(quantity) }, buyer)
  const statusOf = async (quantity: number) => (await order(quantity)).status
  assert.deepEqual(
    [await statusOf(1001), await statusOf(600), await statusOf(401), await statusOf(400)],
    [409, 201, 409, 201],
  )
  assert.match((await order(2)).body.detail, /^With this order you would have 1002 pieces /)
  const byKey = { items: items(1001), userId: buyer.id }
  const { status } = await semel.client().post('/api/orders', byKey, { headers: { 'x-api-key': key } })
  assert.equal(status, 201)
})

test('accounts of one network at once → together five times the open orders', async () => {
  const productId = await stockProduct(semel.db, { stock: 20_000 })
  const order = async (ip: string, quantity: number) => {
    const { token } = await person(semel)
    const headers = { authorization: `Bearer ${token}` }
    return ask(ip, '/api/orders', { items: [{ productId, quantity }] }, 'POST', headers)
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => order('198.51.100.7', 1000)))
  assert.deepEqual(statuses(answers), { 201: 5, 409: 3 })
  const { code, open, most, detail } = answers.find(({ status }) => status === 409)!.body
  assert.deepEqual(
    [code, open, most],
    ['too_many_open_orders', { orders: 5, pieces: 5000 }, { orders: 200, pieces: 5000 }],
  )
  assert.match(detail, /^With this order your network would have 6000 pieces /)
  assert.equal((await order('198.51.100.8', 1000)).status, 201)
  // A /48 is one network: its holder has 65,536 /64.
  const from48 = await Promise.all(Array.from({ length: 6 }, (_, i) => order(`2001:db8:7:${i}::1`, 1000)))
  assert.deepEqual(statuses(from48), { 201: 5, 409: 1 })

  const staff = await person(semel, 'staff')
  const [first] = answers.filter(({ status }) => status === 201)
  assert.equal((await semel.client().post(`/api/orders/${first!.body.id}/process`, undefined, staff)).status, 200)
  assert.equal((await order('198.51.100.7', 1000)).status, 201)
  const { network } = await semel.db
    .selectFrom('orders')
    .select('network')
    .where('id', '=', first!.body.id)
    .executeTakeFirstOrThrow()
  assert.equal(network, null)
})

test('cancellations of an account → a budget of their own; staff have none', async () => {
  const buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  const productId = await stockProduct(semel.db, { stock: 100 })
  const order = () => semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  const cancel = (id: number, { token } = buyer) =>
    semel.client().post(`/api/orders/${id}/cancel`, undefined, { token })
  const placed = []
  for (let n = 0; n < ORDERS_PER_DAY; n++) placed.push(await order())
  semel.clock.advance(DAY / 2)
  for (let n = 0; n < ORDERS_PER_DAY / 2; n++) placed.push(await order())
  const ids = placed.map(({ body }) => body.id as number)
  for (const id of ids.slice(0, ORDERS_PER_DAY)) assert.equal((await cancel(id)).status, 200)
  const refused = await cancel(ids.at(-1)!)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal((await cancel(ids.at(-1)!, await person(semel, 'staff'))).status, 200)
})

test('30 address changes a day, then taken and free → the same answer', async () => {
  const [eve, ada] = [await newPerson(semel), await newPerson(semel)]
  const change = (email: string) => semel.client().patch('/api/users/me', { email }, { token: eve.token })
  for (let n = 0; n < 15; n++) assert.equal((await change(free())).status, 200)
  for (let n = 0; n < 15; n++) assert.equal((await change(ada.email)).status, 409)
  const [taken, unused] = [await change(ada.email), await change(free())]
  assert.deepEqual([taken.status, taken.body.code, taken.body.detail], [429, 'rate_limited', unused.body.detail])
  assert.deepEqual([...taken.headers.keys()].sort(), [...unused.headers.keys()].sort())
  // The rest of the profile can still be changed.
  assert.equal((await semel.client().patch('/api/users/me', { userName: 'Eve' }, { token: eve.token })).status, 200)
  semel.clock.advance(DAY)
})

test('without a recent second factor a change of address costs nothing', async () => {
  const eve = await newPerson(semel)
  semel.clock.advance(HOUR)
  for (let n = 0; n < 35; n++) {
    const { status } = await semel.client().patch('/api/users/me', { email: free() }, { token: eve.token })
    assert.equal(status, 403)
  }
})

test('30 registrations an hour, then taken and free → same answer without hashing', async () => {
  const ip = '198.51.100.20'
  const { email } = await newPerson(semel)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => register(ip, n % 2 ? email : free())))
  const counted = statuses(answers)
  assert.equal(counted[429], 10)
  assert.equal(counted[201]! + counted[409]!, 30)
  const [taken, unused] = [await register(ip, email), await register(ip)]
  assert.deepEqual([taken.status, taken.body.detail], [429, unused.body.detail])
  assert.deepEqual(Object.keys(taken.headers).sort(), Object.keys(unused.headers).sort())
  assert.equal((await register('198.51.100.21')).status, 201)
  semel.clock.advance(HOUR)
  assert.equal((await register(ip)).status, 201)
})

test('IPv6 client → limited by its /64, and five times higher by /48', async () => {
  const inSubnet = (subnet: number, n: number) => `2001:db8:7:${subnet.toString(16)}::${n.toString(16)}`
  const answers = []
  for (let n = 0; n < 40; n++) answers.push(await register(inSubnet(1, n + 1)))
  assert.deepEqual(statuses(answers), { 201: 30, 429: 10 })
  for (let n = 0; n < 130; n++) answers.push(await register(inSubnet(n + 2, 1)))
  assert.deepEqual(statuses(answers), { 201: 150, 429: 20 })
  assert.equal((await register('2001:db8:8:1::1')).status, 201)
})

test('wrong passwords for an address → counted for the /64 of the client', async () => {
  const { email } = await newPerson(semel)
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      ask(`2001:db8:9:1::${n + 1}`, '/api/auth/login', { email, password: 'wrong' }),
    ),
  )
  assert.deepEqual(statuses(answers), { 401: 10, 429: 5 })
})
