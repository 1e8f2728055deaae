import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { displayAmount } from '../../src/dev/payments/currencies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { openedPage, openProvider, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* An amount that the provider cannot take is not offered, and is refused before anything is placed or sent back. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

async function place(price: number, currency: string, method?: 'online') {
  const productId = await stockProduct(semel.db, { price, currency })
  const payment = method && { payment: { method } }
  const body = { items: [{ productId, quantity: 1 }], ...payment }
  return semel.client().post('/api/orders', body, { token: buyer.token })
}
const pageOf = async (path: string) =>
  (await semel.client().get(path, { headers: { cookie: `semel_session=${buyer.token}` } })).text

/** Amounts in minor units of ISO 4217, and as the provider shows them, by its own table. */
const PAID: [currency: string, price: number, charged: string, refund: number, refunded: string][] = [
  ['ISK', 5_000, 'ISK 5000', 150, 'ISK 150'],
  ['UGX', 20_000, 'UGX 20000', 5_000, 'UGX 5000'],
  ['MGA', 1_000_000, 'MGA 10000', 250_000, 'MGA 2500'],
  ['KWD', 5_120, 'KWD 5.120', 1_010, 'KWD 1.010'],
  ['JPY', 5_000, 'JPY 5000', 1_234, 'JPY 1234'],
  ['HUF', 499_950, 'HUF 4999.50', 100_025, 'HUF 1000.25'],
]
for (const [currency, price, charged, refund, refunded] of PAID)
  test(`${currency} → charged, paid and refunded in the unit of the provider`, async () => {
    const { body } = await place(price, currency, 'online')
    const page = await openedPage(semel, body.id, buyer)
    const session = provider.bank.session(page)
    const shown = (amount: number) => displayAmount(amount, currency.toLowerCase())
    assert.equal(shown(session.amount_total), charged)
    provider.bank.pay(page)
    await until(async () => (await paymentStatus(semel, body.id)) === 'paid', 'paid')
    await semel.client().post(`/api/orders/${body.id}/refunds`, { amount: refund }, { token: staff.token })
    await until(async () => (await paymentStatus(semel, body.id)) === 'partly_refunded', 'refunded')
    await settled(semel)
    const refunds = provider.bank.refundsOf(session.payment_intent!)
    assert.deepEqual(
      refunds.map(({ amount }) => shown(amount)),
      [refunded],
    )
  })

for (const [price, currency, code, text] of [
  [30, 'EUR', 'amount_too_small', 'Online payments begin at €0.50.'],
  [100_000_000, 'EUR', 'amount_too_large', 'Online payments end at €999,999.99.'],
  [5_000, 'IQD', 'currency_not_payable', 'Amounts in IQD cannot be paid online.'],
  [1_234, 'KWD', 'amount_not_payable', 'cannot be paid online, only multiples of'],
] as const)
  test(`online order of ${price} ${currency} → ${code}, nothing placed, its page says why`, async () => {
    const orders = async () =>
      Number(
        (
          await semel.db
            .selectFrom('orders')
            .select(o => o.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await orders()
    const { status, body } = await place(price, currency, 'online')
    assert.deepEqual(
      [status, body.errors?.[0].field, body.errors?.[0].code],
      [422, 'payment.method', code],
      JSON.stringify(body),
    )
    assert.equal(await orders(), before)
    const invoice = await place(price, currency)
    assert.equal(invoice.status, 201)
    const later = await semel.client().post(`/api/orders/${invoice.body.id}/payment`, {}, { token: buyer.token })
    assert.deepEqual([later.status, later.body.errors?.[0].code], [422, code])
    const page = await pageOf(`/orders/${invoice.body.id}`)
    assert.ok(page.includes(text), text)
    assert.ok(!page.includes('/pay"'), 'no button leads to a page that cannot open')
    assert.equal(provider.bank.sessionsOf(invoice.body.id).length, 0)
  })

test('ended currency → given to no product, kept by one that has it', async () => {
  const body = { sku: 'ended-1', name: 'Lamp', category: 'Lamps', price: 500, currency: 'BGN' }
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof place>>) => [status, body.errors?.[0]?.code]
  const client = semel.client()
  assert.deepEqual(codeOf(await client.post('/api/products', body, { token: staff.token })), [422, 'ended_currency'])
  const id = await stockProduct(semel.db, { price: 500, currency: 'EUR' })
  const change = (currency: string) => client.patch(`/api/products/${id}`, { currency }, { token: staff.token })
  assert.deepEqual(codeOf(await change('HRK')), [422, 'ended_currency'])
  await semel.db.updateTable('products').set({ currency: 'HRK' }).where('id', '=', id).execute()
  assert.deepEqual(codeOf(await change('HRK')), [200, undefined])
})

test('refund between the steps of the provider → refused before it is accepted', async () => {
  const { body } = await place(1_230, 'KWD', 'online')
  provider.bank.pay(await openedPage(semel, body.id, buyer))
  await until(async () => (await paymentStatus(semel, body.id)) === 'paid', 'paid')
  const refund = (amount: number) =>
    semel.client().post(`/api/orders/${body.id}/refunds`, { amount }, { token: staff.token })
  const refused = await refund(123)
  assert.deepEqual([refused.status, refused.body.errors?.[0].code], [422, 'amount_not_refundable'])
  assert.equal((await refund(120)).status, 201)
})
