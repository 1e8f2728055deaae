/** Addresses of countries without postcodes, with states, and with another order of lines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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

for (const [country, place, lines] of [
  ['HK', { city: 'Kowloon' }, ['Kowloon', 'Hong Kong SAR China']],
  ['AE', { city: 'Dubai' }, ['Dubai', 'United Arab Emirates']],
  ['IE', { city: 'Dublin' }, ['Dublin', 'Ireland']],
  ['IE', { city: 'Dublin 2', postcode: 'D02 AF30' }, ['Dublin 2', 'D02 AF30', 'Ireland']],
  [
    'US',
    { city: 'Springfield', region: 'IL', postcode: '62704-1234' },
    ['Springfield, IL 62704-1234', 'United States'],
  ],
  ['BR', { city: 'São Paulo', region: 'SP', postcode: '01310-100' }, ['São Paulo - SP', '01310-100', 'Brazil']],
  ['JP', { city: 'Chiyoda-ku', region: 'Tokyo', postcode: '100-8111' }, ['Chiyoda-ku, Tokyo 100-8111', 'Japan']],
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
