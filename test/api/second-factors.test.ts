import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { importToken } from '../../src/accounts/second-factors/tokens/import-tokens.ts'
import { codeOf, fromBase32, STEP, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { lockUser } from '../../src/accounts/users/user.ts'
import { consume } from '../../src/http/rate-limits/attempts.ts'
import { reasonsOf } from '../../src/pages/assets/form-errors.js'
import { HOUR, MINUTE, SECOND } from '../../src/time.ts'
import { enterPassword, lastSms, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { lockedOut } from '../support/locks.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body: unknown, token: string) => semel.client().post(path, body, { token })
const attempt = (person: Person) => enterPassword(semel.client(), person.email)
const factors = '/api/users/me/second-factors'
let number = 1_000_000
const newPhone = () => `+4917${number++}`

test('newest text code signs in once, for its attempt, within five minutes', async () => {
  const phone = newPhone()
  const person = await newPerson(semel, { phone })
  const first = await attempt(person)
  const sent = await post('/api/auth/mfa/sms', undefined, first)
  assert.equal(sent.status, 202, sent.text)
  assert.deepEqual(sent.body, { sentTo: `+49…${phone.slice(-3)}`, expiresIn: 300 })
  const { text, code } = await lastSms(semel, phone)
  assert.match(
    text,
    new RegExp(`^${code} is your code for 127\\.0\\.0\\.1:\\d+.*\\n\\n@127\\.0\\.0\\.1 #${code}$`, 's'),
  )

  const elsewhere = await attempt(person)
  assert.equal((await post('/api/auth/mfa', { code }, elsewhere)).body.code, 'invalid_code')

  const tooSoon = await post('/api/auth/mfa/sms', undefined, first)
  assert.deepEqual([tooSoon.status, tooSoon.headers.get('retry-after')], [429, '30'])
  semel.clock.advance(30 * SECOND)
  await post('/api/auth/mfa/sms', undefined, first)
  const newest = (await lastSms(semel, phone)).code
  assert.equal((await post('/api/auth/mfa', { code }, first)).body.code, 'invalid_code')
  assert.equal((await post('/api/auth/mfa', { code: newest }, first)).status, 200)
  assert.equal((await post('/api/auth/mfa', { code: newest }, first)).body.code, 'code_already_used')
  assert.equal((await post('/api/auth/mfa', { code: newest }, elsewhere)).body.code, 'code_already_used')
  const ended = await post('/api/auth/mfa/sms', undefined, first)
  assert.equal(ended.body.code, 'sign_in_ended')

  semel.clock.advance(MINUTE)
  const late = await attempt(person)
  await post('/api/auth/mfa/sms', undefined, late)
  semel.clock.advance(5 * MINUTE - SECOND)
  const renewed = await attempt(person)
  assert.equal((await post('/api/auth/mfa', { code: (await lastSms(semel, phone)).code }, renewed)).status, 401)
})

test('sixth text in an hour, or no phone → no text message', async () => {
  const person = await newPerson(semel, { phone: newPhone() })
  for (let i = 0; i < 5; i++) {
    assert.equal((await post('/api/auth/mfa/sms', undefined, await attempt(person))).status, 202)
    semel.clock.advance(MINUTE)
  }
  const sixth = await post('/api/auth/mfa/sms', undefined, await attempt(person))
  assert.deepEqual([sixth.status, sixth.headers.get('retry-after')], [429, String(55 * 60)])
  const without = await newPerson(semel)
  assert.equal((await post('/api/auth/mfa/sms', undefined, await attempt(without))).body.code, 'no_sms_factor')
})

test('a recovery code signs in once, in any spelling', async () => {
  const person = await newPerson(semel)
  const [code] = person.recoveryCodes
  const first = await attempt(person)
  const malformed = await post('/api/auth/mfa/recovery', { recoveryCode: '123456' }, first)
  assert.deepEqual([malformed.status, malformed.body.errors[0].field], [422, 'recoveryCode'])
  const wrong = await post('/api/auth/mfa/recovery', { recoveryCode: 'aaaa-bbbb-cccc-dddd' }, first)
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_code'])
  assert.equal(wrong.body.detail, 'The recovery code is wrong. Check it, or enter another one.')
  const spelled = code!.replaceAll('-', ' ').toUpperCase()
  const right = await post('/api/auth/mfa/recovery', { recoveryCode: spelled }, first)
  assert.equal(right.status, 200)
  for (const token of [first, await attempt(person)]) {
    const again = await post('/api/auth/mfa/recovery', { recoveryCode: code }, token)
    assert.deepEqual([again.status, again.body.code], [401, 'code_already_used'])
    assert.equal(again.body.detail, 'This recovery code was already used. Enter another one.')
    const [reason] = reasonsOf(again.body, null, [{ name: 'recoveryCode', label: 'Recovery code' }])
    assert.deepEqual(reason, { field: 'recoveryCode', reason: again.body.detail })
  }
  const renewed = await post('/api/users/me/recovery-codes', undefined, right.body.token)
  assert.equal(renewed.body.recoveryCodes.length, 10)
  const old = await post('/api/auth/mfa/recovery', { recoveryCode: person.recoveryCodes[1] }, await attempt(person))
  assert.equal(old.body.code, 'invalid_code')
})

test('token of each minute with eight digits of SHA-256 → each code once', async () => {
  const making = { step_seconds: 60, digits: 8, digest: 'sha256' }
  const seed = randomBytes(32)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'SN-60', seed, making }))
  const person = await newPerson(semel)
  const code = (drift: number) => codeOf(seed, stepAt(semel.clock.now(), making) + drift, making)
  const body = { kind: 'hardware', serial: 'SN-60', codes: [code(3), code(4)] }
  assert.equal((await post(factors, body, person.token)).status, 201)
  // The clock shows the beginning of the next minute but one.
  semel.clock.advance(4 * STEP - (semel.clock.now().getTime() % (2 * STEP)))
  const tries = await Promise.all(
    Array.from({ length: 4 }, async () => post('/api/auth/mfa', { code: code(4) }, await attempt(person))),
  )
  assert.deepEqual(tries.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  for (const { status, body } of tries) if (status !== 200) assert.equal(body.code, 'code_already_used')
  // The same code holds for the whole minute, and the one after it comes a minute later.
  semel.clock.advance(STEP)
  assert.equal((await post('/api/auth/mfa', { code: code(4) }, await attempt(person))).body.code, 'code_already_used')
  semel.clock.advance(STEP)
  assert.equal((await post('/api/auth/mfa', { code: code(4) }, await attempt(person))).status, 200)
  // Six digits are those of the authenticator app.
  assert.equal((await post('/api/auth/mfa', { code: person.code() }, await attempt(person))).status, 200)
})

