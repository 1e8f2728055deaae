import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { csrfTokenFor } from '../../src/accounts/sessions/csrf.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { pageRoutes } from '../support/routes.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Credentials: when a cookie alone is enough, and which of several wins.
 */
let semel: Semel
let key: string
before(async () => {
  semel = await startSemel()
  key = (await createApiKey(semel, { name: 'reader', scopes: ['users:read', 'auth:reset'] })).key
})
after(() => semel[Symbol.asyncDispose]())

const FORM = 'application/x-www-form-urlencoded'
const csrfHeader = async (client: ReturnType<Semel['client']>) => ({
  'x-csrf-token': (await client.get('/api/auth/csrf')).body.csrfToken as string,
})

test('partial cookie with a JSON body → signs in from programs and pages', async () => {
  for (const headers of [
    {},
    { origin: semel.origin },
    { 'sec-fetch-site': 'same-origin', origin: semel.origin },
    { 'content-type': 'application/json; charset=utf-8' },
    { 'sec-fetch-site': 'none' },
  ] as Record<string, string>[]) {
    const someone = await newPerson(semel)
    const client = semel.client()
    await enterPassword(client, someone.email)
    const { status, body } = await client.post('/api/auth/mfa', { code: someone.code() }, { headers })
    assert.equal(status, 200, `${JSON.stringify(headers)} ${JSON.stringify(body)}`)
  }
})

