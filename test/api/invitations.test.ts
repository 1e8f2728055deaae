import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { invitationToken } from '../../src/accounts/staff/invitations.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { startWorker } from '../../src/worker.ts'
import { newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { endings } from '../support/endings.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* An admin invites a colleague: one email, a link that works once, and nothing of the console before a second factor. */

let semel: Semel
let admin: Person
before(async () => {
  // The test that needs one starts the worker, so that deliveries wait until then.
  semel = await startSemel({}, { worker: false })
  admin = await newPerson(semel, { role: 'admin', userName: 'Grace Hopper' })
})
after(() => semel[Symbol.asyncDispose]())

const asAdmin = () => ({ token: admin.token })
const post = (path: string, body?: object, options = asAdmin() as object) => semel.client().post(path, body, options)

async function invite(more: object = {}) {
  const email = `${randomUUID()}@example.com`
  const { status, body, text } = await post('/api/admin/invitations', { email, ...more })
  assert.equal(status, 201, text)
  return { id: body.id as string, email: body.email as string, body, token: invitationToken(semel.serviceKey, body.id) }
}

const registerWith = (email: string, invitation: string) =>
  semel.client().post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada', invitation })

type Registered = Awaited<ReturnType<typeof registerWith>>

/** The first code, of the step before. */
function confirm({ body: { totp, partialToken } }: Registered) {
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()) - 1)
  return semel.client().post('/api/auth/mfa', { code }, { token: partialToken })
}

const accept = (token: string, person: { token: string }) =>
  semel.client().post('/api/users/me/invitation', { invitation: token }, { token: person.token })