test('eight digits without such a token → a typing mistake, no guess', async () => {
  const person = await newPerson(semel)
  const refused = await post('/api/auth/mfa', { code: '12345678' }, await attempt(person))
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.errors[0], { field: 'code', reason: 'must be 6 digits', code: 'invalid_format' })
})

test('serial and two consecutive codes → hardware token assigned, its drift learned', async () => {
  const seed = randomBytes(20)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'SN-1', seed }))
  const person = await newPerson(semel)
  const current = () => stepAt(semel.clock.now())
  const enroll = (codes: string[], serial = 'SN-1') => post(factors, { kind: 'hardware', serial, codes }, person.token)
  const code = (drift: number) => codeOf(seed, current() + drift)

  // An unknown number and wrong codes are answered alike, and both count as a guess.
  const [unknown, wrong] = [await enroll([code(7), code(8)], 'SN-2'), await enroll([code(7), code(9)])]
  assert.deepEqual([unknown.status, unknown.body.code, unknown.body.detail], [401, 'invalid_code', wrong.body.detail])
  const { spent } = await semel.db
    .selectFrom('budgets')
    .select('spent')
    .where('kind', '=', 'codes')
    .where('subject', '=', `${person.id} enrollment`)
    .executeTakeFirstOrThrow()
  assert.equal(spent.length, 2)
  assert.equal((await enroll([code(7)])).status, 422)
  const assigned = await enroll([code(7), code(8)])
  assert.equal(assigned.status, 201, assigned.text)
  assert.equal((await post('/api/auth/mfa', { code: code(8) }, await attempt(person))).body.code, 'code_already_used')
  assert.equal((await enroll([code(9), code(10)])).status, 401)

  // The clock of the token is slow: it loses a step with each sign-in, and the stored drift follows it.
  let token = ''
  for (const drift of [9, 10, 9, 8, 7]) {
    semel.clock.advance(5 * STEP)
    const signedIn = await post('/api/auth/mfa', { code: code(drift) }, await attempt(person))
    assert.equal(signedIn.status, 200, `drift ${drift}: ${signedIn.text}`)
    token = signedIn.body.token
  }
  assert.equal((await post('/api/auth/mfa', { code: code(10) }, await attempt(person))).body.code, 'invalid_code')

  const stolen = await newPerson(semel)
  const taken = await post(factors, { kind: 'hardware', serial: 'SN-1', codes: [code(11), code(12)] }, stolen.token)
  assert.equal(taken.status, 401)
  const removed = await semel.client().delete(`${factors}/${assigned.body.id}`, { token })
  assert.equal(removed.status, 204)
  const given = await post(factors, { kind: 'hardware', serial: 'SN-1', codes: [code(11), code(12)] }, stolen.token)
  assert.equal(given.status, 201)
})

