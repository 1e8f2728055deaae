import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isResetAlive, resetToken } from '../../src/accounts/passwords/reset.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  // Starts in production, because elsewhere a client on this machine meets no limit.
  semel = await startSemel({ production: true })
})
after(() => semel[Symbol.asyncDispose]())

async function forgot(email: string) {
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  return client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
}

/** The tokens in the reset emails of a user, oldest first. */
async function tokensOf(userId: string): Promise<string[]> {
  const events = await semel.db
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'user.password_reset_requested')
    .orderBy('id')
    .execute()
  return events
    .map(({ payload }) => payload as { userId: string; resetId: string })
    .filter(payload => payload.userId === userId)
    .map(({ resetId }) => resetToken(semel.serviceKey, resetId))
}

const reset = (token: string, password = 'another good passphrase') =>
  semel.client().post('/api/auth/reset-password', { token, password })

test('known and unknown addresses → same response; only known ones announce an event', async () => {
  const person = await newPerson(semel)
  const known = await forgot(person.email)
  const unknown = await forgot('nobody@example.com')
  assert.equal(known.status, 200)
  assert.deepEqual(known.body, unknown.body)
  assert.match(known.body.message, /reset link will be sent/)
  const headers = ({ headers }: typeof known) => [...headers.keys()].filter(name => name !== 'date').sort()
  assert.deepEqual(headers(known), headers(unknown))
  await forgot(person.email.toUpperCase())
  const tokens = await tokensOf(person.id)
  assert.equal(tokens.length, 2)
  assert.notEqual(tokens[0], tokens[1])
  const events = await semel.db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'user.password_reset_requested')
    .execute()
  assert.equal(events.length, 2)
})

test('request without CSRF token and without API key → refused', async () => {
  const { status, body } = await semel.client().post('/api/auth/forgot-password', { email: 'ada@example.com' })
  assert.deepEqual([status, body.code], [403, 'csrf_required'])
})

test('link sets the password once, ends all sessions, leaves the second factor', async () => {
  const person = await newPerson(semel)
  await forgot(person.email)
  const [token] = await tokensOf(person.id)
  const short = await reset(token!, 'short')
  assert.deepEqual([short.status, short.body.detail], [422, 'password must have at least 8 characters'])
  // Every long password gets the same limit, so that a person who shortens it to the limit succeeds.
  for (const length of [129, 1001]) {
    const long = await reset(token!, 'x'.repeat(length))
    assert.deepEqual([long.status, long.body.detail], [422, 'password must have at most 128 characters'])
  }
  const seen = await semel.client().get(`/api/auth/reset-password?token=${token}`)
  assert.equal(seen.status, 405)
  assert.equal((await reset(token!)).status, 200)
  const again = await reset(token!)
  assert.deepEqual([again.status, again.body.code], [422, 'invalid_reset_token'])
  assert.equal((await semel.client().get('/api/users/me', { token: person.token })).status, 401)
  const old = await semel.client().post('/api/auth/login', { email: person.email, password: PASSWORD })
  assert.equal(old.status, 401)
  const attempt = await enterPassword(semel.client(), person.email, 'another good passphrase')
  assert.equal((await semel.client().get('/api/users/me', { token: attempt })).status, 401)
})

test('double click without JavaScript sends a form twice → says password was changed', async () => {
  for (const atOnce of [false, true]) {
    const person = await newPerson(semel)
    await forgot(person.email)
    const [token] = await tokensOf(person.id)
    const client = semel.client()
    const page = await client.get(`/reset-password?token=${token}`)
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)![1]!
    const send = (password: string) => {
      const body = new URLSearchParams({ _csrf: hidden('_csrf'), _key: hidden('_key'), token: token!, password })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return client.request('POST', '/reset-password', { body: String(body), headers })
    }
    const passphrase = 'another good passphrase'
    const answers = atOnce
      ? await Promise.all([send(passphrase), send(passphrase)])
      : [await send(passphrase), await send(passphrase)]
    for (const { status, text } of answers) {
      assert.equal(status, 200)
      assert.match(text, /Your password has been changed\./)
    }
    assert.equal((await send('quite another passphrase')).status, 422)
    assert.equal((await client.post('/api/auth/login', { email: person.email, password: passphrase })).status, 200)
  }
})

test('link with trailing text → works, password managers learn whose password it sets', async () => {
  const person = await newPerson(semel)
  await forgot(person.email)
  const [token] = await tokensOf(person.id)
  for (const copied of [
    token!,
    `${token}.`,
    `${token})`,
    `${token}>`,
    `${token}%20`,
    `${token}%0A`,
    `%22${token}%22,`,
  ]) {
    const { status, text } = await semel.client().get(`/reset-password?token=${copied}`)
    assert.equal(status, 200, copied)
    assert.match(text, new RegExp(`name="token" value="${token}"`))
    const account = `<input type="text" autocomplete="username" value="${person.email}" form="reset-password" readonly hidden>`
    assert.ok(text.includes(account))
  }
  assert.equal((await semel.client().get(`/reset-password?token=${token}x`)).status, 410)
  const headers = { cookie: `${cookieNames(semel).session}=${person.token}` }
  assert.match(
    (await semel.client().get('/account', { headers })).text,
    new RegExp(`autocomplete="username" value="${RegExp.escape(person.email)}" form="change-password"`),
  )
})

test('using one link deletes the others; a second request does not', async () => {
  const person = await newPerson(semel)
  for (let i = 0; i < 3; i++) await forgot(person.email)
  const [first, second, third] = await tokensOf(person.id)
  assert.equal((await reset(first!)).status, 200)
  assert.equal((await reset(second!)).status, 422)
  assert.equal((await reset(third!)).status, 422)
})

