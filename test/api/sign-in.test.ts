import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteExpiredAccountData } from '../../src/accounts/delete-expired.ts'
import { codeOf, fromBase32, STEP, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { lockUser } from '../../src/accounts/users/user.ts'
import { consume, deleteExpiredRateLimits } from '../../src/http/rate-limits/attempts.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { lockedOut } from '../support/locks.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const mfa = (code: unknown, token: string) => semel.client().post('/api/auth/mfa', { code }, { token })

test('registering gives an authenticator, and its first code opens the first session', async () => {
  const client = semel.client()
  const wanted = { email: 'Ada.L@Example.com', password: PASSWORD, userName: 'Ada', phone: '+491701234567' }
  const { status, body } = await client.post('/api/auth/register', wanted)
  assert.equal(status, 201)
  assert.deepEqual(body.user, {
    id: body.user.id,
    email: 'Ada.L@Example.com',
    userName: 'Ada',
    phone: '+491701234567',
    emailVerified: false,
    role: 'customer',
    createdAt: semel.clock.now().toISOString(),
    updatedAt: body.user.updatedAt,
    secondFactors: [],
  })
  assert.equal(body.expiresIn, 300)
  assert.match(body.totp.qr, /^data:image\/svg\+xml/)
  assert.equal(new URL(body.totp.uri).searchParams.get('secret'), body.totp.secret)

  const code = codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now()))
  const first = await mfa(code, body.partialToken)
  assert.equal(first.status, 200)
  assert.equal(first.body.tokenType, 'Bearer')
  assert.equal(first.body.recoveryCodes.length, 10)
  assert.deepEqual(
    first.body.user.secondFactors.map((factor: { kind: string }) => factor.kind),
    // No code was returned from the phone yet.
    ['totp'],
  )
  const me = await semel.client().get('/api/users/me', { token: first.body.token })
  assert.deepEqual(me.body, { ...first.body.user, locale: 'en' })
  const events = await semel.db.selectFrom('events').select('payload').where('type', '=', 'user.registered').execute()
  assert.deepEqual(events, [{ payload: { userId: body.user.id } }])

  const again = await semel.client().post('/api/auth/register', { ...wanted, email: 'ada.l@example.COM' })
  assert.equal(again.status, 409)
  assert.equal(again.body.code, 'email_taken')
  assert.equal(again.body.detail, 'email is already registered')
})

test('stranger registers the same address → both go on, the first code decides', async () => {
  const wanted = { email: 'slow@example.com', password: PASSWORD, userName: 'Slow' }
  const [slow, stranger] = [
    await semel.client().post('/api/auth/register', wanted),
    await semel.client().post('/api/auth/register', { ...wanted, password: 'the passphrase of a stranger' }),
  ].map(({ body }) => body)
  const codes = [slow, stranger].map(({ totp }) => codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now())))
  assert.equal((await mfa(codes[0], slow.partialToken)).status, 200)
  const late = await mfa(codes[1], stranger.partialToken)
  assert.deepEqual([late.status, late.body.code], [401, 'sign_in_ended'])
  assert.equal((await semel.client().post('/api/auth/login', { ...wanted })).status, 200)
  const wrong = await semel.client().post('/api/auth/login', { ...wanted, password: 'the passphrase of a stranger' })
  assert.equal(wrong.status, 401)
  assert.equal((await semel.client().post('/api/auth/register', wanted)).status, 409)
})

test('a registration whose page was closed is completed after another sign-in', async () => {
  const wanted = { email: 'later@example.com', password: PASSWORD, userName: 'Later' }
  const { body } = await semel.client().post('/api/auth/register', wanted)
  const code = codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now()))
  const attempt = await enterPassword(semel.client(), wanted.email)
  assert.equal((await mfa(code, attempt)).status, 200)
})

test('simultaneous first codes of registrations for an address → one makes the account', async () => {
  for (let round = 0; round < 5; round++) {
    const wanted = { email: `race-${round}@example.com`, password: PASSWORD, userName: 'Racer' }
    const registered = await Promise.all(
      Array.from({ length: 4 }, () => semel.client().post('/api/auth/register', wanted)),
    )
    const answers = await Promise.all(
      registered.map(({ body }) =>
        mfa(codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now())), body.partialToken),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
    const accounts = await semel.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', wanted.email)
      .where('confirmed_at', 'is not', null)
      .execute()
    const won = answers.find(({ status }) => status === 200)!
    assert.deepEqual(accounts, [{ id: won.body.user.id }])
  }
})

