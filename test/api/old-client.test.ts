import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A recording of a client that was written against v1 alone: its requests, and every member of the responses that it
 * relies on. The recording is never adapted to the service. `<name>` marks a value that differs between runs. Its first
 * occurrence is remembered, and later ones must be equal.
 */
type Step = {
  say: string
  request: { method: string; path: string; headers: Record<string, string>; body?: unknown }
  answer: { status: number; body?: unknown; whole?: true }
}

const { client, steps } = JSON.parse(await readFile('test/support/fixtures/v1-client.json', 'utf8')) as {
  client: string
  steps: Step[]
}

let semel: Semel
before(async () => {
  semel = await startSemel()
  await stockProduct(semel.db, { sku: 'LAMP-1', name: 'Desk lamp', category: 'lighting', price: 1999, stock: 5 })
})
after(() => semel[Symbol.asyncDispose]())

test(`${client} works unchanged`, async t => {
  const known = new Map<string, unknown>([['email', 'ada@example.com']])
  for (const { say, request, answer } of steps) {
    await t.test(say, async () => {
      const secret = known.get('secret')
      if (secret) known.set('code', codeOf(fromBase32(secret as string)!, stepAt(semel.clock.now())))
      const { method, path, headers, body } = filled(request, known) as Step['request']
      // A new client for each request, because the recorded app kept no cookies.
      const given = await semel.client().request(method, path, { headers, ...(body !== undefined && { body }) })
      assert.equal(given.status, answer.status, given.text)
      assert.equal(given.headers.get('semel-version'), 'v1')
      assert.ok(!given.text.includes('userName'), given.text)
      if (answer.body === undefined) return
      compare(answer.body, given.body, 'body', known)
      if (answer.whole) assert.deepEqual(Object.keys(given.body), Object.keys(answer.body as object))
    })
  }
})

function filled(recorded: unknown, known: Map<string, unknown>): unknown {
  if (typeof recorded === 'string') {
    const whole = /^<(\w+)>$/.exec(recorded)?.[1]
    return whole ? known.get(whole) : recorded.replace(/<(\w+)>/g, (_, name) => String(known.get(name)))
  }
  if (Array.isArray(recorded)) return recorded.map(part => filled(part, known))
  if (typeof recorded !== 'object' || recorded === null) return recorded
  return Object.fromEntries(Object.entries(recorded).map(([name, part]) => [name, filled(part, known)]))
}

function compare(recorded: unknown, given: unknown, where: string, known: Map<string, unknown>): void {
  const name = typeof recorded === 'string' && /^<(\w+)>$/.exec(recorded)?.[1]
  if (name && !known.has(name)) {
    assert.ok(given !== undefined && given !== null, `${where} is missing`)
    known.set(name, given)
  } else if (Array.isArray(recorded)) {
    assert.ok(Array.isArray(given) && given.length === recorded.length, `${where} has another length`)
    for (const [index, part] of recorded.entries()) compare(part, given[index], `${where}.${index}`, known)
  } else if (typeof recorded === 'object' && recorded !== null) {
    for (const [member, part] of Object.entries(recorded)) {
      compare(part, (given as Record<string, unknown> | undefined)?.[member], `${where}.${member}`, known)
    }
  } else {
    assert.deepEqual(given, filled(recorded, known), where)
  }
}
