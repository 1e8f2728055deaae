import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { StatementRecorder } from '../support/buffers.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const recorder = new StatementRecorder()
let semel: Semel
let client: Client
let headers: Record<string, string>
let token: string
before(async () => {
  semel = await startSemel({}, { worker: false, log: recorder.log })
  client = semel.client()
  const { key } = await createApiKey(semel, {
    name: 'Sync',
    scopes: ['products:read', 'products:write', 'orders:read', 'orders:write', 'money:write'],
  })
  headers = { 'x-api-key': key }
  token = (await person(semel)).token
})
after(() => semel[Symbol.asyncDispose]())

const idsOf = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id)

/** Sets the time of the last change, which is the database's clock, into the past. */
async function age(): Promise<Date> {
  const moment = new Date(Date.now() - 60_000)
  const before = new Date(moment.getTime() - 60_000)
  await semel.db.updateTable('products').set({ updated_at: before }).execute()
  await semel.db.updateTable('order_steps').set({ at: before }).execute()
  return moment
}

test('products: updated_since finds what was added, changed or sold since, nothing else', async () => {
  const [sold, changed, untouched] = [
    await stockProduct(semel.db, { stock: 9 }),
    await stockProduct(semel.db, { stock: 9 }),
    await stockProduct(semel.db, { stock: 9 }),
  ]
  const since = (await age()).toISOString()
  const order = await client.post('/api/orders', { items: [{ productId: sold, quantity: 1 }] }, { token })
  assert.equal(order.status, 201, order.text)
  await client.patch(`/api/products/${changed}`, { price: 5 }, { headers })
  const added = await client.post('/api/products', { sku: 'NEW', name: 'New', category: 'x', price: 1 }, { headers })
  const found = await client.get(`/api/products?updated_since=${since}`, { headers })
  assert.deepEqual(idsOf(found), [sold, changed, added.body.id])
  assert.equal(found.body.totalCount, 3)
  assert.ok(!idsOf(found).includes(untouched))

  const again = (await age()).toISOString()
  await client.post(`/api/orders/${order.body.id}/cancel`, undefined, { headers })
  assert.deepEqual(idsOf(await client.get(`/api/products?updated_since=${again}`, { headers })), [sold])
})

test('products: updated_since finds products with pictures added, described, moved or removed', async () => {
  const id = await stockProduct(semel.db)
  const staff = { token: (await person(semel, 'staff')).token }
  const path = `/api/products/${id}/images`
  const picture = async (background: string) =>
    (
      await sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer()
    ).toString('base64')
  const [red, blue] = [await picture('#c33'), await picture('#33c')]
  const { body } = await client.post(path, { data: red, alt: 'Red' }, staff)
  const own = `${path}/${body.images[0].url.split('/').at(-2)}`
  const changes: [what: string, change: () => Promise<{ status: number; text: string }>][] = [
    ['added', () => client.post(path, { data: blue, alt: 'Blue' }, staff)],
    ['described', () => client.post(path, { data: blue, alt: 'Deep blue' }, staff)],
    ['moved', () => client.patch(own, { place: 2 }, staff)],
    ['removed', () => client.delete(own, staff)],
  ]
  for (const [what, change] of changes) {
    const since = (await age()).toISOString()
    const { status, text } = await change()
    assert.ok(status < 300, text)
    assert.deepEqual(idsOf(await client.get(`/api/products?updated_since=${since}`, { headers })), [id], what)
  }
})

test('products and orders: ids finds exactly those that exist, paged and sorted', async () => {
  const ids = [await stockProduct(semel.db), await stockProduct(semel.db), await stockProduct(semel.db)]
  const query = `ids=${[...ids, 999_999, 4_000_000_000].join(',')}&sort=-id`
  const first = await client.get(`/api/products?${query}&limit=2`, { headers })
  assert.deepEqual(idsOf(first), [ids[2], ids[1]])
  assert.equal(first.body.totalCount, 3)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  assert.deepEqual(idsOf(await client.get(next, { headers })), [ids[0]])
  const orders = await client.get('/api/orders?ids=999999', { headers })
  assert.deepEqual(orders.body.items, [])
  for (const wrong of ['', 'a', '1,,2', '0', '1 2', Array.from({ length: 101 }, (_, i) => i + 1).join(',')]) {
    const { status, body } = await client.get(`/api/products?ids=${wrong}`, { headers })
    assert.deepEqual([status, body.errors[0].field], [400, 'ids'], wrong)
  }
})

