/** Deliveries by value and weight, and orders that customers collect in the shop. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { findPriceFindings } from '../../src/pricing/findings.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
let methods: Record<'parcel' | 'collection', string>
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
  await changeShop(semel.db, { name: 'Tee', seat: 'Calle Mayor 1\n35001 Las Palmas', country: 'ES', undoSeconds: 0 })
  await forgetShop(semel.db)
  await sql`update delivery_methods set active = false`.execute(semel.db)
  const parcel = { names: { en: 'Parcel' }, price: 490, currency: 'EUR', days: { least: 1, most: 2 }, bands: BANDS }
  const collection = {
    names: { en: 'In the shop', fr: 'Au magasin' },
    price: 0,
    kind: 'collection',
    openingHours: HOURS,
  }
  methods = {
    parcel: (await ask('POST', { ...parcel, maxWeight: 20_000, freeFrom: 90_000, position: 1 })).body.id,
    collection: (await ask('POST', { ...collection, position: 2 })).body.id,
  }
})
after(() => semel[Symbol.asyncDispose]())

const BANDS = [
  { weight: 2000, price: 690 },
  { value: 50_000, weight: null, price: 0 },
  { value: null, weight: 10_000, price: 1490 },
]
const HOURS = { en: 'Mon to Sat\n10 to 18' }

const ask = (method: string, body: unknown, id = '') =>
  semel.client().request(method, `/api/admin/delivery-methods${id && `/${id}`}`, { token: staff.token, body })

async function weighed(grams: number | null, price = 2000): Promise<number> {
  const id = await stockProduct(semel.db, { name: 'Tea', price, stock: 100 })
  const attributes = JSON.stringify(grams === null ? {} : { weight_grams: grams })
  await sql`update products set attributes = ${attributes} where id = ${id}`.execute(semel.db)
  return id
}

const toMadrid = { country: 'ES', postcode: '28013', name: 'Ada', line1: 'Calle 1', city: 'Madrid', region: 'Madrid' }

async function order(body: object, buyer?: Person) {
  const { token } = buyer ?? (await person(semel))
  return semel.client().post('/api/orders', body, { token })
}

for (const [what, grams, price, quantity, costs] of [
  ['below the first step', 100, 2000, 3, 490],
  ['at the weight of a step', 1000, 2000, 2, 690],
  ['at the value of a later step', 1000, 25_000, 2, 0],
  ['at the last step, whatever its value', 10_000, 60_000, 1, 1490],
  ['from the value on that is free', 10_000, 90_000, 1, 0],
  ['of products that nobody has weighed', null, 2000, 90, 0],
] as const)
  test(`items ${what} → the delivery costs ${costs} in quote and order`, async () => {
    const items = [{ productId: await weighed(grams, price), quantity }]
    const { body: quote } = await semel.client().post('/api/quotes', { items, deliveryAddress: toMadrid })
    assert.equal(quote.deliveryTotal, costs)
    assert.deepEqual(
      quote.deliveryOptions.map((one: { price: number }) => one.price),
      [costs, 0],
    )
    const placed = await order({ items, deliveryAddress: toMadrid, expectedTotal: quote.total })
    assert.deepEqual([placed.status, placed.body.deliveryTotal, placed.body.delivery.kind], [201, costs, 'delivery'])
  })

test('too heavy to deliver → 422 says why; can be collected', async () => {
  const items = [{ productId: await weighed(1500), quantity: 14 }]
  const { status, body } = await order({ items, deliveryAddress: toMadrid })
  assert.deepEqual([status, body.errors[0].code, body.errors[0].field], [422, 'too_heavy', 'items'])
  assert.match(body.detail, /weigh 21 kg together.*Order fewer pieces/)
  const chosen = await order({ items, deliveryAddress: toMadrid, delivery: methods.parcel })
  assert.equal(chosen.body.errors[0].code, 'too_heavy')
  assert.equal((await order({ items, delivery: methods.collection })).status, 201)
})

test('collection → no address, VAT of the shop, its address and hours', async () => {
  const items = [{ productId: await weighed(100), quantity: 1 }]
  const { status, body } = await order({ items, delivery: methods.collection })
  assert.equal(status, 201)
  assert.deepEqual([body.taxCountry, body.deliveryAddress, body.deliveryTotal], ['ES-CN', null, 0])
  assert.deepEqual(body.delivery.collection, {
    address: 'Tee\nCalle Mayor 1\n35001 Las Palmas',
    openingHours: 'Mon to Sat\n10 to 18',
  })
  const abroad = { ...toMadrid, country: 'FR', postcode: '75001', city: 'Paris' }
  const { body: sent } = await order({ items, delivery: methods.collection, deliveryAddress: abroad })
  assert.equal(sent.taxCountry, 'ES-CN')
  assert.equal((await order({ items, deliveryAddress: abroad })).body.delivery.method, methods.parcel)
})

test('collection shipped → one email that it is ready, old states', async () => {
  const buyer = await person(semel)
  const { body } = await order(
    { items: [{ productId: await weighed(1), quantity: 1 }], delivery: methods.collection },
    buyer,
  )
  const step = (name: string) => semel.client().post(`/api/orders/${body.id}/${name}`, {}, { token: staff.token })
  await step('process')
  const part = { items: [{ line: 1, quantity: 1 }] }
  const asParcel = await semel.client().post(`/api/orders/${body.id}/parcels`, part, { token: staff.token })
  assert.equal(asParcel.status, 409)
  const shipped = await Promise.all([step('ship'), step('ship')])
  assert.deepEqual(shipped.map(({ status }) => status).toSorted(), [200, 409])
  const mails = await semel.mailTo(buyer.email, 2)
  const ready = mails.filter(({ subject }) => subject === `Order #${body.id} is ready to collect`)
  assert.equal(ready.length, 1)
  assert.match(ready[0]!.text, /Collect at.*Calle Mayor 1.*Opening hours.*10 to 18/s)
  assert.doesNotMatch(mails.map(({ text }) => text).join(), /working day|carrier|Deliver to/)
  assert.equal((await semel.client().get(`/api/v1/orders/${body.id}`, { token: buyer.token })).body.status, 'shipped')
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, buyer.token)
  const { text } = await browser.get(`/orders/${body.id}`)
  assert.match(text, /Ready to collect.*Collected.*/s)
  assert.match(text, /Collect at/)
  assert.doesNotMatch(text, />Shipped</)
  const address = await semel
    .client()
    .put(`/api/orders/${body.id}/delivery-address`, { deliveryAddress: toMadrid }, { token: staff.token })
  assert.equal(address.status, 409)
})

