/** A shop that leaves takes everything along: its export, imported into an empty shop, makes the same products. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { exportProducts } from '../../src/catalogue/import/export-products.ts'
import { COMMAS, POINTS } from '../../src/csv.ts'
import { changeShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const FIXTURES = `${import.meta.dirname}/../fixtures/round-trips`
const LANGUAGES = ['en', 'de', 'fr'] as const

type Shop = { semel: Semel; staff: Person }
let full: Shop
let empty: Shop
before(async () => {
  ;[full, empty] = [await open(), await open()]
  const { body, status } = await full.semel.client().put('/api/products/batch', { products: PRODUCTS }, full.staff)
  assert.deepEqual([status, body.added], [200, PRODUCTS.length], JSON.stringify(body))
  const ids = body.lines.map(({ id }: { id: number }) => id)
  const group = await full.semel.client().post(
    '/api/product-groups',
    {
      name: 'Mug; "round"',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      products: ['S', 'L'].map((value, n) => ({ id: ids[n], options: [{ name: 'Size', value }] })),
    },
    full.staff,
  )
  assert.equal(group.status, 201, JSON.stringify(group.body))
})
after(async () => {
  for (const { semel } of [full, empty]) await semel[Symbol.asyncDispose]()
})

async function open(): Promise<Shop> {
  const semel = await startSemel({}, { worker: false })
  const staff = await person(semel, 'staff')
  await changeShop(semel.db, { languages: [...LANGUAGES] })
  return { semel, staff }
}

const texts = { de: { name: 'Becher „rund“', description: 'Zeile 1\nZeile 2' }, fr: { name: 'Tasse à thé' } }
/** SKUs, names and numbers that spreadsheets and programs change. */
const PRODUCTS = [
  {
    sku: 'MUG-S',
    name: 'Mug',
    category: 'Kitchen > Mugs',
    price: 1200,
    stock: 3,
    description: 'Round & <red>\n\n"new"',
    texts,
  },
  {
    sku: 'MUG-L',
    name: 'Mug',
    category: 'Kitchen > Mugs',
    price: 1500,
    stock: 0,
    status: 'coming_soon',
    tax_class: 'reduced',
  },
  { sku: '00123', name: '=1+1', category: '-Sale', price: 1, stock: 1 },
  { sku: '123', name: '+49 30', category: '@home', price: 100_000, stock: 12 },
  { sku: '1E5', name: 'MARCH1', category: 'Days', price: 1999, stock_counted: false },
  {
    sku: '12/4',
    name: '30 min',
    category: 'Days',
    price: 990,
    sale_price: 790,
    sale_from: '2026-12-01',
    sale_until: '2030-12-31',
  },
  {
    sku: '036000291452',
    name: 'TRUE',
    category: 'Days',
    price: 500,
    gtin: '036000291452',
    brand: 'T/F',
    weight_grams: 850,
  },
  {
    sku: '0x1F',
    name: '1,5',
    category: 'Days',
    price: 500,
    content_amount: 0.75,
    content_unit: 'l',
    related: ['00123', '12/4'],
  },
  { sku: "'-5X", name: "'quoted", category: 'Größe 42⅔', price: 500, status: 'discontinued', country_of_origin: 'PT' },
]

async function exported({ semel }: Shop, form = POINTS): Promise<string> {
  const lines = exportProducts({ db: semel.db, baseUrl: () => 'https://shop.example' }, {}, form)
  return (await Array.fromAsync(lines)).join('')
}

const upload = ({ semel, staff }: Shop, file: string | Buffer) =>
  semel.client().post('/api/product-imports', { data: Buffer.from(file).toString('base64') }, staff)

for (const form of [POINTS, COMMAS]) {
  test(`export with ${form.mark} in numbers → imported again, changes nothing`, async () => {
    const { body } = await upload(full, await exported(full, form))
    const { added, changed, unchanged, bad } = body.preview
    assert.deepEqual([added, changed, unchanged, bad], [0, 0, PRODUCTS.length, 0], JSON.stringify(body.preview.changes))
  })
}

test('export → imported into an empty shop, the same export again', async () => {
  const file = await exported(full)
  const { body } = await upload(empty, file)
  assert.deepEqual([body.preview.added, body.preview.bad], [PRODUCTS.length, 0], JSON.stringify(body.preview.badRows))
  const applied = await empty.semel.client().post(`/api/product-imports/${body.id}/apply`, {}, empty.staff)
  assert.equal(applied.status, 200)
  const rows = (text: string) => text.split('\r\n').toSorted()
  assert.deepEqual(rows(await exported(empty)), rows(file))
})

/**
 * Programs that opened the export and saved it again (scripts/world/round-trips.ts, versions.json): how many products the preview then shows as
 * new, changed and unchanged, and how many rows it refuses. Nobody has changed anything, so each number but the third is a cell that the
 * program has destroyed.
 */
const ROUND_TRIPS: Record<string, [added: number, changed: number, unchanged: number, bad: number]> = {
  miller: [0, 0, 9, 0],
  sqlite: [0, 0, 9, 0],
  'csvkit-text': [0, 0, 9, 0],
  'duckdb-text': [0, 0, 9, 0],
  'sheetjs-raw': [0, 0, 9, 0],
  duckdb: [0, 0, 9, 0],
  csvkit: [0, 1, 7, 1],
  sheetjs: [0, 0, 8, 1],
  gnumeric: [0, 1, 3, 5],
  libreoffice: [0, 0, 5, 4],
  'libreoffice-numbers': [0, 0, 5, 4],
}

test('stored export is that of today', async () => {
  assert.equal(await exported(full), readFileSync(`${FIXTURES}/export.csv`, 'utf8'))
})

for (const [program, expected] of Object.entries(ROUND_TRIPS)) {
  test(`export saved by ${program} → no second product, destroyed cells are shown`, async () => {
    const { body } = await upload(full, readFileSync(`${FIXTURES}/${program}.csv`))
    const { added, changed, unchanged, bad, changes, badRows } = body.preview ?? {}
    assert.deepEqual(
      [added, changed, unchanged, bad],
      expected,
      JSON.stringify({ problem: body.problem, changes, badRows }, null, 1),
    )
  })
}
