import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { importProducts } from '../../src/catalogue/import/import-products.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let token: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  await changeShop(semel.db, { languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
  token = (await person(semel, 'staff')).token
})
after(() => semel[Symbol.asyncDispose]())

const LAMP = { name: 'Desk lamp', category: 'lighting', price: 1999, stock: 3 }
const GERMAN = { name: 'Schreibtischlampe', description: 'Zwei Lampen aus Messing.' }

async function add(sku: string, texts: object) {
  return semel.client().post('/api/products', { ...LAMP, sku, texts }, { token })
}

async function found(q: string): Promise<string[]> {
  const { body } = await semel.client().get(`/api/products?q=${encodeURIComponent(q)}`, { token })
  return body.items.map(({ sku }: { sku: string }) => sku)
}

test('texts by language are kept, changed one by one, and taken away', async () => {
  const added = await add('TEXT-1', { de: GERMAN, fr: { name: 'Lampe de bureau', description: '' } })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual(added.body.texts, { de: GERMAN, fr: { name: 'Lampe de bureau' } })
  const change = async (texts: object) => {
    const { status, body, text } = await semel.client().patch(`/api/products/${added.body.id}`, { texts }, { token })
    assert.equal(status, 200, text)
    assert.equal(body.name, LAMP.name)
    return body.texts
  }
  assert.deepEqual(await change({ de: { name: ' Leuchte ' } }), {
    de: { ...GERMAN, name: 'Leuchte' },
    fr: { name: 'Lampe de bureau' },
  })
  assert.deepEqual(await change({ de: { name: '' }, fr: null }), { de: { description: GERMAN.description } })
  assert.deepEqual(await change({}), { de: { description: GERMAN.description } })
})

for (const [name, texts, field] of [
  ['a language without words', { es: { name: 'Lámpara' } }, 'texts.es'],
  ['a text that is no object', { de: 'Lampe' }, 'texts.de'],
  ['a name that is too long', { de: { name: 'x'.repeat(201) } }, 'texts.de.name'],
] as const) {
  test(`${name} is refused with the field`, async () => {
    const { status, body, text } = await add('TEXT-REFUSED', texts)
    assert.equal(status, 422, text)
    assert.equal(body.errors[0].field, field, text)
  })
}

test('words are found in each language by stems, and as they stand', async () => {
  await add('TEXT-2', {
    de: { name: 'Laterne', description: 'Mit gläsernen Türen.' },
    fr: { name: 'Lanternes chinoises' },
  })
  for (const q of ['Laterne', 'Laternen', 'lanterne chinoise', 'Tür']) assert.deepEqual(await found(q), ['TEXT-2'], q)
  // The name of a product may be in any language of the shop.
  const named = { ...LAMP, sku: 'TEXT-3', name: 'Teekannen aus Ton' }
  await semel.client().post('/api/products', named, { token })
  assert.deepEqual(await found('Teekanne'), ['TEXT-3'])
})

test('a batch with the texts that a product has changes nothing', async () => {
  const product = { ...LAMP, sku: 'TEXT-4', texts: { de: GERMAN, fr: { name: '' } } }
  const put = async (product: object) => {
    const { body, text } = await semel.client().put('/api/products/batch', { products: [product] }, { token })
    assert.equal(body.refused, 0, text)
    return body.lines[0].outcome
  }
  assert.deepEqual([await put(product), await put(product)], ['added', 'unchanged'])
  assert.equal(await put({ ...product, texts: { de: null } }), 'changed')
  assert.equal(await put({ ...product, texts: { de: null } }), 'unchanged')
})

test('pages show texts of their language, and the address keeps the name', async () => {
  const { body } = await add('TEXT-5', { de: { name: 'Stehlampe' } })
  for (const [language, name] of [
    ['de', 'Stehlampe'],
    ['fr', LAMP.name],
  ]) {
    const address = `/${language}/products/${body.id}-desk-lamp`
    const { status, text } = await semel.client().get(address, { headers: { accept: 'text/html' } })
    assert.equal(status, 200, text)
    assert.match(text, new RegExp(`<h1>${name}</h1>`))
    const list = await semel.client().get(`/${language}/products?q=TEXT-5`, { headers: { accept: 'text/html' } })
    assert.match(list.text, new RegExp(`>${name}</a>`))
  }
})

