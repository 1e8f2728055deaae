import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import type { Tx } from '../../src/database/schema.ts'
import { announce } from '../../src/events/announce.ts'
import { MINUTE } from '../../src/time.ts'
import { createWeb } from '../../src/web.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { type Answer, Client } from '../support/client.ts'
import { lockedOut } from '../support/locks.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/*
 * An admin disables an account. Its sessions, links and keys stop working, requests in flight open nothing, and an
 * outsider cannot find out that the account exists.
 */
const stack = new AsyncDisposableStack()
let semel: Semel
/** Another process on the same database. */
let other: string
let admin: Person
before(async () => {
  semel = stack.use(await startSemel({ production: true }))
  const web = await createWeb(semel)
  stack.defer(() => web.close())
  other = await web.listen({ host: '127.0.0.1', port: 0 })
  admin = await newPerson(semel, { role: 'admin' })
})
after(() => stack.disposeAsync())

const act = (what: 'disable' | 'enable', { id }: { id: string }, by = admin, origin = semel.origin) =>
  new Client(origin).post(`/api/admin/users/${id}/${what}`, undefined, { token: by.token })
const me = ({ token }: { token: string }, origin = semel.origin) => new Client(origin).get('/api/users/me', { token })
const login = (email: string, password = PASSWORD) => semel.client().post('/api/auth/login', { email, password })
const enterCode = (person: Person, token: string) =>
  semel.client().post('/api/auth/mfa', { code: person.code() }, { token })

async function forgot(email: string): Promise<Answer> {
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  return client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
}

const resetsOf = ({ id }: Person) =>
  semel.db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute()

/** The parts of a response that an outsider can compare. */
function told({ status, headers, body }: Answer) {
  const { requestId, ...rest } = body
  return { status, headers: [...headers.keys()].sort(), rest }
}

test('disabled → sessions, sign-ins, links and keys end in every process, for good', async () => {
  const person = await newPerson(semel, { role: 'admin' })
  const made = await semel
    .client()
    .post('/api/admin/api-keys', { name: 'Mine', scopes: ['users:read'] }, { token: person.token })
  const byKey = () => new Client(other).get(`/api/users/${person.id}`, { headers: { 'x-api-key': made.body.key } })
  assert.equal((await byKey()).status, 200)
  const attempt = await enterPassword(semel.client(), person.email)
  await forgot(person.email)

  const disabled = await act('disable', person)
  assert.equal(disabled.status, 200, disabled.text)
  assert.deepEqual(disabled.body, { id: person.id, disabledAt: semel.clock.now().toISOString() })
  for (const origin of [semel.origin, other]) assert.equal((await me(person, origin)).status, 401)
  assert.equal((await enterCode(person, attempt)).body.code, 'sign_in_ended')
  assert.equal((await byKey()).body.code, 'invalid_api_key')
  assert.deepEqual(await resetsOf(person), [])

  const enabled = await act('enable', person)
  assert.deepEqual(enabled.body, { id: person.id, disabledAt: null })
  assert.equal((await me(person)).status, 401)
  assert.equal((await enterCode(person, attempt)).body.code, 'sign_in_ended')
  assert.equal((await byKey()).status, 401)
  const again = await enterCode(person, await enterPassword(semel.client(), person.email))
  assert.equal(again.status, 200, again.text)
})

test('disabled account → right password treated as wrong; forgot-password sends nothing', async () => {
  const person = await newPerson(semel)
  await act('disable', person)
  const wrong = await login(`nobody-${person.email}`)
  const right = await login(person.email)
  assert.deepEqual(told(right), told(wrong))
  assert.equal(right.body.code, 'invalid_credentials')
  for (let n = 1; n < 10; n++) assert.equal((await login(person.email)).status, 401)
  assert.equal((await login(person.email)).status, 429)

  assert.deepEqual(told(await forgot(person.email)), told(await forgot(`nobody-${person.email}`)))
  assert.deepEqual(await resetsOf(person), [])
  const { body } = await semel.client().get(`/api/admin/audit-log?user=${person.id}&limit=100`, { token: admin.token })
  const actions = body.items.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.slice(0, 2), ['password_reset_requested', 'password_refused'])
  const line = body.items.find(({ action }: { action: string }) => action === 'user_disabled')
  assert.equal(line.actorId, admin.id)
})

test('a password in flight is refused once the account is disabled', async () => {
  const person = await newPerson(semel)
  const answer = await meanwhile(person, () => login(person.email))
  assert.equal(answer.body.code, 'invalid_credentials')
  const halves = semel.db.selectFrom('partial_sessions').select('id').where('user_id', '=', person.id)
  assert.deepEqual(await halves.where('consumed_at', 'is', null).execute(), [])
})

test('a code in flight is refused once the account is disabled', async () => {
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  const answer = await meanwhile(person, () => enterCode(person, attempt), true)
  assert.equal(answer.body.code, 'sign_in_ended')
})

test('reset link written just after its account was disabled → never works', async () => {
  const person = await newPerson(semel)
  await forgot(person.email)
  const [reset] = await resetsOf(person)
  const use = () =>
    semel.client().post('/api/auth/reset-password', {
      token: resetToken(semel.serviceKey, reset!.id),
      password: 'another good passphrase',
    })
  // Simulates a link that was not committed yet when the account was disabled.
  await semel.db.updateTable('users').set({ disabled_at: semel.clock.now() }).where('id', '=', person.id).execute()
  assert.equal((await use()).body.code, 'invalid_reset_token')
  assert.equal((await act('enable', person)).status, 200)
  assert.equal((await use()).body.code, 'invalid_reset_token')
})

