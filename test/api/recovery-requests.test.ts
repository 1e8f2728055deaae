import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { moveRecoveryRequests } from '../../src/accounts/recovery/due.ts'
import { askForRecovery } from '../../src/accounts/recovery/requests.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { HOUR, SECOND } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { recoverySteps } from '../support/recovery.ts'
import { RECOVERY_RACES } from '../support/recovery-races.ts'
import { startSemel } from '../support/semel.ts'

/*
 * The way back for customers who have lost every factor. It needs the password, and gives the owner time to object. A thief of the
 * password or of the mailbox gains nothing by it, and neither does a member of staff.
 */
const semel = await startSemel()
after(() => semel[Symbol.asyncDispose]())
const { post, customer, attempt, ask, requestOf, asked, pass, emailsLeft, waitOut, recover, object, approve, decline } =
  recoverySteps(semel)
let staff = await newPerson(semel, { role: 'staff' })

const subjects = async (person: Person, count: number) =>
  (await semel.mailTo(person.email, count)).map(({ subject }) => subject)

test('asked, waited, link used → new password and factor, nothing old opens', async () => {
  const person = await customer()
  const reset = await attempt(person)
  const { id } = await asked(person)
  await semel.mailTo(person.email, 2)
  const early = await recover(id)
  assert.equal(early.body.code, 'invalid_recovery_token')
  await pass(person, 48 * HOUR)
  await emailsLeft(person)
  await pass(person, 24 * HOUR)
  await semel.mailTo(person.email, 4)
  const used = await recover(id)
  assert.equal(used.status, 200, used.text)
  assert.deepEqual(used.body.methods, ['totp'])
  for (const [token, path, body] of [
    [person.token, '/auth/reauthenticate', { code: person.code(1) }],
    [reset, '/auth/mfa', { code: person.code(1) }],
    [used.body.partialToken, '/auth/mfa', { code: person.code(1) }],
    [used.body.partialToken, '/auth/mfa/recovery', { recoveryCode: person.recoveryCodes[0] }],
  ] as const) {
    assert.notEqual((await post(path, body, token)).status, 200, path)
  }
  const old = await semel.client().post('/api/auth/login', { email: person.email, password: PASSWORD })
  assert.equal(old.body.code, 'invalid_credentials')
  const code = codeOf(fromBase32(used.body.totp.secret)!, stepAt(semel.clock.now()))
  const signedIn = await post('/auth/mfa', { code }, used.body.partialToken)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.body.recoveryCodes.length, 10)
  const again = await recover(id)
  assert.equal(again.body.code, 'invalid_recovery_token')
  const told = await subjects(person, 5)
  for (const subject of [
    'Someone wants to get back into your account',
    'Reminder: someone wants to get back into your account',
    'Your way back into your account',
    'Your account was recovered',
  ])
    assert.ok(told.includes(subject), `${subject} is not among ${told}`)
})

test('link used, page closed → the new password shows the authenticator again', async () => {
  const person = await customer()
  const { id } = await asked(person)
  await waitOut(person)
  const used = await recover(id)
  const later = await semel
    .client()
    .post('/api/auth/login', { email: person.email, password: 'an entirely new passphrase' })
  assert.equal(later.body.totp.secret, used.body.totp.secret)
})

test('asked again while open → the same request, no further email', async () => {
  const person = await customer()
  const [first, second] = await Promise.all([ask(person), ask(person)])
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.deepEqual(first.body, second.body)
  const requests = semel.db.selectFrom('recovery_requests').select('id').where('user_id', '=', person.id)
  assert.equal((await requests.execute()).length, 1)
  const mails = semel.db.selectFrom('deliveries').select('id').where('user_id', '=', person.id)
  assert.equal((await mails.where('kind', '=', 'user.recovery_asked').execute()).length, 1)
})

test('unverified address, staff, no second factor → refused, with the reason', async () => {
  const unverified = await newPerson(semel)
  assert.equal((await ask(unverified)).body.code, 'email_not_verified')
  assert.equal((await ask(staff)).body.code, 'forbidden')
  const email = 'pending@example.com'
  await post('/auth/register', { email, password: PASSWORD, userName: 'Pending' })
  const pending = await post('/auth/mfa/recovery-request', undefined, await enterPassword(semel.client(), email))
  assert.equal(pending.body.code, 'forbidden')
  assert.equal((await post('/auth/mfa/recovery-request', undefined, unverified.token)).status, 401)
})

