import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { expireUnpaidOnline } from '../../src/orders/expiry.ts'
import { changeShop } from '../../src/shop/settings.ts'
import { openedPage, openProvider, orderOnline, paymentStatus } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A look at the page of the provider changes no contract, and a bank that makes a payment has its days. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'admin')
  buyer = await person(semel)
  await changeShop(semel.db, { accountHolder: 'Tea & Co.', iban: 'DE89370400440532013000' })
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const pageOf = async (path: string, { token }: Person) =>
  (await semel.client().get(path, { headers: { cookie: `semel_session=${token}` } })).text
const read = async (id: number) => (await semel.client().get(`/api/orders/${id}`, { token: buyer.token })).body
const stateOf = async (id: number) =>
  (
    await semel.db
      .selectFrom('payments')
      .select('state')
      .where('order_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).state
const age = (id: number, hours: number) =>
  sql`update orders set placed_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(semel.db)
const failed = async (id: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'payment.failed' and payload ->> 'orderId' = ${String(id)}
  `.execute(semel.db)
  return rows[0]!.n
}

async function invoiceOrder(): Promise<number> {
  const productId = await stockProduct(semel.db, { price: 4800 })
  return (await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token }))
    .body.id
}

test('invoice whose page is opened and left → stays an invoice, never expires', async () => {
  const id = await invoiceOrder()
  const page = await openedPage(semel, id, buyer)
  assert.equal((await read(id)).payment.method, 'invoice')
  await age(id, 48)
  await expireUnpaidOnline(semel.db)
  assert.equal(provider.bank.session(page).status, 'open')
  provider.bank.expire(page)
  await until(async () => (await paymentStatus(semel, id)) === 'open')
  await expireUnpaidOnline(semel.db)
  assert.deepEqual([(await read(id)).status, await failed(id)], ['placed', 0])
  assert.match(await pageOf(`/orders/${id}`, buyer), /DE89 3704 0044 0532 0130 00/)
})

test('invoice that is paid online → online as soon as money is authorized', async () => {
  const id = await invoiceOrder()
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  assert.equal((await read(id)).payment.method, 'online')
})

test('attempt failed lately → order waits longer, even with the next page open', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.expire(await openedPage(semel, id, buyer))
  await until(async () => (await stateOf(id)) === 'expired')
  await age(id, 120)
  await expireUnpaidOnline(semel.db)
  const page = await openedPage(semel, id, buyer)
  await expireUnpaidOnline(semel.db)
  assert.deepEqual([(await read(id)).status, provider.bank.session(page).status], ['placed', 'open'])
  provider.bank.expire(page)
  await until(async () => (await paymentStatus(semel, id)) === 'open')
  await sql`update payments set ended_at = now() - interval '25 hours' where order_id = ${id}`.execute(semel.db)
  await expireUnpaidOnline(semel.db)
  assert.equal((await read(id)).status, 'cancelled')
})

test('bank payment takes days → said so; no button, parcel hint, no expiry', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer), { debit: true })
  await until(async () => (await stateOf(id)) === 'processing')
  const states = ['v1', 'v2', 'v3'].map(async version => {
    const { body } = await semel.client().get(`/api/${version}/orders/${id}/payment`, { token: buyer.token })
    return body.state
  })
  assert.deepEqual(await Promise.all(states), ['pending', 'pending', 'processing'])
  const shown = await pageOf(`/orders/${id}`, buyer)
  assert.match(shown, /Your bank is making the payment/)
  assert.doesNotMatch(shown, /Pay €48\.00 online|not paid yet/)
  const console = await pageOf(`/admin/orders/${id}`, staff)
  assert.match(console, /The bank is making the payment/)
  assert.match(console, /Wait with the parcel until it has come/)
  const again = await semel.client().post(`/api/orders/${id}/payment`, {}, { token: buyer.token })
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_payment_state'])
  await age(id, 72)
  await expireUnpaidOnline(semel.db)
  assert.deepEqual([(await read(id)).status, await stateOf(id)], ['placed', 'processing'])
  provider.bank.endDebit(provider.bank.sessionsOf(id)[0]!.id, true)
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
})
