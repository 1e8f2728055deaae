import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { forgetShop } from '../../src/shop/settings.ts'
import { COUNTRIES } from '../../src/world/countries.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The console's pages of the settings, as a browser without scripts sends their forms. */

let semel: Semel
let browser: Client
before(async () => {
  semel = await startSemel({}, { worker: false })
  browser = await signedIn('admin')
})
after(() => semel[Symbol.asyncDispose]())

const HTML = { accept: 'text/html' }

async function signedIn(role: 'admin' | 'staff'): Promise<Client> {
  const { token } = await person(semel, role)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  return client
}

const show = async (path: string) => {
  const { status, text } = await browser.get(path, { headers: HTML })
  assert.equal(status, 200, path)
  return text
}

const send = (action: string, values: Record<string, string>) =>
  browser.request('POST', action, {
    body: new URLSearchParams(values).toString(),
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
  })

async function save(group: string, typed: Record<string, string>) {
  const page = `/admin/settings/${group}`
  return send(`${page}/save`, { ...fieldsOf(await show(page), `${page}/save`), ...typed })
}

const box = (code: string) => `countries.${COUNTRIES.indexOf(code)}`

const settings = async () => (await browser.get('/api/admin/settings')).body

test('group of settings → saved from its page, which then shows it', async () => {
  for (const [group, typed] of [
    ['look', { name: 'Tea', accent: '#7a1f3d' }],
    ['home', { 'homeTitle.en': 'Good tea', 'homeText.en': 'From **Assam**.' }],
    ['legal', { legalName: 'Tea Ltd', seat: '1 Street\nLondon', vatId: 'GB123456789' }],
    ['emails', { senderName: 'Tea by post', replyTo: 'tea@example.com' }],
    ['selling', { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }],
    ['countries', { [box('GB')]: 'GB', [box('IE')]: 'IE', [box('FR')]: 'FR' }],
    ['payment', { iban: 'gb82 west 1234 5698 7654 32', daysToPay: '7', transferReference: 'TEA {order}' }],
    ['footer', { 'footerLinks.1.label.en': 'Help', 'footerLinks.1.address': '/contact' }],
    ['languages', { 'languages.0': 'en', 'languages.2': 'fr' }],
  ] as const) {
    const { status, headers, text } = await save(group, typed)
    assert.equal(status, 303, text)
    assert.equal(headers.get('location'), `/admin/settings/${group}`)
  }
  const { countries, footerLinks, iban, languages, seat, version } = await settings()
  assert.equal(iban, 'GB82WEST12345698765432')
  assert.deepEqual(countries, ['FR', 'GB', 'IE'])
  assert.deepEqual(footerLinks, [{ label: { en: 'Help' }, address: '/contact' }])
  assert.deepEqual([languages, seat, version], [['en', 'fr'], '1 Street\nLondon', 10])
  assert.match(await show('/admin/settings/home'), /Heading \(French\)/)
  assert.match(await show('/admin/settings/payment'), /value="GB82 WEST 1234 5698 7654 32"/)
  const boxes = await show('/admin/settings/countries')
  assert.deepEqual([...boxes.matchAll(/value="(\w\w)"[^>]* checked>/g)].map(([, code]) => code).sort(), [
    'FR',
    'GB',
    'IE',
  ])
  assert.match(boxes, /<legend>European Union<\/legend>.*>Austria<.*<legend>Rest of Europe<.*<legend>Other countries</s)
  assert.equal((await save('countries', { [box('GB')]: '' })).status, 303)
  assert.deepEqual((await settings()).countries, ['FR', 'IE'])
  const none = fieldsOf(await show('/admin/settings/countries'), '/admin/settings/countries/save')
  const kept = Object.entries(none).filter(([name]) => !name.startsWith('countries.'))
  assert.equal((await send('/admin/settings/countries/save', Object.fromEntries(kept))).status, 303)
  assert.deepEqual((await settings()).countries, [])
  assert.equal((await save('footer', { 'footerLinks.0.label.en': '', 'footerLinks.0.address': '' })).status, 303)
  assert.deepEqual((await settings()).footerLinks, [])
})

