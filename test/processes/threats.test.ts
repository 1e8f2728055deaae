import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { openPartialSession } from '../../src/accounts/sign-in/partial-session.ts'
import { loadConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openServiceKey } from '../../src/database/service-key.ts'
import { PASSWORD } from '../support/accounts.ts'
import { type Answer, Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { spawnServe } from '../support/process.ts'

/*
 * Known attacks, one test each, against two server processes on one database. test/proofs holds one code in many requests.
 */
const stack = new AsyncDisposableStack()
const SECRET_KEY = 'threats '.repeat(5)
const config = loadConfig({ SECRET_KEY })
let key: Buffer
let db: ReturnType<typeof openDatabase>['db']
let origins: string[]
let url: string
before(async () => {
  const database = stack.use(await cloneDatabase())
  url = database.url
  db = stack.use(openDatabase(url)).db
  key = await openServiceKey(db, config.secretKey!)
  const settings = { SECRET_KEY, TRUSTED_PROXIES: 'loopback' }
  const servers = await Promise.all([spawnServe(url, settings), spawnServe(url, settings)])
  origins = servers.map(server => stack.use(server).origin)
})
after(() => stack.disposeAsync())

let turn = 0
/** The next process in turn. */
const client = () => new Client(origins[turn++ % 2]!)

let people = 0
async function newAccount({ keepCode = false } = {}) {
  const email = `person-${people++}@example.com`
  const { body } = await client().post('/api/auth/register', { email, password: PASSWORD, userName: 'Someone' })
  const seed = fromBase32(body.totp.secret)!
  const code = (later = 0) => codeOf(seed, stepAt(new Date()) + later)
  const setUpCode = code()
  const confirmed = await mfa(setUpCode, body.partialToken)
  assert.equal(confirmed.status, 200, confirmed.text)
  // Real processes have no fake clock, so this simulates the next time step.
  if (!keepCode) await db.deleteFrom('used_codes').where('user_id', '=', body.user.id).execute()
  const { token, recoveryCodes } = confirmed.body as { token: string; recoveryCodes: string[] }
  return { id: body.user.id as string, email, code, setUpCode, token, recoveryCodes }
}

/** Opens a partial session directly: hashing a password would take half of the time. */
const attempt = (userId: string) =>
  db
    .transaction()
    .execute(async tx => (await openPartialSession(tx, { config }, { userId, now: new Date() })).partialToken)
/** Repeats what the server had no time for, as the answer says. */
async function mfa(code: string, token: string): Promise<Answer> {
  for (;;) {
    const answer = await client().post('/api/auth/mfa', { code }, { token })
    if (answer.status !== 503) return answer
    await sleep(200)
  }
}

const sessionsOf = async (userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length

async function forgot(email: string) {
  const browser = client()
  const { csrfToken } = (await browser.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  assert.equal((await browser.post('/api/auth/forgot-password', { email }, { headers })).status, 200)
  const [reset] = await sql<{ id: string }>`
    select r.id from password_resets r join users u on u.id = r.user_id
    where u.email = ${email} order by r.id desc limit 1
  `
    .execute(db)
    .then(({ rows }) => rows)
  return resetToken(key, reset!.id)
}
const reset = (token: string, password = 'another good passphrase') =>
  client().post('/api/auth/reset-password', { token, password })

/** Counts the responses by kind. */
function counted(answers: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = `${status} ${body?.code ?? ''}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('a used code is refused', async () => {
  const person = await newAccount()
  const code = person.code()
  assert.equal((await mfa(code, await attempt(person.id))).status, 200)
  for (let i = 0; i < 4; i++) {
    assert.deepEqual(counted([await mfa(code, await attempt(person.id))]), { '401 code_already_used': 1 })
  }
})

test('a used code stays used until its window ends, in every spelling', async () => {
  const person = await newAccount()
  const code = person.code()
  assert.equal((await mfa(code, await attempt(person.id))).status, 200)
  // Other actions of the account do not free the code.
  await mfa('000000', await attempt(person.id))
  await client().delete('/api/auth/sessions', { token: person.token })
  const fullWidth = [...code].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join('')
  for (const spelling of [code, `${code.slice(0, 3)} ${code.slice(3)}`, fullWidth, ` ${code}\n`]) {
    assert.equal((await mfa(spelling, await attempt(person.id))).body.code, 'code_already_used', spelling)
  }
})

test('the code that confirmed the authenticator cannot sign in', async () => {
  const person = await newAccount({ keepCode: true })
  assert.equal((await mfa(person.setUpCode, await attempt(person.id))).body.code, 'code_already_used')
})

test('a second reset email leaves the link of the first valid', async () => {
  const person = await newAccount()
  const first = await forgot(person.email)
  const second = await forgot(person.email)
  assert.notEqual(first, second)
  assert.equal((await reset(first)).status, 200)
})

test('a reset link stops working when the email address changes', async () => {
  const person = await newAccount()
  const link = await forgot(person.email)
  const email = `moved-${person.email}`
  assert.equal((await client().patch('/api/users/me', { email }, { token: person.token })).status, 200)
  assert.equal((await reset(link)).body.code, 'invalid_reset_token')
})

test('a mail scanner that opens the link does not use it up', async () => {
  const person = await newAccount()
  const link = await forgot(person.email)
  for (const method of ['GET', 'HEAD']) {
    for (const path of [`/reset-password?token=${link}`, `/api/auth/reset-password?token=${link}`]) {
      await client().request(method, path)
    }
  }
  assert.equal((await reset(link)).status, 200)
})

test('a reset link replaces no second factor, and signs a thief out', async () => {
  const person = await newAccount()
  const link = await forgot(person.email)
  const done = await reset(link)
  assert.deepEqual(Object.keys(done.body), ['message'])
  assert.deepEqual(done.headers.getSetCookie(), [])
  assert.equal(await sessionsOf(person.id), 0)
  const login = await client().post('/api/auth/login', { email: person.email, password: 'another good passphrase' })
  assert.equal(login.body.mfaRequired, true)
})

test('a recovery code that is sent many times at once works once', async () => {
  const person = await newAccount()
  const attempts = await Promise.all(Array.from({ length: 30 }, () => attempt(person.id)))
  const [recoveryCode] = person.recoveryCodes
  const answers = await Promise.all(
    attempts.map(token => client().post('/api/auth/mfa/recovery', { recoveryCode }, { token })),
  )
  assert.deepEqual(counted(answers), { '200': 1, '401 code_already_used': 29 })
})

test('of 200 wrong codes at once, ten are checked', async () => {
  const person = await newAccount()
  const attempts = await Promise.all(Array.from({ length: 100 }, () => attempt(person.id)))
  const wrong = person.code(1000)
  const answers = await Promise.all([...attempts, ...attempts].map(token => mfa(wrong, token)))
  assert.deepEqual(counted(answers), { '401 invalid_code': 10, '429 rate_limited': 190 })
  // The right code is refused as well: otherwise the response would reveal it.
  assert.deepEqual(counted([await mfa(person.code(), await attempt(person.id))]), { '429 rate_limited': 1 })
})

test('of many wrong passwords at once, ten are checked', async () => {
  const person = await newAccount()
  const guesses = Array.from({ length: 60 }, (_, i) => ({ email: person.email, password: `guess number ${i}` }))
  const answers = await Promise.all(guesses.map(guess => loginFrom('192.0.2.1', guess)))
  assert.deepEqual(counted(answers), { '401 invalid_credentials': 10, '429 rate_limited': 50 })
})

test('server killed between accepting a code and responding → no second session', async () => {
  const person = await newAccount()
  const doomed = await spawnServe(url, { SECRET_KEY })
  stack.use(doomed)
  const before = await sessionsOf(person.id)
  const code = person.code()
  const token = await attempt(person.id)
  const request = new Client(doomed.origin).post('/api/auth/mfa', { code }, { token }).catch(() => undefined)
  while ((await sessionsOf(person.id)) === before) await new Promise(resolve => setImmediate(resolve))
  doomed.child.kill('SIGKILL')
  await Promise.all([once(doomed.child, 'exit'), request])
  assert.equal((await mfa(code, token)).body.code, 'code_already_used')
  assert.equal((await mfa(code, await attempt(person.id))).body.code, 'code_already_used')
  assert.equal((await sessionsOf(person.id)) - before, 1)
})

test('a stranger who knows the address cannot lock its owner out', async () => {
  const person = await newAccount()
  const guess = { email: person.email, password: 'a guess of a stranger' }
  const answers = await Promise.all(Array.from({ length: 15 }, () => loginFrom('192.0.2.1', guess)))
  assert.deepEqual(counted(answers), { '401 invalid_credentials': 10, '429 rate_limited': 5 })
  const owner = { email: person.email, password: PASSWORD }
  assert.equal((await loginFrom('192.0.2.1', owner)).status, 429)
  assert.equal((await loginFrom('192.0.2.2', owner)).status, 200)
})

/** A sign-in by a client at some address. */
const loginFrom = (ip: string, credentials: object) =>
  client().post('/api/auth/login', credentials, { headers: { 'x-forwarded-for': ip } })
