import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { deleteOldCarts } from '../../src/orders/cart/store.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('a guest can fill, change and empty a cart', async () => {
  const browser = semel.client()
  const [lamp, desk] = [await stockProduct(semel.db, { price: 500 }), await stockProduct(semel.db, { price: 70 })]
  await browser.post('/api/cart/items', { productId: lamp, quantity: 1 })
  await browser.post('/api/cart/items', { productId: desk, quantity: 3 })
  const { body } = await browser.post('/api/cart/items', { productId: lamp, quantity: 2 })
  assert.deepEqual(
    body.items.map(({ productId, quantity, lineTotal }: Record<string, number>) => [productId, quantity, lineTotal]),
    [
      [lamp, 3, 1500],
      [desk, 3, 210],
    ],
  )
  assert.deepEqual([body.total, body.currency, body.orderable], [1710, 'EUR', true])
  assert.equal((await browser.patch(`/api/cart/items/${desk}`, { quantity: 1 })).body.total, 1570)
  assert.equal((await browser.delete(`/api/cart/items/${lamp}`)).body.total, 70)
  assert.equal((await browser.delete(`/api/cart/items/${desk}`)).body.total, 0)
  const { n } = await semel.db
    .selectFrom('carts')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(n, 0, 'an empty cart leaves nothing behind')
  assert.equal((await browser.patch(`/api/cart/items/${desk}`, { quantity: 1 })).status, 404)
  assert.deepEqual((await semel.client().get('/api/cart')).body.items, [], 'another browser has its own cart')
})

test('visitor of an app on another origin → asked to sign in', async () => {
  const productId = await stockProduct(semel.db)
  const user = await person(semel)
  const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
  const add = (more: object) => semel.client().post('/api/cart/items', { productId, quantity: 1 }, { headers, ...more })
  const { status, body } = await add({})
  assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  assert.match(body.detail, /Sign in first, or keep the products in your app/)
  assert.equal((await add({ token: user.token })).body.items.length, 1)
})

test('quantity above the largest total → refused with the largest allowed one', async () => {
  const browser = semel.client()
  const productId = await stockProduct(semel.db, { price: 4_000_000_000_000_000, stock: 9 })
  const { status, body } = await browser.post('/api/cart/items', { productId, quantity: 3 })
  assert.deepEqual([status, body.errors[0].field], [422, 'quantity'])
  assert.match(body.detail, /quantity must be at most 2 at this price/)
  assert.equal((await browser.post('/api/cart/items', { productId, quantity: 2 })).body.total, 8_000_000_000_000_000)
  assert.equal((await browser.patch(`/api/cart/items/${productId}`, { quantity: 3 })).status, 422)
})

test('the cart reports changes since a product was added', async () => {
  const browser = semel.client()
  const [dearer, scarce, soldOut, gone] = await Promise.all(Array.from({ length: 4 }, () => stockProduct(semel.db)))
  for (const productId of [dearer, scarce, soldOut, gone]) {
    await browser.post('/api/cart/items', { productId, quantity: 2 })
  }
  const change = (id: number | undefined, to: object) =>
    semel.db.updateTable('products').set(to).where('id', '=', id!).execute()
  await change(dearer, { price: 1200 })
  await change(scarce, { stock: 1 })
  await change(soldOut, { stock: 0 })
  await change(gone, { removed_at: new Date() })
  const { body } = await browser.get('/api/cart')
  assert.deepEqual(
    body.items.map(({ changes }: { changes: { reason: string }[] }) => changes.map(({ reason }) => reason)),
    [
      ['The price is now €12.00; it was €10.00.'],
      ['Only 1 is left.'],
      ['It is sold out at the moment.'],
      ['This product is no longer sold.'],
    ],
  )
  assert.equal(body.orderable, false)
})

