import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { audit, deleteOldAudit } from '../../src/accounts/audit-log.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { createAccount } from '../../src/accounts/users/create-account.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

async function verify({ id, email }: { id: string; email: string }): Promise<void> {
  const token = mailboxToken(semel.serviceKey, 'verify-email', { id, email }, semel.clock.now())
  assert.equal((await semel.client().post('/api/auth/verify-email', { token })).status, 200)
}

test('admin changes roles → their sessions end; an hour later, step-up required', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const person = await newPerson(semel)
  const client = semel.client()
  const give = (id: string, role: string) => client.patch(`/api/admin/users/${id}`, { role }, { token: admin.token })
  // Anybody can register any address.
  for (const role of ['staff', 'admin']) {
    const refused = await give(person.id, role)
    assert.deepEqual([refused.status, refused.body.code], [409, 'email_not_verified'])
  }
  await verify(person)
  const given = await give(person.id, 'staff')
  assert.deepEqual([given.status, given.body.role], [200, 'staff'])
  assert.equal((await client.get('/api/users/me', { token: person.token })).status, 401)
  assert.equal((await give(admin.id, 'customer')).status, 403)
  assert.equal((await give('01920000-0000-7000-8000-000000000000', 'staff')).status, 404)
  assert.equal((await give(person.id, 'emperor')).status, 422)
  semel.clock.advance(11 * MINUTE)
  assert.equal((await give(person.id, 'customer')).body.code, 'reauthentication_required')
})

test('changed permissions of staff → effective immediately in sessions, and audited', async () => {
  const [admin, staff] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'staff' })]
  const client = semel.client()
  const path = `/api/admin/users/${staff.id}/permissions`
  const change = (permissions: unknown, at = path, options = {}) =>
    client.patch(at, { permissions }, { token: admin.token, ...options })
  const reads = async (address: string) => (await client.get(address, { token: staff.token })).status
  const before = await client.get(path, { token: admin.token })
  assert.deepEqual(before.body, {
    id: staff.id,
    role: 'staff',
    permissions: ['orders', 'products', 'customers', 'money'],
  })
  assert.deepEqual([await reads('/api/admin/deliveries'), await reads('/api/admin/settings')], [200, 403])

  const tag = { headers: { 'if-match': before.headers.get('etag')! } }
  const changed = await change(['settings', 'products', 'products'], path, tag)
  assert.deepEqual([changed.status, changed.body.permissions], [200, ['products', 'settings']])
  assert.deepEqual([await reads('/api/admin/deliveries'), await reads('/api/admin/settings')], [403, 200])
  const outdated = await change(['orders'], path, tag)
  assert.deepEqual([outdated.status, outdated.body.code], [412, 'changed_meanwhile'])

  const log = await client.get(`/api/admin/audit-log?user=${staff.id}&action=permissions_changed`, {
    token: admin.token,
  })
  assert.deepEqual(
    log.body.items.map(({ actorId, detail }: { actorId: string; detail: object }) => ({ actorId, detail })),
    [{ actorId: admin.id, detail: { from: 'orders products customers money', to: 'products settings' } }],
  )
  for (const [permissions, code] of [
    [['everything'], 'invalid_input'],
    [[], 'invalid_input'],
  ] as const) {
    const refused = await change(permissions)
    assert.deepEqual([refused.status, refused.body.code], [422, code])
  }
  for (const person of [admin, await newPerson(semel)]) {
    const refused = await change(['orders'], `/api/admin/users/${person.id}/permissions`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'not_staff'])
  }
  assert.equal(
    (await change(['orders'], '/api/admin/users/01920000-0000-7000-8000-000000000000/permissions')).status,
    404,
  )
  semel.clock.advance(11 * MINUTE)
  assert.equal((await change(['orders'])).body.code, 'reauthentication_required')
})

