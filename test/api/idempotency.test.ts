import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openDatabase } from '../../src/database/open.ts'
import { deleteExpiredIdempotencyKeys } from '../../src/http/idempotency/keys.ts'
import { once } from '../../src/http/idempotency/once.ts'
import { lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let product: number
before(async () => {
  semel = await startSemel()
  buyer = await person(semel)
  product = await stockProduct(semel.db, { stock: 1000 })
})
after(() => semel[Symbol.asyncDispose]())

type Options = { who?: Person; path?: string; quantity?: number; more?: object }

const order = (key: string, { who = buyer, path = '/api/orders', quantity = 1, more = {} }: Options = {}) =>
  semel
    .client()
    .post(
      path,
      { items: [{ productId: product, quantity }], ...more },
      { token: who.token, headers: { 'idempotency-key': key } },
    )

test('a repeat gets the stored answer unchanged, with Idempotent-Replayed', async () => {
  const key = randomUUID()
  const first = await order(key, { more: { note: 'a', expectedTotal: 1000 } })
  assert.equal(first.headers.get('idempotent-replayed'), null)
  await semel.client().post(`/api/orders/${first.body.id}/cancel`, undefined, { token: buyer.token })
  await sql`update products set name = 'Another name', price = 7 where id = ${product}`.execute(semel.db)
  await sql`update users set user_name = 'Another name' where id = ${buyer.id}`.execute(semel.db)
  const again = await order(key, { more: { expectedTotal: 1000, note: 'a' } })
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true'])
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  assert.equal(again.text, first.text)
  await sql`update products set price = 1000 where id = ${product}`.execute(semel.db)
  await sql`update users set user_name = 'Someone' where id = ${buyer.id}`.execute(semel.db)
  const more = { note: 'a', expectedTotal: 1000 }
  assert.equal((await order(`"${key}"`, { more })).text, first.text)
  assert.equal((await order(key, { more, path: '/api/orders/' })).text, first.text)
})

test('a repeat gets the status of the first answer', async () => {
  const { body } = await order(randomUUID())
  const [key, path] = [randomUUID(), '/api/notifications/order-confirmation']
  const first = await order(key, { path, more: { orderId: body.id } })
  const again = await order(key, { path, more: { orderId: body.id } })
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [202, null])
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [202, 'true', first.text])
})

test('repeat in an older API version → same answer, field names included', async () => {
  const key = randomUUID()
  const first = await order(key)
  const again = await order(key, { path: '/v1/orders' })
  assert.equal(again.body.id, first.body.id)
  assert.deepEqual(again.body.owner, { id: buyer.id, email: buyer.email, user_name: buyer.userName })
  assert.equal(again.headers.get('location'), `/v1/orders/${first.body.id}`)
})

test('Location of anything created → in the version of the path', async () => {
  const { body } = await order(randomUUID())
  const [key, path] = [randomUUID(), '/notifications/order-confirmation']
  for (const prefix of ['/api/v1', '/v2/api', '/api']) {
    const { headers } = await order(key, { path: `${prefix}${path}/`, more: { orderId: body.id } })
    assert.match(headers.get('location')!, new RegExp(`^${prefix}/notifications/[-0-9a-f]{36}$`))
  }
})

test('reused key for another request → refused; callers share no keys', async () => {
  const key = randomUUID()
  const first = await order(key)
  const other = await order(key, { quantity: 2 })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  const more = { orderId: first.body.id }
  const both = randomUUID()
  await order(both, { more })
  const elsewhere = await order(both, { more, path: '/api/notifications/order-confirmation' })
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [422, 'idempotency_key_reused'], 'the very same body')
  const contact = await semel
    .client()
    .post('/api/contact-messages', { email: 'a@example.com', message: 'x' }, { headers: { 'idempotency-key': key } })
  assert.equal(contact.status, 201, 'an anonymous caller has keys of its own')
  const colleague = await semel
    .client()
    .post('/api/contact-messages', { email: 'b@example.com', message: 'x' }, { headers: { 'idempotency-key': key } })
  assert.equal(colleague.status, 201, 'so has another one at the same address and with the same program')
  assert.notEqual(colleague.body.id, contact.body.id)
  const theirs = await order(key, { who: await person(semel) })
  assert.equal(theirs.status, 201)
  assert.notEqual(theirs.body.id, first.body.id)
})

test('an error is not stored, so a repeat can succeed', async () => {
  const scarce = await stockProduct(semel.db, { stock: 1 })
  const key = randomUUID()
  const ask = () =>
    semel
      .client()
      .post(
        '/api/orders',
        { items: [{ productId: scarce, quantity: 2 }] },
        { token: buyer.token, headers: { 'idempotency-key': key } },
      )
  assert.equal((await ask()).body.code, 'insufficient_stock')
  await semel.db.updateTable('products').set({ stock: 2 }).where('id', '=', scarce).execute()
  const placed = await ask()
  assert.deepEqual([placed.status, placed.headers.get('idempotent-replayed')], [201, null])
})

