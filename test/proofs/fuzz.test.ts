import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { csrfTokenFor } from '../../src/accounts/sessions/csrf.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { allRoutes, type Route } from '../support/routes.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { times } from '../support/times.ts'

/*
 * Every address of the site, page and API, gets requests that no browser sends: parts that are missing, doubled or huge,
 * wrong encodings and content types, bodies that are cut off, odd headers. Addresses and form fields come from the routes
 * and pages themselves. No request may cause a 5xx, no page may contain markup that a request brought, and a guest may
 * change nothing that belongs to others.
 */
const SEED = 20260301
const REQUESTS = 400

let semel: Semel
let admin: Person
let routes: Route[]
let ids: string[]
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await newPerson(semel, { role: 'admin' })
  const product = await stockProduct(semel.db, { stock: 1_000_000 })
  const items = [{ productId: product, quantity: 1 }]
  const { body } = await semel.client().post('/api/orders', { items }, { token: admin.token })
  // Only the newest version of the API is tried: the others have the same routes.
  routes = allRoutes(semel.app).filter(({ method, path }) => method !== 'HEAD' && !/^\/api\/v[12]\//.test(path))
  ids = [String(product), String(body.id), admin.id]
})
after(async () => {
  agent.destroy()
  await semel[Symbol.asyncDispose]()
})

const MARKUP = `"'><i x=zq>&{{7*7}}`
const FIELDS =
  '_csrf _key next q page limit sort email password userName message code token user status subject name price amount currency stock data alt place items productId quantity note category cursor after ids types from to url description scopes networks role phone kind format'.split(
    ' ',
  )
const texts = fc.constantFrom(
  ...[MARKUP, '', ' ', '-1', '0', '1', '1e309', '99999999999999999999', 'NaN', 'null', '[]', '{"a":1}', 'true', '..'],
  ...['%00', '%ff', '%', '%ed%a0%80', '%C0%AF', '\u202e', '🏔', 'a@b.example', '//evil.example', 'javascript:alert(1)'],
  ...[
    'x'.repeat(3000),
    '__proto__',
    'constructor',
    '2026-02-30T25:61:61Z',
    '+0',
    '0x10',
    "';--",
    '\\',
    '\t',
    '\r\n.\r\n',
  ],
)
const loneSurrogate = fc.constantFrom('\ud800', 'a\udfff', '\0', 'a\0b')
const values = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.oneof(loneSurrogate, fc.constantFrom(1, -1, 1.5, 2 ** 53, true, null), fc.array(texts, { maxLength: 3 })),
  fc.dictionary(texts, texts, { maxKeys: 2 }),
)
const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), values), { maxLength: 8 })