test('registrations that no code confirms are deleted after a day; accounts stay', async () => {
  const wanted = { email: 'abandoned@example.com', password: PASSWORD, userName: 'Abandoned' }
  const { body } = await semel.client().post('/api/auth/register', wanted)
  const { id } = await newPerson(semel)
  const ids = [body.user.id, id]
  await semel.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 2 * DAY) })
    .where('id', 'in', ids)
    .execute()
  await deleteExpiredAccountData(semel.db)
  const left = await semel.db.selectFrom('users').select('id').where('id', 'in', ids).execute()
  assert.deepEqual(left, [{ id }])
})

test('a sign-in fails when the password changes after it was verified', async () => {
  const { id, email } = await newPerson(semel)
  const change = await semel.db.transaction().execute(async tx => {
    await lockUser(tx, id)
    await tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
    const answer = semel.client().post('/api/auth/login', { email, password: PASSWORD })
    // It has verified the old password and is about to open the partial session.
    await lockedOut(semel.db, 1, answer)
    return { answer }
  })
  const { status, body } = await change.answer
  assert.deepEqual([status, body.code], [401, 'invalid_credentials'])
})

test('sign-in takes password and code; the partial token does nothing else', async () => {
  const person = await newPerson(semel)
  const client = semel.client()
  const { status, body } = await client.post('/api/auth/login', {
    email: person.email.toUpperCase(),
    password: PASSWORD,
  })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    mfaRequired: true,
    partialToken: body.partialToken,
    expiresIn: 300,
    methods: ['totp', 'recovery'],
  })
  const early = await semel.client().get('/api/users/me', { token: body.partialToken })
  assert.deepEqual([early.status, early.body.code], [401, 'second_factor_required'])

  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  const foreign = { headers: { origin: 'https://evil.example' } }
  const fromElsewhere = await client.post('/api/auth/mfa', { code: person.code() }, foreign)
  assert.deepEqual([fromElsewhere.status, fromElsewhere.body.code], [403, 'csrf_required'])
  const full = await client.post('/api/auth/mfa', { code: person.code() }, { headers })
  assert.equal(full.status, 200)
  assert.equal(full.body.recoveryCodes, undefined)
  const cookie = full.headers.getSetCookie().find(c => c.startsWith('semel_session='))!
  assert.match(cookie, /HttpOnly/)
  assert.match(cookie, /SameSite=Lax/)
  assert.equal((await client.get('/api/users/me')).body.id, person.id)

  assert.equal((await client.post('/api/auth/logout', undefined, { headers })).status, 204)
  assert.equal((await client.get('/api/users/me')).status, 401)
  assert.equal((await semel.client().get('/api/users/me', { token: full.body.token })).status, 401)
})

test('R1: used code → refused as used in any attempt, costing no try', async () => {
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  assert.equal((await mfa(person.code(), attempt)).status, 200)
  for (let i = 0; i < 15; i++) {
    const replay = await mfa(person.code(), attempt)
    assert.deepEqual([replay.status, replay.body.code], [401, 'code_already_used'])
    assert.match(replay.body.detail, /already used/)
  }
  const another = await enterPassword(semel.client(), person.email)
  for (let i = 0; i < 15; i++) {
    assert.equal((await mfa(person.code(), another)).body.code, 'code_already_used')
  }
  semel.clock.advance(STEP)
  assert.equal((await mfa(person.code(-1), another)).body.code, 'code_already_used')
  assert.equal((await mfa(person.code(), another)).status, 200)
})

test('R1: browser repeats the second step → keeps session, told code was used', async () => {
  const person = await newPerson(semel)
  const browser = semel.client()
  await enterPassword(browser, person.email)
  const code = person.code()
  assert.equal((await browser.post('/api/auth/mfa', { code })).status, 200)
  const replay = await browser.post('/api/auth/mfa', { code })
  assert.deepEqual([replay.status, replay.body.code], [401, 'code_already_used'])
  assert.equal((await browser.get('/api/users/me')).status, 200)
  // Another code opens nothing without a password.
  semel.clock.advance(STEP)
  assert.equal((await browser.post('/api/auth/mfa', { code: person.code() })).body.code, 'unauthenticated')
  const stranger = await semel.client().post('/api/auth/mfa', { code })
  assert.deepEqual([stranger.status, stranger.body.code], [401, 'unauthenticated'])
  const fromElsewhere = await browser.post('/api/auth/mfa', { code }, { headers: { 'sec-fetch-site': 'cross-site' } })
  assert.deepEqual([fromElsewhere.status, fromElsewhere.body.code], [403, 'csrf_required'])
})

