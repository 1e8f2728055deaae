import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { invitationToken } from '../../src/accounts/staff/invitations.ts'
import { tell } from '../../src/database/news/wakeup.ts'
import { publishToFeed } from '../../src/events/publish.ts'
import { thingsOf } from '../../src/feed/event-subjects.ts'
import { startStamper } from '../../src/feed/stamper.ts'
import { fanOut } from '../../src/notifications/announcements/fan-out.ts'
import { SECOND } from '../../src/time.ts'
import { startDispatcher } from '../../src/webhooks/dispatcher.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { findWebhookFindings } from '../../src/webhooks/findings.ts'
import { startWorker } from '../../src/worker.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person } from '../support/people.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A key, webhook or announcement works while its maker may make it. It goes on when the maker may again, or another takes it over. */

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
})
after(() => semel[Symbol.asyncDispose]())

const post = (
  path: string,
  body: object = {},
  { token = admin.token, ...options }: { token?: string; key?: string } = {},
) => semel.client().post(path, body, options.key ? { headers: { 'x-api-key': options.key } } : { token })

const setRole = (id: string, role: string) =>
  semel.client().patch(`/api/admin/users/${id}`, { role }, { token: admin.token })

async function keyOf(maker: Person, scopes: string[]): Promise<{ id: string; key: string }> {
  const { status, body, text } = await post('/api/admin/api-keys', { name: 'sync', scopes }, { token: maker.token })
  assert.equal(status, 201, text)
  return body
}

async function webhook(url: string, options: { token?: string; key?: string }): Promise<string> {
  const { status, body, text } = await post('/api/webhooks', { url }, options)
  assert.equal(status, 201, text)
  return body.id
}

function dispatch(): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  stack.use(startStamper(semel))
  stack.use(startDispatcher(semel, { thingsOf, deadline: 1 * SECOND }))
  return stack
}

async function happen(userId: string): Promise<void> {
  const event = { type: 'user.updated' as const, data: { userId } }
  await semel.db.transaction().execute(tx => publishToFeed(tx, semel.clock.now(), event))
  tell(semel.db)
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>
const usersAt = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body).data.userId as string)
const hasGot = (receiver: Receiver, userId: string) => until(async () => usersAt(receiver).includes(userId))

const stateOf = async (id: string) => {
  const { body } = await semel.client().get(`/api/webhooks/${id}`, { token: admin.token })
  return [body.state, body.pausedBecause]
}

const WHO_ENDS: [string, (maker: Person) => Promise<unknown>][] = [
  ['demoted', maker => setRole(maker.id, 'customer')],
  ['disabled', maker => post(`/api/admin/users/${maker.id}/disable`)],
  [
    'unverified',
    ({ id }) => semel.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute(),
  ],
  ['gone', ({ id }) => semel.db.deleteFrom('users').where('id', '=', id).execute()],
]

for (const [word, end] of WHO_ENDS) {
  test(`admin who made a webhook is ${word} → paused until taken over`, async () => {
    await using receiver = await openReceiver()
    await using control = await openReceiver()
    const maker = await person(semel, 'admin')
    const id = await webhook(receiver.url, { token: maker.token })
    const other = await webhook(control.url, {})
    await using _ = dispatch()
    await happen('before')
    await hasGot(receiver, 'before')
    await end(maker)
    await happen('meanwhile')
    await hasGot(control, 'meanwhile')
    assert.ok(!usersAt(receiver).includes('meanwhile'))
    assert.deepEqual(await stateOf(id), ['paused', 'maker'])
    assert.deepEqual(await stateOf(other), ['active', null])
    const findings = await findWebhookFindings(semel.db)
    assert.ok(findings.some(({ text, see }) => see!.href.endsWith(id) && text.includes('no active admin')))
    const taken = await post(`/api/webhooks/${id}/take-over`)
    assert.deepEqual([taken.status, taken.body.state, taken.body.createdBy], [200, 'active', admin.id])
    await hasGot(receiver, 'meanwhile')
    const log = await semel.client().get('/api/admin/audit-log?action=webhook_taken_over', { token: admin.token })
    assert.equal(log.body.items[0].detail.webhookId, id)
  })
}

