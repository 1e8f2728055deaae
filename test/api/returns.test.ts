import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type Reason, reasonsOf } from '../../src/pages/assets/form-errors.js'
import { inLanguage, translated } from '../../src/words/words.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers, transfersOf } from '../support/transfers.ts'

/* Goods come back: who may ask, how often a piece can, what goes into stock, what is paid back, and what happens at once. */
let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body: object = {}, who: Person = staff) =>
  semel.client().post(path, body, { token: who.token })
const get = (path: string, who: Person = staff) => semel.client().get(path, { token: who.token })

type Wanted = { price?: number; quantity?: number }[]

/** An order that was paid by bank transfer and delivered. */
async function delivered(
  lines: Wanted = [{ price: 1000, quantity: 3 }],
  steps = ['mark-paid', 'process', 'ship', 'deliver'],
) {
  const products = await Promise.all(lines.map(({ price = 1000 }) => stockProduct(semel.db, { price })))
  const items = lines.map(({ quantity = 1 }, n) => ({ productId: products[n]!, quantity }))
  const { body, text } = await post('/api/orders', { items }, buyer)
  assert.ok(body.id, text)
  for (const step of steps) assert.equal((await post(`/api/orders/${body.id}/${step}`)).status, 200, step)
  return { id: body.id as number, products, body }
}

const ask = (orderId: number, quantities: number[], who = buyer) =>
  post(`/api/orders/${orderId}/returns`, { items: quantities.map((quantity, n) => ({ line: n + 1, quantity })) }, who)
const take = (id: string, step: string, body: object = {}) => post(`/api/admin/returns/${id}/${step}`, body)

async function received(orderId: number, quantities: number[]) {
  const { body, text } = await ask(orderId, quantities)
  assert.ok(body.id, text)
  await take(body.id, 'approve')
  const answer = await take(body.id, 'receive')
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const mailsOf = async (returnId: string) => {
  const { rows } = await sql<{ type: string }>`
    select type from events where payload ->> 'returnId' = ${returnId} order by id
  `.execute(semel.db)
  return rows.map(({ type }) => type)
}

test('one of three things returns → stock, refund, payment and notices once each', async () => {
  const { id, products } = await delivered()
  const asked = await ask(id, [1])
  assert.equal(asked.status, 201, asked.text)
  assert.deepEqual([asked.body.state, asked.body.items[0].quantity], ['requested', 1])
  assert.equal((await get(`/api/orders/${id}`, buyer)).body.items[0].returned, 1)
  const returnId = asked.body.id
  assert.equal((await take(returnId, 'approve', { answer: 'Use the old box.' })).body.state, 'approved')
  assert.equal((await stockOf(semel.db, products[0]!)).stock, 97)
  const { body } = await take(returnId, 'receive')
  assert.deepEqual([body.goodsTotal, body.deliveryTotal, body.items[0].restocked], [1000, 0, 1])
  assert.equal((await stockOf(semel.db, products[0]!)).stock, 98)
  const refund = await take(returnId, 'refund')
  assert.equal(refund.status, 201, refund.text)
  assert.deepEqual([refund.body.amount, refund.body.state, refund.body.returnId], [1000, 'to_transfer', returnId])
  await sendTransfers(semel, id, staff)
  const order = (await get(`/api/orders/${id}`, buyer)).body
  assert.deepEqual(order.payment, {
    method: 'invoice',
    status: 'partly_refunded',
    received: order.total,
    refunded: 1000,
    credited: 0,
    due: 0,
  })
  const [one] = (await get(`/api/orders/${id}/returns`, buyer)).body.items
  assert.deepEqual([one.state, one.refunded, one.steps.length], ['closed', 1000, 4])
  assert.deepEqual(await mailsOf(returnId), ['return.requested', 'return.approved', 'return.received'])
  const mails = await semel.mailTo(buyer.email, 6)
  assert.ok(mails.some(({ subject }) => subject === `Your return for order #${id} is approved`))
  const { rows } = await sql<{ type: string }>`
    select type from event_outbox where data ->> 'returnId' = ${returnId}
    union all select type from event_feed where data ->> 'returnId' = ${returnId}
  `.execute(semel.db)
  assert.deepEqual(rows.map(({ type }) => type).sort(), [
    'return.approved',
    'return.closed',
    'return.received',
    'return.requested',
  ])
})

test('more than was shipped → 409 with the numbers, and nothing is reserved', async () => {
  const { id } = await delivered([{ quantity: 3 }, { quantity: 1 }])
  assert.equal((await ask(id, [2, 0])).status, 201)
  const { status, body } = await ask(id, [2, 1])
  assert.deepEqual([status, body.code, body.line, body.asked, body.left], [409, 'too_many_returned', 1, 2, 1])
  assert.equal((await ask(id, [1, 1])).status, 201)
})

test('return of no piece → form names field and reason, in each language', async () => {
  const { id } = await delivered([{ quantity: 2 }, { quantity: 1 }])
  const refused = await ask(id, [0, 0])
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'items.0.quantity'])
  const fields = [{ name: 'items.0.quantity', label: 'Tea: how many of 2?' }]
  const [{ field, reason }] = reasonsOf(refused.body, null, fields) as [Reason]
  assert.deepEqual([field, reason], ['items.0.quantity', 'Enter how many pieces you send back'])
  const said = (['de', 'fr'] as const).map(language => inLanguage(language, () => translated(reason)))
  assert.deepEqual(said, [
    'Geben Sie an, wie viele Stück Sie zurücksenden',
    'Indiquez combien d’articles vous renvoyez',
  ])
})

