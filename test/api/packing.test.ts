import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* The packing table in the console, as a browser without scripts uses it. */
let semel: Semel
let staff: Person
let browser: Client
let tea: number
before(async () => {
  semel = await startSemel()
  staff = await newPerson(semel, { role: 'admin' })
  browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  tea = await stockProduct(semel.db, { name: 'Assam, 100 g', stock: 1000 })
  const attributes = { weight_grams: 120, hs_code: '090240' }
  assert.equal((await semel.client().patch(`/api/products/${tea}`, attributes, staff)).status, 200)
  await changeShop(semel.db, {
    ...{ name: 'Tea house', languages: ['en', 'de', 'fr'], country: 'DE', legalName: 'Tee GmbH' },
    returnAddress: 'Tea house\nHafenweg 5\n20457 Hamburg',
  })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const HOME = { name: 'Łucja Müller', line1: 'Lindenstraße 12a', postcode: '10969', city: 'Berlin', country: 'DE' }

type Wanted = { locale?: string; address?: object; step?: string }

async function order({ locale = 'en', address = HOME, step = 'process' }: Wanted = {}): Promise<number> {
  const buyer = await newPerson(semel)
  await semel.db.updateTable('users').set({ locale }).where('id', '=', buyer.id).execute()
  const body = { items: [{ productId: tea, quantity: 2 }], deliveryAddress: address }
  const headers = { 'accept-language': locale }
  const { body: placed, text } = await semel.client().request('POST', '/api/orders', {
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` },
  })
  assert.ok(placed.id, text)
  if (step) assert.equal((await semel.client().post(`/api/orders/${placed.id}/${step}`, {}, staff)).status, 200)
  return placed.id
}

async function open(path: string): Promise<string> {
  const { status, text } = await browser.get(path, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
  return text
}

async function press(page: string, action: string, typed: Record<string, string> = {}, post = action) {
  const body = new URLSearchParams({ ...fieldsOf(page, action.replaceAll('?', '\\?')), ...typed }).toString()
  return browser.request('POST', post, {
    body,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
}

const status = async (id: number) => (await semel.client().get(`/api/orders/${id}`, staff)).body.status
/** A worker may have the batch before the request that began it. */
const becomes = (id: number, wanted: string) =>
  until(async () => (await status(id)) === wanted, `order ${id} is ${wanted}`)

test('numbers in a table → one press ships them; wrong ones stay', async () => {
  const [one, two, three] = [await order(), await order(), await order()]
  const page = await open(`/admin/orders/parcel-numbers?orders=${one},${two},${three}`)
  assert.match(page, /<form id="parcel-numbers"[^>]* data-scans/)
  assert.match(page, /data-outcome><\/div>\s*<button type="submit" disabled hidden>/)
  const sent = await press(page, '/admin/orders/parcel-numbers/ship', {
    'numbers.0.trackingNumber': '1Z999AA10123456784',
    'numbers.1.trackingNumber': '1Y5R89390357567127',
  })
  assert.equal(sent.status, 303, sent.text)
  await becomes(one, 'shipped')
  assert.deepEqual([await status(one), await status(two), await status(three)], ['shipped', 'processing', 'processing'])
  const outcome = await open(sent.headers.get('location')!)
  assert.match(outcome, /1 order marked as shipped/)
  assert.match(outcome, /Did it mean 1Z5R89390357567127\?/)
  const again = fieldsOf(outcome, '/admin/orders/parcel-numbers/ship')
  assert.deepEqual([again['numbers.0.orderId'], again['numbers.0.trackingNumber']], [String(two), '1Y5R89390357567127'])
  const nothing = await press(page, '/admin/orders/parcel-numbers/ship')
  assert.equal(nothing.status, 422)
  assert.match(nothing.text, new RegExp(`#${two} · Łucja Müller, Berlin, DE`))
})

test('file of numbers → preview, and one press ships', async () => {
  const id = await order()
  const page = await open('/admin/orders/parcel-number-file')
  assert.match(page, /File of the carrier’s program/)
  const data = Buffer.from(`Order reference,Tracking number\n${id},RB123456785GB\n`).toString('base64')
  const { body } = await semel.client().post('/api/parcel-number-files', { data }, staff)
  const preview = await open(`/admin/orders/batches/${body.id}`)
  assert.match(preview, /1 order will be marked as shipped/)
  const applied = await press(preview, `/admin/orders/batches/${body.id}/apply`)
  assert.equal(applied.status, 303)
  await becomes(id, 'shipped')
  const done = await open(applied.headers.get('location')!)
  const undone = await press(done, `/admin/orders/batches/${body.id}/undo`)
  await becomes(id, 'processing')
  assert.match(await open(undone.headers.get('location')!), /1 order put back/)
})

test('all orders of a list → the step takes those that were there', async () => {
  const ids: number[] = []
  while (ids.length < 27) ids.push(await order({ step: '' }))
  const list = await open('/admin/orders?status=placed')
  const [, href] = /href="([^"]*all=yes[^"]*)">Select all 27</.exec(list) ?? []
  assert.ok(href, 'no link')
  const all = await open(href.replaceAll('&amp;', '&'))
  assert.match(all, /27 orders are selected/)
  const late = await order({ step: '' })
  const [, action] = /action="(\/admin\/orders\/process-all[^"]*)"/.exec(all) ?? []
  const asked = await press(all, action!, {}, action!.replaceAll('&amp;', '&'))
  assert.equal(asked.status, 200)
  assert.match(asked.text, /Start preparing: 27 orders\?/)
  const [, confirmed] = /action="(\/admin\/orders\/process-all[^"]*)"/.exec(asked.text) ?? []
  const sent = await press(asked.text, confirmed!, {}, confirmed!.replaceAll('&amp;', '&'))
  assert.equal(sent.status, 303, sent.text.slice(0, 500))
  for (const id of ids) await becomes(id, 'processing')
  assert.match(await open(sent.headers.get('location')!), /27 orders being prepared/)
  assert.equal(await status(late), 'placed')
})

