import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { SECOND } from '../../src/time.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const upload = (text: string) => semel.client().post('/api/product-imports', { data: base64(text) }, staff)
const step = (id: string, name: string) => semel.client().post(`/api/product-imports/${id}/${name}`, {}, staff)
const bySku = (sku: string) =>
  semel.db.selectFrom('products').selectAll().where('sku', '=', sku).where('removed_at', 'is', null).executeTakeFirst()

test('file shows additions, changes and refusals; nothing changes before the button', async () => {
  await stockProduct(semel.db, { sku: 'P-1', name: 'Lamp', price: 1000, stock: 5 })
  const { status, body } = await upload(
    'Price list\nsku;name;category;price;stock\nP-1;Lamp;things;12;5\nP-2;Desk;Desks;1.234,50;2\nP-3;Rug;Rugs;free;1\nP-4;;;5;1\n',
  )
  assert.equal(status, 201, JSON.stringify(body))
  const { preview } = body
  assert.deepEqual([preview.added, preview.changed, preview.unchanged, preview.bad], [1, 1, 0, 2])
  assert.deepEqual(preview.changes, [
    {
      line: 3,
      sku: 'P-1',
      name: 'Lamp',
      isNew: false,
      currency: 'EUR',
      values: [{ field: 'price', old: '1000', new: '1200' }],
    },
    {
      line: 4,
      sku: 'P-2',
      name: 'Desk',
      isNew: true,
      currency: 'EUR',
      values: [
        { field: 'name', old: null, new: 'Desk' },
        { field: 'price', old: null, new: '123450' },
        { field: 'stock', old: null, new: '2' },
        { field: 'category', old: null, new: 'Desks' },
      ],
    },
  ])
  assert.deepEqual(preview.badRows, [
    { line: 5, column: 'price', value: 'free', reason: 'price must be a price like 19.99' },
    { line: 6, column: 'name', value: null, reason: 'name, category are required for a new product' },
  ])
  assert.deepEqual(
    preview.prices.map(({ span }: { span: string }) => span),
    ['12.00 to 1234.50 EUR'],
  )
  assert.equal((await bySku('P-1'))!.price, 1000)

  const answers = await Promise.all([step(body.id, 'apply'), step(body.id, 'apply'), step(body.id, 'apply')])
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.report, { added: 1, changed: 1, unchanged: 0, bad: 2 })
  }
  assert.equal((await bySku('P-1'))!.price, 1200)
  assert.equal((await bySku('P-2'))!.price, 123450)
})

test('file without a currency → that of the shop; products keep their own', async () => {
  await using swiss = await startSemel({}, { worker: false })
  const { token } = await person(swiss, 'admin')
  await stockProduct(swiss.db, { sku: 'C-1', name: 'Cup', price: 500, currency: 'EUR' })
  const imported = async (currency: string, text: string) => {
    await changeShop(swiss.db, { currency })
    await forgetShop(swiss.db)
    const made = await swiss.client().post('/api/product-imports', { data: base64(text) }, { token })
    const { body } = await swiss.client().post(`/api/product-imports/${made.body.id}/apply`, {}, { token })
    assert.equal(body.report.bad, 0, made.text)
    return made.body.preview.prices.map(({ span }: { span: string }) => span)
  }
  const file = 'sku,name,category,amount\nC-1,Cup,Kitchen,6.00\nC-2,Jug,Kitchen,7.50\n'
  assert.deepEqual(await imported('CHF', file), ['7.50 CHF', '6.00 EUR'])
  assert.deepEqual(await imported('JPY', 'sku,name,category,amount\nC-3,Pot,Kitchen,4900\n'), ['4900 JPY'])
  const products = await swiss.db.selectFrom('products').select(['sku', 'price', 'currency']).orderBy('sku').execute()
  assert.deepEqual(
    products.map(({ sku, price, currency }) => [sku, Number(price), currency]),
    [
      ['C-1', 600, 'EUR'],
      ['C-2', 750, 'CHF'],
      ['C-3', 4900, 'JPY'],
    ],
  )
})

