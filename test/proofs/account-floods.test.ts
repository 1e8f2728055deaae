import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { addFactor, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { hashedNetwork64 } from '../../src/http/rate-limits/clients.ts'
import { digest, newToken } from '../../src/secrets/crypto.ts'
import { DAY, after as later, MINUTE, SECOND } from '../../src/time.ts'
import { enterPassword, newPerson, type Person } from '../support/accounts.ts'
import { person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * An account is free, and so is a verified address of one's own. Without limits, one account that repeats something all day
 * fills the audit log and the feed, and the emails and webhooks of everybody else wait behind its own.
 */
let semel: Semel
before(async () => {
  semel = await startSemel({ production: true, trustedProxies: ['loopback'] }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const deliveriesOf = async (userId: string, kind: string) =>
  (
    await semel.db
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select('deliveries.id')
      .where('deliveries.user_id', '=', userId)
      .where('events.type', '=', kind as 'user.credentials_changed')
      .execute()
  ).length

const linesOf = async (userId: string, action: string) =>
  (
    await semel.db
      .selectFrom('audit_log')
      .select('id')
      .where('user_id', '=', userId)
      .where('action', '=', action)
      .execute()
  ).length

async function signIn({ email, code }: Pick<Person, 'email' | 'code'>, userAgent = 'a program') {
  semel.clock.advance(MINUTE)
  const partialToken = await enterPassword(semel.client(), email)
  const headers = { 'user-agent': userAgent }
  return semel.client().post('/api/auth/mfa', { code: code() }, { token: partialToken, headers })
}

test('an account keeps its 500 latest sessions; lists read only a page', async () => {
  const someone = await newPerson(semel)
  const now = semel.clock.now()
  const sessions = Array.from({ length: 520 }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    token_hash: digest(newToken()),
    user_id: someone.id,
    created_at: now,
    second_factor_at: now,
    // Sessions at the end were not used for too long.
    last_seen_at: later(now, n < 510 ? -n * SECOND : -8 * DAY),
    expires_at: later(now, DAY),
  }))
  await semel.db.insertInto('sessions').values(sessions).execute()
  const list = (query: string) => semel.client().get(`/api/auth/sessions?${query}`, { token: someone.token })
  const { totalCount, items } = (await list('page=6&limit=100')).body
  assert.deepEqual([totalCount, items.length], [511, 11])
  assert.equal((await signIn(someone)).status, 200)
  const kept = await semel.db.selectFrom('sessions').select('id').where('user_id', '=', someone.id).execute()
  assert.equal(kept.length, 500)
  const ids = new Set(kept.map(({ id }) => id))
  assert.deepEqual([ids.has(sessions[497]!.id), ids.has(sessions[498]!.id)], [true, false])
})

test('an account signs in or steps up 3000 times a day', async () => {
  const someone = await newPerson(semel)
  const [at, kind, subject] = [semel.clock.now(), 'sign-ins' as const, someone.id]
  await sql`delete from budgets where kind = ${kind} and subject = ${subject}`.execute(semel.db)
  await sql`insert into budgets (kind, subject, spent, expires_at) values (${kind}, ${subject}, '{}', ${later(at, DAY)})`.execute(
    semel.db,
  )
  const stepUp = () =>
    semel.client().post('/api/auth/reauthenticate', { code: someone.code() }, { token: someone.token })
  const refused = await stepUp()
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  // They refill steadily, and the code was not used up.
  semel.clock.advance(MINUTE / 2)
  assert.equal((await stepUp()).status, 200)
})

test('an account changes its profile 200 times a day', async () => {
  const { id, token } = await person(semel)
  const rename = (n: number) => semel.client().patch('/api/users/me', { userName: `Ada ${n}` }, { token })
  for (let n = 0; n < 200; n++) assert.equal((await rename(n)).status, 200)
  const refused = await rename(200)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal(await linesOf(id, 'profile_changed'), 200)
  semel.clock.advance(DAY)
})

test('an account adds 50 factors a day, and can still remove them', async () => {
  const { id, email, token, client } = await newPerson(semel)
  await verifyEmail(semel, id)
  const renew = () => client.post('/api/users/me/recovery-codes', {}, { token })
  const answers = []
  for (let n = 0; n < 51; n++) answers.push((await renew()).status)
  assert.deepEqual(answers, [...Array(50).fill(201), 429])
  assert.equal(await deliveriesOf(id, 'user.credentials_changed'), 50)
  const factorId = await semel.db.transaction().execute(async tx => {
    const added = await addFactor(tx, semel, { userId: id, kind: 'sms', name: 'Phone', phone: '+491701234567' })
    await confirmFactor(tx, added, semel.clock.now())
    return added
  })
  assert.equal((await client.delete(`/api/users/me/second-factors/${factorId}`, { token })).status, 204)
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  await client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
  const [link] = await semel.db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute()
  const reset = { token: resetToken(semel.serviceKey, link!.id), password: 'another good passphrase' }
  assert.equal((await client.post('/api/auth/reset-password', reset)).status, 200)
  semel.clock.advance(DAY)
})

test('accounts of one client share 500 factors and 500 confirmations a day', async () => {
  const ip = '198.51.100.60'
  const spent = Array.from({ length: 500 }, () => semel.clock.now())
  for (const kind of ['client-credential-changes', 'client-confirmations'] as const) {
    const row = { kind, subject: hashedNetwork64(ip)!, spent, expires_at: later(semel.clock.now(), DAY) }
    await semel.db.insertInto('budgets').values(row).execute()
  }
  const buyer = await newPerson(semel)
  const items = [{ productId: await stockProduct(semel.db, { stock: 1 }), quantity: 1 }]
  const { id: orderId } = (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body
  await semel.db.updateTable('deliveries').set({ state: 'skipped' }).where('user_id', '=', buyer.id).execute()
  const ask = async (remoteAddress: string, url: string, payload: object) => {
    const headers = { authorization: `Bearer ${buyer.token}` }
    return (await semel.app.inject({ method: 'POST', url, payload, headers, remoteAddress })).statusCode
  }
  for (const [from, expected] of [
    [ip, [429, 429]],
    ['198.51.100.61', [201, 202]],
  ] as const) {
    const renewed = await ask(from, '/api/users/me/recovery-codes', {})
    assert.deepEqual([renewed, await ask(from, '/api/notifications/order-confirmation', { orderId })], expected)
  }
})

test('new device → the owner is told; the 101st a day is refused', async () => {
  const someone = await newPerson(semel)
  await verifyEmail(semel, someone.id)
  assert.equal((await signIn(someone, 'Known')).status, 200)
  const spent = Array.from({ length: 98 }, () => semel.clock.now())
  await semel.db.updateTable('budgets').set({ spent }).where('kind', '=', 'new-device-emails').execute()
  const answers = []
  for (const browser of ['New', 'Newer', 'Newest', 'Known']) answers.push((await signIn(someone, browser)).status)
  assert.deepEqual(answers, [200, 200, 429, 200])
  assert.equal(await deliveriesOf(someone.id, 'user.signed_in_on_new_device'), 3)
})

test('customers ask for 100 confirmations a day, sent or not; staff more', async () => {
  const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
  await verifyEmail(semel, buyer.id)
  const items = [{ productId: await stockProduct(semel.db, { stock: 1 }), quantity: 1 }]
  const { id: orderId } = (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body
  const ask = async (token: string) => {
    await semel.db.updateTable('deliveries').set({ state: 'skipped' }).where('user_id', '=', buyer.id).execute()
    return (await semel.client().post('/api/notifications/order-confirmation', { orderId }, { token })).status
  }
  const answers = []
  for (let n = 0; n < 101; n++) answers.push(await ask(buyer.token))
  assert.deepEqual(answers, [...Array(100).fill(202), 429])
  assert.equal(await ask(staff.token), 202)
})

test('replays of an account → refused, and at most 100 audit lines hourly', async () => {
  const { id, token, client, code } = await newPerson(semel)
  const used = code(-1)
  for (let n = 0; n < 105; n++) {
    const { body } = await client.post('/api/auth/reauthenticate', { code: used }, { token })
    assert.equal(body.code, 'code_already_used')
  }
  assert.equal(await linesOf(id, 'code_replayed'), 100)
})

const COPY = '/api/users/me/export'

/** Gives an account so many orders that a copy of its data is more than the buffers of a connection hold. */
async function fillData(userId: string): Promise<void> {
  const productId = await stockProduct(semel.db)
  await sql`
    with made as (
      insert into orders (owner_id, total, currency, placed_at, status)
      select ${userId}, 50, 'EUR', now(), 'cancelled' from generate_series(1, 100) returning id
    )
    insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
    select made.id, line, ${productId}, 'SKU', repeat('x', 2000), 1, 1 from made, generate_series(1, 50) as line
  `.execute(semel.db)
}

/** Asks for a copy, and reads nothing after its beginning. */
async function holdCopy({ token }: Pick<Person, 'token'>, ip?: string): Promise<Socket> {
  const slow = connect(Number(new URL(semel.origin).port), '127.0.0.1').on('error', () => {})
  const from = ip ? `X-Forwarded-For: ${ip}\r\n` : ''
  slow.write(`GET ${COPY} HTTP/1.1\r\nHost: x\r\n${from}Authorization: Bearer ${token}\r\n\r\n`)
  await once(slow, 'readable')
  return slow
}

test('an account gets one data copy at a time, and 20 daily', async () => {
  const { id, token } = await newPerson(semel)
  await fillData(id)
  const slow = await holdCopy({ token })
  const get = async () => (await semel.client().get(COPY, { token })).status
  assert.equal(await get(), 429)
  slow.destroy()
  const answers = []
  while (answers.length < 20) answers.push(await get())
  assert.deepEqual(answers, [...Array(19).fill(200), 429])
  semel.clock.advance(DAY)
})

test('copies read slowly → nobody else waits long for a copy', async () => {
  const people = []
  while (people.length < 9) people.push(await newPerson(semel))
  const [other, ...slow] = people
  for (const { id } of slow) await fillData(id)
  const held = []
  for (const person of slow) held.push(await holdCopy(person))
  const get = async () => (await semel.client().get(COPY, { token: other!.token })).status
  assert.equal(await get(), 429)
  semel.clock.advance(31 * SECOND)
  assert.equal(await get(), 200)
  for (const socket of held) socket.destroy()
})

test('one network has at most two of the places for copies', async () => {
  const people = [await newPerson(semel), await newPerson(semel), await newPerson(semel)]
  const [first, second, third] = people as [Person, Person, Person]
  const held = []
  for (const person of [first, second]) {
    await fillData(person.id)
    held.push(await holdCopy(person, '203.0.113.7'))
  }
  const get = async (ip: string) =>
    (await semel.client().get(COPY, { token: third.token, headers: { 'x-forwarded-for': ip } })).status
  assert.deepEqual([await get('203.0.113.7'), await get('203.0.113.8')], [429, 200])
  for (const socket of held) socket.destroy()
})

test('client hangs up before its copy begins → no place stays taken', async () => {
  const { token } = await newPerson(semel)
  const request = `GET ${COPY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  // The session is looked up only after the client has gone.
  await semel.db.transaction().execute(async tx => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    const [client, arrived] = [
      connect(Number(new URL(semel.origin).port), '127.0.0.1'),
      once(semel.app.server, 'request'),
    ]
    client.write(request)
    const [{ socket }] = await arrived
    client.destroy()
    await once(socket, 'close')
  })
  const statuses: number[] = []
  while (statuses.at(-1) !== 200 && statuses.length < 100)
    statuses.push((await semel.client().get(COPY, { token })).status)
  assert.equal(statuses.at(-1), 200)
})

test('an address is verified once, however often its link is used', async () => {
  const { id, email } = await newPerson(semel)
  const token = mailboxToken(semel.serviceKey, 'verify-email', { id, email }, semel.clock.now())
  const verify = async () => (await semel.client().post('/api/auth/verify-email', { token })).status
  assert.deepEqual(await Promise.all(Array.from({ length: 20 }, verify)), Array(20).fill(200))
  assert.equal(await verify(), 200)
  assert.equal(await linesOf(id, 'email_verified'), 1)
})

test('other sessions ended → an audit line only if there were any', async () => {
  const { id, token } = await newPerson(semel)
  // The first one ends the sign-in by which the session was opened.
  for (let n = 0; n < 3; n++) assert.equal((await semel.client().delete('/api/auth/sessions', { token })).status, 204)
  assert.equal(await linesOf(id, 'session_ended'), 1)
})