test('file adds texts, changes those it names, and leaves the others', async () => {
  const rows = (texts: object) => [{ line: 1, value: { ...LAMP, sku: 'TEXT-6', texts } }]
  const read = async () => {
    const { body } = await semel.client().get('/api/products?q=TEXT-6', { token })
    return body.items[0].texts
  }
  assert.equal((await importProducts(semel.databaseUrl, rows({ de: GERMAN }))).added, 1)
  assert.equal((await importProducts(semel.databaseUrl, rows({ de: GERMAN }))).unchanged, 1)
  assert.equal((await importProducts(semel.databaseUrl, rows({ fr: { name: 'Lampe' } }))).changed, 1)
  assert.deepEqual(await read(), { de: GERMAN, fr: { name: 'Lampe' } })
  const csv = 'sku,name_de,description_fr,tax_class\nTEXT-6,Leuchte,"Une\nlampe",reduced\n'
  const { body, text } = await semel
    .client()
    .post('/api/products/import', { data: Buffer.from(csv).toString('base64') }, { token })
  assert.equal(body.changed, 1, text)
  assert.deepEqual(await read(), {
    de: { ...GERMAN, name: 'Leuchte' },
    fr: { name: 'Lampe', description: 'Une\nlampe' },
  })
})

test('console saves a form per shop language without JavaScript, and exports texts', async () => {
  const { body } = await add('TEXT-7', { de: GERMAN })
  const admin = await person(semel, 'admin')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  const address = `/admin/products/${body.id}`
  const page = (await client.get(address, { headers: { accept: 'text/html' } })).text
  for (const language of ['English', 'German', 'French']) assert.match(page, new RegExp(`Name in ${language}`))
  assert.match(page, /value="Schreibtischlampe"/)
  const fields = {
    _csrf: /name="_csrf" value="([^"]+)"/.exec(page)![1]!,
    _was: JSON.stringify({ 'texts.de.name': GERMAN.name, 'texts.de.description': GERMAN.description }),
    'texts.de.name': '',
    'texts.de.description': GERMAN.description,
  }
  const sent = await client.request('POST', `${address}/text-de`, {
    body: new URLSearchParams(fields).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(sent.status, 303, sent.text)
  const { body: after } = await semel.client().get(`/api/products/${body.id}`, { token })
  assert.deepEqual(after.texts, { de: { description: GERMAN.description } })
  const file = (await client.get('/admin/products.csv?q=TEXT-7')).text
  assert.match(file, /name_de,description_de/)
  assert.match(file, /Zwei Lampen aus Messing\./)
})

test('columns category_de and category_fr → names of the category, also after an export', async () => {
  const admin = await person(semel, 'admin')
  const shop = semel.client()
  const post = (path: string, body: object = {}) => shop.post(path, body, { token: admin.token })
  const upload = async (csv: string) =>
    (await post('/api/product-imports', { data: Buffer.from(csv).toString('base64') })).body
  const namesOf = async (name: string) => {
    const { body } = await shop.get('/api/categories', { token: admin.token })
    return body.items.find((one: { name: string }) => one.name === name)?.texts
  }
  const order = async () =>
    (await shop.get('/api/categories', { token: admin.token })).body.items.map(({ name }: { name: string }) => name)
  await post('/api/products', { ...LAMP, sku: 'CAT-0', category: 'Baths' })
  const head = 'sku,name,category,amount,category_de,category_fr\n'
  const rows = 'CAT-1,Pot,Pots,10.00,Töpfe,Pots et casseroles\nCAT-2,Pan,Pots,12.00,,\n'
  const { id, preview } = await upload(head + rows)
  assert.deepEqual([preview.added, preview.unreadColumns], [2, []])
  const given = preview.changes[0].values.find(({ field }: { field: string }) => field === 'category_texts')
  assert.match(given.new, /Töpfe/)
  assert.equal((await post(`/api/product-imports/${id}/apply`)).status, 200)
  assert.deepEqual(await namesOf('Pots'), { de: { name: 'Töpfe' }, fr: { name: 'Pots et casseroles' } })
  assert.deepEqual(await order(), ['Baths', 'Pots', 'lighting'])
  const page = await shop.get('/de/products?q=CAT-1', { headers: { accept: 'text/html' } })
  assert.match(page.text, /Töpfe/)

  const again = (await upload(head + rows)).preview
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, 2])
  const changing = await upload('sku,category_de\nCAT-1,Kochtöpfe\n')
  assert.deepEqual([changing.preview.changed, changing.preview.changes[0].values.length], [1, 1])
  await post(`/api/product-imports/${changing.id}/apply`)
  assert.deepEqual((await namesOf('Pots')).de, { name: 'Kochtöpfe' })
  const { rows: heard } = await sql`
    select from event_outbox where type = 'category.changed' and data = '{"name": "Pots", "was": "Pots"}'
    union all select from event_feed where type = 'category.changed' and data = '{"name": "Pots", "was": "Pots"}'
  `.execute(semel.db)
  assert.equal(heard.length, 2)
  await post(`/api/product-imports/${changing.id}/undo`)
  assert.deepEqual((await namesOf('Pots')).de, { name: 'Töpfe' })

  const cookie = { cookie: `${cookieNames(semel).session}=${admin.token}` }
  const file = (await semel.client().get('/admin/products.csv?q=CAT-', { headers: cookie })).text
  assert.match(file.split('\r\n')[0]!, /category_en,category_de,category_fr,pictures/)
  await using other = await startSemel({}, { worker: false })
  const { token: staff } = await person(other, 'staff')
  const data = Buffer.from(file).toString('base64')
  const imported = await other.client().post('/api/products/import', { data }, { token: staff })
  assert.deepEqual([imported.body.added, imported.body.unreadColumns], [3, []], imported.text)
  const { body: there } = await other.client().get('/api/categories', { token: staff })
  assert.deepEqual(
    there.items.map(({ name, texts }: { name: string; texts: object }) => [name, texts]),
    [
      ['Baths', {}],
      ['Pots', { de: { name: 'Töpfe' }, fr: { name: 'Pots et casseroles' } }],
    ],
  )
  assert.equal((await other.client().post('/api/products/import', { data }, { token: staff })).body.unchanged, 3)
})

