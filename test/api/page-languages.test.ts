import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { addFactor, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { unsubscribeAddress } from '../../src/notifications/announcements/unsubscribe.ts'
import { reasonsOf } from '../../src/pages/assets/form-errors.js'
import { PROBLEMS, type ProblemCode } from '../../src/problems.ts'
import { LEGAL_SLUGS } from '../../src/shop/legal-pages.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { MINUTE } from '../../src/time.ts'
import { dictionary as german } from '../../src/words/de/dictionary.ts'
import { singulars } from '../../src/words/en.ts'
import { dictionary as french } from '../../src/words/fr/dictionary.ts'
import { translator } from '../../src/words/translate.js'
import { formWords } from '../../src/words/words.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
import { englishIn } from '../support/english.ts'
import { openedPage, openProvider, orderOnline } from '../support/payments.ts'
import { stockProduct } from '../support/products.ts'
import { pageRoutes } from '../support/routes.ts'
import { startSemel } from '../support/semel.ts'

/*
 * No sentence of the code is in English on a page of the shop in German or French, and nothing speaks of Semel:
 * every page of the route table, for visitors with and without data, every form of those pages with nothing and with
 * nonsense in it, and the questions that forms ask. The data has no English words.
 */
const semel = await startSemel({}, { worker: false })
const provider = await openProvider(semel)
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})
await changeShop(semel.db, {
  name: 'Ombra',
  languages: ['en', 'de', 'fr'],
  homeTitle: { en: 'Ombra' },
  deliveryPromise: { en: '2–4' },
})
await semel.db
  .updateTable('delivery_methods')
  .set({ names: JSON.stringify({ en: 'Posta' }) })
  .execute()
await forgetShop(semel.db)

/** Names that the test writes, browsers, and times. */
const DATA = /^(?:Ombra|Posta|Lampada|node|undici)/

const { db } = semel
const product = (values: Parameters<typeof stockProduct>[1]) =>
  stockProduct(db, { name: 'Lampada', category: 'Lampade', description: 'Bella.', ...values })
const [inStock, soldOut, soon, gone] = await Promise.all([
  product({ stock: 50 }),
  product({ stock: 0, status: 'out_of_stock' }),
  product({ stock: 0, status: 'coming_soon' }),
  product({ stock: 0, status: 'discontinued' }),
])

const admin = await newPerson(semel, { role: 'admin', userName: 'Ombra' })
for (const slug of LEGAL_SLUGS) {
  const page = `/api/admin/pages/${slug}/en`
  await admin.client.put(page, { title: `Ombra ${slug}`, body: 'Ombra.' }, { token: admin.token })
  assert.equal((await admin.client.post(`${page}/publish`, {}, { token: admin.token })).status, 200)
}

type Kind = 'guest' | 'newcomer' | 'customer' | 'half signed in' | 'signing in'

const phone = '+4915100000001'
const customer = await newPerson(semel, { userName: 'Ombra', phone })
const passkey = await addFactor(db as never, semel, { userId: customer.id, kind: 'passkey', name: 'Ombra' })
await confirmFactor(db as never, passkey, semel.clock.now())
const newcomer = await newPerson(semel, { userName: 'Ombra' })
const guest = semel.client()
const registering = semel.client()
const signingIn = semel.client()
assert.equal(
  (await registering.post('/api/auth/register', { email: 'o@example.com', password: PASSWORD, userName: 'Ombra' }))
    .status,
  201,
)
assert.equal((await signingIn.post('/api/auth/login', { email: customer.email, password: PASSWORD })).status, 200)

const steps = async (productId: number, ...names: string[]) => {
  const items = [{ productId, quantity: 1 }]
  const address = { name: 'Ombra', line1: 'Via 1', postcode: '1', city: 'Roma', country: 'IT' }
  const { body } = await customer.client.post('/api/orders', { items, note: 'Ombra', deliveryAddress: address })
  for (const name of names) await admin.client.post(`/api/orders/${body.id}/${name}`, {}, { token: admin.token })
  return body.id as number
}
const orders = [
  await steps(inStock),
  await steps(inStock, 'process'),
  await steps(inStock, 'process', 'ship', 'deliver', 'mark-paid'),
  await steps(inStock, 'mark-paid', 'cancel'),
]
const online = await orderOnline(semel, customer)
await db.updateTable('products').set({ name: 'Lampada' }).execute()
await openedPage(semel, online.id, customer)
await db.updateTable('deliveries').set({ state: 'sent', attempts: 1 }).where('user_id', '=', customer.id).execute()
for (const productId of [inStock, soldOut, soon, gone]) {
  await customer.client.post('/api/cart/items', { productId, quantity: 1 })
}
const scarce = await product({ stock: 3 })
await customer.client.post('/api/cart/items', { productId: scarce, quantity: 3 })
await db.updateTable('products').set({ stock: 1, price: 1234 }).where('id', '=', scarce).execute()
const factor = await customer.client.post('/api/users/me/second-factors', { kind: 'totp' })
assert.equal(factor.status, 201, factor.text)
const { csrfToken } = (await guest.get('/api/auth/csrf')).body
const forgotten = { headers: { 'x-csrf-token': csrfToken } }
await guest.post('/api/auth/forgot-password', { email: customer.email }, forgotten)
const reset = await db.selectFrom('password_resets').select('id').executeTakeFirst()
assert.ok(reset)
const mailbox = { id: newcomer.id, email: newcomer.email } as never

