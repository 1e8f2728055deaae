/** A text that the shop lacks in the language of its reader is read in its main language, and not in English. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { thingsOf } from '../../src/feed/event-subjects.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
let tea: number
/** An order of a reader of German, and one of a client that names no language. */
let german: number
let plain: number

before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await changeShop(semel.db, { languages: ['fr', 'de', 'en'], country: 'FR', currency: 'EUR' })
  await forgetShop(semel.db)
  await sql`update delivery_methods set active = false`.execute(semel.db)
  await sql`
    insert into delivery_methods (id, names, price, currency, days_least, days_most, countries, position) values
      (${HOME}, '{"de": "Colissimo nach Hause", "en": "Home parcel", "fr": "Colissimo à domicile"}', 490, 'EUR', 1, 2, '{FR}', 1),
      (${SHOP}, '{"en": "At the shop", "fr": "À la boutique"}', 0, 'EUR', 1, 1, '{FR}', 2)
  `.execute(semel.db)
  tea = await stockProduct(semel.db, { name: 'Thé vert', category: 'Thés', price: 1500, stock: 50 })
  const api = semel.client()
  const group = {
    name: 'Thé vert',
    options: [{ name: 'Poids', values: ['100 g'] }],
    products: [{ id: tea, options: [{ name: 'Poids', value: '100 g' }] }],
    texts: {
      fr: {
        name: 'Thé vert du Japon',
        words: [
          { text: 'Poids', translation: 'Poids net' },
          { text: '100 g', translation: 'cent grammes' },
        ],
      },
      de: { words: [{ text: 'Poids', translation: 'Gewicht' }] },
      en: { words: [{ text: 'Poids', translation: 'Weight' }] },
    },
  }
  const made = await api.post('/api/product-groups', group, { token: staff.token })
  assert.equal(made.status, 201, made.text)
  await sql`
    insert into categories (name, position, texts) values ('Thés', 0, '{"fr": {"name": "Les thés"}, "en": {"name": "Teas"}}')
    on conflict (name) do update set texts = excluded.texts
  `.execute(semel.db)
  german = await place({ 'accept-language': 'de' }, HOME)
  plain = await place({}, HOME)
})
after(() => semel[Symbol.asyncDispose]())

const HOME = '0197a5c8-0000-7000-8000-0000000000e1'
const SHOP = '0197a5c8-0000-7000-8000-0000000000e2'

const deliveryAddress = { name: 'Ada', line1: '1 rue Neuve', postcode: '69001', city: 'Lyon', country: 'FR' }

async function place(headers: Record<string, string>, delivery: string): Promise<number> {
  const buyer = await person(semel)
  const body = { items: [{ productId: tea, quantity: 1 }], deliveryAddress, delivery }
  const { status, body: order, text } = await semel.client().post('/api/orders', body, { token: buyer.token, headers })
  assert.equal(status, 201, text)
  return order.id
}

async function quoted(language?: string) {
  const headers = language ? { 'accept-language': language } : {}
  const body = { items: [{ productId: tea, quantity: 1 }], deliveryAddress, delivery: SHOP }
  const { body: quote } = await semel.client().post('/api/quotes', body, { headers })
  return [quote.delivery.name, ...quote.deliveryOptions.map(({ name }: { name: string }) => name)]
}

async function read(path: string, who?: Person): Promise<string> {
  const browser = semel.client()
  if (who) browser.cookies.set(cookieNames(semel).session, who.token)
  const { status, text } = await browser.get(path)
  assert.equal(status, 200, text)
  return text
}

const FRENCH = ['À la boutique', 'Colissimo à domicile', 'À la boutique']

test("quote without a language → names in the shop's main language", async () => {
  for (const language of [undefined, '*', 'it']) assert.deepEqual(await quoted(language), FRENCH)
})

test('quote in German without a German name → main language, not English', async () => {
  assert.deepEqual(await quoted('de'), ['À la boutique', 'Colissimo nach Hause', 'À la boutique'])
  assert.deepEqual(await quoted('en'), ['At the shop', 'Home parcel', 'At the shop'])
})

test("order lines → translated words first, then the main language's", async () => {
  const lines = await sql<{ name: string; options: string }>`
    select i.name, i.options from order_items i where order_id = any(${[german, plain]}::bigint[]) order by order_id
  `.execute(semel.db)
  assert.deepEqual(lines.rows, [
    { name: 'Thé vert du Japon (cent grammes)', options: 'Gewicht: cent grammes' },
    { name: 'Thé vert du Japon (cent grammes)', options: 'Poids net: cent grammes' },
  ])
})

test('pages of the shop → group, option and category in the main language', async () => {
  const list = await read('/de/products')
  assert.match(list, /Thé vert du Japon/)
  assert.match(list, /Les thés/)
  const product = await read(`/de/products/${tea}`)
  assert.match(product, /<h1>Thé vert du Japon/)
  assert.match(product, /Les thés/)
})

test('order as JSON and in the feed → delivery in the main language', async () => {
  const { body } = await semel.client().get(`/api/orders/${german}`, { token: staff.token })
  assert.equal(body.delivery.name, 'Colissimo à domicile')
  const [thing] = await thingsOf(semel.db, ['orders:read'], [{ type: 'order.placed', data: { orderId: german } }])
  assert.equal(thing?.order?.delivery?.name, 'Colissimo à domicile')
})

test('slip → in the language of the order, its delivery too', async () => {
  const slip = await read(`/admin/orders/${german}/packing-slip`, staff)
  assert.match(slip, /<div lang="de">/)
  assert.match(slip, /Packzettel/)
  assert.match(slip, /Colissimo nach Hause/)
  assert.match(
    await read(`/admin/orders/${plain}/packing-slip`, staff),
    /Bordereau de colisage[\s\S]*Colissimo à domicile/,
  )
})

test('file of orders → delivery in the main language', async () => {
  const file = await read('/admin/orders.csv', staff)
  assert.match(file, /Colissimo à domicile/)
  assert.doesNotMatch(file, /Home parcel|nach Hause/)
})
