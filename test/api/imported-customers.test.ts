import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const BCRYPT = '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG'
const OLD_PASSWORD = 'seven green bottles'

let semel: Semel
let client: Client
let headers: Record<string, string>
before(async () => {
  semel = await startSemel({}, { worker: false })
  client = semel.client()
  const { key } = await createApiKey(semel, { name: 'Move', scopes: ['users:write', 'users:read', 'events:read'] })
  headers = { 'x-api-key': key }
})
after(() => semel[Symbol.asyncDispose]())

const importUsers = (users: object[], more: Record<string, string> = {}) =>
  client.post('/api/users/import', { users }, { headers: { ...headers, ...more } })

test('customers → once per address; wrong lines skipped; no emails', async () => {
  const there = await newPerson(semel)
  const users = [
    { email: 'Bob@example.com', name: 'Bob', emailVerified: true, createdAt: '2019-05-01T10:00:00Z' },
    { email: 'not an address', name: 'Nobody' },
    { email: 'bob@EXAMPLE.com', name: 'Bob again' },
    { email: there.email, name: 'Somebody else' },
    { email: 'cara@example.com', name: 'Cara', passwordHash: 'plain text' },
    { email: 'dora@example.com', name: 'Dora', locale: 'xx' },
  ]
  const once = { 'idempotency-key': 'first-part' }
  const { status, body, text } = await importUsers(users, once)
  assert.equal(status, 200, text)
  const told = body.lines.map((line: { outcome: string; errors: { field: string; code: string }[] }) => [
    line.outcome,
    ...line.errors.map(({ field, code }) => `${field} ${code}`),
  ])
  assert.deepEqual(told, [
    ['added'],
    ['refused', 'email invalid_email'],
    ['known'],
    ['known'],
    ['added'],
    ['refused', 'locale not_allowed'],
  ])
  const ids = body.lines.map(({ id }: { id: string }) => id)
  assert.equal(ids[2], ids[0])
  assert.equal(ids[3], there.id)
  const bob = (await client.get(`/api/users/${ids[0]}`, { headers })).body
  assert.deepEqual(
    [bob.email, bob.userName, bob.emailVerified, bob.createdAt],
    ['Bob@example.com', 'Bob', true, '2019-05-01T10:00:00.000Z'],
  )
  assert.deepEqual((await importUsers(users, once)).body, body)
  assert.deepEqual(
    body.lines.map(({ password }: { password: string }) => password),
    ['none', null, null, null, 'unusable', null],
  )
  assert.equal((await importUsers([users[0]!])).body.known, 1)
  const deliveries = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', ids[0]).execute()
  assert.deepEqual(deliveries, [])
  const events = (await client.get('/api/events?types=user.registered', { headers })).body.items
  assert.equal(events.filter(({ data }: { data: { userId: string } }) => data.userId === ids[0]).length, 1)
})

test('two imports of one address at the same moment make one account', async () => {
  const user = [{ email: 'race@example.com', name: 'Race' }]
  const answers = await Promise.all(Array.from({ length: 6 }, () => importUsers(user)))
  assert.equal(answers.filter(({ body }) => body.added === 1).length, 1)
  assert.equal(new Set(answers.map(({ body }) => body.lines[0].id)).size, 1)
})

test('every time that RFC 3339 allows is kept as its moment', async () => {
  const times = ['2019-05-01T10:00:00+23:59', `2019-05-01T10:00:00.${'5'.repeat(200)}Z`]
  const { body } = await importUsers(
    times.map((createdAt, n) => ({ email: `time-${n}@example.com`, name: 'Time', createdAt })),
  )
  assert.equal(body.added, 2)
  const made = await Promise.all(
    body.lines.map(
      async ({ id }: { id: string }) => (await client.get(`/api/users/${id}`, { headers })).body.createdAt,
    ),
  )
  assert.deepEqual(made, ['2019-04-30T10:01:00.000Z', '2019-05-01T10:00:00.555Z'])
})

