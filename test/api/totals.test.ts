/** Totals of orders and quotes: VAT by country and class, delivery, and a total that has changed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readSeller } from '../../src/pricing/seller.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const STANDARD = '0197a5c8-0000-7000-8000-000000000001'
const ADDRESS = { name: 'Ada', line1: 'Road 1', postcode: '75001', city: 'Paris', country: 'FR' }
const line = (productId: number, quantity = 1) => ({ productId, quantity })
const order = (body: object) => semel.client().post('/api/orders', body, { token: buyer.token })
const quote = (body: object) => semel.client().post('/api/quotes', body)
const admin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  semel.client().request(method, `/api/admin/${path}`, { token: staff.token, body })

/** Creates a delivery method for the time of one test. */
async function method(body: object) {
  const { status, body: made } = await admin('POST', 'delivery-methods', {
    names: { en: 'Parcel' },
    price: 0,
    days: { least: 1, most: 2 },
    position: -1,
    ...body,
  })
  assert.equal(status, 201, JSON.stringify(made))
  return {
    id: made.id as string,
    [Symbol.asyncDispose]: async () => void (await admin('DELETE', `delivery-methods/${made.id}`)),
  }
}

async function rate(body: object) {
  const made = await admin('POST', 'tax-rates', { class: 'standard', validFrom: '2001-01-01', ...body })
  assert.equal(made.status, 201, made.text)
  return { [Symbol.asyncDispose]: async () => void (await admin('DELETE', `tax-rates/${made.body.id}`)) }
}

test('minimal order → the default delivery and the VAT of the own country', async () => {
  const productId = await stockProduct(semel.db, { price: 11900 })
  const { status, body } = await order({ items: [line(productId)] })
  assert.equal(status, 201)
  const { itemsTotal, discountTotal, deliveryTotal, total, taxes, taxCountry, delivery } = body
  assert.deepEqual(
    { itemsTotal, discountTotal, deliveryTotal, total, taxCountry },
    {
      itemsTotal: 11900,
      discountTotal: 0,
      deliveryTotal: 0,
      total: 11900,
      taxCountry: 'DE',
    },
  )
  assert.deepEqual(taxes, [{ rate: 19, net: 10000, tax: 1900, gross: 11900 }])
  const isDelivery = { kind: 'delivery', collection: null }
  assert.deepEqual(delivery, { method: STANDARD, name: 'Standard', days: { least: 2, most: 4 }, ...isDelivery })
})

test('an order to another country → its VAT; outside the Union none', async () => {
  const productId = await stockProduct(semel.db, { price: 12000 })
  const french = await order({ items: [line(productId)], deliveryAddress: ADDRESS })
  assert.deepEqual(french.body.taxes, [{ rate: 20, net: 10000, tax: 2000, gross: 12000 }])
  const british = await order({ items: [line(productId)], deliveryAddress: { ...ADDRESS, country: 'GB' } })
  assert.deepEqual(british.body.taxes, [{ rate: 0, net: 12000, tax: 0, gross: 12000 }])
})

test('shop in another country → its VAT; some countries only → no others', async () => {
  const productId = await stockProduct(semel.db, { price: 12000 })
  const settle = async (settings: Parameters<typeof changeShop>[1]) => {
    await changeShop(semel.db, settings)
    await forgetShop(semel.db)
  }
  await settle({ country: 'FR', countries: ['FR', 'BE'] })
  try {
    assert.equal((await order({ items: [line(productId)] })).body.taxCountry, 'FR')
    const { status, body } = await quote({ items: [line(productId)], deliveryAddress: { country: 'DE' } })
    const reason = 'must be a country that we deliver to: Belgium and France, not Germany'
    assert.deepEqual([status, body.detail], [422, `deliveryAddress.country ${reason}`])
    await settle({ countries: ['BE'] })
    const minimal = await order({ items: [line(productId)] })
    assert.deepEqual(minimal.body.errors, [
      {
        field: 'deliveryAddress',
        reason: 'is required, because we do not deliver to France. We deliver to: Belgium',
        code: 'no_delivery',
      },
    ])
  } finally {
    await settle({ country: 'DE', countries: [] })
  }
})

