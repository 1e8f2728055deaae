import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Validator from '@adobe/structured-data-validator'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { dayOf } from '../../src/shop/days.ts'
import { changeShop, forgetShop, readShop } from '../../src/shop/settings.ts'
import { type Element, googleMistakes, kelkooMistakes, parseXml, textIn } from '../support/feed-rules.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
let shirts: number[]
let sold: number
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await changeShop(semel.db, {
    name: 'Thé & <Co>',
    languages: ['en', 'de'],
    country: 'DE',
    countries: ['DE', 'AT'],
    timeZone: 'Europe/Berlin',
  })
  await forgetShop(semel.db)
  await sql`delete from delivery_methods`.execute(semel.db)
  await sql`
    insert into delivery_methods (id, names, price, currency, days_least, days_most, countries, position)
    values (gen_random_uuid(), '{"en": "Parcel", "de": "Paket"}', 490, 'EUR', 2, 4, '{DE}', 0),
      (gen_random_uuid(), '{"en": "Abroad"}', 1290, 'EUR', 3, 6, null, 1)
  `.execute(semel.db)
  shirts = await group()
  sold = await add({
    sku: 'TEA',
    name: 'Assam "Mokalbari" & Co <b>',
    price: 590,
    content_amount: 100,
    content_unit: 'g',
    gtin: '4006381333931',
    brand: 'Aurora',
    country_of_origin: 'IN',
  })
  for (const [n, state] of Object.entries([{ status: 'discontinued' }, { status: 'coming_soon' }] as const))
    await stockProduct(semel.db, { name: `Not sold ${n}`, ...state })
  await stockProduct(semel.db, { name: 'A draft', is_draft: true, removed_at: new Date() })
  await stockProduct(semel.db, { name: 'Of dollars', currency: 'USD' })
  await semel.db
    .updateTable('products')
    .set({ images: JSON.stringify([picture('a')]) })
    .where('sku', 'not like', 'BARE%')
    .execute()
})
after(() => semel[Symbol.asyncDispose]())

const picture = (letter: string) => ({
  url: `/assets/images/${letter.repeat(22)}/800.jpg`,
  alt: 'A picture',
  width: 800,
  height: 600,
})

async function add(product: object): Promise<number> {
  const { status, body, text } = await semel
    .client()
    .post('/api/products', { category: 'Tea', price: 1000, stock: 3, ...product }, staff)
  assert.equal(status, 201, text)
  return body.id
}

