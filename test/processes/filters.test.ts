import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { callSemel } from '../support/commands.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The filters of the delivery log have the same names in the API, the CLI and the console. */
let semel: Semel
let staff: Person
let buyer: Person
let other: Person
let orderId: number
let eventId: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  buyer = await person(semel)
  other = await person(semel)
  orderId = await placeOrder(buyer)
  await placeOrder(other)
  const { body } = await get('deliveries', `order=${orderId}`)
  eventId = body.items[0].eventId
})
after(() => semel[Symbol.asyncDispose]())

const get = (list: string, query: string, who = staff) => {
  const path = { deliveries: '/api/admin/deliveries', orders: '/api/orders', notifications: '/api/notifications' }[list]
  return semel.client().get(`${path}?${query}`, { token: who.token })
}

test('each filter of the delivery log finds the deliveries that it names', async () => {
  const now = Date.now()
  const [earlier, later] = [new Date(now - 60_000), new Date(now + 60_000)].map(time => time.toISOString())
  for (const [query, count] of [
    [`event=${eventId}`, 1],
    ['kind=order.placed', 2],
    ['kind=order.shipped', 0],
    [`user=${buyer.id}`, 1],
    [`user=${buyer.email.toUpperCase()}`, 1],
    [`user=${randomUUIDv7()}`, 0],
    ['user=nobody@example.com', 0],
    [`order=${orderId}`, 1],
    ['state=pending', 2],
    ['state=sent', 0],
    [`from=${earlier}&before=${later}`, 2],
    [`from=${later}`, 0],
    [`before=${earlier}`, 0],
  ] as const) {
    const { status, body } = await get('deliveries', query)
    assert.equal(status, 200, `${query}: ${body.detail}`)
    assert.equal(body.totalCount, count, query)
  }
})

test('unknown filter value → refused with the filter name and allowed values', async () => {
  for (const [query, field, reason] of [
    ['state=lost', 'state', /^must be one of pending, claimed, .*in_doubt$/],
    ['state=', 'state', /^must be one of pending/],
    ['kind=order.lost', 'kind', /^must be one of order\.placed, /],
    ['user=7', 'user', /^must be the id or the email address of a user$/],
    ['user=', 'user', /^must be the id or the email address of a user$/],
    ['event=7', 'event', /^must be a UUID$/],
    ['order=0', 'order', /^must be at least 1$/],
    ['order=x', 'order', /^must be an integer$/],
    ['from=yesterday', 'from', /^must be a time like 2026-01-31T12:00:00Z/],
    ['before=2026-02-30', 'before', /^must be a time like 2026-01-31T12:00:00Z/],
  ] as const) {
    const { status, body } = await get('deliveries', query)
    assert.deepEqual([status, body.errors?.[0]?.field], [400, field], query)
    assert.match(body.errors[0].reason, reason, query)
  }
})

test('orders and notifications have the same filter names', async () => {
  const product = (await get('orders', '')).body.items[0].items[0].productId
  for (const [list, query, count, who] of [
    ['orders', `user=${buyer.id}`, 1, staff],
    ['orders', `user=${buyer.email}`, 1, staff],
    ['orders', `product=${product}`, 1, staff],
    ['orders', 'from=2020-01-01T00:00:00Z', 2, staff],
    ['orders', 'before=2020-01-01T00:00:00Z', 0, staff],
    ['orders', `user=${other.id}`, 1, buyer],
    ['notifications', `order=${orderId}`, 1, buyer],
  ] as const) {
    const { status, body } = await get(list, query, who)
    assert.equal(status, 200, `${query}: ${body.detail}`)
    assert.equal(body.totalCount, count, `${list} ${query}`)
  }
  for (const [list, query] of [
    ['orders', 'user=7'],
    ['orders', 'product=x'],
    ['orders', 'from=yesterday'],
    ['notifications', 'order=0'],
  ] as const) {
    assert.equal((await get(list, query)).status, 400, query)
  }
})

test('the command line and the console have the same filter names', async () => {
  const list = async (...args: string[]) => {
    const env = { DATABASE_URL: semel.databaseUrl, SECRET_KEY: 'test '.repeat(8) }
    return callSemel(['deliveries', 'list', '--json', ...args], env)
  }
  const today = new Date().toISOString().slice(0, 10)
  for (const [args, count] of [
    [['--event', eventId], 1],
    [['--kind', 'order.placed', '--user', buyer.email, '--order', String(orderId), '--state', 'pending'], 1],
    [['--from', today], 2],
    [['--before', today], 0],
    [['--from', `${today}T00:00:00Z`, '--before', '2999-01-01'], 2],
  ] as const) {
    const { code, output } = await list(...args)
    assert.equal(code, 0, output)
    assert.equal(output.split('\n').filter(Boolean).length, count, output)
  }
  for (const [args, words] of [
    [
      ['--kind', 'order.lost'],
      /'--kind <kind>' argument 'order\.lost' is invalid\. Allowed choices are order\.placed, /,
    ],
    [['--state', 'lost'], /'--state <state>' argument 'lost' is invalid\. Allowed choices are pending, /],
    [['--event', '7'], /'--event <id>' argument '7' is invalid\. It must be a UUID\./],
    [['--from', 'yesterday'], /'--from <time>' argument 'yesterday' is invalid\. It must be a day like 2026-01-31/],
    [['--order', '0'], /'--order <number>' argument '0' is invalid\. It must be a whole number, 1 or more\./],
    [['--user', `${'a'.repeat(36)}`], /There is no user with the id or email address/],
  ] as const) {
    const { code, output } = await list(...args)
    assert.equal(code, 1, output)
    assert.match(output, words)
    assert.doesNotMatch(output, /\n\s+at /)
  }

  const page = async (query: string) => {
    const cookie = `semel_session=${staff.token}`
    const { status, text } = await semel.client().get(`/admin/deliveries?${query}`, { headers: { cookie } })
    assert.equal(status, 200)
    return Number(/(\d+) emails?\b/.exec(text)?.[1])
  }
  for (const [query, count] of [
    [`event=${eventId}`, 1],
    [`kind=order.placed&user=${encodeURIComponent(buyer.email)}&order=${orderId}&state=pending`, 1],
    [`from=${today}`, 2],
    [`to=${today}`, 2],
    ['to=2026-01-01', 0],
  ] as const) {
    assert.equal(await page(query), count, query)
  }
})

async function placeOrder(owner: Person): Promise<number> {
  const productId = await stockProduct(semel.db)
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
  return body.id
}