test('rate from a day on → valid from midnight where the shop is', async () => {
  const now = new Date('2026-12-31T23:30:00Z')
  await changeShop(semel.db, { timeZone: 'Europe/Berlin' })
  await forgetShop(semel.db)
  assert.equal((await readSeller(semel.db, now)).today, '2027-01-01')
  await changeShop(semel.db, { timeZone: 'UTC' })
  await forgetShop(semel.db)
  assert.equal((await readSeller(semel.db, now)).today, '2026-12-31')
})

test('quote, its order and the order as read → the same numbers', async () => {
  await using parcel = await method({ countries: ['FR'], price: 499, currency: 'EUR', names: { fr: 'Colis' } })
  await using _ = await rate({ country: 'FR', class: 'reduced', rate: 5.5 })
  const book = await stockProduct(semel.db, { price: 1055, tax_class: 'reduced' })
  const lamp = await stockProduct(semel.db, { price: 2400 })
  const body = { items: [line(book, 3), line(lamp), line(book)], deliveryAddress: ADDRESS }
  const quoted = await quote(body)
  assert.equal(quoted.status, 200, quoted.text)
  const placed = await order({ ...body, expectedTotal: quoted.body.total })
  assert.equal(placed.status, 201, placed.text)
  const { deliveryOptions, taxNote, ...totals } = quoted.body
  for (const [name, value] of Object.entries(totals)) assert.deepEqual(placed.body[name], value, name)
  assert.deepEqual(
    (await semel.client().get(`/api/orders/${placed.body.id}`, { token: buyer.token })).body,
    placed.body,
  )
  const isDelivery = { kind: 'delivery', collection: null }
  assert.deepEqual(placed.body.delivery, {
    method: parcel.id,
    name: 'Colis',
    days: { least: 1, most: 2 },
    ...isDelivery,
  })
  assert.deepEqual([placed.body.deliveryTotal, placed.body.total], [499, 4 * 1055 + 2400 + 499])
  // 499 goes to the goods of both rates: 4220 to 2400.
  assert.deepEqual(placed.body.taxes, [
    { rate: 20, net: 2151, tax: 430, gross: 2581 },
    { rate: 5.5, net: 4301, tax: 237, gross: 4538 },
  ])
  assert.deepEqual(
    deliveryOptions.map((option: { method: string; price: number }) => [option.method, option.price]),
    [
      [parcel.id, 499],
      [STANDARD, 0],
    ],
  )
})

test('items worth as much as a method says → its delivery is free', async () => {
  await using _ = await method({ price: 499, currency: 'EUR', freeFrom: 5000 })
  const productId = await stockProduct(semel.db, { price: 4999 })
  assert.equal((await quote({ items: [line(productId)] })).body.deliveryTotal, 499)
  const free = await quote({ items: [line(productId, 2)] })
  assert.deepEqual([free.body.deliveryTotal, free.body.deliveryOptions[0].price], [0, 0])
})

test('unknown method, or one that goes elsewhere → 422 names the country', async () => {
  await using parcel = await method({ countries: ['DE'] })
  const items = [line(await stockProduct(semel.db))]
  for (const delivery of [parcel.id, '01970000-0000-7000-8000-000000000000']) {
    for (const ask of [order, quote]) {
      const { status, body } = await ask({ items, delivery, deliveryAddress: ADDRESS })
      assert.equal(status, 422)
      assert.equal(body.detail, 'delivery must be the id of a delivery method that goes to France')
    }
  }
  assert.equal((await order({ items, delivery: parcel.id })).body.delivery.method, parcel.id)
  assert.equal((await order({ items, delivery: 'fast' })).body.detail, 'delivery must be a UUID')
})

test('country without delivery → 422 lists the others, and no stock is taken', async () => {
  await using _ = await method({ countries: ['DE', 'AT'] })
  await admin('PATCH', `delivery-methods/${STANDARD}`, { active: false })
  try {
    const productId = await stockProduct(semel.db)
    for (const ask of [order, quote]) {
      const { status, body } = await ask({ items: [line(productId)], deliveryAddress: { ...ADDRESS, country: 'NO' } })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, [
        {
          field: 'deliveryAddress.country',
          reason: 'must be a country that we deliver to: Austria and Germany, not Norway',
          code: 'no_delivery',
        },
      ])
    }
    assert.equal((await stockOf(semel.db, productId)).stock, 100)
    assert.equal((await order({ items: [line(productId)] })).status, 201)
  } finally {
    await admin('PATCH', `delivery-methods/${STANDARD}`, { active: true })
  }
})