test('hundred wrong codes in a row → authenticator disabled, replaceable by recovery code', async () => {
  const person = await newPerson(semel)
  await semel.db.updateTable('second_factors').set({ failures: 98 }).where('user_id', '=', person.id).execute()
  const wrong = person.code(1000)
  const first = await attempt(person)
  assert.equal((await post('/api/auth/mfa', { code: wrong }, first)).body.code, 'invalid_code')
  // A right code in between restarts the count.
  assert.equal((await post('/api/auth/mfa', { code: person.code() }, first)).status, 200)
  semel.clock.advance(STEP)
  await semel.db.updateTable('second_factors').set({ failures: 99 }).where('user_id', '=', person.id).execute()
  const second = await attempt(person)
  await post('/api/auth/mfa', { code: wrong }, second)
  assert.equal((await post('/api/auth/mfa', { code: person.code() }, second)).body.code, 'second_factor_disabled')
  const login = await semel.client().post('/api/auth/login', { email: person.email, password: PASSWORD })
  assert.deepEqual(login.body.methods, ['recovery'])

  const [recoveryCode] = person.recoveryCodes
  const recovered = await post('/api/auth/mfa/recovery', { recoveryCode }, login.body.partialToken)
  const { token } = recovered.body
  const list = await semel.client().get(factors, { token })
  assert.equal(list.body.items[0].disabled, true)
  const added = await post(factors, { kind: 'totp' }, token)
  const code = codeOf(fromBase32(added.body.totp.secret)!, stepAt(semel.clock.now()))
  assert.equal((await post(`${factors}/${added.body.id}/confirm`, { code }, token)).status, 204)
  const removed = await semel.client().delete(`${factors}/${list.body.items[0].id}`, { token })
  assert.equal(removed.status, 204)
})