test('key → kept for 24 hours of the database clock, then deleted', async () => {
  const key = randomUUID()
  const first = await order(key)
  await makeOlder(key, 24 * 60 - 1)
  await deleteExpiredIdempotencyKeys(semel.db)
  assert.equal((await order(key)).body.id, first.body.id)
  await makeOlder(key, 2)
  const later = await order(key, { quantity: 2 })
  assert.equal(later.status, 201)
  assert.notEqual(later.body.id, first.body.id)
  assert.equal(await countKeys(key), 1)
  await makeOlder(key, 24 * 60 + 1)
  await deleteExpiredIdempotencyKeys(semel.db)
  assert.equal(await countKeys(key), 0)
})

async function makeOlder(key: string, minutes: number): Promise<void> {
  await sql`
    update idempotency_keys set created_at = created_at - ${minutes} * interval '1 minute' where key = ${key}
  `.execute(semel.db)
}

async function countKeys(key: string): Promise<number> {
  const { rows } = await sql`select 1 from idempotency_keys where key = ${key}`.execute(semel.db)
  return rows.length
}

test('repeat during the first request → waits two seconds, then 409', async () => {
  const key = randomUUID()
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = semel.db.transaction().execute(async tx => {
    await sql`select from products where id = ${product} for update`.execute(tx)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const { stock } = await stockOf(semel.db, product)
  const first = order(key)
  await lockedOut(semel.db)
  const second = await order(key)
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_key_in_use'])
  assert.equal(second.headers.get('retry-after'), '1')
  held.resolve()
  await holder
  const placed = await first
  assert.equal(placed.status, 201)
  assert.equal((await order(key)).body.id, placed.body.id)
  assert.equal((await stockOf(semel.db, product)).stock, stock - 1)
})

test('work → runs with the lock_timeout of the operator, not the claim', async () => {
  const url = new URL(semel.databaseUrl)
  url.searchParams.set('options', '-c lock_timeout=7s')
  await using opened = openDatabase(url.href)
  const request = {
    headers: { 'idempotency-key': randomUUID() },
    method: 'POST',
    url: '/api/v3/orders',
    caller: { kind: 'key', keyId: randomUUID() },
  }
  const reply = { code() {}, header() {} }
  const setting = await once({ ...semel, db: opened.db }, request as never, reply as never, async tx => {
    const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
    return { body: rows[0]!.lock_timeout }
  })
  assert.equal(setting, '7s')
})

test('a malformed key gives 400 that names the header', async () => {
  for (const key of ['x'.repeat(256), 'a\u00e9b']) {
    const { status, body } = await order(key)
    assert.equal(status, 400, key)
    assert.match(body.detail, /^idempotency-key must /)
  }
  assert.equal((await order('x'.repeat(255))).status, 201)
})

test('the row of a key shows nothing that the request said', async () => {
  const key = randomUUID()
  const deliveryAddress = { name: 'Ada', line1: '1 Red Pot Lane', postcode: 'N1', city: 'London', country: 'GB' }
  const { status } = await order(key, { more: { note: 'under the red pot', deliveryAddress } })
  assert.equal(status, 201)
  const { rows } = await sql<{ row: string }>`
    select k::text || encode(coalesce(answer, ''), 'escape') as row from idempotency_keys k where key = ${key}
  `.execute(semel.db)
  assert.doesNotMatch(rows[0]!.row, /red pot/i)
})

test('order step with the same key → taken once; repeat gets first answer', async () => {
  const { token } = await person(semel)
  const staff = await person(semel, 'staff')
  const client = semel.client()
  const productId = await stockProduct(semel.db)
  const place = async () =>
    (await client.post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })).body.id as number
  const [first, second, third] = [await place(), await place(), await place()]
  const as = (key: string) => ({ token: staff.token, headers: { 'idempotency-key': key } })
  const steps: [path: string, body: object | undefined, status: string][] = [
    [`/api/orders/${first}/process`, undefined, 'processing'],
    [`/api/orders/${first}/ship`, { trackingNumber: '42' }, 'shipped'],
    [`/api/orders/${first}/deliver`, undefined, 'delivered'],
    [`/api/orders/${second}/cancel`, undefined, 'cancelled'],
  ]
  for (const [path, body, status] of steps) {
    const answers = await Promise.all([1, 2].map(() => client.post(path, body, as(path))))
    answers.push(await client.post(path, body, as(path)))
    assert.deepEqual(
      answers.filter(answer => answer.status !== 409).map(answer => [answer.status, answer.body.status]),
      answers.filter(answer => answer.status !== 409).map(() => [200, status]),
    )
    assert.equal(answers.at(-1)!.headers.get('idempotent-replayed'), 'true')
  }
  const move = () => client.post('/api/orders/steps', { step: 'process', orderIds: [third, second] }, as('many'))
  const [moved, again] = [await move(), await move()]
  assert.deepEqual([moved.body.moved, moved.body.refused], [[third], [second]])
  assert.deepEqual(again.body, moved.body)
  const paid = () => client.post(`/api/orders/${third}/mark-paid`, undefined, as('paid'))
  assert.deepEqual([(await paid()).body.payment.status, (await paid()).body.payment.status], ['paid', 'paid'])
  const other = await client.post(`/api/orders/${third}/ship`, { trackingNumber: '7' }, as('paid'))
  assert.equal(other.body.code, 'idempotency_key_reused')
})

