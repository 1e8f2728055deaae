import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { displayAmount } from '../../src/dev/payments/currencies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
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

/**
 * Amounts in minor units of ISO 4217, and the provider's: as it shows them by its own table, and as they are sent (Stripe, "Supported
 * currencies", zero-decimal currencies and special cases).
 */
type AtProvider = [shown: string, sent: number]
const PAID: [currency: string, price: number, charged: AtProvider, refund: number, refunded: AtProvider][] = [
  ['ISK', 5_000, ['ISK 5000', 500_000], 150, ['ISK 150', 15_000]],
  ['UGX', 20_000, ['UGX 20000', 2_000_000], 5_000, ['UGX 5000', 500_000]],
  ['MGA', 1_000_000, ['MGA 10000', 10_000], 250_000, ['MGA 2500', 2_500]],
  ['KWD', 5_120, ['KWD 5.120', 5_120], 1_010, ['KWD 1.010', 1_010]],
  ['JPY', 5_000, ['JPY 5000', 5_000], 1_234, ['JPY 1234', 1_234]],
  ['HUF', 499_950, ['HUF 4999.50', 499_950], 100_025, ['HUF 1000.25', 100_025]],
]
for (const [currency, price, charged, refund, refunded] of PAID)
  test(`${currency} → charged, paid and refunded in the unit of the provider`, async () => {
    const { body } = await place(price, currency, 'online')
    const page = await openedPage(semel, body.id, buyer)
    const session = provider.bank.session(page)
    const asThere = (amount: number) => [displayAmount(amount, currency.toLowerCase()), amount]
    assert.deepEqual(asThere(session.amount_total), charged)
    provider.bank.pay(page)
    await until(async () => (await paymentStatus(semel, body.id)) === 'paid', 'paid')
    await semel.client().post(`/api/orders/${body.id}/refunds`, { amount: refund }, { token: staff.token })
    await until(async () => (await paymentStatus(semel, body.id)) === 'partly_refunded', 'refunded')
    await settled(semel)
    const refunds = provider.bank.refundsOf(session.payment_intent!)
    assert.deepEqual(
      refunds.map(({ amount }) => asThere(amount)),
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

test('ended currency → refused in files, batches, delivery methods and codes', async () => {
  const client = semel.client()
  const kept = await stockProduct(semel.db, { sku: 'ended-kept', price: 500, currency: 'EUR' })
  await semel.db.updateTable('products').set({ currency: 'HRK' }).where('id', '=', kept).execute()
  await stockProduct(semel.db, { sku: 'ended-no', price: 500, currency: 'EUR' })
  const line = (sku: string) => ({ sku, name: 'Lamp', category: 'Lamps', price: 700, currency: 'HRK' })
  const products = ['ended-new', 'ended-no', 'ended-kept'].map(line)
  const batch = await client.put('/api/products/batch', { products }, { token: staff.token })
  assert.deepEqual(
    batch.body.lines.map(({ outcome, errors }: { outcome: string; errors: { code: string }[] }) => [
      outcome,
      ...errors.map(({ code }) => code),
    ]),
    [['refused', 'ended_currency'], ['refused', 'ended_currency'], ['changed']],
  )
  const rows = products.map(({ sku, name, category }) => `${sku},${name},${category},8,HRK\n`).join('')
  const data = Buffer.from(`sku,name,category,price,currency\n${rows}`).toString('base64')
  const file = await client.post('/api/product-imports', { data }, { token: staff.token })
  const { changed, badRows } = file.body.preview
  assert.deepEqual(
    [changed, badRows.map((row: object) => Object.values(row).slice(0, 3))],
    [
      1,
      [
        [2, 'currency', 'HRK'],
        [3, 'currency', 'HRK'],
      ],
    ],
  )
  const terms = { currency: 'HRK', price: 100, names: { en: 'Post' }, days: { least: 1, most: 2 } }
  const amount = { kind: 'amount', value: 100, currency: 'HRK' }
  for (const [at, body, of] of [
    ['delivery-methods', terms, 'id'],
    ['discount-codes', { code: 'ENDED', ...amount }, 'code'],
  ] as const) {
    const send = async (method: 'post' | 'patch', path: string, sent: object) => {
      const answer = await client[method](`/api/admin/${at}${path}`, sent, { token: staff.token })
      return [answer.status, answer.body.errors?.[0]?.code ?? answer.body[of]]
    }
    assert.deepEqual(await send('post', '', body), [422, 'ended_currency'])
    const [, id] = await send('post', '', { ...body, currency: 'EUR' })
    assert.deepEqual(await send('patch', `/${id}`, { currency: 'HRK' }), [422, 'ended_currency'])
    const table = at === 'delivery-methods' ? 'delivery_methods' : 'discount_codes'
    await semel.db
      .updateTable(table)
      .set({ currency: 'HRK' })
      .where('currency', '=', 'EUR')
      .where(of, '=', id)
      .execute()
    assert.deepEqual(await send('patch', `/${id}`, { ...body, active: false }), [200, id])
    await semel.db.deleteFrom(table).where(of, '=', id).execute()
  }
})

test('shop with an ended currency → goes on with it', async () => {
  const client = semel.client()
  await changeShop(semel.db, { currency: 'BGN' })
  await forgetShop(semel.db)
  const body = { sku: 'ended-own', name: 'Lamp', category: 'Lamps', price: 500, currency: 'BGN' }
  const made = await client.post('/api/products', body, { token: staff.token })
  const batch = await client.put('/api/products/batch', { products: [{ ...body, sku: 'ended-own-2' }] }, staff)
  await changeShop(semel.db, { currency: 'EUR' })
  await forgetShop(semel.db)
  assert.deepEqual([made.status, batch.body.added], [201, 1])
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
