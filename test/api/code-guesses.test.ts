import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { codeOf, fromBase32, STEP, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { reasonsOf } from '../../src/pages/assets/form-errors.js'
import { DAY, MINUTE } from '../../src/time.ts'
import { newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Nobody is locked out by somebody else: not by who knows the password, and not by who has a session. All guesses of a
 * stranger together stay bounded.
 */
let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({ trustedProxies: ['loopback'] }, { worker: false })
  admin = await newPerson(semel, { role: 'admin' })
})
after(() => semel[Symbol.asyncDispose]())

const HOME = '127.0.0.1'
const ELSEWHERE = '203.0.113.66'
const post = (path: string, body: unknown, token?: string, ip = HOME, cookie?: string) =>
  semel.client().post(path, body, {
    ...(token && { token }),
    headers: { ...(ip !== HOME && { 'x-forwarded-for': ip }), ...(cookie && { cookie }) },
  })
const login = async ({ email }: Person, ip = HOME, password = PASSWORD) => {
  const { status, body, text } = await post('/api/auth/login', { email, password }, undefined, ip)
  assert.equal(status, 200, text)
  return body.partialToken as string
}
const enter = async (person: Person, code: string, { ip = HOME, password = PASSWORD, cookie = '' } = {}) =>
  post('/api/auth/mfa', { code }, await login(person, ip, password), ip, cookie)
const wrongCode = (person: Person) => person.code(1000)

/** Enters wrong codes until the budget of a day is used up. */
async function burn(person: Person, ip = ELSEWHERE) {
  for (let i = 0; i < 30; i++) {
    assert.equal((await enter(person, wrongCode(person), { ip })).status, 401)
    if (i % 10 === 9) semel.clock.advance(15 * MINUTE)
  }
}

async function resetLink({ id, email }: Person) {
  const { csrfToken } = (await admin.client.get('/api/auth/csrf')).body
  await admin.client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
  const resets = semel.db.selectFrom('password_resets').select('id').where('user_id', '=', id)
  return resetToken(semel.serviceKey, (await resets.executeTakeFirstOrThrow()).id)
}
async function resetPassword(person: Person, password: string) {
  const answer = await post('/api/auth/reset-password', { token: await resetLink(person), password })
  assert.equal(answer.status, 200, answer.text)
}

async function told({ id }: Person) {
  const events = await semel.db
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.event_id', 'events.id')
    .select(['type', 'payload'])
    .where('deliveries.user_id', '=', id)
    .where('type', 'in', ['user.codes_refused', 'user.factors_disabled'])
    .orderBy('events.id')
    .execute()
  return events.map(({ type }) => type)
}

test('stranger uses up 30 guesses → owner signs in from the usual device', async () => {
  const person = await newPerson(semel)
  const signedIn = await enter(person, person.code(), { ip: '198.51.100.7' })
  const mark = signedIn.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith('semel_device='))!
    .split(';')[0]!
  await burn(person)
  assert.equal((await enter(person, person.code(), { ip: ELSEWHERE })).status, 429)
  assert.equal((await enter(person, person.code())).status, 200)
  semel.clock.advance(STEP)
  assert.equal((await enter(person, person.code(), { ip: '198.51.100.99' })).status, 429)
  assert.equal((await enter(person, person.code(), { ip: '198.51.100.99', cookie: mark })).status, 200)
  const [recoveryCode] = person.recoveryCodes
  const recovered = await post('/api/auth/mfa/recovery', { recoveryCode }, await login(person))
  assert.equal(recovered.status, 200)
})

test('mark of another account → client as unknown as without one', async () => {
  const person = await newPerson(semel)
  const other = await newPerson(semel)
  const signedIn = await enter(other, other.code(), { ip: ELSEWHERE })
  const mark = signedIn.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith('semel_device='))!
    .split(';')[0]!
  for (let i = 0; i < 10; i++) await enter(person, wrongCode(person), { ip: ELSEWHERE })
  assert.equal((await enter(person, person.code(), { ip: ELSEWHERE, cookie: mark })).status, 429)
})

test('password reset → gives the account a new budget, three times a day', async () => {
  const person = await newPerson(semel)
  for (const password of ['first new passphrase', 'second new passphrase', 'third new passphrase']) {
    for (let i = 0; i < 10; i++) await enter(person, wrongCode(person), { ip: ELSEWHERE, password: await current() })
    assert.equal((await enter(person, person.code(), { ip: ELSEWHERE, password: await current() })).status, 429)
    await resetPassword(person, password)
    used = password
    semel.clock.advance(STEP)
    assert.equal((await enter(person, person.code(), { ip: ELSEWHERE + 1, password })).status, 200, password)
  }
  for (let i = 0; i < 10; i++) await enter(person, wrongCode(person), { ip: '192.0.2.200', password: used })
  await resetPassword(person, 'fourth new passphrase')
  assert.equal(
    (await enter(person, person.code(), { ip: '192.0.2.200', password: 'fourth new passphrase' })).status,
    429,
  )
})
let used = PASSWORD
const current = async () => used

