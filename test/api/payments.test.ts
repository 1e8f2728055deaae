import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { expireUnpaidOnline } from '../../src/orders/expiry.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/*
 * Ends: paid, declined, abandoned, expired, paid at the last second, paid after a cancel, refunded in part and whole, refunded
 * elsewhere, charged back. Races and failures are in payment-races.test.ts, attacks in payment-events.test.ts.
 */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
  provider.faults.clear()
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const read = async (id: number, path = '', who = buyer) =>
  (await semel.client().get(`/api/orders/${id}${path}`, { token: who.token })).body
const cancel = (id: number, who = buyer) =>
  semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: who.token })
const refund = (id: number, body: object, who = staff) =>
  semel.client().post(`/api/orders/${id}/refunds`, body, { token: who.token })

async function paidOrder() {
  const order = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, order.id, buyer))
  await until(async () => (await paymentStatus(semel, order.id)) === 'paid', 'paid')
  await settled(semel)
  return order
}

const mailsAbout = async (type: string, orderId: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = ${type} and payload ->> 'orderId' = ${String(orderId)}
  `.execute(semel.db)
  return rows[0]!.n
}

test('customer pays → the order is paid, told and captured once', async () => {
  const { id, body } = await orderOnline(semel, buyer)
  assert.deepEqual(body.payment, {
    method: 'online',
    status: 'pending',
    received: 0,
    refunded: 0,
    credited: 0,
    due: 4800,
  })
  const page = await openedPage(semel, id, buyer)
  provider.bank.pay(page)
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  await settled(semel)
  assert.deepEqual(capturedFor(provider, id), { captures: 1, captured: 4800, refunded: 0, refunds: 0, sessions: 1 })
  assert.deepEqual((await read(id)).payment, {
    method: 'online',
    status: 'paid',
    received: 4800,
    refunded: 0,
    credited: 0,
    due: 0,
  })
  const mails = await semel.mailTo(buyer.email, 2)
  assert.ok(mails.some(({ subject }) => subject === `Payment received for order #${id}`))
  assert.equal(await mailsAbout('payment.received', id), 1)
  const payment = await read(id, '/payment')
  assert.deepEqual([payment.state, payment.captured, payment.redirect], ['captured', 4800, null])
})

test('a way of paying without authorization → paid without a call', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  provider.bank.session(page).capturesLater = false
  provider.bank.pay(page)
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  assert.equal(capturedFor(provider, id).captures, 1)
})

