import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sellAs } from '../support/documents.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { transfersOf } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* A credit note says what it credits: lines, rates, discount, delivery and a reason. */

let semel: Semel
let buyer: Person
let admin: Person
before(async () => {
  semel = await startSemel()
  admin = await person(semel, 'admin')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  await sellAs(semel, { languages: ['en', 'de', 'fr'] })
  await sql`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed) values ('DE', 'reduced', 700, '2020-01-01', true)
    on conflict do nothing
  `.execute(semel.db)
  await sql`update delivery_methods set price = 490, currency = 'EUR'`.execute(semel.db)
  await sql`insert into discount_codes (code, kind, value, created_at) values ('TEN', 'percent', 10, now())`.execute(
    semel.db,
  )
})
after(() => semel[Symbol.asyncDispose]())

const HOME = { name: 'Ada Lovelace', line1: 'Lindenstraße 1', postcode: '10969', city: 'Berlin', country: 'DE' }
const ask = async (method: string, path: string, body: object = {}, who = admin) => {
  const answer = await semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body
}

/** A lamp of 11.90 at 19 %, and three books of 1.07 at 7 %. */
async function order(more: object = {}, headers: Record<string, string> = {}) {
  const lamp = await stockProduct(semel.db, { name: 'Lamp', price: 1190 })
  const book = await stockProduct(semel.db, { name: 'Book', price: 107, tax_class: 'reduced' })
  const items = [
    { productId: lamp, quantity: 1 },
    { productId: book, quantity: 3 },
  ]
  const body = { items, deliveryAddress: HOME, ...more }
  const answer = await semel.client().post('/api/orders', body, { token: buyer.token, headers })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id as number
}

async function steps(id: number, ...names: string[]) {
  for (const name of names) await ask('POST', `/api/orders/${id}/${name}`)
}

async function giveBack(id: number, pieces: [line: number, quantity: number][], end: string, body: object = {}) {
  const items = pieces.map(([line, quantity]) => ({ line, quantity }))
  const { id: one } = await ask('POST', `/api/orders/${id}/returns`, { items }, buyer)
  for (const step of ['approve', 'receive']) await ask('POST', `/api/admin/returns/${one}/${step}`)
  return ask('POST', `/api/admin/returns/${one}/${end}`, body)
}

/** Completes the refunds of an order that was paid by transfer. */
async function sent(id: number) {
  await sql`update refunds set state = 'done', ended_at = now() where state = 'pending' and payment_id in (
    select id from payments where order_id = ${id})`.execute(semel.db)
}

// biome-ignore lint/suspicious/noExplicitAny: documents as the API shows them
async function papers(id: number, count: number): Promise<any[]> {
  await sent(id)
  const read = async () => (await ask('GET', `/api/orders/${id}/documents`)).items
  await until(async () => (await read()).length >= count, `${count} documents`)
  return read()
}

type Tax = { rate: number; gross: number; tax: number; net: number }
const byRate = ({ taxes }: { taxes: Tax[] }) => Object.fromEntries(taxes.map(({ rate, gross }) => [rate, gross]))
const lines = (note: { lines: { name: string; quantity: number; total: number }[] }) =>
  note.lines.map(({ name, quantity, total }) => [name, quantity, total])

/** Invoice − credit notes, by rate. */
function leftOf([invoice, ...notes]: { taxes: Tax[] }[]): Tax[] {
  return invoice!.taxes
    .map(({ rate, ...whole }) => {
      const own = notes.flatMap(({ taxes }) => taxes.filter(tax => tax.rate === rate))
      const left = (part: 'gross' | 'tax' | 'net') => own.reduce((sum, tax) => sum - tax[part], whole[part])
      return { rate, net: left('net'), tax: left('tax'), gross: left('gross') }
    })
    .filter(({ gross }) => gross !== 0)
}

test('refund for returned books → credit note has only them, at 7 %', async () => {
  const id = await order()
  await steps(id, 'mark-paid', 'process', 'ship')
  await giveBack(id, [[2, 3]], 'refund')
  const [, note] = await papers(id, 2)
  assert.deepEqual([byRate(note), lines(note), note.reason], [{ 7: 321 }, [['Book', 3, 321]], 'returned'])
  const { text } = await semel.client().get(`/documents/${note.id}`, {
    headers: { cookie: `semel_session=${buyer.token}` },
  })
  assert.match(text, /Reason.*Goods came back.*Book/s)
})

test('reason typed for a refund → on the credit note, without delivery day', async () => {
  const id = await order()
  await steps(id, 'mark-paid')
  await papers(id, 1)
  await ask('POST', `/api/orders/${id}/refunds`, { amount: 100, reason: 'A scratch on the <lamp>' })
  const [transfer] = await transfersOf(semel, id, admin)
  await ask('POST', `/api/admin/refund-transfers/${transfer}/sent`)
  const [invoice, note] = await papers(id, 2)
  assert.deepEqual([invoice.note, note.note, note.reason], [null, 'A scratch on the <lamp>', 'price_reduced'])
  const pageOf = async (one: { id: string }) =>
    (await semel.client().get(`/documents/${one.id}`, { headers: { cookie: `semel_session=${buyer.token}` } })).text
  assert.match(await pageOf(note), /Reason: A scratch on the &lt;lamp&gt;/)
  assert.doesNotMatch(await pageOf(note), /Delivery date|When the goods/)
  assert.match(await pageOf(invoice), /When the goods are shipped/)
})

