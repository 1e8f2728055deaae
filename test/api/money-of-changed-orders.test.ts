import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* Money that comes or goes for an order that staff have changed since its payment began. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'staff')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const ask = (method: string, path: string, body: object = {}, who = staff) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token })
const read = async (id: number) => (await ask('GET', `/api/orders/${id}`)).body
const dueOf = async (id: number) => (await read(id)).payment.due
async function change(id: number, body: object) {
  const { status, text } = await ask('PATCH', `/api/orders/${id}/items`, body)
  assert.equal(status, 200, text)
}
const grow = async (id: number, price = 700) =>
  change(id, { added: [{ productId: await stockProduct(semel.db, { price }), quantity: 1 }] })

async function pay(id: number): Promise<void> {
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await dueOf(id)) === 0, 'paid')
  await settled(semel)
}
async function paidOrder(): Promise<{ id: number; intent: string }> {
  const { id } = await orderOnline(semel, buyer)
  await pay(id)
  const [page] = provider.bank.sessionsOf(id)
  return { id, intent: page!.payment_intent! }
}
const keptOf = async (id: number) => {
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(captured - refund_reserved - charged_back), 0)::int as kept from payments where order_id = ${id}
  `.execute(semel.db)
  return rows[0]!.kept
}

const keeps = async (id: number, kept: number, due: number) => {
  await until(async () => (await keptOf(id)) === kept && (await dueOf(id)) === due, `${kept} kept, ${due} due`)
  await settled(semel)
  assert.deepEqual([await keptOf(id), await dueOf(id)], [kept, due])
}
const becomes = (id: number, status: string) => until(async () => (await paymentStatus(semel, id)) === status, status)
/** The customer pays at a page that was put aside. */
async function payLate(page: string): Promise<void> {
  await until(() => provider.bank.session(page).status === 'expired', 'closed')
  await settled(semel)
  provider.bank.pay(page, { late: true })
}

test('chargeback before the rest is paid → both are due, once', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  provider.bank.dispute(intent, 'lost')
  await becomes(id, 'charged_back')
  assert.equal(await dueOf(id), 5500)
  await pay(id)
  await keeps(id, 5500, 0)
})

test('claim and rest paid, then dispute won → only the rest stays', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  provider.bank.dispute(intent, 'lost')
  await becomes(id, 'charged_back')
  await pay(id)
  provider.bank.dispute(intent, 'won')
  await keeps(id, 5500, 0)
})

test('dispute won, then claim and rest paid → only the rest stays', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  provider.bank.dispute(intent, 'lost')
  await becomes(id, 'charged_back')
  const page = await openedPage(semel, id, buyer)
  provider.bank.dispute(intent, 'won')
  await payLate(page)
  await keeps(id, 5500, 0)
})

test('chargeback after the rest was paid → claim can be paid online', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  await pay(id)
  provider.bank.dispute(intent, 'lost')
  await becomes(id, 'charged_back')
  assert.equal(await dueOf(id), 4800)
  await pay(id)
  await keeps(id, 5500, 0)
})

test('part transferred, order cheaper, page paid late → excess goes back', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  assert.equal((await ask('POST', `/api/orders/${id}/mark-paid`, { amount: 2000 })).status, 200)
  await change(id, { discount: 800 })
  await payLate(page)
  await keeps(id, 4000, 0)
})

test('part transferred, order dearer, page paid late → both count', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  assert.equal((await ask('POST', `/api/orders/${id}/mark-paid`, { amount: 500 })).status, 200)
  await grow(id)
  await payLate(page)
  await keeps(id, 5300, 200)
  assert.equal((await ask('POST', `/api/orders/${id}/mark-paid`, { amount: 200 })).status, 200)
  await keeps(id, 5500, 0)
})

test('return lowers rest while its page is open → excess back', async () => {
  const { id } = await paidOrder()
  await grow(id)
  for (const step of ['process', 'ship', 'deliver'])
    assert.equal((await ask('POST', `/api/orders/${id}/${step}`)).status, 200, step)
  const page = await openedPage(semel, id, buyer)
  const { body } = await ask('POST', `/api/orders/${id}/returns`, { items: [{ line: 2, quantity: 1 }] }, buyer)
  for (const step of ['approve', 'receive', 'credit']) {
    const { status, text } = await ask(
      'POST',
      `/api/admin/returns/${body.id}/${step}`,
      step === 'credit' ? { amount: 500 } : {},
    )
    assert.equal(status, 200, text)
  }
  provider.bank.pay(page)
  await keeps(id, 5000, 0)
})

test('grown order refunded at the provider → not asked for again', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  provider.bank.refund(intent, 1000)
  await keeps(id, 3800, 700)
  await pay(id)
  await keeps(id, 4500, 0)
})

test('part of grown order charged back, credited → not asked again', async () => {
  const { id, intent } = await paidOrder()
  await grow(id)
  const { id: name } = provider.bank.dispute(intent, 'lost', { amount: 1000 })
  await becomes(id, 'charged_back')
  const { rows } = await sql<{ id: string }>`select id from disputes where provider_id = ${name}`.execute(semel.db)
  const { status, text } = await ask('POST', `/api/admin/disputes/${rows[0]!.id}/decision`, { decision: 'credited' })
  assert.equal(status, 200, text)
  await keeps(id, 3800, 700)
  await pay(id)
  await keeps(id, 4500, 0)
})
