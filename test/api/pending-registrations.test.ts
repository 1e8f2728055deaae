import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteExpiredAccountData } from '../../src/accounts/delete-expired.ts'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { PASSWORD } from '../support/accounts.ts'
import { person as shortcut } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A registration that no code has confirmed is pending. It may sign in to go on, and gets resets, which hand it to the
 * reader of the mailbox. It has no other existence.
 */
let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const CHOSEN = 'the passphrase of the mailbox'
const STRANGERS = 'the passphrase of a stranger'

async function register(email: string, password = PASSWORD) {
  const { status, body, text } = await semel
    .client()
    .post('/api/auth/register', { email, password, userName: 'Ada', phone: '+4917099999999' })
  assert.equal(status, 201, text)
  return body as { user: { id: string }; partialToken: string; totp: { secret: string } }
}

async function forgot(email: string) {
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  return client.post('/api/auth/forgot-password', { email }, { headers })
}

/** The tokens of the links that were asked for, oldest first. */
async function tokensOf(userId: string): Promise<string[]> {
  const links = semel.db.selectFrom('password_resets').select('id').where('user_id', '=', userId).orderBy('id')
  return (await links.execute()).map(({ id }) => resetToken(semel.serviceKey, id))
}

const reset = (token: string, password = CHOSEN) => semel.client().post('/api/auth/reset-password', { token, password })
const login = (email: string, password: string, version = '') =>
  semel.client().post(`/api${version}/auth/login`, { email, password })
const codeFor = ({ secret }: { secret: string }) => codeOf(fromBase32(secret)!, stepAt(semel.clock.now()))
const enter = ({ partialToken, totp }: { partialToken: string; totp: { secret: string } }) =>
  semel.client().post('/api/auth/mfa', { code: codeFor(totp) }, { token: partialToken })
const newAddress = () => `${randomUUID()}@example.com`

test('registered only → one reset email, its link hands over the newest registration', async () => {
  const email = newAddress()
  const older = await register(email, STRANGERS)
  const newest = await register(email)
  const before = await login(email, PASSWORD)
  assert.equal(before.body.totp.secret, newest.totp.secret)
  assert.equal((await forgot(email)).status, 200)
  const [mail, ...others] = await semel.mailTo(email)
  assert.deepEqual([mail!.subject, others.length], ['Reset your password', 0])
  assert.doesNotMatch(mail!.text, /release-email/)
  const token = /reset-password\?token=(\S+)/.exec(mail!.text)![1]!
  assert.equal((await reset(token)).status, 200)

  // Passwords, partial tokens and seed from before the reset are dead.
  for (const password of [PASSWORD, STRANGERS]) assert.equal((await login(email, password)).status, 401)
  for (const { partialToken, totp } of [older, newest, { ...newest, partialToken: before.body.partialToken }]) {
    assert.deepEqual((await enter({ partialToken, totp })).body.code, 'sign_in_ended')
  }
  const left = await semel.db.selectFrom('users').select(['id', 'phone']).where('email', '=', email).execute()
  assert.deepEqual(left, [{ id: newest.user.id, phone: null }])

  const { body } = await login(email, CHOSEN)
  assert.deepEqual([body.mfaRequired, body.methods], [true, ['totp']])
  assert.notEqual(body.totp.secret, newest.totp.secret)
  assert.match(body.totp.uri, /^otpauth:/)
  assert.match(body.totp.qr, /^data:image/)
  const old = await semel.client().post('/api/auth/mfa', { code: codeFor(newest.totp) }, { token: body.partialToken })
  assert.equal(old.body.code, 'invalid_code')
  const signedIn = await enter(body)
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.body.recoveryCodes.length, 10)
  assert.equal((await login(email, CHOSEN)).body.totp, undefined)
  assert.deepEqual(
    (await semel.mailTo(email, 2)).map(({ subject }) => subject),
    ['Reset your password', `Welcome to ${new URL(semel.origin).host}`],
  )
})

test('in every version, the sign-in of a pending registration shows its authenticator', async () => {
  const email = newAddress()
  const { totp } = await register(email)
  for (const version of ['/v1', '/v2', '/v3']) {
    assert.equal((await login(email, PASSWORD, version)).body.totp.secret, totp.secret)
  }
})