test('a product with status out_of_stock is sold out at any stock', async () => {
  const browser = semel.client()
  const held = await stockProduct(semel.db, { name: 'Held back', stock: 5 })
  await browser.post('/api/cart/items', { productId: held, quantity: 1 })
  await semel.db.updateTable('products').set({ status: 'out_of_stock' }).where('id', '=', held).execute()
  const { body } = await browser.get('/api/cart')
  assert.deepEqual([body.orderable, body.items[0].changes[0].reason], [false, 'It is sold out at the moment.'])
  const refused = await browser.post('/api/cart/items', { productId: held, quantity: 1 })
  assert.deepEqual([refused.status, refused.body.detail], [409, 'Held back: 2 asked, 0 left.'])
})

test('unavailable product added to the cart → same problem as an order', async () => {
  const browser = semel.client()
  const scarce = await stockProduct(semel.db, { name: 'Scarce', stock: 3 })
  const soon = await stockProduct(semel.db, { status: 'coming_soon' })
  const add = (productId: number, quantity: number) => browser.post('/api/cart/items', { productId, quantity })
  assert.equal((await add(scarce, 2)).status, 200)
  const short = await add(scarce, 2)
  assert.deepEqual(
    [short.status, short.body.code, short.body.detail],
    [409, 'insufficient_stock', 'Scarce: 4 asked, 3 left.'],
  )
  assert.equal((await add(soon, 1)).body.code, 'product_unavailable')
  assert.equal((await add(2147483647, 1)).body.detail, 'productId names no product')
  assert.equal((await add(scarce, 0)).body.detail, 'quantity must be at least 1')
  const plenty = await stockProduct(semel.db, { stock: 20_000 })
  assert.equal((await add(plenty, 10_000)).status, 200)
  assert.equal((await add(plenty, 1)).body.detail, 'quantity must be at most 10000 in all')
})

test('quantity 0 → product removed; a reduced cart has only orderable products', async () => {
  const browser = semel.client()
  const [kept, scarce, gone, zero] = await Promise.all(Array.from({ length: 4 }, () => stockProduct(semel.db)))
  for (const productId of [kept, scarce, gone, zero]) await browser.post('/api/cart/items', { productId, quantity: 3 })
  assert.equal((await browser.patch(`/api/cart/items/${zero}`, { quantity: 0 })).body.items.length, 3)
  assert.doesNotMatch((await browser.get('/cart')).text, /Keep only what can be ordered/)
  await semel.db.updateTable('products').set({ stock: 2 }).where('id', '=', scarce!).execute()
  await semel.db.updateTable('products').set({ status: 'discontinued' }).where('id', '=', gone!).execute()
  const { text } = await browser.get('/cart')
  assert.match(text, /Keep only what can be ordered/)
  assert.doesNotMatch(text, /href="\/checkout"/)
  const { body } = await browser.post('/api/cart/reduction', {})
  assert.deepEqual(
    body.items.map(({ productId, quantity }: Record<string, number>) => [productId, quantity]),
    [
      [kept, 3],
      [scarce, 2],
    ],
  )
  assert.equal(body.orderable, true)
})

test('product in another currency → outside the total, and cannot be ordered', async () => {
  const browser = semel.client()
  const euros = await stockProduct(semel.db, { price: 5400 })
  const dollars = await stockProduct(semel.db, { price: 1250, currency: 'USD' })
  for (const productId of [euros, dollars]) await browser.post('/api/cart/items', { productId, quantity: 1 })
  const { body } = await browser.get('/api/cart')
  assert.deepEqual([body.total, body.currency, body.orderable], [5400, 'EUR', false])
  const reason = 'It is sold in USD, the rest of your cart in EUR. Order it separately.'
  assert.deepEqual(
    body.items.map(({ changes }: { changes: object[] }) => changes),
    [[], [{ code: 'mixed_currencies', reason }]],
  )
  browser.cookies.set(cookieNames(semel).session, (await person(semel)).token)
  const checkout = (await browser.get('/checkout')).text
  assert.ok(checkout.includes(reason))
  assert.match(checkout, /1\s+×\s+US\$12\.50/)
  const reduced = await browser.post('/api/cart/reduction', {})
  assert.deepEqual([reduced.body.items.length, reduced.body.total, reduced.body.orderable], [1, 5400, true])
})