test('repeated account, settings, text, picture or message change → first answer only', async () => {
  const admin = await person(semel, 'admin')
  const client = semel.client()
  const message = { email: 'you@example.com', message: 'Do you deliver on Saturdays?' }
  const { id } = (await client.post('/api/contact-messages', message)).body
  const placed = (await order(randomUUID(), { quantity: 3 })).body
  const data = (
    await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const changes: [method: string, path: string, body: object][] = [
    ['PATCH', '/api/users/me', { userName: 'Ada King' }],
    ['PATCH', '/api/admin/settings', { name: 'The tea house' }],
    ['PUT', '/api/admin/settings/logo', { data }],
    ['PUT', '/api/admin/email-texts/order.placed/en', { heading: 'Hooray!' }],
    ['POST', `/api/products/${product}/images`, { data, alt: 'Teal' }],
    ['PATCH', `/api/admin/contact-messages/${id}`, { answered: true }],
    ['PUT', '/api/admin/pages/imprint/en', { title: 'Imprint', body: 'The tea house, London' }],
    ['POST', '/api/admin/pages/imprint/en/publish', {}],
    ['POST', '/api/admin/tax-rates/offers', { class: 'reduced' }],
    ['PATCH', `/api/orders/${placed.id}/items`, { items: [{ line: 1, quantity: 2 }] }],
    ['POST', '/api/cart/items', { productId: product, quantity: 1 }],
    ['POST', '/api/products/import', { data: fileOf('sku,name,category,price_minor\nONCE-1,Lamp,Lamps,100') }],
  ]
  const counts = async () => {
    // The emails of the registration may go out meanwhile, and events move from the outbox to the feed.
    const { rows } = await sql<{ entries: number; events: number }>`
      select (select count(*)::int from audit_log) as entries, (
        select count(*)::int from (select type from event_outbox union all select type from event_feed) as published
        where type not like 'delivery.%'
      ) as events
    `.execute(semel.db)
    return rows[0]
  }
  for (const [method, path, body] of changes) {
    const send = () =>
      client.request(method, path, { body, token: admin.token, headers: { 'idempotency-key': `once ${path}` } })
    const first = await send()
    assert.equal(first.status, 200, `${path}: ${first.text}`)
    const before = await counts()
    const again = await send()
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'], path)
    assert.equal(again.text, first.text, path)
    assert.deepEqual(await counts(), before, path)
  }
})

const fileOf = (text: string) => Buffer.from(text).toString('base64')

test('file imported again with its key → later changes stay', async () => {
  const { token } = await person(semel, 'admin')
  const send = () =>
    semel
      .client()
      .post(
        '/api/products/import',
        { data: fileOf('sku,name,category,price_minor\nONCE-2,Lamp,Lamps,100') },
        { token, headers: { 'idempotency-key': 'the file' } },
      )
  assert.equal((await send()).body.added, 1)
  await sql`update products set price = 90 where sku = 'ONCE-2'`.execute(semel.db)
  assert.equal((await send()).body.added, 1)
  const { rows } = await sql<{ price: number }>`select price from products where sku = 'ONCE-2'`.execute(semel.db)
  assert.deepEqual(rows, [{ price: 90 }])
})

test('product added to a cart twice with one key → once', async () => {
  const { token } = await person(semel)
  const add = (key: string) =>
    semel
      .client()
      .post('/api/cart/items', { productId: product, quantity: 2 }, { token, headers: { 'idempotency-key': key } })
  await Promise.all([add('a'), add('a'), add('a')])
  await add('b')
  const { body } = await semel.client().get('/api/cart', { token })
  assert.deepEqual(
    body.items.map(({ quantity }: { quantity: number }) => quantity),
    [4],
  )
})