test('a demoted admin is admin again → the webhook goes on by itself', async () => {
  await using receiver = await openReceiver()
  const maker = await person(semel, 'admin')
  const id = await webhook(receiver.url, { token: maker.token })
  await setRole(maker.id, 'staff')
  await using _ = dispatch()
  await happen('waits')
  assert.deepEqual(await stateOf(id), ['paused', 'maker'])
  await setRole(maker.id, 'admin')
  tell(semel.db)
  await hasGot(receiver, 'waits')
})

test('webhook whose key is revoked, expired or of a demoted admin → paused', async () => {
  await using receiver = await openReceiver()
  const maker = await person(semel, 'admin')
  const scopes = ['webhooks:manage', 'orders:read', 'users:read']
  const revoked = await keyOf(admin, scopes)
  const expired = await keyOf(admin, scopes)
  const ofMaker = await keyOf(maker, scopes)
  const ids = await Promise.all([revoked, expired, ofMaker].map(({ key }) => webhook(receiver.url, { key })))
  assert.deepEqual(
    await Promise.all(ids.map(stateOf)),
    ids.map(() => ['active', null]),
  )
  await semel.client().delete(`/api/admin/api-keys/${revoked.id}`, { token: admin.token })
  await sql`update api_keys set expires_at = now() where id = ${expired.id}`.execute(semel.db)
  await setRole(maker.id, 'staff')
  assert.deepEqual(
    await Promise.all(ids.map(stateOf)),
    ids.map(() => ['paused', 'maker']),
  )
  await using _ = dispatch()
  await happen('nobody')
  await until(async () => {
    const { rows } = await sql`select from event_outbox`.execute(semel.db)
    return rows.length === 0
  })
  assert.ok(!usersAt(receiver).includes('nobody'))
})

test('key sets the address of an admin’s webhook → it becomes the key’s', async () => {
  const { id: keyId, key } = await keyOf(admin, ['webhooks:manage'])
  const id = await webhook('https://example.com/a', {})
  const patch = (body: object) => semel.client().patch(`/api/webhooks/${id}`, body, { headers: { 'x-api-key': key } })
  assert.equal((await patch({ description: 'Sync' })).body.createdBy, admin.id)
  const { body } = await patch({ url: 'https://example.com/b' })
  assert.deepEqual([body.createdBy, body.createdByKey], [null, keyId])
  await semel.client().delete(`/api/admin/api-keys/${keyId}`, { token: admin.token })
  assert.deepEqual(await stateOf(id), ['paused', 'maker'])
})

test('a webhook of the command line has no maker → it goes on', async () => {
  const { id } = await createEndpoint(semel, { url: 'https://example.com/cli' })
  assert.deepEqual(await stateOf(id), ['active', null])
})

for (const [word, end] of WHO_ENDS) {
  test(`inviting admin is ${word} → nobody accepts until another admin sends it again`, async () => {
    const maker = await person(semel, 'admin')
    const invited = await person(semel)
    const body = { email: invited.email, role: 'admin' }
    const { body: invitation } = await post('/api/admin/invitations', body, { token: maker.token })
    const token = invitationToken(semel.serviceKey, invitation.id)
    await end(maker)
    const accept = () => post('/api/users/me/invitation', { invitation: token }, { token: invited.token })
    assert.equal((await accept()).body.code, 'invalid_invitation')
    assert.equal((await semel.client().get(`/invitation?token=${token}`)).status, 410)
    const list = await semel.client().get('/api/admin/invitations', { token: admin.token })
    const shown = list.body.items.find(({ id }: { id: string }) => id === invitation.id)
    assert.equal(shown.isPaused, true)
    const again = await post(`/api/admin/invitations/${invitation.id}/resend`)
    assert.deepEqual([again.status, again.body.isPaused], [200, false])
    assert.equal((await accept()).status, 204)
  })
}

