/** Addresses as each country has them: what is asked and required, the order of lines, and postcodes that look odd. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { addressFields } from '../../src/orders/cart/address-fields.ts'
import { addressLines } from '../../src/orders/delivery-address.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let items: object[]
before(async () => {
  semel = await startSemel({}, { worker: false })
  buyer = await person(semel)
  items = [{ productId: await stockProduct(semel.db, { stock: 1000 }), quantity: 1 }]
})
after(() => semel[Symbol.asyncDispose]())

const order = (deliveryAddress: object) =>
  semel.client().post('/api/orders', { items, deliveryAddress }, { token: buyer.token })
const TO = { name: 'Ada', line1: 'Road 1' }

for (const [country, place] of [
  ['SG', { postcode: '546080' }],
  ['AE', { region: 'Dubai' }],
  ['HK', { region: 'Kowloon' }],
  ['CL', { city: 'Santiago' }],
  ['LY', { city: 'Tripoli' }],
] as const) {
  test(`order to ${country} with ${Object.keys(place)} alone → 201`, async () => {
    const { status, body } = await order({ ...TO, ...place, country })
    assert.equal(status, 201)
    assert.deepEqual(body.deliveryAddress, { ...TO, city: '', ...place, country })
  })
}

for (const [country, place, lines] of [
  ['HK', { city: 'Mong Kok', region: 'Kowloon' }, ['Mong Kok', 'Kowloon', 'Hong Kong SAR China']],
  ['HK', { city: 'Kowloon' }, ['Kowloon', 'Hong Kong SAR China']],
  ['AE', { city: 'Dubai' }, ['Dubai', 'United Arab Emirates']],
  ['IE', { city: 'Dublin' }, ['Dublin', 'Ireland']],
  ['IE', { city: 'Dublin 2', postcode: 'D02 AF30' }, ['Dublin 2', 'D02 AF30', 'Ireland']],
  [
    'US',
    { city: 'Springfield', region: 'IL', postcode: '62704-1234' },
    ['Springfield, IL 62704-1234', 'United States'],
  ],
  ['BR', { city: 'São Paulo', region: 'SP', postcode: '01310-100' }, ['São Paulo-SP', '01310-100', 'Brazil']],
  ['JP', { city: 'Chiyoda-ku', region: 'Tokyo', postcode: '100-8111' }, ['Chiyoda-ku, Tokyo', '100-8111', 'Japan']],
  ['DE', { city: 'Berlin', postcode: '10115' }, ['10115 Berlin', 'Germany']],
  ['GB', { city: 'London', postcode: 'SW1Y 4JH' }, ['London', 'SW1Y 4JH', 'United Kingdom']],
] as const) {
  test(`order to ${country} (${lines[0]}) → kept as sent, with the right label`, async () => {
    const address = { ...TO, ...place, country }
    const { status, body } = await order(address)
    assert.equal(status, 201)
    assert.deepEqual(body.deliveryAddress, address)
    assert.deepEqual(addressLines(body.deliveryAddress).slice(2), lines)
  })
}

for (const country of ['DE', 'US', 'GB', 'BR', 'JP']) {
  test(`address in ${country} with missing or empty postcode → 422 names the postcode`, async () => {
    for (const postcode of [undefined, '', '  ', '\u202e']) {
      const { status, body } = await order({ ...TO, city: 'X', country, postcode })
      assert.deepEqual(
        [status, body.errors],
        [422, [{ field: 'deliveryAddress.postcode', reason: 'is required', code: 'required' }]],
      )
    }
  })
}

test('an empty postcode and region from a form → left out', async () => {
  const { body } = await order({ ...TO, city: 'Kowloon', country: 'HK', postcode: '', region: ' ' })
  assert.deepEqual(body.deliveryAddress, { ...TO, city: 'Kowloon', country: 'HK' })
})

test('an address without a country and a postcode → both are named', async () => {
  const { body } = await order({ ...TO, city: 'X' })
  const fields = body.errors.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields.toSorted(), ['deliveryAddress.country', 'deliveryAddress.postcode'])
})

for (const country of ['AE', 'BR', 'US', 'JP']) {
  test(`${country}, empty region → 422 names it; region left out → accepted`, async () => {
    const { status, body } = await order({ ...TO, city: 'X', country, postcode: '1', region: ' ' })
    assert.deepEqual(
      [status, body.errors],
      [422, [{ field: 'deliveryAddress.region', reason: 'is required', code: 'required' }]],
    )
    assert.equal((await order({ ...TO, city: 'X', country, postcode: '1' })).status, 201)
  })
}

test('empty region in Colombia → left out; refused with `check`', async () => {
  const address = { ...TO, city: 'San Juan', country: 'CO', region: '' }
  assert.equal((await order(address)).body.deliveryAddress.region, undefined)
  const { status, body } = await order({ ...address, check: true })
  assert.deepEqual([status, body.errors[0].field], [422, 'deliveryAddress.region'])
})

test('an odd postcode → taken; refused with `check`', async () => {
  const address = { ...TO, city: 'Lyon', postcode: '6900', country: 'FR' }
  const refused = await order({ ...address, check: true })
  assert.deepEqual(
    [refused.status, refused.body.errors[0].field, refused.body.errors[0].code],
    [422, 'deliveryAddress.postcode', 'unusual_postcode'],
  )
  assert.match(refused.body.errors[0].reason, /such as 33380/)
  const taken = await order(address)
  assert.deepEqual([taken.status, taken.body.deliveryAddress], [201, address])
  assert.equal((await order({ ...address, postcode: '69001', check: true })).status, 201)
})

test('company, district and phone → kept; phone is not on the label', async () => {
  const more = { company: 'Lamps Ltd', district: 'Pinheiros', region: 'SP', phone: '+55 11 3061 0000' }
  const address = { ...TO, ...more, city: 'São Paulo', postcode: '05422-012', country: 'BR' }
  const { body } = await order(address)
  assert.deepEqual(body.deliveryAddress, address)
  const lines = ['Lamps Ltd', 'Ada', 'Road 1', 'Pinheiros', 'São Paulo-SP', '05422-012', 'Brazil']
  assert.deepEqual(addressLines(body.deliveryAddress), lines)
})

/** The table as the script has written it, read without the code that is tested. */
const TABLE = readFileSync(new URL('../../src/world/addresses.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => {
    const [country = '', format, latin, , , , , , , postcode = ''] = line.split('\t')
    return { country, format: latin || format || '%N%n%O%n%A%n%C', postcode }
  })

