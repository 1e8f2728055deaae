import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { endings } from '../support/endings.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A stranger uses an address before its owner does. The owner can take it back, by an explicit step after a link in an
 * email; a customer who only forgot the password keeps everything.
 */
let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

async function forgot(email: string) {
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const { status } = await client.post(
    '/api/auth/forgot-password',
    { email },
    { headers: { 'x-csrf-token': csrfToken } },
  )
  assert.equal(status, 200)
}

const register = (email: string) =>
  semel.client().post('/api/auth/register', { email, password: PASSWORD, userName: 'Victim' })
const release = (token: string) => semel.client().post('/api/auth/release-email', { token })
const tokenOf = (text: string, path: string) => new RegExp(`/${path}\\?token=(\\S+)`).exec(text)![1]!

test("a stranger's registration that was never confirmed is unknown to a reset, and its seed and phone reach nobody", async () => {
  const email = `${randomUUID()}@example.com`
  const stranger = await semel.client().post('/api/auth/register', {
    email,
    password: 'the passphrase of a stranger',
    userName: 'Stranger',
    phone: '+4917099999999',
  })
  await forgot(email)
  const resets = semel.db.selectFrom('password_resets').select('id').where('user_id', '=', stranger.body.user.id)
  assert.deepEqual(await resets.execute(), [])
  const { body } = await register(email)
  const code = codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now()))
  const signedIn = await semel.client().post('/api/auth/mfa', { code }, { token: body.partialToken })
  assert.equal(signedIn.status, 200)
  const { items } = (await semel.client().get('/api/users/me/second-factors', { token: signedIn.body.token })).body
  assert.deepEqual(
    items.map(({ kind }: { kind: string }) => kind),
    ['totp'],
  )
  assert.equal(signedIn.body.user.phone, null)
})

test('the link in a reset email takes an unverified address from an account, and nothing else happens to the account', async () => {
  const squatter = await newPerson(semel)
  const productId = await stockProduct(semel.db)
  const items = [{ productId, quantity: 1 }]
  const order = await semel.client().post('/api/orders', { items }, { token: squatter.token })
  assert.equal((await register(squatter.email)).status, 409)
  await forgot(squatter.email)
  const reset = (await semel.mailTo(squatter.email, 3)).find(({ subject }) => subject === 'Reset your password')!
  const token = tokenOf(reset.text, 'release-email')

  const page = await semel.client().get(`/release-email?token=${token}`)
  assert.match(page.text, /Is this account not yours\?/)
  const me = () => semel.client().get('/api/users/me', { token: squatter.token })
  assert.equal((await me()).body.email, squatter.email)

  assert.equal((await release(token)).status, 200)
  assert.deepEqual(
    [(await release(token)).status, (await release(token)).body.code],
    [422, 'invalid_verification_token'],
  )
  assert.equal((await semel.client().get(`/release-email?token=${token}`)).status, 410)
  assert.equal((await register(squatter.email)).status, 201)
  // A customer who had mistyped the address goes on with another one.
  assert.match((await me()).body.email, /@released\.invalid$/)
  const kept = await semel.client().get(`/api/orders/${order.body.id}`, { token: squatter.token })
  assert.equal(kept.status, 200)
  const moved = `${randomUUID()}@example.com`
  assert.equal((await semel.client().patch('/api/users/me', { email: moved }, { token: squatter.token })).status, 200)
})

test('a reset alone keeps account and factors; a verified address cannot be released', async () => {
  const person = await newPerson(semel)
  const [welcome] = await semel.mailTo(person.email)
  const token = tokenOf(welcome!.text, 'release-email')
  const verified = await semel
    .client()
    .post('/api/auth/verify-email', { token: tokenOf(welcome!.text, 'verify-email') })
  assert.equal(verified.status, 200)
  assert.equal((await release(token)).status, 422)
  await forgot(person.email)
  const reset = (await semel.mailTo(person.email, 2)).at(-1)!
  assert.doesNotMatch(reset.text, /release-email/)
  const changed = { token: tokenOf(reset.text, 'reset-password'), password: 'another good passphrase' }
  assert.equal((await semel.client().post('/api/auth/reset-password', changed)).status, 200)
  const { body } = await semel.client().post('/api/auth/login', { email: person.email, password: changed.password })
  assert.deepEqual(body.methods, ['totp', 'recovery'])
})

test('a link to verify does not release, and the other way round; of simultaneous uses one releases', async () => {
  const { id, email } = await newPerson(semel)
  const token = (purpose: 'verify-email' | 'release-email') =>
    mailboxToken(semel.serviceKey, purpose, { id, email }, semel.clock.now())
  assert.equal((await release(token('verify-email'))).status, 422)
  assert.equal((await semel.client().post('/api/auth/verify-email', { token: token('release-email') })).status, 422)
  const answers = await Promise.all(Array.from({ length: 10 }, () => release(token('release-email'))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(422)])
})

test('no email is sent to an account whose address was released, and its owner reads why', async () => {
  const { id, email, token, client } = await newPerson(semel)
  await semel.mailTo(email)
  assert.equal(
    (await release(mailboxToken(semel.serviceKey, 'release-email', { id, email }, semel.clock.now()))).status,
    200,
  )
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const order = await semel.client().post('/api/orders', { items }, { token })
  assert.equal(order.status, 201)
  assert.deepEqual(await endings(semel, id), ['sent', 'skipped'])
  const reason = 'The owner of the mailbox has taken the address back, so the account has none.'
  const list = await client.get(`/api/notifications?order=${order.body.id}`, { token })
  const [{ id: notificationId, status, reason: listed }] = list.body.items
  assert.deepEqual([status, listed], ['skipped', reason])
  assert.equal((await client.get(`/api/notifications/${notificationId}`, { token })).body.reason, reason)
  assert.match((await client.get(`/orders/${order.body.id}`)).text, new RegExp(`It was not sent. ${reason}`))
})
