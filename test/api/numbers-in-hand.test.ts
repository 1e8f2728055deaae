import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

test('staff find orders by transfer text, paper, former shop or amount due', async () => {
  const customer = await person(semel)
  const productId = await stockProduct(semel.db, { price: 16_942 })
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: customer.token })
  await sql`insert into invoice_series (name, next) values ('invoice/1999', 78)`.execute(semel.db)
  const content = JSON.stringify({ issuedOn: '1999-01-01', total: 16_942, currency: 'EUR' })
  await sql`
    insert into documents (id, kind, series, number, label, order_id, issued_at, content, sha256)
    values (gen_random_uuid(), 'invoice', 'invoice/1999', 77, 'R-1999-00077', ${body.id}, now(), ${content}::jsonb, 'x')
  `.execute(semel.db)
  const past = await semel.db
    .insertInto('past_orders')
    .values({
      id: '01a21f04-fa95-79c7-9004-3efb6bd086a6',
      number: 'M-10/4711',
      owner_id: customer.id,
      placed_at: new Date(),
      status: 'delivered',
      currency: 'EUR',
      total: 100,
      items: '[]',
      delivery_address: null,
      imported_at: new Date(),
    })
    .executeTakeFirst()
  assert.ok(past)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (path: string, q: string) =>
    (await client.get(`${path}?q=${encodeURIComponent(q)}`, { headers: { accept: 'text/html' } })).text
  const { id } = body
  const spellings = [
    `Order ${id}`,
    `ORDER ${id}`,
    `order${id}`,
    `Bestellung ${id}`,
    `COMMANDE ${id}`,
    `SVWZ+ORDER ${id} VOM 01.11.2026`,
  ]
  for (const q of [
    ...spellings,
    'R-1999-00077',
    'r199900077',
    'R-1999-77',
    '1999/77',
    'r 77',
    '169,42',
    '169.42 EUR',
  ]) {
    for (const path of ['/admin/search', '/admin/orders'])
      assert.ok((await read(path, q)).includes(`/admin/orders/${id}"`), `${path} finds ${q}`)
  }
  assert.ok((await read('/admin/search', 'm104711')).includes('M-10/4711'))
  for (const q of ['R-1999-00077', 'r-1999-77', '1999-00077'])
    assert.ok((await read('/admin/documents', q)).includes('>R-1999-00077<'), q)
  const ofOrder = ['8', '#8', 'Order 8', 'Bestellnummer 8', 'Commande n° 8', '№ 8'].map(text =>
    text.replace('8', String(id)),
  )
  for (const q of ['77', 'Rechnung Nr. 77', 'facture 1999/77', '169,42', '169.42 Euro', ...ofOrder])
    assert.ok((await read('/admin/documents', q)).includes('>R-1999-00077<'), q)
  await sql`update orders set payment_status = 'paid' where id = ${id}`.execute(semel.db)
  assert.ok((await read('/admin/search', '169,42 €')).includes('>R-1999-00077<'))
  for (const q of ['169,43', '6000', 'Invoice 78'])
    assert.ok(!(await read('/admin/documents', q)).includes('id="found"'), q)
  for (const q of ['169,43', 'Order 99999999', '1'.repeat(200), 'Order '.repeat(30)])
    assert.ok(!(await read('/admin/search', q)).includes(`/admin/orders/${id}"`), q)
})
