import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { announce } from '../../src/events/announce.ts'
import { DAY } from '../../src/time.ts'
import { PASSWORD } from '../support/accounts.ts'
import { Authenticator } from '../support/authenticator.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A guest asks for an account. The link in the email proves the mailbox, and one touch makes the account. */
const SHOP = 'https://shop.example'

let semel: Semel
before(async () => {
  semel = await startSemel({ baseUrl: SHOP })
})
after(() => semel[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `account-of-guest-${++addresses}@example.com`

async function placed(email = newAddress()) {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const deliveryAddress = {
    name: 'Ada Lovelace',
    line1: 'Hauptstr. 1',
    postcode: '10115',
    city: 'Berlin',
    country: 'DE',
  }
  const { status, body } = await semel.client().post('/api/guest-orders', { email, items, deliveryAddress })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id as number, email, token: new URL(body.link).searchParams.get('token')! }
}

const ask = (order: { id: number; token: string }) =>
  semel.client().post(`/api/guest-orders/${order.id}/account`, {}, { token: order.token })
const start = (token: string) => semel.client().post('/api/auth/register/link/options', { token })

/** Mails about an account to this address, of so many in all. */
async function accountMails(email: string, all: number) {
  return (await semel.mailTo(email, all)).filter(({ subject }) => /Your account at/.test(subject))
}

function linkIn({ text }: { text: string }): string {
  return /\/guest-account\?token=(\S+)/.exec(text)![1]!
}

/** An order whose guest has asked for an account. */
async function asked() {
  const order = await placed()
  const { status, text } = await ask(order)
  assert.equal(status, 202, text)
  const [mail] = await accountMails(order.email, 2)
  return { ...order, mail: mail!, link: linkIn(mail!) }
}

/** One touch: the options that the page fetches, and what the device makes of them. */
async function touch(link: string) {
  const { status, body, text } = await start(link)
  assert.equal(status, 200, text)
  const passkey = new Authenticator(SHOP).create(body.challenge)
  return { name: body.user.name, finish: () => finish(body.partialToken, passkey) }
}

const finish = (token: string, passkey: unknown) =>
  semel.client().post('/api/auth/register/passkey', { passkey }, { token })

test('guest asks for an account → link makes a verified one', async () => {
  const order = await asked()
  const { name, finish } = await touch(order.link)
  assert.equal(name, order.email)
  const { status, body, text } = await finish()
  assert.equal(status, 200, text)
  assert.deepEqual(
    [body.user.email, body.user.userName, body.user.emailVerified, body.recoveryCodes.length],
    [order.email, 'Ada Lovelace', true, 10],
  )
  // Nothing is left to confirm, and the address can't be taken away.
  const welcome = (await semel.mailTo(order.email, 3)).find(({ subject }) => /Welcome/.test(subject))!
  assert.doesNotMatch(welcome.text, /verify-email|release-email/)
  const claimed = await semel.client().post('/api/users/me/guest-orders', {}, { token: body.token })
  assert.deepEqual(claimed.body.orderIds, [order.id])
  const late = await start(order.link)
  assert.deepEqual([late.status, late.body.code], [422, 'invalid_verification_token'])
  const page = await semel.client().get(`/guest-account?token=${order.link}`)
  assert.deepEqual([page.status, /This link no longer works/.test(page.text)], [410, true])
})

test('address has an account → same answer, email says so', async () => {
  const [stranger, owner] = [await placed(), await person(semel)]
  const verified = { email_verified_at: semel.clock.now(), email_verified_in_session: true }
  await semel.db.updateTable('users').set(verified).where('id', '=', owner.id).execute()
  const order = await placed(owner.email)
  const [unknown, known] = [await ask(stranger), await ask(order)]
  assert.deepEqual(
    [known.status, known.body.message, [...known.headers.keys()]],
    [unknown.status, unknown.body.message, [...unknown.headers.keys()]],
  )
  const [mail] = await accountMails(owner.email, 2)
  assert.match(mail!.text, /There is one with this address/)
  assert.doesNotMatch(mail!.text, /guest-account|release-email/)
})

test('two touches at once → one account, the other attempt has ended', async () => {
  const { link, email } = await asked()
  const touches = await Promise.all([touch(link), touch(link), touch(link)])
  const answers = await Promise.all(touches.map(({ finish }) => finish()))
  const outcomes = answers.map(({ status, body }) => body.code ?? status).sort()
  assert.deepEqual(outcomes, [200, 'sign_in_ended', 'sign_in_ended'])
  assert.deepEqual((await start(link)).body.code, 'email_taken')
  const page = await semel.client().get(`/guest-account?token=${link}`)
  assert.match(page.text, /You have an account with this address/)
  assert.match(page.text, new RegExp(email))
})

test('address registered elsewhere during the touch → the attempt has ended', async () => {
  const { link, email } = await asked()
  const { finish } = await touch(link)
  const owner = await person(semel)
  await semel.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
  const { status, body } = await finish()
  assert.deepEqual([status, body.code], [401, 'sign_in_ended'])
})

test('corrected address, claimed order, a day or another token → link ended', async () => {
  const [corrected, old, claimed] = [await asked(), await asked(), await asked()]
  const email = newAddress()
  const answer = await semel
    .client()
    .put(`/api/guest-orders/${corrected.id}/email`, { email }, { token: corrected.token })
  assert.equal(answer.status, 200, answer.text)
  const guest = { claimed_at: semel.clock.now() }
  await semel.db.updateTable('users').set(guest).where('email', '=', claimed.email).execute()
  const [id, until, mac] = old.link.split('.')
  for (const link of [corrected.link, claimed.link, `${id}.${Number(until) + 1}.${mac}`, old.token, 'x'])
    assert.equal((await start(link)).body.code, 'invalid_verification_token', link)
  semel.clock.advance(DAY)
  assert.equal((await start(old.link)).body.code, 'invalid_verification_token')
})

test('password instead of the touch → verified by its link', async () => {
  const [order, other] = [await asked(), await asked()]
  const body = { password: PASSWORD, userName: 'Ada', accountLink: order.link }
  const mine = await semel.client().post('/api/auth/register', { ...body, email: order.email })
  const theirs = await semel.client().post('/api/auth/register', { ...body, email: other.email })
  const outcomes = []
  for (const { body: registered } of [mine, theirs]) {
    const code = codeOf(fromBase32(registered.totp.secret)!, stepAt(semel.clock.now()))
    const { body } = await semel.client().post('/api/auth/mfa', { code }, { token: registered.partialToken })
    outcomes.push(body.user.emailVerified)
  }
  assert.deepEqual(outcomes, [true, false])
})

test('order claimed while the email is under way → skipped', async () => {
  const [order, owner] = [await placed(), await person(semel)]
  const { owner_id: userId } = await semel.db
    .selectFrom('orders')
    .select('owner_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  // A claim has moved the delivery to the account.
  const type = 'user.account_requested' as const
  const moved = { type, payload: { userId }, to: [{ userId: owner.id }], at: semel.clock.now() }
  await semel.db.transaction().execute(tx => announce(tx, moved))
  const state = () =>
    semel.db.selectFrom('deliveries').select('state').where('user_id', '=', owner.id).executeTakeFirstOrThrow()
  await until(async () => (await state()).state === 'skipped')
})