test('second factors are added, confirmed and removed, except the last one', async () => {
  const person = await newPerson(semel)
  const added = await post(factors, { kind: 'totp', name: ' Tablet ' }, person.token)
  assert.equal(added.status, 201)
  const seed = fromBase32(added.body.totp.secret)!
  const code = codeOf(seed, stepAt(semel.clock.now()))
  assert.equal((await post('/api/auth/mfa', { code }, await attempt(person))).body.code, 'invalid_code')
  const confirm = (id: string, code: string) => post(`${factors}/${id}/confirm`, { code }, person.token)
  assert.equal((await confirm(added.body.id, person.code())).body.code, 'invalid_code')
  assert.equal((await confirm(added.body.id, code)).status, 204)
  assert.equal((await confirm(added.body.id, code)).status, 404)
  assert.equal((await post('/api/auth/mfa', { code }, await attempt(person))).body.code, 'code_already_used')

  const phone = newPhone()
  assert.equal((await post(factors, { kind: 'sms' }, person.token)).body.detail, 'phone is required')
  const telephone = await post(factors, { kind: 'sms', phone }, person.token)
  assert.equal(telephone.body.sms.sentTo, `+49…${phone.slice(-3)}`)
  assert.equal((await confirm(telephone.body.id, (await lastSms(semel, phone)).code)).status, 204)

  const client = semel.client()
  const { body } = await client.get(factors, { token: person.token })
  assert.deepEqual(
    body.items.map(({ kind, name, phone }: Record<string, string>) => [kind, name, phone]),
    [
      ['totp', 'Authenticator app', null],
      ['totp', 'Tablet', null],
      ['sms', 'Phone', `+49…${phone.slice(-3)}`],
    ],
  )
  const remove = (id: string) => client.delete(`${factors}/${id}`, { token: person.token })
  const outcomes = await Promise.all(body.items.map(({ id }: { id: string }) => remove(id)))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [204, 204, 409])
  assert.equal(outcomes.find(({ status }) => status === 409)!.body.code, 'last_second_factor')
})

test('phone removed while a code is being requested → no text message', async () => {
  const person = await newPerson(semel, { phone: newPhone() })
  const token = await attempt(person)
  const asked = await semel.db.transaction().execute(async tx => {
    await lockUser(tx, person.id)
    await consume(tx, 'sms', person.id, semel.clock.now())
    const asking = post('/api/auth/mfa/sms', undefined, token)
    await lockedOut(semel.db)
    await tx.deleteFrom('second_factors').where('user_id', '=', person.id).where('kind', '=', 'sms').execute()
    return { asking }
  })
  const { status, body } = await asked.asking
  assert.deepEqual([status, body.code], [409, 'no_sms_factor'])
})

test('session ended while a factor is being confirmed → nothing is confirmed', async () => {
  const person = await newPerson(semel)
  const added = await post(factors, { kind: 'totp' }, person.token)
  const code = codeOf(fromBase32(added.body.totp.secret)!, stepAt(semel.clock.now()))
  const { asking } = await semel.db.transaction().execute(async tx => {
    await lockUser(tx, person.id)
    const asking = post(`${factors}/${added.body.id}/confirm`, { code }, person.token)
    await lockedOut(semel.db)
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    return { asking }
  })
  assert.equal((await asking).status, 401)
  const confirmed = semel.db.selectFrom('second_factors').select('kind').where('user_id', '=', person.id)
  assert.equal((await confirmed.where('confirmed_at', 'is not', null).execute()).length, 1)
})

test('several phones added at once → one gets a code that confirms it', async () => {
  const person = await newPerson(semel)
  const phones = Array.from({ length: 4 }, newPhone)
  const added = await Promise.all(phones.map(phone => post(factors, { kind: 'sms', phone }, person.token)))
  assert.deepEqual(added.map(({ status }) => status).sort(), [201, 429, 429, 429])
  const first = added.findIndex(({ status }) => status === 201)
  const { code } = await lastSms(semel, phones[first]!)
  const confirmed = await post(`${factors}/${added[first]!.body.id}/confirm`, { code }, person.token)
  assert.equal(confirmed.status, 204)
})

