/** SKUs that a spreadsheet has changed: they are a question, in files and in batches, and never a second product. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  for (const sku of KNOWN) await stockProduct(semel.db, { sku, name: `Product ${sku}`, price: 1000, stock: 5 })
})
after(() => semel[Symbol.asyncDispose]())

const KNOWN = ['00123', '036000291452', '1E5', '12/4', 'MARCH1', '0012.50', "'-5X", 'PLAIN-1']
const CHANGED = [
  ['123', '00123'],
  ['36000291452', '036000291452'],
  ['100000', '1E5'],
  ['2026/12/04', '12/4'],
  ['12/4/01', '12/4'],
  ['1-Mar', 'MARCH1'],
  ['12.5', '0012.50'],
  ["'PLAIN-1", 'PLAIN-1'],
] as const
const csv = (rows: string[]) => Buffer.from(`sku,name,category,amount,stock\n${rows.join('\n')}\n`).toString('base64')

test('new SKU like a known one → bad row names it', async () => {
  const data = csv(CHANGED.map(([sku]) => `${sku},Lamp,Lamps,9.50,3`))
  const { status, body } = await semel.client().post('/api/products/import', { data }, staff)
  assert.deepEqual([status, body.added, body.bad], [200, 0, CHANGED.length], JSON.stringify(body))
  for (const [index, [, known]] of CHANGED.entries()) {
    assert.ok(body.badRows[index].reason.startsWith(`sku is like ${known}, which a spreadsheet may have changed`))
  }
})

test('somebody says that such SKUs are new → the rows are added', async () => {
  const data = csv(['124.5,Lamp,Lamps,9.50,3', '0124.50,Lamp,Lamps,9.50,3', '01E5,Other,Lamps,9,1'])
  const first = await semel.client().post('/api/products/import', { data, takesSimilar: true }, staff)
  assert.deepEqual([first.body.added, first.body.bad], [3, 0])
  const { body } = await semel
    .client()
    .post('/api/product-imports', { data: csv(['0000123,Lamp,Lamps,9.50,3']) }, staff)
  assert.deepEqual([body.preview.added, body.preview.bad, body.takesSimilar], [0, 1, false])
  const said = await semel.client().patch(`/api/product-imports/${body.id}`, { takesSimilar: true }, staff)
  assert.deepEqual([said.body.preview.added, said.body.preview.bad], [1, 0])
})

test('SKUs that only look alike to people → new products', async () => {
  const data = csv([
    '4-12,A,Lamps,9,1',
    'PLAIN-10,B,Lamps,9,1',
    '1230,C,Lamps,9,1',
    'E5,D,Lamps,9,1',
    '12-13,E,Lamps,9,1',
  ])
  const { body } = await semel.client().post('/api/products/import', { data }, staff)
  assert.deepEqual([body.added, body.bad], [5, 0], JSON.stringify(body.badRows))
})

test('stock of such a SKU in file or batch → refused', async () => {
  const data = Buffer.from('sku,stock\n123,7\n00123,8\n').toString('base64')
  const { body } = await semel.client().post('/api/products/import', { data }, staff)
  assert.deepEqual([body.changed, body.bad], [1, 1])
  assert.match(body.badRows[0].reason, /^sku is like 00123/)
  const products = [
    { sku: '36000291452', stock: 3 },
    { sku: '5001', name: 'New', category: 'Lamps', price: 100 },
  ]
  const batch = await semel.client().put('/api/products/batch', { products }, staff)
  assert.deepEqual([batch.body.added, batch.body.refused], [1, 1], JSON.stringify(batch.body))
  const [error] = batch.body.lines[0].errors
  assert.deepEqual([error.field, error.code], ['sku', 'similar_sku'])
  assert.match(error.reason, /is like 036000291452/)
})

test('rows without a category → new products get the chosen one', async () => {
  const data = Buffer.from('sku,name,amount\nPLAIN-1,Plain,12\nNEW-1,New,13\n').toString('base64')
  const { body } = await semel.client().post('/api/product-imports', { data }, staff)
  assert.deepEqual([body.preview.added, body.preview.bad], [0, 1])
  const said = await semel.client().patch(`/api/product-imports/${body.id}`, { category: 'Moved in' }, staff)
  assert.deepEqual([said.body.preview.added, said.body.preview.changed, said.body.category], [1, 1, 'Moved in'])
  await semel.client().post(`/api/product-imports/${body.id}/apply`, {}, staff)
  const rows = await semel.db
    .selectFrom('products')
    .select(['sku', 'category'])
    .where('sku', 'in', ['PLAIN-1', 'NEW-1'])
    .orderBy('sku')
    .execute()
  assert.deepEqual([rows[0]!.category, rows[1]!.category === 'Moved in'], ['Moved in', false])
})

test('prices without VAT → asked, and read with the VAT of the shop', async () => {
  const csv =
    'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Reference #\n4;1;Bol;Home,Bowls;10.00;NET-1\n'
  const { body } = await semel
    .client()
    .post('/api/product-imports', { data: Buffer.from(csv).toString('base64') }, staff)
  assert.deepEqual([body.preview.asksVat, body.preview.bad], ['without', 1])
  const said = await semel.client().patch(`/api/product-imports/${body.id}`, { vat: 'excluded' }, staff)
  assert.deepEqual(
    [said.body.preview.asksVat, said.body.preview.prices],
    [null, [{ currency: 'EUR', lowest: 1190, highest: 1190, span: '11.90 EUR' }]],
  )
})

test('switch that nobody reads → file is refused, nothing is added', async () => {
  const data = Buffer.from('sku;name;category;amount;Aktiv\nSW-1;A;Lamps;9;ja\nSW-2;B;Lamps;9;nein\n').toString(
    'base64',
  )
  const { status, body } = await semel.client().post('/api/products/import', { data }, staff)
  assert.deepEqual([status, body.errors[0].code], [422, 'unclear_switch'])
  assert.match(body.errors[0].reason, /"nein" in the column "Aktiv" \(line 3\)/)
  assert.equal((await semel.db.selectFrom('products').select('id').where('sku', 'like', 'SW-%').execute()).length, 0)
  const shown = await semel.client().post('/api/product-imports', { data }, staff)
  assert.match(shown.body.problem, /mean that the product is not on sale/)
  const mapped = await semel
    .client()
    .patch(
      `/api/product-imports/${shown.body.id}`,
      { columns: { sku: 1, name: 2, category: 3, amount: 4, published: 5 } },
      staff,
    )
  assert.deepEqual([mapped.body.problem, mapped.body.preview.added, mapped.body.preview.bad], [null, 1, 1])
  const ignored = await semel.client().post('/api/products/import', { data, ignoreSwitches: true }, staff)
  assert.equal(ignored.body.added, 2)
})

test('digits of another script, database sorts by ICU → no likeness', async () => {
  const { rows } = await sql<{ likeness: string | null }>`
    select sku_likeness(sku collate "und-x-icu") as likeness from unnest(array['١٢٣', '١٢/٤', '१E५']) as sku
  `.execute(semel.db)
  assert.deepEqual(
    rows.map(({ likeness }) => likeness),
    [null, null, null],
  )
})
