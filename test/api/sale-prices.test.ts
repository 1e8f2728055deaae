import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { turnPrices } from '../../src/catalogue/sales/turn.ts'
import { dayOf } from '../../src/shop/days.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { DAY, HOUR, after as later } from '../../src/time.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Sale prices: they begin and end at midnight of the shop, and a reduction is one of the lowest price of the 30 days before it. */

let semel: Semel
let staff: string
let customer: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  await signIn()
})
beforeEach(() => useZone('UTC'))
after(() => semel[Symbol.asyncDispose]())

/** Longer than sessions last. */
async function passDays(days: number): Promise<void> {
  semel.clock.advance(days * DAY)
  await signIn()
}

async function signIn(): Promise<void> {
  staff = (await person(semel, 'staff')).token
  customer = (await person(semel)).token
}

async function useZone(timeZone: string): Promise<void> {
  await changeShop(semel.db, { timeZone })
  await forgetShop(semel.db)
}

const today = (zone = 'UTC') => dayOf(semel.clock.now(), zone)
const inDays = (days: number) => dayOf(later(semel.clock.now(), days * DAY), 'UTC')
const read = async (id: number) => (await semel.client().get(`/api/products/${id}`, { token: customer })).body
const change = (id: number, body: object) => semel.client().patch(`/api/products/${id}`, body, { token: staff })
const pricesOf = ({
  price,
  regular_price = price,
  sale_price = null,
  lowest_price_30_days = null,
}: Record<string, unknown>) => [price, regular_price, sale_price, lowest_price_30_days]
async function page(path: string): Promise<string> {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff)
  return (await client.get(path, { headers: { accept: 'text/html' } })).text
}

async function importFile(text: string): Promise<void> {
  const data = Buffer.from(text).toString('base64')
  const { status, text: report } = await semel.client().post('/api/products/import', { data }, { token: staff })
  assert.equal(status, 200, report)
}

test('sale begins tomorrow → lists, product and order follow at midnight', async () => {
  const id = await stockProduct(semel.db, { price: 2000 })
  const dear = await stockProduct(semel.db, { price: 1800 })
  const set = await change(id, { sale_price: 1500, sale_from: inDays(1), sale_until: inDays(2) })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(pricesOf(set.body), [2000, 2000, 1500, null])
  const first = await semel.client().get(`/api/products/${id}`, { token: customer })
  const tag = { 'if-none-match': first.headers.get('etag')! }
  assert.equal((await semel.client().get(`/api/products/${id}`, { token: customer, headers: tag })).status, 304)
  const byPrice = async () => {
    const { body } = await semel.client().get(`/api/products?sort=price&ids=${id},${dear}`, { token: customer })
    return body.items.map((item: { id: number }) => item.id)
  }
  assert.deepEqual(await byPrice(), [dear, id])
  await sql`delete from event_outbox`.execute(semel.db)

  await passDays(1)
  const begun = await semel.client().get(`/api/products/${id}`, { token: customer, headers: tag })
  assert.equal(begun.status, 200)
  assert.deepEqual(pricesOf(begun.body), [1500, 2000, 1500, 2000])
  assert.deepEqual(await byPrice(), [id, dear])
  const { body: cheap } = await semel.client().get(`/api/products?maxPrice=1500&ids=${id}`, { token: customer })
  assert.equal(cheap.totalCount, 1)
  const { rows: events } =
    await sql`select data ->> 'productId' as id from event_outbox where type = 'product.updated'`.execute(semel.db)
  assert.deepEqual(events, [{ id: String(id) }])
  const order = await semel
    .client()
    .post('/api/orders', { items: [{ productId: id, quantity: 2 }] }, { token: customer })
  assert.equal(order.body.itemsTotal, 3000, order.text)

  await passDays(1)
  assert.deepEqual(pricesOf(await read(id)), [1500, 2000, 1500, 2000], 'its last day')
  await passDays(1)
  assert.deepEqual(pricesOf(await read(id)), [2000, 2000, 1500, null])
})