test("an admin's reset of second factors gives the account a new budget", async () => {
  const person = await newPerson(semel)
  await burn(person)
  admin = await newPerson(semel, { role: 'admin' })
  const { body } = await post(`/api/admin/users/${person.id}/reset-factors`, undefined, admin.token)
  const attempt = await login(person, '198.51.100.8')
  const recovered = await post('/api/auth/mfa/recovery', { recoveryCode: body.recoveryCode }, attempt, '198.51.100.8')
  assert.equal(recovered.status, 200, recovered.text)
})

test('200 simultaneous wrong codes from each side → ten of each checked', async () => {
  const person = await newPerson(semel)
  const attempts = await Promise.all(Array.from({ length: 40 }, () => login(person)))
  const answers = await Promise.all(
    [HOME, ELSEWHERE].flatMap(ip =>
      [...attempts, ...attempts, ...attempts, ...attempts, ...attempts].map(token =>
        post('/api/auth/mfa', { code: wrongCode(person) }, token, ip).then(({ status }) => `${ip} ${status}`),
      ),
    ),
  )
  const count = (wanted: string) => answers.filter(answer => answer === wanted).length
  assert.deepEqual([count(`${HOME} 401`), count(`${ELSEWHERE} 401`)], [10, 10])
})

test('ten wrong codes in a stolen session → it ends; owner unaffected', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(STEP)
  const own = (await enter(person, person.code())).body.token
  semel.clock.advance(STEP)
  const guess = () => post('/api/auth/reauthenticate', { code: wrongCode(person) }, person.token)
  const answers = await Promise.all(Array.from({ length: 50 }, guess))
  assert.equal(answers.filter(({ body }) => body.code === 'invalid_code').length, 9)
  assert.ok(answers.every(({ status }) => status === 401))
  assert.ok(answers.some(({ body }) => /ended after 10 wrong codes/.test(body.detail)))
  assert.equal((await semel.client().get('/api/users/me', { token: person.token })).status, 401)
  assert.equal((await post('/api/auth/reauthenticate', { code: person.code() }, own)).status, 200)
  semel.clock.advance(STEP)
  assert.equal((await enter(person, person.code(), { ip: ELSEWHERE })).status, 200)
})

test('right code in a session → restarts the count of its wrong ones', async () => {
  const person = await newPerson(semel)
  let { token } = person
  for (let round = 0; round < 2; round++) {
    semel.clock.advance(STEP)
    for (let i = 0; i < 9; i++) await post('/api/auth/reauthenticate', { code: wrongCode(person) }, token)
    const stepUp = await post('/api/auth/reauthenticate', { code: person.code() }, token)
    assert.equal(stepUp.status, 200, stepUp.text)
    token = stepUp.body.token
  }
})

test('wrong enrollment codes → use up no sign-in budget; fail no factor', async () => {
  const person = await newPerson(semel)
  const { id } = (await post('/api/users/me/second-factors', { kind: 'totp' }, person.token)).body
  const confirm = () => post(`/api/users/me/second-factors/${id}/confirm`, { code: '000000' }, person.token)
  for (let i = 0; i < 10; i++) assert.equal((await confirm()).status, 401)
  assert.equal((await confirm()).status, 429)
  const factors = await semel.db
    .selectFrom('second_factors')
    .select('failures')
    .where('user_id', '=', person.id)
    .execute()
  assert.deepEqual([...new Set(factors.map(({ failures }) => failures))], [0])
  assert.equal((await enter(person, person.code())).status, 200)
})

test('fifth wrong code after the right password → owner notified once a day', async () => {
  const person = await newPerson(semel)
  for (let i = 0; i < 4; i++) await enter(person, wrongCode(person), { ip: ELSEWHERE })
  assert.deepEqual(await told(person), [])
  for (let i = 0; i < 6; i++) await enter(person, wrongCode(person), { ip: ELSEWHERE })
  assert.deepEqual(await told(person), ['user.codes_refused'])
  semel.clock.advance(16 * MINUTE)
  for (let i = 0; i < 10; i++) await enter(person, wrongCode(person))
  assert.deepEqual(await told(person), ['user.codes_refused'])
  semel.clock.advance(DAY)
  for (let i = 0; i < 5; i++) await enter(person, wrongCode(person), { ip: ELSEWHERE })
  assert.deepEqual(await told(person), ['user.codes_refused', 'user.codes_refused'])
})

test('wrong codes at an unconfirmed registration → nobody is notified', async () => {
  const email = 'somebody-else@example.com'
  const wanted = { email, password: PASSWORD, userName: 'Mallory' }
  const { user, partialToken } = (await post('/api/auth/register', wanted)).body
  for (let i = 0; i < 5; i++) await post('/api/auth/mfa', { code: '000000' }, partialToken)
  assert.deepEqual(await told(user), [])
})

