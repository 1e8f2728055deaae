import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hashedSubject } from '../../src/http/rate-limits/clients.ts'
import { DAY, after as later } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { endings } from '../support/endings.ts'
import { verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Emails to an address that nobody has verified. Its owner may be a stranger, so in production the cause of one email too many is
 * refused, before anything is stored. Each cause that was accepted sends its email.
 */
let shop: Semel
before(async () => {
  shop = await startSemel({ production: true })
})
after(() => shop[Symbol.asyncDispose]())

const address = () => `${randomUUID()}@example.com`
const many = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([s, all]) => [s, all!.length]),
  )

async function buy(token: string, { semel = shop, productId = 0 } = {}) {
  const items = [{ productId: productId || (await stockProduct(semel.db)), quantity: 1 }]
  return semel.client().post('/api/orders', { items }, { token })
}

const move = (token: string, email: string) => shop.client().patch('/api/users/me', { email }, { token })

async function forgot(email: string, remoteAddress = '198.51.100.1', semel = shop) {
  const answer = await semel.app.inject({ url: '/api/auth/csrf' })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const headers = { 'x-csrf-token': answer.json().csrfToken, cookie }
  const url = '/api/auth/forgot-password'
  return semel.app.inject({ method: 'POST', url, payload: { email }, headers, remoteAddress })
}

const sentTo = async (email: string) =>
  (
    await shop.db
      .selectFrom('dev_mail')
      .select('id')
      .where(eb => eb.fn('lower', ['recipient']), '=', email)
      .execute()
  ).length

test('emails to the embedded inbox, 60 unverified orders → 60 confirmations', async () => {
  await using semel = await startSemel()
  const { id, token } = await newPerson(semel)
  const productId = await stockProduct(semel.db, { stock: 200 })
  for (let n = 0; n < 60; n += 20) {
    assert.deepEqual(statuses(await many(20, () => buy(token, { semel, productId }))), { 201: 20 })
  }
  const states = await endings(semel, id)
  assert.deepEqual([states.length, states.filter(state => state === 'sent').length], [61, 61])
})

test('80 local reset requests, or any while emails stay here → 80 emails', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { id, email } = await newPerson(semel)
  for (const ip of ['127.0.0.1', '198.51.100.1']) {
    for (let n = 0; n < 40; n++) assert.equal((await forgot(email, ip, semel)).statusCode, 200)
  }
  const resets = await semel.db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute()
  assert.equal(resets.length, 80)
})

test('emails leave the machine outside production → only local clients are unlimited', async () => {
  await using semel = await startSemel({ smtpUrl: 'smtp://127.0.0.1:9' }, { worker: false })
  const { token } = await newPerson(semel)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const buyFrom = async (remoteAddress: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = { method: 'POST', url: '/api/orders', payload: { items }, headers, remoteAddress } as const
    return { status: (await semel.app.inject(request)).statusCode }
  }
  assert.deepEqual(statuses(await many(35, () => buyFrom('127.0.0.1'))), { 201: 35 })
  assert.deepEqual(statuses(await many(35, () => buyFrom('198.51.100.1'))), { 201: 30, 429: 5 })
})

test('31st unverified order in a day → 429, nothing stored; resets still work', async () => {
  const { id, email, token } = await newPerson(shop)
  const productId = await stockProduct(shop.db, { stock: 100 })
  for (let n = 0; n < 30; n++) assert.equal((await buy(token, { productId })).status, 201)
  const headers = { 'idempotency-key': randomUUID() }
  const order = () => shop.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token, headers })
  const refused = await order()
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.match(refused.body.detail, /[Vv]erify/)
  assert.equal(refused.headers.get('retry-after'), '86400')
  const { stock } = await shop.db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  assert.equal(stock, 70)
  const placed = await shop.db.selectFrom('orders').select('id').where('owner_id', '=', id).execute()
  assert.equal(placed.length, 30)
  assert.equal((await forgot(email)).statusCode, 200)
  assert.deepEqual(await endings(shop, id), Array(32).fill('sent'))
  await verifyEmail(shop, id)
  assert.equal((await order()).status, 201)
})

test('40 orders at once for an unverified address → 30 accepted with emails', async () => {
  const { id, token } = await newPerson(shop)
  const productId = await stockProduct(shop.db, { stock: 100 })
  assert.deepEqual(statuses(await many(40, () => buy(token, { productId }))), { 201: 30, 429: 10 })
  assert.deepEqual(await endings(shop, id), Array(31).fill('sent'))
})