test('the only piece that can come back is filled in', async () => {
  const shown = async (quantity: number) => {
    const { id } = await delivered([{ quantity }])
    const { text } = await semel.client().get(`/orders/${id}`, { headers: { cookie: `semel_session=${buyer.token}` } })
    return /value="(\d+)" id="return-items\.0\.quantity"/.exec(text)?.[1]
  }
  assert.deepEqual([await shown(1), await shown(2)], ['1', '0'])
})

test('a declined return gives its pieces back', async () => {
  const { id } = await delivered()
  const { body } = await ask(id, [3])
  assert.equal((await ask(id, [1])).status, 409)
  assert.equal((await take(body.id, 'decline', { answer: 'It was used.' })).body.answer, 'It was used.')
  assert.equal((await ask(id, [3])).status, 201)
})

test('what cannot be sold stays out of stock, line by line', async () => {
  const { id, products } = await delivered([{ quantity: 2 }, { quantity: 2 }])
  const { body } = await ask(id, [2, 2])
  await take(body.id, 'approve')
  const wrong = await take(body.id, 'receive', { items: [{ line: 1, restocked: 3 }] })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'items.0.restocked'])
  await take(body.id, 'receive', { items: [{ line: 1, restocked: 0 }] })
  const stocks = await Promise.all(products.map(async product => (await stockOf(semel.db, product)).stock))
  assert.deepEqual(stocks, [98, 100])
})

test('indivisible prices → returns of a line together are what was paid', async () => {
  const { id } = await delivered([{ price: 1000, quantity: 3 }])
  await sql`update order_items set discount = 1 where order_id = ${id}`.execute(semel.db)
  const goods = []
  for (let n = 0; n < 3; n++) goods.push((await received(id, [1])).goodsTotal)
  assert.deepEqual([goods, goods[0] + goods[1] + goods[2]], [[1000, 1000, 999], 2999])
})

test('order before its day was kept → last piece returns today’s cheapest delivery', async () => {
  const { id } = await delivered([{ price: 1000, quantity: 2 }])
  await sql`update orders set delivery_total = 900, total = total + 900, least_delivery = null where id = ${id}`.execute(
    semel.db,
  )
  await sql`update payments set captured = captured + 900, amount = amount + 900 where order_id = ${id}`.execute(
    semel.db,
  )
  await sql`update delivery_methods set price = 490, currency = 'EUR'`.execute(semel.db)
  try {
    const first = await received(id, [1])
    const last = await received(id, [1])
    assert.deepEqual([first.deliveryTotal, last.deliveryTotal], [0, 490])
    await take(first.id, 'refund')
    const refund = await take(last.id, 'refund')
    assert.equal(refund.body.amount, 1490)
    await sendTransfers(semel, id, staff)
    assert.equal((await get(`/api/orders/${id}`, buyer)).body.payment.status, 'partly_refunded')
  } finally {
    await sql`update delivery_methods set price = 0, currency = null`.execute(semel.db)
  }
})