test('guest collects without JavaScript → asked for email and name only', async () => {
  const browser = semel.client()
  await browser.post('/api/cart/items', { productId: await weighed(100), quantity: 1 })
  const shown = await browser.get('/checkout')
  assert.match(shown.text, /In the shop: free.*Tee, Calle Mayor 1, 35001 Las Palmas\. Mon to Sat, 10 to 18/s)
  const send = async (address: string, text: string, typed: Record<string, string>) => {
    const form = /<form id="order".*?<\/form>/s.exec(text)?.[0] ?? ''
    const fields = new URLSearchParams({ 'deliveryAddress.country': 'ES' })
    for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
      const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
      if (value('type') !== 'radio' || / checked/.test(tag)) fields.set(value('name'), value('value'))
    }
    if (!form.includes('name="deliveryAddress.country"')) fields.delete('deliveryAddress.country')
    for (const [name, value] of Object.entries(typed)) fields.set(name, value)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return browser.post(address, fields.toString(), { headers })
  }
  const chosen = await send('/checkout/quote', shown.text, { delivery: methods.collection })
  assert.doesNotMatch(chosen.text, /name="deliveryAddress\./)
  assert.match(chosen.text, /name="userName"/)
  const empty = await send('/checkout/guest', chosen.text, { email: 'marie@example.com' })
  assert.deepEqual(
    [empty.status, /id="order-userName-error"[^>]*>([^<]*)/.exec(empty.text)?.[1]],
    [422, 'Enter your name'],
  )
  const placed = await send('/checkout/guest', empty.text, { email: 'marie@example.com', userName: 'Marie' })
  assert.equal(placed.status, 303, placed.text)
  const [mail] = await semel.mailTo('marie@example.com')
  assert.match(mail!.text, /We write as soon as\s+you can collect it.*Collect at.*Calle Mayor 1/s)
  const back = await send('/checkout/quote', chosen.text, { delivery: methods.parcel })
  assert.equal(back.status, 200)
})

test('products without a weight, and a price by weight → a finding', async () => {
  await weighed(null)
  const findings = await findPriceFindings(semel.db, semel.clock.now())
  assert.match(findings.map(({ text }) => text).join(), /products have no weight, so a delivery method/)
})

test('method without days or with a wrong step → 422', async () => {
  const base = { names: { en: 'X' }, price: 0, currency: 'EUR' }
  assert.equal((await ask('POST', base)).body.errors[0].field, 'days.least')
  const days = { least: 0, most: 1 }
  assert.equal((await ask('POST', { ...base, days, bands: [{ price: 5 }] })).body.errors[0].field, 'bands.0.value')
  const noPrice = { ...base, days, bands: [{ weight: 5, price: null }] }
  assert.equal((await ask('POST', noPrice)).body.errors[0].field, 'bands.0.price')
  assert.equal((await ask('POST', { ...base, currency: null, days, bands: BANDS })).body.errors[0].field, 'currency')
  const made = await ask('POST', { ...base, kind: 'collection', bands: [{ value: null, weight: null, price: null }] })
  assert.deepEqual([made.status, made.body.days, made.body.bands], [201, { least: 0, most: 0 }, []])
  const changed = await ask('PATCH', { collectAt: 'Market hall' }, made.body.id)
  assert.deepEqual([changed.body.collectAt, changed.body.kind], ['Market hall', 'collection'])
  assert.equal((await ask('DELETE', undefined, made.body.id)).status, 204)
})
