import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { orderConfirmation } from '../../src/notifications/messages/order.ts'
import { SAMPLE_SHOP } from '../../src/notifications/texts/samples.ts'
import { findOrdersForMail } from '../../src/orders/queries.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { longGtin } from '../../src/world/gtin.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const TEA = { name: 'Assam', category: 'tea', price: 590, stock: 3 }
const KNOWN = { brand: 'Aurora', gtin: '4006381333931', weight_grams: 130, hs_code: '090230', country_of_origin: 'IN' }

async function add(sku: string, attributes: object = {}) {
  return semel.client().post('/api/products', { ...TEA, sku, ...attributes }, staff)
}

async function addedTo(sku: string, attributes: object): Promise<{ id: number }> {
  const { status, body, text } = await add(sku, attributes)
  assert.equal(status, 201, text)
  return body
}

test('attributes are kept, changed one by one, and taken away by null', async () => {
  const added = await addedTo('ATTR-1', KNOWN)
  assert.deepEqual(pick(added, Object.keys(KNOWN)), KNOWN)
  const { body } = await semel.client().patch(`/api/products/${added.id}`, { brand: null, warnings: 'Hot.' }, staff)
  assert.equal('brand' in body, false)
  assert.deepEqual([body.gtin, body.warnings], [KNOWN.gtin, 'Hot.'])
})

test('spaces, points and small letters → one spelling of each code', async () => {
  const added = await addedTo('ATTR-2', { gtin: '4 006381 333931', hs_code: '0902.30', country_of_origin: 'in' })
  assert.deepEqual(
    pick(added, ['gtin', 'hs_code', 'country_of_origin']),
    pick(KNOWN, ['gtin', 'hs_code', 'country_of_origin']),
  )
})

for (const [attributes, reason] of [
  [{ gtin: '4006381333932' }, /ends with 2, but the digits before it ask for 1/],
  [{ gtin: '36000291452' }, /left out zeros in front: 036000291452/],
  [{ gtin: '12345' }, /8, 12, 13 or 14 digits/],
  [{ gtin: 'ABC45678' }, /digits/],
  [{ hs_code: '09023' }, /six digits/],
  [{ country_of_origin: 'QQ' }, /two letters of a country/],
  [{ energy_label: 'javascript:alert(1)' }, /web address/],
  [{ weight_grams: 0 }, /at least 1/],
  [{ weight_grams: 1.5 }, /integer/],
  [{ content_unit: 'stone' }, /one of/],
  [{ brand: ' ' }, /required/],
  [{ related: Array.from({ length: 21 }, (_, n) => `R-${n}`) }, /20/],
  [{ goes_with: ['A', 'A'] }, /twice|differ|duplicate|unique/],
] as const) {
  test(`${JSON.stringify(attributes)} is refused with the reason`, async () => {
    const { status, body, text } = await add('ATTR-REFUSED', attributes)
    assert.equal(status, 422, text)
    assert.deepEqual([body.errors.length, body.errors[0].field], [1, Object.keys(attributes)[0]], text)
    assert.match(body.errors[0].reason, reason)
  })
}

test('batch changes attributes, and leaves alone what has them', async () => {
  await addedTo('ATTR-3', KNOWN)
  const put = async (product: object) =>
    (await semel.client().put('/api/products/batch', { products: [{ sku: 'ATTR-3', ...product }] }, staff)).body
      .lines[0]
  assert.equal((await put({ brand: 'Aurora' })).outcome, 'unchanged')
  assert.equal((await put({ brand: 'Borea', gtin: null })).outcome, 'changed')
  const { body } = await semel.client().get('/api/products?sku=ATTR-3', staff)
  assert.deepEqual(pick(body.items[0], ['brand', 'gtin', 'weight_grams']), { brand: 'Borea', weight_grams: 130 })
})

