import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
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

test('customers come once for each address, a wrong line holds up no other, and nobody gets an email', async () => {
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
    ['refused', 'passwordHash unknown_hash'],
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

test('an imported customer signs in with the old password, sets up an authenticator, and gets a hash of our own', async () => {
  const email = 'eve@example.com'
  const { body } = await importUsers([{ email, name: 'Eve', passwordHash: BCRYPT }])
  const { id } = body.lines[0]
  const hashNow = async () =>
    (await semel.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash
  assert.equal((await client.post('/api/auth/login', { email, password: 'wrong password' })).status, 401)
  assert.equal(await hashNow(), BCRYPT)
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

test('only an admin or a key with users:write imports, and a customer without a hash has no password', async () => {
  const ada = await newPerson(semel)
  const users = [{ email: 'no-hash@example.com', name: 'No hash' }]
  assert.equal((await client.post('/api/users/import', { users }, { token: ada.token })).status, 403)
  assert.equal((await importUsers(users)).body.added, 1)
  const refused = await client.post('/api/auth/login', { email: 'no-hash@example.com', password: PASSWORD })
  assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_credentials'])
})