test('objection by link or in a session → its link opens nothing', async () => {
  for (const end of [
    async (_: Person, id: string) => object(id),
    async ({ token }: Person) => semel.client().delete('/api/users/me/recovery-request', { token }),
  ]) {
    const person = await customer()
    const { id } = await asked(person)
    await waitOut(person)
    const objected = await end(person, id)
    assert.equal(objected.status, 204, objected.text)
    assert.equal((await requestOf(person)).outcome, 'objected')
    assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
    assert.equal((await object(id)).status, 204)
  }
  assert.equal((await post('/auth/recovery/objection', { token: 'wrong' })).body.code, 'invalid_recovery_token')
})

test('sign-in, step-up, new address, disabled account → the request ends', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const ends: [string, (person: Person) => Promise<{ status: number; text: string }>][] = [
    ['signed_in', async person => post('/auth/mfa', { code: person.code() }, await attempt(person))],
    ['signed_in', async person => post('/auth/reauthenticate', { code: person.code() }, person.token)],
    [
      'email_changed',
      ({ id, token }) => semel.client().patch('/api/users/me', { email: `new-${id}@example.com` }, { token }),
    ],
    ['account_disabled', ({ id }) => post(`/admin/users/${id}/disable`, undefined, admin.token)],
  ]
  for (const [outcome, end] of ends) {
    const person = await customer()
    const { id } = await asked(person)
    const ended = await end(person)
    assert.equal(ended.status, 200, ended.text)
    assert.equal((await requestOf(person)).outcome, outcome)
    await waitOut(person)
    assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
  }
})

test('password set by a link since → no link without approval, ever', async () => {
  const person = await customer({ mailboxOnly: true })
  const answer = await ask(person)
  assert.equal(answer.body.needsApproval, true)
  const { id } = await requestOf(person)
  await waitOut(person)
  await pass(person, 24 * HOUR)
  assert.equal((await requestOf(person)).linked_at, null)
  assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
  assert.equal((await approve(id, staff)).status, 200)
  await moveRecoveryRequests(semel.db)
  assert.equal((await recover(id)).status, 200)
})

test('passkey alone after a reset, address confirmed by a click → approval needed', async () => {
  const person = await customer({ mailboxOnly: true })
  semel.clock.advance(SECOND)
  await sql`insert into audit_log (id, at, action, user_id, detail)
    values (gen_random_uuid(), ${semel.clock.now()}, 'signed_in', ${person.id}, '{"method": "passkey"}')`.execute(
    semel.db,
  )
  assert.equal((await ask(person)).body.needsApproval, true)
  const clicked = await customer()
  await semel.db.updateTable('users').set({ email_verified_in_session: false }).where('id', '=', clicked.id).execute()
  assert.equal((await ask(clicked)).body.needsApproval, true)
})

test('approval → makes nothing faster; staff see it, and can still decline', async () => {
  const person = await customer({ mailboxOnly: true })
  const { id } = await asked(person)
  assert.equal((await approve(id, staff)).status, 200)
  assert.equal((await approve(id, staff)).body.code, 'already_decided')
  await pass(person, 71 * HOUR)
  assert.equal((await requestOf(person)).linked_at, null)
  assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
  const list = await semel.client().get('/api/admin/recovery-requests?state=open', { token: staff.token })
  const shown = list.body.items.find((item: { id: string }) => item.id === id)
  assert.equal(shown.user.email, person.email)
  assert.ok(shown.approvedAt && shown.lastSignInAt)
  assert.equal((await decline(id, staff)).body.outcome, 'declined')
  assert.equal((await approve(id, staff)).body.outcome, 'declined')
})

test('old second factor, no permission, customers → no decision', async () => {
  const person = await customer({ mailboxOnly: true })
  const { id } = await asked(person)
  assert.equal((await approve(id, person)).status, 403)
  const packer = await newPerson(semel, { role: 'staff' })
  await semel.db
    .updateTable('users')
    .set({ permissions: ['orders'] })
    .where('id', '=', packer.id)
    .execute()
  assert.equal((await approve(id, packer)).status, 403)
  assert.equal((await decline(id, packer)).status, 403)
  const longAgo = { second_factor_at: new Date(semel.clock.now().getTime() - HOUR) }
  await semel.db.updateTable('sessions').set(longAgo).where('user_id', '=', staff.id).execute()
  assert.equal((await approve(id, staff)).body.code, 'reauthentication_required')
  assert.equal((await requestOf(person)).approved_at, null)
  staff = await newPerson(semel, { role: 'staff' })
})

for (const { name, race } of RECOVERY_RACES) {
  test(`${name} → one of them counts`, async () => {
    assert.deepEqual(await race(semel), [])
  })
}

