import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { Client } from '../support/client.ts'
import { openProvider, orderOnline } from '../support/payments.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* States are true: an order with nothing to pay is paid, one given back is not packed, and "confirmed" waits for its payment. */

let semel: Semel
let buyer: Person
let admin: Person
let provider: DevProvider
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  admin = await person(semel, 'admin')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  await sql`insert into discount_codes (code, kind, value, created_at) values ('ALL', 'percent', 100, now())`.execute(
    semel.db,
  )
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const post = (path: string, body: object = {}, who = admin) => semel.client().post(path, body, { token: who.token })

async function see(path: string, who = buyer) {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, who.token)
  return (await client.get(path, { headers: { accept: 'text/html' } })).text
}

async function place(prices: number[], more: object = {}) {
  const products = await Promise.all(prices.map(price => stockProduct(semel.db, { price })))
  const items = products.map(productId => ({ productId, quantity: 1 }))
  const { body, status, text } = await post('/api/orders', { items, ...more }, buyer)
  assert.equal(status, 201, text)
  return body
}

async function paidEvents(id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from event_outbox where type = 'order.paid' and data ->> 'orderId' = ${String(id)})::int
      + (select count(*) from event_feed where type = 'order.paid' and data ->> 'orderId' = ${String(id)})::int as n
  `.execute(semel.db)
  return rows[0]!.n
}

async function isPaidForNothing(id: number): Promise<void> {
  const { body } = await semel.client().get(`/api/orders/${id}`, { token: buyer.token })
  assert.deepEqual([body.total, body.payment.status, body.payment.due], [0, 'paid', 0])
  assert.equal(await paidEvents(id), 1)
  assert.doesNotMatch(await see('/admin/orders?status=unpaid', admin), new RegExp(`/admin/orders/${id}"`))
  assert.match(await see(`/orders/${id}`), /Nothing to pay/)
  for (const record of ['paid', 'unpaid', 'refunded'])
    assert.equal((await post(`/api/orders/${id}/mark-${record}`)).body.code, 'wrong_payment_state', record)
  for (const step of ['process', 'ship']) assert.equal((await post(`/api/orders/${id}/${step}`)).status, 200, step)
}

for (const [name, prices, more] of [
  ['a code of 100 %', [5000], { discountCode: 'ALL' }],
  ['a code of 100 %, to be paid online', [5000], { discountCode: 'ALL', payment: { method: 'online' } }],
  ['a price of nothing', [0], {}],
  ['both', [0, 100], { discountCode: 'ALL' }],
] as const) {
  test(`${name} → paid from the beginning, and nobody can mark it`, async () => {
    const order = await place([...prices], more)
    assert.deepEqual([order.payment.status, order.payment.due], ['paid', 0])
    await isPaidForNothing(order.id)
  })
}

test('what an edit leaves costs nothing → the order is paid', async () => {
  const { id } = await place([0, 2000])
  const items = [{ line: 2, quantity: 0 }]
  const edit = await semel.client().patch(`/api/orders/${id}/items`, { items }, { token: admin.token })
  assert.deepEqual([edit.status, edit.body.payment.status], [200, 'paid'], edit.text)
  await isPaidForNothing(id)
})

test('marked as paid by mistake, then nothing is left to pay → paid', async () => {
  const { id } = await place([0, 2000])
  for (const record of ['paid', 'unpaid']) await post(`/api/orders/${id}/mark-${record}`)
  const items = [{ line: 2, quantity: 0 }]
  const edit = await semel.client().patch(`/api/orders/${id}/items`, { items }, { token: admin.token })
  assert.deepEqual([edit.status, edit.body.payment.status], [200, 'paid'], edit.text)
})

test('free order is cancelled → no refund is due, the stock is back', async () => {
  const { id } = await place([0])
  const { body } = await post(`/api/orders/${id}/cancel`, {}, buyer)
  assert.deepEqual([body.status, body.payment.status], ['cancelled', 'paid'])
  assert.match(await see(`/orders/${id}`), /Nothing to pay/)
})

test('all money goes back before the parcel → preparing and shipping ask first', async () => {
  const { id } = await place([5000])
  await post(`/api/orders/${id}/mark-paid`)
  assert.equal((await post(`/api/orders/${id}/refunds`)).status, 201)
  const refused = await post(`/api/orders/${id}/process`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'order_refunded'])
  const many = await post('/api/orders/steps', { step: 'process', orderIds: [id] })
  assert.deepEqual([many.body.moved, many.body.reasons[0].code], [[], 'order_refunded'])
  assert.equal((await semel.client().post(`/api/v1/orders/${id}/process`, {}, { token: admin.token })).status, 409)
  const page = await see(`/admin/orders/${id}`, admin)
  assert.match(page, /Cancel the order, so that nobody packs it.*Cancel this order.*Prepare it all the same/s)
  assert.equal((await post(`/api/orders/${id}/process`, { evenIfRefunded: true })).status, 200)
  assert.equal((await post(`/api/orders/${id}/ship`)).body.code, 'order_refunded')
  assert.equal((await post(`/api/orders/${id}/ship`, { evenIfRefunded: true })).status, 200)
  const { id: other } = await place([5000])
  await post(`/api/orders/${other}/mark-paid`)
  await post(`/api/orders/${other}/refunds`, { amount: 100 })
  assert.equal((await post(`/api/orders/${other}/process`)).status, 200, 'a part of it')
})

test('guest owes an online payment → home and cart say so', async () => {
  const browser = new Client(semel.origin)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const body = { email: 'waits@example.com', items, payment: { method: 'online' } }
  const { body: order, text } = await browser.post('/api/guest-orders', body)
  const said = `<a href="/orders/${order.id}">1 order waits for its payment.</a>`
  for (const path of ['/', '/cart']) {
    const page = await browser.get(path)
    assert.ok(page.text.includes(said), `${path} after ${text}`)
    // A shared cache would tell it to others.
    assert.equal(page.headers.get('cache-control'), 'no-store')
  }
  assert.doesNotMatch((await new Client(semel.origin).get('/')).text, /waits for its payment/)
  await browser.post(`/api/orders/${order.id}/cancel`, {})
  assert.doesNotMatch((await browser.get('/')).text, /waits for its payment/)
})

test('online payment open → confirmation waits with link, home and cart say so', async () => {
  const { id } = await orderOnline(semel, buyer, 4800)
  const find = async () =>
    (await semel.mailTo(buyer.email)).find(({ subject }) => subject === `Order Confirmation #${id}`)
  await until(async () => (await find()) !== undefined, 'the confirmation')
  const mail = (await find())!
  assert.match(mail.text, /We wait for your payment, and start when it\s+has come\./)
  assert.doesNotMatch(mail.text, /getting it ready/)
  assert.match(mail.text, new RegExp(`Pay €48\\.00 online.*/orders/${id}`, 's'))
  for (const path of ['/', '/cart']) {
    const page = await see(path)
    assert.match(page, new RegExp(`<a href="/orders/${id}">1 order waits for its payment\\.</a>`), path)
  }
  await orderOnline(semel, buyer, 4800)
  assert.match(await see('/cart'), /<a href="\/orders">2 orders wait for their payment\.<\/a>/)
  const stranger = await person(semel)
  assert.doesNotMatch(await see('/', stranger), /for its payment|for their payment/)
})
