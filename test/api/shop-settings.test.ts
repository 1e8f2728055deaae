import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { deleteUnusedImages } from '../../src/catalogue/images/images.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
let customer: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  customer = await person(semel)
})
after(() => semel[Symbol.asyncDispose]())

const ADDRESS = '/api/admin/settings'
const read = (path = ADDRESS) => semel.client().get(path, { token: admin.token })
const change = (body: object, headers: Record<string, string> = {}) =>
  semel.client().patch(ADDRESS, body, { token: admin.token, headers })
const html = async (path: string) => (await fetch(semel.origin + path, { headers: { accept: 'text/html' } })).text()
const HTML = { headers: { accept: 'text/html' } }
const signedIn = (token: string) => {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  return client
}
const errorsOf = (body: { errors?: { field: string; reason: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`)

test('settings change → next page shows them, and audit log names them', async () => {
  const { status, body, headers } = await change({ name: '  Thé   vert ', homeTitle: { en: 'Tea' }, accent: '#7A1F3D' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.name, body.homeTitle, body.accent], ['Thé vert', { en: 'Tea' }, '#7a1f3d'])
  assert.equal((await read()).headers.get('etag'), headers.get('etag'))
  assert.match(await html('/'), /<strong>Thé vert<\/strong>/)

  const log = await semel.client().get('/api/admin/audit-log?action=settings_changed', { token: admin.token })
  const [entry] = log.body.items
  assert.deepEqual([entry.actorId, entry.detail.changed], [admin.id, 'name, homeTitle, accent'])
})

test('other languages stay, empty text removes, and unchanged settings change nothing', async () => {
  await change({ deliveryPromise: { en: '2 days', fr: '2 jours' } })
  const { body } = await change({ deliveryPromise: { en: '' } })
  assert.deepEqual(body.deliveryPromise, { fr: '2 jours' })
  const again = await change({ deliveryPromise: { fr: '2 jours' }, countries: [] })
  assert.equal(again.body.version, body.version)
})

test('two admins change what both have read → one succeeds, one gets 412', async () => {
  const { headers, body } = await read()
  const etag = { 'if-match': headers.get('etag')! }
  const answers = await Promise.all(['A', 'B'].map(name => change({ name }, etag)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  assert.equal(answers.find(({ status }) => status === 412)!.body.code, 'changed_meanwhile')
  const stale = await change({ name: 'C', version: body.version })
  assert.equal(stale.status, 412)
  assert.notEqual((await read()).body.name, 'C')
})

const WRONG: [object, string][] = [
  [{ name: 'x'.repeat(61) }, 'name too_long'],
  [{ name: 'Shop\u202e' }, 'name invisible_characters'],
  [{ accent: '#ffcc00' }, 'accent low_contrast'],
  [{ accent: '#808080' }, 'accent low_contrast'],
  [{ backgroundColor: 'beige' }, 'backgroundColor invalid_format'],
  [{ backgroundColor: '#808080' }, 'backgroundColor low_contrast'],
  [{ backgroundColor: '#13201c', textColor: '#f3f6f3' }, 'backgroundColor low_contrast'],
  [{ textColor: 'rgb(0,0,0)' }, 'textColor invalid_format'],
  [{ textColor: '#808080' }, 'textColor low_contrast'],
  [{ backgroundColor: '#e8d8c8', accent: '#6b6b6b' }, 'accent low_contrast'],
  [{ accent: 'red' }, 'accent invalid_format'],
  [{ timeZone: 'Europe/Lutetia' }, 'timeZone unknown_time_zone'],
  [{ timeZone: '+01:00' }, 'timeZone unknown_time_zone'],
  [{ timeZone: '' }, 'timeZone required'],
  [{ currency: 'EURO' }, 'currency unknown_currency'],
  [{ currency: 'eur' }, 'currency unknown_currency'],
  [{ currency: 'BGN' }, 'currency ended_currency'],
  [{ currency: 'HRK' }, 'currency ended_currency'],
  [{ country: 'XX' }, 'country unknown_country'],
  [{ country: 'EU' }, 'country unknown_country'],
  [{ countries: ['DE', 'Germany'] }, 'countries unknown_country'],
  [{ iban: 'DE89 3704 0044 0532 0130 01' }, 'iban invalid_iban'],
  [{ iban: 'DE8937' }, 'iban invalid_iban'],
  // Two digits that check all others, and a wrong one that checks the account.
  [{ iban: 'BE41 5390 0754 7035' }, 'iban invalid_iban'],
  [{ bic: 'COBADE' }, 'bic invalid_bic'],
  [{ transferReference: 'Tea' }, 'transferReference invalid_reference'],
  [{ transferReference: 'Order_{order}' }, 'transferReference invalid_reference'],
  [{ transferReference: 'Order {order} {name}' }, 'transferReference invalid_reference'],
  [{ transferReference: 'Order//{order}' }, 'transferReference invalid_reference'],
  [{ transferReference: '/{order}' }, 'transferReference invalid_reference'],
  [{ transferReference: 'To DE89 3704 0044 0532 0130 00, order {order}' }, 'transferReference invalid_reference'],
  [{ transferReference: 'NO9386011117947 {order}' }, 'transferReference invalid_reference'],
  [{ transferReference: 'gb29-nwbk-6016-1331-9268-19 {order}' }, 'transferReference invalid_reference'],
  [{ daysToPay: 0 }, 'daysToPay too_small'],
  [{ unpaidOnlineHours: 721 }, 'unpaidOnlineHours too_large'],
  [{ languages: [] }, 'languages required'],
  [{ languages: ['es'] }, 'languages.0 not_allowed'],
  [{ languages: ['de', 'de'] }, 'languages.1 repeated'],
  [{ homeTitle: { es: 'Hola' } }, 'homeTitle.es unknown_property'],
  [{ homeText: { en: 'Come <b>in</b>' } }, 'homeText.en contains_html'],
  [{ homeText: { en: '[a](javascript:alert)' } }, 'homeText.en invalid_address'],
  [{ footerLinks: [{ label: { en: 'A' }, address: 'http://a.example' }] }, 'footerLinks.0.address invalid_address'],
  [{ footerLinks: [{ label: { en: 'A' }, address: '//a.example' }] }, 'footerLinks.0.address invalid_address'],
  [{ footerLinks: [{ label: { en: 'A' }, address: 'javascript:alert(1)' }] }, 'footerLinks.0.address invalid_address'],
  [{ footerLinks: [{ label: { en: 'A' }, address: 'https://a@b.example' }] }, 'footerLinks.0.address invalid_address'],
  [{ footerLinks: [{ label: { en: 'A' }, address: '' }] }, 'footerLinks.0.address required'],
  [{ footerLinks: [{ label: {}, address: '/contact' }] }, 'footerLinks.0.label.en required'],
  [{ headerMenu: [{ label: { en: 'A' }, address: 'javascript:alert(1)' }] }, 'headerMenu.0.address invalid_address'],
  [{ headerMenu: [{ label: { en: 'A' }, address: 'http://a.example' }] }, 'headerMenu.0.address invalid_address'],
  [{ headerMenu: [{ label: {}, address: '/cart' }] }, 'headerMenu.0.label.en required'],
  [{ headerMenu: [{ label: {}, address: '/products?category=%00' }] }, 'headerMenu.0.label.en required'],
  [{ headerMenu: [{ label: { en: 'A' }, address: '/cart', below: true }] }, 'headerMenu.0.below not_allowed'],
  [{ headerMenu: [{ label: { en: 'A' }, address: '/cart', place: 0 }] }, 'headerMenu.0.place too_small'],
  [{ vatId: '123' }, 'vatId invalid_vat_id'],
  [{ vatId: 'DE12345678' }, 'vatId invalid_vat_id'],
  [{ vatId: 'GR123456789' }, 'vatId invalid_vat_id'],
  [{ vatId: 'CHE-123.456.788 VAT' }, 'vatId invalid_vat_id'],
  [{ vatId: 'ATU1234567' }, 'vatId invalid_vat_id'],
  [{ replyTo: 'shop' }, 'replyTo invalid_email'],
  [{ isOpen: 'yes' }, 'isOpen invalid_type'],
  [{ seat: null }, 'seat invalid_type'],
]
test('numbers as tax offices write them → kept as typed', async () => {
  const kept = [
    ...['CHE-123.456.788 MWST', 'CHE-123.456.788 TVA', 'CHE-123.456.788 IVA', 'CHE123456788', 'EL123456789'],
    ...['XI123456789', 'GB 123 4567 89', 'NL123456789B01', 'IE1234567WA', 'IE8Z12345A', 'ESX1234567X', 'ATU12345678'],
    ...['FR12 345678901', 'BE 0123.456.789', 'LT123456789012', 'NO123456789MVA', 'AU12345678901'],
  ]
  for (const vatId of kept) assert.equal((await change({ vatId })).body.vatId, vatId)
})

test('references that banks pass on → kept', async () => {
  const kept = [
    'Order {order}',
    'RE/{order}',
    "L'ordre no. {order} (2026-27)",
    'ORDER1234567890 {order}',
    'AB12 {order}',
  ]
  for (const transferReference of kept)
    assert.equal((await change({ transferReference })).body.transferReference, transferReference)
})

test('a shop with an ended currency → keeps it, and saves everything else', async () => {
  const { currency } = (await read()).body
  await changeShop(semel.db, { currency: 'BGN' })
  await forgetShop(semel.db)
  const answer = await change({ currency: 'BGN', legalName: 'Kept' })
  assert.deepEqual([answer.status, answer.body.currency, answer.body.legalName], [200, 'BGN', 'Kept'])
  assert.equal((await change({ currency })).status, 200)
})

for (const [body, error] of WRONG) {
  test(`${JSON.stringify(body).slice(0, 80)} → 422 ${error}, and nothing is changed`, async () => {
    const { version } = (await read()).body
    const answer = await change({ ...body, legalName: 'Changed too' })
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(errorsOf(answer.body), [error], answer.text)
    assert.ok(answer.body.errors[0].reason)
    const now = (await read()).body
    assert.deepEqual([now.version, now.legalName === 'Changed too'], [version, false])
  })
}

test('unsettable fields are left as they are; a null character is harmless', async () => {
  const { body } = await change({ logo: 'x', version: undefined, pages: ['terms'], unknown: 1 })
  assert.deepEqual([body.logo, body.unknown], [null, undefined])
  const odd = await change({ name: 'a\u0000b' })
  assert.ok(odd.status === 200 || odd.status === 422 || odd.status === 400, odd.text)
})

test('only admins read and change settings', async () => {
  const staff = await person(semel, 'staff')
  for (const { token } of [staff, customer]) {
    assert.equal((await semel.client().get(ADDRESS, { token })).status, 403)
    assert.equal((await semel.client().patch(ADDRESS, { name: 'x' }, { token })).status, 403)
    const browser = signedIn(token)
    for (const page of ['/admin/settings', '/admin/settings/look', '/admin/pages', '/admin/pages/terms/en']) {
      assert.equal((await browser.get(page, HTML)).status, 403)
    }
  }
})

test('logo is made anew, shown on every page, and kept while shown', async () => {
  const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#c630' } })
    .png()
    .toBuffer()
  const put = (data: string) => semel.client().put(`${ADDRESS}/logo`, { data }, { token: admin.token })
  const { status, body } = await put(png.toString('base64'))
  assert.equal(status, 200, JSON.stringify(body))
  const [, src] = /<a class="wordmark"[^>]*><img src="([^"]+)"/.exec(await html('/'))!
  const file = await fetch(semel.origin + src)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/webp'])
  assert.equal((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width, 320)

  await semel.db
    .updateTable('image_files')
    .set({ unused_since: new Date('2020-01-01') })
    .execute()
  await deleteUnusedImages(semel.db)
  assert.equal((await fetch(semel.origin + src)).status, 200, 'the shop shows it')

  const gone = await semel.client().delete(`${ADDRESS}/logo`, { token: admin.token })
  assert.equal(gone.body.logo, null)
  assert.equal((await fetch(semel.origin + src)).status, 200, 'emails show it')
  await semel.db
    .updateTable('image_files')
    .set({ unused_since: new Date('2020-01-01') })
    .execute()
  await deleteUnusedImages(semel.db)
  assert.equal((await fetch(semel.origin + src)).status, 404)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')
  for (const data of [svg, 'not base64!', Buffer.from('GIF89a').toString('base64')]) {
    const refused = await put(data)
    assert.deepEqual([refused.status, errorsOf(refused.body)], [422, ['data invalid_image']], refused.text)
  }
  assert.deepEqual(errorsOf((await put('')).body), ['data required'])
})

test('small picture of the home page has every file that pages request', async () => {
  const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c63' } })
    .jpeg()
    .toBuffer()
  const data = jpeg.toString('base64')
  const { body } = await semel.client().put(`${ADDRESS}/picture`, { data }, { token: admin.token })
  for (const side of [480, 800, 1600]) {
    assert.equal((await fetch(`${semel.origin}/assets/images/${body.homePicture}/${side}.webp`)).status, 200)
  }
})

test('accent → separate style sheet on shop pages, not in the console', async () => {
  await change({ accent: '#7a1f3d' })
  const [, href] = /<link rel="stylesheet" href="(\/assets\/accent\/[^"]+)"/.exec(await html('/products'))!
  const sheet = await fetch(semel.origin + href)
  assert.deepEqual(
    [sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')],
    [200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  )
  assert.match(await sheet.text(), /^:root\{--brand:#7a1f3d;.*prefers-color-scheme:dark/)
  const consolePage = await signedIn(admin.token).get('/admin/orders', HTML)
  assert.equal(consolePage.status, 200)
  assert.doesNotMatch(consolePage.text, /assets\/accent/)
  for (const wrong of ['ffcc00', '0f5a48', 'zzz', '..%2f']) {
    assert.equal((await fetch(`${semel.origin}/assets/accent/${wrong}.css`)).status, 404)
  }
})

test('background and text → colors of both schemes in the style', async () => {
  const { body, status, text } = await change({ backgroundColor: '#FBF7F0', textColor: '#2a1d14', accent: '#7a1f3d' })
  assert.equal(status, 200, text)
  assert.deepEqual([body.backgroundColor, body.textColor], ['#fbf7f0', '#2a1d14'])
  const [, href] = /<link rel="stylesheet" href="(\/assets\/accent\/7a1f3d-fbf7f0-2a1d14\.[^"]+)"/.exec(
    await html('/products'),
  )!
  const sheet = await (await fetch(semel.origin + href)).text()
  assert.match(sheet, /^:root\{--paper:#fbf7f0;.*--ink:#2a1d14;.*prefers-color-scheme:dark.*--paper:#[01]/)
  for (const wrong of ['7a1f3d-808080-2a1d14', '7a1f3d-fbf7f0', '7a1f3d-fbf7f0-2a1d14-zz']) {
    assert.equal((await fetch(`${semel.origin}/assets/accent/${wrong}.css`)).status, 404, wrong)
  }
  const refused = await change({ accent: '#6b6b6b', backgroundColor: '#e8d8c8' })
  assert.match(refused.text, /its contrast on the page is 3\.\d to 1, and must be at least 4\.5 to 1/)
  await change({ backgroundColor: '#f3f6f3', textColor: '#13201c' })
})

test('compact layout → a class of shop pages, not of the console', async () => {
  await change({ productLayout: 'compact' })
  assert.match(await html('/products'), /<html [^>]*class="compact"/)
  assert.doesNotMatch((await signedIn(admin.token).get('/admin/orders', HTML)).text, /class="compact"/)
  await change({ productLayout: 'gallery' })
  assert.doesNotMatch(await html('/products'), /class="compact"/)
})

test('without dark pages → a style that is light at night', async () => {
  for (const accent of ['#7a1f3d', '#0f5a48']) {
    await change({ accent, darkPages: false })
    const page = await html('/products')
    assert.match(page, /<meta name="color-scheme" content="light">/)
    const [, href] = /<link rel="stylesheet" href="(\/assets\/accent\/[\w-]+-light\.[^"]+)"/.exec(page)!
    const sheet = await (await fetch(semel.origin + href)).text()
    assert.doesNotMatch(sheet, /prefers-color-scheme|light dark/)
    assert.match(sheet, /color-scheme: light;/)
  }
  await change({ darkPages: true })
  assert.match(await html('/products'), /content="light dark"/)
})
