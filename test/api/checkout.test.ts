/** The page of the checkout without a browser: country, delivery, discount code, total, and the words of three languages. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
  await changeShop(semel.db, { country: 'DE', languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
  await sql`update delivery_methods set countries = '{DE,FR}'`.execute(semel.db)
  await sql`
    insert into delivery_methods (id, names, price, currency, days_least, days_most, countries, position) values
      (${EXPRESS}, '{"en": "Express", "de": "Eilversand", "fr": "Express"}', 990, 'EUR', 1, 1, '{DE}', 1),
      (${ABROAD}, '{"en": "Parcel"}', 1990, 'EUR', 5, 9, '{US,JP,HK,IE,AE,BR}', 2)
  `.execute(semel.db)
  await sql`
    insert into discount_codes (code, kind, value, active, created_at)
    values ('SUMMER24', 'percent', 10, true, now()), ('ENDED', 'percent', 10, false, now())
  `.execute(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const EXPRESS = '0197a5c8-0000-7000-8000-0000000000e1'
const ABROAD = '0197a5c8-0000-7000-8000-0000000000a1'

const textOf = (page: string) =>
  page
    .replaceAll(/<select.*?<\/select>|<[^>]*>/gs, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

/** A customer with a lamp for €20.00 in the cart, whose browser has no JavaScript. */
async function atCheckout(language = '') {
  const browser = semel.client()
  const buyer = await person(semel)
  browser.cookies.set(cookieNames(semel).session, buyer.token)
  const productId = await stockProduct(semel.db, { name: 'Lamp', price: 2000 })
  await browser.post('/api/cart/items', { productId, quantity: 1 })
  let { text } = await browser.get(`${language}/checkout`)
  return {
    browser,
    buyer,
    productId,
    page: () => text,
    words: () => textOf(text),
    /** Sends the form as it is, with what was typed, to its own address or to that of one of its buttons. */
    async send(address: string, typed: Record<string, string> = {}) {
      const form = /<form id="order".*?<\/form>/s.exec(text)?.[0] ?? ''
      const fields = new URLSearchParams()
      for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
        const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
        if (value('type') !== 'radio' || / checked/.test(tag)) fields.set(value('name'), value('value'))
      }
      const country = /<option value="(\w\w)" selected/.exec(form)?.[1]
      if (country) fields.set('deliveryAddress.country', country)
      for (const [name, value] of Object.entries(typed)) fields.set(name, value)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await browser.post(language + address, fields.toString(), { headers })
      text = answer.text
      return answer
    },
  }
}

const SHOW = '/checkout/quote'
const HOME = {
  'deliveryAddress.name': 'Ada',
  'deliveryAddress.line1': 'Road 1',
  'deliveryAddress.city': 'Berlin',
  'deliveryAddress.postcode': '10115',
}

test('checkout → asks the country first, and says where the shop delivers', async () => {
  const { page, words } = await atCheckout()
  const options = [...page().matchAll(/<option value="(\w\w)"/g)].map(([, code]) => code)
  assert.deepEqual(options.toSorted(), ['AE', 'BR', 'DE', 'FR', 'HK', 'IE', 'JP', 'US'])
  assert.match(words(), /Country We deliver to: Brazil, France, .* Delivery .* Deliver to Full name/)
  assert.match(words(), /Standard: free 2 to 4 working days Express: €9\.90 1 working day /)
})

