import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { VERSIONS } from '../../src/versions/table.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

type Way = (name: string, released: string) => { prefix: string; query?: string; accept?: string }
const WAYS: Record<string, Way> = {
  'the path': name => ({ prefix: `/api/${name}` }),
  'the path without prefix': name => ({ prefix: `/${name}` }),
  'the path before the prefix': name => ({ prefix: `/${name}/api` }),
  'the Accept suffix': name => ({ prefix: '/api', accept: `application/vnd.semel.${name}+json` }),
  'the Accept parameter': name => ({ prefix: '/api', accept: `application/json; version=${name.slice(1)}` }),
  'the date': (_, released) => ({ prefix: '/api', query: `?api-version=${released}` }),
  'all three': (name, released) => ({
    prefix: `/api/${name}`,
    query: `?api-version=${released}`,
    accept: `application/vnd.semel.${name}+json`,
  }),
}

const REQUESTS: [method: string, path: string, body: unknown, status: number][] = [
  ['GET', '/auth/csrf', undefined, 200],
  ['HEAD', '/auth/csrf', undefined, 200],
  ['POST', '/contact-messages', { email: 'ada@example.com', message: 'Hello' }, 201],
  ['POST', '/contact-messages', { message: 'Hello' }, 422],
  ['POST', '/contact-messages', '{', 400],
  ['GET', '/users/me', undefined, 401],
  ['HEAD', '/users/me', undefined, 401],
  ['GET', '/nothing/here', undefined, 404],
  ['GET', '/users/%zz', undefined, 400],
  ['PUT', '/users/me', undefined, 405],
]

for (const { name, released, deprecated } of VERSIONS) {
  for (const [way, choose] of Object.entries(WAYS)) {
    test(`${name} by ${way}: every response names the version, errors too`, async () => {
      const { prefix, query = '', accept } = choose(name, released)
      for (const [method, path, body, status] of REQUESTS) {
        const request = `${method} ${prefix}${path}${query}`
        const { status: answered, headers } = await semel.client().request(method, `${prefix}${path}${query}`, {
          ...(body !== undefined && { body }),
          ...(accept && { headers: { accept } }),
        })
        assert.equal(answered, status, request)
        assert.equal(headers.get('semel-version'), name, request)
        assert.equal(headers.get('vary'), 'Accept', request)
        assert.ok(headers.get('x-request-id'), request)
        if (!deprecated) {
          assert.equal(headers.get('deprecation'), null, request)
          continue
        }
        const successor = VERSIONS[VERSIONS.findIndex(version => version.name === name) + 1]!.name
        assert.equal(headers.get('deprecation'), `@${deprecated.getTime() / 1000}`, request)
        assert.equal(headers.get('link'), `</api/${successor}${path}>; rel="successor-version"`, request)
      }
    })
  }
}

const REFUSED: [what: string, path: string, accept: string | undefined, status: number, code: string][] = [
  ['an unknown version in the path', '/api/v9/users/me', undefined, 404, 'unknown_version'],
  ['an unknown version in the path', '/v9/users/me', undefined, 404, 'unknown_version'],
  ['an unknown version in the path', '/v9/api/users/me', undefined, 404, 'unknown_version'],
  ['an unknown version in the path', '/api/v9', undefined, 404, 'unknown_version'],
  [
    'an unknown version in Accept, without +json',
    '/api/users/me',
    'application/vnd.semel.v9',
    406,
    'version_not_acceptable',
  ],
  ['an unreadable version in Accept', '/api/users/me', 'application/json;v=latest', 406, 'version_not_acceptable'],
  ['an unknown version in Accept', '/api/users/me', 'application/json;version=9', 406, 'version_not_acceptable'],
  ['an unknown version in the query', '/api/users/me?api-version=soon', undefined, 400, 'unknown_version'],
  ['a date before the first version', '/api/users/me?api-version=2022-12-31', undefined, 400, 'unknown_version'],
  ['a path that contradicts Accept', '/v1/users/me', 'application/vnd.semel.v2+json', 400, 'ambiguous_version'],
  ['a path that contradicts the date', '/v1/users/me?api-version=2024-06-01', undefined, 400, 'ambiguous_version'],
  [
    'an Accept header that contradicts the date',
    '/api/x?api-version=2024-06-01',
    'application/vnd.a.v1+json',
    400,
    'ambiguous_version',
  ],
]

