/** Businesses in other member states owe the VAT themselves: quote, order, paper, e-invoice, books, edit and return agree. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DocumentContent } from '../../src/documents/content.ts'
import { composeEInvoice } from '../../src/documents/e-invoice/compose.ts'
import { inProfile } from '../../src/documents/e-invoice/profiles.ts'
import { sheetOf } from '../../src/documents/paper/sheet.ts'
import { sellAs } from '../support/documents.ts'
import { factsOf } from '../support/en16931-facts.ts'
import { brokenRules } from '../support/en16931-rules.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

let semel: Semel
let buyer: Person
let staff: Person
let admin: Person
let lamp: number
let book: number
const SHOP = {
  reverseCharge: true,
  vatId: 'DE136695976',
  contactPhone: '+49 30 1',
  contactEmail: 'a@example.com',
  languages: ['en', 'de', 'fr'] as ['en', 'de', 'fr'],
}
before(async () => {
  semel = await startSemel()
  await sellAs(semel, SHOP)
  await sql`insert into discount_codes (code, kind, value, created_at) values ('TEN', 'percent', 10, now())`.execute(
    semel.db,
  )
  await sql`insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
    values ('DE', 'reduced', 700, '2001-01-01', true), ('FR', 'reduced', 550, '2001-01-01', true)`.execute(semel.db)
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  staff = await person(semel, 'staff')
  admin = await person(semel, 'admin')
  lamp = await stockProduct(semel.db, { price: 4999, stock: 10_000 })
  book = await stockProduct(semel.db, { price: 1295, tax_class: 'reduced', stock: 10_000 })
})
after(() => semel[Symbol.asyncDispose]())

const FRENCH = 'FR40303265045'
const PARIS = { name: 'Ada', company: 'Engines SA', line1: 'Rue 1', postcode: '75001', city: 'Paris', country: 'FR' }
const BERLIN = { ...PARIS, postcode: '10115', city: 'Berlin', country: 'DE' }
const body = (more: object = {}) => ({
  items: [
    { productId: lamp, quantity: 3 },
    { productId: book, quantity: 2 },
  ],
  deliveryAddress: PARIS,
  discountCode: 'TEN',
  ...more,
})
const quote = async (more: object = {}) => {
  const { deliveryAddress, ...rest } = body(more)
  const { country, postcode } = deliveryAddress
  const answer = await semel.client().post('/api/quotes', { ...rest, deliveryAddress: { country, postcode } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const order = async (more: object = {}, who = buyer) => {
  const answer = await semel.client().post('/api/orders', body(more), { token: who.token })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const step = async (id: number, name: string, sent: object = {}) => {
  const answer = await semel.client().post(`/api/orders/${id}/${name}`, sent, { token: staff.token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function documentsOf(id: number, count: number): Promise<DocumentContent[]> {
  let found: DocumentContent[] = []
  await until(async () => {
    const { rows } = await sql<{ content: DocumentContent }>`
      select content from documents where order_id = ${id} order by id
    `.execute(semel.db)
    found = rows.map(({ content }) => content)
    return found.length === count
  })
  return found
}

const amountsOf = ({ itemsTotal, discountTotal, deliveryTotal, total, netTotal, taxes, taxCountry }: Amounts) => {
  return { itemsTotal, discountTotal, deliveryTotal, total, netTotal, taxes, taxCountry }
}
type Amounts = Record<'itemsTotal' | 'discountTotal' | 'deliveryTotal' | 'total' | 'netTotal', number> & {
  taxes: { rate: number; net: number; tax: number; gross: number }[]
  taxCountry: string
}

test('business of another member state → net in quote and order', async () => {
  const taxed = await quote()
  assert.deepEqual([taxed.reverseCharge, taxed.netTotal < taxed.total, taxed.taxNote], [false, true, null])
  const freed = await quote({ vatId: 'fr 40 303 265 045' })
  assert.equal(freed.reverseCharge, true)
  assert.deepEqual([freed.total, freed.netTotal], [taxed.netTotal, taxed.netTotal])
  assert.deepEqual(freed.taxes, [{ rate: 0, net: freed.total, tax: 0, gross: freed.total }])
  assert.equal(freed.itemsTotal - freed.discountTotal + freed.deliveryTotal, freed.total)
  assert.match(freed.taxNote.en, /the buyer owes the VAT \(reverse charge\)/)
  const key = { token: buyer.token, headers: { 'idempotency-key': 'reverse-charge-1' } }
  const sent = body({ vatId: FRENCH, expectedTotal: freed.total, expectedCurrency: 'EUR' })
  const placed = await semel.client().post('/api/orders', sent, key)
  assert.equal(placed.status, 201, placed.text)
  assert.deepEqual(amountsOf(placed.body), amountsOf(freed))
  assert.deepEqual((await semel.client().post('/api/orders', sent, key)).body, placed.body)
  const read = await semel.client().get(`/api/orders/${placed.body.id}`, { token: buyer.token })
  assert.deepEqual(read.body, placed.body)
  for (const [n, line] of read.body.items.entries()) {
    const { lineTotal, unitPrice, taxRate } = freed.items[n]
    assert.deepEqual([line.lineTotal, line.unitPrice, line.taxRate], [lineTotal, unitPrice, taxRate])
    assert.equal(line.unitPrice, Math.round(line.lineTotal / line.quantity))
  }
  // The price with VAT is no longer what the order costs.
  const old = await semel
    .client()
    .post('/api/orders', body({ vatId: FRENCH, expectedTotal: taxed.total }), { token: buyer.token })
  assert.deepEqual([old.status, old.body.code], [409, 'total_changed'])
})

test('domestic, own number, territory, collection, no address → VAT as before', async () => {
  const made = await semel
    .client()
    .post(
      '/api/admin/delivery-methods',
      { names: { en: 'Shop' }, kind: 'collection', price: 0, days: { least: 1, most: 2 }, position: 9 },
      { token: staff.token },
    )
  assert.equal(made.status, 201, made.text)
  for (const more of [
    { vatId: FRENCH, deliveryAddress: BERLIN },
    { vatId: 'DE136695976' },
    { vatId: FRENCH, deliveryAddress: { ...PARIS, postcode: '97400' } },
    { vatId: FRENCH, deliveryAddress: { ...PARIS, country: 'ES', postcode: '35001' } },
    { vatId: FRENCH, delivery: made.body.id },
    { vatId: '' },
  ]) {
    const { vatId: _, ...without } = more
    const [with_, plain] = [await quote(more), await quote(without)]
    assert.deepEqual([with_.reverseCharge, amountsOf(with_)], [false, amountsOf(plain)], JSON.stringify(more))
    assert.equal((await order(more)).reverseCharge, false)
  }
  await semel.client().patch(`/api/admin/delivery-methods/${made.body.id}`, { active: false }, { token: staff.token })
})

test('setting off, small business, no number of its own → VAT as before', async () => {
  const plain = amountsOf(await quote())
  for (const change of [{ reverseCharge: false }, { vatId: '' }]) {
    await sellAs(semel, { ...SHOP, ...change })
    assert.deepEqual(amountsOf(await quote({ vatId: FRENCH })), plain)
  }
  await sellAs(semel, { ...SHOP, vatRule: 'none' })
  const small = await order({ vatId: FRENCH })
  assert.deepEqual([small.reverseCharge, small.total], [false, plain.total])
  await sellAs(semel, { ...SHOP, vatRule: 'destination' })
})

test('own VAT abroad → net of it, supplied to the destination', async () => {
  await sellAs(semel, { ...SHOP, vatRule: 'home' })
  const taxed = await quote()
  assert.equal(taxed.taxCountry, 'DE')
  const freed = await quote({ vatId: FRENCH })
  assert.deepEqual([freed.total, freed.taxCountry], [taxed.netTotal, 'FR'])
  await sellAs(semel, { ...SHOP, vatRule: 'destination' })
})

test('paid order → invoice once it is shipped, category K in every form', async () => {
  const placed = await order({ vatId: FRENCH })
  await step(placed.id, 'mark-paid')
  await step(placed.id, 'process')
  await step(placed.id, 'ship')
  const invoice = (await documentsOf(placed.id, 1))[0]!
  assert.deepEqual([invoice.vatRule, invoice.total, invoice.taxCountry], ['reverse_charge', placed.total, 'FR'])
  assert.equal(invoice.taxes.length, 1)
  const { category, rate, reason } = invoice.taxes[0]!
  assert.deepEqual([category, rate, reason?.code], ['K', 0, 'VATEX-EU-IC'])
  const sheet = sheetOf(invoice)
  assert.ok(
    sheet.notes.some(note => note.includes('Article 138 of Directive 2006/112/EC')),
    sheet.notes.join('\n'),
  )
  assert.ok(!sheet.notes.some(note => note.startsWith('The VAT is that of')))
  assert.equal(sheet.total[0], 'Total without VAT')
  judge(invoice)
  const cookie = { headers: { cookie: `semel_session=${admin.token}` } }
  const read = async (file: string) => (await semel.client().get(`/admin/${file}`, cookie)).text
  const line = (await read('documents.csv')).split('\r\n').find(one => one.startsWith(invoice.number))!
  assert.match(line, /,FR,FR,EUR,0,[\d.]+,0\.00,[\d.]+$/)
  assert.match(await read('vat.csv'), /,FR,EUR,0,1,[\d.]+,0\.00,[\d.]+\r\n/)
  const supplies = (await read('documents/supplies.csv')).split('\r\n')
  const month = invoice.issuedOn.slice(0, 7)
  assert.match(
    supplies[1]!,
    new RegExp(`^${month},\\d{4}-Q[1-4],DE136695976,${FRENCH},EUR,1,(\\d+\\.\\d\\d),0\\.00,\\1$`),
  )
  const datev = (await read('documents/datev.csv')).split('\r\n').find(one => one.includes(`"${invoice.number}"`))!
  assert.ok(datev.includes(';10000;8125;') && datev.includes(`"${FRENCH}"`), datev)
})

for (const [language, sentence] of [
  ['de', 'Innergemeinschaftliche Lieferung: steuerfrei (Artikel 138 der Richtlinie 2006/112/EG)'],
  ['fr', 'Livraison intracommunautaire : exonérée de TVA (article 138 de la directive 2006/112/CE)'],
] as const) {
  test(`order in ${language} → sentence of the law in ${language}`, async () => {
    const answer = await semel
      .client()
      .post('/api/orders', body({ vatId: FRENCH }), { token: buyer.token, headers: { 'accept-language': language } })
    await step(answer.body.id, 'process')
    await step(answer.body.id, 'ship')
    const invoice = (await documentsOf(answer.body.id, 1))[0]!
    const notes = sheetOf(invoice)
      .notes.join('\n')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
    assert.ok(notes.includes(sentence), notes)
  })
}

test('edit and return → rest stays without VAT, papers add up', async () => {
  const placed = await order({ vatId: FRENCH, items: [{ productId: lamp, quantity: 7 }] })
  const edited = await semel.client().request('PATCH', `/api/orders/${placed.id}/items`, {
    body: { items: [{ line: 1, quantity: 5 }] },
    token: staff.token,
  })
  assert.equal(edited.status, 200, edited.text)
  const { total, taxes, items } = edited.body
  assert.deepEqual(taxes, [{ rate: 0, net: total, tax: 0, gross: total }])
  assert.equal(items[0].lineTotal - items[0].discount + edited.body.deliveryTotal, total)
  const moved = await semel.client().request('PUT', `/api/orders/${placed.id}/delivery-address`, {
    body: { deliveryAddress: { ...PARIS, line1: 'Rue 2' } },
    token: staff.token,
  })
  assert.deepEqual([moved.status, moved.body.total], [200, total], moved.text)
  await step(placed.id, 'process')
  await step(placed.id, 'ship')
  await step(placed.id, 'mark-paid')
  await step(placed.id, 'deliver')
  const asked = await semel
    .client()
    .post(`/api/orders/${placed.id}/returns`, { items: [{ line: 1, quantity: 2 }] }, { token: buyer.token })
  assert.equal(asked.status, 201, asked.text)
  for (const name of ['approve', 'receive', 'refund']) {
    const answer = await semel.client().post(`/api/admin/returns/${asked.body.id}/${name}`, {}, { token: staff.token })
    assert.ok(answer.status < 300, `${name}: ${answer.text}`)
  }
  await sendTransfers(semel, placed.id, staff)
  const documents = await documentsOf(placed.id, 2)
  for (const document of documents) judge(document)
  const note = documents.find(({ kind }) => kind === 'credit_note')!
  assert.deepEqual(
    note.taxes.map(({ category }) => category),
    ['K'],
  )
  const cookie = { headers: { cookie: `semel_session=${admin.token}` } }
  const { text } = await semel.client().get('/admin/documents/supplies.csv', cookie)
  const { rows } = await sql<{ net: number }>`
    select sum(case kind when 'invoice' then 1 else -1 end * (content -> 'taxes' -> 0 ->> 'net')::int)::int as net
    from documents where content -> 'taxes' -> 0 ->> 'category' = 'K'
  `.execute(semel.db)
  const amounts = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(',').slice(-3).map(Number))
  assert.ok(
    amounts.every(([supplies = 0, corrections = 0, total = 0]) => Math.abs(supplies + corrections - total) < 0.005),
  )
  assert.ok(amounts.some(([, corrections = 0]) => corrections < 0))
  assert.equal(Math.round(100 * amounts.reduce((sum, [, , total = 0]) => sum + total, 0)), rows[0]!.net)
})

/** Reads both syntaxes as the official rules do. */
function judge(content: Parameters<typeof composeEInvoice>[0]): void {
  const invoice = composeEInvoice(content)
  assert.ok('totals' in invoice, JSON.stringify(invoice))
  for (const profile of ['factur-x', 'xrechnung-ubl', 'xrechnung-cii'] as const) {
    const written = inProfile(invoice, profile)
    assert.ok('root' in written, JSON.stringify(written))
    const facts = factsOf(written.root)
    assert.deepEqual(brokenRules(facts), [], JSON.stringify(facts))
    assert.deepEqual([facts.deliverTo, facts.buyerVatId, Number(facts.grandTotal)], ['FR', FRENCH, content.total / 100])
  }
}