test('browser hints at a country without delivery → explained; the home country preselected', async () => {
  const { browser } = await atCheckout()
  const { text } = await browser.get('/checkout', { headers: { 'accept-language': 'nb-NO' } })
  assert.match(textOf(text), /We don't deliver to Norway\./)
  assert.match(text, /<option value="DE" selected/)
})

test('another country → its delivery and total; inputs stay; order costs the same', async () => {
  const { send, words, page, browser } = await atCheckout()
  const typed = { ...HOME, 'deliveryAddress.country': 'US', 'deliveryAddress.region': 'IL' }
  assert.equal((await send(SHOW, typed)).status, 200)
  assert.match(words(), /Parcel: €19\.90 5 to 9 working days/)
  assert.match(words(), /Items €20\.00 Delivery Parcel: €19\.90 Total €39\.90 Order and pay €39\.90/)
  assert.match(page(), /value="Road 1"/)
  const { status, headers } = await send('/checkout', typed)
  assert.equal(status, 303)
  const id = /\d+/.exec(headers.get('location')!)![0]
  const order = (await browser.get(`/api/orders/${id}`)).body
  assert.deepEqual([order.total, order.delivery.method, order.deliveryAddress.region], [3990, ABROAD, 'IL'])
  assert.match(textOf((await browser.get(`/orders/${id}`)).text), /Delivery Parcel: €19\.90 Total €39\.90/)
})

test('chosen delivery → priced and ordered; VAT, total and button in this sequence', async () => {
  const { send, words, browser } = await atCheckout()
  await send(SHOW, { delivery: EXPRESS })
  assert.match(words(), /Delivery Express: €9\.90 incl\. 19% VAT €4\.77 Total €29\.90 Order and pay €29\.90/)
  const { headers } = await send('/checkout', HOME)
  const order = (await browser.get(`/api${headers.get('location')!.replace('/pay?on=yes', '')}`)).body
  assert.deepEqual([order.delivery.method, order.total], [EXPRESS, 2990])
})

test('costlier country chosen without showing it → 409 with new total, then ordered', async () => {
  const { send, words } = await atCheckout()
  const typed = { ...HOME, 'deliveryAddress.country': 'HK', 'deliveryAddress.region': 'Kowloon', delivery: '' }
  assert.equal((await send('/checkout', typed)).status, 409)
  assert.match(words(), /The new total Items €20\.00 Delivery Parcel: €19\.90 Total €39\.90/)
  assert.match(words(), /The order now costs €39\.90, not €20\.00\./)
  assert.equal(words().match(/Order and pay/g)?.length, 1)
  assert.equal((await send('/checkout', { 'deliveryAddress.region': 'Kowloon' })).status, 303)
})

test('expired session → 401 with a way to sign in; everything typed stays', async () => {
  const { buyer, productId, send } = await atCheckout()
  await semel.db.deleteFrom('sessions').where('user_id', '=', buyer.id).execute()
  const { status, text } = await send('/checkout', { ...HOME, note: 'Ring twice' })
  assert.equal(status, 401)
  assert.match(textOf(text), /You've been signed out/)
  assert.match(text, /value="Road 1"/)
  assert.match(text, />\s*Ring twice</)
  const cart = await semel.db
    .selectFrom('carts')
    .select('lines')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  assert.match(JSON.stringify(cart.lines), new RegExp(`\\b${productId}\\b`))
})

test('discount code → applied and removed; unknown and expired refused with equal words', async () => {
  const { send, words, browser } = await atCheckout()
  for (const code of ['nope', 'ended']) {
    assert.equal((await send(SHOW, { discountCode: code })).status, 422)
    assert.match(words(), /Discount code is not valid/)
    assert.match(words(), / Total €20\.00 /)
  }
  assert.equal((await send(SHOW, { discountCode: 'summer 24' })).status, 200)
  assert.match(words(), /Discount code SUMMER24 Remove code Items €20\.00 Discount -€2\.00 .* Total €18\.00/)
  await send(SHOW, { discountCode: '' })
  assert.match(words(), / Total €20\.00 /)
  await send(SHOW, { discountCode: 'SUMMER24' })
  const { headers } = await send('/checkout', HOME)
  const order = (await browser.get(`/api${headers.get('location')!.replace('/pay?on=yes', '')}`)).body
  assert.deepEqual([order.discountCode, order.total], ['SUMMER24', 1800])
})

test('codes that are tried with a wrong address → count as guesses too', async () => {
  const { browser, productId } = await atCheckout()
  const csrf = /name="_csrf" value="([^"]*)"/.exec((await browser.get('/checkout')).text)![1]!
  const cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
  const send = (address: string, discountCode: string) => {
    const order = { 'items.0.productId': String(productId), 'items.0.quantity': '1', 'deliveryAddress.country': 'DE' }
    const fields = { _csrf: csrf, ...order, discountCode }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
    const payload = new URLSearchParams(fields).toString()
    return semel.app.inject({ method: 'POST', url: address, payload, headers, remoteAddress: '198.51.100.77' })
  }
  assert.match((await send('/checkout', 'SUMMER24')).body, /Remove code/)
  for (let n = 0; n < 30; n++) assert.equal((await send('/checkout', `GUESS-${n}`)).statusCode, 422)
  assert.doesNotMatch((await send('/checkout', 'SUMMER24')).body, /Remove code/)
  assert.equal((await send(SHOW, 'SUMMER24')).statusCode, 429)
})

