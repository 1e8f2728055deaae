/** The VAT of places that are not what the country of their address says, in quote, order, document and books. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sheetOf } from '../../src/documents/paper/sheet.ts'
import { findDocument } from '../../src/documents/queries.ts'
import { sellAs } from '../support/documents.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let buyer: Person
let staff: Person
let lamp: number
before(async () => {
  semel = await startSemel()
  await sellAs(semel)
  buyer = await person(semel)
  staff = await person(semel, 'staff')
  lamp = await stockProduct(semel.db, { price: 12_000, stock: 100 })
  for (const [country, rate] of [
    ['ES', 2100],
    ['FR', 2000],
  ] as const)
    await sql`insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
      values (${country}, 'standard', ${rate}, '2001-01-01', true) on conflict do nothing`.execute(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const asStaff = () => ({ token: staff.token })
const address = (country: string, postcode: string) => ({
  name: 'Ada',
  line1: 'Calle 1',
  postcode,
  city: 'Las Palmas',
  country,
})
const items = () => [{ productId: lamp, quantity: 1 }]
const quote = (country: string, postcode?: string) =>
  semel.client().post('/api/quotes', { items: items(), deliveryAddress: { country, ...(postcode && { postcode }) } })
const order = (country: string, postcode: string) =>
  semel
    .client()
    .post('/api/orders', { items: items(), deliveryAddress: address(country, postcode) }, { token: buyer.token })

async function addRate(country: string, rate: number) {
  const body = { country, class: 'standard', rate, validFrom: '2020-01-01' }
  const made = await semel.client().post('/api/admin/tax-rates', body, asStaff())
  assert.equal(made.status, 201, made.text)
  return () => semel.client().delete(`/api/admin/tax-rates/${made.body.id}`, asStaff())
}

type Taxed = { taxCountry: string; taxes: { rate: number; tax: number }[] }
const vatOf = ({ taxCountry, taxes }: Taxed) => [taxCountry, ...taxes.map(({ rate, tax }) => `${rate} %: ${tax}`)]

for (const [country, postcode, expected] of [
  ['MC', '98000', ['FR', '20 %: 2000']],
  ['ES', '28013', ['ES', '21 %: 2083']],
  ['ES', '35001', ['ES-CN', '0 %: 0']],
  ['ES', '51001', ['ES-CE', '0 %: 0']],
  ['DE', '78266', ['DE-78266', '0 %: 0']],
  ['DE', '10115', ['DE', '19 %: 1916']],
] as const) {
  test(`${country} ${postcode} → ${expected.join(', ')}, in quote and order`, async () => {
    assert.deepEqual(vatOf((await quote(country, postcode)).body), expected)
    const placed = await order(country, postcode)
    assert.deepEqual(vatOf(placed.body), expected, placed.text)
    const { body } = await semel.client().get(`/api/orders/${placed.body.id}`, { token: buyer.token })
    assert.equal(body.taxCountry, expected[0])
  })
}

test('a rate that the shop enters for a territory → counts there, and nowhere else', async () => {
  const remove = await addRate('ES-CN', 7)
  assert.deepEqual(vatOf((await quote('ES', '35001')).body), ['ES-CN', '7 %: 785'])
  assert.equal(vatOf((await quote('ES', '28013')).body)[0], 'ES')
  await remove()
  assert.deepEqual(vatOf((await quote('ES', '35001')).body), ['ES-CN', '0 %: 0'])
  const forget = await addRate('MC', 5)
  assert.equal(vatOf((await quote('MC')).body)[0], 'MC')
  await forget()
})

test('a member state without rates → nothing is sold there by the rates of others', async () => {
  await sql`delete from tax_rates where country = 'IT'`.execute(semel.db)
  for (const answer of [await quote('IT', '00118'), await order('IT', '00118')])
    assert.equal(answer.body.code, 'tax_rate_missing', answer.text)
  assert.deepEqual(vatOf((await quote('IT', '23041')).body), ['IT-23041', '0 %: 0'])
})

test('another address with another VAT → refused; one with the same VAT is taken', async () => {
  const { body } = await order('ES', '35001')
  const change = (deliveryAddress: object) =>
    semel.client().put(`/api/orders/${body.id}/delivery-address`, { deliveryAddress }, asStaff())
  const refused = await change(address('ES', '28013'))
  assert.deepEqual([refused.status, refused.body.errors?.[0].field], [422, 'deliveryAddress.postcode'], refused.text)
  assert.equal((await change(address('ES', '38001'))).status, 200)
})

test('the invoice → an export to the Canary Islands, and VAT of France for Monaco', async () => {
  for (const [country, postcode, taxCountry, isExport] of [
    ['ES', '35001', 'ES-CN', true],
    ['MC', '98000', 'FR', false],
  ] as const) {
    const { body } = await order(country, postcode)
    await semel.client().post(`/api/orders/${body.id}/mark-paid`, {}, asStaff())
    let documents: { id: string; taxCountry: string }[] = []
    await until(
      async () => {
        documents = (await semel.client().get(`/api/orders/${body.id}/documents`, asStaff())).body.items
        return documents.length > 0
      },
      'the invoice',
      10_000,
    )
    assert.equal(documents[0]!.taxCountry, taxCountry)
    const sheet = sheetOf((await findDocument(semel.db, documents[0]!.id))!.content)
    assert.equal(
      sheet.notes.some(note => note.includes('Article 146')),
      isExport,
    )
  }
  const { rows } = await sql<{ country: string }>`
    select distinct content ->> 'taxCountry' as country from documents order by 1
  `.execute(semel.db)
  assert.deepEqual(rows, [{ country: 'ES-CN' }, { country: 'FR' }])
})