test('of 20 simultaneous uses of three links, one succeeds', async () => {
  const person = await newPerson(semel)
  for (let i = 0; i < 3; i++) await forgot(person.email)
  const tokens = await tokensOf(person.id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => reset(tokens[i % 3]!, `passphrase number ${i}`)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(422)])
})

test('a link expires after 30 minutes and when the address changes', async () => {
  const person = await newPerson(semel)
  await forgot(person.email)
  const [resetId] = (
    await semel.db.selectFrom('password_resets').select('id').where('user_id', '=', person.id).execute()
  ).map(({ id }) => id)
  assert.equal(await isResetAlive(semel.db, resetId!, semel.clock.now()), true)
  const moved = await semel.client().patch('/api/users/me', { email: `new-${person.email}` }, { token: person.token })
  assert.equal(moved.status, 200)
  assert.equal(await isResetAlive(semel.db, resetId!, semel.clock.now()), false)
  assert.equal((await reset((await tokensOf(person.id))[0]!)).status, 422)

  await forgot(`new-${person.email}`)
  semel.clock.advance(30 * MINUTE)
  assert.equal((await reset((await tokensOf(person.id))[1]!)).status, 422)
})

test('sixth request for an address in 15 minutes → refused, known or unknown', async () => {
  const person = await newPerson(semel)
  for (const email of [person.email, 'somebody@example.com']) {
    for (let i = 0; i < 5; i++) assert.equal((await forgot(email)).status, 200)
    const { status, headers } = await forgot(email)
    assert.deepEqual([status, headers.get('retry-after')], [429, '900'])
  }
})

test('a new password gives its address all its requests back', async () => {
  const person = await newPerson(semel)
  for (let i = 0; i < 5; i++) assert.equal((await forgot(person.email)).status, 200)
  assert.equal((await forgot(person.email)).status, 429)
  const [token] = await tokensOf(person.id)
  assert.equal((await reset(token!, 'a quite different password')).status, 200)
  for (let i = 0; i < 5; i++) assert.equal((await forgot(person.email)).status, 200)
  assert.equal((await forgot(person.email)).status, 429)
  assert.equal((await tokensOf(person.id)).length, 10)
})

/** Reset requests from different clients. @returns their statuses */
async function forgotFrom(email: string, ips: string[]): Promise<number[]> {
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const statuses = []
  for (const remoteAddress of ips) {
    const headers = { 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-origin' }
    const cookies = Object.fromEntries(client.cookies)
    const request = { method: 'POST', url: '/api/auth/forgot-password', payload: { email }, headers, cookies } as const
    statuses.push((await semel.app.inject({ ...request, remoteAddress })).statusCode)
  }
  return statuses
}

const emailsTo = async (userId: string) => (await tokensOf(userId)).length

/** Sends as many as a network may send. @returns the statuses */
async function flood(email: string, ip: (n: number) => string, count: number): Promise<number[]> {
  const statuses = []
  for (let n = 0; n < count; n++) {
    if (n > 0 && n % 5 === 0) semel.clock.advance(15 * MINUTE)
    statuses.push(...(await forgotFrom(email, [ip(n)])))
  }
  return statuses
}

test('stranger uses many resets → owner not refused, each accepted one sends email', async () => {
  const { id, email } = await newPerson(semel)
  assert.deepEqual(await forgotFrom(email, Array(7).fill('198.51.100.40')), [200, 200, 200, 200, 200, 429, 429])
  assert.deepEqual(await forgotFrom(email, ['203.0.113.40']), [200])
  assert.equal(await emailsTo(id), 6)
})

for (const [whose, ip] of [
  ['a stranger', () => '198.51.100.41'],
  ['the networks of one IPv6 /48 together', (n: number) => `2001:db8:42:${n}::1`],
] as const) {
  test(`${whose}: 10 resets, then one every 144 minutes, some left for owner`, async () => {
    const { id, email } = await newPerson(semel)
    assert.deepEqual(await flood(email, ip, 12), [...Array(10).fill(200), 429, 429])
    assert.deepEqual(await forgotFrom(email, ['203.0.113.41']), [200])
    assert.equal(await emailsTo(id), 11)
    semel.clock.advance(144 * MINUTE)
    assert.deepEqual(await forgotFrom(email, [ip(50), ip(51)]), [200, 429])
  })
}

test('strangers, many networks → 15 resets, then one every 96 minutes, 30 daily', async () => {
  const { id, email } = await newPerson(semel)
  const ask = (round: number) =>
    forgotFrom(
      email,
      Array.from({ length: 20 }, (_, n) => `198.51.${round}.${n}`),
    )
  const began = semel.clock.now().getTime()
  assert.deepEqual(await ask(0), [...Array(15).fill(200), ...Array(5).fill(429)])
  for (let round = 1; semel.clock.now().getTime() < began + DAY - 96 * MINUTE; round++) {
    semel.clock.advance(96 * MINUTE)
    assert.deepEqual(await ask(round), [200, ...Array(19).fill(429)])
  }
  assert.equal(await emailsTo(id), 29)
})

test('email is due after a random half second to four seconds', async () => {
  const { id, email } = await newPerson(semel)
  await forgot(email)
  const { wait } = await semel.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'event_id')
    .select(sql<number>`extract(epoch from due_at - deliveries.created_at)::float8`.as('wait'))
    .where('user_id', '=', id)
    .where('type', '=', 'user.password_reset_requested')
    .executeTakeFirstOrThrow()
  assert.ok(wait >= 0.5 && wait < 4, String(wait))
})