const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code}`

test('new person invited → one email; staff after password and second factor', async () => {
  const { email, token, body } = await invite({ permissions: ['products', 'orders'] })
  assert.deepEqual([body.role, body.permissions, body.invitedBy], ['staff', ['orders', 'products'], 'Grace Hopper'])
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const [mail] = await semel.mailTo(email, 1)
  assert.match(mail!.subject, /^You are invited to work at /)
  assert.match(mail!.text, /Grace Hopper invites you/)
  assert.ok(mail!.text.includes(`/invitation?token=${token}`))

  const page = await semel.client().get(`/invitation?token=${token}`)
  assert.match(page.text, /Choose a password/)
  const registered = await registerWith(email, token)
  assert.deepEqual([registered.status, registered.body.user.role], [201, 'customer'])
  const early = await semel.client().get('/api/admin/returns', { token: registered.body.partialToken })
  assert.equal(codeOfAnswer(early), '401 second_factor_required')
  const { body: signedIn } = await confirm(registered)
  assert.deepEqual(
    [signedIn.user.role, signedIn.user.emailVerified, signedIn.recoveryCodes.length > 0],
    ['staff', true, true],
  )
  const reads = async (path: string) => (await semel.client().get(path, { token: signedIn.token })).status
  assert.deepEqual([await reads('/api/admin/returns'), await reads('/api/admin/deliveries')], [200, 403])
  // The session is one of staff.
  assert.ok(new Date(signedIn.expiresAt).getTime() - semel.clock.now().getTime() < DAY)
  assert.equal((await semel.mailTo(email, 1)).length, 1)
  assert.equal((await semel.client().get(`/invitation?token=${token}`)).status, 410)
  const log = await semel
    .client()
    .get(`/api/admin/audit-log?user=${signedIn.user.id}&action=invitation_accepted`, asAdmin())
  assert.equal(log.body.totalCount, 1)
})

test('customer accepts in a session → signed out everywhere, account kept', async () => {
  const person = await newPerson(semel)
  const { token } = (await (async () => {
    const { body } = await post('/api/admin/invitations', { email: person.email.toUpperCase() })
    return { token: invitationToken(semel.serviceKey, body.id) }
  })())!
  const page = (cookie?: string) =>
    semel.client().get(`/invitation?token=${token}`, cookie ? { headers: { cookie } } : {})
  const cookieOf = (one: { token: string }) => `${cookieNames(semel).session}=${one.token}`
  assert.match((await page()).text, /You have an account with this address/)
  assert.match((await page(cookieOf(admin))).text, /signed in as Grace Hopper/)
  assert.match((await page(cookieOf(person))).text, /Accept the invitation/)
  const taken = await registerWith(person.email, token)
  assert.equal(codeOfAnswer(taken), '409 email_taken')

  assert.equal(codeOfAnswer(await accept(token, await newPerson(semel))), '409 invitation_ended')
  const answers = await Promise.all([1, 2, 3].map(() => accept(token, person)))
  // The sessions end with the first, so a later one may find none.
  assert.deepEqual(answers.filter(({ status }) => status === 204).length, 1, answers.map(({ text }) => text).join())
  assert.ok(answers.every(({ status }) => [204, 401, 409, 422].includes(status)))
  assert.equal((await semel.client().get('/api/users/me', { token: person.token })).status, 401)
  const shown = await semel.client().get(`/api/users/${person.id}`, asAdmin())
  assert.deepEqual([shown.body.role, shown.body.emailVerified], ['staff', true])
})

test('two registrations with one link → one staff, the other no account', async () => {
  const { email, token } = await invite()
  const both = [await registerWith(email, token), await registerWith(email, token)]
  const confirmed = await Promise.all(both.map(confirm))
  assert.deepEqual(confirmed.map(({ status }) => status).sort(), [200, 401])
  assert.equal(codeOfAnswer(await registerWith(email, token)), '422 invalid_invitation')
})

test('withdrawn invitation → gives nothing, even mid-registration; its email stays unsent', async () => {
  const { id, email, token } = await invite()
  const registered = await registerWith(email, token)
  const withdraw = () => semel.client().request('DELETE', `/api/admin/invitations/${id}`, asAdmin())
  assert.equal((await withdraw()).status, 204)
  assert.equal(codeOfAnswer(await withdraw()), '404 not_found')
  assert.equal(codeOfAnswer(await confirm(registered)), '409 invitation_ended')
  assert.equal(codeOfAnswer(await registerWith(email, token)), '422 invalid_invitation')
  assert.equal((await semel.client().get(`/invitation?token=${token}`)).status, 410)
  assert.equal(codeOfAnswer(await post(`/api/admin/invitations/${id}/resend`)), '409 invitation_ended')
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await endings(semel, admin.id)
  assert.deepEqual(await semel.mailTo(email, 0), [])
  // The address can be invited anew.
  assert.equal((await post('/api/admin/invitations', { email })).status, 201)
})

test('invitation → one open per address; expired ones resent or replaced', async () => {
  const { id, email, token } = await invite()
  assert.equal(
    codeOfAnswer(await post('/api/admin/invitations', { email: email.toUpperCase() })),
    '409 already_invited',
  )
  assert.equal(codeOfAnswer(await post('/api/admin/invitations', { email: admin.email })), '409 already_staff')
  assert.equal(codeOfAnswer(await post('/api/admin/invitations', { email: 'nobody' })), '422 invalid_input')
  const both = await Promise.all([1, 2].map(() => post('/api/admin/invitations', { email: `both-${email}` })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])

  semel.clock.advance(8 * DAY)
  admin = await newPerson(semel, { role: 'admin', userName: 'Grace Hopper' })
  assert.equal(codeOfAnswer(await registerWith(email, token)), '422 invalid_invitation')
  const again = await post(`/api/admin/invitations/${id}/resend`, undefined, {
    ...asAdmin(),
    headers: { 'idempotency-key': 'pressed twice' },
  })
  await post(`/api/admin/invitations/${id}/resend`, undefined, {
    ...asAdmin(),
    headers: { 'idempotency-key': 'pressed twice' },
  })
  assert.equal(new Date(again.body.expiresAt).getTime(), semel.clock.now().getTime() + 7 * DAY)
  const sent = await semel.db
    .selectFrom('deliveries')
    .select('id')
    .where('recipient', '=', `invitation:${id}`)
    .execute()
  assert.equal(sent.length, 2)
  assert.equal((await registerWith(email, token)).status, 201)
  const listed = await semel.client().get('/api/admin/invitations?limit=100', asAdmin())
  assert.ok(listed.body.items.some((one: { id: string }) => one.id === id))

  semel.clock.advance(8 * DAY)
  admin = await newPerson(semel, { role: 'admin' })
  const replaced = await post('/api/admin/invitations', { email, role: 'admin' })
  assert.deepEqual([replaced.status, replaced.body.permissions.length], [201, 5])
  assert.notEqual(replaced.body.id, id)
  assert.equal(codeOfAnswer(await registerWith(email, token)), '422 invalid_invitation')
})

test('invitation → needs recent second factor; forged or foreign tokens open nothing', async () => {
  const { email, token } = await invite()
  for (const made of ['x', `${randomUUID()}.${'A'.repeat(43)}`, `${token.slice(0, -1)}!`]) {
    assert.equal(codeOfAnswer(await registerWith(email, made)), '422 invalid_invitation')
  }
  assert.equal(codeOfAnswer(await registerWith(`other-${email}`, token)), '422 invalid_invitation')
  semel.clock.advance(11 * MINUTE)
  assert.equal(
    codeOfAnswer(await post('/api/admin/invitations', { email: `b${email}` })),
    '403 reauthentication_required',
  )
})
