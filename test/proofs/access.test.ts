import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fastify } from 'fastify'
import { describeAll } from '../../scripts/openapi-documents.ts'
import { guard, SCOPES, type Scope } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { PERMISSIONS, type Permission } from '../../src/accounts/tables.ts'
import { describeAccess } from '../../src/openapi/access.ts'
import type { Operation } from '../../src/openapi/types.ts'
import { CURRENT } from '../../src/versions/table.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import type { RequestOptions } from '../support/client.ts'
import { placeForInvoice, sellAs } from '../support/documents.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { pageRoutes } from '../support/routes.ts'
import { startSemel } from '../support/semel.ts'
import { THOROUGH } from '../support/thorough.ts'

/*
 * Access rules, generated from the routes: every operation of every version is called with every credential that it must
 * refuse. A route that is added tomorrow is tested tomorrow.
 */
const semel = await startSemel({}, { worker: false })
after(() => semel[Symbol.asyncDispose]())

const owner = await newPerson(semel)
const partial = await enterPassword(semel.client(), owner.email)
const customer = await person(semel)
const staff = await person(semel, 'staff')
const { key } = await createApiKey(semel, { name: 'without', scopes: [] })
/** API keys by the scope that they lack; the one of '' has all scopes. */
const almostAll = new Map<string, string>()
for (const lacking of ['', ...SCOPES]) {
  const scopes = SCOPES.filter(scope => scope !== lacking)
  almostAll.set(lacking, (await createApiKey(semel, { name: `all but ${lacking}`, scopes })).key)
}

const allBut = (lacking: readonly Permission[]) => PERMISSIONS.filter(one => !lacking.includes(one))
const staffs = new Map<string, ReturnType<typeof person>>()
function staffWith(permissions: Permission[]) {
  const found = staffs.get(permissions.join()) ?? person(semel, 'staff', permissions)
  staffs.set(permissions.join(), found)
  return found
}

type Route = {
  method: string
  path: string
  operation: Operation
  is(access: Parameters<typeof describeAccess>[0]): boolean
}
// The guard does not know versions, so every day the newest one is enough.
const versions = [...(await describeAll())].filter(([version]) => THOROUGH || version === CURRENT.name)
const routes: Route[] = versions.flatMap(([version, { paths }]) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `/api/${version}${path}`,
      operation,
      is: (access: Parameters<typeof describeAccess>[0]) => operation.description.endsWith(describeAccess(access)),
    })),
  ),
)

/** An unused id, of the kind that the path takes: access is checked before the existence of the resource. */
const someId = (path: string) =>
  path.replace(/\{\w+\}/g, /orders|products|cart/.test(path) ? '999999' : '01920000-0000-7000-8000-000000000000')

function answer({ method, path }: Route, options: RequestOptions = {}) {
  return semel.client().request(method, someId(path), { ...(method !== 'GET' && { body: {} }), ...options })
}

async function call(route: Route, options?: RequestOptions): Promise<string> {
  const { status, body } = await answer(route, options)
  return `${status} ${body?.code}`
}

/** Anyone may call it, but a key needs the scope. */
const isOpen = (route: Route) => route.is({ role: 'visitor', scope: 'orders:write' })
const isPublic = (route: Route) => route.is('public') || route.is('visitor') || isOpen(route)
const isSecondStep = (route: Route) => route.is('partial')
const isCsrfOrKey = (route: Route) => route.is('csrf-or-key')
const isKeyOnly = (route: Route) => route.is('key')
const guarded = routes.filter(route => !isPublic(route) && !isSecondStep(route) && !isCsrfOrKey(route))

test('the routes cover every kind of access', () => {
  assert.ok(guarded.length > 60)
  assert.deepEqual(
    [...new Set(routes.filter(isSecondStep).map(({ path }) => path.replace(/^\/api\/v\d/, '')))].sort(),
    [
      '/auth/mfa',
      '/auth/mfa/passkey',
      '/auth/mfa/passkey/options',
      '/auth/mfa/recovery',
      '/auth/mfa/recovery-request',
      '/auth/mfa/sms',
      '/auth/register/passkey',
      '/auth/register/passkey/options',
    ],
  )
})

test('route mixes permission money with other scopes or permissions → no start', async () => {
  const app = fastify()
  app.decorate('accessOf', new Map())
  guard(app, semel)
  const add = (permission: 'money' | 'orders', scope: Scope) => () =>
    app.post(
      `/${permission}/${scope}`,
      { config: { access: { role: 'staff', permission, scope }, stepUp: true } },
      async () => null,
    )
  for (const mixed of [add('money', 'orders:write'), add('orders', 'money:write')]) {
    assert.throws(mixed, /the scope \S+ does not go with the permission/)
  }
  add('money', 'money:write')()
  assert.ok(routes.filter(({ operation }) => operation.description.includes('scope `money:write`')).length >= 7)
})