test('a cart holds at most fifty products', async () => {
  const browser = semel.client()
  for (let n = 0; n < 50; n++) {
    await browser.post('/api/cart/items', { productId: await stockProduct(semel.db), quantity: 1 })
  }
  const { status, body } = await browser.post('/api/cart/items', {
    productId: await stockProduct(semel.db),
    quantity: 1,
  })
  assert.deepEqual([status, body.detail], [422, 'productId does not fit: a cart holds 50 products'])
})

test('ordering again → available products in the cart, others named; repeatable', async () => {
  const { token, id } = await person(semel)
  const names = ['Kept', 'Scarce', 'Gone', 'Removed']
  const ids = await Promise.all(names.map(name => stockProduct(semel.db, { name })))
  const items = [...ids, ids[0]!].map(productId => ({ productId, quantity: 3 }))
  const { body: order } = await semel.client().post('/api/orders', { items }, { token })
  const change = (index: number, to: object) =>
    semel.db.updateTable('products').set(to).where('id', '=', ids[index]!).execute()
  await change(1, { stock: 2 })
  await change(2, { status: 'discontinued' })
  await change(3, { removed_at: new Date() })
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, token)
  const { text } = await browser.get(`/orders/${order.id}`)
  const csrf = /name="_csrf" value="([^"]+)"/.exec(text)![1]!
  for (let time = 0; time < 2; time++) {
    const { body } = await browser.post(`/api/cart/orders/${order.id}`, {}, { headers: { 'x-csrf-token': csrf } })
    assert.deepEqual(
      body.items.map(({ name, ordered, inCart }: Record<string, unknown>) => [name, ordered, inCart]),
      [
        ['Kept', 6, 6],
        ['Scarce', 3, 2],
        ['Gone', 3, 0],
        ['Removed', 3, 0],
      ],
    )
    assert.equal((await browser.get('/api/cart')).body.items.length, 2)
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const shown = await browser.request('POST', `/orders/${order.id}/again`, { body: `_csrf=${csrf}`, headers })
  assert.match(shown.text, /These items are in your cart.*Only 2 of Scarce.*Gone can&#39;t be ordered now/s)
  const stranger = await person(semel)
  assert.notEqual(stranger.id, id)
  assert.equal((await semel.client().post(`/api/cart/orders/${order.id}`, {}, stranger)).status, 404)
})

test('ordering again with more already in the cart → reports that quantity', async () => {
  const { token } = await person(semel)
  const productId = await stockProduct(semel.db, { stock: 9 })
  const order = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
  const browser = semel.client()
  await browser.post('/api/cart/items', { productId, quantity: 5 })
  browser.cookies.set(cookieNames(semel).session, token)
  const again = await browser.post(`/api/cart/orders/${order.body.id}`, {})
  const cart = (await browser.get('/api/cart')).body
  assert.deepEqual([again.body.items[0].inCart, cart.items[0].quantity], [5, 5], again.text)
})

test('an order removes its products from the cart and leaves the others', async () => {
  const browser = semel.client()
  const { token } = await person(semel)
  const [ordered, kept] = [await stockProduct(semel.db), await stockProduct(semel.db)]
  for (const productId of [ordered, kept]) await browser.post('/api/cart/items', { productId, quantity: 1 })
  await browser.post('/api/orders', { items: [{ productId: ordered, quantity: 1 }] }, { token })
  const { body } = await browser.get('/api/cart')
  assert.deepEqual(
    body.items.map(({ productId }: { productId: number }) => productId),
    [kept],
  )
})

