import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { TAKEN } from '../../src/console/orders/order-list.ts'
import { doneKey } from '../../src/pages/done.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* An id of 32 bits would end at 2,147,483,647. */

const FIRST = 3_000_000_000

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  for (const table of ['orders', 'products']) {
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(FIRST)}`.execute(semel.db)
  }
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

test('every column that refers to another has its type', async () => {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || own.attname as column
    from pg_constraint
      join unnest(conkey, confkey) as pair (own, other) on true
      join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
      join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
    where contype = 'f' and own.atttypid <> other.atttypid
  `.execute(semel.db)
  assert.deepEqual(rows, [])
})

test('product and order ids above 32 bits → all steps work', async () => {
  const lamp = { sku: 'LAMP', name: 'Lamp', category: 'Lights', price: 1000, stock: 9 }
  const product = await semel.client().post('/api/products', lamp, staff)
  assert.equal(product.body.id, FIRST)
  const { body: cart } = await semel.client().post('/api/cart/items', { productId: FIRST, quantity: 1 }, buyer)
  assert.equal(cart.items[0].productId, FIRST)
  const items = [{ productId: FIRST, quantity: 1 }]
  const [sold, returned] = [0, 1].map(n => FIRST + n) as [number, number]
  for (const id of [sold, returned]) {
    assert.equal((await semel.client().post('/api/orders', { items }, buyer)).body.id, id)
  }
  for (const [id, ...steps] of [
    [sold, 'process', 'ship', 'mark-paid', 'deliver'],
    [returned, 'mark-paid', 'cancel', 'mark-refunded'],
  ] as const) {
    for (const step of steps) {
      const { status, text } = await semel.client().post(`/api/orders/${id}/${step}`, {}, staff)
      assert.equal(status, 200, `${step}: ${text}`)
    }
  }
  for (const address of ['', `?product=${FIRST}`, `?ids=${sold},${returned}`, '?updated_since=2020-01-01T00:00:00Z']) {
    const { body } = await semel.client().get(`/api/orders${address}`, staff)
    assert.deepEqual(
      body.items.map(({ id }: { id: number }) => id),
      [returned, sold],
      address,
    )
  }

  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (path: string) => (await client.get(path, { headers: { accept: 'text/html' } })).text
  for (const search of [`/admin/orders?q=%23${sold}`, `/admin/orders?q=nobody&moved=${sold}`]) {
    // Acts as after the form that leads there.
    client.cookies.set('semel_done', doneKey(TAKEN))
    assert.ok((await read(search)).includes(`/admin/orders/${sold}"`), search)
  }
  assert.match(await read(`/admin/deliveries?order=${sold}`), /Order shipped/)
  assert.match(await read(`/orders/${sold}`), /Delivered/)
})

test('prices up to 2^53 minor units → exact everywhere; higher totals refused', async () => {
  const most = Number.MAX_SAFE_INTEGER
  const villa = { sku: 'VILLA', name: 'Villa', category: 'Homes', price: most, stock: 20_000 }
  const { body: product } = await semel.client().post('/api/products', villa, staff)
  assert.equal(product.price, most)
  const laptop = { ...villa, sku: 'LAPTOP', name: 'Laptop', price: 2_500_000_000, currency: 'IDR' }
  const { body: other } = await semel.client().post('/api/products', laptop, staff)
  const { body: listed } = await semel.client().get(`/api/products?sort=-price&min_price=${2 ** 31}&limit=1`, staff)
  assert.deepEqual([listed.items[0].price, listed.totalCount], [most, 2])
  const { body: next } = await semel
    .client()
    .get(`/api/products?sort=-price&min_price=${2 ** 31}&limit=1&page=2`, staff)
  assert.deepEqual(
    next.items.map(({ id }: { id: number }) => id),
    [other.id],
  )
  assert.equal((await semel.client().patch(`/api/products/${product.id}`, { price: most + 1 }, staff)).status, 422)
  assert.match((await semel.client().get(`/products/${product.id}`)).text, /90,071,992,547,409\.91/)

  const order = (quantity: number) =>
    semel.client().post('/api/orders', { items: [{ productId: product.id, quantity }] }, buyer)
  assert.deepEqual((await order(1)).body.total, most)
  for (const quantity of [2, 8, 10_000]) {
    const { status, body } = await order(quantity)
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(body.detail, /^items must cost at most €90,071,992,547,409\.91 together/)
  }
  const items = [{ productId: product.id, quantity: 10_000 }]
  const cart = await semel.client().post('/api/cart/items', items[0], buyer)
  assert.deepEqual([cart.status, cart.body.errors[0].reason], [422, 'must be at most 1 at this price'], cart.text)
  assert.equal((await semel.client().post('/api/quotes', { items }, buyer)).status, 422)
})
