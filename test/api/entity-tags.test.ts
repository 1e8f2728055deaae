import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
