import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DeliveryState } from '../../src/notifications/states.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Tests when a request for a confirmation is a new event, and when it repeats one. The database's clock measures the
 * window of 30 seconds, like every time in the ledger, so these tests age the ledger instead of moving the business
 * clock. No worker runs, so the ledger keeps the state that each test sets.
 */
let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const WINDOW_SECONDS = 30
const OPEN: DeliveryState[] = ['pending', 'claimed', 'finishing', 'in_doubt']

type Asking = { path?: string; body?: object; token?: string; key?: string }

async function ask({ owner, orderId }: Case, { path = '/api', body = {}, token = owner.token, key }: Asking = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return semel.client().post(`${path}/notifications/order-confirmation`, { orderId, ...body }, { token, headers })
}

for (const state of OPEN) {
  test(`a request repeats a confirmation that is ${state}, at any age`, async () => {
    const order = await ordered(state, { ago: 3600 })
    const { status, body } = await ask(order)
    assert.equal(status, 202)
    assert.deepEqual(body, { notificationId: order.first, orderId: order.orderId, status: state })
    assert.equal((await deliveriesOf(order)).length, 1)
  })
}

for (const state of ['failed', 'skipped'] as const) {
  test(`a request sends a new email when the last confirmation was ${state}`, async () => {
    const order = await ordered(state)
    const { body } = await ask(order)
    assert.equal(body.status, 'pending')
    assert.notEqual(body.notificationId, order.first)
    assert.equal((await ask(order)).body.notificationId, body.notificationId)
    assert.equal((await deliveriesOf(order)).length, 2)
  })
}

for (const path of ['/api/v1', '/api/v2', '/api/v3']) {
  test(`${path}: request within the window → confirmation repeated; later → one new email`, async () => {
    const order = await ordered('sent', { ago: WINDOW_SECONDS - 5 })
    assert.deepEqual((await ask(order, { path })).body, {
      notificationId: order.first,
      orderId: order.orderId,
      status: 'sent',
    })
    await age(order, 6)
    const { status, body } = await ask(order, { path })
    assert.deepEqual([status, body.status], [202, 'pending'])
    assert.notEqual(body.notificationId, order.first)
    // The new one is now in flight.
    assert.equal((await ask(order, { path })).body.notificationId, body.notificationId)
    assert.equal((await deliveriesOf(order)).length, 2)
  })
}

test('request 30 seconds after a slow order → sends a new email', async () => {
  const order = await ordered('sent', { ago: WINDOW_SECONDS })
  await arrived(order, WINDOW_SECONDS - 1)
  assert.equal((await ask(order)).body.status, 'pending')
  assert.equal((await deliveriesOf(order)).length, 2)
})

test('after a late email the window begins when it arrived', async () => {
  const order = await ordered('sent', { ago: 100 })
  await arrived(order, WINDOW_SECONDS - 5)
  assert.equal((await ask(order)).body.notificationId, order.first)
  await age(order, 6)
  assert.equal((await ask(order)).body.status, 'pending')
})

test('50 simultaneous requests after the window make one new email', async () => {
  for (let round = 0; round < 3; round++) {
    const order = await ordered('sent', { ago: WINDOW_SECONDS + 1 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => ask(order, i % 2 === 0 ? {} : { token: staff.token })),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
    const ids = new Set(answers.map(({ body }) => body.notificationId))
    assert.equal(ids.size, 1)
    assert.ok(!ids.has(order.first))
    assert.equal((await deliveriesOf(order)).length, 2)
  }
})

test('last confirmation to an earlier address → a request sends a new email', async () => {
  for (const state of ['sent', 'finishing', 'in_doubt'] as const) {
    const order = await ordered(state)
    await semel.db
      .updateTable('users')
      .set({ email: `new-${order.owner.email}` })
      .where('id', '=', order.owner.id)
      .execute()
    const { body } = await ask(order)
    assert.equal(body.status, 'pending', state)
    assert.notEqual(body.notificationId, order.first)
  }
})

test('a change of address adds no confirmation while one is pending', async () => {
  for (const state of ['pending', 'claimed'] as const) {
    const order = await ordered(state)
    await semel.db
      .updateTable('users')
      .set({ email: `new-${order.owner.email}` })
      .where('id', '=', order.owner.id)
      .execute()
    assert.equal((await ask(order)).body.notificationId, order.first)
  }
})

test('resend by staff always sends a new email', async () => {
  for (const state of [...OPEN, 'sent'] as const) {
    const order = await ordered(state)
    const { body } = await ask(order, { body: { resend: true }, token: staff.token })
    assert.equal(body.status, 'pending')
    assert.notEqual(body.notificationId, order.first)
  }
})

test('Idempotency-Key after the window → answer repeated; new key → new email', async () => {
  const order = await ordered('sent', { ago: WINDOW_SECONDS + 1 })
  const first = await ask(order, { key: 'wish-1' })
  assert.equal(first.body.status, 'pending')
  await settleAll(order)
  await age(order, WINDOW_SECONDS + 1)
  const repeated = await ask(order, { key: 'wish-1' })
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(repeated.body, first.body)
  assert.equal((await deliveriesOf(order)).length, 2)
  const second = await ask(order, { key: 'wish-2' })
  assert.notEqual(second.body.notificationId, first.body.notificationId)
  assert.equal((await deliveriesOf(order)).length, 3)
})

type Case = { owner: Person; orderId: number; first: string }

/** An order whose automatic confirmation reached this state so many seconds ago. */
async function ordered(state: DeliveryState, { ago = 0 } = {}): Promise<Case> {
  const owner = await person(semel)
  const productId = await stockProduct(semel.db)
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
  const ended = ['sent', 'failed', 'skipped'].includes(state)
  const given = ['sent', 'finishing', 'in_doubt', 'failed'].includes(state)
  const { id: first } = await semel.db
    .updateTable('deliveries')
    .set({
      state,
      attempts: state === 'pending' ? 0 : 1,
      address: given ? owner.email : null,
      marked_at: given ? sql<Date>`clock_timestamp()` : null,
      ended_at: ended ? sql<Date>`clock_timestamp()` : null,
    })
    .where('user_id', '=', owner.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = { owner, orderId: body.id, first }
  if (ago > 0) await age(order, ago)
  return order
}

/** Moves the deliveries of an order into the past. */
async function age({ owner }: Case, seconds: number): Promise<void> {
  await sql`
    update deliveries
    set created_at = created_at - make_interval(secs => ${seconds}),
      marked_at = marked_at - make_interval(secs => ${seconds}),
      ended_at = ended_at - make_interval(secs => ${seconds})
    where user_id = ${owner.id}
  `.execute(semel.db)
}

/** The email arrived so many seconds ago. */
async function arrived({ first }: Case, seconds: number): Promise<void> {
  const ended_at = sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`
  await semel.db.updateTable('deliveries').set({ ended_at }).where('id', '=', first).execute()
}

async function settleAll({ owner }: Case): Promise<void> {
  await semel.db
    .updateTable('deliveries')
    .set({ state: 'sent', address: owner.email, ended_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', owner.id)
    .execute()
}

async function deliveriesOf({ owner }: Case) {
  return semel.db.selectFrom('deliveries').select(['id', 'state']).where('user_id', '=', owner.id).execute()
}