test('two cleanups at once → each email once; one that dies leaves all', async () => {
  const person = await customer()
  await asked(person)
  const by = sql`make_interval(hours => 48)`
  await sql`update recovery_requests set asked_at = asked_at - ${by}, waits_until = waits_until - ${by}
    where user_id = ${person.id}`.execute(semel.db)
  const dying = semel.db.transaction().execute(async tx => {
    await sql`update recovery_requests set reminded_at = now() where user_id = ${person.id}`.execute(tx)
    throw new Error('killed')
  })
  await assert.rejects(dying)
  await Promise.all([moveRecoveryRequests(semel.db), moveRecoveryRequests(semel.db)])
  await emailsLeft(person)
  await pass(person, 24 * HOUR)
  await Promise.all([moveRecoveryRequests(semel.db), moveRecoveryRequests(semel.db)])
  const kinds = await semel.db
    .selectFrom('deliveries')
    .select('kind')
    .where('user_id', '=', person.id)
    .where('kind', 'in', ['user.recovery_asked', 'user.recovery_linked'])
    .orderBy('kind')
    .execute()
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['user.recovery_asked', 'user.recovery_asked', 'user.recovery_linked'],
  )
})

test('cleanup was down over the wait → reminder first, link a day later', async () => {
  const person = await customer()
  await asked(person)
  await pass(person, 100 * HOUR)
  const late = await requestOf(person)
  assert.ok(late.reminded_at)
  assert.equal(late.linked_at, null)
  await emailsLeft(person)
  await pass(person, 24 * HOUR)
  assert.ok((await requestOf(person)).linked_at)
})

test('link unused for a day, nobody approves for two weeks → expired', async () => {
  const person = await customer()
  const { id } = await asked(person)
  await waitOut(person)
  await pass(person, 24 * HOUR)
  assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
  assert.equal((await requestOf(person)).outcome, 'expired')
  const forgotten = await customer({ mailboxOnly: true })
  await asked(forgotten)
  await pass(forgotten, 14 * 24 * HOUR)
  assert.equal((await requestOf(forgotten)).outcome, 'expired')
})

test('customer becomes staff meanwhile → no link, and one that left is dead', async () => {
  const person = await customer()
  const { id } = await asked(person)
  await waitOut(person)
  await semel.db.updateTable('users').set({ role: 'staff' }).where('id', '=', person.id).execute()
  assert.equal((await recover(id)).body.code, 'invalid_recovery_token')
})

test('reminder not sent, or withheld → no link leaves until it was', async () => {
  const person = await customer()
  await asked(person)
  await emailsLeft(person)
  const waiting = sql`update deliveries set state = 'failed' where user_id = ${person.id} and kind = 'user.recovery_asked'`
  await pass(person, 48 * HOUR)
  await emailsLeft(person)
  await waiting.execute(semel.db)
  await pass(person, 48 * HOUR)
  assert.equal((await requestOf(person)).linked_at, null)
  await sql`update deliveries set state = 'sent' where user_id = ${person.id}`.execute(semel.db)
  await moveRecoveryRequests(semel.db)
  assert.ok((await requestOf(person)).linked_at)
})

test('copy of all data has the requests; both go with the account', async () => {
  const person = await customer()
  const { id } = await asked(person)
  await object(id)
  const { body } = await semel.client().get('/api/users/me/export', { token: person.token })
  assert.equal(body.recoveryRequests.length, 1)
  assert.equal(body.recoveryRequests[0].outcome, 'objected')
  await asked(person)
  const deleted = await semel.client().delete('/api/users/me', { token: person.token })
  assert.equal(deleted.status, 204, deleted.text)
  const rows = semel.db.selectFrom('recovery_requests').select('id').where('user_id', '=', person.id)
  assert.deepEqual(await rows.execute(), [])
  assert.equal((await object(id)).body.code, 'invalid_recovery_token')
})

test('fourth request of a day → refused; the next day it is accepted', async () => {
  const person = await customer()
  const visit = { ip: '192.0.2.1', userAgent: undefined }
  // Outside of a request, the limits for emails count as they do with a relay.
  const askDirectly = async () => {
    await attempt(person)
    const partial = semel.db.selectFrom('partial_sessions').select('id').where('user_id', '=', person.id)
    const { id } = await partial.orderBy('id', 'desc').executeTakeFirstOrThrow()
    return askForRecovery(semel, { userId: person.id, partialId: id, visit })
  }
  for (let times = 0; times < 3; times++) {
    await askDirectly()
    assert.equal((await object((await requestOf(person)).id)).status, 204)
  }
  await assert.rejects(askDirectly, { code: 'rate_limited' })
  semel.clock.advance(24 * HOUR)
  await askDirectly()
})