test('the partial cookie is refused from another site and for a form', async () => {
  const someone = await newPerson(semel)
  const client = semel.client()
  await enterPassword(client, someone.email)
  const { port } = new URL(semel.origin)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${Number(port) - 1}` },
    { origin: `http://127.0.0.1:${port}.evil.example` },
    { origin: `${semel.origin}, https://evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: semel.origin },
    { 'content-type': FORM },
    { 'content-type': 'text/plain' },
    { 'content-type': 'text/plain; application/json' },
    { 'content-type': 'multipart/form-data; boundary=application/json' },
    { 'x-csrf-token': 'made up' },
    { 'x-csrf-token': '' },
  ] as Record<string, string>[]) {
    const { status, body } = await client.post('/api/auth/mfa', { code: someone.code() }, { headers })
    assert.deepEqual([status, body.code], [403, 'csrf_required'], JSON.stringify(headers))
  }
  assert.equal((await client.post('/api/auth/mfa', { code: someone.code() })).status, 200)
})

test('session cookie → same rule; without a body it needs proof of origin', async () => {
  const cookie = async () => ({ cookie: `semel_session=${(await person(semel)).token}` })
  const patch = async (headers: Record<string, string>) => {
    const options = { headers: { ...(await cookie()), ...headers } }
    return (await semel.client().patch('/api/users/me', { userName: 'Ada' }, options)).status
  }
  assert.equal(await patch({}), 200)
  assert.equal(await patch({ origin: semel.origin }), 200)
  assert.equal(await patch({ origin: 'https://evil.example' }), 403)
  assert.equal(await patch({ 'content-type': 'text/plain' }), 403)

  const logout = async (headers: Record<string, string>) => {
    const options = { headers: { ...(await cookie()), ...headers } }
    return (await semel.client().request('POST', '/api/auth/logout', options)).status
  }
  assert.equal(await logout({}), 403)
  assert.equal(await logout({ 'content-type': FORM }), 403)
  assert.equal(await logout({ 'content-type': FORM, 'sec-fetch-site': 'none' }), 403)
  assert.equal(await logout({ origin: 'null' }), 403)
  assert.equal(await logout({ 'content-type': 'application/json' }), 204)
  assert.equal(await logout({ 'content-type': 'application/json', origin: 'https://evil.example' }), 403)
  assert.equal(await logout({ origin: semel.origin }), 204)
  assert.equal(await logout({ 'sec-fetch-site': 'same-origin' }), 204)
})

test('proxy that renames the host → the origin of BASE_URL is ours', async () => {
  await using secure = await startSemel({ baseUrl: 'https://shop.example' })
  const { token } = await person(secure)
  const patch = async (headers: Record<string, string>) => {
    const options = { headers: { cookie: `__Host-semel_session=${token}`, ...headers } }
    return (await secure.client().patch('/api/users/me', { userName: 'Ada' }, options)).status
  }
  assert.equal(await patch({ origin: 'https://shop.example' }), 200)
  assert.equal(await patch({ origin: 'http://shop.example' }), 403)
  assert.equal(await patch({ origin: 'https://shop.example:8443' }), 403)
  assert.equal(await patch({ origin: 'https://shop.example.evil.example' }), 403)
})

test('a form without its CSRF token is refused', async () => {
  const { token } = await person(semel)
  const { status, text } = await semel.client().post('/account/profile', 'userName=Eve', {
    headers: { cookie: `semel_session=${token}`, 'content-type': FORM },
  })
  assert.equal(status, 403)
  assert.match(text, /could not verify this form/)
})

test('forgot-password without CSRF token or API key → refused with other credentials', async () => {
  const someone = await newPerson(semel)
  let asked = 0
  const ask = async (headers: Record<string, string>, client = semel.client()) =>
    (await client.post('/api/auth/forgot-password', { email: `ada${asked++}@example.com` }, { headers })).status
  const client = semel.client()
  const csrf = await csrfHeader(client)
  const bearer = { authorization: `Bearer ${someone.token}` }
  assert.equal(await ask({}), 403)
  assert.equal(await ask({ cookie: `semel_session=${someone.token}`, origin: semel.origin }), 403)
  assert.equal(await ask(bearer), 403)
  assert.equal(await ask({ authorization: 'Bearer made-up' }), 401)
  assert.equal(await ask(csrf, client), 200)
  assert.equal(await ask({ ...csrf, ...bearer }, client), 200)
  assert.equal(await ask({ ...csrf, origin: 'https://evil.example' }, client), 403)
  const { key: reader } = await createApiKey(semel, { name: 'reader', scopes: ['users:read'] })
  assert.equal(await ask({ 'x-api-key': reader }), 403, 'a key without the scope auth:reset')
  for (const headers of [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { 'x-api-key': key, ...bearer },
    { 'x-api-key': key, authorization: 'Bearer made-up' },
    { 'x-api-key': 'made-up', authorization: `Bearer ${key}` },
    { 'x-api-key': key, cookie: 'semel_session=made-up' },
  ] as Record<string, string>[]) {
    assert.equal(await ask(headers), 200, JSON.stringify(headers))
  }
})

test('several credentials → first valid one: bearer, then API key, then cookie', async () => {
  const [ada, bob] = [await person(semel), await person(semel)]
  const { body: adaUser } = await semel.client().get('/api/users/me', { token: ada.token })
  const { body: bobUser } = await semel.client().get('/api/users/me', { token: bob.token })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const apiKey = (value: string) => ({ 'x-api-key': value })
  const cookie = (token: string) => ({ cookie: `semel_session=${token}` })
  const ask = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await semel.client().get(path, { headers })
    return `${status} ${body.code ?? body.id}`
  }
  const me = '/api/users/me'
  assert.equal(await ask(me, { ...bearer(ada.token), ...apiKey('semel_made_up') }), `200 ${adaUser.id}`)
  assert.equal(await ask(me, { ...bearer(ada.token), ...apiKey(ada.token) }), `200 ${adaUser.id}`)
  assert.equal(await ask(me, { ...bearer(ada.token), ...apiKey(key) }), `200 ${adaUser.id}`)
  assert.equal(await ask(me, { ...bearer(ada.token), ...cookie('made-up') }), `200 ${adaUser.id}`)
  assert.equal(await ask(me, { ...bearer(ada.token), ...cookie(bob.token) }), `200 ${adaUser.id}`)
  assert.equal(await ask(me, { ...bearer('made-up'), ...cookie(bob.token) }), '401 unauthenticated')
  assert.equal(await ask(me, { ...apiKey('made-up'), ...cookie(bob.token) }), '401 invalid_api_key')
  assert.equal(await ask(me, { ...bearer('made-up'), ...apiKey('made-up') }), '401 unauthenticated')

  const user = `/api/users/${bobUser.id}`
  assert.equal(await ask(user, apiKey(key)), `200 ${bobUser.id}`)
  assert.equal(await ask(user, bearer(key)), `200 ${bobUser.id}`)
  assert.equal(await ask(user, { ...bearer('made-up'), ...apiKey(key) }), `200 ${bobUser.id}`)
  assert.equal(await ask(user, { ...cookie('made-up'), ...apiKey(key) }), `200 ${bobUser.id}`)
  assert.equal(await ask(user, bearer(`${key}x`)), '401 invalid_api_key')
  assert.equal(await ask('/api/products', bearer(key)), '403 forbidden')
})

test('expired session beside a weak API key → reported, so apps sign in', async () => {
  const { token } = await person(semel)
  const { key } = await createApiKey(semel, { name: 'Storefront', scopes: ['products:public'] })
  const product = await stockProduct(semel.db)
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': key }
  assert.equal((await semel.client().post('/api/auth/logout', undefined, { token })).status, 204)
  const { status, body, headers: answered } = await semel.client().get('/api/users/me', { headers })
  assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  assert.match(answered.get('www-authenticate')!, /invalid_token/)
  const added = await semel.client().post('/api/cart/items', { productId: product, quantity: 1 }, { headers })
  assert.deepEqual([added.status, added.body.code], [401, 'unauthenticated'])
  assert.equal((await semel.client().get(`/api/products/${product}`, { headers })).status, 200, 'the key is enough')
})

test('valid bearer → needs no CSRF token, even next to a session cookie', async () => {
  const { token } = await person(semel)
  const headers = {
    cookie: `semel_session=${token}`,
    origin: 'https://evil.example',
    'content-type': 'application/json',
  }
  const { status } = await semel.client().patch('/api/users/me', { userName: 'Ada' }, { token, headers })
  assert.equal(status, 200)
})

test('under https a CSRF cookie without the prefix __Host- does not count', async () => {
  await using secure = await startSemel({ baseUrl: 'https://shop.example' })
  const forget = async (cookie: string, token: string) => {
    const headers = { cookie, 'x-csrf-token': token }
    return (await secure.client().post('/api/auth/forgot-password', { email: 'ada@example.com' }, { headers })).status
  }
  assert.equal(await forget('semel_csrf=planted', csrfTokenFor('planted')), 403)
  assert.equal(await forget('__Host-semel_csrf=ours', csrfTokenFor('ours')), 200)
})

test('form from another site → refused on every page, signed in or not', async () => {
  const posts = pageRoutes(semel.app).filter(({ method }) => !['GET', 'HEAD'].includes(method))
  // A provider of payments is another site, and proves itself by a signature.
  // Mail programs click on the link of an email for its reader (RFC 8058). Only its token permits that.
  const forms = posts.filter(({ path }) => !path.startsWith('/hooks/') && path !== '/unsubscribe')
  assert.ok(forms.length > 20)
  for (const { method, path } of forms) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const address = path.replaceAll(/:\w+/g, '1')
      const { status, body } = await semel
        .client()
        .request(method, address, { body: 'a=b', headers: { 'content-type': FORM, ...headers } })
      assert.deepEqual(
        [status, body?.code],
        [403, 'cross_site_request'],
        `${method} ${path} ${JSON.stringify(headers)}`,
      )
    }
  }
})

test('the development inbox answers under our own host names only', async () => {
  const under = (semel: Semel, path: string, host: string) =>
    semel.app.inject({ url: path, headers: { host, accept: 'application/json' } })
  for (const path of ['/dev', '/dev/mail', '/dev/sms', '/dev/code?email=ada@example.com']) {
    const { statusCode } = await under(semel, path, 'evil.example')
    assert.equal(statusCode, 403, path)
  }
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
    assert.equal((await under(semel, '/dev/mail', host)).statusCode, 200, host)
  }
  await using named = await startSemel({ baseUrl: 'http://shop.test:8080' })
  assert.equal((await under(named, '/dev/mail', 'shop.test')).statusCode, 200)
  assert.match((await under(named, '/dev/mail', 'evil.example')).body, /untrusted_host/)
})
