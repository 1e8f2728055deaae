/** The address book of a customer: what it keeps, its limits and races, and how orders fill it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { MOST_ADDRESSES } from '../../src/orders/address-book/kept-address.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let ada: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
})
beforeEach(async () => {
  ada = await person(semel)
})
after(() => semel[Symbol.asyncDispose]())

const BOOK = '/api/users/me/addresses'
const HOME = { name: 'Ada', line1: 'Road 1', postcode: '10115', city: 'Berlin', country: 'DE' }
const at = (number: number) => ({ ...HOME, line1: `Road ${number}` })

const add = (address: object, more: object = {}, who = ada) =>
  semel.client().post(BOOK, { address, ...more }, { token: who.token })
const change = (id: string, body: object, headers = {}) =>
  semel.client().patch(`${BOOK}/${id}`, body, { token: ada.token, headers })
const remove = (id: string) => semel.client().delete(`${BOOK}/${id}`, { token: ada.token })

type Kept = { id: string; label: string | null; address: object; isDeliveryDefault: boolean; isBillingDefault: boolean }
const book = async (who = ada): Promise<Kept[]> => (await semel.client().get(BOOK, { token: who.token })).body.items

async function order(more: object) {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { status, body, text } = await semel.client().post('/api/orders', { items, ...more }, { token: ada.token })
  assert.equal(status, 201, text)
  return body
}

test('address added → tidied, listed, read by ETag; first is the default', async () => {
  assert.deepEqual(await book(), [])
  const { status, body } = await add({ ...HOME, name: ' Ada\n', company: '', phone: '+49 30 1' })
  assert.equal(status, 200)
  const { id, createdAt: _, ...kept } = body
  const address = { ...HOME, phone: '+49 30 1' }
  assert.deepEqual(kept, { label: null, address, isDeliveryDefault: true, isBillingDefault: false })
  const second = await add(at(2), { label: '  Work  ', isBillingDefault: true })
  assert.deepEqual(
    [second.body.label, second.body.isDeliveryDefault, second.body.isBillingDefault],
    ['Work', false, true],
  )
  assert.deepEqual(await book(), [body, second.body])
  const path = `${BOOK}/${id}`
  const read = await semel.client().get(path, { token: ada.token })
  assert.deepEqual(read.body, body)
  const etag = read.headers.get('etag')!
  const again = await semel.client().get(path, { token: ada.token, headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  assert.equal((await change(id, { label: 'Home' }, { 'if-match': etag })).body.label, 'Home')
  assert.equal((await change(id, { label: 'House' }, { 'if-match': etag })).status, 412)
})

test('the same address at once, in any case → kept once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => add(n % 2 ? HOME : { ...HOME, city: 'BERLIN', phone: '1' })),
  )
  assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size, 1)
  const kept = await book()
  assert.equal(kept.length, 1)
  const { body } = await add({ ...HOME, name: 'ADA' }, { label: 'Home' })
  assert.deepEqual([body.id, body.label, body.address], [kept[0]!.id, 'Home', { ...HOME, name: 'ADA', phone: '1' }])
})

test('more addresses at once than allowed → exactly as many as allowed', async () => {
  const answers = await Promise.all(Array.from({ length: MOST_ADDRESSES + 4 }, (_, n) => add(at(n))))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    Array(4).fill([409, 'address_book_full']),
  )
  const kept = await book()
  assert.equal(kept.length, MOST_ADDRESSES)
  assert.equal(kept.filter(({ isDeliveryDefault }) => isDeliveryDefault).length, 1)
  assert.equal((await add(kept[3]!.address)).status, 200, 'it is kept already')
  const { id } = await order({ deliveryAddress: at(100), keepDeliveryAddress: true })
  assert.ok(id, 'a full book keeps nobody from ordering')
  assert.equal((await book()).length, MOST_ADDRESSES)
})

test('defaults set at once, one removed → one default of each kind', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) ids.push((await add(at(n))).body.id)
  const both = { isDeliveryDefault: true, isBillingDefault: true }
  const others = ids.slice(1).map(id => change(id, both))
  const answers = await Promise.all([change(ids[0]!, { label: 'Home' }), ...others, remove(ids[0]!)])
  for (const { status } of answers) assert.ok([200, 204, 404].includes(status), String(status))
  const kept = await book()
  assert.deepEqual(
    kept.map(({ id }) => id),
    ids.slice(1),
  )
  for (const kind of ['isDeliveryDefault', 'isBillingDefault'] as const)
    assert.equal(kept.filter(one => one[kind]).length, 1, kind)
  const none = await change(kept.find(one => one.isBillingDefault)!.id, { isBillingDefault: false })
  assert.equal(none.body.isBillingDefault, false)
})

test('the default removed while others are set → never two', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push((await add(at(n), { isDeliveryDefault: true })).body.id)
  await Promise.all([...ids.map(id => change(id, { isDeliveryDefault: true })), remove(ids[0]!)])
  assert.ok((await book()).filter(one => one.isDeliveryDefault).length <= 1)
})

test('address changed → replaced as a whole; one that is kept already → 409', async () => {
  const { body } = await add({ ...HOME, company: 'Lamps' }, { label: 'Work' })
  await add(at(2))
  const changed = await change(body.id, { address: at(3), label: null })
  assert.deepEqual([changed.body.label, changed.body.address], [null, at(3)])
  const refused = await change(body.id, { address: { ...at(2), city: 'berlin' } })
  assert.deepEqual([refused.status, refused.body.code], [409, 'address_kept'])
  assert.equal((await change(body.id, {})).status, 200)
  const odd = await change(body.id, { address: { ...HOME, postcode: '1', check: true } })
  assert.deepEqual([odd.status, odd.body.errors[0].field], [422, 'address.postcode'])
})

test('address of somebody else, of nobody, and without a session → none', async () => {
  const { body } = await add(HOME)
  const [mine, other] = [ada, await person(semel)]
  ada = other
  for (const id of [body.id, randomUUID()]) {
    assert.equal((await semel.client().get(`${BOOK}/${id}`, { token: other.token })).status, 404)
    assert.equal((await change(id, { label: 'Mine' })).status, 404)
    assert.equal((await remove(id)).status, 404)
  }
  assert.deepEqual(await book(), [])
  assert.equal((await book(mine)).length, 1)
  assert.equal((await semel.client().get(BOOK)).status, 401)
  for (const address of [{}, { ...HOME, line1: '\u202e' }, { ...HOME, country: 'ZZ' }, null, 7])
    assert.equal((await semel.client().post(BOOK, { address }, { token: mine.token })).status, 422)
  for (const label of ['\u202eevil', '', 'x'.repeat(51)])
    assert.equal((await add(at(9), { label }, mine)).status, 422, label)
})

test('repeated with its Idempotency-Key → the first answer', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => semel.client().post(BOOK, { address: HOME }, { token: ada.token, headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('addresses of an order kept → in the book; changes leave the order', async () => {
  const invoice = { ...at(7), company: 'Lamps' }
  const placed = await order({
    deliveryAddress: HOME,
    billingAddress: invoice,
    keepDeliveryAddress: true,
    keepBillingAddress: true,
  })
  const kept = await book()
  assert.deepEqual(
    kept.map(({ address }) => address),
    [HOME, invoice],
  )
  await order({ deliveryAddress: { ...HOME, name: 'ada' }, keepDeliveryAddress: true })
  assert.equal((await book()).length, 2)
  await order({ deliveryAddress: at(8) })
  await order({ keepDeliveryAddress: true, keepBillingAddress: true })
  assert.equal((await book()).length, 2)
  await change(kept[0]!.id, { address: at(9) })
  await remove(kept[1]!.id)
  const { body } = await semel.client().get(`/api/orders/${placed.id}`, { token: ada.token })
  assert.deepEqual([body.deliveryAddress, body.billingAddress], [HOME, invoice])
})

test('refused order, and one of a guest → nothing is kept', async () => {
  const items = [{ productId: await stockProduct(semel.db, { stock: 1 }), quantity: 2 }]
  const body = { items, deliveryAddress: HOME, keepDeliveryAddress: true }
  assert.equal((await semel.client().post('/api/orders', body, { token: ada.token })).status, 409)
  assert.deepEqual(await book(), [])
  const guest = { ...body, items: [{ ...items[0]!, quantity: 1 }], email: ada.email }
  await semel.client().post('/api/v1/guest-orders', guest)
  const { count } = await semel.db
    .selectFrom('kept_addresses')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 0)
})

test('address book → in the copy of data, gone with the account', async () => {
  const { body } = await add(HOME, { label: 'Home' })
  const copy = await semel.client().get('/api/users/me/export', { token: ada.token })
  assert.deepEqual(copy.body.addresses, [body])
  assert.equal((await semel.client().delete('/api/users/me', { token: ada.token })).status, 204)
  const rows = await semel.db.selectFrom('kept_addresses').select('id').where('id', '=', body.id).execute()
  assert.deepEqual(rows, [])
})

/** A browser without JavaScript. `send`: posts a form, as it is on the page but for what is typed. */
async function openBook(at = '/account/addresses') {
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, ada.token)
  let { text } = await browser.get(at)
  const send = async (action: string, typed: Record<string, string> = {}, to = action) => {
    const form = text.split('<form ').find(part => part.includes(`action="${action}"`)) ?? ''
    const fields = new URLSearchParams()
    for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
      const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
      if (!['radio', 'checkbox'].includes(value('type')) || / checked/.test(tag))
        fields.set(value('name'), value('value'))
    }
    for (const [, name, options] of form.matchAll(/<select[^>]* name="([^"]*)".*?>(.*?)<\/select>/gs))
      fields.set(name!, /value="([^"]*)" selected/.exec(options!)?.[1] ?? '')
    for (const [name, value] of Object.entries(typed)) fields.set(name, value)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.post(to, fields.toString(), { headers })
    if (answer.status === 303) text = (await browser.get(answer.headers.get('location')!)).text
    else text = answer.text
    return answer
  }
  const typed = (name: string) => {
    const [tag = ''] = text.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`)) ?? []
    return / value="([^"]*)"/.exec(tag)?.[1] || undefined
  }
  return { browser, send, page: () => text, typed }
}

test('pages without scripts → add for another country, change, default, remove', async () => {
  const { send, page, browser } = await openBook()
  await send(BOOK_PAGE, { 'address.country': 'BR', 'address.line1': 'Rua 1' }, `${BOOK_PAGE}/country`)
  assert.match(page(), /value="Rua 1"/)
  const parts = { 'address.name': 'Ada', 'address.city': 'Recife', 'address.region': 'PE', 'address.country': 'BR' }
  assert.equal((await send(BOOK_PAGE, { ...parts, label: '' })).status, 422)
  assert.match(page(), /Postcode is required|Postcode[^<]*required/)
  assert.equal((await send(BOOK_PAGE, { ...parts, 'address.postcode': '1' })).status, 422)
  assert.match(page(), /does not look like one of this country/)
  assert.equal((await send(BOOK_PAGE, parts)).status, 303)
  const [first] = await book()
  const address = { name: 'Ada', line1: 'Rua 1', postcode: '1', city: 'Recife', region: 'PE', country: 'BR' }
  assert.deepEqual([first!.address, first!.label, first!.isDeliveryDefault], [address, null, true])
  assert.match(page(), /Address added\..*For deliveries.*Rua 1/s)
  const { id } = (await add(at(2), { label: 'Work' })).body
  const change = await openBook(`${BOOK_PAGE}/${id}`)
  assert.equal((await change.send(`${BOOK_PAGE}/${id}`, { label: 'Office', isBillingDefault: 'true' })).status, 303)
  assert.equal((await change.send(`${BOOK_PAGE}/${id}/deliver-here`)).status, 303)
  assert.deepEqual(
    (await book()).map(one => [one.label, one.address, one.isDeliveryDefault, one.isBillingDefault]),
    [
      [null, address, false, false],
      ['Office', at(2), true, true],
    ],
  )
  assert.equal((await change.send(`${BOOK_PAGE}/${id}/remove`)).status, 200)
  assert.match(change.page(), /Remove this address\? Orders that you have placed/)
  assert.equal((await change.send(`${BOOK_PAGE}/${id}/remove`)).status, 303)
  assert.equal((await book()).length, 1)
  for (const gone of [id, 'x']) assert.equal((await browser.get(`${BOOK_PAGE}/${gone}`)).status, 404)
})
const BOOK_PAGE = '/account/addresses'

test('checkout → begins with defaults, fills in a choice, keeps what is typed', async () => {
  const productId = await stockProduct(semel.db)
  const home = (await add(HOME)).body
  const work = (await add({ ...at(2), phone: '1' }, { label: 'Work', isBillingDefault: true })).body
  const { browser } = await openBook()
  await browser.post('/api/cart/items', { productId, quantity: 1 })
  const checkout = await openBook('/checkout')
  const line = () => [checkout.typed('deliveryAddress.line1'), checkout.typed('billingAddress.line1')]
  assert.deepEqual(line(), ['Road 1', 'Road 2'])
  assert.doesNotMatch(checkout.page(), /Keep this address/)
  await checkout.send('/checkout', { _deliveryAddressKept: work.id, _billingAddressKept: home.id }, '/checkout/quote')
  assert.deepEqual(line(), ['Road 2', 'Road 1'])
  assert.equal(checkout.typed('deliveryAddress.phone'), '1')
  await checkout.send('/checkout', { 'deliveryAddress.line1': 'Road 3' }, '/checkout/quote')
  assert.deepEqual(line(), ['Road 3', 'Road 1'])
  await checkout.send('/checkout', { _deliveryAddressKept: 'another', _billing: 'same' }, '/checkout/quote')
  assert.deepEqual(
    [checkout.typed('deliveryAddress.line1'), checkout.typed('deliveryAddress.phone')],
    [undefined, undefined],
  )
  assert.match(checkout.page(), /Keep this address/)
  const typed = {
    'deliveryAddress.line1': 'Road 4',
    'deliveryAddress.city': 'Berlin',
    'deliveryAddress.postcode': '10115',
  }
  const placed = await checkout.send('/checkout', {
    ...typed,
    keepDeliveryAddress: 'true',
    'payment.method': 'invoice',
  })
  assert.equal(placed.status, 303, checkout.page())
  const order = (await browser.get(`/api/orders/${/\d+/.exec(placed.headers.get('location')!)![0]}`)).body
  assert.deepEqual([order.deliveryAddress.line1, order.billingAddress], ['Road 4', null])
  assert.equal((await book()).length, 3)
})

test('checkout without defaults → begins as the last order was', async () => {
  const productId = await stockProduct(semel.db)
  await order({ deliveryAddress: at(5), billingAddress: at(6) })
  const { browser } = await openBook()
  await browser.post('/api/cart/items', { productId, quantity: 1 })
  const { typed } = await openBook('/checkout')
  assert.deepEqual([typed('deliveryAddress.line1'), typed('billingAddress.line1')], ['Road 5', 'Road 6'])
})