test('class without a rate in the country → 503, never sold without VAT', async () => {
  const productId = await stockProduct(semel.db, { tax_class: 'reduced' })
  for (const ask of [order, quote]) {
    const { status, body, headers } = await ask({ items: [line(productId)] })
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'tax_rate_missing', '3600'])
  }
  assert.equal((await stockOf(semel.db, productId)).stock, 100)
  await using _ = await rate({ country: 'DE', class: 'reduced', rate: 7 })
  assert.equal((await order({ items: [line(productId)] })).body.taxes[0].rate, 7)
})

test('of several rates of a class → the newest that has begun', async () => {
  const productId = await stockProduct(semel.db)
  const today = semel.clock.now().toISOString().slice(0, 10)
  await using _ = await rate({ country: 'DE', rate: 16, validFrom: today })
  await using __ = await rate({ country: 'DE', rate: 25, validFrom: '2999-01-01' })
  assert.equal((await order({ items: [line(productId)] })).body.taxes[0].rate, 16)
})

test('total changed by delivery → 409 with the parts of the new one', async () => {
  const productId = await stockProduct(semel.db, { price: 1190 })
  const { total } = (await quote({ items: [line(productId)] })).body
  await using parcel = await method({ price: 500, currency: 'EUR' })
  const { status, body } = await order({ items: [line(productId)], expectedTotal: total })
  assert.deepEqual([status, body.code], [409, 'total_changed'])
  assert.deepEqual([body.total, body.expectedTotal, body.itemsTotal, body.deliveryTotal], [1690, 1190, 1190, 500])
  assert.deepEqual(body.taxes, [{ rate: 19, net: 1420, tax: 270, gross: 1690 }])
  assert.equal(body.delivery.method, parcel.id)
})

test('a quote of what cannot be ordered → the refusal of an order', async () => {
  const dollars = await stockProduct(semel.db, { currency: 'USD' })
  const soon = await stockProduct(semel.db, { status: 'coming_soon' })
  const few = await stockProduct(semel.db, { stock: 1 })
  const cases = [
    { items: [] },
    { items: [line(few, 0)] },
    { items: [line(2 ** 40)] },
    { items: [line(few), line(dollars)] },
    { items: [line(soon)] },
    { items: [line(few), line(few)] },
    { items: Array.from({ length: 101 }, () => line(few)) },
    { items: [line(few)], delivery: 'x' },
    { items: [line(few)], deliveryAddress: { ...ADDRESS, country: 'XX' } },
    {},
  ]
  for (const body of cases) {
    const [quoted, placed] = [await quote(body), await order(body)]
    assert.ok(quoted.status >= 400, JSON.stringify(body))
    assert.deepEqual([quoted.status, quoted.body.detail], [placed.status, placed.body.detail], JSON.stringify(body))
  }
})

test('a cart → the totals that its order has', async () => {
  await using _ = await method({ price: 499, currency: 'EUR', freeFrom: 100_000 })
  const [productId, client] = [await stockProduct(semel.db, { price: 2000 }), semel.client()]
  await client.post('/api/cart/items', line(productId, 2), { token: buyer.token })
  const { body: cart } = await client.get('/api/cart', { token: buyer.token })
  const { body: placed } = await order({ items: [line(productId, 2)], expectedTotal: cart.total })
  for (const name of ['itemsTotal', 'discountTotal', 'deliveryTotal', 'total', 'taxes', 'delivery'])
    assert.deepEqual(cart[name], placed[name], name)
  assert.equal(cart.total, 4499)
})

test('versions 1 and 2 → same members, with their own names of users', async () => {
  const items = [line(await stockProduct(semel.db, { price: 1190 }))]
  for (const version of ['v1', 'v2']) {
    const { body } = await semel.client().post(`/api/${version}/orders`, { items }, { token: buyer.token })
    assert.deepEqual(body.taxes, [{ rate: 19, net: 1000, tax: 190, gross: 1190 }])
    assert.equal(body.total, 1190)
  }
})

test('the database → refuses an order whose parts do not fit', async () => {
  const { body } = await order({ items: [line(await stockProduct(semel.db))] })
  const { rows } = await sql<{ items: number }>`select items_total as items from orders where id = ${body.id}`.execute(
    semel.db,
  )
  assert.deepEqual(rows, [{ items: 1000 }])
  await assert.rejects(sql`update order_taxes set tax = tax + 1 where order_id = ${body.id}`.execute(semel.db))
})
