import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { countOnce } from '../../src/http/rate-limits/attempts.ts'
import { hashedSubject } from '../../src/http/rate-limits/clients.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { endings } from '../support/endings.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A free account on a stranger's address. Nobody has verified the address, so its owner may be somebody else: few emails,
 * and nothing that the account's owner wrote.
 */
let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const LINK = 'http://evil.example/pay'

async function order(token: string, note?: string) {
  const productId = await stockProduct(semel.db, { stock: 1000 })
  return semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }], note }, { token })
}

const confirmations = (mails: Awaited<ReturnType<Semel['mailTo']>>) =>
  mails.filter(({ subject }) => subject.startsWith('Order Confirmation'))

test('emails to an unverified address contain neither the note nor a link from the name', async () => {
  const eve = await newPerson(semel, { userName: `URGENT: verify at ${LINK} or lose your account` })
  assert.equal((await order(eve.token, `Confirm your card at ${LINK}`)).status, 201)
  const mails = await semel.mailTo(eve.email, 2)
  for (const { id } of mails) {
    const { source } = (await readOneMail(semel.db, id))!
    assert.doesNotMatch(source.toString().replaceAll(/=\r?\n/g, ''), /evil|URGENT|Confirm your card/)
  }
  assert.match(confirmations(mails)[0]!.text, /^Hello,/m)
})

test('a plain name stays, and a verified address gets name and note', async () => {
  const ada = await newPerson(semel)
  assert.equal((await order(ada.token, 'Ring twice')).status, 201)
  const [confirmation] = confirmations(await semel.mailTo(ada.email, 2))
  assert.match(confirmation!.text, /Hello Ada Lovelace,/)
  assert.doesNotMatch(confirmation!.text, /Ring twice/)
  await semel.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', ada.id).execute()
  assert.equal((await order(ada.token, 'Ring twice')).status, 201)
  assert.match(confirmations(await semel.mailTo(ada.email, 3))[1]!.text, /Ring twice/)
})

test('an unverified address gets 30 emails a day over all accounts; the others are skipped', async () => {
  const victim = `${randomUUID()}@example.com`
  const eves = [await newPerson(semel), await newPerson(semel)]
  for (const [n, eve] of eves.entries()) {
    // The address moves from one account to the next. Its spelling does not matter.
    const email = n === 0 ? victim : victim.toUpperCase().replace('EXAMPLE.COM', 'example.com')
    assert.equal((await semel.client().patch('/api/users/me', { email }, { token: eve.token })).status, 200)
    for (let i = 0; i < 20; i++) assert.equal((await order(eve.token)).status, 201)
    await endings(semel, eve.id)
    await semel.client().patch('/api/users/me', { email: `${randomUUID()}@example.com` }, { token: eve.token })
  }
  const states = (await Promise.all(eves.map(({ id }) => endings(semel, id)))).flat()
  const { mails } = await semel.db
    .selectFrom('dev_mail')
    .select(eb => eb.fn.countAll<number>().as('mails'))
    .where(eb => eb.fn('lower', ['recipient']), '=', victim)
    .executeTakeFirstOrThrow()
  assert.equal(mails, 30)
  // Two registrations, 40 orders and four changes of address.
  assert.equal(states.length, 46)
  assert.equal(states.filter(state => state === 'skipped').length, 12)
})

test('in production, other spellings of one mailbox get 60 emails a day together, and take none from the plain one', async () => {
  await using shop = await startSemel({ production: true })
  for (let i = 0; i < 59; i++) {
    await countOnce(shop.db, 'unverified-mailbox', hashedSubject('adalovelace@gmail.com'), String(i))
  }
  const states = []
  for (const email of [
    'ada.lovelace@gmail.com',
    'AdaLovelace+shop@googlemail.com',
    'adalovelace+1@gmail.com',
    'AdaLovelace@gmail.com',
  ]) {
    states.push(...(await endings(shop, (await newPerson(shop, { email })).id)))
  }
  assert.deepEqual(states, ['sent', 'skipped', 'skipped', 'sent'])
})

test('strangers in many networks leave some emails of an unverified address, and its owner still gets a link', async () => {
  await using shop = await startSemel({}, { worker: false })
  const ada = await newPerson(shop)
  const answer = await shop.app.inject({ url: '/api/auth/csrf' })
  const headers = {
    'x-csrf-token': answer.json().csrfToken,
    cookie: String(answer.headers['set-cookie']).split(';')[0]!,
  }
  const forgot = (remoteAddress: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: ada.email },
      headers,
      remoteAddress,
    })
  const resets = async () => (await shop.db.selectFrom('password_resets').select('id').execute()).length
  for (let network = 1; network <= 6; network++) {
    for (let n = 0; n < 5; n++) assert.equal((await forgot(`198.51.100.${network}`)).statusCode, 200)
    shop.clock.advance(16 * MINUTE)
  }
  assert.equal(await resets(), 27)
  // From where Ada has signed in before.
  assert.equal((await forgot('127.0.0.1')).statusCode, 200)
  assert.equal(await resets(), 28)
})
