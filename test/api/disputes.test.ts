import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelIfUnpaid } from '../../src/orders/transition.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { look } from '../../src/payments/standing.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/*
 * A bank takes money back, or asks for it: every way that a dispute can go, and the way back of each. What is written about it
 * is in payment-papers.test.ts.
 */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'admin')
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
const post = (path: string, body: object | undefined = undefined, who = staff) =>
  semel.client().post(path, body, { token: who.token })
const cookie = ({ token }: Person) => ({ headers: { cookie: `semel_session=${token}` } })
const pageOf = async (path: string, who: Person) => (await semel.client().get(path, cookie(who))).text

async function paidOrder() {
  const order = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, order.id, buyer))
  await until(async () => (await paymentStatus(semel, order.id)) === 'paid', 'paid')
  await settled(semel)
  return order
}

const intentOf = (id: number) => provider.bank.sessionsOf(id)[0]!.payment_intent!
type Status = Parameters<DevProvider['bank']['dispute']>[1]
const dispute = (id: number, status: string, more = {}) => provider.bank.dispute(intentOf(id), status as Status, more)
const becomes = (id: number, status: string) =>
  until(async () => (await paymentStatus(semel, id)) === status, `${id} ${status}`)
const disputeOf = async (id: number) => (await read(id, '/payment', staff)).disputes[0]
const isIn = (id: number, state: string) => until(async () => (await disputeOf(id))?.state === state, state)

const told = async (table: 'events' | 'event_feed', type: string, orderId: number) => {
  const member = table === 'events' ? sql`payload` : sql`data`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where type = ${type} and ${member} ->> 'orderId' = ${String(orderId)}
  `.execute(semel.db)
  return rows[0]!.n
}
const published = async (type: string, orderId: number) => {
  const { body } = await semel.client().get(`/api/events?types=${type}&limit=100`, { token: staff.token })
  return body.items.filter((event: { data: { orderId: number } }) => event.data.orderId === orderId).length
}

test('bank disputes a payment → disputed with deadline, and no refund asked', async () => {
  const { id } = await paidOrder()
  const { evidence_details: details } = dispute(id, 'needs_response', { reason: 'product_not_received' })
  await becomes(id, 'disputed')
  const found = await disputeOf(id)
  assert.deepEqual(
    [found.state, found.providerState, found.reason, found.takesMoney, found.decision],
    ['open', 'needs_response', 'product_not_received', true, null],
  )
  assert.equal(new Date(found.respondBy).getTime(), details.due_by! * 1000)
  assert.equal(found.amount, 4800)
  const console = await pageOf(`/admin/orders/${id}`, staff)
  assert.match(console, /Answer at the provider by/)
  assert.match(console, /The goods have not come/)
  assert.match(console, /Wait with the parcel/)
  assert.doesNotMatch(console, /Refund due|Mark as refunded|Mark as unpaid|action="\/admin\/orders\/\d+\/refund"/)
  const shown = await pageOf(`/orders/${id}`, buyer)
  assert.match(shown, /Your bank has asked for this payment back/)
  assert.doesNotMatch(shown, /<h3>Refunds|Pay €/)
  for (const record of ['paid', 'unpaid', 'refunded'])
    assert.equal((await post(`/api/orders/${id}/mark-${record}`)).status, 409, record)
  const refund = await post(`/api/orders/${id}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.code, refund.body.from], [409, 'wrong_payment_state', 'disputed'])
  assert.equal((await post(`/api/orders/${id}/payment`, {}, buyer)).status, 409)
  assert.equal(await told('events', 'shop.dispute_opened', id), 1)
  assert.equal(await published('dispute.opened', id), 1)
  assert.equal(await published('refund.sent', id), 0)
})

test('dispute under review, then won → paid again, no failed refund reported', async () => {
  const { id } = await paidOrder()
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  dispute(id, 'under_review')
  await until(async () => (await disputeOf(id)).providerState === 'under_review')
  assert.equal((await disputeOf(id)).respondBy, null)
  dispute(id, 'won')
  await becomes(id, 'paid')
  const console = await pageOf(`/admin/orders/${id}`, staff)
  assert.match(console, /The money is yours again/)
  assert.doesNotMatch(console, /Refund failed|Refund it again/)
  assert.doesNotMatch(await pageOf('/admin/payments?state=to_look_at', staff), new RegExp(`/admin/orders/${id}"`))
  assert.deepEqual([await published('dispute.opened', id), await published('dispute.won', id)], [1, 1])
  assert.equal(await told('events', 'shop.dispute_ended', id), 1)
  assert.equal((await read(id, '/payment')).refunds.length, 0)
})

test('lost → the customer owes it again, and pays again', async () => {
  const { id } = await paidOrder()
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  assert.equal(await published('dispute.lost', id), 1)
  assert.match(await pageOf(`/admin/orders/${id}`, staff), /The customer owes it again/)
  const shown = await pageOf(`/orders/${id}`, buyer)
  assert.match(shown, /Your bank has taken €48\.00 of your payment back/)
  assert.match(shown, /Pay €48\.00 online/)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await becomes(id, 'paid')
  await settled(semel)
  assert.equal(provider.bank.sessionsOf(id).length, 2)
  assert.equal(capturedFor(provider, id).refunds, 0)
  assert.doesNotMatch(await pageOf(`/orders/${id}`, buyer), /taken €48\.00/)
})

