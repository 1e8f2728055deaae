import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A bank transfer comes while the customer has the page of the provider open. Whichever comes first, no money is lost. */
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

const note = (id: number, body?: object) =>
  semel.client().post(`/api/orders/${id}/mark-paid`, body, { token: staff.token })

async function moneyOf(id: number) {
  const payments = await semel.db
    .selectFrom('payments')
    .select(['provider', 'state', 'captured', 'is_surplus', 'refund_reserved'])
    .where('order_id', '=', id)
    .execute()
  return payments
    .map(({ provider, state, captured, is_surplus: isSurplus, refund_reserved: back }) =>
      [provider === 'transfer' ? 'transfer' : 'online', state, captured, isSurplus ? 'surplus' : 'order', back].join(
        ' ',
      ),
    )
    .sort()
}

test('transfer pays an order with an open page → the page is stopped', async () => {
  const { id } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  const { status, body } = await note(id, { amount: 4800 })
  assert.deepEqual([status, body.payment?.status], [200, 'paid'], JSON.stringify(body))
  await until(async () => (await moneyOf(id))[0] === 'online expired 0 surplus 0', 'the page is stopped')
  assert.deepEqual(await moneyOf(id), ['online expired 0 surplus 0', 'transfer captured 4800 order 0'])
  assert.equal(await paymentStatus(semel, id), 'paid')
})

/** The provider has the money, and its event is lost: Semel hears of it when it asks to stop the page. */
async function paidUnheard(id: number) {
  const page = await openedPage(semel, id, buyer)
  provider.bank.session(page).capturesLater = false
  provider.events.lost = 1
  provider.bank.pay(page)
  provider.events.lost = 0
}

test('page paid before a whole transfer → its money goes back', async () => {
  const { id } = await orderOnline(semel, buyer)
  await paidUnheard(id)
  assert.equal((await note(id)).body.payment.status, 'paid')
  await until(async () => (await moneyOf(id))[0]!.startsWith('online captured'), 'heard')
  await settled(semel)
  assert.deepEqual(await moneyOf(id), ['online captured 4800 surplus 4800', 'transfer captured 4800 order 0'])
  assert.equal(await paymentStatus(semel, id), 'paid')
})

test('whole payment at the provider takes the place of a transferred part', async () => {
  const { id } = await orderOnline(semel, buyer)
  await paidUnheard(id)
  assert.equal((await note(id, { amount: 1000 })).body.payment.received, 1000)
  await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
  await settled(semel)
  assert.deepEqual(await moneyOf(id), ['online captured 4800 order 0', 'transfer captured 1000 surplus 1000'])
})

test('part taken back → order stays open, and can be paid online again', async () => {
  const { id } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  await note(id, { amount: 1000 })
  const { items } = (await semel.client().get(`/api/orders/${id}/incoming-transfers`, { token: staff.token })).body
  const undone = await semel
    .client()
    .post(`/api/incoming-transfers/${items[0].id}/undo`, undefined, { token: staff.token })
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  await until(async () => (await paymentStatus(semel, id)) === 'open', 'open')
  assert.ok(await openedPage(semel, id, buyer))
})

test('card authorized while its page stops for a transfer → authorization given back', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  provider.events.lost = 1
  provider.bank.pay(page)
  provider.events.lost = 0
  // The provider still shows the page as open when it is to be closed.
  provider.lag = 60_000
  assert.equal((await note(id)).body.payment.status, 'paid')
  await until(async () => (await lastCancel(id)) === 'failed', 'the page cannot be closed')
  provider.lag = 0
  await sql`update payments set look_at = now() where order_id = ${id} and provider <> 'transfer'`.execute(semel.db)
  const intent = provider.bank.session(page).payment_intent!
  await until(() => provider.bank.intent(intent).status === 'canceled', 'given back')
  await settled(semel)
  assert.deepEqual(await moneyOf(id), ['online cancelled 0 surplus 0', 'transfer captured 4800 order 0'])
})

test('capture fails, authorization cannot be given back at first → tried again', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  provider.faults.add({ at: 'capture', kind: 'refuse', message: 'Your card was declined.' })
  provider.faults.add({ at: 'cancel', kind: 'refuse', message: 'Try again.', status: 400 })
  provider.bank.pay(page)
  const intent = provider.bank.session(page).payment_intent!
  await until(() => provider.bank.intent(intent).status === 'canceled', 'given back')
  await settled(semel)
  assert.deepEqual(await moneyOf(id), ['online cancelled 0 order 0'])
  assert.equal(await paymentStatus(semel, id), 'open')
})

async function lastCancel(orderId: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select c.state from payment_calls c join payments p on p.id = c.payment_id where p.order_id = ${orderId} and c.kind = 'cancel'
  `.execute(semel.db)
  return rows[0]?.state
}