for (const [what, path, accept, status, code] of REFUSED) {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
    test(`${what} is refused: ${method} ${path}${accept ? ` Accept: ${accept}` : ''}`, async () => {
      const answer = await semel.client().request(method, path, { headers: { ...(accept && { accept }) } })
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('vary'), 'Accept')
      if (method === 'HEAD') return
      assert.equal(answer.body.code, code)
      assert.match(answer.body.detail, /v1.*v2/)
    })
  }
}

test('error in v1 → v1 field names, all other text unchanged', async () => {
  const { token } = await person(semel)
  const productId = await stockProduct(semel.db, { name: 'userName lamp', stock: 2 })
  const order = await semel.client().post('/v1/orders', { items: [{ productId, quantity: 5 }] }, { token })
  assert.equal(order.body.code, 'insufficient_stock')
  assert.equal(order.body.detail, 'userName lamp: 5 asked, 2 left.')
  assert.equal(order.body.message, order.body.detail)
  const unnamed = await semel.client().patch('/v1/users/me', { user_name: '' }, { token })
  assert.deepEqual(unnamed.body.errors, [{ field: 'user_name', reason: 'is required', code: 'required' }])
  assert.equal(unnamed.body.detail, 'user_name is required')
})

test('version after its sunset → 410 with a link to its successor', async () => {
  const v1 = VERSIONS[0]!
  v1.sunset = new Date(semel.clock.now().getTime() + 1000)
  try {
    const before = await semel.client().get('/api/v1/auth/csrf')
    assert.equal(before.status, 200)
    assert.equal(before.headers.get('sunset'), v1.sunset.toUTCString())
    semel.clock.advance(1000)
    for (const path of ['/v1/auth/csrf', '/api/auth/csrf?api-version=2023-06-01', '/v1/nothing']) {
      const { status, headers, body } = await semel.client().get(path)
      assert.equal(status, 410, path)
      assert.equal(body.code, 'version_retired')
      assert.match(headers.get('link')!, /^<\/api\/v2\/\S+>; rel="successor-version"$/)
    }
    assert.equal((await semel.client().get('/v2/auth/csrf')).status, 200)
  } finally {
    delete v1.sunset
  }
})

const TARGETS: [target: string, firstLine: RegExp, version: string | undefined][] = [
  ['GET /%61pi/v1/auth/csrf', /200/, 'v1'],
  ['GET /%2561pi/v1/auth/csrf', /404/, undefined],
  ['GET //api/v1/auth/csrf', /404/, undefined],
  ['GET /api//v1/auth/csrf', /404/, 'v3'],
  ['GET /api%2fv1/auth/csrf', /404/, undefined],
  ['GET http://semel.example/api/v1/auth/csrf', /200/, 'v1'],
  ['GET http://semel.example/v2/auth/csrf?x', /200/, 'v2'],
  ['GET http://semel.example', /\d{3}/, undefined],
  ['GET /api/v1/auth/csrf#?', /200/, 'v1'],
  ['GET /api/v1/auth/csrf/', /200/, 'v1'],
  ['GET /api/v1/../v2/auth/csrf', /404/, 'v1'],
  ['GET /api/v1/%', /400/, 'v1'],
  ['GET /%', /400/, undefined],
  ['GET /api/v1/auth/csrf?%=%zz&&==', /200/, 'v1'],
  ['OPTIONS *', /40[045]/, undefined],
  ['OPTIONS /api/v1/auth/csrf', /405/, 'v1'],
]

for (const [target, firstLine, version] of TARGETS) {
  test(`version selection and routing read the same address: ${target}`, async () => {
    const { port } = new URL(semel.origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${target} HTTP/1.1\r\nHost: semel.example\r\nConnection: close\r\n\r\n`)
    const answer = await text(socket)
    assert.match(answer.split('\r\n')[0]!, firstLine)
    if (version) {
      assert.match(answer, new RegExp(`^semel-version: ${version}\r$`, 'im'))
      assert.match(answer, /^vary: Accept\r$/im)
    }
  })
}