test('import is taken back once; products changed since stay and are named', async () => {
  for (const sku of ['U-1', 'U-2', 'U-3'])
    await stockProduct(semel.db, { sku, name: 'Old', stock: 0, status: 'out_of_stock' })
  const { body } = await upload(
    'sku,name,stock,category,amount\nU-1,New,5,Cat,1.00\nU-2,New,5,Cat,1.00\nU-4,Added,5,Cat,1.00\nU-5,Added,5,Cat,1.00\n',
  )
  await step(body.id, 'apply')
  assert.deepEqual([(await bySku('U-1'))!.name, (await bySku('U-1'))!.status], ['New', 'active'])
  await semel.db.updateTable('products').set({ stock: 4 }).where('sku', 'in', ['U-2', 'U-5']).execute()
  const before = await bySku('U-3')
  const [undone, again] = await Promise.all([step(body.id, 'undo'), step(body.id, 'undo')])
  for (const { body: shown } of [undone, again]) {
    assert.equal(shown.state, 'undone')
    assert.deepEqual([shown.report.takenBack, shown.report.conflicts], [2, ['U-2', 'U-5']])
  }
  const restored = await bySku('U-1')
  assert.deepEqual(
    [restored!.name, restored!.stock, restored!.status, restored!.category],
    ['Old', 0, 'out_of_stock', 'things'],
  )
  assert.deepEqual(
    [(await bySku('U-2'))!.name, await bySku('U-4'), (await bySku('U-5'))!.name],
    ['New', undefined, 'Added'],
  )
  assert.deepEqual(await bySku('U-3'), before)
  assert.equal((await step(body.id, 'apply')).body.state, 'undone', 'an import that was taken back does not come again')
})

test('import that takes longer than a request → taken back as well', async () => {
  await using slow = await startSemel({}, { worker: false, databaseTime: 2 * SECOND })
  const { token } = await person(slow, 'staff')
  const post = (path: string, body = {}) => slow.client().post(path, body, { token })
  const made = await post('/api/product-imports', { data: base64('sku,name,category,amount\nL-1,Lamp,Lamps,10.00\n') })
  await post(`/api/product-imports/${made.body.id}/apply`)
  await using held = await hold(slow.databaseUrl, tx =>
    sql`select from products where sku = 'L-1' for no key update`.execute(tx),
  )
  const undoing = post(`/api/product-imports/${made.body.id}/undo`)
  await lockedOut(slow.db, 1)
  // The time of a request that begins later is over.
  const { id } = (await slow.db.selectFrom('products').select('id').executeTakeFirst())!
  const other = await slow.client().patch(`/api/products/${id}`, { name: 'Lamp' }, { token })
  assert.equal(other.status, 503, other.text)
  await held.release()
  const { status, body } = await undoing
  assert.deepEqual([status, body.report?.takenBack], [200, 1])
})

test('columns with other names → mapped by number; file without sku says so', async () => {
  const { body } = await upload('Art.-Nr.,Ware,Gruppe,VK,VK\nM-1,Kanne,Küche,9.50,8.00\n')
  assert.equal(body.preview, null)
  assert.match(body.problem, /sku is missing/)
  assert.deepEqual(body.columns[1], { number: 2, name: 'Ware', field: null, isRead: false, examples: ['Kanne'] })
  assert.equal((await step(body.id, 'apply')).status, 422)
  const { body: document } = await semel.client().get('/api/v3/openapi.json')
  assert.ok(document.paths['/product-imports/{id}/apply'].post.responses[422], 'the document names this answer')
  const change = (columns: unknown) => semel.client().patch(`/api/product-imports/${body.id}`, { columns }, staff)
  const mapped = await change({ sku: 1, name: 2, category: 3, amount: 4, stock: null })
  assert.deepEqual([mapped.body.problem, mapped.body.preview.added], [null, 1])
  assert.match((await change({ sku: 1, name: 1 })).body.problem, /Column 1 cannot be both sku and name/)
  assert.match((await change({ sku: 1, name: 9 })).body.problem, /has 5 columns, but name is column 9/)
  assert.equal((await change({ sku: 0 })).status, 422)
  await change({ sku: 1, name: 2, category: 3, amount: 5 })
  await step(body.id, 'apply')
  assert.deepEqual([(await bySku('M-1'))!.price, (await bySku('M-1'))!.name], [800, 'Kanne'])
  const late = await change({ sku: 1 })
  assert.deepEqual([late.status, late.body.code], [409, 'import_not_open'])
})

test('workbook, printed or web page, JSON → named, and not read as CSV', async () => {
  const files: [Buffer, RegExp][] = [
    [Buffer.from('PK\x03\x04\x14\0\x06\0', 'latin1'), /is an Excel workbook, .*Save it as CSV first/],
    [Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), /is an Excel workbook from before 2007/],
    [Buffer.from('%PDF-1.7\n'), /is a PDF/],
    [Buffer.from('\x1f\x8b\b\0', 'latin1'), /is compressed/],
    [Buffer.from('\ufeff\n<html><table>'), /is a web page or XML/],
    [Buffer.from('[\n  {"sku": "A"}]'), /is JSON/],
  ]
  for (const [file, reason] of files) {
    for (const address of ['/api/product-imports', '/api/products/import']) {
      const { status, body } = await semel.client().post(address, { data: file.toString('base64') }, staff)
      assert.deepEqual([status, body.errors?.[0].code], [422, 'not_csv'], JSON.stringify(body))
      assert.match(body.errors[0].reason, reason)
    }
  }
})

