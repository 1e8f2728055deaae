import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { SECOND } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * One client or one account that asks too much takes nothing from the others.
 */

/** Ends a test that would wait forever. */
const IN_TIME = { timeout: 20 * SECOND }

let semel: Semel
before(async () => {
  semel = await startSemel({ trustedProxies: ['loopback'] }, { worker: false, hashing: 'as in production' })
})
after(() => semel[Symbol.asyncDispose]())

test('body nested too deep → 400, with and without an Idempotency-Key', async () => {
  const nested = (depth: number) =>
    `{"email":"ada@example.com","message":"Hi","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const send = (depth: number, headers = {}) => semel.client().post('/api/contact-messages', nested(depth), { headers })
  for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
    for (const depth of [64, 5000, 400_000]) {
      const { status, body } = await send(depth, headers)
      assert.deepEqual(
        [status, body.code, body.detail],
        [400, 'malformed_json', 'The request body is nested deeper than 64 levels.'],
      )
    }
    assert.equal((await send(63, headers)).status, 201)
  }
})

test('bodies of very many values get 400; long texts do not', async () => {
  const { client } = await newPerson(semel)
  const message = '[{1,'.repeat(1000)
  const send = (x: string) =>
    client.post('/api/contact-messages', `{"email":"ada@example.com","message":${JSON.stringify(message)},"x":${x}}`)
  const chains = `${'['.repeat(50)}${']'.repeat(50)},`.repeat(300)
  for (const many of [`[${'[],'.repeat(20_000)}1]`, `[${'1,'.repeat(10_001)}1]`, `[${chains}1]`]) {
    const { status, body } = await send(many)
    assert.deepEqual([status, body.detail], [400, 'The request body has more than 10,000 values.'])
  }
  const text = String.raw`"\",[{\\"`.repeat(20_000)
  for (const few of [`[${'1,'.repeat(9000)}1]`, JSON.stringify(text), JSON.stringify(`${text}\\`)]) {
    assert.equal((await send(few)).status, 201)
  }
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const after = async (count: number) =>
    (await client.post('/contact', `${'k=1&'.repeat(count)}email=ada@example.com&message=Hi`, form)).status
  assert.deepEqual([await after(1000), await after(900)], [422, 303])
})

test('flood of passwords from one network → partly refused; others sign in', async () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const finished: string[] = []
  const tryFrom = async (address: string) => {
    const login = { email: `${randomUUID()}@example.com`, password: 'x'.repeat(100) }
    const { status, headers } = await semel.client().post('/api/auth/login', login, from(address))
    finished.push(`${address} ${status} ${headers.get('retry-after')}`)
  }
  const flood = Array.from({ length: 100 }, () => tryFrom('192.0.2.1'))
  const person = tryFrom('192.0.2.2')
  const office = Array.from({ length: 20 }, () => tryFrom('192.0.2.3'))
  await Promise.all([...flood, ...office, person])
  const count = (text: string) => finished.filter(line => line === text).length
  assert.ok(count('192.0.2.1 429 5') > 0)
  assert.equal(count('192.0.2.1 401 null') + count('192.0.2.1 429 5'), 100)
  assert.equal(count('192.0.2.3 401 null'), 20)
  assert.equal(count('192.0.2.2 401 null'), 1)
})

test('requests of one network wait their turn; those of others begin meanwhile', async () => {
  const answered: string[] = []
  const ask = async (remoteAddress: string) => {
    const { statusCode } = await semel.app.inject({ url: '/login', remoteAddress })
    answered.push(`${remoteAddress} ${statusCode}`)
  }
  const flood = Array.from({ length: 500 }, () => ask('192.0.2.1'))
  await Promise.all([...flood, ask('192.0.2.2')])
  const place = answered.indexOf('192.0.2.2 200')
  assert.ok(place >= 0 && place < 20, `${place} of the flood came first`)
  assert.equal(answered.filter(line => line === '192.0.2.1 200').length, 500)
})

test('a thousand requests of a network wait → only it loses connections', IN_TIME, async () => {
  const { hostname, port } = new URL(semel.origin)
  const [flood, other] = [connect(Number(port), hostname), connect(Number(port), hostname)]
  const lost = Promise.withResolvers<void>()
  const get = (address: string) => `GET /login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`
  flood.on('error', () => {}).on('close', lost.resolve)
  flood.write(get('192.0.2.4').repeat(3000))
  other.write(get('192.0.2.5'))
  const [answer] = await once(other, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  await lost.promise
  other.destroy()
})

test("requests wait for one account's lock → other accounts keep connections", async () => {
  const [held, other] = [await newPerson(semel), await newPerson(semel)]
  await using waiting = await hold(semel.databaseUrl, tx =>
    tx.selectFrom('users').select('id').where('id', '=', held.id).forUpdate().execute(),
  )
  const flood = Array.from({ length: 30 }, () =>
    semel.client().post('/api/auth/reauthenticate', { code: '000000' }, { token: held.token }),
  )
  await lockedOut(semel.db, 3)
  const started = performance.now()
  const { status } = await semel
    .client()
    .post('/api/auth/reauthenticate', { code: other.code() }, { token: other.token })
  assert.equal(status, 200)
  assert.ok(performance.now() - started < 2 * SECOND, `${performance.now() - started} ms`)
  await waiting.release()
  for (const { status } of await Promise.all(flood)) assert.ok([401, 429, 503].includes(status), String(status))
})

test('200 wrong codes at once → ten checked, session ends', async () => {
  const eve = await newPerson(semel)
  const guess = async () => {
    // The last of them wait for more than their time on a busy machine.
    for (;;) {
      const answer = await semel.client().post('/api/auth/reauthenticate', { code: '000000' }, { token: eve.token })
      if (answer.status !== 503) return answer
    }
  }
  const answers = await Promise.all(Array.from({ length: 200 }, guess))
  const count = (wanted: string) => answers.filter(({ status, body }) => `${status} ${body.code}` === wanted).length
  // The tenth wrong code ends the session, and says so in place of `invalid_code`.
  assert.deepEqual([count('401 invalid_code'), count('401 unauthenticated')], [9, 191])
  assert.equal((await semel.client().get('/api/users/me', { token: eve.token })).status, 401)
})

/** Reading them takes long enough to see whether anything is answered meanwhile. */
const LINES = 50_000

for (const [name, line, bad] of [
  ['full of mistakes', 'a\n', LINES],
  ['of empty fields', '""\n', 0],
] as const) {
  test(`while a file ${name} is read, other requests are answered`, async () => {
    const client = semel.client()
    const staff = await person(semel, 'staff')
    const data = Buffer.from(`sku,name,category,price_minor\n${line.repeat(LINES)}`).toString('base64')
    const began = performance.now()
    const imported = client.post('/api/products/import', { data }, staff)
    let hasEnded = false
    void imported.then(() => (hasEnded = true))
    let longest = 0
    while (!hasEnded) {
      const asked = performance.now()
      await client.get('/healthz')
      longest = Math.max(longest, performance.now() - asked)
    }
    assert.equal((await imported).body.bad, bad)
    // A file in one piece kept the process busy for more than half of the time.
    const whole = performance.now() - began
    assert.ok(longest < whole / 3, `${longest} ms of ${whole}`)
  })
}