test('another tab adds a product while an order waits → it stays there', async () => {
  const { token, id } = await person(semel)
  const [ordered, added] = [await stockProduct(semel.db), await stockProduct(semel.db)]
  await semel.client().post('/api/cart/items', { productId: ordered, quantity: 1 }, { token })
  await using tab = await hold(semel.databaseUrl, tx =>
    sql`update carts set lines = lines || ${JSON.stringify([{ productId: added, quantity: 1, priceSeen: 1 }])}::jsonb
      where user_id = ${id}`.execute(tx),
  )
  const placed = semel.client().post('/api/orders', { items: [{ productId: ordered, quantity: 1 }] }, { token })
  await lockedOut(semel.db, 1)
  await tab.commit()
  assert.equal((await placed).status, 201)
  assert.deepEqual(productsIn(await semel.client().get('/api/cart', { token })), [[added, 1]])
})

const productsIn = ({ body }: { body: { items: { productId: number; quantity: number }[] } }) =>
  body.items.map(({ productId, quantity }) => [productId, quantity])

test('simultaneous changes from two tabs → all kept, even in a new cart', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => stockProduct(semel.db, { stock: 99 })))
  const browser = semel.client()
  await browser.get('/products')
  const add = (productId: number) => browser.post('/api/cart/items', { productId, quantity: 1 })
  for (const { status, text } of await Promise.all([...ids, ...ids, ...ids].map(add))) assert.equal(status, 200, text)
  const all = productsIn(await browser.get('/api/cart'))
  assert.deepEqual(all.sort(), ids.map(id => [id, 3]).sort())
  const [first, second, third, ...others] = ids
  await Promise.all([
    browser.delete(`/api/cart/items/${first}`),
    browser.patch(`/api/cart/items/${second}`, { quantity: 9 }),
    add(third!),
  ])
  const left = productsIn(await browser.get('/api/cart'))
  assert.deepEqual(left.sort(), [[second, 9], [third, 4], ...others.map(id => [id, 3])].sort())
})

test('fifty products are the most, also when many are added at once', async () => {
  const browser = semel.client()
  await browser.get('/products')
  const ids = await Promise.all(Array.from({ length: 55 }, () => stockProduct(semel.db)))
  const statuses = await Promise.all(
    ids.map(async productId => (await browser.post('/api/cart/items', { productId, quantity: 1 })).status),
  )
  assert.equal(statuses.filter(status => status === 200).length, 50)
  assert.equal((await browser.get('/api/cart')).body.items.length, 50)
})

test('signed-in user → one cart everywhere; the cart of a visitor joins once', async () => {
  const { token } = await person(semel)
  const [both, own, brought] = await Promise.all(Array.from({ length: 3 }, () => stockProduct(semel.db, { stock: 99 })))
  const elsewhere = semel.client()
  await elsewhere.post('/api/cart/items', { productId: both, quantity: 1 }, { token })
  await elsewhere.post('/api/cart/items', { productId: own, quantity: 2 }, { token })
  assert.equal(elsewhere.cookies.size, 0, 'a program with a token needs no cookie')

  const browser = semel.client()
  await browser.post('/api/cart/items', { productId: both, quantity: 4 })
  await browser.post('/api/cart/items', { productId: brought, quantity: 1 })
  const { cart, session } = cookieNames(semel)
  assert.match(browser.cookies.get(cart)!, /^[\w-]{43}$/)
  browser.cookies.set(session, token)
  assert.match((await browser.get('/')).text, />7<span class="unseen"> items/, 'the header counts both carts')
  const pages = await Promise.all([browser.get('/cart'), browser.get('/checkout'), browser.get('/api/cart')])
  for (const { status, text } of pages) assert.equal(status, 200, text)
  assert.ok(!browser.cookies.has(cart))
  const joined = [
    [both, 4],
    [own, 2],
    [brought, 1],
  ]
  assert.deepEqual(productsIn(await browser.get('/api/cart')), joined)
  assert.deepEqual(productsIn(await elsewhere.get('/api/cart', { token })), joined)

  await elsewhere.post('/api/orders', { items: [{ productId: own, quantity: 2 }] }, { token })
  assert.equal((await browser.get('/api/cart')).body.items.length, 2)
  browser.cookies.delete(session)
  assert.deepEqual((await browser.get('/api/cart')).body.items, [], 'the next person at this screen does not see it')
})

