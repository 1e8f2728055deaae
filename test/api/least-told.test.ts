/** API keys with one scope, other sites and foreign hosts learn no more than they need. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Scope } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

async function keyWith(...scopes: Scope[]) {
  const { key } = await createApiKey(semel, { name: scopes.join(), scopes })
  return { 'x-api-key': key }
}

test('notifications:send alone → sees confirmations without address, and no other email', async () => {
  const ada = await newPerson(semel)
  const productId = await stockProduct(semel.db)
  const order = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: ada.token })
  await semel.mailTo(ada.email, 2)
  const headers = await keyWith('notifications:send')
  const asked = await semel
    .client()
    .post('/api/notifications/order-confirmation', { orderId: order.body.id }, { headers })
  assert.equal(asked.status, 202)
  const path = `/api/notifications/${asked.body.notificationId}`
  const seen = await semel.client().get(path, { headers })
  assert.deepEqual([seen.status, seen.body.orderId, seen.body.address], [200, order.body.id, null])

  const all = await semel.client().get('/api/notifications', { token: ada.token })
  const welcome = all.body.items.find(({ type }: { type: string }) => type === 'user.registered')
  assert.equal((await semel.client().get(`/api/notifications/${welcome.id}`, { headers })).status, 404)
  const reader = await keyWith('notifications:send', 'users:read')
  const shown = await semel.client().get(`/api/notifications/${welcome.id}`, { headers: reader })
  assert.deepEqual([shown.status, shown.body.address], [200, ada.email])
})

test('POST without body from another site → 403; own pages, programs → 200', async () => {
  const post = (headers: Record<string, string>) =>
    semel
      .client()
      .request('POST', '/api/cart/reduction', { headers })
      .then(({ status, body }) => [status, body.code])
  assert.deepEqual(await post({ origin: 'https://evil.example' }), [403, 'csrf_required'])
  assert.deepEqual(await post({ 'sec-fetch-site': 'cross-site' }), [403, 'csrf_required'])
  assert.deepEqual(await post({ origin: semel.origin }), [200, undefined])
  assert.deepEqual(await post({}), [200, undefined])
})

test('request in absolute form → no header or body names its host', async () => {
  const { token } = await person(semel)
  await stockProduct(semel.db)
  for (const path of ['/api/products?limit=1', '/api/v1/products?limit=1', '/nowhere', '?x=1', '']) {
    const { hostname, port, host } = new URL(semel.origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `GET http://evil.example${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    const answer = await text(socket)
    assert.match(answer, path.startsWith('/api') ? /^HTTP\/1\.1 200 .*\r\nlink: /is : /^HTTP\/1\.1 (200|404)/, path)
    assert.doesNotMatch(answer, /evil\.example/, path)
  }
})
