/** Orders name products in the language of the order, and keep these words. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { tellWaiting } from '../../src/catalogue/stock-alerts/alerts.ts'
import { composer } from '../../src/notifications/compose.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await changeShop(semel.db, { languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const asStaff = () => ({ token: staff.token })

async function place(productId: number, { token }: Person, language?: string) {
  const headers = language ? { 'accept-language': language } : {}
  const body = { items: [{ productId, quantity: 1 }] }
  const { status, body: order, text } = await semel.client().post('/api/orders', body, { token, headers })
  assert.equal(status, 201, text)
  const { name, options } = order.items[0]
  return { id: order.id as number, name, options }
}

async function gloves(): Promise<number> {
  const id = await stockProduct(semel.db, { name: 'Touch gloves', price: 1500, stock: 50 })
  const texts = { de: { name: 'Touch-Handschuhe' }, fr: { description: 'Chauds.' } }
  assert.equal((await semel.client().patch(`/api/products/${id}`, { texts }, asStaff())).status, 200)
  return id
}

test('order in German → the German name, unchanged by a later one', async () => {
  const [id, buyer] = [await gloves(), await person(semel)]
  const order = await place(id, buyer, 'de')
  assert.equal(order.name, 'Touch-Handschuhe')
  await semel.client().patch(`/api/products/${id}`, { texts: { de: { name: 'Handschuhe' } } }, asStaff())
  const { body } = await semel.client().get(`/api/orders/${order.id}`, { token: buyer.token })
  assert.equal(body.items[0].name, 'Touch-Handschuhe')
})

test("language without a name, or none at all → the product's name", async () => {
  const [id, buyer] = [await gloves(), await person(semel)]
  for (const language of ['fr', 'en', 'it', undefined])
    assert.equal((await place(id, buyer, language)).name, 'Touch gloves', language ?? 'no header')
})

test('an account that reads German → German without a header', async () => {
  const [id, buyer] = [await gloves(), await person(semel)]
  await semel.client().patch('/api/users/me', { locale: 'de' }, { token: buyer.token })
  assert.equal((await place(id, buyer)).name, 'Touch-Handschuhe')
})

test("variant → name and options of its group in the order's language", async () => {
  const id = await stockProduct(semel.db, { name: 'Shirt', stock: 50 })
  const group = {
    name: 'Shirt',
    options: [
      { name: 'Colour', values: ['red', 'blue'] },
      { name: 'Size', values: ['M'] },
    ],
    products: [
      {
        id,
        options: [
          { name: 'Colour', value: 'red' },
          { name: 'Size', value: 'M' },
        ],
      },
    ],
    texts: {
      de: {
        name: 'Hemd',
        words: [
          { text: 'Colour', translation: 'Farbe' },
          { text: 'red', translation: 'rot' },
        ],
      },
    },
  }
  const made = await semel.client().post('/api/product-groups', group, asStaff())
  assert.equal(made.status, 201, made.text)
  const buyer = await person(semel)
  const { id: _, ...german } = await place(id, buyer, 'de')
  assert.deepEqual(german, { name: 'Hemd (rot, M)', options: 'Farbe: rot; Size: M' })
  const { id: __, ...english } = await place(id, buyer, 'en')
  assert.deepEqual(english, { name: 'Shirt (red, M)', options: 'Colour: red; Size: M' })
})

test('the email about stock → the name in the language of its reader', async () => {
  const [id, reader] = [await gloves(), await person(semel)]
  await semel.client().patch('/api/users/me', { locale: 'de' }, { token: reader.token })
  await semel.db.updateTable('products').set({ stock: 0 }).where('id', '=', id).execute()
  const asking = { body: {}, token: reader.token }
  assert.equal((await semel.client().request('PUT', `/api/products/${id}/stock-alert`, asking)).status, 200)
  await semel.db.updateTable('products').set({ stock: 5 }).where('id', '=', id).execute()
  while (await tellWaiting(semel.db));
  const delivery = await semel.db
    .selectFrom('deliveries')
    .select(['id', 'event_id as eventId'])
    .where('user_id', '=', reader.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const told = await composer(semel)({
    ...delivery,
    type: 'product.back_in_stock',
    payload: { productId: id },
    userId: reader.id,
    sender: null,
    attempt: 1,
    claimedFrom: new Date(),
  } as never)
  assert.match('mail' in told ? told.mail.source.toString() : '', /Subject: .*Touch-Handschuhe/)
})

test('order in German → staff read their own language, papers stay German', async () => {
  const [id, buyer] = [await gloves(), await person(semel)]
  const order = await place(id, buyer, 'de')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (address: string, language: string) =>
    (await client.get(address, { headers: { 'accept-language': language } })).text
  for (const [language, own, other] of [
    ['en', 'Touch gloves', 'Touch-Handschuhe'],
    ['de', 'Touch-Handschuhe', 'Touch gloves'],
    ['fr', 'Touch gloves', 'Touch-Handschuhe'],
  ] as const) {
    for (const page of [`/admin/orders/${order.id}`, `/admin/orders/pick-list?orders=${order.id}`]) {
      const text = await read(page, language)
      assert.ok(text.includes(own) && !text.includes(other), `${page} in ${language}`)
    }
    assert.match(await read(`/admin/orders/${order.id}/packing-slip`, language), /Touch-Handschuhe/)
  }
  await semel.client().delete(`/api/products/${id}`, asStaff())
  assert.match(await read(`/admin/orders/${order.id}`, 'en'), /Touch-Handschuhe/)
})