test('wrong input → named beside its field, and everything typed stays', async () => {
  const color = await save('look', { accent: '#ffcc00', name: 'Other' })
  assert.equal(color.status, 422)
  assert.match(color.text, /Color is too light to be read: its contrast on the page is 1\.\d to 1/)
  assert.match(color.text, /value="#ffcc00"/)
  assert.match(
    (await save('countries', { 'countries.0': 'Mars' })).text,
    /Countries has &quot;Mars&quot;, which is not a country/,
  )
  const link = await save('footer', { 'footerLinks.0.label.en': 'Us', 'footerLinks.0.address': 'http://us.example' })
  assert.match(link.text, /Address must begin with https:\/\//)
  assert.match((await save('languages', { 'languages.1': 'en' })).text, /Second language is there already/)
})

test('form overtaken by a colleague → saves nothing, and can be resubmitted', async () => {
  const page = '/admin/settings/legal'
  const old = fieldsOf(await show(page), `${page}/save`)
  await save('legal', { seat: '2 Street' })
  const refused = await send(`${page}/save`, { ...old, legalName: 'Tea and Co' })
  assert.equal(refused.status, 412)
  assert.match(refused.text, /Somebody has changed this since you read it/)
  assert.notEqual((await settings()).legalName, 'Tea and Co')
  const again = await send(`${page}/save`, fieldsOf(refused.text, `${page}/save`))
  assert.equal(again.status, 303)
  const now = await settings()
  assert.deepEqual([now.legalName, now.seat], ['Tea and Co', '2 Street'], 'the change of the colleague stays')
})

test('legal page → written, previewed, published after a question, and withdrawn', async () => {
  const page = '/admin/pages/terms/en'
  assert.match(await show(page), /Customers do not see this page yet/)
  const written = await send(`${page}/save`, {
    ...fieldsOf(await show(page), `${page}/save`),
    body: '## Yours\n\nAll.',
  })
  assert.deepEqual([written.status, written.headers.get('location')], [303, page])
  assert.match(await show(page), /<article class="legal" lang="en"><h3>Terms<\/h3><h2>Yours/)
  const html = await send(`${page}/save`, { ...fieldsOf(await show(page), `${page}/save`), body: '<b>All.</b>' })
  assert.equal(html.status, 422)
  assert.match(html.text, /Text must not contain HTML, such as &lt;b&gt;/)

  const asked = await send(`${page}/publish`, fieldsOf(await show(page), `${page}/publish`))
  assert.match(asked.text, /Publish this text\?/)
  const confirmed = await send(`${page}/publish`, fieldsOf(asked.text, `${page}/publish`))
  assert.equal(confirmed.status, 303, confirmed.text)
  assert.equal((await browser.get('/terms', { headers: HTML })).status, 200)
  assert.match(await show(page), /href="\/terms\?version=1">Text 1</)
  const gone = await send(`${page}/withdraw`, { ...fieldsOf(await show(page), `${page}/withdraw`), _confirmed: 'yes' })
  assert.equal(gone.status, 303, gone.text)
  assert.equal((await browser.get('/terms', { headers: HTML })).status, 404)
})

test('unopened shop → console begins with what is missing; sales work anyway', async () => {
  const start = await show('/admin')
  assert.match(start, /Set up your shop/)
  assert.match(start, /A product that is for sale/)
  assert.match(start, /The page &quot;Imprint&quot;/)
  const staff = await signedIn('staff')
  assert.doesNotMatch((await staff.get('/admin', { headers: HTML })).text, /Set up your shop/)

  const productId = await stockProduct(semel.db)
  assert.doesNotMatch(await show('/admin'), /A product that is for sale/)
  const { token } = await person(semel)
  const order = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
  assert.equal(order.status, 201, order.text)

  // The browser proposes the language, which is asked for first.
  await sql`update shop_settings set settings = settings - 'languages'`.execute(semel.db)
  await forgetShop(semel.db)
  const french = await browser.get('/admin', { headers: { ...HTML, 'accept-language': 'fr-FR,en;q=0.5' } })
  assert.match(french.text, /<ol class="set-up"><li><p class="row"><strong>Langue/)
  const chosen = await send('/admin/choose-language', fieldsOf(french.text, '/admin/choose-language'))
  assert.equal(chosen.status, 303, chosen.text)
  assert.deepEqual((await settings()).languages, ['fr'])
  assert.doesNotMatch(await show('/admin'), /choose-language/)

  const opened = await send('/admin/open-shop', fieldsOf(start, '/admin/open-shop'))
  assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/admin'])
  assert.doesNotMatch(await show('/admin'), /Set up your shop/)
  assert.equal((await settings()).isOpen, true)
})

test('VAT number with wrong check digits → saved with a request to compare', async () => {
  const asks = async (vatId: string) => {
    const { status } = await save('legal', { legalName: 'Tea Ltd', seat: '1 Street\nLondon', vatId })
    assert.equal(status, 303, vatId)
    assert.equal((await settings()).vatId, vatId)
    return (await show('/admin/settings/legal')).includes('Its check digits do not fit')
  }
  assert.equal(await asks('DE123456789'), true)
  assert.equal(await asks('DE136695976'), false)
  assert.equal(await asks('PL8567346215'), false)
})
