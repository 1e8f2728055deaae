import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { enterPassword, newPerson } from '../support/accounts.ts'
import type { Answer } from '../support/client.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('unknown path → problem with RFC 9457 and Node convention members', async () => {
  const { status, headers, body } = await semel.client().get('/api/nothing?token=secret')
  assert.equal(status, 404)
  assert.match(headers.get('content-type')!, /^application\/problem\+json/)
  assert.equal(headers.get('x-request-id'), body.requestId)
  assert.equal(headers.get('semel-version'), 'v3')
  assert.equal(headers.get('vary'), 'Accept')
  assert.deepEqual(body, {
    type: '/problems/not_found',
    title: 'Not found',
    status: 404,
    detail: 'There is nothing at this address.',
    instance: '/api/nothing',
    code: 'not_found',
    requestId: body.requestId,
    error: 'There is nothing at this address.',
    message: 'There is nothing at this address.',
  })
})

test('a wrong method gets 405 with the allowed methods', async () => {
  const { status, headers, body } = await semel.client().put('/api/users/me')
  assert.equal(status, 405)
  assert.equal(headers.get('allow'), 'DELETE, GET, HEAD, PATCH')
  assert.equal(body.code, 'method_not_allowed')
})

test('GET on a form post address → browsers redirected; programs get 405', async () => {
  const ask = (path: string, accept: string) => semel.client().get(path, { headers: { accept } })
  for (const [path, page] of [
    ['/account/profile', '/account'],
    ['/cart/items/7/remove', '/cart'],
    ['/admin/api-keys/0190/revoke', '/admin/api-keys'],
    // A filter chosen on the page that answered the form.
    ['/admin/webhooks/0190/test?state=failed&page=2', '/admin/webhooks/0190?state=failed&page=2'],
    ['/logout', '/'],
  ] as const) {
    const { status, headers } = await ask(path, 'text/html')
    assert.deepEqual([status, headers.get('location')], [303, page])
    assert.equal((await ask(path, 'application/json')).status, 405)
  }
  assert.equal((await ask('/nothing/profile', 'text/html')).status, 404)
})

test('no token → 401 with a challenge; CSRF token needs no cookie', async () => {
  const client = semel.client()
  const { status, headers, body } = await client.get('/api/users/me')
  assert.equal(status, 401)
  assert.match(headers.get('www-authenticate')!, /^Bearer/)
  assert.equal(body.code, 'unauthenticated')
  const csrf = await client.get('/api/auth/csrf')
  assert.equal(csrf.status, 200)
  assert.ok(csrf.body.csrfToken.length >= 43)
})

test('wrong credentials and wrong codes get 401 with a challenge too', async () => {
  const person = await newPerson(semel)
  const challengeOf = ({ status, headers }: Answer) => [status, headers.get('www-authenticate')]
  const wrong = await semel.client().post('/api/auth/login', { email: person.email, password: 'another one' })
  assert.deepEqual(challengeOf(wrong), [401, 'Bearer realm="semel"'])
  const attempt = await enterPassword(semel.client(), person.email)
  const code = await semel.client().post('/api/auth/mfa', { code: person.code(100) }, { token: attempt })
  assert.deepEqual(challengeOf(code), [401, 'Bearer realm="semel"'])
})

test('each way to choose v1 → answered by v1, linking v2', async () => {
  for (const path of ['/api/v1/users/me', '/v1/users/me', '/v1/api/users/me', '/api/users/me?api-version=2023-06-01']) {
    const { status, headers } = await semel.client().get(path)
    assert.equal(status, 401, path)
    assert.equal(headers.get('semel-version'), 'v1', path)
    assert.match(headers.get('link')!, /<\/api\/v2\/users\/me>; rel="successor-version"/)
  }
})

test('every response → security headers, and under https HSTS for a year', async () => {
  await using secure = await startSemel({ baseUrl: 'https://shop.example' }, { worker: false })
  for (const path of ['/', '/login', '/products', '/api/products', '/api/nothing', '/nothing', '/healthz', '/docs']) {
    const { headers } = await secure.client().get(path, { headers: { accept: 'text/html' } })
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(part), `${path} ${part}`)
    }
    // Scalar sets inline styles.
    assert.doesNotMatch(
      policy,
      path === '/docs' ? /unsafe-eval|script-src[^;]*unsafe-inline/ : /unsafe-(inline|eval)/,
      path,
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path)
    assert.equal(headers.get('referrer-policy'), 'same-origin', path)
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', path)
    assert.equal(headers.get('access-control-allow-origin'), null, path)
  }
  assert.equal((await semel.client().get('/')).headers.get('strict-transport-security'), null)
})

test('TRACE gets 405, and a sign-out clears what the browser stored', async () => {
  const { origin } = semel
  const [answer] = await once(request(`${origin}/`, { method: 'TRACE' }).end(), 'response')
  assert.equal(answer.resume().statusCode, 405)
  const { token } = await newPerson(semel)
  const { headers } = await semel.client().post('/api/auth/logout', {}, { token })
  assert.equal(headers.get('clear-site-data'), '"cache", "storage"')
})

test('client naming application/json without application/problem+json → error as application/json', async () => {
  const typeFor = async (accept: string) => {
    const answer = await semel.client().post('/api/contact-messages', {}, { headers: { accept } })
    assert.deepEqual([answer.status, answer.body.code, answer.body.detail], [422, 'invalid_input', answer.body.error])
    return answer.headers.get('content-type')
  }
  for (const accept of [
    'application/json',
    'application/json, text/plain, */*',
    'APPLICATION/JSON; charset=utf-8',
    'application/json;version=3',
    'text/html;q=0.1, application/json',
    'application/json, application/problem+json;q=0',
  ])
    assert.equal(await typeFor(accept), 'application/json; charset=utf-8', accept)
  for (const accept of [
    '*/*',
    'application/problem+json',
    'application/json, application/problem+json',
    'application/vnd.semel.v3+json',
    'application/json;q=0, */*',
  ])
    assert.equal(await typeFor(accept), 'application/problem+json; charset=utf-8', accept)
  const nowhere = await semel.client().get('/api/nowhere', { headers: { accept: 'application/json' } })
  assert.deepEqual([nowhere.status, nowhere.headers.get('content-type')], [404, 'application/json; charset=utf-8'])
})
