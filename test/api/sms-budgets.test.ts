import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readSms } from '../../src/dev/sms-inbox.ts'
import { DAY, HOUR, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * SMS pumping: accounts are free, and each text message to a premium number pays its owner. Text messages are counted for
 * their number over all accounts, for the client and for the whole service.
 */
let semel: Semel
before(async () => {
  semel = await startSemel({ smsPerDay: 60, smsCountries: ['+49', '+1212'] }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())
beforeEach(() => semel.clock.advance(DAY))

let number = 1_000_000
const newPhone = () => `+4917${number++}`

/** A new account asks for a code to a phone. */
async function textTo(phone: string, ip = '127.0.0.1') {
  const { token } = await person(semel)
  const answer = await semel.app.inject({
    method: 'POST',
    url: '/api/users/me/second-factors',
    payload: { kind: 'sms', phone },
    headers: { authorization: `Bearer ${token}` },
    remoteAddress: ip,
  })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() }
}

/** Somebody with a confirmed phone asks for a code to sign in. */
async function signInByText(email: string) {
  const token = await enterPassword(semel.client(), email)
  return semel.client().post('/api/auth/mfa/sms', undefined, { token })
}

async function many(count: number, text: (n: number) => ReturnType<typeof textTo>) {
  const counts: Record<number, number> = {}
  for (let n = 0; n < count; n += 10) {
    const answers = await Promise.all(Array.from({ length: Math.min(10, count - n) }, (_, i) => text(n + i)))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

test('twelve accounts, one number → five text messages an hour, ten a day', async () => {
  const phone = newPhone()
  assert.deepEqual(await many(12, () => textTo(phone)), { 201: 5, 429: 7 })
  semel.clock.advance(HOUR)
  assert.deepEqual(await many(12, () => textTo(phone)), { 201: 5, 429: 7 })
  semel.clock.advance(HOUR)
  const { status, retryAfter, body } = await textTo(phone)
  assert.deepEqual([status, body.code, Number(retryAfter)], [429, 'rate_limited', 22 * 3600])
  assert.equal((await readSms(semel.db, phone)).length, 10)
  assert.equal((await textTo(newPhone())).status, 201)
})

test('a client asks for 30 text messages an hour', async () => {
  assert.deepEqual(await many(40, () => textTo(newPhone(), '198.51.100.30')), { 201: 30, 429: 10 })
  assert.equal((await textTo(newPhone(), '198.51.100.31')).status, 201)
})

test('SMS_PER_DAY → limits the service; a quarter is for confirmed phones only', async () => {
  const left = async () => Number(/^semel_sms_left (\d+)$/m.exec((await semel.client().get('/metrics')).text)![1])
  const people = []
  for (let n = 0; n < 16; n++) people.push(await newPerson(semel, { phone: newPhone() }))
  assert.equal(await left(), 60)
  assert.deepEqual(await many(70, () => textTo(newPhone())), { 201: 45, 429: 25 })
  assert.equal(await left(), 15)
  const { retryAfter } = await textTo(newPhone())
  assert.equal(Number(retryAfter), DAY / 60 / 1000)
  // Strangers with free accounts cannot use up what people need to sign in.
  const statuses = []
  for (const { email } of people) statuses.push((await signInByText(email)).status)
  assert.deepEqual(statuses, [...Array(15).fill(202), 429])
  assert.equal(await left(), 0)
  semel.clock.advance(DAY / 2)
  assert.equal(await left(), 30)
})

test('stranger adds the phone of another → its owner still gets codes', async () => {
  const phone = newPhone()
  const owner = await newPerson(semel, { phone })
  assert.deepEqual(await many(10, () => textTo(phone)), { 201: 5, 429: 5 })
  assert.equal((await signInByText(owner.email)).status, 202)
})

test('numbers outside SMS_COUNTRIES are refused with a reason, and nothing is sent', async () => {
  for (const phone of ['+881612345678', '+12425551234', '+4811234567']) {
    const { status, body } = await textTo(phone)
    assert.deepEqual([status, body.errors?.[0].field, body.errors?.[0].code], [422, 'phone', 'unreachable'])
  }
  assert.equal((await textTo('+12125551234')).status, 201)
})

test('phone given at registration → no codes until one came back from it', async () => {
  const phone = newPhone()
  const registered = await semel.client().post('/api/auth/register', {
    email: 'phone@example.com',
    password: 'a long enough passphrase',
    userName: 'Ada',
    phone,
  })
  assert.deepEqual([registered.status, registered.body.methods], [201, ['totp']])
  const { status, body } = await semel
    .client()
    .post('/api/auth/mfa/sms', undefined, { token: registered.body.partialToken })
  assert.deepEqual([status, body.code], [409, 'no_sms_factor'])
  assert.deepEqual(await readSms(semel.db, phone), [])
})

test('the budgets hold for codes of a sign-in too', async () => {
  const phone = newPhone()
  const people = [await newPerson(semel, { phone }), await newPerson(semel, { phone })]
  const counts: number[] = []
  for (let n = 0; n < 6; n++) {
    counts.push((await signInByText(people[n % 2]!.email)).status)
    semel.clock.advance(MINUTE)
  }
  assert.deepEqual(counts, [202, 202, 202, 202, 202, 429])
})
