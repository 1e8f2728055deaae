/** VAT IDs of buyers are checked at VIES, which can be down, slow or of another opinion, and never stops an order. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { consumeByClient } from '../../src/http/rate-limits/attempts.ts'
import { readSeller } from '../../src/pricing/seller.ts'
import { checkBuyer, deleteOldVatIdChecks } from '../../src/pricing/vies/check.ts'
import type { ShopSettings } from '../../src/shop/settings.ts'
import { sellAs } from '../support/documents.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let staff: Person
let lamp: number
before(async () => {
  semel = await startSemel()
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  staff = await person(semel, 'staff')
  lamp = await stockProduct(semel.db, { price: 4999, stock: 1000 })
})
after(() => semel[Symbol.asyncDispose]())
beforeEach(async () => {
  await check('vies_or_charge')
  await vies({ unknown: [], fault: null, delay: 0 })
})

const check = (vatIdCheck: ShopSettings['vatIdCheck'], vatId = 'DE136695976') =>
  sellAs(semel, { reverseCharge: true, vatId, vatIdCheck })
const vies = async (state: object): Promise<{ asked: number }> =>
  (await semel.client().request('PUT', '/dev/vies', { body: state })).body
/** Nobody has asked about this number before. */
const forget = () => sql`delete from vat_id_checks`.execute(semel.db)
const asked = async () => (await vies({})).asked

const FRENCH = 'FR40303265045'
const items = () => [{ productId: lamp, quantity: 1 }]
const quote = async (vatId = FRENCH) => {
  const answer = await semel.client().post('/api/quotes', { items: items(), deliveryAddress: { country: 'FR' }, vatId })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const order = async (more: object = {}) => {
  const deliveryAddress = { name: 'Ada', line1: 'Rue 1', postcode: '75001', city: 'Paris', country: 'FR' }
  const sent = { items: items(), deliveryAddress, vatId: FRENCH, ...more }
  return semel.client().post('/api/orders', sent, { token: buyer.token })
}

test('valid number → asked once, without VAT, evidence for staff', async () => {
  const before = await asked()
  const quoted = await quote()
  assert.deepEqual([quoted.reverseCharge, quoted.vatIdCheck.status], [true, 'valid'])
  const { body } = await order({ expectedTotal: quoted.total })
  assert.deepEqual([body.reverseCharge, body.vatIdCheck], [true, quoted.vatIdCheck])
  assert.match(body.vatIdCheck.consultationNumber, /^WAPI/)
  assert.equal((await asked()) - before, 1)
  const page = await semel.client().get(`/admin/orders/${body.id}`, {
    headers: { cookie: `semel_session=${staff.token}`, accept: 'text/html' },
  })
  assert.ok(page.text.includes(`consultation number ${body.vatIdCheck.consultationNumber}`))
})

test('number that VIES does not have → VAT, and the reason', async () => {
  await forget()
  await vies({ unknown: [FRENCH] })
  const quoted = await quote()
  assert.deepEqual([quoted.reverseCharge, quoted.vatIdCheck.status], [false, 'invalid'])
  assert.match(quoted.taxNote.en, /VIES does not have this VAT ID/)
  const { body } = await order({ expectedTotal: quoted.total })
  assert.deepEqual([body.reverseCharge, body.vatId, body.vatIdCheck.status], [false, FRENCH, 'invalid'])
})

for (const fault of ['MS_UNAVAILABLE', 'MS_MAX_CONCURRENT_REQ', 'SERVICE_UNAVAILABLE', 'IP_BLOCKED', 'slow'] as const) {
  test(`VIES ${fault} → as the shop says, and the order is placed`, async () => {
    const reason = fault === 'slow' ? 'TIMEOUT' : fault
    await forget()
    await vies(fault === 'slow' ? { delay: 5000 } : { fault })
    const charged = await order()
    assert.deepEqual([charged.status, charged.body.reverseCharge], [201, false], charged.text)
    await check('vies_or_accept')
    const accepted = await order()
    assert.deepEqual([accepted.body.reverseCharge, accepted.body.vatIdCheck.status], [true, 'unavailable'])
    assert.equal(accepted.body.vatIdCheck.reason, reason)
    // An hour would be too long for no answer.
    await sql`update vat_id_checks set checked_at = checked_at - interval '2 minutes'`.execute(semel.db)
    await vies({ fault: null, delay: 0 })
    assert.equal((await quote()).vatIdCheck.status, 'valid')
  })
}

test('checked, then VIES is down → the answer counts for an hour', async () => {
  await forget()
  await quote()
  await vies({ fault: 'MS_UNAVAILABLE' })
  assert.equal((await quote()).vatIdCheck.status, 'valid')
  await sql`update vat_id_checks set checked_at = checked_at - interval '61 minutes'`.execute(semel.db)
  assert.equal((await quote()).vatIdCheck.status, 'unavailable')
  await sql`update vat_id_checks set checked_at = checked_at - interval '25 hours'`.execute(semel.db)
  await deleteOldVatIdChecks(semel.db)
  const { rows } = await sql`select from vat_id_checks`.execute(semel.db)
  assert.equal(rows.length, 0)
})

test('number turned wrong between quote and order → other total, nothing placed', async () => {
  await forget()
  const { total } = await quote()
  await forget()
  await vies({ unknown: [FRENCH] })
  const answer = await order({ expectedTotal: total })
  assert.deepEqual([answer.status, answer.body.code], [409, 'total_changed'])
})

test('shop whose own number VIES refuses → checked without consultation number', async () => {
  await check('vies_or_charge', 'DE 12')
  await vies({ unknown: ['DE12'] })
  const { vatIdCheck, reverseCharge } = await quote()
  assert.deepEqual([reverseCharge, vatIdCheck.status, vatIdCheck.consultationNumber], [true, 'valid', null])
})

test('domestic sale, setting off → VIES is not asked', async () => {
  await forget()
  const before = await asked()
  await semel.client().post('/api/quotes', { items: items(), deliveryAddress: { country: 'DE' }, vatId: FRENCH })
  await quote('DE136695976')
  await check('form')
  assert.equal((await quote()).vatIdCheck, null)
  assert.equal((await asked()) - before, 0)
})

test('goods that are collected → VIES is not asked, and VAT', async () => {
  await forget()
  const before = await asked()
  const method = { names: { en: 'In the shop' }, price: 0, currency: 'EUR', kind: 'collection' }
  const client = semel.client()
  const { body: collection } = await client.post('/api/admin/delivery-methods', method, { token: staff.token })
  const sent = { items: items(), deliveryAddress: { country: 'FR' }, vatId: FRENCH, delivery: collection.id }
  const { body: quoted } = await client.post('/api/quotes', sent)
  const { body: placed } = await order({ delivery: collection.id, expectedTotal: quoted.total })
  for (const { reverseCharge, vatIdCheck } of [quoted, placed])
    assert.deepEqual([reverseCharge, vatIdCheck], [false, null])
  assert.equal((await asked()) - before, 0)
  const browser = semel.client()
  await browser.post('/api/cart/items', { productId: lamp, quantity: 1 })
  const shown = async (delivery: string) => {
    const fields = { 'deliveryAddress.country': 'FR', 'deliveryAddress.postcode': '75001', vatId: FRENCH, delivery }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await browser.post('/checkout/quote', new URLSearchParams(fields).toString(), { headers })).text
  }
  assert.doesNotMatch(await shown(collection.id), /reverse charge/)
  assert.equal((await asked()) - before, 0)
  // A choice that is gone falls back to a delivery, and its price is never without an answer.
  await client.request('PATCH', `/api/admin/delivery-methods/${collection.id}`, {
    token: staff.token,
    body: { active: false },
  })
  await vies({ unknown: [FRENCH] })
  assert.match(await shown(collection.id), /does not have this VAT ID/)
  assert.ok((await asked()) > before)
})

