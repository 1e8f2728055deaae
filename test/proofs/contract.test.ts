import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describeAll } from '../../scripts/openapi-documents.ts'
import { SCOPES } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { stamp } from '../../src/feed/stamp.ts'
import type { Operation } from '../../src/openapi/types.ts'
import type { OrderStatus, PaymentStatus } from '../../src/orders/states.ts'
import { DAY, after as later } from '../../src/time.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { fanOut } from '../../src/webhooks/ledger.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import type { Answer, Client, RequestOptions } from '../support/client.ts'
import { Contract } from '../support/contract.ts'
import { openProvider } from '../support/payments.ts'
import { person } from '../support/people.ts'
import { PREPARED } from '../support/prepared.ts'
import { stockProduct } from '../support/products.ts'
import { badRequest, type Generated, goodRequest, type Known } from '../support/requests.ts'
import { startSemel } from '../support/semel.ts'
import { runs } from '../support/thorough.ts'
import { times } from '../support/times.ts'

/** The delivery method of a new shop. */
const STANDARD = '0197a5c8-0000-7000-8000-000000000001'

/*
 * Calls every operation of every version with valid and invalid requests generated from its document, as callers with
 * and without permission. Each response must match the document: no undocumented status, field or header.
 */
/** Each version has a file and a process of its own: contract-v1.test.ts and contract-v2.test.ts in test/release load this one. */
const WANTED = process.env.CONTRACT_OF ?? 'v3'
const GOOD = 12
const BAD = runs(15, 3)

/** Operations that only a browser can complete. passkeys.test.ts and first-passkey.test.ts cover them. */
const NEEDS_BROWSER = [
  'addPasskey',
  'enterPasskey',
  'reauthenticateByPasskey',
  'registerByPasskey',
  'signInByPasskey',
  'startRegistrationByPasskey',
]

/** Headers that clients rely on. If a document names one, it must appear in a response. */
const RELIED_ON = ['Location', 'Link', 'ETag', 'Idempotent-Replayed']

/** Complaints of the HTTP framework, such as about a handler that answers twice. */
const complaints: string[] = []
const logTo = { write: (line: string) => void (line.includes('"FST_') && complaints.push(line)) }
const semel = await startSemel({ logLevel: 'warn' }, { worker: false, logTo })
const provider = await openProvider(semel)
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

