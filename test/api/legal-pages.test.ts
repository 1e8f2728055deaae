import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  const languages = ['de', 'en']
  await semel.client().patch('/api/admin/settings', { languages }, { token: admin.token })
})
after(() => semel[Symbol.asyncDispose]())

const api = (path = '') => `/api/admin/pages${path}`
const write = (path: string, body: object, headers: Record<string, string> = {}) =>
  semel.client().put(api(path), body, { token: admin.token, headers })
const publish = (path: string, body: object = {}) =>
  semel.client().post(api(`${path}/publish`), body, { token: admin.token })
const publishText = async (path: string, body: string) => {
  assert.equal((await write(path, { title: `Title of ${path}`, body })).status, 200)
  const answer = await publish(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.published as number
}
const show = async (address: string, language = 'en') => {
  const response = await fetch(semel.origin + address, {
    headers: { accept: 'text/html', 'accept-language': language },
  })
  return { status: response.status, text: await response.text() }
}

test('legal page → shown and in the footer from publication until withdrawal', async () => {
  const draft = await write('/imprint/de', { title: ' Impressum ', body: 'Tee & Co.' })
  assert.equal(draft.status, 200, draft.text)
  const { title, version, published, isChanged } = draft.body
  assert.deepEqual([title, version, published, isChanged], ['Impressum', 1, null, true])
  assert.equal((await show('/imprint')).status, 404)
  assert.doesNotMatch((await show('/')).text, /href="\/imprint"/)

  assert.equal((await publish('/imprint/de')).body.published, 1)
  const page = await show('/imprint')
  assert.equal(page.status, 200)
  assert.match(page.text, /<article class="legal" lang="de"><h1>Impressum<\/h1>\s*<p>Tee &amp; Co\.<\/p>/)
  assert.match((await show('/')).text, /<li><a href="\/imprint">Imprint<\/a>/)
  assert.match((await show('/', 'de')).text, /<li><a href="\/imprint">Impressum<\/a>/)

  const gone = await semel.client().post(api('/imprint/de/withdraw'), undefined, { token: admin.token })
  assert.deepEqual([gone.status, gone.body.published], [200, null])
  assert.equal((await show('/imprint')).status, 404)
  assert.doesNotMatch((await show('/')).text, /href="\/imprint"/)
})

test('page language → that of the reader, else first of the shop', async () => {
  await publishText('/delivery/de', 'Mit der Post.')
  assert.match((await show('/delivery')).text, /Mit der Post/)
  await publishText('/delivery/en', 'By mail.')
  assert.match((await show('/delivery')).text, /By mail/)
  assert.match((await show('/de/delivery')).text, /Mit der Post/)
  assert.match((await show('/delivery', 'fr')).text, /Mit der Post/)
})

test('order → keeps and links the terms it was placed under', async () => {
  const customer = await person(semel)
  const productId = await stockProduct(semel.db)
  const order = async () => {
    const items = [{ productId, quantity: 1 }]
    const { body } = await semel.client().post('/api/orders', { items }, { token: customer.token })
    const read = await semel.client().get(`/api/orders/${body.id}`, { token: customer.token })
    assert.equal(read.body.termsVersion, body.termsVersion)
    return body.termsVersion
  }
  assert.equal(await order(), null)
  assert.equal(await publishText('/terms/en', 'The first.'), 1)
  assert.equal(await publishText('/terms/de', 'Die ersten.'), 2)
  assert.equal(await order(), 2)
  assert.equal(await publishText('/terms/en', 'The second.'), 3)
  assert.equal(await order(), 3)
  assert.match((await show('/terms?version=2')).text, /no longer in force.*The first\./s)
  assert.match((await show('/de/terms?version=2')).text, /<p>Die ersten\.<\/p>/)
  assert.match((await show('/terms')).text, /The second\./)
  assert.doesNotMatch((await show('/terms?version=3')).text, /no longer in force/)
  for (const wrong of ['4', '0', 'x', '-1', '1e1', '99999999999']) {
    assert.equal((await show(`/terms?version=${wrong}`)).status, 404, wrong)
  }
  const { body } = await semel.client().get(api('/terms/versions'), { token: admin.token })
  assert.deepEqual(
    body.items.map((one: { number: number; locale: string }) => `${one.number} ${one.locale}`),
    ['3 en', '2 de', '1 en'],
  )
})

test('one text published many times, by two admins → one version', async () => {
  await write('/privacy/en', { title: 'Privacy', body: 'We keep little.' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => publish('/privacy/en')))
  assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.published}`)), new Set(['200 1']))
})

test('two languages published at once get two numbers', async () => {
  for (const locale of ['en', 'de', 'fr']) await write(`/withdrawal/${locale}`, { title: 'W', body: `In ${locale}.` })
  const answers = await Promise.all(['en', 'de', 'fr'].map(locale => publish(`/withdrawal/${locale}`)))
  assert.deepEqual(answers.map(({ body }) => body.published).sort(), [1, 2, 3])
})

test('two admins write one draft → one succeeds, the other gets 412', async () => {
  const begun = await Promise.all(['A', 'B'].map(body => write('/imprint/fr', { title: 'Imprint', body, version: 0 })))
  assert.deepEqual(begun.map(({ status }) => status).sort(), [200, 412])
  const read = await semel.client().get(api('/imprint/fr'), { token: admin.token })
  const etag = { 'if-match': read.headers.get('etag')! }
  const written = await Promise.all(['C', 'D'].map(body => write('/imprint/fr', { title: 'Imprint', body }, etag)))
  assert.deepEqual(written.map(({ status }) => status).sort(), [200, 412])
  assert.equal((await publish('/imprint/fr', { version: read.body.version })).status, 412, 'another text than was read')
})

const WRONG: [string, string][] = [
  ['<script>alert(1)</script>', 'contains_html'],
  ['Some <b>bold</b> words', 'contains_html'],
  ['<!-- hidden -->', 'contains_html'],
  ['> - a <img src=x onerror=alert(1)>', 'contains_html'],
  ['![a](https://a.example/a.png)', 'not_allowed'],
  ['[a](javascript:alert(1))', 'invalid_address'],
  ['[a](JaVaScRiPt:alert)', 'invalid_address'],
  ['[a](http://a.example)', 'invalid_address'],
  ['[a](//a.example)', 'invalid_address'],
  ['[a](data:text/html,x)', 'invalid_address'],
  ['[a][b]\n\n[b]: vbscript:x', 'invalid_address'],
  ['| a |\n|---|\n| [x](javascript:1) |', 'invalid_address'],
  ['> '.repeat(15_000), 'too_deep'],
  ['1. '.repeat(13_000), 'too_deep'],
  ['', 'required'],
  ['   ', 'required'],
  ['a'.repeat(40_001), 'too_long'],
]
for (const [body, code] of WRONG) {
  test(`the text ${JSON.stringify(body.slice(0, 40))} → 422 ${code}`, async () => {
    const answer = await write('/terms/fr', { title: 'Terms', body })
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual([answer.body.errors[0].field, answer.body.errors[0].code], ['body', code], answer.text)
  })
}

test('unknown page or language, empty text, or no admin → refused', async () => {
  for (const path of ['/rules/en', '/terms/es', '/terms']) assert.equal((await write(path, {})).status, 404, path)
  assert.equal((await publish('/terms/fr')).status, 404)
  assert.equal((await semel.client().get(api('/terms/fr'), { token: admin.token })).status, 404)
  const staff = await person(semel, 'staff')
  assert.equal((await semel.client().get(api(), { token: staff.token })).status, 403)
})

test('a text takes seconds to read → 422; published before → read once', async () => {
  const body = '_a'.repeat(20_000)
  const refused = await write('/withdrawal/en', { title: 'Withdrawal', body })
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [422, 'too_complex'], refused.text)
  await publishText('/withdrawal/en', 'You may withdraw.')
  await semel.db.updateTable('page_versions').set({ body }).where('slug', '=', 'withdrawal').execute()
  const spent = async () => {
    const before = process.cpuUsage()
    assert.equal((await show('/withdrawal-policy')).status, 200)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const first = await spent()
  const others = [await spent(), await spent(), await spent()]
  assert.ok(Math.min(...others) < first / 4, `${first} and ${others}`)
})
