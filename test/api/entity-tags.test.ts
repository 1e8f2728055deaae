import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('each OpenAPI document has an ETag of its own, and is not sent again to a client that has it', async () => {
  const client = semel.client()
  const tags = new Set<string>()
  for (const version of ['v1', 'v2', 'v3']) {
    const { headers } = await client.get(`/api/${version}/openapi.json`)
    const etag = headers.get('etag')!
    const again = await client.get(`/api/${version}/openapi.json`, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    tags.add(etag)
  }
  assert.equal(tags.size, 3)
})

test('If-Match: of two clients that change the same state of a product, one succeeds and the other gets 412', async () => {
  const { token } = await person(semel, 'staff')
  const id = await stockProduct(semel.db, { price: 1 })
  const client = semel.client()
  const read = await client.get(`/api/products/${id}`, { token })
  const headers = { 'if-match': read.headers.get('etag')! }
  const answers = await Promise.all(
    [2, 3].map(price => client.patch(`/api/products/${id}`, { price }, { token, headers })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  assert.equal(answers.find(({ status }) => status === 412)!.body.code, 'changed_meanwhile')
  assert.equal((await client.delete(`/api/products/${id}`, { token, headers })).status, 412)
  const now = await client.get(`/api/products/${id}`, { token })
  const present = { 'if-match': `"other", ${now.headers.get('etag')}` }
  assert.equal((await client.delete(`/api/products/${id}`, { token, headers: present })).status, 204)
})

test('If-Match: a user in each version has tags of its own; * and no header set no condition', async () => {
  const { token } = await person(semel)
  const client = semel.client()
  const tags = new Map<string, string>()
  for (const version of ['v1', 'v2', 'v3']) {
    const me = await client.get(`/api/${version}/users/me`, { token })
    tags.set(version, me.headers.get('etag')!)
    const unchanged = await client.get(`/api/${version}/users/me`, {
      token,
      headers: { 'if-none-match': tags.get(version)! },
    })
    assert.equal(unchanged.status, 304)
  }
  const change = (version: string, etag: string) =>
    client.patch(`/api/${version}/users/me`, { phone: '+441632960001' }, { token, headers: { 'if-match': etag } })
  assert.equal((await change('v1', tags.get('v3')!)).status, 412)
  assert.equal((await change('v1', `W/${tags.get('v1')}`)).status, 412)
  // v1 does not show the phone number, so its state is the same after the change.
  for (const etag of [tags.get('v1')!, tags.get('v1')!, '*']) assert.equal((await change('v1', etag)).status, 200)
  assert.equal((await change('v3', tags.get('v3')!)).status, 412)
})
