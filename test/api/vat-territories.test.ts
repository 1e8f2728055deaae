/** The VAT of places that are not what the country of their address says, in quote, order, document, PDF and books. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { sheetOf } from '../../src/documents/paper/sheet.ts'
import { findDocument } from '../../src/documents/queries.ts'
import { findPriceFindings } from '../../src/pricing/findings.ts'
import { countryName } from '../../src/world/countries.ts'
import { sellAs } from '../support/documents.ts'
import { textsOf } from '../support/pdf.ts'
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

const STANDARD = '0197a5c8-0000-7000-8000-000000000001'

type Taxed = { taxCountry: string; taxes: { rate: number; tax: number }[] }
const vatOf = ({ taxCountry, taxes }: Taxed) => [taxCountry, ...taxes.map(({ rate, tax }) => `${rate} %: ${tax}`)]

const EXPORTED = [
  ['ES', '35001', 'ES-CN'],
  ['ES', '38001', 'ES-CN'],
  ['ES', '51001', 'ES-CE'],
  ['ES', '52001', 'ES-ML'],
  ['DE', '27498', 'DE-27498'],
  ['DE', '78266', 'DE-78266'],
  ['IT', '23041', 'IT-23041'],
  ['IT', '22061', 'IT-22061'],
  ['GR', '63086', 'GR-69'],
  ['FI', '22100', 'AX'],
  ['AX', '22100', 'AX'],
  ['FR', '97110', 'GP'],
  ['FR', '97400', 'RE'],
  ['RE', '97400', 'RE'],
  ['CY', '99010', 'CY-99'],
  ['SM', '47890', 'SM'],
  ['VA', '00120', 'VA'],
  ['JE', 'JE2 3AB', 'JE'],
  ['IM', 'IM1 1AA', 'IM'],
  ['CH', '8001', 'CH'],
] as const
const TAXED = [
  ['MC', '98000', 'FR', 20],
  ['FR', '98000', 'FR', 20],
  ['FR', '69001', 'FR', 20],
  ['GB', 'BT1 5GS', 'XI', 20],
  ['PT', '9500-150', 'PT-20', 16],
  ['PT', '9000-019', 'PT-30', 22],
  ['PT', '1000-001', 'PT', 23],
  ['CY', '5000', 'CY', 19],
  ['AT', '6691', 'AT', 20],
  ['DE', '87491', 'AT', 20],
  ['ES', '28013', 'ES', 21],
  ['DE', '10115', 'DE', 19],
] as const

/** Drawing takes long. The page of a document shows the same texts, which all rows compare. */
const DRAWN = ['35001', '98000', 'BT1 5GS', '9500-150', '5000']