test('ten simultaneous quotes of one number → one row, same answer', async () => {
  await forget()
  const quotes = await Promise.all(Array.from({ length: 10 }, () => quote('XI980780684')))
  assert.deepEqual([...new Set(quotes.map(({ vatIdCheck }) => vatIdCheck.status))], ['valid'])
  const { rows } = await sql`select from vat_id_checks`.execute(semel.db)
  assert.equal(rows.length, 1)
})

test('client asks 60 times an hour → VAT from then on', async () => {
  await forget()
  await check('vies_or_accept')
  const ip = '192.0.2.7'
  const now = semel.clock.now()
  const seller = await readSeller(semel.db, now)
  for (let n = 0; n < 60; n++) await semel.db.transaction().execute(tx => consumeByClient(tx, 'vat-id-checks', ip, now))
  const refused = await checkBuyer(semel, { vatId: FRENCH, country: 'FR', ip }, seller)
  assert.deepEqual([refused.vatId, refused.check?.reason], [null, 'TOO_OFTEN'])
  const other = await checkBuyer(semel, { vatId: FRENCH, country: 'FR', ip: '192.0.2.8' }, seller)
  assert.deepEqual([other.vatId, other.check?.status], [FRENCH, 'valid'])
})

test('network is used up → an API key of the shop still asks', async () => {
  await forget()
  const remoteAddress = '192.0.2.9'
  const now = semel.clock.now()
  for (let n = 0; n < 60; n++)
    await semel.db.transaction().execute(tx => consumeByClient(tx, 'vat-id-checks', remoteAddress, now))
  const address = { name: 'Ada', line1: 'Rue 1', postcode: '75001', city: 'Paris', country: 'FR' }
  const sent = { items: items(), deliveryAddress: address, vatId: FRENCH }
  const place = async (headers: Record<string, string>, more: object = {}) => {
    const payload = { ...sent, ...more }
    return (await semel.app.inject({ method: 'POST', url: '/api/orders', payload, headers, remoteAddress })).json()
  }
  const mine = await place({ authorization: `Bearer ${buyer.token}` })
  assert.deepEqual([mine.reverseCharge, mine.vatIdCheck.reason], [false, 'TOO_OFTEN'])
  const { key } = await createApiKey(semel, { name: 'cash desk', scopes: ['orders:write'] })
  const forOther = await place({ 'x-api-key': key }, { userId: buyer.id })
  assert.deepEqual([forOther.reverseCharge, forOther.vatIdCheck.status], [true, 'valid'])
})