test('the page shows the new authenticator after the next sign-in, without JavaScript', async () => {
  const email = newAddress()
  const { user, totp } = await register(email)
  await forgot(email)
  assert.equal((await reset((await tokensOf(user.id))[0]!)).status, 200)
  const client = semel.client()
  const shown = await client.get('/login')
  const csrf = /name="_csrf" value="([^"]+)"/.exec(shown.text)![1]!
  const form = new URLSearchParams({ _csrf: csrf, email, password: CHOSEN }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await client.request('POST', '/login', { body: form, headers })
  assert.ok([200, 303].includes(sent.status), sent.text)
  const page = await client.get('/register/authenticator')
  const secret = /secret=([A-Z2-7]+)/.exec(page.text)?.[1]
  assert.ok(secret)
  assert.notEqual(secret, totp.secret)
})

test('each request → email; a link sets the password once, ending the others', async () => {
  const email = newAddress()
  const { user } = await register(email)
  await forgot(email)
  await forgot(email)
  const [first, second] = await tokensOf(user.id)
  assert.equal((await reset(second!)).status, 200)
  assert.equal((await reset(second!)).body.code, 'invalid_reset_token')
  assert.equal((await reset(first!)).body.code, 'invalid_reset_token')
})

test('link before a newer registration → sets its own password, newer one loses', async () => {
  const email = newAddress()
  const { user } = await register(email)
  await forgot(email)
  const stranger = await register(email, STRANGERS)
  await forgot(email)
  const [older] = await tokensOf(user.id)
  const [newer] = await tokensOf(stranger.user.id)
  assert.equal((await reset(older!)).status, 200)
  assert.equal((await reset(newer!)).body.code, 'invalid_reset_token')
  assert.equal((await enter(stranger)).status, 401)
  assert.equal((await enter((await login(email, CHOSEN)).body)).status, 200)
})