test('hundredth consecutive wrong code → factor disabled, owner notified, later codes name it', async () => {
  const person = await newPerson(semel)
  await semel.db.updateTable('second_factors').set({ failures: 99 }).where('user_id', '=', person.id).execute()
  await enter(person, wrongCode(person))
  assert.deepEqual(await told(person), ['user.factors_disabled'])
  const right = await enter(person, person.code())
  assert.deepEqual([right.status, right.body.code], [401, 'second_factor_disabled'])
  assert.match(right.body.detail, /Authenticator app/)
  // It counts as a wrong one, and it opens nothing later.
  const wrong = await enter(person, wrongCode(person))
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_code'])
  assert.deepEqual(await told(person), ['user.factors_disabled'])
})

test('code of a fast clock → refused with a hint; never valid later', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(5 * MINUTE)
  for (const ahead of [2, 6, 10]) {
    const code = person.code(ahead)
    for (let i = 0; i < 2; i++) {
      const early = await enter(person, code)
      assert.deepEqual([early.status, early.body.code], [401, 'code_from_the_future'], String(ahead))
      assert.match(early.body.detail, /clock/)
      const [shown] = reasonsOf(early.body, null, [{ name: 'code', label: 'Code' }])
      assert.deepEqual(shown, { field: 'code', reason: early.body.detail })
    }
    semel.clock.advance(ahead * STEP)
    // A guesser must not learn which code will be right.
    assert.equal((await enter(person, code)).body.code, 'code_already_used')
    assert.equal((await enter(person, person.code(-1))).status, 200)
    semel.clock.advance(20 * MINUTE)
  }
  for (let i = 0; i < 10; i++) await enter(person, person.code(3))
  assert.equal((await enter(person, person.code())).status, 429)
})

test('code entered some seconds early → refused, then accepted in its time', async () => {
  const person = await newPerson(semel)
  const code = person.code(1)
  assert.equal((await enter(person, code)).body.code, 'code_from_the_future')
  semel.clock.advance(STEP)
  assert.equal((await enter(person, code)).status, 200)
})

test('code of some minutes ago → refused with a hint about the clock', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(10 * MINUTE)
  const late = await enter(person, person.code(-4))
  assert.deepEqual([late.status, late.body.code], [401, 'code_expired'])
  assert.match(late.body.detail, /2 minutes old.*clock/)
})

test('a phone that is ahead is told so at the registration', async () => {
  const wanted = { email: 'ahead@example.com', password: PASSWORD, userName: 'Ahead' }
  const { totp, partialToken } = (await post('/api/auth/register', wanted)).body
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()) + 3)
  assert.equal((await post('/api/auth/mfa', { code }, partialToken)).body.code, 'code_from_the_future')
})

test('used code, any spelling → reported as used for minutes, costing no guess', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(STEP)
  const code = person.code()
  assert.equal((await enter(person, code)).status, 200)
  semel.clock.advance(3 * MINUTE)
  const spelled = [...code].map(digit => String.fromCodePoint(0x660 + Number(digit))).join('\u200e')
  for (let i = 0; i < 12; i++) {
    const again = await enter(person, i % 2 ? code : spelled)
    assert.deepEqual([again.status, again.body.code], [401, 'code_already_used'])
  }
  assert.equal((await enter(person, person.code())).status, 200)
})

test('token pair → errors name its own fields; its serial in any spelling', async () => {
  const person = await newPerson(semel)
  const enroll = (serial: string, ...codes: string[]) =>
    post('/api/users/me/second-factors', { kind: 'hardware', serial, codes }, person.token)
  for (const [codes, field] of [
    [['12345', '123456'], 'codes.0'],
    [['123456', 'abc'], 'codes.1'],
    [['123456'], 'codes.1'],
    [[], 'codes.0'],
  ] as const) {
    const { status, body } = await enroll('SN-9', ...codes)
    assert.deepEqual([status, body.errors[0].field], [422, field])
    const labels = [
      { name: 'codes.0', label: 'First code' },
      { name: 'codes.1', label: 'Next code' },
    ]
    const [shown] = reasonsOf(body, null, labels)
    assert.equal(shown!.field, field)
    assert.match(shown!.reason, field === 'codes.0' ? /^First code (must|is)/ : /^Next code (must|is)/)
  }
  const { importToken } = await import('../../src/accounts/second-factors/tokens/import-tokens.ts')
  const seed = Buffer.alloc(20, 7)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'AB-12.3', seed }))
  const step = stepAt(semel.clock.now())
  const claimed = await enroll(' ab‑12 3\u200e', codeOf(seed, step), codeOf(seed, step + 1))
  assert.equal(claimed.status, 201, claimed.text)
})
