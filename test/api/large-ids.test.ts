import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { TAKEN } from '../../src/console/shop/order-list.ts'
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

test('a product and an order with an id above 32 bits go through all their steps', async () => {
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
    // As after the form that leads there.
    client.cookies.set('semel_done', doneKey(TAKEN))
    assert.ok((await read(search)).includes(`/admin/orders/${sold}"`), search)
  }
  assert.match(await read(`/admin/deliveries?order=${sold}`), /Order shipped/)
  assert.match(await read(`/orders/${sold}`), /Delivered/)
})