test('R1: the code that confirmed the authenticator cannot sign in again', async () => {
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  assert.equal((await mfa(person.code(-1), attempt)).body.code, 'code_already_used')
})

test('code of the previous step → accepted; older or next ones → refused', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(5 * MINUTE)
  const attempt = await enterPassword(semel.client(), person.email)
  assert.equal((await mfa(person.code(-2), attempt)).body.code, 'code_expired')
  assert.equal((await mfa(person.code(1), attempt)).body.code, 'code_from_the_future')
  assert.equal((await mfa(person.code(-1), attempt)).status, 200)
})

test('malformed code → 422, no try lost; five wrong codes → attempt ends', async () => {
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  for (const code of ['12345', 'abcdef', '1234567', '']) {
    const { status, body } = await mfa(code, attempt)
    assert.deepEqual([status, body.errors[0].field], [422, 'code'], code)
  }
  assert.equal((await mfa(123456, attempt)).status, 422)
  const wrong = person.code(100)
  for (let i = 0; i < 5; i++) assert.equal((await mfa(wrong, attempt)).body.code, 'invalid_code')
  assert.equal((await mfa(person.code(), attempt)).body.code, 'sign_in_ended')
  const another = await enterPassword(semel.client(), person.email)
  assert.equal((await mfa(person.code(), another)).status, 200)
})

test('a partial token expires after five minutes', async () => {
  const person = await newPerson(semel)
  const attempt = await enterPassword(semel.client(), person.email)
  semel.clock.advance(5 * MINUTE)
  assert.equal((await mfa(person.code(), attempt)).body.code, 'sign_in_ended')
})

test('outside production, 30 wrong passwords from here → the right one signs in', async () => {
  const { email } = await newPerson(semel)
  const login = (password: string) => semel.client().post('/api/auth/login', { email, password })
  // Each is answered at a full step, and ten at a time are checked.
  for (let n = 0; n < 3; n++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => login('wrong password')))
    for (const { status } of answers) assert.equal(status, 401)
  }
  assert.equal((await login(PASSWORD)).status, 200)
})

test('wrong password or unknown address → same response, and both reach the limit', async () => {
  // Outside production, a client on this machine meets no limit.
  await using semel = await startSemel({ production: true }, { worker: false })
  const person = await newPerson(semel)
  const login = (email: string, password = 'wrong password') =>
    semel.client().post('/api/auth/login', { email, password })
  const known = await login(person.email)
  const unknown = await login('nobody@example.com')
  assert.equal(known.status, 401)
  assert.equal(known.body.code, 'invalid_credentials')
  const { requestId: _, ...said } = known.body
  const { requestId: __, ...saidToUnknown } = unknown.body
  assert.deepEqual(said, saidToUnknown)
  for (const email of [person.email, 'nobody@example.com']) {
    for (let i = 1; i < 10; i++) assert.equal((await login(email)).status, 401)
    const refused = await login(email, PASSWORD)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '300')
  }
  semel.clock.advance(5 * MINUTE)
  assert.equal((await login(person.email, PASSWORD)).status, 200)
})

test('impossible address or password → refused like wrong ones, with field and reason', async () => {
  const person = await newPerson(semel)
  const login = (body: unknown) => semel.client().post('/api/auth/login', body)
  const email = { field: 'email', reason: 'must be a valid email address', code: 'invalid_email' }
  const nul = { field: 'password', reason: 'must not contain the character U+0000', code: 'invalid_character' }
  const long = { field: 'password', reason: 'must have at most 1000 characters', code: 'too_long' }
  for (const [typed, password, errors] of [
    ['wrong', 'wrong', [email]],
    ['a\0@example.com', 'x', [email]],
    ['x'.repeat(5000), 'x'.repeat(5000), [email, long]],
    [person.email, 'x'.repeat(5000), [long]],
    ['nobody@example.com', 'x'.repeat(5000), [long]],
    [person.email, `${PASSWORD}\0`, [nul]],
    ['nobody@example.com', '\0', [nul]],
  ] as const) {
    const { status, body } = await login({ email: typed, password })
    const sentence = errors.map(({ field, reason }) => `${field} ${reason}`).join('; ')
    assert.deepEqual([status, body.code, body.errors, body.detail], [401, 'invalid_credentials', errors, sentence])
  }
  for (const body of [{}, { email: '', password: '' }, { email: 7, password: null }, { email: [], password: {} }]) {
    const refused = await login(body)
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_input'], JSON.stringify(body))
    assert.deepEqual(
      refused.body.errors.map(({ field }: { field: string }) => field),
      ['email', 'password'],
    )
  }
})