test('orders: updated_since finds orders with a step or a payment since', async () => {
  const product = await stockProduct(semel.db, { stock: 9 })
  const place = async () =>
    (await client.post('/api/orders', { items: [{ productId: product, quantity: 1 }] }, { token })).body.id
  const [shipped, paid, old] = [await place(), await place(), await place()]
  await age()
  const since = new Date(semel.clock.now().getTime() + 1000).toISOString()
  semel.clock.advance(1000)
  for (const step of ['process', 'ship']) await client.post(`/api/orders/${shipped}/${step}`, {}, { headers })
  await client.post(`/api/orders/${paid}/mark-paid`, undefined, { headers })
  const found = await client.get(`/api/orders?updated_since=${since}&sort=id`, { headers })
  assert.deepEqual(idsOf(found), [shipped, paid])
  assert.ok(!idsOf(found).includes(old))
})

test('copies of products and orders kept by the guide equal the shop', async () => {
  const { key } = await createApiKey(semel, {
    name: 'Copy',
    scopes: ['products:read', 'products:write', 'orders:read', 'orders:write', 'money:write', 'events:read'],
  })
  const reader = { headers: { 'x-api-key': key } }
  const owner = await person(semel)
  const [last, other] = [await stockProduct(semel.db, { stock: 1 }), await stockProduct(semel.db, { stock: 9 })]
  const start = (await client.get('/api/events?limit=1', reader)).body.head
  const place = async (productId: number) => {
    const order = { items: [{ productId, quantity: 1 }], note: 'Ring twice' }
    const { body, status, text } = await client.post('/api/orders', order, { token: owner.token })
    assert.equal(status, 201, text)
    return body.id
  }
  const [delivered, cancelled] = [await place(last), await place(other)]
  await client.post(`/api/orders/${cancelled}/cancel`, undefined, reader)
  for (const step of ['process', 'ship', 'deliver', 'mark-paid']) {
    await client.post(`/api/orders/${delivered}/${step}`, {}, reader)
  }

  const orders = new Map<number, { id: number; owner: { id: string }; items: { productId: number }[] }>()
  const products = new Map<number, { id: number; status: string; stock: number }>()
  let next = start
  async function follow() {
    const { body } = await client.get(`/api/events?after=${next}&types=order.*,product.*,user.deleted`, reader)
    const outdated = new Set<number>()
    for (const { type, data, order } of body.items) {
      if (order) orders.set(order.id, order)
      if (/^order.(placed|cancelled)$/.test(type)) for (const item of order.items) outdated.add(item.productId)
      if (type !== 'user.deleted') continue
      const ids = [...orders.values()].filter(order => order.owner.id === data.userId).map(({ id }) => id)
      const { body } = await client.get(`/api/orders?ids=${ids}`, reader)
      for (const order of body.items) orders.set(order.id, order)
    }
    next = body.next
    if (outdated.size === 0) return
    const { body: read } = await client.get(`/api/products?ids=${[...outdated]}`, reader)
    for (const product of read.items) products.set(product.id, product)
  }
  await follow()
  assert.equal((await client.delete('/api/users/me', owner)).status, 204)
  await follow()

  for (const id of [delivered, cancelled]) {
    const { body } = await client.get(`/api/orders/${id}`, reader)
    assert.deepEqual([body.owner.userName, body.note], ['Deleted user', null])
    assert.deepEqual(orders.get(id), body)
  }
  for (const id of [last, other]) {
    assert.deepEqual(products.get(id), (await client.get(`/api/products/${id}`, reader)).body)
  }
  assert.deepEqual([products.get(last)!.status, products.get(other)!.stock], ['out_of_stock', 9])
})

test('batch adds, changes or keeps by SKU, and reports refusals without stopping', async () => {
  const wanted = (sku: string, price = 5) => ({ sku, name: `Product ${sku}`, category: 'batch', price })
  const put = (products: unknown[]) => client.request('PUT', '/api/products/batch', { body: { products }, headers })
  const first = await put([wanted('B1'), { ...wanted('B2'), price: -1 }, wanted('B3'), { name: 'no sku' }])
  assert.equal(first.status, 200, first.text)
  const { lines, ...counts } = first.body
  assert.deepEqual(counts, { added: 2, changed: 0, unchanged: 0, refused: 2 })
  assert.deepEqual(
    lines.map(({ sku, outcome }: { sku: string; outcome: string }) => [sku, outcome]),
    [
      ['B1', 'added'],
      ['B2', 'refused'],
      ['B3', 'added'],
      [null, 'refused'],
    ],
  )
  assert.deepEqual(lines[1].errors, [{ field: 'price', reason: 'must be at least 0', code: 'too_small' }])
  const second = await put([wanted('B1'), wanted('B2'), wanted('B3', 7)])
  assert.deepEqual(
    second.body.lines.map(({ outcome }: { outcome: string }) => outcome),
    ['unchanged', 'added', 'changed'],
  )
  assert.equal(second.body.lines[2].id, lines[2].id)
})