test('file brings attributes under names of three languages; undo restores', async () => {
  const { id } = await addedTo('ATTR-4', { brand: 'Aurora' })
  const file = 'sku;Marke;Code douanier;weight_grams;content_amount;content_unit\nATTR-4;Borea;0902.30;250;0,25;KG\n'
  const data = Buffer.from(file).toString('base64')
  const { body: preview } = await semel.client().post('/api/product-imports', { data }, staff)
  assert.deepEqual(preview.preview.changes[0].values, [
    { field: 'brand', old: 'Aurora', new: 'Borea' },
    { field: 'hs_code', old: '', new: '090230' },
    { field: 'content_unit', old: '', new: 'kg' },
    { field: 'weight_grams', old: '', new: '250' },
    { field: 'content_amount', old: '', new: '0.25' },
  ])
  const step = (name: string) => semel.client().post(`/api/product-imports/${preview.id}/${name}`, {}, staff)
  const now = async () => pick((await semel.client().get(`/api/products/${id}`, staff)).body, ['brand', 'hs_code'])
  await step('apply')
  assert.deepEqual(await now(), { brand: 'Borea', hs_code: '090230' })
  await step('undo')
  assert.deepEqual(await now(), { brand: 'Aurora' })
})

test('column of another shop with other things → left out, row imported', async () => {
  const file = 'sku,name,category,amount,Barcode,Variant Grams,gtin\n'
  const upload = async (row: string) =>
    (await semel.client().post('/api/product-imports', { data: Buffer.from(file + row).toString('base64') }, staff))
      .body.preview
  const { added, changes } = await upload('ATTR-5,Lamp,things,5.00,SHELF 7,0,\n')
  assert.equal(added, 1)
  assert.ok(!changes[0].values.some(({ field }: { field: string }) => ['gtin', 'weight_grams'].includes(field)))
  assert.match((await upload('ATTR-5,Lamp,things,5.00,,,SHELF 7\n')).badRows[0].reason, /^gtin must have/)
})

test('the export has the attributes, and imports without a change', async () => {
  await addedTo('ATTR-6', { ...KNOWN, content_amount: 1.125, content_unit: 'l', warnings: 'Hot; "very"\nhot' })
  for (const decimals of ['point', 'comma']) {
    const { text } = await browser().get(`/admin/products.csv?q=ATTR-6&decimals=${decimals}`)
    const data = Buffer.from(text).toString('base64')
    const { preview } = (await semel.client().post('/api/product-imports', { data }, staff)).body
    assert.deepEqual([preview.unchanged, preview.bad, preview.unreadColumns], [1, 0, []], text)
  }
})