test('cleanup deletes sessions and attempts a day after expiry, keeping the others', async () => {
  const person = await newPerson(semel)
  await enterPassword(semel.client(), person.email)
  const count = async (table: 'sessions' | 'partial_sessions') =>
    (await semel.db.selectFrom(table).select('id').where('user_id', '=', person.id).execute()).length
  const expiredFor = async (table: 'sessions' | 'partial_sessions', hours: number) => {
    await sql`
      update ${sql.table(table)} set expires_at = clock_timestamp() - ${hours} * interval '1 hour' where user_id = ${person.id}
    `.execute(semel.db)
    await deleteExpiredAccountData(semel.db)
  }
  await deleteExpiredAccountData(semel.db)
  assert.deepEqual([await count('sessions'), await count('partial_sessions')], [1, 2])
  await expiredFor('partial_sessions', 23)
  assert.equal(await count('partial_sessions'), 2)
  await expiredFor('partial_sessions', 25)
  assert.deepEqual([await count('sessions'), await count('partial_sessions')], [1, 0])
  await expiredFor('sessions', 25)
  assert.equal(await count('sessions'), 0)
})

test('the cleanup deletes expired rate limits and skips locked ones', async () => {
  const long = new Date(semel.clock.now().getTime() - 2 * DAY)
  const limits = ['codes', 'codes-daily'] as const
  for (const subject of ['resting', 'busy']) for (const limit of limits) await consume(semel.db, limit, subject, long)
  await semel.db.transaction().execute(async tx => {
    await consume(tx, 'codes', 'busy', semel.clock.now())
    await deleteExpiredRateLimits(semel.db)
    await consume(tx, 'codes-daily', 'busy', semel.clock.now())
  })
  const left = await semel.db
    .selectFrom('budgets')
    .select(['kind', 'subject'])
    .where('subject', 'in', ['resting', 'busy'])
    .orderBy('kind')
    .execute()
  assert.deepEqual(
    left.map(({ kind, subject }) => `${kind} ${subject}`),
    ['codes busy', 'codes-daily busy'],
  )
})

test('https → cookies are Secure and, except the language, prefixed __Host-', async () => {
  await using secure = await startSemel({ baseUrl: 'https://shop.example' }, { worker: false })
  const wanted = { email: 'ada@example.com', password: PASSWORD, userName: 'Ada' }
  const registered = await secure.client().post('/api/auth/register', wanted)
  const code = codeOf(fromBase32(registered.body.totp.secret)!, stepAt(secure.clock.now()))
  const token = registered.body.partialToken
  const signedIn = await secure.client().post('/api/auth/mfa', { code }, { token })
  const csrf = await secure.client().get('/api/auth/csrf')
  const page = await secure.client().get('/en/contact')
  const inCart = { productId: await stockProduct(secure.db), quantity: 1 }
  const cart = await secure.client().post('/api/cart/items', inCart)
  const cookies = [registered, signedIn, csrf, page, cart].flatMap(({ headers }) => headers.getSetCookie())
  assert.deepEqual(cookies.map(cookie => cookie.split('=')[0]).sort(), [
    '__Host-semel_cart',
    '__Host-semel_csrf',
    '__Host-semel_csrf',
    '__Host-semel_device',
    '__Host-semel_factor',
    '__Host-semel_partial',
    '__Host-semel_partial',
    '__Host-semel_session',
    'semel_language',
  ])
  for (const cookie of cookies) {
    assert.match(cookie, /; Path=\/(;|$)/)
    assert.match(cookie, /; Secure/)
    assert.match(cookie, /; HttpOnly/)
    assert.match(cookie, /; SameSite=Lax/)
    assert.doesNotMatch(cookie, /Domain=/i)
  }
  const header = (name: string) => signedIn.headers.get(name)!
  assert.equal(header('strict-transport-security'), 'max-age=31536000; includeSubDomains')
  assert.match(header('content-security-policy'), /object-src 'none'; ?base-uri 'none'/)
  assert.equal(header('x-content-type-options'), 'nosniff')
})