for (const [version, document] of [...(await describeAll())].filter(([name]) => name === WANTED)) {
  // Each version has its own seed, because unique values can be created only once.
  const seed = 20260101 + Number(version.slice(1))
  const contract = new Contract(document)
  const succeeded = new Set<string>()
  /** Names as `placeOrder 201 Location`. */
  const seenHeaders = new Set<string>()
  const world = await makeWorld(version)

  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      test(`${version} ${operation.operationId} answers as documented`, async () => {
        const good = fc.sample(goodRequest(document, path, operation, world.known), { seed, numRuns: times(GOOD) })
        const bad = fc.sample(badRequest(document, path, operation, world.known), { seed, numRuns: times(BAD) })
        const callers = await callersOf(operation, world)
        const check = (answer: Answer, request: string) => {
          contract.check(operation, answer, request)
          // An earlier operation may have taken out the VAT rates of the shop, which then sells nothing for an hour.
          const isUnready = answer.status === 503 && answer.body?.code === 'tax_rate_missing'
          assert.ok(answer.status < 500 || isUnready, `${request} ${answer.status} ${answer.text}`)
          assert.ok(!answer.text.includes(version === 'v1' ? 'userName' : 'user_name') || isDocument(path), request)
          if (answer.status < 300) succeeded.add(operation.operationId)
          for (const header of RELIED_ON.filter(name => answer.headers.has(name))) {
            seenHeaders.add(`${operation.operationId} ${answer.status} ${header}`)
          }
        }
        const prepared = await PREPARED[operation.operationId]?.(semel, world)
        if (prepared) {
          const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
          const headers = { ...prepared.headers, ...(isKeyed && { 'idempotency-key': randomUUID() }) }
          const ask = (more = {}) =>
            semel.client().request(method.toUpperCase(), `/api/${version}${prepared.path}`, {
              ...prepared,
              headers: { ...headers, ...more },
            })
          const answer = await ask()
          assert.equal(answer.status, prepared.status, answer.text)
          check(answer, `${operation.operationId}, prepared`)
          if (isKeyed) check(await ask(), `${operation.operationId}, prepared, once more`)
          const tag = method === 'get' && answer.status === 200 && answer.headers.get('etag')
          if (tag) check(await ask({ 'if-none-match': tag }), `${operation.operationId}, prepared, unchanged`)
        }
        for (const [index, request] of [...good, ...bad].entries()) {
          const caller = callers[index % callers.length]!
          const answer = await send(`/api/${version}`, method, request, caller)
          const description = `${method.toUpperCase()} ${request.path} ${JSON.stringify(request.body)} as ${caller.name}`
          check(answer, description)
          if (answer.status < 300 && request.headers['Idempotency-Key']) {
            check(await send(`/api/${version}`, method, request, caller), `${description}, once more`)
          }
          if (answer.status === 200 && method === 'get' && answer.headers.has('etag')) {
            const headers = { ...request.headers, 'if-none-match': answer.headers.get('etag')! }
            check(await send(`/api/${version}`, method, { ...request, headers }, caller), `${description}, unchanged`)
          }
        }
        assert.deepEqual(complaints.splice(0), [])
      })
    }
  }

  const all = Object.values(document.paths).flatMap(operations => Object.values(operations))

  test(`${version}: every operation succeeded at least once`, () => {
    const never = all.map(({ operationId }) => operationId).filter(name => !succeeded.has(name))
    assert.deepEqual(never.sort(), NEEDS_BROWSER)
  })

  test(`${version}: every documented header of a success was seen`, () => {
    const documented = all
      .filter(({ operationId }) => succeeded.has(operationId))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, response]) =>
          Object.keys('$ref' in response ? {} : (response.headers ?? {})).map(
            name => `${operationId} ${status} ${name}`,
          ),
        ),
      )
    const relied = documented.filter(line => RELIED_ON.some(header => line.endsWith(` ${header}`)))
    assert.deepEqual(
      relied.filter(line => !seenHeaders.has(line)),
      [],
    )
  })
}

/** The document of a version may describe other versions. */
function isDocument(path: string): boolean {
  return path === '/openapi.json'
}

async function send(prefix: string, method: string, request: Generated, caller: Caller): Promise<Answer> {
  const { client = semel.client(), ...credentials } = await caller.credentials()
  return client.request(method.toUpperCase(), prefix + request.path, {
    ...credentials,
    ...('body' in request && { body: request.body }),
    headers: { ...credentials.headers, ...request.headers },
  })
}

type World = {
  known: Known
  apiKey: string
  delivered: { id: string; position: number }
  signingIn: Awaited<ReturnType<typeof newPerson>>
  shopper: Client
}