test('a batch of products as the list shows them leaves them alone', async () => {
  const { body } = await client.get('/api/products?limit=5', { headers })
  const { created_at: createdAt, ...product } = body.items[0]
  assert.ok(createdAt)
  const sent = [...body.items, { ...product, created_at: '2001-01-01T00:00:00Z', id: 1e9, sku: ` ${product.sku} ` }]
  const put = await client.request('PUT', '/api/products/batch', { body: { products: sent }, headers })
  assert.deepEqual([put.body.changed, put.body.unchanged], [0, sent.length], put.text)
})

test('batch with parts of products → what is left out stays as is', async () => {
  const put = (products: unknown[]) => client.request('PUT', '/api/products/batch', { body: { products }, headers })
  await put([{ sku: 'P1', name: 'Lamp', category: 'batch', price: 5, stock: 3, description: 'Old' }])
  const partial = { sku: 'P1', stock: 4, description: null, colour: 'red', texts: { de: { name: 'Lampe' } } }
  const { body, headers: answered } = await put([partial, { sku: 'P-NEW', stock: 1 }, { sku: 'P1', price: 6 }])
  assert.deepEqual(
    body.lines.map(({ outcome }: { outcome: string }) => outcome),
    ['changed', 'refused', 'changed'],
  )
  assert.equal(answered.get('semel-ignored'), 'products.0.colour')
  assert.deepEqual(
    body.lines[1].errors.map(({ field }: { field: string }) => field),
    ['name', 'category', 'price'],
  )
  const { body: found } = await client.get('/api/products?sku=P1', { headers })
  assert.equal(found.totalCount, 1)
  const wanted = { name: 'Lamp', description: 'Old', stock: 4, price: 6, texts: { de: { name: 'Lampe' } } }
  assert.partialDeepStrictEqual(found.items[0], wanted)
  assert.equal((await client.get('/api/products?sku=p1', { headers })).body.totalCount, 0)
})

test('batch honours expectedStock; its keyed stockChange happens once, losing no sale', async () => {
  const put = (products: unknown[], key?: string) =>
    client.request('PUT', '/api/products/batch', {
      body: { products },
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    })
  const stockOf = async (sku: string) => (await client.get(`/api/products?sku=${sku}`, { headers })).body.items[0].stock
  await put([{ sku: 'X1', name: 'X', category: 'batch', price: 5, stock: 1 }])
  const stale = await put([{ sku: 'X1', stock: 2, expectedStock: 7 }])
  const reason = 'has changed meanwhile: it is 1 now, and was 7 when you read it'
  assert.deepEqual(stale.body.lines[0].errors, [{ field: 'stock', reason, code: 'stock_changed' }])
  assert.equal((await put([{ sku: 'X1', stock: 2, expectedStock: 1 }])).body.changed, 1)
  const move = [{ sku: 'X1', stockChange: 5 }]
  const without = await put(move)
  assert.deepEqual([without.status, without.body.errors[0].code], [422, 'idempotency_key_required'])
  const answers = await Promise.all([1, 2, 3, 4].map(() => put(move, 'delivery-note-7')))
  for (const { status, body } of answers.filter(({ status }) => status !== 409))
    assert.deepEqual([status, body.changed], [200, 1])
  assert.equal(await stockOf('X1'), 7)
  const different = ['a', 'b', 'c', 'd', 'e'].map(key => put([{ sku: 'X1', stockChange: -1 }], key))
  await Promise.all(different)
  assert.equal(await stockOf('X1'), 2)
  const { body } = await put(
    [
      { sku: 'X1', stockChange: -3 },
      { sku: 'X1', stockChange: 1, stock: 1 },
    ],
    'f',
  )
  assert.deepEqual(
    body.lines.map(({ errors }: { errors: [{ reason: string }] }) => errors[0].reason),
    ['must be at least -2, because the stock is 2', 'cannot be sent with stock'],
  )
  const { id } = (await client.get('/api/products?sku=X1', { headers })).body.items[0]
  const patch = (body: object, key?: string) =>
    client.patch(`/api/products/${id}`, body, { headers: { ...headers, ...(key && { 'idempotency-key': key }) } })
  assert.equal((await patch({ stockChange: 3 })).status, 422)
  assert.equal((await patch({ stockChange: 3 }, 'g')).body.stock, 5)
  assert.deepEqual((await patch({ stockChange: 3 }, 'g')).headers.get('idempotent-replayed'), 'true')
  assert.equal(
    (await patch({ stockChange: -9 }, 'h')).body.detail,
    'stockChange must be at least -5, because the stock is 5',
  )
})

