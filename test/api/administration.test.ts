import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { audit, deleteOldAudit } from '../../src/accounts/audit-log.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { createAccount } from '../../src/accounts/users/create-account.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('an admin changes the roles of others, which ends their sessions; an hour later only after a step-up', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const person = await newPerson(semel)
  const client = semel.client()
  const give = (id: string, role: string) => client.patch(`/api/admin/users/${id}`, { role }, { token: admin.token })
  const given = await give(person.id, 'staff')
  assert.deepEqual([given.status, given.body.role], [200, 'staff'])
  assert.equal((await client.get('/api/users/me', { token: person.token })).status, 401)
  assert.equal((await give(admin.id, 'customer')).status, 403)
  assert.equal((await give('01920000-0000-7000-8000-000000000000', 'staff')).status, 404)
  assert.equal((await give(person.id, 'emperor')).status, 422)
  semel.clock.advance(11 * MINUTE)
  assert.equal((await give(person.id, 'customer')).body.code, 'reauthentication_required')
})

test('an admin ends all sessions of a user, partial ones too', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  const client = semel.client()
  const end = (id: string) => client.delete(`/api/admin/users/${id}/sessions`, { token: admin.token })
  assert.equal((await end(person.id)).status, 204)
  assert.equal((await client.get('/api/users/me', { token: person.token })).status, 401)
  const code = await client.post('/api/auth/mfa', { code: person.code() }, { token: attempt })
  assert.equal(code.body.code, 'sign_in_ended')
  assert.equal((await end('01920000-0000-7000-8000-000000000000')).status, 404)
})

test('the audit log holds actor, action and IP address, but no secret and no email address', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const person = await newPerson(semel)
  const client = semel.client()
  await client.post('/api/auth/login', { email: person.email, password: 'wrong password' })
  const attempt = await enterPassword(client, person.email)
  const wrong = person.code(100)
  await client.post('/api/auth/mfa', { code: wrong }, { token: attempt })
  await client.post('/api/auth/mfa', { code: person.code() }, { token: attempt })
  await client.post('/api/auth/mfa', { code: person.code() }, { token: attempt })
  const { body } = await client.get(`/api/admin/audit-log?user=${person.id}&limit=100`, { token: admin.token })
  assert.deepEqual(body.items.map(({ action }: { action: string }) => action).reverse(), [
    'registered',
    'signed_in',
    'password_refused',
    'password_accepted',
    'code_refused',
    'signed_in',
    'code_replayed',
  ])
  const { ip, userAgent, at, userId } = body.items[0]
  assert.deepEqual(
    { ip, userAgent, at, userId },
    {
      ip: '127.0.0.1',
      userAgent: 'node',
      at: semel.clock.now().toISOString(),
      userId: person.id,
    },
  )
  const text = JSON.stringify(body)
  for (const secret of [person.email, wrong, person.code(), attempt, 'wrong password']) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('a generated password expires after a day, unless the user sets another one', async () => {
  const [idle, prompt] = await Promise.all(
    ['idle', 'prompt'].map(async userName => {
      const wanted = { email: `${userName}@example.com`, userName, password: PASSWORD, role: 'customer' as const }
      const { totp } = await createAccount(semel, { ...wanted, isTemporary: true })
      const code = () => codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now()))
      return { ...wanted, code }
    }),
  )
  const client = semel.client()
  const login = (email: string, password = PASSWORD) => client.post('/api/auth/login', { email, password })
  const { partialToken } = (await login(prompt!.email)).body
  const { token } = (await client.post('/api/auth/mfa', { code: prompt!.code() }, { token: partialToken })).body
  const own = 'a passphrase of my own'
  const change = { currentPassword: PASSWORD, password: own }
  assert.equal((await client.post('/api/users/me/password', change, { token })).status, 204)

  semel.clock.advance(DAY - MINUTE)
  assert.equal((await login(idle!.email)).status, 200)
  semel.clock.advance(MINUTE)
  assert.equal((await login(idle!.email)).body.code, 'invalid_credentials')
  assert.equal((await login(prompt!.email, own)).status, 200)
})

test('the cleanup deletes entries of the audit log that are older than AUDIT_LOG_KEPT', async () => {
  const { db } = semel
  const write = async (days: number) => audit(db, 'signed_out', { at: new Date(Date.now() - days * DAY) })
  await Promise.all([write(89), write(91)])
  await deleteOldAudit(db, 90 * DAY)
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from now() - at) / 86400)::int as days from audit_log where action = 'signed_out' and at < now() - interval '1 day'
  `.execute(db)
  assert.deepEqual(rows, [{ days: 89 }])
})
