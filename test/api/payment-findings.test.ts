import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { findPaymentFindings } from '../../src/payments/findings/findings.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* Every finding has an end that a person can reach with the console alone. */
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
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const paymentOf = (id: number) =>
  semel.db.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow()
const end = (payment: string, as: string, who = staff) =>
  semel.client().post(`/api/admin/payments/${payment}/end-finding`, { as }, { token: who.token })
const page = async (path: string) =>
  (await semel.client().get(path, { headers: { cookie: `semel_session=${staff.token}` } })).text
const texts = async () => (await findPaymentFindings(semel.db, new Date())).map(({ text }) => text).join('\n')
const audited = async () =>
  (await semel.db.selectFrom('audit_log').select('detail').where('action', '=', 'payment_finding_ended').execute())
    .length

async function capturedInPart() {
  const { id } = await orderOnline(semel, buyer)
  const opened = await openedPage(semel, id, buyer)
  provider.events.lost = 1
  const { payment_intent: intent } = provider.bank.pay(opened)
  provider.bank.capture(intent!, 1000)
  provider.events.lost = 0
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await until(async () => (await paymentOf(id)).finding !== null, 'finding')
  return { id, payment: (await paymentOf(id)).id }
}

test('money of another amount → booked once, by staff alone, audited, and refundable', async () => {
  const { id, payment } = await capturedInPart()
  const before = await audited()
  assert.match(await page(`/admin/orders/${id}`), /Book the money as it is/)
  assert.equal((await end(payment, 'booked', buyer)).status, 403)
  const answers = await Promise.all([end(payment, 'booked'), end(payment, 'booked')])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  const booked = await paymentOf(id)
  assert.deepEqual([booked.state, booked.captured, booked.finding], ['captured', 1000, null])
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await settled(semel)
  assert.equal((await paymentOf(id)).finding, null)
  assert.equal(await audited(), before + 1)
  const refund = await semel.client().post(`/api/orders/${id}/refunds`, {}, { token: staff.token })
  assert.deepEqual([refund.status, refund.body.amount], [201, 1000])
  await until(() => capturedFor(provider, id).refunded === 1000, 'refunded')
})

test('money of another amount, order cancelled → booked, and goes back by itself', async () => {
  const { id, payment } = await capturedInPart()
  await semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: staff.token })
  assert.equal((await end(payment, 'booked')).status, 200)
  await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  assert.equal(capturedFor(provider, id).refunded, 1000)
  await settled(semel)
})

test('page that the provider does not know → closed, customer can pay again', async () => {
  const { id } = await orderOnline(semel, buyer)
  const opened = await openedPage(semel, id, buyer)
  const session = provider.bank.session(opened)
  provider.bank.sessions.delete(opened)
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await until(async () => (await paymentOf(id)).finding !== null, 'finding')
  const { id: payment } = await paymentOf(id)
  assert.match(await page(`/admin/orders/${id}`), /It is closed at the provider/)
  const refused = await end(payment, 'booked')
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_payment_state'])
  assert.equal((await end(payment, 'closed')).status, 200)
  assert.deepEqual([(await paymentOf(id)).state, await paymentStatus(semel, id)], ['failed', 'open'])
  assert.equal((await end(payment, 'closed')).status, 409)
  const again = await openedPage(semel, id, buyer)
  assert.notEqual(again, opened)
  provider.bank.sessions.set(opened, session)
  provider.bank.expire(again)
})

test('cancelled order whose page is unknown → closed, no call stays in doubt', async () => {
  const { id } = await orderOnline(semel, buyer)
  const opened = await openedPage(semel, id, buyer)
  provider.bank.sessions.delete(opened)
  await semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: buyer.token })
  await until(async () => /1 call to the payment provider Stripe is in doubt/.test(await texts()), 'in doubt')
  const { id: payment } = await paymentOf(id)
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await until(async () => (await paymentOf(id)).finding !== null, 'finding')
  assert.equal((await end(payment, 'closed')).status, 200)
  assert.doesNotMatch(await texts(), /in doubt/)
})

test('refund made at the provider → known, no longer to be looked at', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
  provider.bank.refund((await paymentOf(id)).transaction_id!, 700)
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded', 'seen')
  const { id: payment } = await paymentOf(id)
  const list = '/admin/payments?state=to_look_at'
  assert.match(await page(list), new RegExp(`/admin/orders/${id}"`))
  assert.equal((await end(payment, 'known')).status, 200)
  assert.doesNotMatch(await page(list), new RegExp(`/admin/orders/${id}"`))
  assert.doesNotMatch(await texts(), /were made at the provider/)
})

test('return refunded at the provider → page says so, nothing goes back twice', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
  const post = (path: string, body?: object) => semel.client().post(path, body, { token: staff.token })
  for (const step of ['process', 'ship']) await post(`/api/orders/${id}/${step}`)
  const asked = await post(`/api/orders/${id}/returns`, { items: [{ line: 1, quantity: 1 }] })
  const at = `/admin/returns/${asked.body.id}`
  for (const step of ['approve', 'receive']) await post(`/api${at}/${step}`, {})
  assert.doesNotMatch(await page(at), /already refunded/)
  const { transaction_id: intent } = await paymentOf(id)
  for (const [amount, status, isRefundable] of [
    [1000, 'partly_refunded', true],
    [3800, 'refunded', false],
  ] as const) {
    provider.bank.refund(intent!, amount)
    await until(async () => (await paymentStatus(semel, id)) === status, status)
    const text = await page(at)
    assert.match(
      text,
      isRefundable ? /€10\.00 of this order was already refunded/ : /€48\.00 of this order was already/,
    )
    assert.equal(/Refund and close/.test(text), isRefundable)
  }
  const refund = await post(`/api${at}/refund`, {})
  assert.deepEqual([refund.status, refund.body.code], [409, 'refund_too_large'])
  assert.equal((await post(`/api${at}/close`)).body.state, 'closed')
  await settled(semel)
  assert.equal(capturedFor(provider, id).refunded, 4800)
})

test('events of another shop on the account → known, with one press', async () => {
  const object = { id: 'cs_other', metadata: { payment: '01900000-0000-7000-8000-000000000001' } }
  const body = JSON.stringify({
    id: 'evt_other',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  })
  const { status } = await semel
    .client()
    .request('POST', '/hooks/payments/stripe', { body, headers: provider.events.sign(body) })
  assert.equal(status, 200)
  assert.match(
    await texts(),
    /1 event of the payment provider Stripe is about payments that this database does not know/,
  )
  assert.match(await page('/admin/payments?state=to_look_at'), /Another shop may use the same account/)
  const known = await semel.client().post('/api/admin/payment-events/known', undefined, { token: staff.token })
  assert.deepEqual([known.status, known.body], [200, { events: 1 }])
  assert.doesNotMatch(await texts(), /does not know/)
})
