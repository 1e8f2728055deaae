import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { assetAddress, IMPORTED_SCRIPTS, serveAssets } from './assets.ts'

const app = Fastify()
serveAssets(app)

test('assets are cached forever at an address that contains their hash', async () => {
  for (const name of ['form-rules.js', 'enhance.js', 'style.css', 'mark.svg'] as const) {
    const { statusCode, headers, body } = await app.inject(assetAddress(name))
    assert.equal(statusCode, 200)
    assert.match(headers['cache-control'] as string, /max-age=31536000, immutable/)
    assert.ok(body.length > 100)
    const packed = await app.inject({ url: assetAddress(name), headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.ok(packed.rawPayload.length < body.length)
  }
  assert.equal((await app.inject('/assets/style.css')).statusCode, 404)
})

test('the script imports its parts by their hashed addresses, and loads nothing from other sites', async () => {
  const script = (await app.inject(assetAddress('enhance.js'))).body
  assert.ok(script.includes(`from '${assetAddress('form-rules.js')}'`))
  for (const address of [...IMPORTED_SCRIPTS, assetAddress('enhance.js'), assetAddress('style.css')]) {
    const { body } = await app.inject(address)
    assert.doesNotMatch(body, /from '\.\//)
    assert.doesNotMatch(body, /(?:url\(|import\(|@import|from )["']?(?:https?:)?\/\//)
  }
})