test('each territory → one VAT in quote, order, invoice, PDF and files', async () => {
  const cookie = { headers: { cookie: `semel_session=${(await person(semel, 'admin')).token}` } }
  const rows = [...EXPORTED.map(row => [...row, 0] as const), ...TAXED]
  const placed: { row: (typeof rows)[number]; id: number; expected: string[] }[] = []
  for (const row of rows) {
    const [country, postcode, taxCountry, rate] = row
    const expected = [taxCountry, `${rate} %: ${Math.round((12_000 * rate) / (100 + rate))}`]
    assert.deepEqual(vatOf((await quote(country, postcode)).body), expected, `${country} ${postcode}`)
    const { body, text } = await order(country, postcode)
    assert.deepEqual(vatOf(body), expected, text)
    assert.equal((await semel.client().get(`/api/orders/${body.id}`, asStaff())).body.taxCountry, taxCountry)
    placed.push({ row, id: body.id, expected })
  }
  await Promise.all(placed.map(({ id }) => semel.client().post(`/api/orders/${id}/mark-paid`, {}, asStaff())))
  const sums = new Map<string, number>()
  for (const { row, id, expected } of placed) {
    const [, postcode, taxCountry, rate] = row
    const invoice = await invoiceOf(id)
    assert.deepEqual(vatOf(invoice), expected, postcode)
    const sheet = sheetOf((await findDocument(semel.db, invoice.id))!.content)
    const papers = [sheet.notes.join(' '), ...(DRAWN.includes(postcode) ? [await drawn(invoice.id)] : [])]
    for (const paper of papers) {
      assert.equal(paper.includes('(Article 146 of Directive 2006/112/EC)'), rate === 0, `${postcode}: ${paper}`)
      assert.ok(paper.includes(`The VAT is that of ${countryName(taxCountry, 'en')}.`), `${postcode}: ${paper}`)
    }
    sums.set(`${taxCountry},EUR,${rate}`, (sums.get(`${taxCountry},EUR,${rate}`) ?? 0) + 1)
  }
  const documents = (await semel.client().get('/admin/documents.csv', cookie)).text
  for (const { row, id } of placed) {
    const [country, , taxCountry, rate] = row
    assert.match(documents, new RegExp(`,invoice,[\\d-]+,${id},,Ada,${country},${taxCountry},EUR,${rate},`))
  }
  const books = (await semel.client().get('/admin/vat.csv', cookie)).text.trim().split('\r\n').slice(1)
  const counted = books
    .map(line => line.split(','))
    .map(([, ...cells]) => [cells.slice(0, 3).join(','), Number(cells[3])])
  assert.deepEqual(new Map(counted as [string, number][]), new Map([...sums].toSorted()))
  const orders = (await semel.client().get('/admin/orders.csv', cookie)).text.trim().split('\r\n')
  const column = orders[0]!.split(',').indexOf('country')
  assert.deepEqual(
    orders
      .slice(1)
      .map(line => cellsOf(line)[column])
      .toSorted(),
    rows.map(row => row[2]).toSorted(),
  )
})

test('a rate that the shop enters for a territory → counts only there', async () => {
  const remove = await addRate('ES-CN', 7)
  assert.deepEqual(vatOf((await quote('ES', '35001')).body), ['ES-CN', '7 %: 785'])
  assert.equal(vatOf((await quote('ES', '28013')).body)[0], 'ES')
  await remove()
  assert.deepEqual(vatOf((await quote('ES', '35001')).body), ['ES-CN', '0 %: 0'])
  const forget = await addRate('MC', 5)
  assert.equal(vatOf((await quote('MC')).body)[0], 'MC')
  await forget()
})

test('a territory that a method leaves out → it never goes there', async () => {
  const body = {
    names: { en: 'Parcel' },
    price: 0,
    days: { least: 1, most: 2 },
    position: -1,
    leavesOut: ['RE', 'ES-CN'],
  }
  const made = await semel.client().post('/api/admin/delivery-methods', body, asStaff())
  assert.deepEqual(made.body.leavesOut, ['RE', 'ES-CN'], made.text)
  const goes = async (country: string, postcode: string) => {
    const answer = await quote(country, postcode)
    return answer.body.deliveryOptions.some(({ method }: { method: string }) => method === made.body.id)
  }
  assert.deepEqual(await Promise.all([goes('ES', '28013'), goes('ES', '51001'), goes('FR', '69001')]), [
    true,
    true,
    true,
  ])
  assert.deepEqual(await Promise.all([goes('ES', '35001'), goes('FR', '97400'), goes('RE', '97400')]), [
    false,
    false,
    false,
  ])
  const standard = await semel.client().patch(`/api/admin/delivery-methods/${STANDARD}`, { active: false }, asStaff())
  assert.equal(standard.status, 200)
  for (const answer of [await quote('ES', '35001'), await order('ES', '35001')]) {
    const { field, reason, code } = answer.body.errors[0]
    assert.deepEqual([field, code], ['deliveryAddress.postcode', 'no_delivery_there'])
    assert.equal(reason, 'is of Canary Islands, where we do not deliver')
  }
  assert.equal((await quote('RE', '97400')).body.errors[0].code, 'no_delivery')
  await semel.client().patch(`/api/admin/delivery-methods/${STANDARD}`, { active: true }, asStaff())
  const unknown = await semel
    .client()
    .patch(`/api/admin/delivery-methods/${made.body.id}`, { leavesOut: ['XX'] }, asStaff())
  assert.equal(unknown.status, 422)
  const kept = await semel.client().patch(`/api/admin/delivery-methods/${made.body.id}`, { price: 0 }, asStaff())
  assert.deepEqual(kept.body.leavesOut, ['RE', 'ES-CN'])
  await semel.client().delete(`/api/admin/delivery-methods/${made.body.id}`, asStaff())
})