/** Enough resources of every kind that an id can name. */
async function makeWorld(version: string): Promise<World> {
  const { db } = semel
  const products = await Promise.all(Array.from({ length: 5 }, () => stockProduct(db, { stock: 1_000_000 })))
  const scarce = await stockProduct(db, { stock: 2 })
  const coming = await stockProduct(db, { status: 'coming_soon' })
  const owner = await person(semel)
  const shopper = semel.client()
  const url = 'https://example.com/webhooks'
  const newWebhook = async () => (await createEndpoint(semel, { url })).id
  const [webhook, delivered] = [await newWebhook(), await newWebhook()]
  const spareWebhooks = await Promise.all([1, 2, 3].map(newWebhook))
  const orders: number[] = []
  for (let i = 0; i < 60; i++) {
    const line = { productId: products[i % 5], quantity: 1 }
    orders.push((await semel.client().post('/api/orders', { items: [line] }, { token: owner.token })).body.id)
    if (i < 5) await shopper.post('/api/cart/items', line)
  }
  const ordersThatAre = async (state: { status: OrderStatus } | { payment_status: PaymentStatus }) => {
    const ids = orders.splice(0, 10)
    await db.updateTable('orders').set(state).where('id', 'in', ids).execute()
    return fc.constantFrom(...ids)
  }
  const token = owner.token
  const confirmation = { orderId: orders[0]! }
  const { body } = await semel.client().post('/api/notifications/order-confirmation', confirmation, { token })
  const deliveriesInDoubt = async (offset: number) => {
    const some = db.selectFrom('deliveries').select('id').where('user_id', '=', owner.id).orderBy('id')
    const ids = (await some.offset(offset).limit(10).execute()).map(({ id }) => id)
    await db.updateTable('deliveries').set({ state: 'in_doubt' }).where('id', 'in', ids).execute()
    return fc.constantFrom(...ids)
  }
  const { rows: rates } = await sql<{ id: string }>`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
    select 'AQ', 'zero', 0, date '2900-01-01' + n, false from generate_series(1, 20) as n
    on conflict (country, class, valid_from) do update set rate_bp = 0
    returning id
  `.execute(db)
  const methods = Array.from({ length: 10 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`)
  for (const id of methods) {
    await sql`insert into delivery_methods (id, names, price, days_least, days_most) values (${id}, '{"en": "Spare"}', 0, 1, 2) on conflict do nothing`.execute(
      db,
    )
  }
  const codes = Array.from({ length: 10 }, (_, n) => `SPARE-${n}`)
  for (const code of codes) {
    await sql`insert into discount_codes (code, kind, value, created_at) values (${code}, 'percent', 10, now()) on conflict do nothing`.execute(
      db,
    )
  }
  await sql`insert into discount_codes (code, kind, value, created_at) values ('STAYS', 'free_delivery', 0, now()) on conflict do nothing`.execute(
    db,
  )
  const announcement = { subject: 'News', message: 'There is news.' }
  const staff = await person(semel, 'staff')
  const announce = () => semel.client().post('/api/admin/announcements', announcement, { token: staff.token })
  const [announced, ended] = [await announce(), await announce()]
  const spare = () => createApiKey(semel, { name: 'spare', scopes: [] })
  const spareKeys = (await Promise.all(Array.from({ length: 10 }, spare))).map(({ id }) => id)
  const { key } = await createApiKey(semel, { name: version, scopes: [...SCOPES] })
  const signingIn = await newPerson(semel)
  await stamp(db)
  await fanOut(db)
  const events = await semel.client().get('/api/events', { token: staff.token })
  const { position } = await db
    .selectFrom('webhook_deliveries')
    .select('position')
    .where('endpoint_id', '=', delivered)
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    apiKey: key,
    delivered: { id: delivered, position },
    signingIn,
    shopper,
    known: {
      '/products': fc.constantFrom(...products),
      '/cart/items': fc.constantFrom(...products),
      productId: fc.constantFrom(...products),
      items: fc.constantFrom(...products, ...products, scarce, coming).map(productId => [{ productId, quantity: 5 }]),
      '/orders/{id}/process': await ordersThatAre({ status: 'placed' }),
      '/orders/{id}/ship': await ordersThatAre({ status: 'processing' }),
      '/orders/{id}/deliver': await ordersThatAre({ status: 'shipped' }),
      '/orders/{id}/tracking-number': await ordersThatAre({ status: 'shipped' }),
      '/orders/{id}/mark-unpaid': await ordersThatAre({ payment_status: 'paid' }),
      '/orders': fc.constantFrom(...orders),
      '/notifications': fc.constant(body.notificationId),
      '/admin/deliveries': fc.constant(body.notificationId),
      '/admin/deliveries/{id}/arrived': await deliveriesInDoubt(0),
      '/admin/deliveries/{id}/send-again': await deliveriesInDoubt(10),
      '/admin/announcements': fc.constant(announced.body.id),
      '/admin/announcements/{id}/end': fc.constant(ended.body.id),
      '/admin/api-keys': fc.constantFrom(...spareKeys),
      '/webhooks': fc.constant(webhook),
      '/webhooks/{id}': fc.constantFrom(...spareWebhooks),
      url: fc.constant(url),
      orderId: fc.constantFrom(...orders),
      '/admin/delivery-methods': fc.constantFrom(...methods),
      '/admin/tax-rates': fc.constantFrom(...rates.map(({ id }) => id)),
      '/admin/discount-codes': fc.constantFrom(...codes),
      delivery: fc.constantFrom(STANDARD, STANDARD, STANDARD, methods[0]!),
      discountCode: fc.constantFrom('STAYS', 'STAYS', 'STAYS', 'none'),
      rate: fc.constantFrom(0, 5.5, 19),
      names: fc.constant({ en: 'Parcel' }),
      days: fc.constant({ least: 1, most: 2 }),
      bands: fc.constant([{ weight: 1000, price: 490 }]),
      // Nothing is so heavy that nobody carries it.
      maxWeight: fc.constant(null),
      '/admin/versions?days': fc.integer({ min: 1, max: 365 }),
      currency: fc.constant('EUR'),
      expectedTotal: fc.constantFrom(5000, 5000, 5000, 4999),
      expectedCurrency: fc.constant('EUR'),
      '/orders?status': fc.constantFrom('placed', 'placed,shipped'),
      '/products?sort': fc.constantFrom('id', '-id'),
      '/products?order': fc.constantFrom('asc', 'desc'),
      // An empty cursor is none; a made-up one is refused.
      '/products?after': fc.constant(''),
      '/admin/audit-log?after': fc.constant(undefined),
      '/webhooks/{id}/deliveries?after': fc.constant(undefined),
      // A position and a cursor exclude each other.
      '/events?after': fc.constant(undefined),
      '/events?cursor': fc.constant(events.body.cursor),
      ids: fc.constantFrom(...products).map(String),
      userId: fc.constant(signingIn.id),
      // A day and a time exclude each other.
      locale: fc.constant('en'),
      texts: fc.constant({ de: { name: 'Lampe' } }),
      // One that nobody has sent is refused.
      invitation: fc.constant(undefined),
      accountLink: fc.constant(undefined),
      expiresOn: fc.constant(undefined),
      orderedFromDay: fc.constant(undefined),
      orderedToDay: fc.constant(undefined),
      networks: fc.constantFrom([], ['127.0.0.0/8', '::1']),
      expiresAt: fc.constant(later(semel.clock.now(), DAY).toISOString()),
      'If-Match': fc.constantFrom('*', '*', '"another state"'),
      '/users': fc.constant(owner.id),
      '/admin/users': fc.constant(owner.id),
      '/admin/users/{id}/reset-factors': fc.constant((await newPerson(semel)).id),
      '/admin/caches/users': fc.constant(owner.id),
      '/admin/caches': fc.constantFrom('catalogue-answers', 'catalogue-lists'),
      email: fc.oneof(
        fc.constant(signingIn.email),
        fc.uuid().map(name => `${name}@example.com`),
      ),
      // The clock does not advance, so the code is right once and used afterwards.
      code: fc.constant(signingIn.code()),
    },
  }
}

type Credentials = RequestOptions & { client?: Client }
type Caller = { name: string; credentials(): Credentials | Promise<Credentials> }

/** Callers with permission, twice as often as callers without. */
async function callersOf({ security }: Operation, world: World): Promise<Caller[]> {
  const [customer, staff, admin] = [await person(semel), await person(semel, 'staff'), await person(semel, 'admin')]
  const bearer = (name: string, token: string) => ({ name, credentials: () => ({ token }) })
  const partial = {
    name: 'a user after the first sign-in step',
    credentials: async () => ({ token: await enterPassword(semel.client(), world.signingIn.email) }),
  }
  const key = { name: 'an API key', credentials: () => ({ headers: { 'x-api-key': world.apiKey } }) }
  const wrong = [
    { name: 'a visitor', credentials: () => ({}) },
    bearer('an unknown token', 'no such token'),
    { name: 'a wrong key', credentials: () => ({ headers: { 'x-api-key': 'no such key' } }) },
  ]
  const takes = (scheme: string) => security.some(way => scheme in way)
  if (takes('partial')) return [partial, ...wrong, bearer('a customer', customer.token)]
  const people = [bearer('admin', admin.token), bearer('staff', staff.token), bearer('a customer', customer.token)]
  const shopper = { name: 'a browser with a cart', credentials: () => ({ client: world.shopper }) }
  return [shopper, ...people, key, shopper, ...people, ...wrong, key, shopper]
}