test('warnings by language → page, form, export and import have each', async () => {
  await changeShop(semel.db, { languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
  const { id } = await addedTo('ATTR-WARN', { warnings: 'Hot.', warnings_de: 'Heiß; "sehr".' })
  const page = async (language: string, of = id) =>
    (await semel.client().get(`/products/${of}-assam`, { headers: { 'accept-language': language } })).text
  assert.match(await page('de'), /Heiß; (&quot;|")sehr(&quot;|")\./)
  assert.doesNotMatch(await page('de'), />Hot\./)
  for (const language of ['en', 'fr']) assert.match(await page(language), />Hot\.</, language)
  const { id: german } = await addedTo('ATTR-GERMAN', { warnings_de: 'Nur auf Deutsch.' })
  assert.match(await page('fr', german), /Nur auf Deutsch\./)
  const { text } = await browser().get('/admin/products.csv?q=ATTR-WARN')
  const data = Buffer.from(text.replace('Heiß; ""sehr"".', 'Kalt.')).toString('base64')
  const { preview } = (await semel.client().post('/api/product-imports', { data }, staff)).body
  assert.deepEqual(
    preview.changes.flatMap(({ values }: { values: { field: string }[] }) => values.map(({ field }) => field)),
    ['warnings_de'],
  )
  const form = (await browser().get(`/admin/products/${id}`, { headers: { accept: 'text/html' } })).text
  assert.match(form, /<textarea[^>]* id="text-de-warnings_de"[^>]*>\s*Heiß/)
})

test('page shows facts and product safety, and search engines read them', async () => {
  const { id } = await addedTo('ATTR-7', {
    ...KNOWN,
    manufacturer: 'Aurora <Tea>',
    manufacturer_address: '1 Hill Road\nKolkata',
    manufacturer_contact: 'hello@aurora.example',
    product_passport: 'https://passport.example/7',
  })
  const { text } = await semel.client().get(`/products/${id}-assam`)
  for (const part of [
    'Aurora &lt;Tea&gt;',
    'Product safety',
    '4006381333931',
    'India',
    'href="https://passport.example/7"',
  ])
    assert.ok(text.includes(part), part)
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
  assert.deepEqual(
    [data.gtin, data.brand.name, data.manufacturer.name, data.weight.value],
    ['4006381333931', 'Aurora', 'Aurora <Tea>', 130],
  )
})

test('related and goes with → page and cart show what is on sale', async () => {
  const [bulb, shade, sold] = [
    await addedTo('REL-BULB', { name: 'Bulb' }),
    await addedTo('REL-SHADE', { name: 'Shade' }),
    await addedTo('REL-SOLD', { name: 'Rarity', stock: 0 }),
  ]
  const related = ['REL-SHADE', 'REL-SOLD', 'REL-UNKNOWN']
  const { id } = await addedTo('REL-LAMP', { name: 'Lamp', related, goes_with: ['REL-BULB'] })
  const customer = await person(semel)
  await semel.client().post('/api/cart/items', { productId: id, quantity: 1 }, customer)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, customer.token)
  const shown = async (address: string) => {
    const { text } = await client.get(address)
    return ['Goes with', 'Related products', `/products/${bulb.id}-bulb"`, `/products/${shade.id}-shade"`].map(part =>
      text.includes(part),
    )
  }
  assert.deepEqual(await shown(`/products/${id}-lamp`), [true, true, true, true])
  assert.ok(!(await client.get(`/products/${id}-lamp`)).text.includes('Rarity'))
  assert.deepEqual(await shown('/cart'), [true, false, true, false])
  // A product in the cart is not offered beside it.
  await semel.client().post('/api/cart/items', { productId: bulb.id, quantity: 1 }, customer)
  assert.equal((await shown('/cart'))[0], false)
  await semel.client().patch(`/api/products/${shade.id}`, { sku: 'REL-SHADE-2' }, staff)
  const { body } = await semel.client().get(`/api/products/${id}`, staff)
  assert.deepEqual([body.related, body.goes_with], [['REL-SHADE-2', 'REL-SOLD', 'REL-UNKNOWN'], ['REL-BULB']])
  await semel.client().delete(`/api/products/${bulb.id}`, staff)
  await semel.client().delete(`/api/products/${sold.id}`, staff)
  assert.deepEqual(await shown(`/products/${id}-lamp`), [false, true, false, true])
})

test('files carry related products: names of other shops too, and back again', async () => {
  await addedTo('REL-FILE', {})
  const upload = async (text: string) => {
    const data = Buffer.from(text).toString('base64')
    return (await semel.client().post('/api/product-imports', { data }, staff)).body
  }
  const { id, preview } = await upload('sku,Cross-sells,"Upsells"\nREL-FILE,"A-1, A-2, A-1",B-1\n')
  assert.deepEqual([preview.changed, preview.bad], [1, 0], JSON.stringify(preview))
  await semel.client().post(`/api/product-imports/${id}/apply`, {}, staff)
  const { body } = await semel.client().get('/api/products?sku=REL-FILE', staff)
  assert.deepEqual([body.items[0].goes_with, body.items[0].related], [['A-1', 'A-2'], ['B-1']])
  const { text } = await browser().get('/admin/products.csv?q=REL-FILE')
  assert.equal((await upload(text)).preview.unchanged, 1, text)
})

test('price per unit → beside each price, and kept by the order', async () => {
  const customer = await person(semel)
  const { id } = await addedTo('ATTR-10', { price: 590, content_amount: 100, content_unit: 'g' })
  const per = { amount: 5900, unit: 'kg' }
  const { body: product } = await semel.client().get(`/api/products/${id}`, staff)
  assert.deepEqual(product.base_price, per)
  const items = [{ productId: id, quantity: 2 }]
  const { body: quote } = await semel.client().post('/api/quotes', { items })
  assert.deepEqual(quote.items[0].basePrice, per)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, customer.token)
  const { body: cart } = await semel.client().post('/api/cart/items', items[0]!, customer)
  assert.deepEqual(cart.items[0].basePrice, per, JSON.stringify(cart))
  for (const address of [`/products/${id}-assam`, '/products?category=tea', '/cart', '/checkout']) {
    const { text } = await client.get(address)
    assert.match(text, /€59\.00 per kg/, address)
  }
  const { body: order, status } = await semel.client().post('/api/orders', { items }, customer)
  assert.equal(status, 201)
  assert.deepEqual(order.items[0].basePrice, per)
  // The order keeps what was in it that day.
  await semel.client().patch(`/api/products/${id}`, { content_amount: 50 }, staff)
  const { body: later } = await semel.client().get(`/api/orders/${order.id}`, customer)
  assert.deepEqual(later.items[0].basePrice, per)
  const [found] = await findOrdersForMail(semel.db, [order.id])
  const letter = orderConfirmation(found!, 'Ada', SAMPLE_SHOP)
  assert.match(JSON.stringify(letter), /€5\.90 incl\. VAT \(€59\.00 per kg\)/)
})