test('sensitive change → needs a second factor within ten minutes; step-up renews token', async () => {
  const person = await newPerson(semel, { phone: newPhone() })
  const email = `moved-${person.email}`
  semel.clock.advance(10 * MINUTE)
  const client = semel.client()
  const guarded = (token: string) => [
    client.patch('/api/users/me', { email }, { token }),
    client.post(factors, { kind: 'totp' }, { token }),
    client.delete(`${factors}/${person.id}`, { token }),
    client.post('/api/users/me/recovery-codes', undefined, { token }),
  ]
  for (const { status, body } of await Promise.all(guarded(person.token))) {
    assert.deepEqual([status, body.code], [403, 'reauthentication_required'])
  }
  const harmless = await client.patch('/api/users/me', { userName: 'Other' }, { token: person.token })
  assert.equal(harmless.status, 200)

  const code = person.code()
  const fresh = await post('/api/auth/reauthenticate', { code }, person.token)
  assert.equal(fresh.status, 200, fresh.text)
  assert.equal((await client.get('/api/users/me', { token: person.token })).status, 401)
  const { token } = fresh.body
  assert.equal((await post('/api/auth/reauthenticate', { code }, token)).body.code, 'code_already_used')
  assert.equal((await post('/api/auth/mfa', { code }, await attempt(person))).body.code, 'code_already_used')
  assert.equal((await client.patch('/api/users/me', { email }, { token })).body.email, email)

  assert.equal((await post('/api/auth/reauthenticate/sms', undefined, token)).status, 202)
  const [row] = await semel.db.selectFrom('dev_sms').select('text').orderBy('id', 'desc').limit(1).execute()
  const bySms = await post('/api/auth/reauthenticate', { code: row!.text.slice(0, 6) }, token)
  assert.equal(bySms.status, 200)
  assert.equal((await post('/api/auth/reauthenticate', {}, bySms.body.token)).body.detail, 'code is required')
  const [recoveryCode] = person.recoveryCodes
  assert.equal((await post('/api/auth/reauthenticate', { recoveryCode }, bySms.body.token)).status, 200)
})

test('sessions are listed and ended, one or all others', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(STEP)
  const second = await post('/api/auth/mfa', { code: person.code() }, await attempt(person))
  semel.clock.advance(STEP)
  const third = await post('/api/auth/mfa', { code: person.code() }, await attempt(person))
  const client = semel.client()
  const list = await client.get('/api/auth/sessions', { token: third.body.token })
  assert.equal(list.body.totalCount, 3)
  assert.deepEqual(
    list.body.items.map(({ current }: { current: boolean }) => current),
    [true, false, false],
  )
  const stranger = await newPerson(semel)
  const target = list.body.items[1].id
  const foreign = await client.delete(`/api/auth/sessions/${target}`, { token: stranger.token })
  assert.equal(foreign.status, 404)
  assert.equal((await client.delete(`/api/auth/sessions/${target}`, { token: third.body.token })).status, 204)
  assert.equal((await client.get('/api/users/me', { token: second.body.token })).status, 401)
  assert.equal((await client.delete('/api/auth/sessions', { token: third.body.token })).status, 204)
  assert.equal((await client.get('/api/users/me', { token: person.token })).status, 401)
  assert.equal((await client.get('/api/users/me', { token: third.body.token })).status, 200)
})

test('a session ends only together with its line in the audit log', async () => {
  await using own = await startSemel({}, { worker: false })
  const { id, token } = await newPerson(own)
  const client = own.client()
  const { body } = await client.get('/api/auth/sessions', { token })
  await sql`alter table audit_log add constraint full_disk check (user_id <> ${sql.lit(id)}) not valid`.execute(own.db)
  const session = `/api/auth/sessions/${body.items[0].id}`
  for (const end of [
    () => client.post('/api/auth/logout', undefined, { token }),
    () => client.delete(session, { token }),
  ]) {
    assert.equal((await end()).status, 500)
    assert.equal((await client.get('/api/users/me', { token })).status, 200)
  }
  await sql`alter table audit_log drop constraint full_disk`.execute(own.db)
  assert.equal((await client.post('/api/auth/logout', undefined, { token })).status, 204)
  const lines = await own.db.selectFrom('audit_log').where('action', '=', 'signed_out').selectAll().execute()
  assert.equal(lines.length, 1)
})