test('operation for anyone, key without its scope → refused', async () => {
  const open = routes.filter(isOpen)
  assert.ok(open.length >= 1)
  for (const route of open) {
    assert.equal(await call(route), '422 invalid_input')
    assert.equal(await call(route, { headers: { 'x-api-key': 'semel_made_up' } }), '401 invalid_api_key')
    assert.equal(await call(route, { headers: { 'x-api-key': key } }), '403 forbidden')
  }
})

test('link of a guest → opens its order at operations that say so', async () => {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body } = await semel.client().post('/api/guest-orders', { email: 'guest@example.com', items })
  const token = new URL(body.link).searchParams.get('token')!
  const takes = guarded.filter(({ operation }) => operation.description.includes('link of a guest'))
  assert.ok(takes.length >= 10, String(takes.length))
  for (const route of guarded) {
    const expected = takes.includes(route) ? /^(404|422) / : /^401 (unauthenticated|sign_in_ended)$/
    assert.match(await call(route, { token }), expected, `${route.method} ${route.path}`)
    const answer = await call(route, { headers: { cookie: `semel_order=${token}` } })
    assert.match(answer, takes.includes(route) ? /^(404|422) / : /^401 unauthenticated$/, `${route.path} by cookie`)
  }
})

for (const route of routes.filter(route => !isPublic(route))) {
  const name = `${route.method} ${route.path}`
  const csrf = isCsrfOrKey(route)

  test(`${name}: no credential, an unknown token and an unknown key are refused`, async () => {
    assert.equal(await call(route), csrf ? '403 csrf_required' : '401 unauthenticated')
    assert.equal(await call(route, { headers: { 'x-api-key': 'semel_made_up' } }), '401 invalid_api_key')
    if (!csrf) {
      const expected = isSecondStep(route) ? '401 sign_in_ended' : '401 unauthenticated'
      assert.equal(await call(route, { token: 'made-up' }), expected)
    }
  })

  if (!isSecondStep(route) && !isKeyOnly(route)) {
    const [, scope = ''] = /with the scope `([\w:-]+)`/.exec(route.operation.description) ?? []
    test(`${name}: a key with all but ${scope || 'a session'} is refused`, async () => {
      assert.equal(await call(route, { headers: { 'x-api-key': almostAll.get(scope)! } }), '403 forbidden')
    })
  }
  if (isSecondStep(route)) {
    test(`${name}: full session or API key instead of a partial token → refused`, async () => {
      assert.equal(await call(route, { token: owner.token }), '401 sign_in_ended')
      assert.equal(await call(route, { headers: { 'x-api-key': key } }), '401 unauthenticated')
    })
  } else if (!csrf) {
    test(`${name}: a partial token is refused, as bearer and as cookie`, async () => {
      assert.equal(await call(route, { token: partial }), '401 second_factor_required')
      for (const cookie of ['semel_session', 'semel_partial']) {
        const got = await call(route, { headers: { cookie: `${cookie}=${partial}` } })
        assert.match(got, /^401 (second_factor_required|unauthenticated)$/)
      }
    })
    if (isKeyOnly(route)) {
      test(`${name}: a session is refused in place of a key`, async () => {
        assert.equal(await call(route, { token: staff.token }), '401 unauthenticated')
      })
    } else {
      test(`${name}: a key without the scope is refused`, async () => {
        assert.equal(await call(route, { headers: { 'x-api-key': key } }), '403 forbidden')
      })
    }
    if (route.method !== 'GET') {
      test(`${name}: session cookie from another site or without CSRF token → refused`, async () => {
        const cookie = `semel_session=${owner.token}`
        for (const headers of [
          { origin: 'https://evil.example' },
          { 'sec-fetch-site': 'cross-site' },
          { 'content-type': 'application/x-www-form-urlencoded' },
        ] as Record<string, string>[]) {
          assert.equal(await call(route, { headers: { cookie, ...headers } }), '403 csrf_required')
        }
      })
    }
  }

  if (route.operation.description.match(/Authentication: (staff|admin) session/)) {
    test(`${name}: a customer is refused`, async () => {
      assert.equal(await call(route, { token: customer.token }), '403 forbidden')
    })
  }
  const [, needed] =
    /Authentication: staff session with ((?:`\w+`(?:, | and | or )?)+)/.exec(route.operation.description) ?? []
  if (needed) {
    const names = needed.match(/\w+(?=`)/g) as Permission[]
    const each = needed.includes(' and ')
    test(`${name}: without ${names.join(each ? ' or ' : ' and ')} → refused`, async () => {
      const without = each ? names.map(one => [one]) : [names]
      for (const lacking of without) {
        const { status, body } = await answer(route, { token: (await staffWith(allBut(lacking))).token })
        assert.equal(`${status} ${body?.code}`, '403 forbidden')
        assert.match(body.detail, new RegExp(`permission .*${names[0]}`))
      }
    })
    test(`${name}: with ${names.join(each ? ' and ' : ' or ')} → admitted`, async () => {
      for (const own of each ? [names] : names.map(one => [one])) {
        assert.doesNotMatch(await call(route, { token: (await staffWith(own)).token }), /^401|forbidden/)
      }
    })
  }
  if (route.is('admin')) {
    test(`${name}: staff is refused`, async () => {
      assert.equal(await call(route, { token: staff.token }), '403 forbidden')
    })
  }
}

/*
 * Ownership: a customer's request for a resource of another user gets 404, unless the resource is the same for everybody.
 */
const FOR_EVERYBODY = [
  '/products/{id}',
  '/product-groups/{id}',
  '/products/{id}/stock-alert',
  '/cart/items/{productId}',
]

test('a resource of another user → 404 on every route with an id', async () => {
  const product = await stockProduct(semel.db, { stock: 5 })
  const { token } = owner
  const order = await semel.client().post('/api/orders', { items: [{ productId: product, quantity: 1 }] }, { token })
  const orderId = order.body.id
  await sellAs(semel)
  const invoiced = await placeForInvoice(semel, owner)
  const invoice = { kind: 'invoice' }
  const document = await semel.client().post(`/api/orders/${invoiced}/documents`, invoice, { token: staff.token })
  const sent = await semel.client().post('/api/notifications/order-confirmation', { orderId }, { token })
  const sessions = await semel.client().get('/api/auth/sessions', { token })
  const factors = await semel.client().get('/api/users/me/second-factors', { token })
  const OF_THE_OWNER: [prefix: string, id: string][] = [
    ['/orders/', orderId],
    ['/cart/orders/', orderId],
    ['/guest-orders/', orderId],
    ['/documents/', document.body.id],
    ['/notifications/', sent.body.notificationId],
    ['/auth/sessions/', sessions.body.items[0].id],
    ['/users/me/second-factors/', factors.body.items[0].id],
    ['/users/', owner.id],
  ]
  const withIds = guarded.filter(
    route => route.path.includes('{') && !/: (staff|admin) session/.test(route.operation.description),
  )
  const strangers = [customer, await staffWith(['products', 'settings'])]
  let asked = 0
  for (const [route, stranger] of withIds.flatMap(route => strangers.map(stranger => [route, stranger] as const))) {
    const path = route.path.replace(/^\/api\/v\d/, '')
    if (FOR_EVERYBODY.includes(path)) continue
    const [, id] = OF_THE_OWNER.find(([prefix]) => path.startsWith(prefix)) ?? []
    assert.ok(id, `${path} takes an id: say in this test whose it is`)
    const { status, body } = await semel.client().request(route.method, route.path.replace(/\{\w+\}/, id), {
      token: stranger.token,
      ...(route.method !== 'GET' && {
        body: { code: '123456', email: 'new@example.com', items: [{ line: 1, quantity: 1 }] },
      }),
    })
    assert.deepEqual([status, body.code], [404, 'not_found'], `${route.method} ${route.path}`)
    asked++
  }
  assert.ok(asked >= 30, String(asked))
  const still = await semel.client().get(`/api/orders/${orderId}`, { token })
  assert.equal(still.body.status, 'placed')
})

/** Permission that opens each page of the console. */
const PAGES = {
  admin: [
    '/admin/api-keys',
    '/admin/customers.ndjson',
    '/admin/team',
    '/admin/webhooks',
    '/admin/webhooks/:id',
    '/admin/webhooks/:id/deliveries/:position',
  ],
  any: ['/admin', '/admin/health', '/admin/search', '/admin/versions'],
  customers: [
    '/admin/announcements',
    '/admin/announcements/:id',
    '/admin/announcements/drafts/:id',
    '/admin/contact-messages',
    '/admin/contact-messages/:id',
    '/admin/deliveries',
    '/admin/deliveries/:id',
    '/admin/recovery-requests',
    '/admin/suppressed-addresses',
    '/admin/users',
    '/admin/users/:id',
  ],
  money: [
    '/admin/bank',
    '/admin/delivery-methods',
    '/admin/delivery-methods/:id',
    '/admin/discount-codes',
    '/admin/discount-codes/:code',
    '/admin/discount-codes/new',
    '/admin/documents',
    '/admin/documents.csv',
    '/admin/documents/datev.csv',
    '/admin/documents/fec.txt',
    '/admin/documents/supplies.csv',
    '/admin/payments',
    '/admin/payments/transfers',
    '/admin/tax-rates',
    '/admin/tax-rates/:id',
    '/admin/vat.csv',
  ],
  orders: [
    '/admin/draft-orders',
    '/admin/draft-orders/:id',
    '/admin/draft-orders/new',
    '/admin/order-lines.csv',
    '/admin/orders',
    '/admin/orders.csv',
    '/admin/orders/:id',
    '/admin/orders/:id/packing-slip',
    '/admin/orders/batches/:id',
    '/admin/orders/labels',
    '/admin/orders/labels.csv',
    '/admin/orders/packing-slips',
    '/admin/orders/parcel-number-file',
    '/admin/orders/parcel-numbers',
    '/admin/orders/pick-list',
    '/admin/returns',
    '/admin/returns/:id',
    '/admin/withdrawals',
  ],
  products: [
    '/admin/categories',
    '/admin/categories/:name',
    '/admin/categories/new',
    '/admin/product-groups',
    '/admin/product-groups/:id',
    '/admin/product-groups/new',
    '/admin/products',
    '/admin/products.csv',
    '/admin/products/:id',
    '/admin/products/feeds',
    '/admin/products/import',
    '/admin/products/imports/:id',
    '/admin/products/new',
  ],
  'products,settings': ['/admin/caches'],
  settings: [
    '/admin/home',
    '/admin/home/blocks/:id',
    '/admin/home/preview',
    '/admin/own-pages',
    '/admin/own-pages/:page',
    '/admin/own-pages/:page/blocks/:id',
    '/admin/own-pages/:page/preview',
    '/admin/pages',
    '/admin/pages/:slug/:locale',
    '/admin/settings',
    '/admin/settings/accounting',
    '/admin/settings/carriers',
    '/admin/settings/countries',
    '/admin/settings/email-texts',
    '/admin/settings/email-texts/:kind/:language',
    '/admin/settings/email-texts/:kind/:language/preview',
    '/admin/settings/emails',
    '/admin/settings/footer',
    '/admin/settings/home',
    '/admin/settings/invoices',
    '/admin/settings/languages',
    '/admin/settings/legal',
    '/admin/settings/look',
    '/admin/settings/menu',
    '/admin/settings/payment',
    '/admin/settings/returns',
    '/admin/settings/selling',
  ],
}

test('console pages redirect guests, and refuse customers and unpermitted staff with 403', async () => {
  const cookie = ({ token }: { token: string }) => ({ headers: { cookie: `semel_session=${token}` } })
  const admin = await person(semel, 'admin')
  const consolePages = pageRoutes(semel.app).filter(
    ({ method, path }) => method === 'GET' && /^\/admin(\/|$)/.test(path),
  )
  assert.ok(consolePages.length > 20)
  const openedBy = new Map<string, string[]>()
  for (const { path } of consolePages) {
    const address = path.replace(/:\w+/g, '01920000-0000-7000-8000-000000000000')
    const statusFor = async (options?: RequestOptions) => (await semel.client().get(address, options)).status
    assert.equal(await statusFor(), 303, `${path} for a guest`)
    assert.equal(await statusFor(cookie(customer)), 403, `${path} for a customer`)
    assert.notEqual(await statusFor(cookie(admin)), 403, `${path} for an admin`)
    const opening: string[] = []
    for (const permission of PERMISSIONS) {
      if ((await statusFor(cookie(await staffWith([permission])))) !== 403) opening.push(permission)
    }
    const need = opening.length === 0 ? 'admin' : opening.length === PERMISSIONS.length ? 'any' : opening.join()
    openedBy.set(need, [...(openedBy.get(need) ?? []), path])
  }
  assert.deepEqual(Object.fromEntries([...openedBy].map(([need, paths]) => [need, paths.sort()])), PAGES)
})

test('the menu of the console has only what its reader may open', async () => {
  const linksOf = async ({ token }: { token: string }) => {
    const { text } = await semel.client().get('/admin', { headers: { cookie: `semel_session=${token}` } })
    return [...text.matchAll(/<li><a href="(\/admin\/[^"?]+)"/g)].map(([, href]) => href!)
  }
  const forAll = ['/admin/health', '/admin/versions']
  assert.deepEqual(await linksOf(await staffWith(['products'])), ['/admin/products', ...forAll, '/admin/caches'])
  assert.deepEqual((await linksOf(await staffWith(['money']))).slice(-forAll.length), forAll)
  const menu = await linksOf(await person(semel, 'admin'))
  assert.deepEqual(
    (await linksOf(staff)).sort(),
    menu.filter(href => ![...PAGES.admin, ...PAGES.settings].includes(href)).sort(),
  )
})