for (const [country, language, asked, absent] of [
  ['HK', '', ['District (optional)', 'Area'], ['Postcode']],
  ['IE', '', ['Townland (optional)', 'Town or city', 'County (optional)', 'Eircode (optional)'], []],
  ['AE', '/de', ['Emirat'], ['Postleitzahl', 'Ort']],
  ['US', '/fr', ['Ville', 'État', 'Code postal (ZIP)'], []],
  ['BR', '/de', ['Viertel (freiwillig)', 'Ort', 'Bundesstaat', 'Postleitzahl'], []],
  ['JP', '/fr', ['Préfecture', 'Code postal'], ['Ville']],
  ['DE', '', ['Postcode', 'Town or city'], ['Province', 'State']],
] as const) {
  test(`the address of ${country} (${language || '/en'}) → ${asked.join(', ')}, in this order`, async () => {
    const { send, page } = await atCheckout(language)
    await send(SHOW, { 'deliveryAddress.country': country })
    const labels = [...page().matchAll(/<label for="order-deliveryAddress[^>]*>(.*?)<\/label>/g)].map(([, label]) =>
      textOf(label!).trim(),
    )
    assert.match(labels.at(-1)!, /^(Phone|Telefon|Téléphone), /)
    assert.deepEqual(labels.slice(-1 - asked.length, -1), asked)
    for (const label of absent) assert.ok(!labels.some(text => text.includes(label)), label)
  })
}

test('a state that is missing → named by the label of the country', async () => {
  const { send, words } = await atCheckout()
  const typed = { ...HOME, 'deliveryAddress.country': 'US', 'deliveryAddress.region': '' }
  await send(SHOW, typed)
  assert.equal((await send('/checkout', typed)).status, 422)
  assert.match(words(), /State is required/)
})

test('an odd postcode → told once, taken with the next press', async () => {
  const { send, words, browser } = await atCheckout()
  assert.equal((await send('/checkout', { ...HOME, 'deliveryAddress.postcode': '1011' })).status, 422)
  assert.match(
    words(),
    /Postcode does not look like one of this country, such as 26133\. Correct it, or send the form again/,
  )
  const { headers } = await send('/checkout', {})
  const order = (await browser.get(`/api${headers.get('location')!.replace('/pay?on=yes', '')}`)).body
  assert.equal(order.deliveryAddress.postcode, '1011')
})

test('another address for the invoice → asked, kept and shown', async () => {
  const { send, words, browser } = await atCheckout()
  assert.doesNotMatch(words(), /Invoice to/)
  await send(SHOW, { ...HOME, _billing: 'other' })
  assert.match(words(), /Invoice to Country .* Full name Company/)
  const to = {
    name: 'Books',
    company: 'Analytical Engines',
    line1: 'Lane 2',
    postcode: '69001',
    city: 'Lyon',
    country: 'FR',
  }
  const typed = Object.fromEntries(Object.entries(to).map(([name, text]) => [`billingAddress.${name}`, text]))
  const refused = await send('/checkout', { _billing: 'other', ...typed, 'billingAddress.city': '' })
  assert.equal(refused.status, 422)
  const { status, headers } = await send('/checkout', { _billing: 'other', ...typed })
  assert.equal(status, 303)
  const id = /\d+/.exec(headers.get('location')!)![0]
  const { body } = await browser.get(`/api/orders/${id}`)
  assert.deepEqual([body.billingAddress, body.deliveryAddress.city, body.taxCountry], [to, 'Berlin', 'DE'])
  assert.match(
    textOf((await browser.get(`/orders/${id}`)).text),
    /Invoice to Analytical Engines Books Lane 2 69001 Lyon France/,
  )
})

test('another country → its regions to choose from, without the one chosen before', async () => {
  const { send, page } = await atCheckout()
  await send(SHOW, { ...HOME, 'deliveryAddress.country': 'US' })
  assert.match(page(), /<option value="PA">Pennsylvania</)
  await send(SHOW, { 'deliveryAddress.country': 'BR', 'deliveryAddress.region': 'PA' })
  assert.match(page(), /<option value="PA">Pará</)
})

test('method, country or code that nobody offers → no 5xx, same page', async () => {
  const { send, words } = await atCheckout()
  for (const typed of [
    { delivery: "x'--" },
    { delivery: '0197a5c8-0000-7000-8000-00000000ffff' },
    { 'deliveryAddress.country': 'XX' },
    { discountCode: 'x'.repeat(5000) },
  ]) {
    const { status } = await send(SHOW, typed)
    assert.ok([200, 422].includes(status), String(status))
    assert.match(words(), / Total €20\.00 /)
  }
})

test('country without a VAT rate → explained instead of a total without VAT', async () => {
  await sql`update tax_rates set class = 'reduced' where country = 'FR'`.execute(semel.db)
  const { send, words } = await atCheckout()
  const { status } = await send(SHOW, { 'deliveryAddress.country': 'FR' })
  assert.equal(status, 503)
  assert.match(words(), /We cannot sell this to your country at the moment/)
})

test('text browser presses a button beside a field → nothing is ordered', async () => {
  for (const [prefix, words] of [
    ['', 'Order and pay'],
    ['/de', 'bestellen'],
  ] as const) {
    const { send, buyer, page } = await atCheckout(prefix)
    const shown = await send('/checkout', { ...HOME, _at: prefix + SHOW })
    assert.equal(shown.status, 200)
    assert.match(page(), new RegExp(`value="Road 1".*${words}`, 's'))
    assert.match(page(), new RegExp(`name="_at" value="${SHOW}"`))
    const orders = await semel.client().get('/api/orders', { token: buyer.token })
    assert.equal(orders.body.totalCount, 0)
    await send('/checkout', { ...HOME, discountCode: 'SUMMER24', _at: SHOW })
    assert.match(page(), /<strong>SUMMER24<\/strong>/)
    await send('/checkout', { ...HOME, _at: `${SHOW}/without-code` })
    assert.doesNotMatch(page(), /<strong>SUMMER24<\/strong>/)
  }
})

test('pressed address of no page, or of the form itself → no loop', async () => {
  const { send } = await atCheckout()
  assert.equal((await send('/checkout', { _at: '/checkout?x=1' })).status, 422)
  assert.equal((await send('/checkout', { _at: '/nowhere' })).status, 404)
  assert.equal((await send('/checkout', { _at: '/api/orders' })).status, 403)
})
