import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { STEP } from '../../src/accounts/second-factors/totp.ts'
import { SECOND } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person

before(async () => {
  semel = await startSemel({}, { worker: false })
  buyer = await person(semel)
})

after(() => semel[Symbol.asyncDispose]())

function order(productId: number, key?: string, { token } = buyer) {
  return semel
    .client()
    .post(
      '/api/orders',
      { items: [{ productId, quantity: 1 }] },
      { token, ...(key && { headers: { 'idempotency-key': key } }) },
    )
}

/** Requests that have nothing to do with the lock, each within two seconds. */
async function othersGoOn(): Promise<void> {
  const started = performance.now()
  const { token } = buyer
  const answers = await Promise.all([
    semel.client().get('/readyz'),
    semel.client().get('/api/products', { token }),
    semel.client().get('/api/users/me', { token }),
    semel.client().post('/api/auth/login', { email: buyer.email, password: 'not the password' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 401],
  )
  assert.ok(performance.now() - started < 2 * SECOND, `${performance.now() - started} ms`)
}

test('product held → long orders waiting for it leave others their places', async () => {
  const ids: number[] = []
  for (let n = 0; n < 21; n++) ids.push(await stockProduct(semel.db))
  // The order in which places are taken.
  const sorted = ids.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
  const [these, those, held] = [sorted.slice(0, 10), sorted.slice(10, 20), sorted[20]!]
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from products where id = ${held} for update`.execute(tx),
  )
  const people = await Promise.all(Array.from({ length: 6 }, () => person(semel)))
  const orderAll = (productIds: number[], { token }: Person) =>
    semel.client().post('/api/orders', { items: productIds.map(productId => ({ productId, quantity: 1 })) }, { token })
  const waiting = people.slice(0, 3).map(one => orderAll([...these, held], one))
  await lockedOut(semel.db, 3)
  waiting.push(...people.slice(3).map(one => orderAll([...those, held], one)))
  await othersGoOn()
  const started = performance.now()
  assert.equal((await order(those[0]!)).status, 201)
  assert.ok(performance.now() - started < SECOND, `${performance.now() - started} ms`)
  await lock.release()
  await Promise.all(waiting)
})

test('product held → its orders get 503; everything else goes on', async () => {
  const held = await stockProduct(semel.db)
  const other = await stockProduct(semel.db)
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from products where id = ${held} for update`.execute(tx),
  )
  // Half of them with a key, which opens a transaction first.
  // An account may have four orders in progress, so several wait. Even so each can order something else.
  const people = [buyer, ...(await Promise.all(Array.from({ length: 4 }, () => person(semel))))]
  const waiting = Array.from({ length: 14 }, (_, n) => order(held, n % 2 ? randomUUID() : undefined, people[n % 5]))
  await lockedOut(semel.db, 3)
  await othersGoOn()
  const started = performance.now()
  const placed = await Promise.all([
    order(other),
    order(other, randomUUID(), people[3]),
    order(other, undefined, people[4]),
  ])
  assert.deepEqual(
    placed.map(({ status }) => status),
    [201, 201, 201],
  )
  assert.ok(performance.now() - started < 2 * SECOND)

  const first = await Promise.race(waiting)
  assert.deepEqual([first.status, first.body.code], [503, 'database_unavailable'])
  assert.equal(first.headers.get('retry-after'), '2')
  assert.match(first.body.detail, /Another operation holds the data/)
  await lock.release()
  for (const answer of await Promise.all(waiting)) assert.ok([201, 503].includes(answer.status))
})

test('orders being altered → orders get 503; product lists and sign-in go on', async () => {
  const products = await Promise.all(Array.from({ length: 14 }, () => stockProduct(semel.db)))
  await using lock = await hold(semel.databaseUrl, tx => sql`lock table orders in access exclusive mode`.execute(tx))
  const waiting = [
    ...products.map(id => order(id)),
    ...products.map(() => semel.client().get('/api/orders', { token: buyer.token })),
  ]
  await lockedOut(semel.db, 6)
  await othersGoOn()
  const first = await Promise.race(waiting)
  assert.deepEqual([first.status, first.body.code], [503, 'database_unavailable'])
  await lock.release()
  for (const answer of await Promise.all(waiting)) assert.ok([200, 201, 503].includes(answer.status))
  assert.equal((await order(products[0]!)).status, 201)
})

test('account held → its sign-ins wait or get 503; others sign in', async () => {
  const held = await newPerson(semel)
  const other = await newPerson(semel)
  semel.clock.advance(STEP)
  const tokens = await Promise.all(Array.from({ length: 5 }, () => enterPassword(semel.client(), held.email)))
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from users where id = ${held.id} for update`.execute(tx),
  )
  const enterCode = (token: string, code: string) => semel.client().post('/api/auth/mfa', { code }, { token })
  const waiting = [
    ...Array.from({ length: 9 }, () =>
      semel.client().post('/api/auth/login', { email: held.email, password: PASSWORD }),
    ),
    ...tokens.map(token => enterCode(token, held.code())),
  ]
  await lockedOut(semel.db, 3)
  const started = performance.now()
  const token = await enterPassword(semel.client(), other.email)
  assert.equal((await enterCode(token, other.code())).status, 200)
  await othersGoOn()
  assert.ok(performance.now() - started < 2 * SECOND, `${performance.now() - started} ms`)

  const first = await Promise.race(waiting)
  assert.deepEqual([first.status, first.body.code], [503, 'database_unavailable'])
  assert.ok(first.headers.get('retry-after'))
  await lock.release()
  for (const { status } of await Promise.all(waiting)) assert.ok([200, 401, 503].includes(status), String(status))
})

test('nobody holds the product → a queue of its orders is served fully', async () => {
  const product = await stockProduct(semel.db, { stock: 20 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => order(product)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  assert.equal(answers.filter(({ status }) => status === 409).length, 10)
})