async function group(): Promise<number[]> {
  const ids: number[] = []
  for (const size of ['S', 'M'])
    ids.push(await add({ sku: `SHIRT-${size}`, name: 'Shirt', category: 'Clothes', stock: size === 'S' ? 3 : 0 }))
  const options = [
    { name: 'Grösse', values: ['S', 'M'] },
    { name: 'Farbe', values: ['rot'] },
    { name: 'Kragen', values: ['rund'] },
  ]
  const products = ids.map((id, n) => ({
    id,
    options: [
      { name: 'Grösse', value: ['S', 'M'][n]! },
      { name: 'Farbe', value: 'rot' },
      { name: 'Kragen', value: 'rund' },
    ],
  }))
  const { status, text } = await semel.client().post('/api/product-groups', { name: 'Shirt', options, products }, staff)
  assert.equal(status, 201, text)
  return ids
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(semel.origin + path, { redirect: 'manual', headers })
const read = async (file: string) => {
  const answer = await get(`/product-feeds/${file}`)
  assert.equal(answer.status, 200, file)
  return answer.text()
}
const itemsOf = (xml: string): Element[] => parseXml(xml).children[0]!.children.filter(({ name }) => name === 'item')

test('feed for Google and Meta → its rules accept variants, units and delivery', async () => {
  const xml = await read('google-de-EUR.xml')
  assert.deepEqual(googleMistakes(xml), [])
  const items = itemsOf(xml)
  assert.deepEqual(
    items.map(item => Number(textIn(item, 'g:id'))),
    [...shirts, sold],
  )
  const [small, medium, tea] = items as [Element, Element, Element]
  const values = (item: Element, ...names: string[]) => names.map(name => textIn(item, `g:${name}`))
  assert.deepEqual(values(small, 'title', 'size', 'color', 'availability', 'identifier_exists'), [
    'Shirt, S, rot, rund',
    'S',
    'rot',
    'in stock',
    'no',
  ])
  assert.equal(textIn(medium, 'g:availability'), 'out of stock')
  assert.equal(textIn(small, 'g:item_group_id'), textIn(medium, 'g:item_group_id'))
  assert.deepEqual(
    values(
      tea,
      'price',
      'unit_pricing_measure',
      'unit_pricing_base_measure',
      'gtin',
      'brand',
      'item_group_id',
      'identifier_exists',
    ),
    ['5.90 EUR', '100g', '1kg', '4006381333931', 'Aurora', undefined, undefined],
  )
  const shipping = tea.children.filter(({ name }) => name === 'g:shipping')
  assert.deepEqual(
    shipping.map(one => values(one, 'country', 'service', 'price')),
    [
      ['DE', 'Paket', '4.90 EUR'],
      ['AT', 'Abroad', '12.90 EUR'],
    ],
  )
  assert.match(textIn(tea, 'g:link')!, new RegExp(`^${semel.origin}/de/products/${sold}-`))
  assert.equal((await get(new URL(textIn(tea, 'g:link')!).pathname)).status, 200)
})

test('feed for price comparison → its rules accept it, for one country', async () => {
  const xml = await read('kelkoo-en-EUR.xml?country=AT')
  assert.deepEqual(kelkooMistakes(xml), [])
  const products = parseXml(xml).children
  assert.deepEqual(
    products.map(one => ['offer-id', 'availability', 'delivery-cost', 'made-in'].map(name => textIn(one, name))),
    [
      [String(shirts[0]), '1', '12.90', undefined],
      [String(shirts[1]), '6', '12.90', undefined],
      [String(sold), '1', '12.90', 'IN'],
    ],
  )
})

test('sale that runs → lowest price, sale price and its dates', async () => {
  const id = await add({ sku: 'SALE', name: 'On sale', price: 2000 })
  await semel.db
    .updateTable('products')
    .set({ images: JSON.stringify([picture('b')]) })
    .where('id', '=', id)
    .execute()
  const { timeZone } = await readShop(semel.db)
  const day = dayOf(semel.clock.now(), timeZone)
  const { status, text } = await semel
    .client()
    .patch(`/api/products/${id}`, { sale_price: 1500, sale_until: day }, staff)
  assert.equal(status, 200, text)
  await semel.db.updateTable('products').set({ lowest_price_30_days: 1900 }).where('id', '=', id).execute()
  const xml = await read('google-en-EUR.xml')
  assert.deepEqual(googleMistakes(xml), [])
  const item = itemsOf(xml).at(-1)!
  assert.deepEqual([textIn(item, 'g:price'), textIn(item, 'g:sale_price')], ['19.00 EUR', '15.00 EUR'])
  assert.match(textIn(item, 'g:sale_price_effective_date')!, /T2[23]:00Z\/.*T2[23]:00Z$/)
  assert.match(await read('kelkoo-en-EUR.xml'), /<price>15\.00<\/price>\s*<price-no-rebate>19\.00</)
})

test('known state → 304 until a product or a method changes', async () => {
  const path = '/product-feeds/google-en-EUR.xml'
  const tag = async () => (await get(path)).headers.get('etag')!
  const first = await tag()
  assert.equal((await get(path, { 'if-none-match': first })).status, 304)
  await semel.db.updateTable('products').set({ stock: 2 }).where('id', '=', sold).execute()
  const second = await tag()
  assert.notEqual(second, first)
  await sql`update delivery_methods set price = price + 100`.execute(semel.db)
  assert.notEqual(await tag(), second)
  const head = await fetch(semel.origin + path, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('other currency, language, country or name → its file, or none', async () => {
  assert.equal(itemsOf(await read('google-en-USD.xml')).length, 1)
  const unsold = await semel.client().get('/product-feeds/google-en-CHF.xml')
  assert.deepEqual([unsold.status, unsold.body.code], [404, 'not_found'])
  assert.match(unsold.body.detail, /sells nothing in CHF\. It has product feeds in EUR, USD\./)
  for (const wrong of [
    'google-fr-EUR.xml',
    'google-en-eur.xml',
    'bing-en-EUR.xml',
    'google-en-EUR',
    'kelkoo-en-EUR.xml?country=US',
    'kelkoo-en-EUR.xml?country=AT&country=DE',
  ]) {
    assert.equal((await get(`/product-feeds/${wrong}`)).status, 404, wrong)
  }
})

test('list of feeds → each is there, in console and API', async () => {
  const { body } = await semel.client().get('/api/admin/product-feeds', { token: staff.token })
  assert.deepEqual(
    body.items.map(({ name, language, currency }: Record<string, string>) => `${name}-${language}-${currency}`),
    ['EUR', 'USD'].flatMap(currency =>
      ['en', 'de'].flatMap(language => ['google', 'kelkoo'].map(name => `${name}-${language}-${currency}`)),
    ),
  )
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const page = await browser.get('/admin/products/feeds', { headers: { accept: 'text/html' } })
  for (const { address } of body.items) {
    const path = new URL(address).pathname
    assert.ok(page.text.includes(path), path)
    assert.equal((await get(path)).status, 200, path)
  }
})

test('missing or wrong element → the rules refuse the feed', () => {
  const feed = (item: string) =>
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>a</title><link>b</link><description>c</description><item>${
      item
    }</item></channel></rss>`
  const good = [
    '<g:id>1</g:id>',
    '<g:title>T</g:title>',
    '<g:description>D</g:description>',
    '<g:link>https://a.example/1</g:link>',
    '<g:image_link>https://a.example/1.jpg</g:image_link>',
    '<g:availability>in stock</g:availability>',
    '<g:condition>new</g:condition>',
    '<g:price>1.00 EUR</g:price>',
    '<g:identifier_exists>no</g:identifier_exists>',
  ].join('')
  assert.deepEqual(googleMistakes(feed(good)), [])
  for (const [was, is] of [
    ['<g:title>T</g:title>', ''],
    ['1.00 EUR', '1,00'],
    ['in stock', 'there'],
    ['https://a.example/1.jpg', '/1.jpg'],
    ['<g:identifier_exists>no</g:identifier_exists>', ''],
    ['<g:title>T', `<g:title>${'T'.repeat(151)}`],
  ] as const) {
    assert.notDeepEqual(googleMistakes(feed(good.replace(was, is))), [], was)
  }
  assert.notDeepEqual(googleMistakes(feed(`${good}<g:sale_price>2.00 EUR</g:sale_price>`)), [])
  assert.throws(() => googleMistakes(feed('&nbsp;')))
})

test('page of a variant → a validator accepts its group and delivery', async () => {
  const pages = [shirts[0]!, sold].map(async id => {
    const { headers } = await get(`/products/${id}`)
    const text = await (await get(`/en${headers.get('location')}`)).text()
    return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
  })
  const [shirt, tea] = await Promise.all(pages)
  for (const data of [shirt, tea]) {
    const issues = await new Validator().validate({ jsonld: { [data['@type']]: [data] } })
    assert.deepEqual(
      issues.filter(({ severity }) => severity === 'ERROR'),
      [],
    )
  }
  const [own, other] = shirt.hasVariant
  assert.deepEqual(
    [shirt['@type'], shirt.variesBy],
    ['ProductGroup', ['https://schema.org/size', 'https://schema.org/color', 'Kragen']],
  )
  assert.deepEqual(
    [own.size, own.color, own.additionalProperty[0].value, own.inProductGroupWithID],
    ['S', 'rot', 'rund', shirt.productGroupID],
  )
  assert.match(other.url, new RegExp(`/en/products/${shirts[1]}-`))
  const { shippingDetails, hasMerchantReturnPolicy: returns, priceSpecification } = tea.offers
  assert.deepEqual(
    [shippingDetails.shippingDestination.addressCountry, shippingDetails.deliveryTime.transitTime.maxValue],
    ['DE', 4],
  )
  assert.deepEqual([returns.applicableCountry, returns.merchantReturnDays], [['DE', 'AT'], 14])
  assert.deepEqual(priceSpecification[0].referenceQuantity.valueReference, {
    '@type': 'QuantitativeValue',
    value: 1,
    unitCode: 'KGM',
  })
  const broken = structuredClone(tea)
  broken.offers.shippingDetails.shippingRate = undefined
  const refused = await new Validator().validate({ jsonld: { Product: [broken] } })
  assert.ok(refused.some(({ severity }) => severity === 'ERROR'))
})