test('old password of an imported customer → signs in, and gets our hash', async () => {
  const email = 'eve@example.com'
  const { body } = await importUsers([{ email, name: 'Eve', passwordHash: BCRYPT }])
  const { id } = body.lines[0]
  const hashNow = async () =>
    (await semel.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash
  assert.equal((await client.post('/api/auth/login', { email, password: 'wrong password' })).status, 401)
  assert.equal(await hashNow(), `imported:${BCRYPT}`)
  // Two tabs at once: neither refuses the right password of the other.
  const both = await Promise.all([1, 2].map(() => client.post('/api/auth/login', { email, password: OLD_PASSWORD })))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.match(await hashNow(), /^\$argon2id\$/)
  const { partialToken, totp } = both[0]!.body
  assert.ok(totp.secret)
  const code = codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
  const { status, body: session, text } = await client.post('/api/auth/mfa', { code }, { token: partialToken })
  assert.equal(status, 200, text)
  assert.equal(session.user.id, id)
  assert.ok(session.recoveryCodes.length > 0)
  const mails = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', id).execute()
  assert.deepEqual(mails, [], 'the account was registered by the import, so no email welcomes it now')
  // From now on the authenticator is a secret.
  const again = await client.post('/api/auth/login', { email, password: OLD_PASSWORD })
  assert.deepEqual([again.status, again.body.totp], [200, undefined])
})

test('import → admins and users:write only; no hash means no password', async () => {
  const ada = await newPerson(semel)
  const users = [{ email: 'no-hash@example.com', name: 'No hash' }]
  assert.equal((await client.post('/api/users/import', { users }, { token: ada.token })).status, 403)
  assert.equal((await importUsers(users)).body.added, 1)
  const refused = await client.post('/api/auth/login', { email: 'no-hash@example.com', password: PASSWORD })
  assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_credentials'])
})

test('unusable hash → no password, counted by kind; email link replaces it', async () => {
  const hashes = [
    '5f4dcc3b5aa765d61d8327deb882cf99',
    'd41d8cd98f00b204e9800998ecf8427e',
    '$S$DkIkdKLIvRK0iVHm9',
    BCRYPT.replace('$06$', '$31$'),
  ]
  const odd = ['x'.repeat(5000), 7, {}, ['a'], true, '']
  const users = [...hashes, ...odd].map((passwordHash, n) => ({
    email: `unusable-${n}@example.com`,
    name: 'Una',
    passwordHash,
  }))
  const usable = { email: 'usable@example.com', name: 'Una', passwordHash: `  ${BCRYPT}\n` }
  const { status, body, text } = await importUsers([...users, usable])
  assert.equal(status, 200, text)
  assert.deepEqual([body.added, body.refused, body.lines.at(-1).password], [users.length + 1, 0, 'kept'])
  const counted = new Map(body.unusablePasswords.map((of: { kind: string; count: number }) => [of.kind, of.count]))
  assert.deepEqual(
    ['32 hexadecimal digits', '$S$', 'bcrypt', 'not a text', 'empty', 'other'].map(kind => counted.get(kind)),
    [2, 1, 1, 4, 1, 1],
  )
  assert.ok(!text.includes('5f4dcc3b'))
  assert.equal((await importUsers(users)).body.unusablePasswords.length, 0)

  const [{ id }] = body.lines
  const { email } = users[0]!
  const login = (password: string) => client.post('/api/auth/login', { email, password })
  const stranger = await client.post('/api/auth/login', { email: 'nobody-at-all@example.com', password: PASSWORD })
  const refused = await login(PASSWORD)
  assert.deepEqual([refused.status, refused.body.detail], [401, stranger.body.detail])
  // The first try has sent a link, and the others find it alive.
  for (let n = 0; n < 2; n++) assert.equal((await login(OLD_PASSWORD)).status, 401)
  const links = () => semel.db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute()
  const sent = await links()
  assert.equal(sent.length, 1)
  const mails = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', id).execute()
  assert.equal(mails.length, 1)
  semel.clock.advance(31 * MINUTE)
  assert.equal((await login(OLD_PASSWORD)).status, 401)
  assert.equal((await links()).length, 2)
  const resetId = (await links()).find(one => one.id !== sent[0]!.id)!.id
  const reset = { token: resetToken(semel.serviceKey, resetId), password: 'another good passphrase' }
  assert.equal((await client.post('/api/auth/reset-password', reset)).status, 200)
  const signedIn = await login('another good passphrase')
  assert.equal(signedIn.status, 200)
  assert.ok(signedIn.body.totp.secret)
})

test('a hash of WordPress 6.8 signs in', async () => {
  const email = 'wp@example.com'
  const passwordHash = '$wp$2y$06$I7.vxlkxFrqVtUlSONLvMOMoHHCLTD6aWpKlnyIv9hdj7svWH4yYm'
  assert.equal((await importUsers([{ email, name: 'W', passwordHash }])).body.added, 1)
  assert.equal((await client.post('/api/auth/login', { email, password: 'seven green bottle' })).status, 401)
  assert.equal((await client.post('/api/auth/login', { email, password: OLD_PASSWORD })).status, 200)
})

test('argon2id of another program with letters that NFKC changes → signs in', async () => {
  const email = 'azerty@example.com'
  const passwordHash =
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiAxNiBieXRlcw$0lj1LZAodh0F4ayplqMQLjUvsR6hGbWPcsWevzB/POc'
  assert.equal((await importUsers([{ email, name: 'A', passwordHash }])).body.added, 1)
  assert.equal((await client.post('/api/auth/login', { email, password: 'azerty²1234' })).status, 200)
})

test('customers without a name are added, and staff see their address', async () => {
  const names = ['', '   ', null, undefined]
  const { body } = await importUsers(names.map((name, n) => ({ email: `nameless-${n}@example.com`, name })))
  assert.deepEqual([body.added, body.refused], [4, 0])
  for (const { id } of body.lines) {
    assert.equal((await client.get(`/api/users/${id}`, { headers })).body.userName, '')
    assert.equal((await client.get(`/api/v1/users/${id}`, { headers })).body.user_name, '')
  }
  const staff = await person(semel, 'staff')
  const cookie = { headers: { cookie: `semel_session=${staff.token}` } }
  const list = await client.get('/admin/users?q=nameless-0', cookie)
  assert.match(list.text, /<bdi>nameless-0@example\.com<\/bdi>/)
  assert.match(
    (await client.get(`/admin/users/${body.lines[0].id}`, cookie)).text,
    /<h1><bdi>nameless-0@example\.com<\/bdi><\/h1>/,
  )
  const wrong = await importUsers([
    { email: 'long@example.com', name: 'x'.repeat(101) },
    { email: 'odd@example.com', name: 7 },
  ])
  assert.equal(wrong.body.refused, 2)
})