test('ten simultaneous batches with the same new SKUs → each product added once', async () => {
  const products = ['C1', 'C2', 'C3'].map(sku => ({ sku, name: sku, category: 'batch', price: 1 }))
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.request('PUT', '/api/products/batch', { body: { products }, headers })),
  )
  const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0)
  assert.deepEqual([sum('added'), sum('unchanged'), sum('refused')], [3, 27, 0])
})

test('products: updated_since reads one or two table pages per product sold', async () => {
  const size = 20_000
  const sold = 100
  await sql`insert into products (sku, name, description, category, price, stock, created_at, updated_at)
    select 'OLD-' || n, 'Old ' || n, repeat(n::text, 60), 'old', 1, 9, '2025-01-01', '2025-01-01' from generate_series(1, ${sql.lit(size)}) as n`.execute(
    semel.db,
  )
  await sql`vacuum (analyze) products`.execute(semel.db)
  const changed = (limit: number) =>
    client.get(`/api/products?category=old&updated_since=2026-01-01T00:00:00Z&limit=${limit}`, { headers })
  // The first request counts the products of each category.
  await changed(1)
  await sql`update products set stock = stock - 1, updated_at = now()
    where sku in (select 'OLD-' || n from generate_series(1, ${sql.lit(size)}, ${sql.lit(size / sold)}) as n)`.execute(
    semel.db,
  )
  const { buffers } = await recorder.costOf(semel.databaseUrl, async () => {
    assert.equal((await changed(2)).body.totalCount, sold)
  })
  assert.ok(buffers <= 2.5 * sold, `${buffers} buffers for ${sold} products`)
})