test('a quote out of the Union → import tax in each language', async () => {
  const noteOf = async (country: string, postcode: string) => (await quote(country, postcode)).body.taxNote
  assert.deepEqual(await noteOf('ES', '35001'), {
    en: 'Canary Islands: without VAT, import tax is due on arrival.',
    de: 'Kanarische Inseln: ohne Umsatzsteuer, bei der Ankunft fällt Einfuhrumsatzsteuer an.',
    fr: 'Îles Canaries\u00a0: sans TVA, des taxes d’importation sont dues à l’arrivée.',
  })
  for (const [country, postcode] of [
    ['ES', '28013'],
    ['GB', 'BT1 5GS'],
    ['MC', '98000'],
  ] as const)
    assert.equal(await noteOf(country, postcode), null, country)
})

test('the checkout to the Canary Islands → names them and watches their postcodes', async () => {
  await sellAs(semel, { languages: ['en', 'de'] })
  await order('ES', '35001')
  await semel.client().post('/api/cart/items', { productId: lamp, quantity: 1 }, { token: buyer.token })
  const headers = { cookie: `semel_session=${buyer.token}`, accept: 'text/html', 'accept-language': 'de' }
  const { text } = await semel.client().get('/checkout', { headers })
  assert.ok(text.includes('Kanarische Inseln: ohne Umsatzsteuer'), text)
  const [, fitting] = /data-shows-if="([^"]+)"/.exec(text)!
  assert.deepEqual(
    ['35001', 'E38001', '28013'].map(postcode => new RegExp(fitting!, 'i').test(postcode)),
    [true, true, false],
  )
})

test('VAT of the own country → for other states, kept by orders', async () => {
  await sellAs(semel, { vatRule: 'home' })
  for (const [country, postcode, expected] of [
    ['FR', '69001', ['DE', '19 %: 1916']],
    ['MC', '98000', ['DE', '19 %: 1916']],
    ['PT', '9500-150', ['DE', '19 %: 1916']],
    ['GB', 'BT1 5GS', ['DE', '19 %: 1916']],
    ['DE', '10115', ['DE', '19 %: 1916']],
    ['ES', '35001', ['ES-CN', '0 %: 0']],
    ['CH', '8001', ['CH', '0 %: 0']],
  ] as const)
    assert.deepEqual(vatOf((await quote(country, postcode)).body), expected, `${country} ${postcode}`)
  const { body } = await order('FR', '69001')
  assert.deepEqual(vatOf(body), ['DE', '19 %: 1916'])
  await sellAs(semel, { vatRule: 'destination' })
  await semel.client().post(`/api/orders/${body.id}/mark-paid`, {}, asStaff())
  const invoice = await invoiceOf(body.id)
  assert.deepEqual([...vatOf(invoice), invoice.vatRule], ['DE', '19 %: 1916', 'home'])
  const { notes } = sheetOf((await findDocument(semel.db, invoice.id))!.content)
  assert.ok(notes.includes('The VAT is that of Germany.'), notes.join())
  assert.deepEqual(vatOf((await quote('FR', '69001')).body), ['FR', '20 %: 2000'])
})

