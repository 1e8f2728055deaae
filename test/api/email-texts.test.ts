import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { valuesFor, withTexts } from '../../src/notifications/texts/apply.ts'
import { builtInTexts } from '../../src/notifications/texts/built-in.ts'
import { requireGoodTexts } from '../../src/notifications/texts/check.ts'
import { TEXT_KINDS } from '../../src/notifications/texts/placeholders.ts'
import { SAMPLE_NAME } from '../../src/notifications/texts/sample-order.ts'
import { SAMPLE_SHOP, sampleLetter } from '../../src/notifications/texts/samples.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { LANGUAGES } from '../../src/words/languages.ts'
import { inLanguage } from '../../src/words/words.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The words that a shop writes for its emails: by the API, on the pages of the console, and in the emails themselves. */

let semel: Semel
let admin: Person
let browser: Client
let productId: number
before(async () => {
  semel = await startSemel()
  admin = await person(semel, 'admin')
  browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  productId = await stockProduct(semel.db, { name: 'Lamp', stock: 100, price: 1999 })
  await changeShop(semel.db, { name: 'Tea & Co', languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const api = (path = '') => `/api/admin/email-texts${path}`
const read = (path: string) => semel.client().get(api(path), { token: admin.token })
const write = (path: string, body: object, headers: Record<string, string> = {}) =>
  semel.client().put(api(path), body, { token: admin.token, headers })
const reset = (path: string, headers: Record<string, string> = {}) =>
  semel.client().delete(api(path), { token: admin.token, headers })

async function customer(userName: string, locale = 'en'): Promise<Person> {
  const someone = await person(semel)
  await verifyEmail(semel, someone.id)
  await semel.db.updateTable('users').set({ user_name: userName, locale }).where('id', '=', someone.id).execute()
  return someone
}

async function placeOrder({ token }: Person): Promise<number> {
  const order = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
  assert.equal(order.status, 201, order.text)
  return order.body.id
}

const PLACED = '/order.placed/en'
const WORDS = {
  subject: 'Order Confirmation #{{ order.id }} from {{ shop.name }}',
  heading: 'Hooray!',
  before:
    '{{ greeting }}\n{% if customer.name %}Dear {{ customer.name }}, your{% else %}Your{% endif %} tea is on the stove.',
  after: 'Drink it hot.\n\nYour tea house',
  footer: 'Sent because you like tea.',
}

test('words of the shop → in both parts, as text; other languages built-in', async () => {
  const written = await write(PLACED, WORDS)
  assert.equal(written.status, 200, written.text)
  const name = '{{ order.id }} <b>Bo</b>'
  const [english, german] = [await customer(name), await customer('Anna', 'de')]
  const id = await placeOrder(english)
  await placeOrder(german)
  const [mail] = await semel.mailTo(english.email)
  const { source } = (await readOneMail(semel.db, mail!.id))!
  assert.equal(mail!.subject, `Order Confirmation #${id} from Tea & Co`)
  assert.match(
    mail!.text,
    /^Hooray!\n=+\n\nHello \{\{ order\.id \}\} <b>Bo<\/b>,\nDear \{\{ order\.id \}\} <b>Bo<\/b>, your tea/,
  )
  assert.match(mail!.text, /Drink it hot\.\n\nYour tea house\n\n.*-- \n[^\n]*\nSent because you like tea\./s)
  assert.match(mail!.html, /<h1 [^>]*>Hooray!<\/h1>/)
  assert.match(mail!.html, /Dear \{\{ order\.id \}\} &lt;b&gt;Bo&lt;\/b&gt;, your tea/)
  assert.match(mail!.html, /Sent because you like tea\./)
  assert.match(mail!.text, /Lamp/, 'the facts stay')
  assert.doesNotMatch(mail!.text, /Thank you for your order|You get this email/)
  assert.match(String(source), /^Message-ID: <[0-9a-f-]{36}\.[0-9a-f]{32}@/im)
  const [other] = await semel.mailTo(german.email)
  assert.match(other!.text, /^Vielen Dank für Ihre Bestellung/)
})

test('unwritten words → null, with the built-in ones and their placeholders', async () => {
  const { status, body } = await read('/order.shipped/fr')
  assert.equal(status, 200)
  const { subject, heading, before, after, footer, changedAt } = body
  assert.deepEqual([subject, heading, before, after, footer, changedAt], [null, null, null, null, null, null])
  assert.match(body.builtIn.subject, /\{\{ order\.id \}\}/)
  assert.match(body.builtIn.before, /^\{\{ greeting \}\}\n/)
  assert.deepEqual(body.placeholders.slice(0, 3), ['shop.name', 'greeting', 'customer.name'])
  for (const unknown of ['/order.lost/en', '/order.shipped/it', '/announcement.tested/en']) {
    assert.equal((await read(unknown)).status, 404, unknown)
  }
})

test('built-in words written out and saved → unchanged, in each kind and language', () => {
  for (const language of LANGUAGES) {
    inLanguage(language, () => {
      for (const kind of TEXT_KINDS) {
        const built = builtInTexts({ kind, language })
        const texts = { ...built, after: built.after || null, before: built.before || null }
        requireGoodTexts({ kind, language }, texts)
        const letter = sampleLetter(kind, SAMPLE_SHOP)
        const again = withTexts(letter, texts, valuesFor(letter, SAMPLE_NAME, SAMPLE_SHOP))
        const said = ({ subject, heading, before, reason, after }: typeof letter) => {
          const words = after.map(block => ('text' in block ? block.text : block))
          return { subject, heading, reason, before: before.join('\n\n'), after: words }
        }
        assert.deepEqual(said(again), said(letter), `${kind} in ${language}`)
      }
    })
  }
})

test('two admins change the same version → one succeeds, the other gets 412', async () => {
  const address = '/user.registered/en'
  const first = await read(address)
  const etag = { 'if-match': first.headers.get('etag')! }
  const both = await Promise.all(['A', 'B'].map(heading => write(address, { heading }, etag)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  assert.equal(both.find(({ status }) => status === 412)!.body.code, 'changed_meanwhile')
  const { version, heading } = (await read(address)).body
  const forms = await Promise.all(['C', 'D'].map(heading => write(address, { heading, version })))
  assert.deepEqual(forms.map(({ status }) => status).sort(), [200, 412])
  assert.notEqual((await read(address)).body.heading, heading)
  assert.equal((await reset(address, etag)).status, 412)
  const now = { 'if-match': (await read(address)).headers.get('etag')! }
  assert.equal((await reset(address, now)).status, 204)
  assert.equal((await reset(address)).status, 204, 'built-in words stay built-in')
  const after = await read(address)
  assert.deepEqual([after.body.heading, after.headers.get('etag')], [null, first.headers.get('etag')])
})

test('changed words → audited with their author; equal words → no change', async () => {
  const lines = async () => {
    const log = await semel.client().get('/api/admin/audit-log?limit=3', { token: admin.token })
    return log.body.items.map(({ action, actorId, detail }: Record<string, unknown>) => ({ action, actorId, detail }))
  }
  const name = { kind: 'user.deleted', language: 'fr' }
  await write('/user.deleted/fr', { heading: 'Adieu', before: 'Au revoir' })
  await write('/user.deleted/fr', { heading: 'Adieu', before: 'Au revoir' })
  await write('/user.deleted/fr', { heading: 'Adieu' })
  await reset('/user.deleted/fr')
  assert.deepEqual(await lines(), [
    { action: 'email_text_reset', actorId: admin.id, detail: { ...name, changed: 'heading' } },
    { action: 'email_text_changed', actorId: admin.id, detail: { ...name, changed: 'before' } },
    { action: 'email_text_changed', actorId: admin.id, detail: { ...name, changed: 'heading, before' } },
  ])
})

const MISTAKES: [path: string, texts: object, field: string, code: string, at?: [number, number]][] = [
  [PLACED, { before: 'Dear\n {{ custmer.name }}' }, 'before', 'unknown_placeholder', [2, 5]],
  [PLACED, { after: '{% if false %}{{ product.name }}{% endif %}' }, 'after', 'unknown_placeholder', [1, 18]],
  [PLACED, { before: '{{ order }}' }, 'before', 'unknown_placeholder', [1, 4]],
  [PLACED, { before: '{{ order.constructor }}' }, 'before', 'unknown_placeholder', [1, 4]],
  [PLACED, { subject: 'Order Confirmation' }, 'subject', 'missing_placeholder', [1, 1]],
  [PLACED, { subject: 'Your order #{{ order.id }}' }, 'subject', 'missing_words', [1, 1]],
  [
    PLACED,
    { subject: 'Order Confirmation {% if customer.name %}{{ order.id }}{% endif %}' },
    'subject',
    'missing_placeholder',
    [1, 1],
  ],
  [
    PLACED,
    { subject: 'Order Confirmation {{ order.id }}\r\nBcc: all@example.com' },
    'subject',
    'invalid_format',
    [1, 34],
  ],
  [PLACED, { heading: 'One\u2028two' }, 'heading', 'invalid_format', [1, 4]],
  [PLACED, { heading: '{% comment %}nothing{% endcomment %}' }, 'heading', 'required', [1, 1]],
  ['/order.shipped/en', { heading: '{{ order.tracking }}' }, 'heading', 'required', [1, 1]],
  [PLACED, { before: 'Hello {{ greeting' }, 'before', 'invalid_format', [1, 7]],
  [PLACED, { before: '{% for a in (1..100000000) %}x{% endfor %}' }, 'before', 'unknown_tag', [1, 1]],
  [PLACED, { before: "{% include 'secret' %}" }, 'before', 'unknown_tag', [1, 1]],
  [PLACED, { before: '{{ greeting | date: "%s" }}' }, 'before', 'unknown_filter', [1, 1]],
  [PLACED, { before: `{{ greeting${' | append: greeting'.repeat(280)} }}` }, 'before', 'too_long'],
  [PLACED, { footer: ' \n ' }, 'footer', 'required'],
  [PLACED, { footer: '' }, 'footer', 'required'],
  [PLACED, { heading: 'x'.repeat(201) }, 'heading', 'too_long'],
  [PLACED, { heading: 'a\u202eb' }, 'heading', 'invisible_characters'],
  [PLACED, { heading: 7 }, 'heading', 'invalid_type'],
]

for (const [path, texts, field, code, at] of MISTAKES) {
  test(`${JSON.stringify(texts).slice(0, 90)} for ${path} is refused: ${code}${at ? ` at ${at.join(':')}` : ''}`, async () => {
    const { status, body, text } = await write(path, texts)
    assert.equal(status, 422, text)
    const [error, ...others] = body.errors
    assert.deepEqual(others, [])
    assert.deepEqual([error.field, error.code], [field, code], text)
    if (!at) return
    assert.deepEqual([error.line, error.column], at)
    assert.match(body.detail, new RegExp(`^${field} .*\\(line ${at[0]}, column ${at[1]}\\)$`))
  })
}

test('each mistake is named, and none of the words is stored', async () => {
  const before = (await read('/order.cancelled/en')).text
  const wrong = await write('/order.cancelled/en', { subject: 'Gone', heading: 'Fine', before: '{{ x }}' })
  assert.deepEqual(
    wrong.body.errors.map(({ field }: { field: string }) => field),
    ['subject', 'before'],
  )
  assert.equal((await read('/order.cancelled/en')).text, before)
})

test('words with bad placeholders → built-in ones sent; the console warns', async () => {
  const broken = { subject: null, heading: 'Broken', before: '{{ order.gone }}', after: null, footer: null }
  const row = { kind: 'order.placed', language: 'fr', ...broken, failed_at: null, failure: null } as const
  await semel.db.insertInto('mail_texts').values(row).execute()
  const someone = await customer('Zoé', 'fr')
  await placeOrder(someone)
  await placeOrder(someone)
  const mails = await semel.mailTo(someone.email, 2)
  for (const { text } of mails) assert.match(text, /^Merci pour votre commande/)
  const { body } = await read('')
  const own = body.items.find(({ language }: { language: string }) => language === 'fr')
  assert.match(own.failure, /undefined variable/)
  const said = /Your words of the email &quot;Order confirmation&quot; in French cannot be filled in: .*gone/
  for (const page of ['/admin', '/admin/health']) assert.match(await show(page), said)
  assert.match(await show(`${LIST}/order.placed/fr`), /These words cannot be filled in since/)
  assert.match(
    await show(LIST),
    /aria-label="Edit Order confirmation in French">Edit<\/a> <span class="badge bad">Fails/,
  )
  await write('/order.placed/fr', { heading: 'Merci' })
  assert.doesNotMatch(await show('/admin/health'), said)
})

test('test email → to the admin alone, once, in the given language', async () => {
  await write('/order.shipped/de', { subject: 'Paket #{{ order.id }}', before: 'Auf dem Weg.' })
  const sent = await semel.client().post(api('/order.shipped/de/test'), undefined, { token: admin.token })
  assert.deepEqual([sent.status, sent.body], [200, { sentTo: admin.email }])
  const [mail] = await semel.mailTo(admin.email)
  assert.equal(mail!.subject, 'Test: Paket #1042')
  assert.match(mail!.text, /Auf dem Weg\./)
  const deliveries = await semel.db
    .selectFrom('deliveries')
    .select('user_id')
    .where('kind', '=', 'email_text.tested')
    .execute()
  assert.deepEqual(deliveries, [{ user_id: admin.id }])
})

test('words, pages and preview → open to admins only', async () => {
  for (const role of ['customer', 'staff'] as const) {
    const { token } = await person(semel, role)
    const client = semel.client()
    assert.equal((await client.get(api(), { token })).status, 403)
    assert.equal((await client.put(api(PLACED), WORDS, { token })).status, 403)
    client.cookies.set(cookieNames(semel).session, token)
    for (const page of [LIST, `${LIST}${PLACED}`, `${LIST}${PLACED}/preview`]) {
      assert.equal((await client.get(page, { headers: HTML })).status, 403, page)
    }
  }
})

// The pages, as a browser without scripts sends their forms.

const LIST = '/admin/settings/email-texts'
const HTML = { accept: 'text/html' }

async function show(path: string): Promise<string> {
  const { status, text } = await browser.get(path, { headers: HTML })
  assert.equal(status, 200, path)
  return text
}

const send = (action: string, values: Record<string, string>) =>
  browser.request('POST', action, {
    body: new URLSearchParams(values).toString(),
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
  })

test('page without script → words written, previewed, tested and taken back', async () => {
  const page = `${LIST}/payment.received/en`
  assert.match(
    await show(LIST),
    /aria-label="Edit Payment received in English">Edit<\/a> <span class="badge ">Built-in/,
  )
  const old = fieldsOf(await show(page), `${page}/save`)
  const heading = { ...old, heading: 'Paid & done' }
  const saved = await send(`${page}/save`, heading)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, page], saved.text)
  assert.match(await show(page), /<pre [^>]*lang="en">Paid &amp; done\n/)
  const { text: preview, headers } = await browser.get(`${page}/preview`, { headers: HTML })
  assert.match(preview, /<h1 [^>]*>Paid &amp; done<\/h1>/)
  assert.match(headers.get('content-security-policy')!, /^sandbox .*default-src 'none'/)

  const late = await send(`${page}/save`, { ...old, heading: 'Mine' })
  assert.equal(late.status, 412)
  assert.match(late.text, /Somebody has changed this since you read it/)
  const again = fieldsOf(late.text, `${page}/save`)
  assert.equal(again.heading, 'Mine', 'what was typed stays')
  assert.equal((await send(`${page}/save`, again)).status, 303)

  const wrong = await send(`${page}/save`, { ...fieldsOf(await show(page), `${page}/save`), before: '{{ nam }}' })
  assert.equal(wrong.status, 422)
  assert.match(
    wrong.text,
    /Text before the facts inserts &quot;nam&quot;, which this email does not have\..*\(line 1, column 4\)/,
  )

  const test = await send(`${page}/test`, fieldsOf(await show(page), `${page}/test`))
  assert.equal(test.status, 303)
  const asked = await send(`${page}/reset`, fieldsOf(await show(page), `${page}/reset`))
  assert.match(asked.text, /Go back to the built-in text\?/)
  const gone = await send(`${page}/reset`, fieldsOf(asked.text, `${page}/reset`))
  assert.deepEqual([gone.status, gone.headers.get('location')], [303, LIST])
  assert.doesNotMatch(await show(page), /Mine|Back to the built-in text/)
})