test('slips → in the language of each customer, with barcodes', async () => {
  const [english, german, french] = [await order(), await order({ locale: 'de' }), await order({ locale: 'fr' })]
  await semel.client().post(`/api/orders/${german}/ship`, { trackingNumber: '00340434161094015902' }, staff)
  const page = await open(`/admin/orders/packing-slips?orders=${english},${german},${french}`)
  assert.match(page, new RegExp(`Packing slip, order #${english}`))
  assert.match(page, new RegExp(`<div lang="de">.*Packzettel, Bestellung Nr.\u00a0${german}.*Artikelnummer`, 's'))
  assert.match(page, new RegExp(`Bordereau de colisage, commande n°\u00a0${french}`))
  assert.match(page, /aria-label="Paket"/)
  assert.match(page, /<figcaption>Paket <strong>00340434161094015902</)
  const picks = await open(`/admin/orders/pick-list?orders=${english},${german}`)
  assert.match(picks, /4 pieces for 2 orders/)
  assert.equal(picks.match(/class="barcode"/g)?.length, 3)
})

test('labels → files that programs of carriers read, with what is missing named', async () => {
  const home = await order()
  const swiss = await order({
    address: { name: 'Urs', line1: '12 chemin des Vignes', postcode: '1203', city: 'Genève', country: 'CH' },
  })
  const page = await open(`/admin/orders/labels?orders=${home},${swiss}`)
  assert.match(page, /RECV_NAME1 has letters that the file cannot hold: Łucja Müller/)
  assert.match(page, /Assam, 100 g has no country of origin, no description for customs/)
  assert.match(page, /PRODUCT is missing/)
  await semel.db.updateTable('sessions').set({ second_factor_at: semel.clock.now() }).execute()
  const file = async (code: string) => {
    const answer = await browser.get(`/admin/orders/labels.csv?file=${code}&orders=${home},${swiss}`)
    assert.equal(answer.status, 200, answer.headers.get('location') ?? '')
    return answer.text.trim().split('\r\n')
  }
  const [, dpd] = await file('dpd')
  assert.equal(dpd, `Łucja Müller;;Lindenstraße;12a;;10969;Berlin;;DE;EN;;${await email(home)};${home};0.24`)
  const [head, dhl] = await file('dhl')
  assert.match(head!, /^SEND_NAME1;.*RECV_COUNTRY;PRODUCT;COUPON$/)
  assert.match(dhl!, /;Hafenweg;5;20457;Hamburg;DEU;.*;12a;10969;Berlin;DEU;PAK02\.DEU;$/)
  const [, , mail] = await file('royal-mail')
  assert.match(mail!, /^\d+,Urs,,chemin des Vignes 12,,Genève,,1203,CHE,.*,2,[\d.]+,0\.12,090240,,$/)
})

const email = async (id: number) => (await semel.client().get(`/api/orders/${id}`, staff)).body.owner.email