test('inviting admin demoted during registration → its first code makes nobody staff', async () => {
  const maker = await person(semel, 'admin')
  const email = `${randomUUID()}@example.com`
  const { body } = await post('/api/admin/invitations', { email, role: 'admin' }, { token: maker.token })
  const invited = await person(semel)
  await semel.db.updateTable('users').set({ email }).where('id', '=', invited.id).execute()
  await setRole(maker.id, 'staff')
  const { acceptInvitation } = await import('../../src/accounts/staff/invitations.ts')
  const accepting = semel.db
    .transaction()
    .execute(tx =>
      acceptInvitation(tx, { invitationId: body.id, userId: invited.id, visit: {} as never, now: semel.clock.now() }),
    )
  await assert.rejects(accepting, { code: 'invitation_ended' })
})

test('address invited by a former admin → an active admin invites it anew', async () => {
  const maker = await person(semel, 'admin')
  const email = `${randomUUID()}@example.com`
  const invite = (token: string) => post('/api/admin/invitations', { email }, { token })
  assert.equal((await invite(maker.token)).status, 201)
  assert.equal((await invite(admin.token)).body.code, 'already_invited')
  await setRole(maker.id, 'customer')
  assert.equal((await invite(admin.token)).status, 201)
})

for (const [word, end] of WHO_ENDS.filter(([word]) => word !== 'gone')) {
  test(`admin who made an API key is ${word} → the key is refused`, async () => {
    const maker = await person(semel, 'admin')
    const { id, key } = await keyOf(maker, ['users:read'])
    const read = async () => (await semel.client().get('/api/users', { headers: { 'x-api-key': key } })).status
    assert.equal(await read(), 200)
    await end(maker)
    assert.equal(await read(), 401)
    const list = await semel.client().get('/api/admin/api-keys?limit=100', { token: admin.token })
    const shown = list.body.items.find((item: { id: string }) => item.id === id)
    // The key stays revoked, because the disabled user has seen it.
    assert.deepEqual([shown.isPaused, shown.revokedAt !== null], word === 'disabled' ? [false, true] : [true, false])
  })
}

const NEWS = { subject: 'Summer hours', message: 'We close early.' }
const announcement = async (id: string) =>
  (await semel.client().get(`/api/admin/announcements/${id}`, { token: admin.token })).body

for (const [word, end] of [
  ...WHO_ENDS,
  [
    'without customers',
    ({ id }: Person) =>
      semel.client().patch(`/api/admin/users/${id}/permissions`, { permissions: ['orders'] }, { token: admin.token }),
  ] as const,
]) {
  test(`announcement whose author is ${word} → nobody else gets it until taken over`, async () => {
    const [early, late] = [await person(semel), await person(semel)]
    const author = await person(semel, 'staff')
    const { body } = await post('/api/admin/announcements', NEWS, { token: author.token })
    // Acts as if the first batch had come as far as the first of them.
    const earlier = semel.db.updateTable('announcements').set({ fanned_out_to: early.id }).where('id', '=', body.id)
    await earlier.execute()
    await end(author)
    assert.equal(await fanOut(semel.db), false)
    assert.equal((await announcement(body.id)).isPaused, true)
    const health = await semel.client().get('/admin/health', await cookie())
    assert.ok(health.text.includes(`/admin/announcements/${body.id}`))
    assert.equal((await post(`/api/admin/announcements/${body.id}/take-over`)).status, 200)
    while (await fanOut(semel.db));
    const after = await announcement(body.id)
    assert.deepEqual([after.isPaused, after.progress.allRecipientsFound], [false, true])
    const { rows } = await sql`
      select from deliveries d join announcements a using (event_id) where a.id = ${body.id} and user_id = ${late.id}
    `.execute(semel.db)
    assert.equal(rows.length, 1)
  })
}

const cookie = async () => ({ headers: { cookie: `${cookieNames(semel).session}=${admin.token}` } })

