import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { importToken } from '../../src/accounts/second-factors/tokens/import-tokens.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { readSms } from '../../src/dev/sms-inbox.ts'
import { deleteExpiredIdempotencyKeys } from '../../src/http/idempotency/keys.ts'
import { SECOND } from '../../src/time.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The POSTs of accounts that create something, sent with an Idempotency-Key. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const FACTORS = '/api/users/me/second-factors'
const CODES = '/api/users/me/recovery-codes'

type Sent = { token?: string; key: string; on?: Semel }
const send = (path: string, body: unknown, { token, key, on = semel }: Sent) =>
  on.client().post(path, body, { ...(token && { token }), headers: { 'idempotency-key': key } })
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'

test('a repeated registration gets the first response and creates one account', async () => {
  const key = randomUUID()
  const body = { email: `${key}@example.com`, password: PASSWORD, userName: 'Ada' }
  const first = await send('/api/auth/register', body, { key })
  assert.deepEqual([first.status, isReplay(first)], [201, false], first.text)
  const again = await send('/api/auth/register', body, { key })
  assert.deepEqual([again.status, isReplay(again), again.text], [201, true, first.text])
  assert.ok(again.headers.getSetCookie().some(cookie => cookie.includes(first.body.partialToken)))

  const other = await send('/api/auth/register', { ...body, userName: 'Eve' }, { key })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  const code = codeOf(fromBase32(first.body.totp.secret)!, stepAt(semel.clock.now()))
  const { status } = await semel.client().post('/api/auth/mfa', { code }, { token: again.body.partialToken })
  assert.equal(status, 200)
})

test('registration repeated after its first code → same answer without any seed', async () => {
  const key = randomUUID()
  const body = { email: `${key}@example.com`, password: PASSWORD, userName: 'Ada' }
  const first = await send('/api/auth/register', body, { key })
  const { secret } = first.body.totp
  const code = codeOf(fromBase32(secret)!, stepAt(semel.clock.now()))
  await semel.client().post('/api/auth/mfa', { code }, { token: first.body.partialToken })
  const again = await send('/api/auth/register', body, { key })
  const { totp: _, ...rest } = first.body
  assert.deepEqual([again.status, isReplay(again), again.body], [201, true, rest])
  assert.equal(await storedSecrets(key), null)
})

test('confirmed authenticator → not shown to a repeat of its enrollment', async () => {
  const { token } = await newPerson(semel)
  const key = randomUUID()
  const { body } = await send(FACTORS, { kind: 'totp' }, { token, key })
  const code = codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now()))
  await semel.client().post(`${FACTORS}/${body.id}/confirm`, { code }, { token })
  const again = await send(FACTORS, { kind: 'totp' }, { token, key })
  assert.deepEqual([again.status, isReplay(again), again.body], [201, true, { id: body.id, kind: 'totp' }])
})

test('keys, recovery codes, webhook secrets → repeatable for ten minutes, then deleted', async () => {
  const { token } = await person(semel, 'admin')
  const wishes: [path: string, body: unknown, member: string][] = [
    ['/api/admin/api-keys', { name: 'Late', scopes: ['users:read'] }, 'key'],
    [CODES, undefined, 'recoveryCodes'],
    ['/api/webhooks', { url: 'http://127.0.0.1:9/webhooks' }, 'secret'],
  ]
  for (const [path, body, member] of wishes) {
    const key = randomUUID()
    const first = await send(path, body, { token, key })
    assert.equal((await send(path, body, { token, key })).text, first.text, 'a lost answer comes again')
    await sql`update idempotency_keys set created_at = now() - interval '11 minutes' where key = ${key}`.execute(
      semel.db,
    )
    const { [member]: secret, ...rest } = first.body
    assert.ok(secret)
    const late = await send(path, body, { token, key })
    assert.deepEqual([late.status, isReplay(late), late.body], [201, true, rest])
    await deleteExpiredIdempotencyKeys(semel.db)
    assert.equal(await storedSecrets(key), null)
  }
})

async function storedSecrets(key: string): Promise<Buffer | null> {
  const row = await semel.db.selectFrom('idempotency_keys').select('secrets').where('key', '=', key).executeTakeFirst()
  return row!.secrets
}

test('a refused registration leaves its key free', async () => {
  const { email } = await newPerson(semel)
  const key = randomUUID()
  const body = { email, password: PASSWORD, userName: 'Ada' }
  assert.equal((await send('/api/auth/register', body, { key })).body.code, 'email_taken')
  const retry = await send('/api/auth/register', { ...body, email: `${key}@example.com` }, { key })
  assert.deepEqual([retry.status, isReplay(retry)], [201, false])
})

test('stored request and response of a registration → no password or secret', async () => {
  const key = randomUUID()
  const body = { email: `${key}@example.com`, password: PASSWORD, userName: 'Ada' }
  const { totp } = (await send('/api/auth/register', body, { key })).body
  const stored = await semel.db
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  assert.ok(!stored.answer!.includes(totp.secret))
  const sorted = Object.fromEntries(Object.entries(body).sort())
  const plain = JSON.stringify(['POST', '/auth/register', sorted])
  assert.notDeepEqual(stored.request, createHash('sha256').update(plain).digest())
})