test('links of several registrations at once → one wins, one registration is left', async () => {
  for (let round = 0; round < 5; round++) {
    const email = newAddress()
    const tokens: string[] = []
    for (let n = 0; n < 3; n++) {
      const { user } = await register(email)
      await forgot(email)
      tokens.push(...(await tokensOf(user.id)))
    }
    const uses = [...tokens, ...tokens].map((token, n) => ({ token, password: `${CHOSEN} ${n}` }))
    const answers = await Promise.all(uses.map(({ token, password }) => reset(token, password)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    const won = uses[answers.findIndex(({ status }) => status === 200)]!
    assert.equal((await enter((await login(email, won.password)).body)).status, 200)
  }
})

test('first code with old seed during reset → makes account first or fails', async () => {
  for (let round = 0; round < 10; round++) {
    const email = newAddress()
    const stranger = await register(email, STRANGERS)
    const { user } = await register(email)
    await forgot(email)
    const [token] = await tokensOf(user.id)
    const [code, used] = await Promise.all([enter(stranger), reset(token!)])
    // Once the address has an account, the link of the old registration works no more.
    assert.deepEqual([code.status, used.status].sort(), code.status === 200 ? [200, 422] : [200, 401])
    if (code.status === 200) continue
    const signedIn = await enter((await login(email, CHOSEN)).body)
    assert.equal(signedIn.status, 200, signedIn.text)
  }
})

test('sign-in with the old password during reset never shows the new authenticator', async () => {
  for (let round = 0; round < 10; round++) {
    const email = newAddress()
    const stranger = await register(email, STRANGERS)
    await forgot(email)
    const [token] = await tokensOf(stranger.user.id)
    const [signIn, used] = await Promise.all([login(email, STRANGERS), reset(token!)])
    assert.equal(used.status, 200)
    if (signIn.status === 200) assert.equal(signIn.body.totp.secret, stranger.totp.secret)
    assert.notEqual((await login(email, CHOSEN)).body.totp.secret, stranger.totp.secret)
  }
})

test('registrations beside the reset take nothing from the reader of the mailbox', async () => {
  const email = newAddress()
  const { user } = await register(email)
  await forgot(email)
  const [token] = await tokensOf(user.id)
  const [used] = await Promise.all([reset(token!), ...Array.from({ length: 5 }, () => register(email, STRANGERS))])
  assert.equal(used.status, 200)
  assert.equal((await enter((await login(email, CHOSEN)).body)).status, 200)
})

test('reset requested while its registration is deleted → the same answer as ever', async () => {
  for (let round = 0; round < 10; round++) {
    const email = newAddress()
    const { user } = await register(email)
    await forgot(email)
    await register(email, STRANGERS)
    const [token] = await tokensOf(user.id)
    const answers = await Promise.all([
      forgot(email),
      reset(token!),
      forgot(email),
      login(email, STRANGERS),
      semel.client().post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada' }),
    ])
    assert.deepEqual(
      answers.slice(0, 3).map(({ status }) => status),
      [200, 200, 200],
    )
    for (const { status, text } of answers) assert.ok(status < 500, text)
  }
})

test('strangers who register an address hide no older registration from its password', async () => {
  const email = newAddress()
  const { user } = await register(email)
  for (let n = 0; n < 8; n++) await register(email.toUpperCase(), STRANGERS)
  const { status, body } = await login(email, PASSWORD)
  assert.equal(status, 200)
  const signedIn = await enter(body)
  assert.deepEqual([signedIn.status, signedIn.body.user.id], [200, user.id])
  assert.equal((await login(email, STRANGERS)).status, 401)
})

test('pending registration waits while its link works, and a day after use', async () => {
  const email = newAddress()
  const { user } = await register(email)
  const age = () =>
    sql`update users set created_at = now() - interval '25 hours' where id = ${user.id}`.execute(semel.db)
  await age()
  await forgot(email)
  await deleteExpiredAccountData(semel.db)
  const [token] = await tokensOf(user.id)
  assert.equal((await reset(token!)).status, 200)
  await deleteExpiredAccountData(semel.db)
  assert.equal((await login(email, CHOSEN)).status, 200)
  await age()
  await deleteExpiredAccountData(semel.db)
  assert.equal((await login(email, CHOSEN)).status, 401)
})

test('pending registration → nobody else finds it, admins can do nothing with it', async () => {
  const admin = await shortcut(semel, 'admin')
  const email = newAddress()
  const { user, partialToken } = await register(email)
  const { id } = user
  const client = semel.client()
  const { token } = admin
  const scopes = ['users:read', 'orders:write']
  const { key } = (await client.post('/api/admin/api-keys', { name: 'CRM', scopes }, { token })).body
  const asKey = { headers: { 'x-api-key': key } }
  assert.equal((await client.get(`/api/users/${id}`, { token })).status, 404)
  assert.equal((await client.get(`/api/users/${id}`, asKey)).status, 404)
  assert.equal((await client.get('/api/users/me', { token: partialToken })).status, 401)
  const ordered = await client.post('/api/orders', { userId: id, items: [{ productId: 1, quantity: 1 }] }, asKey)
  assert.equal(ordered.status, 422)
  for (const role of ['customer', 'staff', 'admin']) {
    assert.equal((await client.patch(`/api/admin/users/${id}`, { role }, { token })).status, 404)
  }
  for (const action of ['disable', 'enable', 'reset-factors']) {
    assert.equal((await client.post(`/api/admin/users/${id}/${action}`, {}, { token })).status, 404)
  }
  assert.equal((await client.delete(`/api/admin/users/${id}/sessions`, { token })).status, 404)
  assert.equal((await client.delete(`/api/admin/caches/users/${id}`, { token })).status, 404)
  const cookie = { headers: { cookie: `semel_session=${token}` } }
  assert.equal((await client.get(`/admin/users/${id}`, cookie)).status, 404)
  await forgot(email)
  await semel.mailTo(email)
  const sent = await client.get('/admin/deliveries', cookie)
  assert.ok(sent.text.includes(email))
  assert.ok(!sent.text.includes(`/admin/users/${id}`))
  const log = (await client.get('/api/admin/deliveries', { token })).body.items
  assert.equal(log.find((delivery: { address: string }) => delivery.address === email).recipient, null)
  assert.equal((await client.get(`/api/admin/deliveries?user=${email}`, { token })).body.totalCount, 0)
  for (const q of [email, id]) assert.doesNotMatch((await client.get(`/admin/users?q=${q}`, cookie)).text, />Ada</)
  assert.equal((await login(email, PASSWORD)).status, 200)
})