test('creator disabled while an API key is in flight → no key', async () => {
  const person = await newPerson(semel, { role: 'admin' })
  const key = { name: 'Late', scopes: ['users:read'] }
  const answer = await meanwhile(person, () => semel.client().post('/api/admin/api-keys', key, { token: person.token }))
  assert.equal(answer.status, 401)
})

test('sign-in while the account is being disabled → no session survives', async () => {
  for (let round = 0; round < 15; round++) {
    const person = await newPerson(semel)
    const attempts = await Promise.all(Array.from({ length: 3 }, () => enterPassword(semel.client(), person.email)))
    const [disabled] = await Promise.all([
      sleep(round).then(() => act('disable', person)),
      ...attempts.map(token => enterCode(person, token)),
      ...Array.from({ length: 3 }, () => login(person.email)),
      forgot(person.email),
    ])
    assert.equal(disabled.status, 200, disabled.text)
    assert.deepEqual(await sessionsOf(person), { alive: 0, half: 0 })
  }
})

test('recipient disabled while an email is in flight → skipped with a reason', async () => {
  const person = await newPerson(semel)
  await semel.mailTo(person.email)
  const release = Promise.withResolvers<void>()
  semel.inbox.faults.add({ at: 'recipient', to: person.email, until: release.promise })
  const onItsWay = semel.inbox.faults.reached('recipient')
  await tell(person)
  await onItsWay
  await act('disable', person)
  release.resolve()
  await tell(person)
  assert.deepEqual(await endsOf(person, 3), [
    ['sent', null],
    ['skipped', 'The account of the user is disabled.'],
    ['skipped', 'The account of the user is disabled.'],
  ])
  assert.equal((await semel.mailTo(person.email)).length, 1)
})

test('final dot released while the recipient is being disabled → not sent', async () => {
  const person = await newPerson(semel)
  await semel.mailTo(person.email)
  const release = Promise.withResolvers<void>()
  semel.inbox.faults.add({ at: 'recipient', to: person.email, until: release.promise })
  const onItsWay = semel.inbox.faults.reached('recipient')
  await tell(person)
  await onItsWay
  await semel.db.transaction().execute(async tx => {
    await tx.updateTable('users').set({ disabled_at: semel.clock.now() }).where('id', '=', person.id).execute()
    release.resolve()
    const attempts = semel.db
      .selectFrom('delivery_attempts')
      .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
      .select('outcome')
      .where('user_id', '=', person.id)
    await until(async () => (await attempts.execute()).length >= 2, 'the second attempt')
  })
  assert.deepEqual((await endsOf(person, 2))[1], ['skipped', 'The account of the user is disabled.'])
})

test('of two admins who disable each other, one stays', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'admin' })]
    const answers = await Promise.all([act('disable', b, a), act('disable', a, b, other)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  }
})

test('of two admins who demote each other, one stays', async () => {
  const [a, b] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'admin' })]
  const demote = (by: Person, { id }: Person) =>
    semel.client().patch(`/api/admin/users/${id}`, { role: 'customer' }, { token: by.token })
  const answers = await Promise.all([demote(a, b), demote(b, a)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
})

test('disabling yourself → refused; disabled account → unchanged; unknown account → 404', async () => {
  assert.equal((await act('disable', admin)).body.code, 'forbidden')
  const person = await newPerson(semel)
  const first = await act('disable', person)
  semel.clock.advance(MINUTE)
  assert.deepEqual((await act('disable', person)).body, first.body)
  assert.equal((await act('disable', { id: '01920000-0000-7000-8000-000000000000' })).status, 404)
  const lines = semel.db.selectFrom('audit_log').select('id').where('user_id', '=', person.id)
  assert.equal((await lines.where('action', '=', 'user_disabled').execute()).length, 1)
})

test('eleven minutes after the second factor, a step-up is required', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(11 * MINUTE)
  for (const what of ['disable', 'enable'] as const) {
    assert.equal((await act(what, person)).body.code, 'reauthentication_required')
  }
  assert.equal((await me(person)).status, 200)
})

/**
 * Runs `work` while the account is being disabled, against the row that is changed but not committed.
 * @param isHalf `work` waits for its partial session instead, which is being deleted
 */
async function meanwhile(person: Person, work: () => Promise<Answer>, isHalf = false): Promise<Answer> {
  const working = await semel.db.transaction().execute(async tx => {
    await tx.updateTable('users').set({ disabled_at: semel.clock.now() }).where('id', '=', person.id).execute()
    if (isHalf) await endHalves(tx, person)
    const answer = work()
    await lockedOut(semel.db, 1, answer)
    return { answer }
  })
  return working.answer
}

const endHalves = (tx: Tx, { id }: Person) => tx.deleteFrom('partial_sessions').where('user_id', '=', id).execute()

async function sessionsOf({ id }: Person) {
  const full = await semel.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  const half = await semel.db.selectFrom('partial_sessions').select('id').where('user_id', '=', id).execute()
  return { alive: full.length, half: half.length }
}

const tell = ({ id }: Person) =>
  semel.db
    .transaction()
    .execute(tx =>
      announce(tx, { type: 'user.registered', payload: { userId: id }, to: [{ userId: id }], at: semel.clock.now() }),
    )

/** The outcome of each email to a user, oldest first, once none is in flight. */
async function endsOf({ id }: Person, count: number) {
  const deliveries = semel.db
    .selectFrom('deliveries')
    .select(['state', 'reply', 'ended_at'])
    .where('user_id', '=', id)
    .orderBy('id')
  await until(async () => {
    const ends = await deliveries.execute()
    return ends.filter(({ ended_at }) => ended_at).length >= count
  }, `the end of ${count} emails`)
  return (await deliveries.execute()).map(({ state, reply }) => [state, state === 'sent' ? null : reply])
}