test('a file expires, and only staff see it', async () => {
  const { body } = await upload('sku,name,category,amount\nX-1,Pot,Cat,1.00\n')
  const customer = await person(semel)
  assert.equal((await semel.client().get(`/api/product-imports/${body.id}`, customer)).status, 403)
  assert.equal(
    (await semel.client().get('/api/product-imports/01a21507-0f0f-75dd-a5ea-b17ea740fc93', staff)).status,
    404,
  )
  await semel.db
    .updateTable('product_imports')
    .set({ expires_at: new Date(0) })
    .where('id', '=', body.id)
    .execute()
  assert.equal((await step(body.id, 'apply')).status, 404)
})

test('page says what was read as what, the price span, and losses', async () => {
  const text =
    'sku;name;category;price;shelf;Sale price\nT-1;Teapot;Kitchen;49;A\nT-2;Cup;Kitchen;9,50;B\nT-3;"Screen 24;Kitchen;1299;C\nT-4;Jug;Kitchen;7;D\n'
  const { body } = await upload(text)
  const cookie = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  const { text: shown } = await semel.client().get(`/admin/products/imports/${body.id}`, { headers: cookie })
  const page = shown.replaceAll(/\s+/g, ' ')
  for (const said of [
    '2 products to add; 1 row is refused',
    'Prices: €9.50 to €49.00',
    '1 more line cannot be read.',
    '1 column is not read',
    'Sale price, as on a price tag',
    'shelf',
    'Price: €49.00',
    'has a quote that is not closed; lines 4 to 5 are not read',
    'Price, as on a price tag',
  ])
    assert.ok(page.includes(said), said)
})

test('export with decimal commas → imports unchanged, with HTML, formulas and tax classes', async () => {
  await stockProduct(semel.db, {
    sku: 'R-1',
    name: '=1+1; <b>bold</b> &amp;',
    price: 1999,
    description: 'a "b",\nc <p>',
    tax_class: 'reduced',
  })
  await stockProduct(semel.db, { sku: 'R-2', name: 'Kännchen', price: 1250, currency: 'KWD' })
  await stockProduct(semel.db, { sku: 'R-3', name: 'Vase', price: 123456, currency: 'JPY' })
  const cookie = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  for (const query of ['', '?decimals=comma']) {
    const file = (await semel.client().get(`/admin/products.csv${query}`, { headers: cookie })).text
    if (query) assert.match(file, /^\ufeff?sku;name;category;amount;/)
    if (query)
      assert.ok(file.includes(';1,250;KWD;') && file.includes(';19,99;EUR;') && file.includes(';123456;JPY;'), file)
    const { added, changed, bad, unchanged } = (await upload(file)).body.preview
    assert.deepEqual([added, changed, bad], [0, 0, 0], file)
    assert.ok(unchanged >= 3)
  }
})

test('sales during imports without stock all count; file naming stock sets it', async () => {
  const productId = await stockProduct(semel.db, { sku: 'S-1', stock: 100 })
  const buyer = await person(semel)
  const buy = () => semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  const importFile = async (text: string) => (await step((await upload(text)).body.id, 'apply')).status
  const done = await Promise.all([
    ...Array.from({ length: 10 }, async () => (await buy()).status),
    ...Array.from({ length: 4 }, (_, n) => importFile(`sku,name,amount\nS-1,Bowl ${n},1${n}.00\n`)),
  ])
  assert.deepEqual(done, [...Array(10).fill(201), ...Array(4).fill(200)])
  assert.equal((await bySku('S-1'))!.stock, 90)
  for (let n = 0; n < 6; n++) await buy()
  await importFile('sku,stock\nS-1,90\n')
  assert.equal((await bySku('S-1'))!.stock, 90)
})