test('note for the books about a return → not on the credit note', async () => {
  const id = await order()
  await steps(id, 'mark-paid', 'process', 'ship')
  await giveBack(id, [[2, 1]], 'refund', { reason: 'Smells of smoke' })
  const [, note] = await papers(id, 2)
  assert.equal(note.note, null)
})

test('they are taken off what is due → the same', async () => {
  const id = await order()
  await steps(id, 'process', 'ship')
  await giveBack(id, [[2, 1]], 'credit')
  const [, note] = await papers(id, 2)
  assert.deepEqual([byRate(note), lines(note), note.reason], [{ 7: 107 }, [['Book', 1, 107]], 'returned'])
})

test('refund below the discounted price → discount of the line, and a deduction', async () => {
  const id = await order({ discountCode: 'TEN' })
  await steps(id, 'mark-paid', 'process', 'ship')
  await giveBack(id, [[1, 1]], 'refund', { amount: 1000 })
  const [, note] = await papers(id, 2)
  assert.deepEqual(byRate(note), { 19: 1000 })
  assert.deepEqual(lines(note), [
    ['Lamp', 1, 1190],
    ['Deduction', -1, -71],
  ])
  assert.deepEqual(note.discount, { code: 'TEN', total: 119 })
})

test('everything comes back → delivery credited too, and no VAT is left', async () => {
  const id = await order()
  await steps(id, 'mark-paid', 'process', 'ship')
  await giveBack(
    id,
    [
      [1, 1],
      [2, 1],
    ],
    'refund',
  )
  await papers(id, 2)
  await giveBack(id, [[2, 2]], 'refund')
  const documents = await papers(id, 3)
  assert.deepEqual([documents[2].delivery.total, documents[2].total], [490, 704])
  assert.deepEqual(leftOf(documents), [])
})

for (const [name, paid] of [
  ['a paid order', true],
  ['an order that nobody has paid', false],
] as const) {
  test(`${name} reduced after its invoice → removed pieces; VAT of the order remains`, async () => {
    const id = await order({ discountCode: 'TEN' })
    if (paid) await steps(id, 'mark-paid')
    else await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })
    await papers(id, 1)
    await ask('PATCH', `/api/orders/${id}/items`, { items: [{ line: 2, quantity: 0 }] })
    const documents = await papers(id, 2)
    const [, note] = documents
    assert.deepEqual([lines(note), note.reason, note.total], [[['Book', 3, 321]], 'changed', 289])
    assert.deepEqual(leftOf(documents), (await ask('GET', `/api/orders/${id}`)).taxes)
    await steps(id, 'cancel')
    const all = await papers(id, 3)
    assert.deepEqual([lines(all[2]), all[2].reason, leftOf(all)], [[['Lamp', 1, 1190]], 'cancelled', []])
    assert.equal(all[2].delivery.total, 490)
  })
}

test('withdrawal from a paid order → named on the credit note, localized', async () => {
  const id = await order({}, { 'accept-language': 'de' })
  await steps(id, 'mark-paid')
  await papers(id, 1)
  const { id: withdrawal } = await withdraw(id)
  await ask('POST', `/api/admin/withdrawals/${withdrawal}/decide`, { accepted: true })
  const documents = await papers(id, 2)
  const note = documents[1]
  assert.deepEqual([note.reason, note.total, leftOf(documents)], ['withdrawn', 2001, []])
  const { text } = await semel.client().get(`/documents/${note.id}`, {
    headers: { cookie: `semel_session=${admin.token}` },
  })
  assert.match(text, /Grund.*Widerruf des Vertrags/s)
})

async function withdraw(id: number) {
  await ask('POST', '/api/withdrawals', { name: buyer.userName, email: buyer.email, order: String(id) }, buyer)
  const { rows } = await sql<{ id: string }>`select id from withdrawals where order_id = ${id}`.execute(semel.db)
  return rows[0]!
}

test('goodwill amount → one line per rate, spread over what is left', async () => {
  const id = await order()
  await steps(id, 'mark-paid')
  await papers(id, 1)
  await ask('POST', `/api/orders/${id}/refunds`, { amount: 500 })
  const [, note] = await papers(id, 2)
  assert.deepEqual([Object.keys(byRate(note)).sort(), note.total, note.reason], [['19', '7'], 500, 'price_reduced'])
  assert.ok(lines(note).every(([name]) => name === 'Price reduction'))
})

test('an order without VAT that the shop once took → credited without rates', async () => {
  const id = await order()
  await sql`delete from order_taxes where order_id = ${id}`.execute(semel.db)
  await sql`update order_items set tax_rate_bp = null where order_id = ${id}`.execute(semel.db)
  await steps(id, 'mark-paid', 'process', 'ship')
  await giveBack(id, [[2, 1]], 'refund')
  const [, note] = await papers(id, 2)
  assert.deepEqual([note.total, note.taxes, lines(note)], [107, [], [['Book', 1, 107]]])
})
