import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Pages of customers without a browser: the words of cart, checkout, orders and contact, and where their links lead. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

function browserOf({ token }: { token: string }) {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  return client
}

test('removed product → named in cart and checkout, without price or link there', async () => {
  const browser = browserOf(await person(semel))
  const id = await stockProduct(semel.db, { name: 'Lamp of old', sku: 'OLD-LAMP' })
  await browser.post('/api/cart/items', { productId: id, quantity: 2 })
  await semel.db.updateTable('products').set({ removed_at: new Date() }).where('id', '=', id).execute()
  const [item] = (await browser.get('/api/cart')).body.items
  assert.deepEqual([item.name, item.sku, item.changes[0].code], ['Lamp of old', 'OLD-LAMP', 'removed'])
  const cart = await browser.get('/cart')
  assert.match(textOf(cart.text), /Lamp of old OLD-LAMP This product is no longer sold\./)
  assert.match(textOf((await browser.get('/checkout')).text), /Lamp of old : This product is no longer sold\./)
  assert.ok(!cart.text.includes(`href="/products/${id}"`))
})

test('removed product → not among the items of a checkout, free of charge', async () => {
  const browser = browserOf(await person(semel))
  const [old, sold] = [await stockProduct(semel.db, { name: 'Lamp of old' }), await stockProduct(semel.db)]
  for (const productId of [old, sold]) await browser.post('/api/cart/items', { productId, quantity: 1 })
  await semel.db.updateTable('products').set({ removed_at: new Date() }).where('id', '=', old).execute()
  const words = textOf((await browser.get('/checkout')).text)
  assert.match(words, /Lamp of old : This product is no longer sold\. .* Your order .* 1 × €10\.00 .* Total €10\.00/)
  assert.doesNotMatch(words, /€0\.00/)
})

test('checkout that would be refused → no button, but a way back', async () => {
  const browser = browserOf(await person(semel))
  const id = await stockProduct(semel.db, { stock: 2 })
  await browser.post('/api/cart/items', { productId: id, quantity: 2 })
  assert.match((await browser.get('/checkout')).text, /Order and pay €20\.00/)
  await semel.db.updateTable('products').set({ stock: 1 }).where('id', '=', id).execute()
  const { text } = await browser.get('/checkout')
  assert.match(textOf(text), /: Only 1 is left\..* Some items can&#39;t be ordered as they are\. Change your cart/)
  assert.doesNotMatch(text, /Order and pay/)
})

test('an order links its products, but none that is no longer sold', async () => {
  const buyer = await person(semel)
  const ids = [await stockProduct(semel.db), await stockProduct(semel.db, { name: 'Lamp of old' })]
  const items = ids.map(productId => ({ productId, quantity: 1 }))
  const { body: order } = await semel.client().post('/api/orders', { items }, buyer)
  await semel.db.updateTable('products').set({ removed_at: new Date() }).where('id', '=', ids[1]!).execute()
  const { text } = await browserOf(buyer).get(`/orders/${order.id}`)
  assert.match(textOf(text), /Lamp of old/)
  assert.deepEqual(
    ids.map(id => text.includes(`href="/products/${id}"`)),
    [true, false],
  )
})

test('search engines get a short description of a product', async () => {
  const id = await stockProduct(semel.db, { description: 'A chair from one piece of ash. '.repeat(100) })
  const { text } = await semel.client().get(`/products/${id}`)
  const [, description] = /<meta name="description" content="([^"]*)">/.exec(text)!
  assert.match(description!, /^A chair from one piece of ash\. .* of ash\. A…$/)
  assert.ok(description!.length <= 160, `${description!.length} characters`)
})

test('empty checkout → names an order just placed elsewhere, or leads to orders', async () => {
  const buyer = await person(semel)
  const browser = browserOf(buyer)
  const words = async () => textOf((await browser.get('/checkout')).text)
  assert.match(await words(), /Your cart is empty/)
  assert.doesNotMatch(await words(), /is placed/)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body } = await browser.post('/api/orders', { items }, buyer)
  assert.match(await words(), new RegExp(`Your order #${body.id} is placed\\.`))
  assert.ok((await browser.get('/checkout')).text.includes(`href="/orders/${body.id}"`))
  semel.clock.advance(31 * MINUTE)
  assert.doesNotMatch(await words(), /is placed/)
  assert.match(await words(), /If you have just ordered, see your orders \./)
})

test('links to sign in or register → remember where the visitor was going', async () => {
  const pages = ['/login', '/register', '/forgot-password', '/products']
  for (const page of pages) {
    const { text } = await semel.client().get(`${page}?next=%2Fcheckout`)
    const links = text.match(/href="\/(?:login|register)[^"]*"/g) ?? []
    assert.ok(links.length >= 2, page)
    for (const link of links) assert.match(link, /\?next=%2Fcheckout"$/, page)
  }
  const foreign = await semel.client().get('/login?next=https%3A%2F%2Fevil.example')
  assert.doesNotMatch(foreign.text, /href="[^"]*next=/)
})

test('reload after the recovery codes → leads to where the visitor was going', async () => {
  const { client } = await newPerson(semel)
  const answer = await client.get('/register/authenticator?next=%2Fcheckout')
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/checkout'])
  assert.match((await client.get('/checkout')).text, /If you haven&#39;t saved your recovery codes/)
  const guest = await semel.client().get('/register/authenticator?next=%2Fcheckout')
  assert.equal(guest.headers.get('location'), '/register?next=%2Fcheckout')
  // Without JavaScript, a reload sends the code again.
  const _csrf = /name="_csrf" value="([^"]+)"/.exec((await client.get('/account')).text)![1]!
  const body = new URLSearchParams({ _csrf, code: '123456' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const again = await client.post('/register/authenticator?next=%2Fcheckout', body, { headers })
  assert.equal(again.status, 401)
  assert.match(again.text, /<a class="button" href="\/checkout">Continue as Ada Lovelace<\/a>/)
})

test('order → leads to a contact form that begins with its number', async () => {
  const buyer = await person(semel)
  const browser = browserOf(buyer)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body } = await browser.post('/api/orders', { items }, buyer)
  const [, address] = /href="([^"]+)">Need help with this order\?/.exec((await browser.get(`/orders/${body.id}`)).text)!
  assert.match((await browser.get(address!)).text, new RegExp(`<textarea[^>]*>\\s*About order #${body.id}:`))
  for (const order of ['x', '0', '1&order=2', '99999999999999999999']) {
    const { status, text } = await browser.get(`/contact?order=${order}`)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /About order/)
  }
})