test('file makes groups, adds values, and says which rows do not fit', async () => {
  const other = await stockProduct(semel.db, { sku: 'G-9', name: 'Mug' })
  const options = [{ name: 'Size', values: ['S'] }]
  const products = [{ id: other, options: [{ name: 'Size', value: 'S' }] }]
  const made = await semel.client().post('/api/product-groups', { name: 'Mug', options, products }, staff)
  assert.equal(made.status, 201, made.text)
  const { body } = await upload(
    [
      'sku,name,category,amount,group,options',
      'G-1,Shirt,Tops,9.00,Shirt,Colour: red; Size: M',
      'G-2,Shirt,Tops,9.00,Shirt,Size: M;Colour: blue',
      'G-3,Shirt,Tops,9.00,Shirt,Colour: red; Size: M',
      'G-4,Shirt,Tops,9.00,Shirt,Colour: red',
      'G-5,Shirt,Tops,9.00,Shirt,red',
      'G-6,Shirt,Tops,9.00,Shirt,',
      'G-7,Mug,Cups,9.00,Mug,Size: L',
      'G-8,Mug,Cups,9.00,Mug,Size: S',
      'G-9,Mug,Cups,9.00,Shirt,Colour: red; Size: S',
      '',
    ].join('\n'),
  )
  assert.deepEqual(
    body.preview.badRows.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
    [
      [4, 'options are the same as in line 2'],
      [5, 'options must have a value for Colour and Size, and no others'],
      [6, 'options must be like "Colour: red; Size: M"'],
      [7, 'options are required beside a group'],
      [9, 'options are those of G-9'],
      [10, 'group must stay Mug, because a product is in one group at most'],
    ],
  )
  const change = body.preview.changes.find(({ sku }: { sku: string }) => sku === 'G-2')
  const shown = change.values.filter(({ field }: { field: string }) => ['group', 'options'].includes(field))
  assert.deepEqual(shown, [
    { field: 'group', old: null, new: 'Shirt' },
    { field: 'options', old: null, new: 'Size: M; Colour: blue' },
  ])
  const applied = await step(body.id, 'apply')
  assert.deepEqual(applied.body.report, { added: 3, changed: 0, unchanged: 0, bad: 6 })
  const blue = await bySku('G-2')
  assert.deepEqual(blue!.options, [
    { name: 'Colour', value: 'blue' },
    { name: 'Size', value: 'M' },
  ])
  const group = async (id: number) => (await semel.client().get(`/api/product-groups/${id}`, staff)).body
  const shirt = await group(blue!.group!)
  assert.deepEqual(
    [shirt.name, shirt.options, shirt.listed],
    [
      'Shirt',
      [
        { name: 'Colour', values: ['red', 'blue'] },
        { name: 'Size', values: ['M'] },
      ],
      (await bySku('G-1'))!.id,
    ],
  )
  assert.deepEqual((await group(made.body.id)).options, [{ name: 'Size', values: ['S', 'L'] }])

  // Two change places, by the file that an export gives.
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const exported = (await browser.get('/admin/products.csv?category=Tops')).text
  assert.match(exported, /G-1,.*,Shirt,"Colour: red; Size: M"/)
  const same = await upload(exported)
  assert.deepEqual([same.body.preview.changed, same.body.preview.bad], [0, 0])
  const swap = await upload('sku,group,options\nG-1,Shirt,Colour: blue; Size: M\nG-2,Shirt,Colour: red; Size: M\n')
  assert.deepEqual((await step(swap.body.id, 'apply')).body.report.changed, 2)
  assert.equal((await bySku('G-1'))!.options[0]!.value, 'blue')
  const undone = await step(swap.body.id, 'undo')
  assert.deepEqual([undone.body.report.takenBack, undone.body.report.conflicts], [2, []])
  assert.equal((await bySku('G-1'))!.options[0]!.value, 'red')
  assert.equal((await step(body.id, 'undo')).body.report.takenBack, 3)
  assert.equal((await group(blue!.group!)).code, 'not_found', 'the import has made it, and nothing is in it now')
  assert.equal((await group(made.body.id)).name, 'Mug', 'it was there before')
  const back = await semel.client().put(`/api/products/${blue!.id}/state`, { state: 'on_sale' }, staff)
  assert.deepEqual([back.status, back.body.group, back.body.options], [200, null, []])
})

test('file adds no more products and values to groups than pages allow', async () => {
  const row = (n: number, size: string, group = 'Hat') =>
    `H-${group}-${n},Hat,Hats,9.00,${group},Size: ${size}; Place: ${n % 100}`
  const many = Array.from({ length: 201 }, (_, n) => row(n, n < 100 ? 'S' : n < 200 ? 'M' : 'L'))
  const values = Array.from({ length: 101 }, (_, n) => `C-${n},Cap,Hats,9.00,Cap,Colour: ${n}`)
  const file = (rows: string[]) => ['sku,name,category,amount,group,options', ...rows, ''].join('\n')
  const { body } = await upload(file([...many, ...values]))
  const refused = (bad: { line: number; reason: string }[]) => bad.map(({ line, reason }) => [line, reason])
  assert.deepEqual(refused(body.preview.badRows), [
    [202, 'group has 200 products, and there is no room for more'],
    [303, 'options have 100 values already, and there is no room for more'],
  ])
  assert.equal((await step(body.id, 'apply')).body.report.added, 300)
  const more = await upload(file([row(0, 'S'), row(201, 'L'), 'C-101,Cap,Hats,9.00,Cap,Colour: 101']))
  assert.deepEqual(refused(more.body.preview.badRows), [
    [3, 'group has 200 products, and there is no room for more'],
    [4, 'options have 100 values already, and there is no room for more'],
  ])
  const { group } = (await bySku('C-0'))!
  const renamed = await semel.client().patch(`/api/product-groups/${group}`, { name: 'Caps' }, staff)
  assert.equal(renamed.status, 200, renamed.text)
})
