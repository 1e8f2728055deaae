import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hashedNetwork64, network64 } from '../../src/http/rate-limits/clients.ts'
import { HOUR } from '../../src/time.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A client that tries leaked passwords on many accounts, or floods the support desk. Users who share its address and have
 * signed in from there before are not affected.
 */
let semel: Semel
before(async () => {
  semel = await startSemel({ production: true }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

/** Calls the app inside this process, so that the request can come from any address. */
async function ask(ip: string, url: string, payload: object, headers = {}) {
  const answer = await semel.app.inject({ method: 'POST', url, payload, headers, remoteAddress: ip })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const login = (ip: string, email: string, password = PASSWORD) => ask(ip, '/api/auth/login', { email, password })
const stranger = () => `${randomUUID()}@example.com`

async function stuff(ip: string, count: number) {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, () => login(ip, stranger(), 'leaked elsewhere')))
    statuses.push(...some.map(({ status }) => status))
  }
  return statuses
}

async function csrf() {
  const answer = await semel.app.inject({ url: '/api/auth/csrf' })
  return { csrfToken: answer.json().csrfToken, cookie: String(answer.headers['set-cookie']).split(';')[0]! }
}

test('200 wrong passwords an hour from one client → right ones also fail', async () => {
  const { email } = await newPerson(semel)
  const thief = '198.51.100.7'
  const statuses = await stuff(thief, 220)
  assert.equal(statuses.filter(status => status === 401).length, 200)
  assert.equal(statuses.filter(status => status === 429).length, 20)
  const [right, wrong, unknown] = [
    await login(thief, email),
    await login(thief, email, 'a wrong one'),
    await login(thief, stranger()),
  ]
  assert.deepEqual([right.status, right.body.code], [429, 'rate_limited'])
  for (const other of [wrong, unknown]) {
    assert.deepEqual(Object.keys(other.headers).sort(), Object.keys(right.headers).sort())
    assert.deepEqual([other.status, other.body.detail], [right.status, right.body.detail])
  }
  assert.equal((await login('198.51.100.8', email)).status, 200)
  semel.clock.advance(HOUR)
  assert.equal((await login(thief, email)).status, 200)
})

test('known user at the blocked address → signs in without resetting the limit', async () => {
  const office = '203.0.113.5'
  const colleague = await newPerson(semel)
  const { body } = await login(office, colleague.email)
  const bearer = { authorization: `Bearer ${body.partialToken}` }
  assert.equal((await ask(office, '/api/auth/mfa', { code: colleague.code() }, bearer)).status, 200)
  await stuff(office, 200)
  assert.equal((await login(office, colleague.email)).status, 200)
  assert.equal((await login(office, stranger())).status, 429)
  assert.equal((await login(office, colleague.email, 'a wrong one')).status, 429)
  semel.clock.advance(HOUR)
})

test('one client → resets for 100 addresses an hour, known or not', async () => {
  const { csrfToken, cookie } = await csrf()
  const headers = { 'x-csrf-token': csrfToken, cookie }
  const forgot = (ip: string, email: string) => ask(ip, '/api/auth/forgot-password', { email }, headers)
  const { email } = await newPerson(semel)
  const asked = await Promise.all(Array.from({ length: 100 }, () => forgot('198.51.100.30', stranger())))
  assert.ok(asked.every(({ status }) => status === 200))
  const [known, unknown] = [await forgot('198.51.100.30', email), await forgot('198.51.100.30', stranger())]
  assert.deepEqual([known.status, unknown.status], [429, 429])
  assert.equal(known.body.detail, unknown.body.detail)
  assert.equal((await forgot('198.51.100.31', email)).status, 200)
})

test('all spellings of an address share its limits', async () => {
  const { csrfToken, cookie } = await csrf()
  const headers = { 'x-csrf-token': csrfToken, cookie }
  const { email } = await newPerson(semel, { email: `ivi${stranger()}` })
  const spellings = [email, `Ivi${email.slice(3)}`, `ivI${email.slice(3)}`, `IVI${email.slice(3)}`]
  assert.equal((await login('198.51.100.40', spellings[1]!)).status, 200)
  const guessed = []
  for (const spelling of [...spellings, ...spellings, ...spellings]) {
    guessed.push((await login('198.51.100.41', spelling, 'a wrong one')).status)
  }
  assert.deepEqual(guessed, [...Array(10).fill(401), 429, 429])
  const asked = []
  for (const spelling of [...spellings, ...spellings]) {
    asked.push((await ask('198.51.100.42', '/api/auth/forgot-password', { email: spelling }, headers)).status)
  }
  assert.deepEqual(asked, [...Array(5).fill(200), 429, 429, 429])
})

test('loopback is exempt from the limits per client', async () => {
  for (const ip of ['127.0.0.1', '127.0.0.2', '::ffff:127.0.0.1', '::1']) {
    assert.equal(hashedNetwork64(ip), undefined, ip)
  }
  assert.deepEqual(new Set(await stuff('127.0.0.1', 220)), new Set([401]))
})

test('support messages of a client → 60 an hour; repeats do not count', async () => {
  const write = (ip: string, key = randomUUID() as string) =>
    ask(ip, '/api/contact-messages', { email: 'a@example.com', message: 'Buy now' }, { 'idempotency-key': key })
  for (let n = 0; n < 5; n++) assert.equal((await write('198.51.100.9', 'the same')).status, 201)
  for (let n = 1; n < 60; n++) assert.equal((await write('198.51.100.9')).status, 201)
  const refused = await write('198.51.100.9')
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600'])
  assert.equal((await write('198.51.100.10')).status, 201)
})

test('client → an IPv4 address or an IPv6 /64, in every spelling', () => {
  for (const [ip, network] of [
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0:0:ffff::', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
  ] as const) {
    assert.equal(network64(ip), network, ip)
  }
})
