/** Settings with which staff decide about totals: delivery methods, VAT rates and discount codes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countUnconfirmed, findPriceFindings } from '../../src/pricing/findings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const ask = (method: string, path: string, body?: unknown, token = staff.token) =>
  semel.client().request(method, `/api/admin/${path}`, { token, body })

const METHOD = { names: { en: 'Parcel', de: 'Paket' }, price: 499, currency: 'EUR', days: { least: 1, most: 2 } }

test('delivery method created, changed, deleted → stored as sent, each audited', async () => {
  const made = await ask('POST', 'delivery-methods', { ...METHOD, countries: ['DE', 'AT', 'DE'], freeFrom: 5000 })
  assert.equal(made.status, 201)
  const changed = await ask('PATCH', `delivery-methods/${made.body.id}`, { price: 599, countries: null })
  assert.deepEqual(changed.body, { ...made.body, price: 599, countries: null })
  const { body } = await ask('GET', 'delivery-methods')
  assert.deepEqual(
    body.items.find(({ id }: { id: string }) => id === made.body.id),
    changed.body,
  )
  assert.equal((await ask('DELETE', `delivery-methods/${made.body.id}`)).status, 204)
  assert.equal((await ask('DELETE', `delivery-methods/${made.body.id}`)).status, 404)
  assert.equal((await ask('PATCH', `delivery-methods/${made.body.id}`, {})).status, 404)
  const log = await semel.db
    .selectFrom('audit_log')
    .select('action')
    .where('user_id', '=', staff.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    log.map(({ action }) => action),
    ['delivery_method_created', 'delivery_method_changed', 'delivery_method_deleted'],
  )
})

for (const [what, body, detail] of [
  ['without a name', { names: {} }, 'names is required in one language at least'],
  ['with a price but no currency', { currency: null }, 'currency is required, because the delivery is not always free'],
  ['that takes at most less than at least', { days: { least: 3, most: 2 } }, 'days.most must be at least days.least'],
  ['with a negative price', { price: -1 }, 'price must be at least 0'],
  ['to no country', { countries: [] }, 'countries must have at least 1 entry'],
] as const) {
  test(`a delivery method ${what} → 422 with the reason`, async () => {
    const { status, body: problem } = await ask('POST', 'delivery-methods', { ...METHOD, ...body })
    assert.deepEqual([status, problem.detail], [422, detail])
  })
}

test('VAT rates → member states, three parts and the rest, none confirmed', async () => {
  const { body } = await ask('GET', 'tax-rates')
  const standard = body.items.filter((rate: { class: string }) => rate.class === 'standard')
  assert.equal(new Set(standard.map(({ country }: { country: string }) => country)).size, 31)
  assert.ok(body.items.every(({ confirmed }: { confirmed: boolean }) => !confirmed))
  assert.equal(standard.find(({ country }: { country: string }) => country === 'FI').rate, 25.5)
})

test('a VAT rate is confirmed, replaced from a day on, and deleted', async () => {
  const { body } = await ask('GET', 'tax-rates')
  const german = body.items.find(({ country }: { country: string }) => country === 'DE')
  assert.deepEqual((await ask('PATCH', `tax-rates/${german.id}`, { confirmed: true })).body, {
    ...german,
    confirmed: true,
  })
  const next = { country: 'DE', class: 'standard', rate: 20.5, validFrom: '2999-01-01' }
  const made = await ask('POST', 'tax-rates', next)
  assert.deepEqual(made.body, { ...next, id: made.body.id, confirmed: true })
  assert.equal((await ask('POST', 'tax-rates', next)).body.code, 'tax_rate_taken')
  const moved = await ask('PATCH', `tax-rates/${made.body.id}`, { validFrom: german.validFrom })
  assert.equal(moved.body.code, 'tax_rate_taken')
  assert.equal((await ask('DELETE', `tax-rates/${made.body.id}`)).status, 204)
  assert.equal((await ask('PATCH', `tax-rates/${made.body.id}`, { rate: 1 })).status, 404)
})

for (const [what, body, detail] of [
  ['of a third decimal', { rate: 19.001 }, 'rate must have at most two decimals'],
  ['of 100 percent', { rate: 100 }, 'rate must be at most 99.99'],
  ['from a day that is none', { validFrom: '2026-02-30' }, 'validFrom must be a date like 2026-01-31'],
  ['from the year 0', { validFrom: '0000-01-01' }, 'validFrom must be a date like 2026-01-31'],
  ['of no country', { country: 'EU' }, undefined],
] as const) {
  test(`a VAT rate ${what} → 422`, async () => {
    const rate = { country: 'DE', class: 'standard', rate: 19, validFrom: '2027-01-01', ...body }
    const { status, body: problem } = await ask('POST', 'tax-rates', rate)
    assert.equal(status, 422)
    if (detail) assert.equal(problem.detail, detail)
  })
}

test('a discount code is created, changed and listed → as it was sent', async () => {
  const terms = {
    kind: 'amount',
    value: 500,
    currency: 'EUR',
    minTotal: 2000,
    maxUses: 5,
    productIds: [1, 2],
    categories: ['tea'],
  }
  const made = await ask('POST', 'discount-codes', { code: ' spring 26', ...terms, validUntil: '2027-01-01T00:00:00Z' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.code, made.body.used, made.body.validUntil], ['SPRING26', 0, '2027-01-01T00:00:00Z'])
  assert.equal((await ask('POST', 'discount-codes', { code: 'Spring26', ...terms })).body.code, 'discount_code_taken')
  const changed = await ask('PATCH', 'discount-codes/spring26', { maxUses: null, productIds: null, active: false })
  assert.deepEqual([changed.body.maxUses, changed.body.productIds, changed.body.active], [null, null, false])
  const { body } = await ask('GET', 'discount-codes')
  assert.equal(body.totalCount, 1)
  assert.deepEqual(body.items[0].categories, ['tea'])
  assert.equal((await ask('DELETE', 'discount-codes/spring26')).status, 204)
  assert.equal((await ask('PATCH', 'discount-codes/spring26', {})).status, 404)
})

test('many discount codes → each on exactly one page', async () => {
  const codes = Array.from({ length: 25 }, (_, n) => `MANY-${n}`)
  for (const code of codes) await ask('POST', 'discount-codes', { code, kind: 'percent', value: 1 })
  const seen: string[] = []
  for (let path: string | undefined = 'discount-codes?limit=7'; path; ) {
    const { body, headers } = await ask('GET', path)
    seen.push(...body.items.map(({ code }: { code: string }) => code))
    path = /<[^>]*\/admin\/([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  assert.deepEqual(seen.toSorted(), codes.toSorted())
})

for (const [what, body, field] of [
  ['of 101 percent', { value: 101 }, 'value'],
  ['of no percent', { value: 0 }, 'value'],
  ['with an amount without a currency', { kind: 'amount', value: 5 }, 'currency'],
  ['of two letters', { code: 'AB' }, 'code'],
  ['with marks', { code: 'A<B>C' }, 'code'],
  [
    'that ends before it begins',
    { validFrom: '2026-02-01T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
    'validUntil',
  ],
  ['with no uses', { maxUses: 0 }, 'maxUses'],
] as const) {
  test(`a discount code ${what} → 422 that names ${field}`, async () => {
    const { status, body: problem } = await ask('POST', 'discount-codes', {
      code: 'GOOD',
      kind: 'percent',
      value: 5,
      ...body,
    })
    assert.equal(status, 422)
    assert.deepEqual(
      problem.errors.map((error: { field: string }) => error.field),
      [field],
    )
  })
}

test('fewer uses than a code has → 422, and the code stays', async () => {
  const buyer = await person(semel)
  await ask('POST', 'discount-codes', { code: 'USED', kind: 'percent', value: 5 })
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  for (let n = 0; n < 2; n++)
    await semel.client().post('/api/orders', { items, discountCode: 'used' }, { token: buyer.token })
  const { status, body } = await ask('PATCH', 'discount-codes/used', { maxUses: 1 })
  assert.deepEqual([status, body.detail], [422, 'maxUses must be at least 2, because so many orders use it already'])
  assert.equal((await ask('PATCH', 'discount-codes/used', { maxUses: 2 })).status, 200)
})

test('a customer → 403 everywhere', async () => {
  const { token } = await person(semel)
  for (const path of ['delivery-methods', 'tax-rates', 'discount-codes'])
    assert.equal((await ask('GET', path, undefined, token)).status, 403)
})

test('a product with a tax class → it is kept, changed and checked', async () => {
  const product = { sku: 'BOOK', name: 'Book', category: 'books', price: 1000, tax_class: 'reduced' }
  const made = await semel.client().post('/api/products', product, { token: staff.token })
  assert.equal(made.body.tax_class, 'reduced')
  const path = `/api/products/${made.body.id}`
  assert.equal((await semel.client().patch(path, { tax_class: 'zero' }, { token: staff.token })).body.tax_class, 'zero')
  assert.equal((await semel.client().patch(path, { tax_class: 'none' }, { token: staff.token })).status, 422)
})

test('product class without a rate, or no delivery → finding names the countries', async () => {
  await stockProduct(semel.db, { tax_class: 'super_reduced' })
  const now = semel.clock.now()
  const [finding] = await findPriceFindings(semel.db, now)
  assert.match(
    finding!.text,
    /^Products of the VAT class super_reduced cannot be sold to 30 countries, such as AT: there is no rate/,
  )
  const standard = '0197a5c8-0000-7000-8000-000000000001'
  await ask('PATCH', `delivery-methods/${standard}`, { active: false })
  assert.deepEqual(
    (await findPriceFindings(semel.db, now)).map(({ level, text }) => [level, text]),
    [['bad', 'No delivery method is active, so nobody can order.']],
  )
  await ask('PATCH', `delivery-methods/${standard}`, { active: true })
  assert.equal(await countUnconfirmed(semel.db), 30)
})