test('an import that named a category is taken back → later changes stay', async () => {
  const admin = await person(semel, 'admin')
  const post = (path: string, body: object = {}) => semel.client().post(path, body, { token: admin.token })
  const apply = async (csv: string) => {
    const { body } = await post('/api/product-imports', { data: Buffer.from(csv).toString('base64') })
    await post(`/api/product-imports/${body.id}/apply`)
    return () => post(`/api/product-imports/${body.id}/undo`)
  }
  const named = () => semel.db.selectFrom('categories').select(['name', 'texts']).where('name', '=', 'Sofas').execute()
  const undo = await apply('sku,name,category,amount,category_de\nSOFA-1,Sofa,Sofas,900.00,Sofas und Sessel\n')
  assert.equal((await named()).length, 1)
  assert.equal((await undo()).status, 200)
  assert.deepEqual(await named(), [])
  const undoAgain = await apply('sku,name,category,amount,category_de\nSOFA-1,Sofa,Sofas,900.00,Sofas und Sessel\n')
  await semel.client().patch('/api/categories/Sofas', { texts: { de: { name: 'Polster' } } }, { token: admin.token })
  assert.equal((await undoAgain()).status, 200)
  assert.deepEqual((await named())[0]!.texts, { de: { name: 'Polster' } })
  const bad = await post('/api/products/import', {
    data: Buffer.from(`sku,category_de\nTEXT-1,${'x'.repeat(101)}\n`).toString('base64'),
  })
  assert.match(bad.body.badRows[0].reason, /category_texts\.de\.name/)
})

test('an import names a category that is renamed meanwhile → both are done', async () => {
  const { token: staff } = await person(semel, 'staff')
  for (const [n, first] of ['import', 'rename'].entries()) {
    const [from, to] = [`Race ${n}`, `Raced ${n}`]
    await semel.client().post('/api/products', { ...LAMP, sku: `RACE-${n}`, category: from }, { token: staff })
    const data = Buffer.from(`sku,stock,category_de\nRACE-${n},7,Rennen\n`).toString('base64')
    const works = [
      () => semel.client().post('/api/products/import', { data }, { token: staff }),
      () => semel.client().patch(`/api/categories/${encodeURIComponent(from)}`, { name: to }, { token: staff }),
    ]
    if (first === 'rename') works.reverse()
    const answers = await Promise.all(works.map(work => work()))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    const { body } = await semel.client().get('/api/categories', { token: staff })
    assert.deepEqual(body.items.find(({ name }: { name: string }) => name === to)?.texts, { de: { name: 'Rennen' } })
  }
})