test('repeated creation of an API key → one key, the same answer', async () => {
  const { token } = await person(semel, 'admin')
  const key = randomUUID()
  const body = { name: 'CI', scopes: ['users:read'] }
  const first = await send('/api/admin/api-keys', body, { token, key })
  const again = await send('/api/admin/api-keys', body, { token, key })
  assert.deepEqual([first.status, isReplay(first)], [201, false])
  assert.deepEqual([again.status, isReplay(again), again.text], [201, true, first.text])
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  const list = await semel.client().get('/api/admin/api-keys', { token })
  assert.equal(list.body.items.filter(({ name }: { name: string }) => name === 'CI').length, 1)
  const read = await semel.client().get('/api/users/me', { headers: { 'x-api-key': again.body.key } })
  assert.equal(read.status, 403, 'the key is known, but this address takes no key')
  const other = await send('/api/admin/api-keys', { ...body, name: 'CD' }, { token, key })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

test('a repeat while the first request is in flight gets 409', async () => {
  const { id, token } = await person(semel, 'admin')
  const key = randomUUID()
  const body = { name: 'slow', scopes: ['users:read'] }
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = semel.db.transaction().execute(async tx => {
    await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const first = send('/api/admin/api-keys', body, { token, key })
  await lockedOut(semel.db)
  const second = await send('/api/admin/api-keys', body, { token, key })
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_key_in_use'])
  release.resolve()
  await holder
  assert.equal((await first).status, 201)
})

test('a repeated enrollment of an authenticator gets the same secret', async () => {
  const { token } = await newPerson(semel)
  const key = randomUUID()
  const first = await send(FACTORS, { kind: 'totp' }, { token, key })
  const again = await send(FACTORS, { kind: 'totp' }, { token, key })
  assert.deepEqual([first.status, again.status, isReplay(again)], [201, 201, true])
  assert.equal(again.body.totp.secret, first.body.totp.secret)
  assert.equal(again.headers.get('location'), FACTORS)
  const code = codeOf(fromBase32(first.body.totp.secret)!, stepAt(semel.clock.now()))
  assert.equal((await semel.client().post(`${FACTORS}/${again.body.id}/confirm`, { code }, { token })).status, 204)
})

test('a repeated enrollment of a phone sends no second text message', async () => {
  const { token } = await newPerson(semel)
  const [key, phone] = [randomUUID(), '+4917799001122']
  const first = await send(FACTORS, { kind: 'sms', phone }, { token, key })
  semel.clock.advance(31 * SECOND)
  const again = await send(FACTORS, { kind: 'sms', phone }, { token, key })
  assert.deepEqual([first.status, again.status, isReplay(again), again.text], [201, 201, true, first.text])
  assert.equal((await readSms(semel.db, phone)).length, 1)
})

test('unsendable text message → key released, and the retry sends it', async () => {
  const statuses = [500, 201]
  const provider = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statuses.shift()!).end('{}'))
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const { port } = provider.address() as AddressInfo
  const smsUrl = `http://sid:secret@127.0.0.1:${port}?From=%2B15005550006`
  await using on = await startSemel({ smsUrl }, { worker: false })
  try {
    const { token } = await newPerson(on)
    const [key, body] = [randomUUID(), { kind: 'sms', phone: '+4917799001133' }]
    const failed = await send(FACTORS, body, { token, key, on })
    assert.deepEqual([failed.status, failed.body.code], [503, 'sms_not_sent'])
    on.clock.advance(31 * SECOND)
    const retried = await send(FACTORS, body, { token, key, on })
    assert.deepEqual([retried.status, isReplay(retried)], [201, false], retried.text)
    assert.deepEqual(statuses, [])
  } finally {
    provider.close()
  }
})

test('wrong pair of token codes → counted as failure; key released', async () => {
  const seed = randomBytes(20)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'IDEM-1', seed }))
  const { id, token } = await newPerson(semel)
  const key = randomUUID()
  const step = stepAt(semel.clock.now())
  const body = (...steps: number[]) => ({ kind: 'hardware', serial: 'IDEM-1', codes: steps.map(s => codeOf(seed, s)) })
  const wrong = await send(FACTORS, body(step, step + 2), { token, key })
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'invalid_code'])
  const failures = await semel.db
    .selectFrom('budgets')
    .select('spent')
    .where('kind', '=', 'codes')
    .where('subject', '=', `${id} enrollment`)
    .executeTakeFirstOrThrow()
  assert.equal(failures.spent.length, 1)
  const first = await send(FACTORS, body(step, step + 1), { token, key })
  const again = await send(FACTORS, body(step, step + 1), { token, key })
  assert.deepEqual([first.status, again.status, isReplay(again), again.text], [201, 201, true, first.text])
})

test('repeated new recovery codes are the same codes, and they work', async () => {
  const { token, email } = await newPerson(semel)
  const key = randomUUID()
  const first = await send(CODES, undefined, { token, key })
  const again = await send(CODES, undefined, { token, key })
  assert.deepEqual([first.status, again.status, isReplay(again), again.text], [201, 201, true, first.text])
  const other = await send(CODES, undefined, { token, key: randomUUID() })
  assert.notEqual(other.text, first.text)
  const login = await semel.client().post('/api/auth/login', { email, password: PASSWORD })
  const recoveryCode = other.body.recoveryCodes[0]
  const { status } = await semel
    .client()
    .post('/api/auth/mfa/recovery', { recoveryCode }, { token: login.body.partialToken })
  assert.equal(status, 200)
})

test('a malformed key is refused where something is created', async () => {
  const { token } = await person(semel, 'admin')
  const bodies = {
    '/api/auth/register': { email: 'ada@example.com', password: PASSWORD, userName: 'Ada' },
    '/api/admin/api-keys': { name: 'CI', scopes: ['users:read'] },
    [FACTORS]: { kind: 'totp' },
    '/api/users/me/passkeys': { passkey: { id: 'x' } },
    [CODES]: undefined,
  }
  for (const [path, content] of Object.entries(bodies)) {
    const { status, body } = await send(path, content, { token, key: 'x'.repeat(256) })
    assert.equal(status, 400, path)
    assert.match(body.detail, /^idempotency-key must /, path)
  }
})