const ADDRESSES: Record<string, string[]> = {
  '/': ['/'],
  '/products': [
    '/products',
    '/products?q=lampada&status=all&min=1&max=99&category=Lampade',
    '/products?q=zzzz',
    '/products?page=999',
    '/products?page=0&min=x&sort=y',
  ],
  '/products/:id': [inStock, soldOut, soon, gone].map(id => `/products/${id}-lampada`),
  '/orders/:id': orders.map(id => `/orders/${id}`),
  '/orders/:id/pay': [`/orders/${online.id}/pay`],
  '/orders/:id/paid': [`/orders/${online.id}/paid`],
  '/account/factors/:id': [`/account/factors/${factor.body.id}`],
  '/reset-password': ['/reset-password?token=x', `/reset-password?token=${resetToken(semel.serviceKey, reset.id)}`],
  '/verify-email': [
    '/verify-email?token=x',
    `/verify-email?token=${mailboxToken(semel.serviceKey, 'verify-email', mailbox, semel.clock.now())}`,
  ],
  '/release-email': [
    '/release-email?token=x',
    `/release-email?token=${mailboxToken(semel.serviceKey, 'release-email', mailbox, semel.clock.now())}`,
  ],
  '/unsubscribe': ['/unsubscribe?user=x', unsubscribeAddress(semel, customer.id).slice(semel.origin.length)],
  '/terms': ['/terms', '/terms?version=1'],
  '/login': ['/login', '/login?next=/checkout'],
}

const OTHERS = ['/nothing', '/products/999999', '/orders/999999', '/%zz', '/checkout?x=1']

const NOT_FOR_CUSTOMERS = /^\/(?:admin|dev|docs|problems|hooks|metrics|healthz|readyz|sitemaps|product-feeds|\*)/
const routes = pageRoutes(semel.app).filter(({ path }) => !NOT_FOR_CUSTOMERS.test(path))
const addresses = routes
  .filter(({ method, path }) => method === 'GET' && !path.includes('.'))
  .flatMap(({ path }) => ADDRESSES[path] ?? [path])

const clients: Record<Kind, Client> = {
  guest,
  newcomer: newcomer.client,
  customer: customer.client,
  'half signed in': registering,
  'signing in': signingIn,
}

const HTML = { accept: 'text/html' }
const FORM = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' }

type SentForm = { action: string; operation: string; fields: string[]; hidden: Record<string, string> }

function formsIn(page: string): SentForm[] {
  return [...page.matchAll(/<form id="[^"]+" class="form" action="([^"]+)".*?<\/form>/gs)].map(([form, action]) => ({
    action: action!.replaceAll('&amp;', '&'),
    operation: /data-operation="([^"]+)"/.exec(form)![1]!,
    fields: [...form.matchAll(/<(?:input|textarea|select)\b[^>]* name="([^"_][^"]*)"/g)].map(([, name]) => name!),
    hidden: Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
  }))
}

const DICTIONARIES = { de: german, fr: french }

/** Collects the words on buttons and beside fields. A single word without a translation is no English sentence. */
function wordsOfForms(page: string): Set<string> {
  const found = page.matchAll(/<(button|label)\b[^>]*>([^<]+)/g)
  return new Set(
    [...found].map(([, , word]) => word!.trim()).filter(word => /[a-z]{3}/i.test(word) && !DATA.test(word)),
  )
}

const only = (shown: RegExp) => addresses.filter(path => shown.test(path))

/** Customers see every page, the others those that look otherwise for them. */
const PAGES: Record<Kind, string[]> = {
  guest: [...addresses, ...OTHERS],
  newcomer: only(/^\/(?:$|cart|checkout|account$|orders$|products\/)/),
  customer: [...addresses, ...OTHERS],
  'half signed in': only(/^\/(?:register|login)/),
  'signing in': only(/^\/(?:register|login)/),
}

/** The operations of the forms on the pages, each with the names of its fields. */
const operations = new Map<string, string[]>()