test('debit reversed by its bank → lost at once; a transfer replaces it', async () => {
  const { id } = await paidOrder()
  await post(`/api/orders/${id}/process`)
  await post(`/api/orders/${id}/ship`, {})
  dispute(id, 'lost', { reason: 'debit_not_authorized', dueBy: 0 })
  await becomes(id, 'charged_back')
  assert.equal(await told('events', 'shop.dispute_opened', id), 0)
  assert.equal(await told('events', 'shop.dispute_ended', id), 1)
  const paid = await post(`/api/orders/${id}/mark-paid`)
  assert.deepEqual([paid.status, paid.body.payment.status], [200, 'paid'])
  const unpaid = await post(`/api/orders/${id}/mark-unpaid`)
  assert.deepEqual([unpaid.status, unpaid.body.payment.status], [200, 'charged_back'])
})

test('an inquiry → shown and told, and the order stays paid', async () => {
  const { id } = await paidOrder()
  dispute(id, 'warning_needs_response')
  await isIn(id, 'inquiry')
  assert.equal(await paymentStatus(semel, id), 'paid')
  assert.equal(await told('events', 'shop.dispute_opened', id), 1)
  dispute(id, 'warning_closed')
  await isIn(id, 'closed')
  assert.deepEqual([await paymentStatus(semel, id), await published('dispute.closed', id)], ['paid', 1])
})

test('an inquiry that becomes a chargeback → told again', async () => {
  const { id } = await paidOrder()
  dispute(id, 'warning_needs_response')
  await isIn(id, 'inquiry')
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  assert.equal(await told('events', 'shop.dispute_opened', id), 2)
})

test('any transition between states → the latest report of the provider counts', async () => {
  const { id } = await paidOrder()
  const ways = [
    'won',
    'lost',
    'appeal_needs_response',
    'appeal_under_review',
    'won',
    'needs_response',
    'lost',
    'under_review',
    'won',
  ]
  for (const status of ['needs_response', ...ways]) {
    dispute(id, status)
    await becomes(id, status === 'won' ? 'paid' : status === 'lost' ? 'charged_back' : 'disputed')
  }
})

test('prevented, with the money gone → the claim is open; blocked → paid', async () => {
  const { id } = await paidOrder()
  dispute(id, 'prevented')
  await becomes(id, 'charged_back')
  assert.match(await pageOf(`/admin/orders/${id}`, staff), /by a rule of yours/)
  const { id: blocked } = await paidOrder()
  Object.assign(dispute(blocked, 'needs_response'), {
    payment_method_details: { type: 'card', card: { case_type: 'block' } },
  })
  dispute(blocked, 'prevented')
  await isIn(blocked, 'prevented')
  assert.equal(await paymentStatus(semel, blocked), 'paid')
})

test('unknown status → kept, named and flagged; a person can decide', async () => {
  const { id } = await paidOrder()
  dispute(id, 'moon_phase')
  await becomes(id, 'disputed')
  const found = await disputeOf(id)
  assert.deepEqual([found.state, found.providerState], ['unknown', 'moon_phase'])
  assert.match(await pageOf(`/admin/orders/${id}`, staff), /moon_phase/)
  assert.equal((await post(`/api/admin/disputes/${found.id}/decision`, { decision: 'claimed' })).status, 200)
  await becomes(id, 'charged_back')
})

test('part disputed and lost → owed again; the rest is refundable', async () => {
  const { id } = await paidOrder()
  dispute(id, 'lost', { amount: 1000 })
  await becomes(id, 'charged_back')
  const tooMuch = await post(`/api/orders/${id}/refunds`, { amount: 3801 })
  assert.equal(tooMuch.status, 409)
  const { body } = await post(`/api/orders/${id}/payment`, {}, buyer)
  assert.equal(body.amount, 1000)
  provider.bank.pay(body.redirect.split('/').at(-1))
  await becomes(id, 'paid')
})

test('paid twice after the first money returns → excess refunded once', async () => {
  const { id } = await paidOrder()
  const first = intentOf(id)
  provider.bank.dispute(first, 'lost')
  await becomes(id, 'charged_back')
  provider.bank.pay(await openedPage(semel, id, buyer))
  await becomes(id, 'paid')
  provider.bank.dispute(first, 'won')
  await until(() => capturedFor(provider, id).refunded === 4800, 'refunded')
  await settled(semel)
  provider.bank.dispute(first, 'won')
  await provider.events.quiet()
  await settled(semel)
  assert.deepEqual([capturedFor(provider, id).refunds, capturedFor(provider, id).captured], [1, 9600])
})