test('several accounts have one address in turn → they share its limits', async () => {
  const victim = address()
  const eves = await many(2, () => newPerson(shop))
  const counts = []
  for (const [n, eve] of eves.entries()) {
    const spelling = n === 0 ? victim : victim.toUpperCase()
    // The email of the registration would move along, and count.
    await endings(shop, eve.id)
    assert.equal((await move(eve.token, spelling)).status, 200)
    const answers = []
    for (let i = 0; i < 20; i++) answers.push(await buy(eve.token))
    counts.push(statuses(answers))
    await endings(shop, eve.id)
    await move(eve.token, address())
  }
  assert.deepEqual(counts, [{ 201: 20 }, { 201: 10, 429: 10 }])
  await many(2, async n => endings(shop, eves[n]!.id))
  assert.equal(await sentTo(victim), 32)
})

test('other spellings of a mailbox → 60 a day together, beside the original', async () => {
  const name = `ada${randomUUID().replaceAll('-', '')}`
  const spent = Array(58).fill(shop.clock.now())
  const row = { kind: 'unverified-mailbox', subject: hashedSubject(`${name}@gmail.com`, 'orders') } as const
  await shop.db
    .insertInto('budgets')
    .values({ ...row, spent, expires_at: later(shop.clock.now(), DAY) })
    .execute()
  const counts = []
  for (const spelling of [
    `${name}+a@gmail.com`,
    `${name.slice(0, 3)}.${name.slice(3)}@googlemail.com`,
    `${name}@gmail.com`,
  ]) {
    const { token } = await newPerson(shop, { email: spelling })
    counts.push([(await buy(token)).status, (await buy(token)).status])
  }
  assert.deepEqual(counts, [
    [201, 201],
    [429, 429],
    [201, 201],
  ])
})

test('confirmations, cancellations and wishes count with orders; staff are never refused', async () => {
  const { id, token } = await newPerson(shop)
  const staff = await newPerson(shop, { role: 'staff' })
  const ids: number[] = []
  for (let n = 0; n < 27; n++) ids.push((await buy(token)).body.id)
  const [first, second, third] = ids
  await endings(shop, id)
  shop.clock.advance(1000)
  await shop.db.updateTable('deliveries').set({ state: 'skipped' }).where('user_id', '=', id).execute()
  const confirm = (orderId: number, as = token, resend?: boolean) =>
    shop.client().post('/api/notifications/order-confirmation', { orderId, resend }, { token: as })
  const cancel = (orderId: number, as = token) =>
    shop.client().post(`/api/orders/${orderId}/cancel`, undefined, { token: as })
  const soldOut = await stockProduct(shop.db, { stock: 0 })
  const wish = () => shop.client().put(`/api/products/${soldOut}/stock-alert`, undefined, { token })
  assert.equal((await confirm(first!)).status, 202)
  assert.equal((await cancel(second!)).status, 200)
  assert.ok((await wish()).status < 300)
  for (const refused of [await confirm(third!), await cancel(third!), await buy(token)]) {
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  }
  assert.equal((await confirm(third!, staff.token, true)).status, 202)
  assert.equal((await cancel(third!, staff.token)).status, 200)
})

test('customer changes to an unverified address → waiting emails count for it', async () => {
  await using semel = await startSemel({ production: true }, { worker: false })
  const { id, token } = await newPerson(semel)
  await verifyEmail(semel, id)
  const to = (email: string) => semel.client().patch('/api/users/me', { email }, { token })
  const victim = address()
  for (let n = 0; n < 25; n++) assert.equal((await buy(token, { semel })).status, 201)
  assert.equal((await to(victim)).status, 200)
  // 25 orders and the email of the registration.
  for (let n = 0; n < 4; n++) assert.equal((await buy(token, { semel })).status, 201)
  assert.equal((await buy(token, { semel })).status, 429)
  const refused = await to(address())
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.match(refused.body.detail, /on their way/)
})

test('reset requests for known, verified, unknown addresses → same answers and 429 headers', async () => {
  const [unverified, verified] = await many(2, () => newPerson(shop))
  await verifyEmail(shop, verified!.id)
  const answers = []
  for (const [k, email] of [unverified!.email, verified!.email, address()].entries()) {
    const told = []
    for (let n = 0; n < 21; n++) {
      const { statusCode, headers, payload } = await forgot(email, `203.0.${k}.${n % 7}`)
      const { date, 'x-request-id': _, ...others } = headers
      told.push({ statusCode, others, payload: payload.replace(/"requestId":"[^"]*"/, '') })
    }
    answers.push(told)
  }
  const [first, second, third] = answers
  assert.deepEqual(
    first!.map(({ statusCode }) => statusCode),
    [...Array(15).fill(200), ...Array(6).fill(429)],
  )
  assert.deepEqual(second, first)
  assert.deepEqual(third, first)
  assert.ok(first!.at(-1)!.others['retry-after'])
})