/** A body and its content type. */
const bodies = fc.oneof(
  fields.map(list => ['application/json', JSON.stringify(Object.fromEntries(list))] as const),
  fields.map(list => ['application/x-www-form-urlencoded', urlEncoded(list)] as const),
  fc
    .tuple(fields, fc.nat(400))
    .map(([list, cut]) => ['multipart/form-data; boundary=b', multipart(list, cut)] as const),
  fc.constantFrom(
    ['application/json', '{"a":'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json', '"\\ud800"'],
    ['application/x-www-form-urlencoded', '%&=&&%ff=%zz&a[b][c]=1&a=2&__proto__=x&constructor[prototype]=1'],
    ['application/x-www-form-urlencoded; charset=utf-16', 'a=b'],
    ['multipart/form-data', 'x'],
    ['text/xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['text/plain', 'x'],
    ['', 'x'],
    ['*/*', '\xff\xfe'],
  ),
)

const headers = fc.dictionary(
  fc.constantFrom(
    ...['accept', 'accept-language', 'accept-encoding', 'range', 'if-none-match', 'if-match', 'if-modified-since'],
    ...['if-range', 'origin', 'sec-fetch-site', 'idempotency-key', 'user-agent', 'semel-version', 'x-show-answer'],
    ...['traceparent', 'x-forwarded-for', 'forwarded', 'referer', 'authorization', 'x-api-key', 'x-csrf-token', 'te'],
    ...['x-http-method-override', 'content-encoding', 'content-language', 'prefer', 'access-control-request-method'],
  ),
  fc.constantFrom(
    ...['', '*', '*/*', 'text/html', 'text/html;q=0', 'application/json', 'de-DE-u-nu-thai,xx;q=x', 'x'.repeat(2000)],
    ...['bytes=0-0', 'bytes=-1,5-2', '"a", W/"b"', 'W/', 'Thu, 99 Foo 2026', 'null', 'yes', 'v1', 'v9', '2026-01-01'],
    ...[
      'gzip;q=2',
      'identity;q=0',
      'GET',
      'Bearer',
      'Bearer x y',
      'Basic eA==',
      '\xff\xe4',
      '<i x=zq>',
      '::1',
      '1.1.1.1',
    ],
    ...[
      'i-klingon',
      'x-'.repeat(200),
      'en-US-posix',
      'und',
      'application/vnd.semel.v1+json',
      'cross-site',
      'same-origin',
    ],
  ),
  { maxKeys: 4 },
)
const cookies = fc.constantFrom(
  '',
  '',
  ';;=;a',
  'semel_cart=1-1-1.999999999999-1-1.x',
  'semel_csrf=',
  'semel_csrf=\xff',
)

type Odd = {
  route: Route
  id: number
  part: string | undefined
  query: [string, unknown][]
  body: readonly [type: string, body: string] | undefined
  headers: Record<string, string>
  cookie: string
}

function oddRequests(seed: number): Odd[] {
  const odd = fc.record({
    route: fc.constantFrom(...routes),
    id: fc.nat(2),
    part: fc.option(texts, { freq: 2, nil: undefined }),
    query: fc.oneof(fc.constant([]), fields),
    body: fc.option(bodies, { nil: undefined }),
    headers: fc.oneof(fc.constant({}), headers),
    cookie: cookies,
  })
  return fc.sample(odd, { seed, numRuns: times(REQUESTS) }) as Odd[]
}

async function ask({ route, id, part, query, body, headers, cookie }: Odd, caller: Person | undefined) {
  const filled = route.path.replace(/:\w+|\*/g, () => part ?? ids[id]!).replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
  const path = query.length > 0 ? `${filled}?${urlEncoded(query)}` : filled
  const names = cookieNames(semel)
  const own = caller ? `${names.session}=${caller.token}; ${names.csrf}=c; ` : ''
  const [type, content] = body ?? ['', '']
  const outgoing = send(semel.origin + path, {
    method: route.method,
    agent,
    headers: {
      ...(caller && { 'x-csrf-token': csrfTokenFor('c') }),
      ...(type && { 'content-type': type }),
      ...headers,
      ...((own || cookie) && { cookie: own + cookie }),
      'content-length': Buffer.byteLength(content, 'latin1'),
    },
  })
  outgoing.end(Buffer.from(content, 'latin1'))
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
  outgoing.on('response', resolve).on('error', reject)
  const response = await promise
  return { path, status: response.statusCode!, headers: response.headers, text: await text(response) }
}

function urlEncoded(list: [string, unknown][]): string {
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const percent = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%25', '%')
  return list.map(([name, value]) => `${name}=${percent(written(value))}`).join('&')
}

/** @param cut so many characters are left out at the end */
function multipart(list: [string, unknown][], cut: number): string {
  const parts = list.map(
    ([name, value]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${name === 'data' ? '; filename="a\\"b.csv"' : ''}\r\n\r\n${
        typeof value === 'string' ? Buffer.from(value).toString('latin1') : JSON.stringify(value)
      }\r\n`,
  )
  const whole = `${parts.join('')}--b--\r\n`
  return whole.slice(0, whole.length - cut)
}

/** Data that must stay as it is, whatever strangers send. */
async function dataOfPeople() {
  const { db } = semel
  const [users, orders, products, sessions] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', admin.id).execute(),
    db.selectFrom('orders').selectAll().orderBy('id').execute(),
    db.selectFrom('products').selectAll().orderBy('id').execute(),
    db.selectFrom('sessions').select(['id', 'user_id']).where('user_id', '=', admin.id).execute(),
  ])
  return { users, orders, products, sessions }
}

/** @returns what is wrong with the answer */
function mistakeIn({ path, status, headers, text }: Awaited<ReturnType<typeof ask>>, odd: Odd): string[] {
  const { location } = headers
  const wrong = [
    (status < 200 || status >= 500) && 'fails',
    headers['x-content-type-options'] !== 'nosniff' && 'has no security headers',
    isHtml(headers) && text.includes('<i x=zq>') && 'contains markup of the request',
    location !== undefined && !isLocal(location) && `leads to ${location}`,
  ].filter(Boolean)
  return wrong.map(
    what => `${odd.route.method} ${path} ${what}: ${status} ${text.slice(0, 300)}\n${JSON.stringify(odd)}`,
  )
}

function isHtml(headers: IncomingHttpHeaders): boolean {
  return /html|svg|xml/.test(headers['content-type'] ?? '')
}

function isLocal(location: string): boolean {
  return URL.canParse(location, semel.origin) && new URL(location, semel.origin).origin === semel.origin
}

test('odd guest requests → no 5xx, no markup back, nothing of others changed', async () => {
  const before = await dataOfPeople()
  const mistakes: string[] = []
  for (const odd of oddRequests(SEED)) mistakes.push(...mistakeIn(await ask(odd, undefined), odd))
  assert.deepEqual(mistakes, [])
  assert.deepEqual(await dataOfPeople(), before)
})

test("odd requests with an admin's session → no 5xx, no markup back", async () => {
  const mistakes: string[] = []
  for (const odd of oddRequests(SEED + 1)) {
    const answer = await ask(odd, admin)
    mistakes.push(...mistakeIn(answer, odd))
    // A request may have ended the session.
    if (answer.status === 401) admin = await newPerson(semel, { role: 'admin' })
  }
  assert.deepEqual(mistakes, [])
})

test('an address with U+0000 in a part of it gets no 5xx', async () => {
  const withParts = routes.filter(({ path }) => /[:*]/.test(path))
  assert.ok(withParts.length > 100)
  const mistakes: string[] = []
  for (const route of withParts) {
    const odd: Odd = { route, id: 0, part: 'a%00b', query: [], body: undefined, headers: {}, cookie: '' }
    mistakes.push(...mistakeIn(await ask(odd, admin), odd))
  }
  assert.deepEqual(mistakes, [])
})