test('prices of the new day are not written → an order costs them', async () => {
  const id = await stockProduct(semel.db, { price: 2000 })
  await change(id, { sale_price: 1500, sale_from: inDays(1) })
  await sql`alter table products disable trigger keep_ended_price`.execute(semel.db)
  await passDays(1)
  await read(id)
  // Puts back the row as if the turn had missed it.
  await sql`update products set price = 2000, regular_price = null, lowest_price_30_days = null where id = ${id}`.execute(
    semel.db,
  )
  await sql`alter table products enable trigger keep_ended_price`.execute(semel.db)
  const order = { items: [{ productId: id, quantity: 1 }] }
  const refused = await semel.client().post('/api/orders', { ...order, expectedTotal: 2000 }, { token: customer })
  assert.equal(refused.body.code, 'total_changed', refused.text)
  const placed = await semel.client().post('/api/orders', { ...order, expectedTotal: 1500 }, { token: customer })
  assert.equal(placed.status, 201, placed.text)
  await turnPrices(semel.db, semel.clock.now())
  assert.equal((await read(id)).price, 1500)
})

for (const [zone, day, before, begins] of [
  ['Europe/Berlin', '2027-03-28', '2027-03-27T22:59:59Z', '2027-03-27T23:00:00Z'],
  ['Europe/Berlin', '2027-03-29', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
  // Midnight does not exist on this day: the clocks go from 0:00 to 1:00.
  ['Africa/Cairo', '2027-04-30', '2027-04-29T21:59:59Z', '2027-04-29T22:00:00Z'],
  ['Pacific/Auckland', '2027-09-26', '2027-09-25T11:59:59Z', '2027-09-25T12:00:00Z'],
] as const) {
  test(`sale from ${day} in ${zone} → begins at midnight`, async () => {
    await useZone(zone)
    const id = await stockProduct(semel.db, { price: 2000, sale_price: 100, sale_from: day, sale_until: day })
    const priceAt = async (time: string, add = 0) => {
      await turnPrices(semel.db, later(new Date(time), add))
      const { rows } = await sql<{ price: number }>`select price from products where id = ${id}`.execute(semel.db)
      return rows[0]!.price
    }
    assert.equal(await priceAt(before), 2000)
    assert.equal(await priceAt(begins), 100)
    assert.equal(await priceAt(begins, 26 * HOUR), 2000)
    await sql`delete from product_prices`.execute(semel.db)
  })
}

test('shop moves to a zone where it is tomorrow → its sale begins', async () => {
  const id = await stockProduct(semel.db, { price: 2000 })
  const zone = today() === today('Pacific/Kiritimati') ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const days = zone === 'Pacific/Kiritimati' ? { sale_from: today(zone) } : { sale_until: today(zone) }
  await change(id, { sale_price: 1500, ...days })
  const was = (await read(id)).price
  await useZone(zone)
  assert.notEqual((await read(id)).price, was)
})

test('each price that held within 30 days counts, from whatever writer', async () => {
  const id = await stockProduct(semel.db, { price: 2000, sku: 'HELD-1' })
  const batch = (product: object) =>
    semel.client().put('/api/products/batch', { products: [{ sku: 'HELD-1', ...product }] }, { token: staff })
  const lowest = async () => (await read(id)).lowest_price_30_days
  await change(id, { price: 1200 })
  await change(id, { price: 3000 })
  await change(id, { sale_price: 1500 })
  assert.equal(await lowest(), 1200)
  assert.doesNotMatch(await page(`/products/${id}`), /soft before/, 'no reduction, because it was cheaper')
  await change(id, { sale_price: null })
  await passDays(31)
  await change(id, { price: 2500 })
  await passDays(1)
  const sent = await batch({ sale_price: 1400 })
  assert.equal(sent.body.changed, 1, sent.text)
  assert.equal(await lowest(), 2500, 'the sale price and 12.00 held before')
  await batch({ sale_price: 1300 })
  assert.equal(await lowest(), 1400, 'a further reduction is a new one')
  await change(id, { name: 'Renamed' })
  assert.equal(await lowest(), 1400)
  await importFile('sku,price_minor\nHELD-1,2600\n')
  assert.deepEqual(pricesOf(await read(id)), [1300, 2600, 1300, 1400])
})

test('sale of a product that was never sold for more → announced nowhere', async () => {
  const { body } = await semel
    .client()
    .post(
      '/api/products',
      { sku: 'NEW-SALE', name: 'New', category: 'things', price: 2000, sale_price: 1500 },
      { token: staff },
    )
  assert.deepEqual(pricesOf(body), [1500, 2000, 1500, null])
  assert.doesNotMatch((await page(`/products/${body.id}`)).split('More from')[0]!, /soft before/)
})

test('client sends back what it read → the sale stays', async () => {
  const id = await stockProduct(semel.db, { price: 2000 })
  await change(id, { sale_price: 1500 })
  assert.deepEqual(pricesOf((await change(id, { price: 1500 })).body), [1500, 2000, 1500, 2000])
  assert.deepEqual(pricesOf((await change(id, { price: 2200 })).body), [1500, 2200, 1500, 2000])
  assert.deepEqual(
    pricesOf((await change(id, { price: 1000 })).body),
    [1000, 1000, 1500, null],
    'no sale above the price',
  )
  assert.deepEqual(pricesOf((await change(id, { price: 2000, sale_price: null })).body), [2000, 2000, null, null])
})

test('sale that is none → refused with its field', async () => {
  const id = await stockProduct(semel.db, { price: 2000, sku: 'NONE-1' })
  const field = async (body: object) => (await change(id, body)).body.errors?.[0]?.field
  assert.equal(await field({ sale_price: 2000 }), 'sale_price')
  assert.equal(await field({ sale_price: 1, sale_from: '2027-02-30' }), 'sale_from')
  assert.equal(await field({ sale_price: 1, sale_from: '2027-03-02', sale_until: '2027-03-01' }), 'sale_until')
  await change(id, { sale_price: 1, sale_until: '2027-03-01' })
  assert.equal(await field({ sale_from: '2027-03-02' }), 'sale_until')
  const products = [
    { sku: 'NONE-1', sale_price: 2000 },
    { sku: 'NONE-1', sale_from: '2028-01-01' },
  ]
  const { body } = await semel.client().put('/api/products/batch', { products }, { token: staff })
  assert.deepEqual(
    body.lines.map(({ errors }: { errors: { field: string }[] }) => errors[0]?.field),
    ['sale_price', 'sale_until'],
  )
})

test('reduced product → pages show the lowest price of 30 days', async () => {
  const id = await stockProduct(semel.db, { price: 2000, category: 'reduced' })
  await change(id, { sale_price: 1500, sale_until: inDays(3) })
  const shown = await page(`/products/${id}`)
  assert.match(shown, /before">[\s\S]*20\.00/)
  assert.match(shown, /-25%/)
  assert.match(shown, /Lowest price of the last 30 days/)
  assert.match(shown, new RegExp(`"priceValidUntil":"${inDays(3)}"`))
  assert.match(await page('/products?category=reduced'), /Lowest price of the last 30 days[\s\S]*-25%/)
})

test('files of other shops → regular price, sale and its days', async () => {
  const files = [
    'Type,SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends,Categories\nsimple,F-0,Pot,20,15,2020-01-01,,Pots\n',
    'Handle,Title,Variant SKU,Variant Price,Variant Compare At Price,Type\npot,Pot,F-1,15.00,20.00,Pots\n',
    'Artikelnummer;Bezeichnung;Kategorie;Preis;Angebotspreis;Angebot ab\nF-2;Pot;Pots;20,00;15,00;01.02.2020\n',
  ]
  for (const [n, file] of files.entries()) {
    await importFile(file)
    const { body } = await semel.client().get(`/api/products?sku=F-${n}`, { token: customer })
    assert.deepEqual(pricesOf(body.items[0]), [1500, 2000, 1500, null], file)
  }
  const exported = await page('/admin/products.csv?q=F-2')
  assert.match(exported, /sale_amount,sale_from,sale_until/)
  assert.match(exported, /F-2,Pot,Pots,20\.00,.*15\.00,2020-02-01/)
})
