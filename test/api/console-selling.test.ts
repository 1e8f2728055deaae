import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { EU_RATES, TERRITORY_RATES } from '../../src/world/vat-rates.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The console's pages about what orders cost, as a browser without scripts sends their forms. */

let semel: Semel
let browser: Client
before(async () => {
  semel = await startSemel({}, { worker: false })
  const { token } = await person(semel, 'staff')
  browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, token)
  await changeShop(semel.db, { languages: ['en', 'de'], timeZone: 'Europe/Berlin', countries: ['DE', 'FR'] })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const HTML = { accept: 'text/html' }
const api = async (path: string) => (await browser.get(`/api/admin/${path}`)).body

const show = async (path: string) => {
  const { status, text } = await browser.get(path, { headers: HTML })
  assert.equal(status, 200, path)
  return text
}

/** Sends a form of a page with some fields changed, and answers its question. */
async function send(page: string, action: string, typed: Record<string, string> = {}) {
  const values = { ...fieldsOf(await show(page), action), _confirmed: 'yes', ...typed }
  const { status, headers, text } = await browser.request('POST', action, {
    body: new URLSearchParams(values).toString(),
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
  })
  return { status, text, to: headers.get('location') }
}

test('a delivery method is added, changed and deleted on its pages', async () => {
  const list = '/admin/delivery-methods'
  const typed = {
    'names.de': 'Paket',
    countries: 'de, fr',
    leavesOut: 're, de-78266',
    price: '4,90',
    freeFrom: '50',
    'bands.0.weight': '2000',
    'bands.0.price': '6,90',
    'days.least': '2',
    'days.most': '3',
  }
  assert.deepEqual(await send(list, list, typed).then(({ status, to }) => [status, to]), [303, list])
  const { id, ...method } = (await api('delivery-methods')).items.find((one: { price: number }) => one.price === 490)
  assert.deepEqual(method, {
    kind: 'delivery',
    names: { de: 'Paket' },
    countries: ['DE', 'FR'],
    leavesOut: ['RE', 'DE-78266'],
    price: 490,
    bands: [{ value: 0, weight: 2000, price: 690 }],
    currency: 'EUR',
    freeFrom: 5000,
    maxWeight: null,
    collectAt: '',
    carrier: null,
    openingHours: {},
    days: { least: 2, most: 3 },
    active: true,
    position: 0,
  })
  assert.match(await show(list), /Paket.*DE, FR, but not RE, DE-78266.*2 to 3.*€4\.90 to €6\.90.*free from €50\.00/s)

  const page = `${list}/${id}`
  const wrong = await send(page, `${page}/change`, { 'days.most': '1' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Working days, at most must be at least/)
  const changed = await send(page, `${page}/change`, {
    countries: '',
    leavesOut: '',
    freeFrom: '',
    'bands.0.weight': '',
    'bands.0.price': '',
    kind: 'collection',
    collectAt: 'Market hall',
    'openingHours.de': 'Mo 9 bis 12',
    active: 'false',
  })
  assert.equal(changed.status, 303, changed.text)
  const after = (await api('delivery-methods')).items.find((one: { price: number }) => one.price === 490)
  assert.deepEqual(
    [after.countries, after.leavesOut, after.freeFrom, after.active, after.names],
    [null, [], null, false, { de: 'Paket' }],
  )
  assert.deepEqual(
    [after.kind, after.bands, after.collectAt, after.openingHours],
    ['collection', [], 'Market hall', { de: 'Mo 9 bis 12' }],
  )
  assert.equal((await send(page, `${page}/remove`)).to, list)
  assert.equal((await browser.get(page, { headers: HTML })).status, 404)
})

test('rates → confirmed, added and changed; those of the Union taken over once', async () => {
  const list = '/admin/tax-rates'
  const rates = async () =>
    (await api('tax-rates')).items as { id: string; country: string; class: string; rate: number; confirmed: boolean }[]
  const german = (await rates()).find(({ country }) => country === 'DE')!
  assert.equal((await send(`${list}/${german.id}`, `${list}/${german.id}/confirm`)).status, 303)
  assert.equal((await rates()).find(({ id }) => id === german.id)!.confirmed, true)

  const added = await send(list, list, { country: 'FR', class: 'reduced', rate: '5,5', validFrom: '2026-01-01' })
  assert.equal(added.status, 303, added.text)
  assert.equal((await send(list, `${list}/offers/reduced`)).status, 303)
  const reduced = (await rates()).filter(rate => rate.class === 'reduced' && rate.country !== '*')
  const offered = { ...EU_RATES, ...TERRITORY_RATES }
  assert.equal(reduced.length, Object.keys(offered).length)
  assert.ok(reduced.every(({ country, rate }) => rate === offered[country]!.reduced))
  assert.deepEqual([...new Set(reduced.filter(({ confirmed }) => confirmed).map(({ country }) => country))], ['FR'])
  assert.doesNotMatch(await show(list), /offers\/reduced/)

  const page = `${list}/${german.id}`
  assert.equal((await send(page, `${page}/change`, { rate: '19.123' })).status, 422)
  assert.equal((await send(page, `${page}/change`, { rate: '18' })).status, 303)
  assert.equal((await rates()).find(({ id }) => id === german.id)!.rate, 18)
})

test('class or member state without a rate → named where the shop delivers', async () => {
  await stockProduct(semel.db, { name: 'Book', tax_class: 'super_reduced' })
  assert.match(await show('/admin/tax-rates'), /VAT class super_reduced cannot be sold to DE/)
  const { db } = semel
  await db.deleteFrom('tax_rates').where('country', 'in', ['FR', 'IT']).execute()
  const text = await show('/admin/tax-rates')
  assert.match(text, /Nobody can order to France: there is no rate of VAT/)
  assert.doesNotMatch(text, /Italy carry/)
})

test('code → created for days of the shop, changed, used; shows its orders', async () => {
  const list = '/admin/discount-codes'
  const productId = await stockProduct(semel.db, { price: 5000 })
  const typed = {
    code: 'spring 26',
    kind: 'amount',
    value: '5,00',
    minTotal: '20',
    firstDay: '2026-03-29',
    lastDay: '2026-12-31',
    maxUses: '3',
    productIds: String(productId),
    categories: 'Lamps & more\nTea',
  }
  const created = await send(`${list}/new`, `${list}/new`, typed)
  assert.deepEqual([created.status, created.to], [303, `${list}/SPRING26`], created.text)
  const { createdAt: _, ...code } = await browser.get('/api/admin/discount-codes').then(({ body }) => body.items[0])
  assert.deepEqual(code, {
    code: 'SPRING26',
    kind: 'amount',
    value: 500,
    currency: 'EUR',
    minTotal: 2000,
    validFrom: '2026-03-28T23:00:00.000Z',
    validUntil: '2026-12-31T23:00:00.000Z',
    maxUses: 3,
    maxUsesPerCustomer: null,
    productIds: [productId],
    categories: ['Lamps & more', 'Tea'],
    active: true,
    used: 0,
  })
  const { token } = await person(semel)
  const order = { items: [{ productId, quantity: 1 }], discountCode: 'spring26' }
  const { body, text } = await semel.client().post('/api/orders', order, { token })
  assert.ok(body.id, text)
  await semel.client().post('/api/orders', { items: order.items }, { token })
  assert.match(await show(list), /1 of 3/)
  const used = await show('/admin/orders?code=spring26')
  assert.deepEqual(
    [...used.matchAll(/href="\/admin\/orders\/(\d+)"/g)].map(([, id]) => Number(id)),
    [body.id],
  )

  const page = `${list}/SPRING26`
  const wrong = await send(page, `${page}/change`, { kind: 'percent', value: '101%' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /must be from 1 to 100 percent/)
  assert.equal((await send(page, `${page}/change`, { kind: 'percent', value: '12,5 %' })).status, 303)
  assert.match(await show(list), />12\.5%/)
  assert.match(await show(page), /value="12\.5"/)
  const changed = await send(page, `${page}/change`, { kind: 'percent', value: '15 %', lastDay: '', maxUses: '' })
  assert.equal(changed.status, 303, changed.text)
  const after = await browser.get('/api/admin/discount-codes').then(({ body }) => body.items[0])
  assert.deepEqual(
    [after.kind, after.value, after.validUntil, after.maxUses, after.minTotal],
    ['percent', 15, null, null, 2000],
  )
  assert.equal((await send(page, `${page}/remove`)).to, list)
})

test('a product has its VAT class in the editor', async () => {
  const id = await stockProduct(semel.db)
  const page = `/admin/products/${id}`
  assert.equal((await send(page, page, { tax_class: 'reduced' })).status, 303)
  assert.equal((await browser.get(`/api/products/${id}`)).body.tax_class, 'reduced')
})

test('low-stock mark per product → overview names those below it, scarcest first', async () => {
  const [few, enough] = [
    await stockProduct(semel.db, { name: 'Oolong', stock: 20 }),
    await stockProduct(semel.db, { name: 'Assam', stock: 21 }),
  ]
  const low = async () => /<section[^>]*aria-labelledby="low"[\s\S]*?<\/section>/.exec(await show('/admin'))?.[0] ?? ''
  const mark = (id: number, text: string) =>
    send(`/admin/products/${id}`, `/admin/products/${id}/low-stock-mark`, { mark: text })
  assert.doesNotMatch(await low(), /Oolong|Assam/)
  for (const id of [few, enough]) await mark(id, '20')
  assert.match(await low(), /Oolong[\s\S]*20/)
  assert.doesNotMatch(await low(), /Assam/)
  const { status } = await browser.get(`/api/products/${few}/low-stock-mark`)
  assert.equal(status, 200)
  await mark(few, '')
  assert.deepEqual((await browser.get(`/api/products/${few}/low-stock-mark`)).body, { mark: null })
  assert.doesNotMatch(await low(), /Oolong/)
  for (const wrong of ['-1', '2.5', '3000000000', 'x']) {
    assert.equal((await mark(few, wrong)).status, 422, wrong)
  }
  assert.equal((await browser.get('/api/products/999999/low-stock-mark')).status, 404)
})