test('thousand products in one request → few statements, an event per change', async () => {
  const products = Array.from({ length: 1000 }, (_, n) => ({
    ...{ sku: `K-${n}`, name: `Thousand ${n}`, category: 'thousand', price: n, description: 'x'.repeat(1500) },
    ...{ stock: 1, status: 'active', currency: 'EUR', tax_class: 'standard', texts: { de: { name: `Tausend ${n}` } } },
  }))
  const put = (body: object) => client.request('PUT', '/api/products/batch', { body, headers })
  const added = await put({ products })
  assert.equal(added.body.added, 1000, added.text)
  assert.equal((await put({ products })).body.unchanged, 1000)
  const changed = await put({ products: products.map(({ sku, price }) => ({ sku, price: price + 1, stock: 0 })) })
  assert.equal(changed.body.changed, 1000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where sku like 'K-%' and status = 'out_of_stock' and stock = 0
  `.execute(semel.db)
  assert.equal(rows[0]!.count, 1000)
  assert.equal((await put({ products: [...products, products[0]] })).status, 422)
})

test('stock changes by pieces with reason, once per key, never below 0', async () => {
  const id = await stockProduct(semel.db, { stock: 3 })
  const address = `/api/products/${id}/stock-changes`
  const send = (body: object, key?: string) =>
    client.post(address, body, { headers: { ...headers, ...(key && { 'idempotency-key': key }) } })
  const unkeyed = await send({ change: 1, reason: 'received' })
  assert.deepEqual([unkeyed.status, unkeyed.body.errors[0].code], [422, 'idempotency_key_required'])
  const came = await send({ change: 4, reason: 'received', note: 'Pallet 7' }, 'came')
  assert.equal(came.status, 201, came.text)
  assert.equal((await send({ change: 4, reason: 'received', note: 'Pallet 7' }, 'came')).body.id, came.body.id)
  const { at, by, ...row } = came.body
  assert.deepEqual(row, {
    id: row.id,
    productId: id,
    change: 4,
    stock: 7,
    reason: 'received',
    note: 'Pallet 7',
    orderId: null,
  })
  assert.ok(at && by)
  const refused = await send({ change: -8, reason: 'lost' }, 'gone')
  assert.deepEqual([refused.status, refused.body.code, refused.body.stock], [409, 'stock_too_low', 7])
  assert.match(refused.body.detail, /at least -7/)
  const much = await send({ change: 2_147_483_647, reason: 'counted' }, 'much')
  assert.deepEqual([much.status, much.body.code], [409, 'stock_too_high'])
  for (const body of [{}, { change: 1 }, { change: 1.5, reason: 'lost' }, { change: 1, reason: 'ordered' }]) {
    assert.equal((await send(body, JSON.stringify(body))).status, 422)
  }
  // Nobody has heard of a draft, but its pieces can be counted already; an archived product is nowhere.
  const [draft, gone] = [await stockProduct(semel.db, { stock: 1 }), await stockProduct(semel.db, { stock: 1 })]
  const staff = await person(semel, 'staff')
  await client.put(`/api/products/${draft}/state`, { state: 'draft' }, { token: staff.token })
  await client.put(`/api/products/${gone}/state`, { state: 'archived' }, { token: staff.token })
  for (const [product, status] of [
    [draft, 201],
    [gone, 404],
  ] as const) {
    const keyed = { headers: { ...headers, 'idempotency-key': `to ${product}` } }
    const answer = await client.post(`/api/products/${product}/stock-changes`, { change: 2, reason: 'counted' }, keyed)
    assert.equal(answer.status, status, answer.text)
  }
  const both = await Promise.all(
    ['damaged once', 'damaged twice'].map(key => send({ change: -4, reason: 'damaged' }, key)),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(
    (
      await client.post(
        '/api/products/999999/stock-changes',
        { change: 1, reason: 'lost' },
        { headers: { ...headers, 'idempotency-key': 'no product' } },
      )
    ).status,
    404,
  )
})

test('delivery arrives during orders → no sale lost, orders write no history', async () => {
  const id = await stockProduct(semel.db, { stock: 5 })
  const order = () => client.post('/api/orders', { items: [{ productId: id, quantity: 1 }] }, { token })
  const receive = (key: string) =>
    client.post(
      `/api/products/${id}/stock-changes`,
      { change: 2, reason: 'received' },
      { headers: { ...headers, 'idempotency-key': key } },
    )
  const answers = await Promise.all([order(), receive('box 1'), order(), receive('box 1'), order(), receive('box 2')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 201],
  )
  const { stock } = await semel.db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(stock, 5 + 2 * 2 - 3)
  const { body } = await client.get(`/api/products/${id}/stock-changes`, { headers })
  assert.deepEqual(
    body.items.map(({ change }: { change: number }) => change),
    [2, 2],
  )
})

test('stock history says who changed it and why, however it changed', async () => {
  const id = await stockProduct(semel.db, { stock: 9, sku: 'HISTORY' })
  const staff = await person(semel, 'staff')
  const order = await client.post('/api/orders', { items: [{ productId: id, quantity: 2 }] }, { token })
  assert.equal(order.status, 201, order.text)
  await client.post(`/api/orders/${order.body.id}/cancel`, undefined, { headers })
  await client.patch(`/api/products/${id}`, { stock: 20 }, { token: staff.token })
  await client.patch(`/api/products/${id}`, { price: 20 }, { token: staff.token })
  await client.put('/api/products/batch', { products: [{ sku: 'HISTORY', stock: 21 }] }, { headers })
  const data = Buffer.from('sku,stock\nHISTORY,30\n').toString('base64')
  const file = await client.post('/api/products/import', { data }, { token: staff.token })
  assert.equal(file.body.changed, 1, file.text)
  await client.post(
    `/api/products/${id}/stock-changes`,
    { change: -1, reason: 'damaged' },
    { headers: { ...headers, 'idempotency-key': 'damaged here' } },
  )
  await client.post('/api/orders', { items: [{ productId: id, quantity: 3 }] }, { token })
  const { body, status } = await client.get(`/api/products/${id}/stock-changes`, { headers })
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ change, stock, reason, orderId }: Record<string, unknown>) => [change, stock, reason, orderId]),
    [
      [-1, 29, 'damaged', null],
      [9, 30, 'imported', null],
      [1, 21, 'edited', null],
      [11, 20, 'edited', null],
      [2, 9, 'cancelled', order.body.id],
    ],
  )
  assert.deepEqual([body.items[1].by, body.items[3].by], [staff.id, staff.id])
  assert.equal((await client.get(`/api/products/${id}/stock-changes`, { token })).status, 403)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await browser.get(`/admin/products/${id}`, { headers: { accept: 'text/html' } })
  assert.match(text, /Stock history.*-3.*26.*Ordered.*Damaged.*Imported.*Order cancelled/s)
  const form = {
    ...fieldsOf(text, `/admin/products/${id}/stock-changes`),
    change: '5',
    reason: 'received',
    note: 'Late',
  }
  const sent = await browser.request('POST', `/admin/products/${id}/stock-changes`, {
    body: new URLSearchParams(form).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(sent.status, 303, sent.text)
  assert.match(
    (await browser.get(`/admin/products/${id}`, { headers: { accept: 'text/html' } })).text,
    /\+5.*31.*Goods received: Late.*-3.*26.*Ordered/s,
  )
})