test('author disabled while announcement emails wait → skipped, and sent when taken over', async () => {
  const reader = await person(semel)
  const author = await person(semel, 'staff')
  const { body } = await post('/api/admin/announcements', { ...NEWS, subject: 'Skipped' }, { token: author.token })
  while (await fanOut(semel.db));
  await post(`/api/admin/users/${author.id}/disable`)
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await until(async () => (await announcement(body.id)).progress.pending === 0)
  const stopped = await announcement(body.id)
  assert.deepEqual([stopped.progress.sent, stopped.isPaused], [0, true])
  assert.equal((await post(`/api/admin/announcements/${body.id}/take-over`)).status, 200)
  const mails = await semel.mailTo(reader.email, 1)
  assert.ok(mails.some(({ subject }) => subject === 'Skipped'))
})

test('announcement is ended → nobody else gets it or takes it over', async () => {
  const author = await person(semel, 'staff')
  const { body } = await post('/api/admin/announcements', NEWS, { token: author.token })
  const ended = await post(`/api/admin/announcements/${body.id}/end`)
  assert.equal(ended.status, 200)
  const again = await post(`/api/admin/announcements/${body.id}/end`)
  assert.equal(again.body.endedAt, ended.body.endedAt)
  assert.equal(await fanOut(semel.db), false)
  assert.equal((await post(`/api/admin/announcements/${body.id}/take-over`)).body.code, 'announcement_ended')
})

test('the key that published an announcement is revoked → it is paused', async () => {
  const { id, key } = await keyOf(admin, ['announcements:write'])
  const { body } = await post('/api/admin/announcements', NEWS, { key })
  assert.equal(body.isPaused, false)
  await semel.client().delete(`/api/admin/api-keys/${id}`, { token: admin.token })
  assert.equal((await announcement(body.id)).isPaused, true)
})

test('admin is demoted → what they made is listed, one press ends each', async () => {
  const maker = await person(semel, 'admin')
  const { id: keyId, key } = await keyOf(maker, ['webhooks:manage', 'announcements:write'])
  const own = await webhook('https://example.com/own', { token: maker.token })
  const ofKey = await webhook('https://example.com/of-key', { key })
  const email = `${randomUUID()}@example.com`
  const { body: invitation } = await post('/api/admin/invitations', { email }, { token: maker.token })
  const { body: news } = await post('/api/admin/announcements', NEWS, { key })
  const settings = { replyTo: 'thief@example.com' }
  await semel.client().patch('/api/admin/settings', settings, { token: maker.token })
  const { rows: addresses } = await sql<{ id: string }>`select id from setting_addresses`.execute(semel.db)
  await setRole(maker.id, 'staff')
  const list = async () =>
    (await semel.client().get(`/api/admin/users/${maker.id}/made`, { token: admin.token })).body.items
  const made = await list()
  assert.deepEqual(
    made.map(({ kind, id, isPaused }: { kind: string; id: string; isPaused: boolean }) => [kind, id, isPaused]),
    [
      ['api_key', keyId, true],
      ['invitation', invitation.id, true],
      ['webhook', own, true],
      ['webhook', ofKey, true],
      ['announcement', news.id, true],
      ['address', addresses[0]!.id, true],
    ],
  )
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  const page = async () => (await browser.get(`/admin/users/${maker.id}`, { headers: { accept: 'text/html' } })).text
  const forms = (text: string) =>
    [...text.matchAll(/action="(\/admin\/users\/[^"]+\/made\/[^"]+)"/g)].map(([, at]) => at!)
  const actions = forms(await page())
  assert.equal(actions.length, 6)
  for (const action of actions) {
    const answer = await browser.request('POST', action, {
      body: new URLSearchParams(fieldsOf(await page(), action)).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.ok(answer.status < 400, `${action}: ${answer.status}`)
  }
  assert.deepEqual(await list(), [])
  const others = await semel.client().get(`/api/admin/users/${maker.id}/made`, { token: maker.token })
  assert.equal(others.status, 401)
})
