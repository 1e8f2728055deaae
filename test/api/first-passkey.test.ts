import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { Authenticator } from '../support/authenticator.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A passkey in place of the authenticator of a registration. */
const SHOP = 'https://shop.example'
const OPTIONS = '/api/auth/register/passkey/options'

let semel: Semel
before(async () => {
  semel = await startSemel({ baseUrl: SHOP }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

type Registered = { user: { id: string }; partialToken: string; totp: { secret: string } }

async function register(headers: Record<string, string> = {}) {
  const typed = { email: `${randomUUID()}@example.com`, password: PASSWORD, userName: 'Ada' }
  const send = () => semel.client().post('/api/auth/register', typed, { headers })
  return { ...typed, send, ...((await send()).body as Registered) }
}

const optionsFor = async (token: string) => (await semel.client().post(OPTIONS, {}, { token })).body
const finish = (token: string, passkey: unknown) =>
  semel.client().post('/api/auth/register/passkey', { passkey }, { token })
const enterCode = ({ totp }: Registered, token: string) =>
  semel.client().post('/api/auth/mfa', { code: codeOf(fromBase32(totp.secret)!, stepAt(semel.clock.now())) }, { token })
const registrationsTold = async ({ user }: Registered) =>
  (await semel.db.selectFrom('events').select('payload').where('type', '=', 'user.registered').execute()).filter(
    ({ payload }) => (payload as { userId: string }).userId === user.id,
  ).length

test('passkey → completes a registration like the first code, dropping the authenticator', async () => {
  const ada = await register({ 'idempotency-key': randomUUID() })
  const authenticator = new Authenticator(SHOP)
  const options = await optionsFor(ada.partialToken)
  assert.deepEqual([options.user.name, options.authenticatorSelection.residentKey], [ada.email, 'preferred'])
  const passkey = authenticator.create(options.challenge)
  const { status, body, text, headers } = await finish(ada.partialToken, passkey)
  assert.equal(status, 200, text)
  assert.deepEqual([body.user.id, body.recoveryCodes.length, body.tokenType], [ada.user.id, 10, 'Bearer'])
  assert.equal('method' in body, false)
  assert.match(headers.get('set-cookie')!, /__Host-semel_factor=passkey;.*HttpOnly; Secure/)
  assert.equal(await registrationsTold(ada), 1)
  const { items } = (await semel.client().get('/api/users/me/second-factors', { token: body.token })).body
  assert.deepEqual(
    items.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    [['passkey', 'Passkey']],
  )
  // The seed is not shown again, and its codes open nothing.
  assert.equal('totp' in (await ada.send()).body, false)
  const login = (await semel.client().post('/api/auth/login', ada)).body
  assert.deepEqual([login.methods, 'totp' in login], [['passkey', 'recovery'], false])
  assert.equal((await enterCode(ada, login.partialToken)).body.code, 'invalid_code')
  // The passkey signs in, beside the password and alone.
  const again = (await semel.client().post('/api/auth/mfa/passkey/options', {}, { token: login.partialToken })).body
  const signed = { passkey: authenticator.get(again.challenge, ada.user.id) }
  assert.equal((await semel.client().post('/api/auth/mfa/passkey', signed, { token: login.partialToken })).status, 200)
  const alone = (await semel.client().post('/api/auth/passkey/options', {})).body
  const signedAlone = { passkey: authenticator.get(alone.challenge, ada.user.id) }
  assert.equal((await semel.client().post('/api/auth/passkey', signedAlone)).status, 200)
})

test('code and passkeys at once → one makes the account and session', async () => {
  for (let round = 0; round < 4; round++) {
    const ada = await register()
    const other = (await semel.client().post('/api/auth/login', ada)).body.partialToken as string
    const create = async (token: string) => new Authenticator(SHOP).create((await optionsFor(token)).challenge)
    const passkeys = [await create(ada.partialToken), await create(other)]
    const answers = await Promise.all([
      finish(ada.partialToken, passkeys[0]),
      finish(ada.partialToken, passkeys[0]),
      finish(other, passkeys[1]),
      enterCode(ada, other),
      enterCode(ada, ada.partialToken),
    ])
    const told = answers.map(({ status, body }) => (status === 200 ? 'signed in' : body.code))
    assert.equal(told.filter(each => each === 'signed in').length, 1, told.join())
    for (const each of told) assert.match(each, /^(signed in|forbidden|sign_in_ended|invalid_code|code_already_used)$/)
    const { confirmed } = await semel.db
      .selectFrom('second_factors')
      .select(({ fn }) => fn.countAll<string>().as('confirmed'))
      .where('user_id', '=', ada.user.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([Number(confirmed), await registrationsTold(ada)], [1, 1])
  }
})

test('password alone → adds no passkey beside an existing second factor', async () => {
  const person = await newPerson(semel)
  const token = await enterPassword(semel.client(), person.email)
  const refused = await semel.client().post(OPTIONS, {}, { token })
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'])
  assert.match(refused.body.detail, /has a second factor/)
  const sent = await finish(token, new Authenticator(SHOP).create('AAAA'))
  assert.deepEqual([sent.status, sent.body.code], [403, 'forbidden'])
  // The attempt goes on.
  assert.equal((await semel.client().post('/api/auth/mfa', { code: person.code() }, { token })).status, 200)
})

test('passkey of another attempt, late or invalid → refused, counting a try', async () => {
  const ada = await register()
  const other = (await semel.client().post('/api/auth/login', ada)).body.partialToken as string
  const passkey = new Authenticator(SHOP).create((await optionsFor(other)).challenge)
  const refused = async (token: string, wrong: unknown) => {
    const { status, body } = await finish(token, wrong)
    return `${status} ${body.code}`
  }
  await optionsFor(ada.partialToken)
  for (const wrong of [passkey, { id: 'x' }, { id: 'x', rawId: 'x', response: {}, type: 'public-key' }]) {
    assert.equal(await refused(ada.partialToken, wrong), '401 invalid_code')
  }
  // The options are used up by the first answer. Two more wrong ones end the attempt.
  for (let tries = 0; tries < 2; tries++) assert.equal(await refused(ada.partialToken, passkey), '401 invalid_code')
  assert.equal(await refused(ada.partialToken, passkey), '401 sign_in_ended')
  assert.equal((await semel.client().post(OPTIONS, {}, { token: ada.partialToken })).body.code, 'sign_in_ended')
  assert.equal((await finish(other, passkey)).status, 200)
  const late = await register()
  const created = new Authenticator(SHOP).create((await optionsFor(late.partialToken)).challenge)
  semel.clock.advance(6 * MINUTE)
  assert.equal((await finish(late.partialToken, created)).status, 401)
  assert.equal((await semel.client().post('/api/auth/login', late)).body.totp.secret, late.totp.secret)
})

test('authenticator of another account → refused; the attempt stays open', async () => {
  const authenticator = new Authenticator(SHOP)
  const [ada, bob] = [await register(), await register()]
  const create = async ({ partialToken }: Registered) =>
    authenticator.create((await optionsFor(partialToken)).challenge)
  assert.equal((await finish(ada.partialToken, await create(ada))).status, 200)
  const taken = await finish(bob.partialToken, await create(bob))
  assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'taken'])
  assert.equal((await enterCode(bob, bob.partialToken)).status, 200)
})

test('the sign-in page begins with what was used last in this browser', async () => {
  const person = await newPerson(semel)
  const options = (await semel.client().post('/api/users/me/passkeys/options', {}, { token: person.token })).body
  const passkey = new Authenticator(SHOP).create(options.challenge)
  const { token } = person
  assert.equal((await semel.client().post('/api/users/me/passkeys', { passkey }, { token })).status, 201)
  const partial = await enterPassword(semel.client(), person.email)
  const formsAfter = async (factor: string | undefined) => {
    const cookies = [`__Host-semel_partial=${partial}`, factor && `__Host-semel_factor=${factor}`]
    const headers = { cookie: cookies.filter(Boolean).join('; ') }
    const [first, second] = [
      await semel.client().get('/login', { headers }),
      await semel.client().get('/login/code', { headers }),
    ]
    const ids = ({ text }: { text: string }) => [...text.matchAll(/<form id="([\w-]+)"/g)].map(([, id]) => id)
    return [...ids(first), ...ids(second), second.text.includes(' autofocus')]
  }
  assert.deepEqual(await formsAfter(undefined), ['passkey-alone', 'login', 'passkey', 'code', false])
  assert.deepEqual(await formsAfter('passkey'), ['passkey-alone', 'login', 'passkey', 'code', false])
  assert.deepEqual(await formsAfter('totp'), ['login', 'passkey-alone', 'code', 'passkey', true])
  assert.deepEqual(await formsAfter('made up'), ['login', 'passkey-alone', 'code', 'passkey', true])
})
