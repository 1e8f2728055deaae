import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, lastSms, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** A thief with a session or a mailbox must not take over an account unnoticed: the owner hears of every change. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const FACTORS = '/api/users/me/second-factors'
const post = (path: string, body: unknown, token: string) => semel.client().post(path, body, { token })

/** The notices that the owner got, in order; without the welcome. */
async function notices({ id }: Person) {
  const events = await semel.db
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.event_id', 'events.id')
    .select(['type', 'payload'])
    .where('deliveries.user_id', '=', id)
    .where('type', 'in', ['user.credentials_changed', 'user.signed_in_on_new_device'])
    .orderBy('events.id')
    .execute()
  return events.map(({ type, payload }) => {
    if (!('change' in payload)) return type
    return payload.kind ? `${payload.change}: ${payload.kind}` : payload.change
  })
}

test('password, second factors or recovery codes changed → owner told, unless it failed', async () => {
  const person = await newPerson(semel)
  const phone = '+491701110001'
  await post(
    '/api/users/me/password',
    { currentPassword: 'wrong one', password: 'another good passphrase' },
    person.token,
  )
  assert.deepEqual(await notices(person), [])
  const changed = { currentPassword: PASSWORD, password: 'another good passphrase' }
  assert.equal((await post('/api/users/me/password', changed, person.token)).status, 204)
  const { body } = await post(FACTORS, { kind: 'sms', phone }, person.token)
  assert.equal((await post(`${FACTORS}/${body.id}/confirm`, { code: '000000' }, person.token)).status, 401)
  assert.deepEqual(await notices(person), ['password_changed'])
  const { code } = await lastSms(semel, phone)
  assert.equal((await post(`${FACTORS}/${body.id}/confirm`, { code }, person.token)).status, 204)
  assert.equal((await semel.client().delete(`${FACTORS}/${body.id}`, { token: person.token })).status, 204)
  assert.equal((await post('/api/users/me/recovery-codes', undefined, person.token)).status, 201)
  assert.deepEqual(await notices(person), [
    'password_changed',
    'factor_added: sms',
    'factor_removed: sms',
    'recovery_codes_renewed',
  ])
})

test('a password reset is told to the owner', async () => {
  const person = await newPerson(semel)
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  await client.post('/api/auth/forgot-password', { email: person.email }, { headers: { 'x-csrf-token': csrfToken } })
  const { id } = await semel.db
    .selectFrom('password_resets')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const token = resetToken(semel.serviceKey, id)
  assert.equal((await client.post('/api/auth/reset-password', { token, password: 'a new passphrase' })).status, 200)
  assert.deepEqual(await notices(person), ['password_reset'])
})

/** Signs in from an address, with a browser and its cookies. @returns the cookies that it has then */
async function signIn(person: Person, { ip = '127.0.0.1', browser = 'node', cookies = {} as Record<string, string> }) {
  semel.clock.advance(MINUTE)
  const options = { headers: { 'user-agent': browser }, remoteAddress: ip, cookies }
  const partial = await enterPassword(semel.client(), person.email)
  const answer = await semel.app.inject({
    ...options,
    method: 'POST',
    url: '/api/auth/mfa',
    payload: { code: person.code() },
    headers: { ...options.headers, authorization: `Bearer ${partial}` },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
}

test('device unknown by cookie, network and browser signs in → told once', async () => {
  const person = await newPerson(semel)
  await signIn(person, {})
  assert.deepEqual(await notices(person), [])
  const phone = { ip: '203.0.113.9', browser: 'Mozilla/5.0 (iPhone; OS 19_1) Safari/605.1' }
  const cookies = await signIn(person, phone)
  assert.deepEqual(await notices(person), ['user.signed_in_on_new_device'])
  // The same phone with an updated browser, and then from another network with its cookie.
  await signIn(person, { ...phone, browser: 'Mozilla/5.0 (iPhone; OS 19_2) Safari/606.0' })
  await signIn(person, { ...phone, ip: '198.51.100.77', cookies })
  assert.equal((await notices(person)).length, 1)
  // A thief has the password and a code, but not the cookie; the cookie of another account does not help.
  const thief = await signIn(await newPerson(semel), { ip: '192.0.2.66' })
  await signIn(person, { ip: '192.0.2.66', cookies: thief })
  assert.equal((await notices(person)).length, 2)
  semel.clock.advance(DAY)
})

test('account unused for months → owner told of sign-in from a new device', async () => {
  const person = await newPerson(semel)
  const device = { ip: '203.0.113.40', browser: 'Mozilla/5.0 (X11; Linux) Firefox/140' }
  const cookies = await signIn(person, device)
  assert.equal((await notices(person)).length, 1)
  semel.clock.advance(91 * DAY)
  // The cookie is kept for a year.
  await signIn(person, { ...device, cookies })
  assert.equal((await notices(person)).length, 1)
  semel.clock.advance(91 * DAY)
  await signIn(person, { ip: '192.0.2.41', browser: 'thief' })
  assert.equal((await notices(person)).length, 2)
})