test('idle sessions expire → customers after a week, staff within twelve hours', async () => {
  const customer = await newPerson(semel)
  const staff = await newPerson(semel, { role: 'staff' })
  const status = async (person: Person) => (await semel.client().get('/api/users/me', { token: person.token })).status
  for (let i = 0; i < 12; i++) {
    assert.equal(await status(staff), 200)
    semel.clock.advance(HOUR - SECOND)
  }
  assert.equal(await status(staff), 200)
  semel.clock.advance(HOUR / 2)
  assert.equal(await status(staff), 401)
  semel.clock.advance(6 * 24 * HOUR)
  assert.equal(await status(customer), 200)
  semel.clock.advance(7 * 24 * HOUR)
  assert.equal(await status(customer), 401)
})

test('changing the password ends the other sessions and every reset link', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(STEP)
  const other = await post('/api/auth/mfa', { code: person.code() }, await attempt(person))
  const change = (currentPassword: string, password: string) =>
    post('/api/users/me/password', { currentPassword, password }, person.token)
  assert.equal((await change('wrong', 'a new long passphrase')).body.detail, 'currentPassword is wrong')
  for (const common of ['password1', 'PASSWORD123', 'iloveyou1']) {
    const { status, body } = await change(PASSWORD, common)
    assert.deepEqual([status, body.errors[0].code], [422, 'too_common'], common)
  }
  const done = await change(PASSWORD, 'a new long passphrase')
  assert.equal(done.status, 204, done.text)
  assert.equal((await semel.client().get('/api/users/me', { token: other.body.token })).status, 401)
  assert.equal((await semel.client().get('/api/users/me', { token: person.token })).status, 200)
  await enterPassword(semel.client(), person.email, 'a new long passphrase')
  const races = await Promise.all(
    ['one more passphrase', 'two more passphrases'].map(password => change('a new long passphrase', password)),
  )
  assert.deepEqual(races.map(({ status }) => status).sort(), [204, 422])
})

test('account has at most 20 second factors, whichever way they are added', async () => {
  const person = await newPerson(semel)
  await sql`
    insert into second_factors (id, user_id, kind, name, secret, created_at, confirmed_at)
    select gen_random_uuid(), user_id, kind, name, secret, created_at, confirmed_at
    from second_factors, generate_series(1, 18) where user_id = ${person.id}
  `.execute(semel.db)
  const add = () => post(factors, { kind: 'totp' }, person.token)
  const answers = await Promise.all([add(), add()])
  // The second one replaces the first, which is not confirmed yet.
  assert.deepEqual([answers[0]!.status, answers[1]!.status], [201, 201])
  const { body } = await semel.client().get(factors, { token: person.token })
  assert.equal(body.items.length, 19)
  const phone = await post(factors, { kind: 'sms', phone: '+491701234567' }, person.token)
  assert.deepEqual([phone.status, phone.body.code], [409, 'too_many_second_factors'])
  const seed = randomBytes(20)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'SN-20', seed }))
  const codes = [0, 1].map(step => codeOf(seed, stepAt(semel.clock.now()) + step))
  const token = await post(factors, { kind: 'hardware', serial: 'SN-20', codes }, person.token)
  assert.deepEqual([token.status, token.body.code], [409, 'too_many_second_factors'])
  assert.equal((await semel.client().delete(`${factors}/${body.items[1].id}`, { token: person.token })).status, 204)
  assert.equal((await post(factors, { kind: 'hardware', serial: 'SN-20', codes }, person.token)).status, 201)
})
