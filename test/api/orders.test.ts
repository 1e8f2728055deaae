import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '../../src/database/schema.ts'
import { lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const order = (items: { productId: number; quantity: number }[], more = {}, who = buyer, path = '/api/orders') =>
  semel.client().post(path, { items, ...more }, { token: who.token })

async function announced(type: string, orderId: number) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from events join deliveries on event_id = events.id
    where type = ${type} and payload = ${JSON.stringify({ orderId })}
  `.execute(semel.db)
  return rows.map(row => row.user_id)
}

test('order copies names and prices, takes stock, sends its owner one email', async () => {
  const lamp = await stockProduct(semel.db, { name: 'Lamp', sku: 'LAMP', price: 1999, stock: 5 })
  const desk = await stockProduct(semel.db, { name: 'Desk', sku: 'DESK', price: 25000, stock: 2 })
  const { status, headers, body } = await order(
    [
      { productId: desk, quantity: 1 },
      { productId: lamp, quantity: 2 },
      { productId: desk, quantity: 1 },
    ],
    { note: 'Ring twice' },
  )
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(headers.get('location'), `/api/orders/${body.id}`)
  assert.ok(Number.isInteger(body.id))
  const placedAt = semel.clock.now().toISOString()
  const expected = {
    id: body.id,
    status: 'placed',
    items: [
      { productId: desk, sku: 'DESK', name: 'Desk', unitPrice: 25000, quantity: 1, lineTotal: 25000 },
      { productId: lamp, sku: 'LAMP', name: 'Lamp', unitPrice: 1999, quantity: 2, lineTotal: 3998 },
      { productId: desk, sku: 'DESK', name: 'Desk', unitPrice: 25000, quantity: 1, lineTotal: 25000 },
    ].map((item, n) => ({ line: n + 1, options: '', ...item, returned: 0, shipped: 0, discount: 0, taxRate: 19 })),
    itemsTotal: 53998,
    discountTotal: 0,
    deliveryTotal: 0,
    total: 53998,
    taxes: [{ rate: 19, net: 45376, tax: 8622, gross: 53998 }],
    taxCountry: 'DE',
    delivery: {
      method: '0197a5c8-0000-7000-8000-000000000001',
      name: 'Standard',
      days: { least: 2, most: 4 },
      kind: 'delivery',
      collection: null,
    },
    discountCode: null,
    netTotal: 45376,
    reverseCharge: false,
    currency: 'EUR',
    owner: { id: buyer.id, email: buyer.email, userName: buyer.userName },
    placedAt,
    updatedAt: placedAt,
    note: 'Ring twice',
    trackingNumber: null,
    carrier: null,
    trackingUrl: null,
    parcels: [],
    termsVersion: null,
    locale: 'en',
    deliveryAddress: null,
    billingAddress: null,
    vatId: null,
    vatIdCheck: null,
    buyerReference: null,
    payment: { method: 'invoice', status: 'open', received: 0, refunded: 0, credited: 0, due: 53998 },
    steps: [{ status: 'placed', at: placedAt, by: 'owner' }],
  }
  assert.deepEqual(body, expected)
  assert.deepEqual(await stockOf(semel.db, desk), { stock: 0, status: 'out_of_stock' })
  assert.deepEqual(await stockOf(semel.db, lamp), { stock: 3, status: 'active' })
  assert.deepEqual(await announced('order.placed', body.id), [buyer.id])

  await semel.db.updateTable('products').set({ name: 'Torch', price: 1, removed_at: new Date() }).execute()
  const read = await semel.client().get(headers.get('location')!, { token: buyer.token })
  assert.deepEqual(read.body, expected)
})

test('order above the stock → nothing changes, problem names product, asked and left', async () => {
  const scarce = await stockProduct(semel.db, { name: 'Scarce', stock: 3 })
  const plenty = await stockProduct(semel.db)
  const { status, body } = await order([
    { productId: plenty, quantity: 1 },
    { productId: scarce, quantity: 2 },
    { productId: scarce, quantity: 2 },
  ])
  assert.equal(status, 409)
  assert.equal(body.code, 'insufficient_stock')
  assert.equal(body.detail, 'Scarce: 4 asked, 3 left.')
  assert.deepEqual([body.product, body.asked, body.left], [{ id: scarce, name: 'Scarce' }, 4, 3])
  assert.equal((await stockOf(semel.db, plenty)).stock, 100)
  assert.equal((await stockOf(semel.db, scarce)).stock, 3)
})

test('orders that are refused or lose a race → take no number', async () => {
  const id = await stockProduct(semel.db, { stock: 2 })
  const one = [{ productId: id, quantity: 1 }]
  const first = (await order(one)).body.id
  for (let n = 0; n < 5; n++) assert.equal((await order([{ productId: id, quantity: 99 }])).status, 409)
  const race = await Promise.all(Array.from({ length: 6 }, () => order(one)))
  const placed = race.filter(({ status }) => status === 201)
  assert.deepEqual(
    placed.map(({ body }) => body.id),
    [first + 1],
  )
  assert.equal((await order([{ productId: await stockProduct(semel.db), quantity: 1 }])).body.id, first + 2)
})

test('unknown and removed products give 422 with one entry per field', async () => {
  const gone = await stockProduct(semel.db, { removed_at: new Date() })
  const known = await stockProduct(semel.db)
  const { status, body } = await order([
    { productId: known, quantity: 1 },
    { productId: 2147483647, quantity: 1 },
    { productId: gone, quantity: 1 },
  ])
  assert.equal(status, 422)
  assert.deepEqual(
    body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    [
      ['items.1.productId', 'unknown_product'],
      ['items.2.productId', 'unknown_product'],
    ],
  )
  assert.match(body.detail, /items\.1\.productId names no product/)
})

test('products not for sale, mixed currencies, changed total → refused with the reason', async () => {
  const soon = await stockProduct(semel.db, { name: 'Soon', status: 'coming_soon' })
  const dollars = await stockProduct(semel.db, { currency: 'USD' })
  const plain = await stockProduct(semel.db, { price: 700 })
  const unavailable = await order([{ productId: soon, quantity: 1 }])
  assert.deepEqual([unavailable.status, unavailable.body.code], [409, 'product_unavailable'])
  assert.equal(unavailable.body.detail, 'Soon cannot be ordered: it is coming soon.')
  const mixed = await order([
    { productId: dollars, quantity: 1 },
    { productId: plain, quantity: 1 },
  ])
  assert.equal(mixed.body.errors[0].code, 'mixed_currencies')
  const dearer = await order([{ productId: plain, quantity: 2 }], { expectedTotal: 1300 })
  assert.deepEqual([dearer.status, dearer.body.code, dearer.body.total], [409, 'total_changed', 1400])
  assert.equal(dearer.body.detail, 'The order now costs €14.00, not €13.00.')
  const other = await order([{ productId: plain, quantity: 2 }], { expectedTotal: 1400, expectedCurrency: 'USD' })
  assert.deepEqual([other.status, other.body.detail], [409, 'The order now costs €14.00, not US$14.00.'])
  const small = await order([{ productId: plain, quantity: 2 }], { expectedCurrency: 'eur' })
  assert.equal(small.body.detail, 'expectedCurrency must be a currency of three letters like EUR')
  const asSeen = { expectedTotal: 1400, expectedCurrency: 'EUR' }
  assert.equal((await order([{ productId: plain, quantity: 2 }], asSeen)).status, 201)
})

test('the total of the largest possible order is exact', async () => {
  const dear = await stockProduct(semel.db, { price: 2 ** 31 - 1, stock: 2 ** 31 - 1 })
  const items = Array.from({ length: 100 }, () => ({ productId: dear, quantity: 10_000 }))
  const { status, body } = await order(items)
  assert.deepEqual([status, body.total], [201, (2 ** 31 - 1) * 1_000_000])
  assert.equal((await semel.client().post(`/api/orders/${body.id}/cancel`, {}, { token: buyer.token })).status, 200)
})

test('invalid input is refused with its field', async () => {
  const id = await stockProduct(semel.db)
  const cases: [unknown, string][] = [
    [{}, 'items is required'],
    [{ items: [] }, 'items must have at least 1 entry'],
    [{ items: [{}] }, 'items.0.productId is required; items.0.quantity is required'],
    [{ items: [{ productId: id, quantity: 0 }] }, 'items.0.quantity must be at least 1'],
    [{ items: [{ productId: id, quantity: 1.5 }] }, 'items.0.quantity must be an integer'],
    [{ items: [{ productId: id, quantity: 10_001 }] }, 'items.0.quantity must be at most 10000'],
    [{ items: [{ productId: id, quantity: 1e300 }] }, 'items.0.quantity must be at most 10000'],
    [{ items: [{ productId: `${id}`, quantity: 1 }] }, 'items.0.productId must be an integer'],
    [{ items: Array(101).fill({ productId: id, quantity: 1 }) }, 'items must have at most 100 entries'],
    [{ items: [{ productId: id, quantity: 1 }], note: 'x'.repeat(1001) }, 'note must have at most 1000 characters'],
    [
      { items: [{ productId: id, quantity: 1 }], expectedTotal: 1e30 },
      'expectedTotal must be at most 9007199254740991',
    ],
  ]
  for (const [body, detail] of cases) {
    const answer = await semel.client().post('/api/orders', body, { token: buyer.token })
    assert.deepEqual([answer.status, answer.body.detail], [422, detail])
  }
  assert.equal((await semel.client().post('/api/orders', {})).status, 401)
})

test('orders of others → 404 for users; staff and orders:read keys see all', async () => {
  const id = await stockProduct(semel.db)
  const { body } = await order([{ productId: id, quantity: 1 }])
  const other = await person(semel)
  for (const answer of [
    await semel.client().get(`/api/orders/${body.id}`, { token: other.token }),
    await semel.client().post(`/api/orders/${body.id}/cancel`, {}, { token: other.token }),
    await semel.client().get('/api/orders/2147483647', { token: staff.token }),
    await semel.client().get('/api/orders/99999999999999999999', { token: staff.token }),
    await semel.client().get('/api/orders/latest', { token: staff.token }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
  }
  assert.equal((await semel.client().get(`/api/orders/${body.id}`, { token: staff.token })).body.id, body.id)
  assert.deepEqual((await semel.client().get('/api/orders', { token: other.token })).body.items, [])
})

test('list of orders → newest first, paged, filtered; only staff filter by owner', async () => {
  const someone = await person(semel)
  const [cheap, dear] = [await stockProduct(semel.db, { price: 5 }), await stockProduct(semel.db, { price: 50 })]
  const ids: number[] = []
  for (const productId of [cheap, dear, cheap, cheap, dear]) {
    ids.push((await order([{ productId, quantity: 1 }], {}, someone)).body.id)
  }
  const list = async (query: string, who: Person = someone) => {
    const answer = await semel.client().get(`/api/orders?${query}`, { token: who.token })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.items.map((item: { id: number }) => item.id)

  const first = await list('limit=2')
  assert.deepEqual(idsOf(first), [ids[4], ids[3]])
  assert.deepEqual([first.body.totalCount, first.body.page, first.body.limit, first.body.pageCount], [5, 1, 2, 3])
  assert.equal(
    first.headers.get('link')!.replace(/after=[\w-]+/, 'after=CURSOR'),
    '</api/orders?limit=2&page=1>; rel="first", </api/orders?limit=2&page=2&after=CURSOR>; rel="next", </api/orders?limit=2&page=3>; rel="last"',
  )
  assert.deepEqual(idsOf(await list('limit=2&page=9')), [])
  assert.deepEqual(idsOf(await list('sort=-total&limit=3')), [ids[4], ids[1], ids[3]])
  assert.deepEqual(idsOf(await list(`product=${dear}&sort=id`)), [ids[1], ids[4]])
  assert.deepEqual(idsOf(await list('status=cancelled')), [])
  assert.deepEqual(idsOf(await list('status=cancelled,placed&limit=2')), [ids[4], ids[3]])
  assert.equal((await list('status=shipped,delivered')).body.totalCount, 0)
  assert.equal((await list(`user=${someone.id}&limit=1`, staff)).body.totalCount, 5)
  assert.equal((await list(`user=${buyer.id}`)).body.totalCount, 5, 'the filter has no effect for customers')
  assert.equal((await list('before=2001-01-01T00:00:00Z', staff)).body.totalCount, 0)
  for (const query of [
    'page=0',
    'limit=101',
    'sort=note',
    'status=lost',
    'status=placed,',
    'from=yesterday',
    'user=7',
  ]) {
    assert.equal((await semel.client().get(`/api/orders?${query}`, { token: staff.token })).status, 400, query)
  }
})

test('only permitted steps change an order; shipping and cancelling send an email', async () => {
  const id = await stockProduct(semel.db)
  const { body } = await order([{ productId: id, quantity: 1 }])
  const step = (name: string, who: Person, input: unknown = {}) =>
    semel.client().post(`/api/orders/${body.id}/${name}`, input, { token: who.token })

  assert.equal((await step('process', buyer)).status, 403)
  const early = await step('ship', staff)
  assert.deepEqual([early.status, early.body.code], [409, 'wrong_order_state'])
  assert.equal(early.body.detail, 'The order is placed and cannot become shipped; only processing orders can.')
  assert.deepEqual([early.body.from, early.body.to], ['placed', 'shipped'])
  assert.equal((await step('process', staff)).body.status, 'processing')
  assert.equal(
    (await step('cancel', buyer)).body.detail,
    'The order is processing and cannot become cancelled; only placed orders can.',
  )
  semel.clock.advance(60_000)
  // A line break that was pasted with it becomes a space.
  const shipped = await step('ship', staff, { trackingNumber: ' TN\r\n1 ' })
  assert.deepEqual([shipped.body.status, shipped.body.trackingNumber], ['shipped', 'TN 1'])
  assert.equal((await step('ship', staff)).body.detail, 'The order is already shipped.')
  const delivered = await step('deliver', staff)
  assert.deepEqual(
    delivered.body.steps.map(({ status, by }: { status: string; by: string }) => [status, by]),
    [
      ['placed', 'owner'],
      ['processing', 'staff'],
      ['shipped', 'staff'],
      ['delivered', 'staff'],
    ],
  )
  assert.equal((await step('cancel', staff)).status, 409)
  assert.deepEqual(await announced('order.shipped', body.id), [buyer.id])
  assert.deepEqual(await announced('order.cancelled', body.id), [])
  assert.equal((await step('ship', staff, { trackingNumber: ' ' })).body.detail, 'trackingNumber is required')
})

test('clocks of two processes differ → steps of an order stay in sequence', async () => {
  const { body } = await order([{ productId: await stockProduct(semel.db), quantity: 1 }])
  for (const step of ['process', 'ship', 'deliver']) {
    semel.clock.advance(-10)
    const { status, text } = await semel.client().post(`/api/orders/${body.id}/${step}`, {}, { token: staff.token })
    assert.equal(status, 200, text)
  }
  const read = await semel.client().get(`/api/orders/${body.id}`, { token: staff.token })
  assert.deepEqual(
    read.body.steps.map(({ status }: { status: string }) => status),
    ['placed', 'processing', 'shipped', 'delivered'],
  )
  semel.clock.advance(30)
})

test('two simultaneous cancellations cancel once and return the stock once', async () => {
  const id = await stockProduct(semel.db, { stock: 4 })
  const { body } = await order([
    { productId: id, quantity: 3 },
    { productId: id, quantity: 1 },
  ])
  assert.deepEqual(await stockOf(semel.db, id), { stock: 0, status: 'out_of_stock' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      semel.client().post(`/api/orders/${body.id}/cancel`, undefined, { token: buyer.token }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409])
  assert.deepEqual(await stockOf(semel.db, id), { stock: 4, status: 'active' })
  assert.deepEqual(await announced('order.cancelled', body.id), [buyer.id])
})

test('deadlock with a transaction that locks in another order → order is placed', async () => {
  const [low, high] = [await stockProduct(semel.db), await stockProduct(semel.db)]
  const lock = (tx: Tx, id: number) => sql`select from products where id = ${id} for update`.execute(tx)
  const placing = await semel.db.transaction().execute(async tx => {
    // PostgreSQL ends the transaction that checks for a deadlock first, which has to be the order.
    await sql`set local deadlock_timeout = '1min'`.execute(tx)
    await lock(tx, high)
    const answer = order([
      { productId: high, quantity: 1 },
      { productId: low, quantity: 1 },
    ])
    // The order holds the lower id and waits for the higher one.
    await lockedOut(semel.db)
    await lock(tx, low)
    return { answer }
  })
  assert.equal((await placing.answer).status, 201)
  assert.deepEqual([(await stockOf(semel.db, low)).stock, (await stockOf(semel.db, high)).stock], [99, 99])
})

test('v1 shows the owner with user_name', async () => {
  const id = await stockProduct(semel.db)
  const { status, headers, body } = await order([{ productId: id, quantity: 1 }], {}, buyer, '/v1/orders')
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `/v1/orders/${body.id}`)
  assert.deepEqual(body.owner, { id: buyer.id, email: buyer.email, user_name: buyer.userName })
  const list = await semel.client().get('/api/v1/orders?limit=1', { token: buyer.token })
  assert.equal(list.body.items[0].owner.user_name, buyer.userName)
  assert.match(list.headers.get('link')!, /successor-version.*rel="first"/)
})