test('reduced product sold by weight → price per unit of the sale everywhere', async () => {
  const customer = await person(semel)
  const { id } = await addedTo('ATTR-SALE', {
    category: 'sale-tea',
    price: 1000,
    content_amount: 100,
    content_unit: 'g',
  })
  const { body: product } = await semel.client().patch(`/api/products/${id}`, { sale_price: 590 }, staff)
  const per = { amount: 5900, unit: 'kg' }
  assert.deepEqual([product.base_price, product.lowest_price_30_days], [per, 1000])
  const items = [{ productId: id, quantity: 1 }]
  const { body: cart } = await semel.client().post('/api/cart/items', items[0]!, customer)
  assert.deepEqual([cart.items[0].basePrice, cart.items[0].lowestPrice30Days], [per, 1000])
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, customer.token)
  for (const address of [`/products/${id}-assam`, '/products?category=sale-tea', '/cart']) {
    const { text } = await client.get(address)
    assert.match(text, /€59\.00 per kg/, address)
    assert.match(text, /Lowest price of the last 30 days: <s>€10\.00<\/s>/, address)
    assert.doesNotMatch(text, /€100\.00 per kg/, address)
  }
  const { body: order } = await semel.client().post('/api/orders', { items }, customer)
  const [found] = await findOrdersForMail(semel.db, [order.id])
  assert.match(JSON.stringify(orderConfirmation(found!, 'Ada', SAMPLE_SHOP)), /€5\.90 incl\. VAT \(€59\.00 per kg\)/)
  // Staff see both prices on the page of the product.
  const page = (await browser().get(`/admin/products/${id}`)).text
  assert.match(page, /Regular price[\s\S]*€10\.00[\s\S]*Reduction[\s\S]*−41 % of €10\.00/)
})

test('price per unit of a group is that of its lowest price', async () => {
  const [small, large] = [
    await addedTo('ATTR-11', { name: 'Sencha', category: 'green', price: 500, content_amount: 100, content_unit: 'g' }),
    await addedTo('ATTR-12', {
      name: 'Sencha',
      category: 'green',
      price: 2000,
      content_amount: 1000,
      content_unit: 'g',
    }),
  ]
  const group = {
    name: 'Sencha',
    options: [{ name: 'Size', values: ['100 g', '1 kg'] }],
    products: [
      { id: small.id, options: [{ name: 'Size', value: '100 g' }] },
      { id: large.id, options: [{ name: 'Size', value: '1 kg' }] },
    ],
  }
  const { status, text } = await semel.client().post('/api/product-groups', group, staff)
  assert.equal(status, 201, text)
  assert.match((await semel.client().get('/products?category=green')).text, /From €5\.00[\s\S]*€50\.00 per kg/)
})

