import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { describeAll } from '../../scripts/openapi-documents.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const documents = await describeAll()
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

for (const [version, { paths }] of documents) {
  test(`${version}: method that an address does not take → 405 with allowed methods`, async () => {
    let requests = 0
    for (const [path, operations] of Object.entries(paths)) {
      const own = Object.keys(operations).map(method => method.toUpperCase())
      const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort()
      const url = `/api/${version}${path.replace(/\{\w+\}/g, '01920000-0000-7000-8000-000000000000')}`
      for (const method of METHODS.filter(name => !allowed.includes(name))) {
        const { status, headers, body } = await semel.client().request(method, url)
        assert.deepEqual([status, headers.get('allow')], [405, allowed.join(', ')], `${method} ${url}`)
        if (method !== 'HEAD') assert.equal(body.code, 'method_not_allowed')
        requests++
      }
    }
    assert.ok(requests > 200, String(requests))
  })
}

test('fixed address beside a sibling with a parameter → wins for every method', async () => {
  const ask = (method: string, path: string) => semel.client().request(method, path)
  const { status, headers, body } = await ask('GET', '/api/notifications/order-confirmation')
  assert.deepEqual([status, headers.get('allow')], [405, 'POST'])
  assert.equal(body.detail, 'Method GET is not allowed. Use POST.')
  assert.equal((await ask('GET', '/v1/notifications/order-confirmation/?x=1')).status, 405)
  assert.equal((await ask('GET', '/api/notifications/order%2Dconfirmation')).status, 405)
  assert.equal((await ask('GET', '/api/notifications/order-confirmations')).status, 401)
  const put = await ask('PUT', '/api/users/me')
  assert.equal(put.body.detail, 'Method PUT is not allowed. Use DELETE, GET, HEAD or PATCH.')
})

const HOSTS: [lines: string, status: number][] = [
  ['Host: semel.example', 200],
  ['Host: semel.example:8080', 200],
  ['Host: [::1]:8080', 200],
  ['Host:', 200],
  ['', 400],
  ['Host: semel.example\r\nHost: semel.example', 400],
  ['Host: semel.example\r\nX-A: b\r\nhOST: evil.example', 400],
  ['Host: semel.example evil.example', 400],
  ['Host: a@semel.example', 400],
  ['Host: semel.example/x', 400],
  ['Host: semel.example:x', 400],
]

for (const [lines, status] of HOSTS) {
  test(`a request with ${JSON.stringify(lines)} gets ${status}`, async () => {
    const socket = connect(Number(new URL(semel.origin).port), '127.0.0.1')
    const head = ['GET /api/auth/csrf HTTP/1.1', lines, 'Connection: close'].filter(Boolean).join('\r\n')
    socket.write(`${head}\r\n\r\n`)
    const answer = await text(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    if (status === 400) assert.match(answer, /"code":"malformed_request"/)
  })
}