test('staff without money → read orders, but cannot mark them as paid', async () => {
  const client = semel.client()
  const buyer = await newPerson(semel)
  const items = [{ productId: await stockProduct(semel.db, { stock: 1 }), quantity: 1 }]
  const { id } = (await client.post('/api/orders', { items }, { token: buyer.token })).body
  const clerk = await person(semel, 'staff', ['orders'])
  const bookkeeper = await person(semel, 'staff', ['orders', 'money'])
  const paid = { step: 'mark-paid', orderIds: [id] }
  for (const [path, body] of [
    [`/api/orders/${id}/mark-paid`, {}],
    ['/api/orders/steps', paid],
  ] as const) {
    const refused = await client.post(path, body, { token: clerk.token })
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'])
    assert.match(refused.body.detail, /permission money/)
  }
  const pageOf = async ({ token }: { token: string }) =>
    (await client.get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${token}` } })).text
  assert.match(await pageOf(bookkeeper), /Mark as paid/)
  assert.doesNotMatch(await pageOf(clerk), /Mark as paid/)
  assert.equal((await client.post('/api/orders/steps', paid, { token: bookkeeper.token })).status, 200)
})

test('changed address → a role above customer sleeps until it is verified', async () => {
  const [admin, other] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'admin' })]
  const client = semel.client()
  const asAdmin = { token: admin.token }
  const cookie = { headers: { cookie: `semel_session=${admin.token}` } }
  const email = `moved-${admin.email}`
  const changed = await client.patch('/api/users/me', { email }, asAdmin)
  assert.deepEqual([changed.status, changed.body.role, changed.body.emailVerified], [200, 'admin', false])
  for (const path of ['/api/admin/api-keys', '/api/admin/deliveries']) {
    const { status, body } = await client.get(path, asAdmin)
    assert.deepEqual([status, body.code], [403, 'forbidden'])
    assert.match(body.detail, /once you have confirmed your email address/)
  }
  assert.equal((await client.get(`/api/users/${other.id}`, asAdmin)).status, 404)
  const console = await client.get('/admin', cookie)
  assert.equal(console.status, 403)
  assert.match(console.text, /once you have confirmed your email address/)
  assert.match((await client.get('/account', cookie)).text, /once you have confirmed your email address/)
  const admins = await client.patch(`/api/admin/users/${admin.id}`, { role: 'customer' }, { token: other.token })
  assert.equal(admins.status, 200)
  assert.equal(
    (await client.patch(`/api/admin/users/${admin.id}`, { role: 'admin' }, { token: other.token })).status,
    409,
  )

  await verify({ ...admin, email })
  const back = await client.patch(`/api/admin/users/${admin.id}`, { role: 'admin' }, { token: other.token })
  assert.equal(back.status, 200)
})

test('verified new address → the role wakes in the open session', async () => {
  const admin = await newPerson(semel, { role: 'admin' })
  const asAdmin = { token: admin.token }
  const email = `moved-${admin.email}`
  await semel.client().patch('/api/users/me', { email }, asAdmin)
  assert.equal((await semel.client().get('/api/admin/api-keys', asAdmin)).status, 403)
  await verify({ ...admin, email })
  assert.equal((await semel.client().get('/api/admin/api-keys', asAdmin)).status, 200)
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

test('audit log → actor, action and IP address, but no secret or email', async () => {
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

test('generated password → expires after a day unless the user sets another', async () => {
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

test('audit log entries older than AUDIT_LOG_KEPT → deleted by the cleanup', async () => {
  const { db } = semel
  const write = async (days: number) => audit(db, 'signed_out', { at: new Date(Date.now() - days * DAY) })
  await Promise.all([write(89), write(91)])
  await deleteOldAudit(db, 90 * DAY)
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from now() - at) / 86400)::int as days from audit_log where action = 'signed_out' and at < now() - interval '1 day'
  `.execute(db)
  assert.deepEqual(rows, [{ days: 89 }])
})