/** Texts for the fields that the form has for a country. */
function typedFor(country: string, postcode: string): Record<string, string> {
  const texts: Record<string, string> = { ...FILLED, postcode: postcode || '1000' }
  const fields = addressFields(country, [country]).map(({ name, options }): [string, string] => {
    const part = name.replace('deliveryAddress.', '')
    return [name, part === 'country' ? country : part === 'region' && options ? options[1]!.value : texts[part]!]
  })
  return Object.fromEntries(fields)
}
const FILLED = {
  ...{ name: 'Ada', company: 'Lamps', line1: 'Road 1', line2: 'Floor 2', district: 'Quarter', city: 'Town' },
  ...{ region: 'Shire', phone: '+49 170 1234567' },
}

/** The label by the format of the data, in which all parts are filled. */
function labelOf(format: string, typed: Record<string, string>): string[] {
  const part = (name: string) => typed[`deliveryAddress.${name}`] ?? ''
  const street = `${part('line1')}%n${part('line2')}`
  const texts: Record<string, string> = { N: part('name'), O: part('company'), A: street, D: part('district') }
  Object.assign(texts, { C: part('city'), S: part('region'), Z: part('postcode') })
  return format
    .replaceAll(/%([A-Z])/g, (_, letter) => texts[letter] ?? '')
    .split('%n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

test('form order to each region → label of the data', async () => {
  await sql`update delivery_methods set countries = null`.execute(semel.db)
  let browser = semel.client()
  let csrf = ''
  const labels = new Map<number, string[]>()
  for (const [index, { country, format, postcode }] of TABLE.entries()) {
    // An account may place so many orders a day.
    if (index % 60 === 0) {
      browser = semel.client()
      browser.cookies.set(cookieNames(semel).session, (await person(semel)).token)
      csrf = /name="_csrf" value="([^"]*)"/.exec((await browser.get('/account')).text)![1]!
    }
    const { productId } = items[0] as { productId: number }
    const lines = { 'items.0.productId': String(productId), 'items.0.quantity': '1', 'payment.method': 'invoice' }
    const typed = typedFor(country, postcode)
    const form = { _csrf: csrf, ...lines, ...typed, 'deliveryAddress.check': 'true' }
    const { status, headers, text } = await browser.post('/checkout', new URLSearchParams(form).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(status, 303, `${country} ${text.match(/field-error[^<]*<|notice problem.*?<\/div>/s)?.[0]}`)
    labels.set(Number(/\d+/.exec(headers.get('location')!)![0]), labelOf(format, typed))
  }
  assert.equal(labels.size, 252)
  const staff = semel.client()
  staff.cookies.set(cookieNames(semel).session, (await person(semel, 'staff')).token)
  const ids = [...labels.keys()]
  const printed: string[][] = []
  for (let from = 0; from < ids.length; from += 50) {
    const { text } = await staff.get(`/admin/orders/packing-slips?orders=${ids.slice(from, from + 50)}`)
    printed.push(
      ...[...text.matchAll(/<address>(.*?)<\/address>/gs)].map(([, lines]) => lines!.split('<br>').slice(0, -1)),
    )
  }
  assert.deepEqual(printed, [...labels.values()])
})