test('sales abroad near the limit, or above it → findings', async () => {
  await sellAs(semel, { vatRule: 'home' })
  const find = async () =>
    (await findPriceFindings(semel.db, semel.clock.now())).filter(({ text }) => text.includes('other member states'))
  assert.deepEqual(await find(), [])
  await semel.client().patch(`/api/products/${lamp}`, { price: 952_000 }, asStaff())
  await order('FR', '69001')
  const [near] = await find()
  assert.match(
    `${near?.level}: ${near?.text}`,
    /^warn: Sales to other member states without VAT: €8,1\d\d\.\d\d in \d+.*is near/,
  )
  await semel.client().patch(`/api/products/${lamp}`, { price: 300_000 }, asStaff())
  await order('AT', '1010')
  const [past] = await find()
  assert.match(`${past?.level}: ${past?.text}`, /^bad: .*This is more than the €10,000\.00.*One Stop Shop/s)
  await semel.client().patch(`/api/products/${lamp}`, { price: 12_000 }, asStaff())
  await sellAs(semel, { vatRule: 'destination' })
  assert.deepEqual(await find(), [])
})

test('a small business → no VAT and its sentence, kept by orders', async () => {
  await sellAs(semel, { vatRule: 'none' })
  const sentence = 'Steuerbefreiung für Kleinunternehmer gemäß § 19 UStG.'
  const german = (await quote('DE', '10115')).body
  assert.deepEqual([...vatOf(german), german.taxNote.en], ['DE', '0 %: 0', sentence])
  assert.equal(
    (await quote('CH', '8001')).body.taxNote.en,
    `${sentence} Switzerland: without VAT, import tax is due on arrival.`,
  )
  const { body } = await order('FR', '69001')
  assert.deepEqual(vatOf(body), ['DE', '0 %: 0'])
  await sellAs(semel, { vatRule: 'destination' })
  await semel.client().post(`/api/orders/${body.id}/mark-paid`, {}, asStaff())
  const invoice = await invoiceOf(body.id)
  assert.deepEqual([...vatOf(invoice), invoice.vatRule], ['DE', '0 %: 0', 'none'])
  const paper = await drawn(invoice.id)
  assert.ok(paper.includes(sentence), paper)
  assert.doesNotMatch(paper, /VAT included|0%|The VAT is that of|Article 146/)
  const page = await semel
    .client()
    .get(`/documents/${invoice.id}`, { headers: { cookie: `semel_session=${buyer.token}` } })
  assert.ok(page.text.includes(sentence), page.text)
})

test('a member state without rates → nothing is sold there', async () => {
  await sql`delete from tax_rates where country = 'IT'`.execute(semel.db)
  for (const answer of [await quote('IT', '00118'), await order('IT', '00118')])
    assert.equal(answer.body.code, 'tax_rate_missing', answer.text)
  assert.deepEqual(vatOf((await quote('IT', '23041')).body), ['IT-23041', '0 %: 0'])
})

test('another address → refused only where its VAT is another', async () => {
  const { body } = await order('ES', '35001')
  const change = (deliveryAddress: object) =>
    semel.client().put(`/api/orders/${body.id}/delivery-address`, { deliveryAddress }, asStaff())
  const refused = await change(address('ES', '28013'))
  assert.deepEqual([refused.status, refused.body.errors?.[0].field], [422, 'deliveryAddress.postcode'], refused.text)
  assert.equal((await change(address('ES', '38001'))).status, 200)
})

type Invoice = Taxed & { id: string; number: string; vatRule: string }

async function drawn(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${staff.token}` }
  const file = await fetch(`${semel.origin}/api/documents/${id}.pdf`, { headers })
  return textsOf(Buffer.from(await file.arrayBuffer()))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

async function invoiceOf(orderId: number): Promise<Invoice> {
  let documents: Invoice[] = []
  await until(
    async () => {
      documents = (await semel.client().get(`/api/orders/${orderId}/documents`, asStaff())).body.items
      return documents.length > 0
    },
    'the invoice',
    10_000,
  )
  return documents[0]!
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!)
}