test('methods change after the order → its day’s least expensive delivery goes back', async () => {
  const add = async (price: number, kind: string, active = true) => {
    const names = { en: `${kind} ${price}` }
    const days = { least: 1, most: 3 }
    const body = { names, price, currency: 'EUR', kind, active, days, position: 5 }
    const admin = await person(semel, 'admin')
    const answer = await semel.client().post('/api/admin/delivery-methods', body, { token: admin.token })
    assert.deepEqual([answer.status, answer.body.kind], [201, kind], answer.text)
    return answer.body.id as string
  }
  await sql`update delivery_methods set active = false`.execute(semel.db)
  const express = await add(900, 'delivery')
  await add(490, 'delivery')
  await add(0, 'collection')
  const place = async (delivery?: string) => {
    const productId = await stockProduct(semel.db, { price: 1000 })
    const items = [{ productId, quantity: 1 }]
    const { body, text } = await post('/api/orders', { items, ...(delivery && { delivery }) }, buyer)
    assert.ok(body.id, text)
    for (const step of ['mark-paid', 'process', 'ship']) await post(`/api/orders/${body.id}/${step}`)
    return body.id as number
  }
  try {
    const [fast, other] = [await place(express), await place(express)]
    await add(0, 'delivery')
    assert.equal((await received(fast, [1])).deliveryTotal, 490)
    await sql`delete from delivery_methods where price > 0`.execute(semel.db)
    await sql`update delivery_methods set active = false`.execute(semel.db)
    assert.equal((await received(other, [1])).deliveryTotal, 490)
    await sql`delete from delivery_methods where active or kind = 'collection'`.execute(semel.db)
    const counter = await add(150, 'collection')
    const collected = await place(counter)
    await add(0, 'delivery')
    assert.equal((await received(collected, [1])).deliveryTotal, 150, 'the only way that there was')
  } finally {
    await sql`delete from delivery_methods where names ->> 'en' ~ ' \\d+$'`.execute(semel.db)
    await sql`update delivery_methods set active = true`.execute(semel.db)
  }
})

test('part, too much, other currency, nothing paid → rules of all refunds apply', async () => {
  const { id } = await delivered()
  const { id: returnId } = await received(id, [1])
  const tooMuch = await take(returnId, 'refund', { amount: 3001 })
  assert.deepEqual([tooMuch.status, tooMuch.body.code, tooMuch.body.left], [409, 'refund_too_large', 3000])
  assert.equal((await take(returnId, 'refund', { amount: 700, currency: 'USD' })).status, 422)
  assert.equal((await take(returnId, 'refund', { amount: 700, currency: 'EUR' })).body.amount, 700)
  const unpaid = await delivered([{ quantity: 1 }], ['process', 'ship'])
  const other = await received(unpaid.id, [1])
  assert.equal((await take(other.id, 'refund')).body.code, 'wrong_payment_state')
  assert.equal((await take(other.id, 'close')).body.state, 'closed')
  assert.deepEqual((await mailsOf(other.id)).at(-1), 'return.closed')
})

test('wrong steps, strangers, unshipped orders, bad input → refused with a reason', async () => {
  const { id } = await delivered()
  const { body } = await ask(id, [1])
  const early = await take(body.id, 'receive')
  assert.deepEqual([early.status, early.body.code, early.body.from], [409, 'wrong_return_state', 'requested'])
  const stranger = await person(semel)
  assert.equal((await ask(id, [1], stranger)).status, 404)
  assert.equal((await get(`/api/orders/${id}/returns`, stranger)).status, 404)
  assert.equal(
    (await semel.client().post(`/api/admin/returns/${body.id}/approve`, {}, { token: buyer.token })).status,
    403,
  )
  assert.equal((await take('0190b1c5-0000-7000-8000-000000000000', 'approve')).status, 404)
  const open = await delivered([{ quantity: 1 }], [])
  assert.equal((await ask(open.id, [1])).body.code, 'wrong_order_state')
  assert.equal((await ask(id, [0])).body.errors[0].field, 'items.0.quantity')
  const unknown = await post(`/api/orders/${id}/returns`, { items: [{ line: 9, quantity: 1 }] }, buyer)
  assert.equal(unknown.body.errors[0].field, 'items.0.line')
  assert.equal((await ask(id, [-1])).status, 422)
})

test('shop that sends labels → approval needs one that is a web address', async () => {
  const { id } = await delivered()
  const { body } = await ask(id, [1])
  const admin = await person(semel, 'admin')
  const set = (returnLabels: boolean) =>
    semel.client().patch('/api/admin/settings', { returnLabels }, { token: admin.token })
  assert.equal((await set(true)).status, 200)
  try {
    assert.equal((await take(body.id, 'approve')).body.errors[0].field, 'label')
    assert.equal((await take(body.id, 'approve', { label: 'javascript:alert(1)' })).status, 422)
    assert.equal((await take(body.id, 'approve', { label: 'https://carrier.example/4711' })).status, 200)
  } finally {
    await set(false)
  }
})