test('stock not counted → never sold out, nothing taken, nothing put back', async () => {
  const customer = await person(semel)
  const { id } = await addedTo('FREE-1', { stock_counted: false, stock: 0 })
  const state = async () => {
    const { body } = await semel.client().get(`/api/products/${id}`, staff)
    return [body.status, body.stock, body.stock_counted]
  }
  const order = () => semel.client().post('/api/orders', { items: [{ productId: id, quantity: 7 }] }, customer)
  const change = (body: object) => semel.client().patch(`/api/products/${id}`, body, staff)
  assert.deepEqual(await state(), ['active', 1_000_000, false])
  const free = await order()
  assert.equal(free.status, 201, free.text)
  assert.deepEqual(await state(), ['active', 1_000_000, false])
  // Counting begins with nothing, so that nothing is sold that nobody has counted.
  assert.equal((await change({ stock_counted: true })).status, 200)
  assert.deepEqual(await state(), ['out_of_stock', 0, true])
  assert.equal((await order()).body.code, 'insufficient_stock')
  await change({ stock: 10 })
  // The pieces of the first order never came from the stock.
  assert.equal((await semel.client().post(`/api/orders/${free.body.id}/cancel`, {}, customer)).status, 200)
  assert.deepEqual(await state(), ['active', 10, true])
  const counted = await order()
  assert.deepEqual(await state(), ['active', 3, true])
  await change({ stock_counted: false })
  await semel.client().post(`/api/orders/${counted.body.id}/cancel`, {}, customer)
  assert.deepEqual(await state(), ['active', 1_000_000, false])
  const moved = { change: 3, reason: 'received' }
  const { status } = await semel.client().post(`/api/products/${id}/stock-changes`, moved, {
    ...staff,
    headers: { 'idempotency-key': 'free-1' },
  })
  assert.equal(status, 422)
})

test('sold out, then no longer counted → for sale at once', async () => {
  const { id } = await addedTo('FREE-2', { stock: 0, status: 'out_of_stock' })
  const { body } = await semel.client().patch(`/api/products/${id}`, { stock_counted: false }, staff)
  assert.deepEqual([body.status, body.stock], ['active', 1_000_000])
  assert.match((await semel.client().get(`/products/${id}-assam`)).text, /In stock/)
})

test('stock of others written for one that is not counted → nothing changes', async () => {
  const { id } = await addedTo('FREE-3', { stock_counted: false })
  const read = async () => (await semel.client().get(`/api/products/${id}`, staff)).body
  const before = await read()
  const { body } = await semel.client().patch(`/api/products/${id}`, { stock: 0 }, staff)
  assert.deepEqual([body.status, body.stock], ['active', 1_000_000])
  assert.equal((await semel.client().patch(`/api/products/${id}`, { stock: 5 }, staff)).body.status, 'active')
  const keyed = (n: number) => ({ ...staff, headers: { 'idempotency-key': `free-3-${n}` } })
  const moved = await semel.client().patch(`/api/products/${id}`, { stockChange: 2 }, keyed(1))
  assert.deepEqual([moved.status, moved.body.errors[0].field], [422, 'stockChange'])
  const batch = async (change: object, n: number) =>
    (await semel.client().put('/api/products/batch', { products: [{ sku: 'FREE-3', ...change }] }, keyed(n))).body
      .lines[0]
  assert.equal((await batch({ stock: 7 }, 2)).outcome, 'unchanged')
  assert.equal((await batch({ stockChange: 7 }, 3)).errors[0].field, 'stockChange')
  const data = Buffer.from('sku;stock\nFREE-3;9\n').toString('base64')
  const { body: report } = await semel.client().post('/api/products/import', { data }, staff)
  assert.equal(report.changed, 0, JSON.stringify(report))
  assert.equal((await read()).stock, before.stock)
})

test('a GTIN is found in each of its lengths', async () => {
  await addedTo('ATTR-8', { gtin: '036000291452' })
  for (const q of ['036000291452', '0036000291452', '00036000291452', '36000291452', '0 36000 29145 2']) {
    const { body } = await semel.client().get(`/api/products?q=${encodeURIComponent(q)}`, staff)
    assert.deepEqual(skus(body.items), ['ATTR-8'], q)
  }
  assert.equal(longGtin('96385074'), '00000096385074')
})

test('form of a copy → it has all attributes but the GTIN', async () => {
  const { id } = await addedTo('ATTR-9', KNOWN)
  const client = browser()
  const { text } = await client.get(`/admin/products/${id}`)
  assert.match(text, /name="gtin"[^>]*value="4006381333931"|value="4006381333931"[^>]*name="gtin"/)
  const { text: copy } = await client.get(`/admin/products/new?like=${id}`)
  assert.match(copy, /name="brand" value="Aurora"/)
  assert.ok(!copy.includes('4006381333931'))
})

function browser() {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  return client
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

function skus(items: { sku: string }[]): string[] {
  return items.map(({ sku }) => sku)
}
