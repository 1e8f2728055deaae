import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient, orThrow, SemelProblem } from '@semel/client'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let ada: Awaited<ReturnType<typeof newPerson>>
let product: number
before(async () => {
  semel = await startSemel({}, { worker: false })
  ada = await newPerson(semel, { email: 'ada@example.com', userName: 'Ada Lovelace' })
  product = await stockProduct(semel.db, { price: 1999, stock: 5 })
  for (let i = 0; i < 120; i++) await stockProduct(semel.db, { price: i % 3 })
})
after(() => semel[Symbol.asyncDispose]())

test('the generated types have the field names of their version', async () => {
  for (const [version, name] of [
    ['v1', 'user_name'],
    ['v2', 'userName'],
    ['v3', 'userName'],
  ]) {
    const types = await readFile(`packages/client/${version}.d.ts`, 'utf8')
    assert.deepEqual([...new Set(types.match(/\buser_?name\b/gi))], [name])
  }
})

const EXAMPLES: [name: string, output: () => RegExp][] = [
  ['sign-in', () => /^signed in as Ada Lovelace <ada@example\.com>, customer\n$/],
  ['list-products', () => /^121 products\n$/],
  ['place-order', () => /^order (\d+): 3998 EUR\nagain: order \1, replayed: true\nrefused: insufficient_stock\n$/],
  ['old-version', () => /^Ada Lovelace, Ada Lovelace, Ada Lovelace\n$/],
]

for (const [name, output] of EXAMPLES) {
  test(`the example ${name} runs unchanged`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [`packages/client/examples/${name}.ts`], {
      env: {
        ...process.env,
        SEMEL_URL: semel.origin,
        SEMEL_EMAIL: ada.email,
        SEMEL_PASSWORD: PASSWORD,
        SEMEL_CODE: ada.code(),
        SEMEL_TOKEN: ada.token,
        SEMEL_PRODUCT: String(product),
      },
    })
    assert.match(stdout, output())
  })
}

test('error response → thrown with its code, fields and request id', async () => {
  const client = createClient({ baseUrl: `${semel.origin}/`, version: 'v1' })
  const body = { email: 'x', password: PASSWORD, user_name: ' ' }
  await assert.rejects(orThrow(client.POST('/auth/register', { body })), error => {
    assert.ok(error instanceof SemelProblem)
    assert.equal(error.code, 'invalid_input')
    assert.equal(error.status, 422)
    assert.deepEqual(error.errors.map(({ field }) => field).sort(), ['email', 'user_name'])
    assert.ok(error.requestId)
    return true
  })
})

test('an error response of a proxy is thrown too', async () => {
  const fetch = async () => new Response('bad gateway', { status: 502, headers: { 'retry-after': '3' } })
  const client = createClient({ baseUrl: 'http://shop.example', fetch, token: async () => 'later', retries: 0 })
  await assert.rejects(orThrow(client.GET('/users/me')), error => {
    assert.ok(error instanceof SemelProblem && error.code === undefined)
    assert.equal(error.retryAfter, 3)
    return /502/.test(error.message)
  })
})