test('two of the staff refund one return → one refund', async () => {
  const { id } = await delivered()
  const { id: returnId } = await received(id, [2])
  const answers = await Promise.all(Array.from({ length: 6 }, () => take(returnId, 'refund', { amount: 900 })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  assert.equal((await transfersOf(semel, id, staff)).length, 1)
})

test('two returns for the last piece, and a double click → one return', async () => {
  const { id } = await delivered([{ quantity: 1 }])
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(id, [1], n % 2 ? buyer : staff)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  const other = await delivered([{ quantity: 2 }])
  const body = { items: [{ line: 1, quantity: 1 }] }
  const options = { token: buyer.token, headers: { 'idempotency-key': `click ${other.id}` } }
  const clicks = await Promise.all(
    [1, 2].map(() => semel.client().post(`/api/orders/${other.id}/returns`, body, options)),
  )
  assert.equal(clicks[0]!.body.id, clicks[1]!.body.id)
})

test('received twice at once → in stock again once', async () => {
  const { id, products } = await delivered([{ quantity: 2 }])
  const { body } = await ask(id, [2])
  await take(body.id, 'approve')
  await Promise.all(Array.from({ length: 5 }, () => take(body.id, 'receive')))
  assert.equal((await stockOf(semel.db, products[0]!)).stock, 100)
})

test('unpaid order, part returned → customer pays the rest, credit note says so', async () => {
  const { id } = await delivered([{ price: 1000, quantity: 3 }], ['process', 'ship', 'deliver'])
  const { id: returnId } = await received(id, [1])
  const tooMuch = await take(returnId, 'credit', { amount: 3001 })
  assert.deepEqual([tooMuch.status, tooMuch.body.code, tooMuch.body.left], [409, 'refund_too_large', 3000])
  assert.equal((await take(returnId, 'credit', { currency: 'USD' })).body.errors[0].field, 'currency')
  const credits = await Promise.all([take(returnId, 'credit'), take(returnId, 'credit')])
  assert.deepEqual(credits.map(({ status }) => status).sort(), [200, 409])
  assert.deepEqual((await mailsOf(returnId)).at(-1), 'return.closed')
  const { payment } = (await get(`/api/orders/${id}`, buyer)).body
  const none = { received: 0, refunded: 0 }
  assert.deepEqual(payment, { method: 'invoice', status: 'open', ...none, credited: 1000, due: 2000 })
  assert.match(
    (await semel.client().get(`/orders/${id}`, { headers: { cookie: `semel_session=${buyer.token}` } })).text,
    /You pay €10\.00 less for it\./,
  )
  const paid = await post(`/api/orders/${id}/mark-paid`)
  assert.equal(paid.body.payment.status, 'paid')
  const { rows } = await sql<{ captured: number }>`select captured from payments where order_id = ${id}`.execute(
    semel.db,
  )
  assert.deepEqual(rows, [{ captured: 2000 }])
  const other = await received(id, [1])
  assert.equal((await take(other.id, 'credit')).body.code, 'wrong_payment_state')
  assert.equal((await take(other.id, 'refund')).body.amount, 1000)
})

test('customer paid by transfer → names refund account; staff see it until deletion', async () => {
  const { id } = await delivered()
  const items = [{ line: 1, quantity: 1 }]
  const mistyped = await post(`/api/orders/${id}/returns`, { items, refundIban: 'DE88 3704 0044 0532 0130 00' }, buyer)
  assert.deepEqual([mistyped.status, mistyped.body.errors[0].code], [422, 'invalid_iban'])
  const wanted = { items, refundIban: 'de89 3704 0044 0532 0130 00', reason: 'too small' }
  const { body } = await post(`/api/orders/${id}/returns`, wanted, buyer)
  assert.equal(body.refundIban, 'DE89370400440532013000')
  const see = async (path: string, { token }: Person) =>
    (await semel.client().get(path, { headers: { cookie: `semel_session=${token}` } })).text
  assert.match(await see(`/admin/returns/${body.id}`, staff), /Refund to.*DE89 3704 0044 0532 0130 00/s)
  assert.match(await see(`/orders/${id}`, buyer), /IBAN for the refund/)
  const without = await post(`/api/orders/${id}/returns`, { items, refundIban: '' }, buyer)
  assert.equal(without.body.refundIban, null)

  for (const one of [body, without.body]) assert.equal((await take(one.id, 'decline')).status, 200)
  assert.equal((await semel.client().delete('/api/users/me', { token: buyer.token })).status, 204)
  const kept = await sql`
    select from returns where id = ${body.id} and num_nulls(reason, answer, label, refund_iban) < 4
  `.execute(semel.db)
  assert.equal(kept.rows.length, 0)
  assert.equal((await get(`/api/admin/returns/${body.id}`)).body.refundIban, null)
})

test('return step with the same key → taken once, repeat gets first answer', async () => {
  const { id } = await delivered()
  const { body } = await ask(id, [1])
  const key = { 'idempotency-key': `approve ${body.id}` }
  const approve = () =>
    semel.client().post(`/api/admin/returns/${body.id}/approve`, {}, { token: staff.token, headers: key })
  const first = await approve()
  const again = await approve()
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
  assert.equal((await take(body.id, 'approve')).status, 409)
  assert.deepEqual(await mailsOf(body.id), ['return.requested', 'return.approved'])
})
