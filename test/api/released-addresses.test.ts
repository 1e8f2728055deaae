import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createAccount } from '../../src/accounts/users/create-account.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { DAY } from '../../src/time.ts'
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

test('link in a reset email → takes unverified address from account, nothing else', async () => {
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

test('reset alone → keeps account and factors; address its owner verified → not released', async () => {
  const person = await newPerson(semel)
  const [welcome] = await semel.mailTo(person.email)
  const token = tokenOf(welcome!.text, 'release-email')
  const verified = await semel
    .client()
    .post('/api/auth/verify-email', { token: tokenOf(welcome!.text, 'verify-email') }, { token: person.token })
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

test('click outside an account session → verifies, names account, way out stays', async () => {
  const stranger = await newPerson(semel, { userName: 'Somebody Else' })
  const [welcome] = await semel.mailTo(stranger.email)
  const [verify, way] = [tokenOf(welcome!.text, 'verify-email'), tokenOf(welcome!.text, 'release-email')]
  const page = (cookie?: string) =>
    semel
      .client()
      .get(`/verify-email?token=${verify}`, cookie ? { headers: { cookie: `semel_session=${cookie}` } } : {})
  const shown = (await page()).text
  assert.ok(shown.includes(stranger.email) && shown.includes('Somebody Else'))
  assert.match(shown, /Created on<\/dt><dd><time/)
  assert.match(shown, /Confirm this address/)
  const way2 = /href="\/release-email\?token=([^"]+)">This account is not mine/.exec(shown)![1]!
  const other = await newPerson(semel)
  assert.match((await page(other.token)).text, /This account is not mine/)
  assert.doesNotMatch((await page(stranger.token)).text, /This account is not mine/)

  // Signed in elsewhere, or not at all: the mailbox is proved, the account is not.
  assert.equal(
    (await semel.client().post('/api/auth/verify-email', { token: verify }, { token: other.token })).status,
    200,
  )
  assert.match((await page()).text, /already confirmed[\s\S]*This account is not mine/)
  const waysOut = await semel.client().get(`/release-email?token=${way}`)
  assert.ok(waysOut.text.includes('Somebody Else'))
  assert.equal((await release(way2)).status, 200)
  const me = await semel.client().get('/api/users/me', { token: stranger.token })
  assert.deepEqual([/@released\.invalid$/.test(me.body.email), me.body.emailVerified], [true, false])
  assert.equal((await release(way)).status, 422)
  assert.equal((await register(stranger.email)).status, 201)
})

test('stranger’s account, verified by click → address back on reset request, however late', async () => {
  const stranger = await newPerson(semel)
  const link = (purpose: 'verify-email' | 'release-email') =>
    mailboxToken(semel.serviceKey, purpose, stranger, semel.clock.now())
  assert.equal((await semel.client().post('/api/auth/verify-email', { token: link('verify-email') })).status, 200)
  semel.clock.advance(4 * DAY)
  await forgot(stranger.email)
  const mails = await semel.mailTo(stranger.email, 2)
  const reset = mails.find(({ subject }) => subject === 'Reset your password')!
  assert.equal((await release(tokenOf(reset.text, 'release-email'))).status, 200)
  assert.equal((await register(stranger.email)).status, 201)
})

test('staff created by the operator → keep their address, no reset offers it', async () => {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const { userId: id } = await createAccount(semel, { email, userName: 'Grace', password, role: 'admin' })
  await forgot(email)
  assert.doesNotMatch((await semel.mailTo(email))[0]!.text, /release-email/)
  const link = mailboxToken(semel.serviceKey, 'release-email', { id, email }, semel.clock.now())
  assert.equal((await release(link)).status, 422)
})

test('way out → ends after three days, or when owner verifies in session', async () => {
  const [early, late] = [await newPerson(semel), await newPerson(semel)]
  const token = ({ id, email }: { id: string; email: string }, purpose: 'verify-email' | 'release-email') =>
    mailboxToken(semel.serviceKey, purpose, { id, email }, semel.clock.now())
  const verify = (person: typeof early, session?: string) =>
    semel
      .client()
      .post('/api/auth/verify-email', { token: token(person, 'verify-email') }, session ? { token: session } : {})
  assert.equal((await verify(early)).status, 200)
  assert.equal((await verify(early, early.token)).status, 200)
  assert.equal((await release(token(early, 'release-email'))).status, 422)
  assert.equal((await verify(early)).status, 200)
  assert.equal((await release(token(early, 'release-email'))).status, 422)
  assert.equal((await verify(late)).status, 200)
  const link = token(late, 'release-email')
  semel.clock.advance(3 * DAY)
  assert.equal((await release(link)).status, 422)
})

test('verify link does not release, nor vice versa; simultaneous uses release once', async () => {
  const { id, email } = await newPerson(semel)
  const token = (purpose: 'verify-email' | 'release-email') =>
    mailboxToken(semel.serviceKey, purpose, { id, email }, semel.clock.now())
  assert.equal((await release(token('verify-email'))).status, 422)
  assert.equal((await semel.client().post('/api/auth/verify-email', { token: token('release-email') })).status, 422)
  const answers = await Promise.all(Array.from({ length: 10 }, () => release(token('release-email'))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(422)])
})

test('account whose address was released → no email, its owner reads why', async () => {
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