for (const language of ['de', 'fr'] as const) {
  test(`no page or form of a customer has English: ${language}`, async () => {
    const found = new Map<string, string>()
    const check = (page: string, where: string) => {
      assert.match(page, new RegExp(`<html lang="${language}"`), where)
      assert.doesNotMatch(page, /semel/i, where)
      for (const text of englishIn(page, language, DATA)) found.set(text, found.get(text) ?? where)
    }
    let seen = 0
    const sent = new Set<string>()
    const walk = async (kind: Kind, client: Client, paths: string[]) => {
      for (const path of paths) {
        const { status, text, headers } = await client.get(`/${language}${path === '/' ? '' : path}`, { headers: HTML })
        assert.ok(status < 500, `${path} ${status}`)
        if (!headers.get('content-type')?.startsWith('text/html') || status === 303 || status === 302) continue
        seen++
        check(text, `${kind} ${path}`)
        const english = await client.get(`/en${path === '/' ? '' : path}`, { headers: HTML })
        for (const word of wordsOfForms(english.text)) {
          if (wordsOfForms(text).has(word) && !Object.hasOwn(DICTIONARIES[language], word))
            found.set(word, `${kind} ${path}`)
        }
        for (const form of formsIn(text)) {
          operations.set(form.operation, form.fields)
          if (form.action.endsWith('/logout') || sent.has(form.action)) continue
          sent.add(form.action)
          const junk = Object.fromEntries(form.fields.map(name => [name, 'x'.repeat(3)]))
          const csrf = { _csrf: form.hidden._csrf ?? '', ...(form.hidden._key && { _key: form.hidden._key }) }
          const bodies = [csrf, { ...csrf, ...junk }, { ...form.hidden, ...csrf }]
          // Refused in the same way by all forms.
          if (form.action.endsWith('/contact')) bodies.push({} as never)
          for (const body of bodies) {
            const answer = await client.post(form.action, new URLSearchParams(body).toString(), { headers: FORM })
            assert.ok(answer.status < 500, `${form.action} ${answer.status} ${answer.text}`)
            const to = answer.headers.get('location')
            const shown = to?.startsWith(`/${language}`) ? await client.get(to, { headers: HTML }) : answer
            if (shown.text.startsWith('<!doctype')) check(shown.text, `${kind} ${form.action} ${JSON.stringify(body)}`)
          }
        }
      }
    }
    for (const [kind, client] of Object.entries(clients)) await walk(kind as Kind, client, PAGES[kind as Kind])
    assert.ok(seen > 80 && sent.size > 25, `${seen} pages, ${sent.size} forms`)
    assert.deepEqual(
      [...found].map(([text, where]) => `${text} (${where})`),
      [],
    )
  })
}

test('customer signed in a while ago → code asked in the page’s language', async () => {
  semel.clock.advance(11 * MINUTE)
  for (const language of ['de', 'fr'] as const) {
    for (const path of ['/account', '/account/confirm']) {
      const { text } = await newcomer.client.get(`/${language}${path}`, { headers: HTML })
      assert.deepEqual(englishIn(text, language, DATA), [])
    }
  }
})

/** Problems that programs read and a page never shows: a form sends what it has, and uses one version. */
const FOR_PROGRAMS = new Set<ProblemCode>([
  'malformed_json',
  'unsupported_media_type',
  'headers_too_large',
  'version_not_acceptable',
  'ambiguous_version',
  'unknown_version',
  'version_retired',
  'invalid_query',
  'invalid_input',
  'invalid_api_key',
])

test('every refusal documented for a form → has words, known to the script', async () => {
  const { paths, components } = (await semel.client().get('/api/v3/openapi.json')).body
  const codesOf = (operation: string): ProblemCode[] => {
    const [method, address] = operation.split(' ') as [string, string]
    const path = Object.keys(paths).find(path => {
      return (
        paths[path][method.toLowerCase()] && new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address)
      )
    })
    assert.ok(path, operation)
    const answers = Object.values<{ $ref?: string }>(paths[path][method.toLowerCase()].responses)
    return answers.flatMap(({ $ref }) => {
      const content = $ref && components.responses[$ref.split('/').at(-1)!].content['application/problem+json']
      return content ? (Object.keys(content.examples) as ProblemCode[]) : []
    })
  }
  const shown = [...operations].flatMap(([operation, fields]) =>
    codesOf(operation)
      .filter(code => !FOR_PROGRAMS.has(code))
      .map(code => ({ code, fields: fields.map(name => ({ name })) })),
  )
  assert.ok(shown.length > 100, String(shown.length))
  const missing = new Set<string>()
  for (const language of ['de', 'fr'] as const) {
    const say = translator(formWords(language), singulars, language)
    for (const { code, fields } of shown) {
      const { status, title, detail } = PROBLEMS[code]
      const problem = { code, status, title, detail, ...EXAMPLES[code] }
      for (const { reason } of reasonsOf(problem, WAITS.has(code) ? '9' : null, fields)) {
        if (say(reason) === reason) missing.add(`${language}: ${code}: ${reason}`)
      }
    }
  }
  assert.deepEqual([...missing], [])
})

const WAITS = new Set<ProblemCode>(['rate_limited', 'idempotency_key_in_use', 'database_unavailable', 'sms_not_sent'])

/** Members that a page makes its words of. */
const EXAMPLES: Partial<Record<ProblemCode, object>> = {
  email_taken: { errors: [{ field: 'email', reason: 'is already registered', code: 'taken' }] },
  wrong_payment_state: { detail: 'The order is paid.' },
  too_many_returned: { all: [{ line: 1, name: 'Lampada', asked: 2, left: 1 }] },
  insufficient_stock: { all: [{ product: { id: 1, name: 'Lampada' }, asked: 2, left: 1 }] },
}
