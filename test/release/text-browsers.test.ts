import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Pages as lynx shows them: it knows no scripts, no styles and no `hidden`. On Debian: apt-get install lynx. */

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('lynx shows pages → no control that only a script needs', async () => {
  if (spawnSync('lynx', ['-version']).error) {
    console.log('lynx is not installed on this machine, so nothing was tried with it.')
    return
  }
  const product = await stockProduct(semel.db, { name: 'Lamp' })
  const pages = {
    '/login': 'Forgot',
    '/register': 'Password',
    [`/products/${product}`]: 'Add to cart',
    '/contact': 'Send Message',
  }
  for (const [address, words] of Object.entries(pages)) {
    const { stdout } = await promisify(execFile)('lynx', ['-dump', '-accept_all_cookies', semel.origin + address])
    assert.match(stdout, new RegExp(words, 'i'), address)
    assert.doesNotMatch(stdout, /Use a passkey|Show Password|six digits|−/, address)
  }
})
