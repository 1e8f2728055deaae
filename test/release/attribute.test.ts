import { test } from 'node:test'
import { drill, type Patch } from '../support/tree-copy.ts'

/** All that a new attribute needs. */
const PATCH: Patch = {
  'src/catalogue/attributes/table.ts': [
    'export const FREE_ATTRIBUTES = {',
    "\n  shelf_life_days: { ...wholeNumber(10_000, 365), label: 'Shelf life in days', part: 'Identity', page: 'fact' },",
  ],
  'src/words/de/catalogue.ts': ['export const catalogue = {', "\n  'Shelf life in days': 'Haltbarkeit in Tagen',"],
  'src/words/fr/catalogue.ts': [
    'export const catalogue: Record<keyof typeof german, string | Plural> = {',
    "\n  'Shelf life in days': 'Conservation en jours',",
  ],
}

/** Runs in the copy, with a server and a database. */
const TEST = `
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { cookieNames } from './src/accounts/sessions/cookies.ts'
  import { person } from './test/support/people.ts'
  import { startSemel } from './test/support/semel.ts'

  test('new attribute → API, form, import, export and page know it', async () => {
    await using semel = await startSemel({}, { worker: false })
    const staff = await person(semel, 'staff')
    const client = semel.client()
    client.cookies.set(cookieNames(semel).session, staff.token)
    const product = { sku: 'S-1', name: 'Tea', category: 'tea', price: 500 }
    const { body } = await client.post('/api/products', { ...product, shelf_life_days: 30 }, staff)
    assert.equal(body.shelf_life_days, 30)
    assert.equal((await client.post('/api/products', { ...product, shelf_life_days: 0 }, staff)).status, 422)
    assert.match((await client.get('/admin/products/' + body.id)).text, /Shelf life in days/)
    assert.match((await client.get('/products/' + body.id + '-tea')).text, /Shelf life in days/)
    const document = (await client.get('/api/v3/openapi.json')).body
    assert.equal(document.components.schemas.Product.properties.shelf_life_days.type, 'integer')
    const file = Buffer.from('sku;Haltbarkeit in Tagen\\nS-1;45\\n').toString('base64')
    const { preview } = (await client.post('/api/product-imports', { data: file }, staff)).body
    assert.deepEqual(preview.changes[0].values, [{ field: 'shelf_life_days', old: '30', new: '45' }])
    assert.match((await client.get('/admin/products.csv')).text, /^sku,.*shelf_life_days/)
  })
`

test('one line and its words → API, forms, files and page know it', () => drill(TEST, PATCH))
