import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { DAY, MINUTE, SECOND } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { lockedOut } from '../support/locks.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Account recovery: phone and recovery codes are lost, and an admin hands over one recovery code. An attacker with only
 * the password, the mailbox, the lost phone, an old code or an open session gains nothing by it.
 */
let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel()
  admin = await newPerson(semel, { role: 'admin' })
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body: unknown, token: string) => semel.client().post(path, body, { token })
const reset = ({ id }: { id: string }, by = admin) => post(`/api/admin/users/${id}/reset-factors`, undefined, by.token)
const login = async ({ email }: Person) =>
  (await semel.client().post('/api/auth/login', { email, password: PASSWORD })).body
const recover = async (person: Person, recoveryCode: string) =>
  post('/api/auth/mfa/recovery', { recoveryCode }, await enterPassword(semel.client(), person.email))

test('code and password → sign in once, new authenticator replaces the lost one', async () => {
  const person = await newPerson(semel)
  const handed = await reset(person)
  assert.equal(handed.status, 200, handed.text)
  const { recoveryCode, expiresAt } = handed.body
  assert.equal(Date.parse(expiresAt) - semel.clock.now().getTime(), DAY)
  assert.equal((await semel.client().get('/api/users/me', { token: person.token })).status, 401)
  assert.deepEqual((await login(person)).methods, ['recovery'])

  const signedIn = await recover(person, recoveryCode)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal((await recover(person, recoveryCode)).body.code, 'code_already_used')
  const { token } = signedIn.body
  const { id, totp } = (await post('/api/users/me/second-factors', { kind: 'totp' }, token)).body
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
  assert.equal((await post(`/api/users/me/second-factors/${id}/confirm`, { code }, token)).status, 204)
  assert.deepEqual((await login(person)).methods, ['totp'])
  const { items } = (await semel.client().get('/api/users/me/second-factors', { token })).body
  assert.deepEqual(
    items.map(({ disabled }: { disabled: boolean }) => disabled),
    [true, false],
  )
})

test('lost phone, old recovery codes, password alone, or the email → no sign-in', async () => {
  const person = await newPerson(semel)
  await semel.mailTo(person.email)
  const { recoveryCode } = (await reset(person)).body
  const [, mail] = await semel.mailTo(person.email, 2)
  assert.equal(mail!.subject, 'Your second factors have been reset')
  assert.ok(!`${mail!.text}${mail!.html}`.includes(recoveryCode))
  assert.equal((await recover(person, person.recoveryCodes[0]!)).body.code, 'invalid_code')
  const { partialToken } = await login(person)
  assert.equal((await post('/api/auth/mfa', { code: person.code() }, partialToken)).body.code, 'second_factor_disabled')
  const enroll = await post('/api/users/me/second-factors', { kind: 'totp' }, partialToken)
  assert.equal(enroll.body.code, 'second_factor_required')
  const again = await semel.client().post('/api/auth/register', {
    email: person.email,
    password: PASSWORD,
    userName: 'Mallory',
  })
  assert.equal(again.body.code, 'email_taken')
})

test('code → valid for a day, and the next one replaces it', async () => {
  const person = await newPerson(semel)
  const first = (await reset(person)).body.recoveryCode
  const second = (await reset(person)).body.recoveryCode
  assert.equal((await recover(person, first)).body.code, 'invalid_code')
  semel.clock.advance(DAY - SECOND)
  assert.deepEqual((await login(person)).methods, ['recovery'])
  semel.clock.advance(SECOND)
  assert.deepEqual((await login(person)).methods, [])
  assert.equal((await recover(person, second)).body.code, 'invalid_code')
  admin = await newPerson(semel, { role: 'admin' })
})

test('a reset ends sessions, partial sign-ins and open enrollments', async () => {
  const person = await newPerson(semel)
  const { id, totp } = (await post('/api/users/me/second-factors', { kind: 'totp' }, person.token)).body
  const { partialToken } = await login(person)
  const { recoveryCode } = (await reset(person)).body
  assert.equal((await post('/api/auth/mfa', { code: person.code() }, partialToken)).body.code, 'sign_in_ended')
  const { token } = (await recover(person, recoveryCode)).body
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
  const confirmed = await post(`/api/users/me/second-factors/${id}/confirm`, { code }, token)
  assert.equal(confirmed.status, 404)
})

test('requests of a thief during the reset → fail or are undone', async () => {
  for (let round = 0; round < 10; round++) {
    const person = await newPerson(semel)
    const attempt = await enterPassword(semel.client(), person.email)
    const [handed] = await Promise.all([
      reset(person),
      post('/api/users/me/recovery-codes', undefined, person.token),
      post('/api/users/me/second-factors', { kind: 'totp' }, person.token),
      semel.client().patch('/api/users/me', { email: `thief-${person.email}` }, { token: person.token }),
      post('/api/auth/mfa', { code: person.code() }, attempt),
    ])
    assert.equal(handed.status, 200, handed.text)
    const codes = semel.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', person.id)
    assert.equal((await codes.execute()).length, 1)
    const sessions = semel.db.selectFrom('sessions').select('id').where('user_id', '=', person.id)
    assert.deepEqual(await sessions.execute(), [])
    const factors = semel.db.selectFrom('second_factors').select('id').where('user_id', '=', person.id)
    assert.deepEqual(await factors.where('disabled_at', 'is', null).execute(), [])
  }
})

test('session ends while a request waits for the lock → the request fails', async () => {
  for (const ask of [
    ({ token }: Person) => post('/api/users/me/recovery-codes', undefined, token),
    ({ token }: Person) => post('/api/users/me/second-factors', { kind: 'totp' }, token),
    ({ token, email }: Person) => semel.client().patch('/api/users/me', { email: `new-${email}` }, { token }),
  ]) {
    const person = await newPerson(semel)
    const { answer } = await semel.db.transaction().execute(async tx => {
      await tx.selectFrom('users').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
      await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
      const answer = ask(person)
      await lockedOut(semel.db, 1, answer)
      return { answer }
    })
    const { status, body } = await answer
    assert.deepEqual([status, body.code], [401, 'unauthenticated'])
  }
})

test('your own account, unconfirmed registration, or no recent step-up → reset refused', async () => {
  assert.equal((await reset(admin)).body.code, 'forbidden')
  const half = { email: 'nobody-yet@example.com', password: PASSWORD, userName: 'Half' }
  const { user, partialToken, totp } = (await semel.client().post('/api/auth/register', half)).body
  assert.equal((await reset(user)).status, 404)
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
  assert.equal((await post('/api/auth/mfa', { code }, partialToken)).status, 200)
  assert.equal((await reset({ id: '01920000-0000-7000-8000-000000000000' })).status, 404)
  semel.clock.advance(11 * MINUTE)
  assert.equal((await reset(user)).body.code, 'reauthentication_required')
})