test('unknown or expired token → 401, not a cart that keeps nothing', async () => {
  const productId = await stockProduct(semel.db)
  const refused = await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token: 'made-up' })
  assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'])
})

test('API key → refused a cart that nobody would find again', async () => {
  const productId = await stockProduct(semel.db)
  const { key } = await createApiKey(semel, { name: 'Cart', scopes: ['orders:write'] })
  for (const options of [{ headers: { 'x-api-key': key } }, { token: key }]) {
    const refused = await semel.client().post('/api/cart/items', { productId, quantity: 1 }, options)
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'])
    assert.match(refused.body.detail, /Sign in instead/)
  }
})

test('session cookie alone → another site cannot change the cart of a user', async () => {
  const { token } = await person(semel)
  const productId = await stockProduct(semel.db)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, token)
  const headers = { origin: 'https://evil.example.com' }
  const refused = await browser.post('/api/cart/items', { productId, quantity: 1 }, { headers })
  assert.deepEqual([refused.status, refused.body.code], [403, 'csrf_required'])
  assert.equal((await browser.post('/api/cart/items', { productId, quantity: 1 })).status, 200)
})

test('cart → part of the export of its user, deleted with the account', async () => {
  const { token, id } = await person(semel)
  const productId = await stockProduct(semel.db)
  await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token })
  const { body } = await semel.client().get('/api/users/me/export', { token })
  assert.deepEqual(body.cart, [{ productId, quantity: 1 }])
  await semel.db.deleteFrom('users').where('id', '=', id).execute()
  assert.equal(await semel.db.selectFrom('carts').select('id').where('user_id', '=', id).executeTakeFirst(), undefined)
})

test('unchanged carts → deleted after a month, those of users after a year', async () => {
  await semel.db.deleteFrom('carts').execute()
  const users = await Promise.all([person(semel), person(semel)])
  const productId = await stockProduct(semel.db)
  const add = (token?: string) =>
    semel.client().post('/api/cart/items', { productId, quantity: 1 }, token === undefined ? {} : { token })
  for (const token of [undefined, undefined, users[0]!.token, users[1]!.token])
    assert.equal((await add(token)).status, 200)
  const ids = (await semel.db.selectFrom('carts').select('id').orderBy('id').execute()).map(({ id }) => id)
  for (const [index, age] of ['31 days', '29 days', '364 days', '366 days'].entries()) {
    await sql`update carts set changed_at = now() - ${age}::interval where id = ${ids[index]}`.execute(semel.db)
  }
  await deleteOldCarts(semel.db)
  const left = (await semel.db.selectFrom('carts').select('id').orderBy('id').execute()).map(({ id }) => id)
  assert.deepEqual(left, [ids[1], ids[2]])
})

test('thousand new carts a day from one network → only existing ones continue', async () => {
  await using behind = await startSemel({ trustedProxies: ['loopback'] }, { worker: false })
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  const productId = await stockProduct(behind.db, { stock: 99 })
  const browser = behind.client()
  const add = (client = behind.client()) => client.post('/api/cart/items', { productId, quantity: 1 }, { headers })
  assert.equal((await add(browser)).status, 200)
  await sql`update budgets set spent = array_fill(spent[1], array[1000]) where kind = 'new-carts'`.execute(behind.db)
  const refused = await add()
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal((await add(browser)).status, 200)
  assert.equal((await behind.db.selectFrom('carts').select('id').execute()).length, 1)
})