test('won while the customer pays again → page closes; late money returns', async () => {
  const { id } = await paidOrder()
  const first = intentOf(id)
  provider.bank.dispute(first, 'lost')
  await becomes(id, 'charged_back')
  const again = await openedPage(semel, id, buyer)
  provider.bank.dispute(first, 'won')
  await until(() => provider.bank.session(again).status === 'expired', 'closed')
  await becomes(id, 'paid')
  provider.bank.pay(again, { late: true })
  await until(() => capturedFor(provider, id).refunded === 4800, 'refunded')
  await becomes(id, 'paid')
})

test('cancelled during a chargeback that is won → automatic refund', async () => {
  const { id } = await paidOrder()
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  const cancelled = await post(`/api/orders/${id}/cancel`, undefined, buyer)
  assert.deepEqual([cancelled.status, cancelled.body.payment.status], [200, 'disputed'])
  dispute(id, 'won')
  await becomes(id, 'refunded')
  await settled(semel)
  assert.equal(capturedFor(provider, id).refunded, 4800)
})

test('cancelled during a chargeback that is lost → nobody owes anything', async () => {
  const { id } = await paidOrder()
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  await post(`/api/orders/${id}/cancel`, undefined, buyer)
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  assert.equal((await post(`/api/orders/${id}/payment`, {}, buyer)).status, 409)
  assert.doesNotMatch(await pageOf(`/orders/${id}`, buyer), /unpaid again|Pay €/)
})

test('earlier partial refund → the dispute takes only the remainder', async () => {
  const { id } = await paidOrder()
  await post(`/api/orders/${id}/refunds`, { amount: 800 })
  await becomes(id, 'partly_refunded')
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  const payment = await read(id, '/payment')
  assert.deepEqual([payment.captured, payment.refunded, payment.chargedBack], [4800, 800, 4000])
  assert.equal((await post(`/api/orders/${id}/payment`, {}, buyer)).body.amount, 4000)
})

test('an older answer of the provider that comes late → changes nothing', async () => {
  const { id } = await paidOrder()
  provider.bank.dispute(intentOf(id), 'needs_response')
  await becomes(id, 'disputed')
  await provider.events.quiet()
  await settled(semel)
  // The provider answers this look now, and it is applied after the look that follows.
  const [held, met] = [Promise.withResolvers<void>(), provider.faults.met]
  provider.faults.add({ at: 'read', kind: 'held', about: '/disputes', until: held.promise })
  const { payment_id: payment } = await semel.db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('payment_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const late = look(semel, (await findProvider(semel, 'stripe'))!, { id: payment, lease: null }, cancelIfUnpaid)
  await until(() => provider.faults.met > met, 'held')
  provider.bank.dispute(intentOf(id), 'won')
  await becomes(id, 'paid')
  held.resolve()
  await late
  assert.equal(await paymentStatus(semel, id), 'paid')
})

test('full refund fails later → paid again; payment start stays in the history', async () => {
  const { id } = await paidOrder()
  const began = async () =>
    (
      await semel.db
        .selectFrom('order_payments')
        .select('at')
        .where('order_id', '=', id)
        .where('status', '=', 'pending')
        .execute()
    )[0]?.at
  const before = await began()
  assert.ok(before)
  await post(`/api/orders/${id}/refunds`, {})
  await becomes(id, 'refunded')
  provider.bank.endRefund(provider.bank.refundsOf(intentOf(id))[0]!.id, 'failed')
  await until(async () => (await paymentStatus(semel, id)) !== 'refunded', 'not refunded')
  assert.deepEqual([await paymentStatus(semel, id), await began()], ['paid', before])
})

test('old versions → the four words that they know', async () => {
  const { id } = await paidOrder()
  const older = async () =>
    (await semel.client().get(`/api/v2/orders/${id}`, { token: buyer.token })).body.payment.status
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  assert.equal(await older(), 'paid')
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  assert.equal(await older(), 'open')
})

test('decision → staff with money only, about a lost dispute, once', async () => {
  const { id } = await paidOrder()
  dispute(id, 'needs_response')
  await becomes(id, 'disputed')
  const found = await disputeOf(id)
  const decide = (decision: string, who = staff, of = found.id) =>
    post(`/api/admin/disputes/${of}/decision`, { decision }, who)
  assert.deepEqual(
    [(await decide('credited')).body.code, (await decide('claimed', buyer)).status],
    ['wrong_payment_state', 403],
  )
  assert.equal((await decide('credited', staff, '019a0000-0000-7000-8000-000000000000')).status, 404)
  assert.equal((await decide('forgiven')).status, 422)
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  const both = await Promise.all([decide('credited'), decide('credited'), decide('credited')])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409, 409])
  assert.equal(await paymentStatus(semel, id), 'refunded')
  assert.equal((await decide('claimed')).status, 409)
  assert.equal((await post(`/api/orders/${id}/payment`, {}, buyer)).status, 409)
})

test('paid again → a credit note about the chargeback is refused', async () => {
  const { id } = await paidOrder()
  dispute(id, 'lost')
  await becomes(id, 'charged_back')
  const found = await disputeOf(id)
  await post(`/api/orders/${id}/mark-paid`)
  const { status, body } = await post(`/api/admin/disputes/${found.id}/decision`, { decision: 'credited' })
  assert.deepEqual([status, body.code], [409, 'wrong_payment_state'])
})