test('no event ever comes → the customer who returns finds the order paid', async () => {
  provider.events.lost = 1
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  const answer = await semel.client().get(`/orders/${id}/paid`, { headers: { cookie: sessionCookie(buyer) } })
  provider.events.lost = 0
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/orders/${id}`])
  assert.equal(await paymentStatus(semel, id), 'paid')
})

const sessionCookie = ({ token }: Person) => `semel_session=${token}`

test('old versions → the four words that they know', async () => {
  const { id } = await orderOnline(semel, buyer)
  for (const version of ['v1', 'v2'])
    assert.deepEqual((await semel.client().get(`/api/${version}/orders/${id}`, { token: buyer.token })).body.payment, {
      method: 'invoice',
      status: 'open',
    })
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  assert.equal((await refund(id, { amount: 100 })).status, 201)
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded')
  const { body } = await semel.client().get(`/api/v2/orders/${id}`, { token: buyer.token })
  assert.deepEqual(body.payment, { method: 'invoice', status: 'paid' })
})

test('declined → the same page still takes the money', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  provider.bank.decline(page)
  await provider.events.quiet()
  assert.equal(await openedPage(semel, id, buyer), page)
  provider.bank.pay(page)
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
})

test('page expires → customer is told once, and can pay again at another', async () => {
  const { id } = await orderOnline(semel, buyer)
  const first = await openedPage(semel, id, buyer)
  provider.bank.expire(first)
  await until(async () => (await paymentStatus(semel, id)) === 'open')
  assert.equal(await mailsAbout('payment.failed', id), 1)
  const second = await openedPage(semel, id, buyer)
  assert.notEqual(second, first)
  provider.bank.pay(second)
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  assert.equal(capturedFor(provider, id).captures, 1)
})

/** The time of an order counts from the end of the last attempt to pay. */
const makeOld = async (id: number) => {
  await sql`update orders set placed_at = now() - interval '27 hours' where id = ${id}`.execute(semel.db)
  await sql`update payments set expires_at = now() - interval '25 hours' where order_id = ${id}`.execute(semel.db)
}

test('order that nobody pays → cancelled after its time, the stock returns once', async () => {
  const { id, productId } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  const { stock } = await stockOf(semel.db, productId)
  await makeOld(id)
  await Promise.all([expireUnpaidOnline(semel.db), expireUnpaidOnline(semel.db)])
  await until(async () => (await read(id)).status === 'cancelled', 'cancelled')
  await expireUnpaidOnline(semel.db)
  assert.equal((await stockOf(semel.db, productId)).stock, stock + 1)
  assert.equal(provider.bank.sessionsOf(id)[0]!.status, 'expired')
  assert.equal(await mailsAbout('payment.failed', id), 0)
  assert.deepEqual((await read(id)).payment, {
    method: 'online',
    status: 'open',
    received: 0,
    refunded: 0,
    credited: 0,
    due: 0,
  })
})

test('paid at the last second → the provider decides, and the order stays', async () => {
  for (const capturesLater of [true, false]) {
    const { id, productId } = await orderOnline(semel, buyer)
    const page = await openedPage(semel, id, buyer)
    const { stock } = await stockOf(semel.db, productId)
    await makeOld(id)
    provider.bank.session(page).capturesLater = capturesLater
    provider.events.lost = 1
    provider.bank.pay(page)
    provider.events.lost = 0
    await expireUnpaidOnline(semel.db)
    await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
    assert.deepEqual([(await read(id)).status, (await stockOf(semel.db, productId)).stock], ['placed', stock])
    assert.equal(capturedFor(provider, id).captures, 1)
  }
})

test('cancelled with the customer at the page → page closes, no money moves', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  assert.equal((await cancel(id)).status, 200)
  await until(() => provider.bank.session(page).status === 'expired')
  await until(async () => (await paymentStatus(semel, id)) === 'open')
  assert.equal(await mailsAbout('payment.failed', id), 0)
})

test('money for a cancelled order → goes back by itself once, customer told', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  await cancel(id)
  await until(() => provider.bank.session(page).status === 'expired')
  await settled(semel)
  provider.bank.pay(page, { late: true })
  await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  await settled(semel)
  assert.deepEqual(capturedFor(provider, id), { captures: 1, captured: 4800, refunded: 4800, refunds: 1, sessions: 1 })
  assert.equal(await mailsAbout('refund.sent', id), 1)
  assert.equal((await read(id, '/payment')).refunds[0].source, 'cancelled')
})

test('a paid order is cancelled → all of the money goes back', async () => {
  const { id } = await paidOrder()
  assert.deepEqual((await cancel(id)).body.payment, {
    method: 'online',
    status: 'refund_due',
    received: 4800,
    refunded: 0,
    credited: 0,
    due: 0,
  })
  await until(async () => (await paymentStatus(semel, id)) === 'refunded')
  assert.equal(capturedFor(provider, id).refunded, 4800)
})

test('refunds in parts → never more than captured, with numbers in the problem', async () => {
  const { id } = await paidOrder()
  const first = await refund(id, { amount: 3550, reason: ' Broken  shade ' })
  assert.deepEqual([first.status, first.body.state, first.body.reason], [201, 'pending', 'Broken shade'])
  const { status, body } = await refund(id, { amount: 4800 })
  assert.deepEqual([status, body.code, body.asked, body.left], [409, 'refund_too_large', 4800, 1250])
  assert.equal(body.detail, '€48.00 asked, €12.50 left of €48.00.')
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded')
  assert.equal((await refund(id, {})).body.amount, 1250)
  await until(async () => (await paymentStatus(semel, id)) === 'refunded')
  assert.equal((await refund(id, {})).body.code, 'refund_too_large')
  await settled(semel)
  assert.deepEqual(capturedFor(provider, id).refunds, 2)
  assert.equal(await mailsAbout('refund.sent', id), 2)
})

test('refund requests that are wrong → each a clear refusal', async () => {
  const { id } = await orderOnline(semel, buyer)
  const unpaid = await refund(id, {})
  assert.deepEqual([unpaid.status, unpaid.body.code], [409, 'wrong_payment_state'])
  for (const amount of [0, -1, 1.5, 'all', 2 ** 60])
    assert.equal((await refund(id, { amount })).status, 422, String(amount))
  assert.equal((await refund(id, {}, buyer)).status, 403)
  assert.equal((await refund(999_999, {})).status, 404)
})

test('the same refund request twice → one refund', async () => {
  const { id } = await paidOrder()
  const again = () =>
    semel
      .client()
      .post(
        `/api/orders/${id}/refunds`,
        { amount: 1000 },
        { token: staff.token, headers: { 'idempotency-key': 'refund-1' } },
      )
  const answers = await Promise.all([again(), again(), again()])
  const made = answers.filter(({ status }) => status === 201)
  assert.ok(made.length > 0)
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
  await settled(semel)
  assert.equal(capturedFor(provider, id).refunded, 1000)
})

test('a refund made at the provider → recorded, and told once', async () => {
  const { id } = await paidOrder()
  const [{ payment_intent: intent }] = provider.bank.sessionsOf(id) as unknown as [{ payment_intent: string }]
  provider.bank.refund(intent, 1000, {})
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded')
  assert.equal((await refund(id, { amount: 4000 })).body.left, 3800)
  const { refunds } = await read(id, '/payment')
  assert.deepEqual(
    refunds.map(({ source, state }: { source: string; state: string }) => [source, state]),
    [['external', 'done']],
  )
  assert.equal(await mailsAbout('refund.sent', id), 1)
})

test('capture fails → authorization is given back, and the customer can pay again', async () => {
  provider.faults.add({ at: 'capture', kind: 'refuse', message: 'Your card was declined.' })
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'open', 'open')
  await settled(semel)
  assert.equal(capturedFor(provider, id).captured, 0)
  assert.equal(await mailsAbout('payment.failed', id), 1)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  assert.equal(capturedFor(provider, id).captures, 1)
})

test('provider refuses a refund → shop sees it, money can still go back', async () => {
  const { id } = await paidOrder()
  provider.faults.add({ at: 'refund', kind: 'refuse', message: 'The card was closed.' })
  await refund(id, { amount: 1000 })
  await until(async () => (await read(id, '/payment')).refunds[0].state === 'failed')
  assert.equal(await paymentStatus(semel, id), 'paid')
  assert.equal((await refund(id, {})).body.amount, 4800)
  await until(async () => (await paymentStatus(semel, id)) === 'refunded')
})

test('another amount or currency than was asked → never paid, and a finding', async () => {
  for (const mistake of [{ amount: 4700 }, { currency: 'usd' }]) {
    const { id } = await orderOnline(semel, buyer)
    provider.bank.pay(await openedPage(semel, id, buyer), mistake)
    const finding = async () =>
      (await semel.db.selectFrom('payments').select('finding').where('order_id', '=', id).executeTakeFirst())?.finding
    await until(async () => (await finding()) !== null, 'finding')
    assert.match((await finding())!, /asks for .*(47\.00|\$48\.00).* and the order is €48\.00/)
    assert.equal(await paymentStatus(semel, id), 'pending')
    assert.equal(capturedFor(provider, id).captured, 0)
  }
})

test('who may pay for what → owners of orders that wait for money', async () => {
  const { id } = await orderOnline(semel, buyer)
  const pay = (orderId: number, who = buyer, body = {}) =>
    semel.client().post(`/api/orders/${orderId}/payment`, body, { token: who.token })
  const stranger = await person(semel)
  assert.equal((await pay(id, stranger)).status, 404)
  assert.equal((await semel.client().get(`/api/orders/${id}/payment`, { token: stranger.token })).status, 404)
  assert.equal(
    (await semel.client().get(`/orders/${id}/paid`, { headers: { cookie: sessionCookie(stranger) } })).status,
    404,
  )
  assert.equal((await pay(id, buyer, { method: 'gold' })).status, 422)
  await cancel(id)
  const cancelled = await pay(id)
  assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'wrong_payment_state'])
  const { id: paid } = await paidOrder()
  assert.equal((await pay(paid)).status, 409)
  const free = await stockProduct(semel.db, { price: 0 })
  const { body } = await semel
    .client()
    .post(
      '/api/orders',
      { items: [{ productId: free, quantity: 1 }], payment: { method: 'online' } },
      { token: buyer.token },
    )
  assert.equal((await pay(body.id)).status, 409)
})

test('invoice → payable online after all; money recorded by hand → refundable in parts', async () => {
  const place = async () => {
    const productId = await stockProduct(semel.db, { price: 4800 })
    return (await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token }))
      .body.id
  }
  const online = await place()
  provider.bank.pay(await openedPage(semel, online, buyer))
  await until(async () => (await paymentStatus(semel, online)) === 'paid')
  assert.equal((await read(online)).payment.method, 'online')
  const mark = (id: number, what: string) =>
    semel.client().post(`/api/orders/${id}/mark-${what}`, undefined, { token: staff.token })
  const unpaid = await mark(online, 'unpaid')
  assert.deepEqual([unpaid.status, unpaid.body.code], [409, 'wrong_payment_state'])

  const byHand = await place()
  assert.equal((await mark(byHand, 'paid')).status, 200)
  const part = await refund(byHand, { amount: 800 })
  assert.deepEqual([part.status, part.body.state], [201, 'to_transfer'])
  assert.equal(await paymentStatus(semel, byHand), 'paid')
  await sendTransfers(semel, byHand, staff)
  assert.equal(await paymentStatus(semel, byHand), 'partly_refunded')
  assert.equal((await refund(byHand, { amount: 4001 })).body.left, 4000)
  assert.equal((await cancel(byHand, staff)).body.payment.status, 'refund_due')
  assert.equal((await mark(byHand, 'refunded')).status, 200)
  assert.deepEqual(
    (await read(byHand, '/payment')).refunds.map(({ amount, state }: { amount: number; state: string }) => [
      amount,
      state,
    ]),
    [
      [800, 'done'],
      [4000, 'done'],
    ],
  )
})
