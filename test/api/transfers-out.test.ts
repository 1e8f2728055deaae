import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers, transfersOf } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* Money that came by bank transfer: every cause owes it until somebody says that it was sent, and only then anybody is notified. */
let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(() => semel[Symbol.asyncDispose]())

const ask = (method: string, path: string, body: object = {}, who = staff) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token })
const post = (path: string, body: object = {}, who = staff) => ask('POST', path, body, who)

/** Three pieces of €10.00, paid by bank transfer. */
async function paid(...steps: string[]): Promise<number> {
  const productId = await stockProduct(semel.db, { price: 1000 })
  const { body } = await post('/api/orders', { items: [{ productId, quantity: 3 }] }, buyer)
  for (const step of ['mark-paid', ...steps]) {
    const { status, text } = await post(`/api/orders/${body.id}/${step}`)
    assert.equal(status, 200, text)
  }
  return body.id
}

const refundsOf = async (id: number): Promise<{ id: string; amount: number; state: string }[]> =>
  (await ask('GET', `/api/orders/${id}/payment`)).body.refunds
const statesOf = async (id: number) => (await refundsOf(id)).map(({ amount, state }) => [amount, state])
const told = async (id: number) => {
  const { rows } = await sql<{ mails: number; events: number }>`
    select (select count(*)::int from events where type = 'refund.sent' and payload ->> 'orderId' = ${String(id)}) as mails,
      (select count(*)::int from (
        select data from event_outbox where type = 'refund.sent' union all select data from event_feed where type = 'refund.sent'
      ) as published where data ->> 'orderId' = ${String(id)}) as events
  `.execute(semel.db)
  return [rows[0]!.mails, rows[0]!.events]
}
const moneyOf = async (id: number) => {
  const { rows } = await sql<{ captured: number; reserved: number; refunded: number; owed: number; done: number }>`
    select sum(captured)::int as captured, sum(refund_reserved)::int as reserved, sum(refunded)::int as refunded,
      (select coalesce(sum(amount), 0)::int from refunds r where r.payment_id = any(array_agg(p.id)) and state = 'to_transfer') as owed,
      (select coalesce(sum(amount), 0)::int from refunds r where r.payment_id = any(array_agg(p.id)) and state = 'done') as done
    from payments p where order_id = ${id}
  `.execute(semel.db)
  return rows[0]!
}

async function returned(id: number) {
  const { body } = await post(`/api/orders/${id}/returns`, { items: [{ line: 1, quantity: 2 }] }, buyer)
  for (const step of ['approve', 'receive', 'refund']) await post(`/api/admin/returns/${body.id}/${step}`)
}

async function withdrawn(id: number) {
  await post('/api/withdrawals', { name: 'Ada', email: buyer.email, order: String(id) })
  const row = await semel.db.selectFrom('withdrawals').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()
  await post(`/api/admin/withdrawals/${row.id}/decide`, { accepted: true, customerAsked: true })
}

async function nextStepOf(id: number): Promise<string> {
  const headers = { cookie: `semel_session=${staff.token}` }
  const { text } = await semel.client().get(`/admin/orders/${id}`, { headers })
  return text.slice(text.indexOf('desk-next'), text.indexOf('desk-main'))
}

const CAUSES: [string, number, string, string[], (id: number) => Promise<unknown>][] = [
  [
    'a smaller order',
    2000,
    'paid',
    [],
    id => ask('PATCH', `/api/orders/${id}/items`, { items: [{ line: 1, quantity: 1 }] }),
  ],
  ['a refund of a part', 700, 'paid', [], id => post(`/api/orders/${id}/refunds`, { amount: 700 })],
  ['a refund of all', 3000, 'refund_due', [], id => post(`/api/orders/${id}/refunds`)],
  ['a cancellation', 3000, 'refund_due', [], id => post(`/api/orders/${id}/cancel`)],
  ['a return', 2000, 'paid', ['process', 'ship', 'deliver'], returned],
  ['a withdrawal', 3000, 'refund_due', [], withdrawn],
]

for (const [cause, amount, status, steps, act] of CAUSES) {
  test(`${cause} → transfer is owed, and nobody is told before it is sent`, async () => {
    const id = await paid(...steps)
    await act(id)
    assert.deepEqual(await statesOf(id), [[amount, 'to_transfer']])
    assert.equal((await ask('GET', `/api/orders/${id}`)).body.payment.status, status)
    assert.deepEqual(await told(id), [0, 0])
    const cancelled = (await ask('GET', `/api/orders/${id}`)).body.status === 'cancelled'
    if (cancelled)
      assert.match(await nextStepOf(id), /goes back by bank transfer.*href="\/admin\/payments\/transfers"/s)
    await sendTransfers(semel, id, staff)
    assert.deepEqual(await statesOf(id), [[amount, 'done']])
    assert.deepEqual(await told(id), [1, 1])
    const { payment } = (await ask('GET', `/api/orders/${id}`)).body
    assert.deepEqual(payment.status, amount === 3000 ? 'refunded' : 'partly_refunded')
    assert.equal(payment.refunded, amount)
  })
}

test('a closed return whose money is owed → its page leads there', async () => {
  const id = await paid('process', 'ship', 'deliver')
  await returned(id)
  const { id: found } = await semel.db
    .selectFrom('returns')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const page = async () =>
    (await semel.client().get(`/admin/returns/${found}`, { headers: { cookie: `semel_session=${staff.token}` } })).text
  assert.match(await page(), /To be transferred.*href="\/admin\/payments\/transfers">Transfers to make/s)
  await sendTransfers(semel, id, staff)
  assert.doesNotMatch(await page(), /Transfers to make/)
})

test('paid only after it was cancelled → all of it is owed', async () => {
  const productId = await stockProduct(semel.db, { price: 1000 })
  const { body } = await post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  for (const step of ['cancel', 'mark-paid']) await post(`/api/orders/${body.id}/${step}`)
  assert.deepEqual(await statesOf(body.id), [[1000, 'to_transfer']])
})

test('"mark refunded" of an older program → every transfer sent, each with email', async () => {
  const id = await paid()
  await post(`/api/orders/${id}/refunds`, { amount: 700 })
  await post(`/api/orders/${id}/cancel`)
  assert.equal((await post(`/api/orders/${id}/mark-refunded`)).body.payment.status, 'refunded')
  assert.deepEqual(await statesOf(id), [
    [700, 'done'],
    [2300, 'done'],
  ])
  assert.deepEqual(await told(id), [2, 2])
  const isTold = async () =>
    (await semel.mailTo(buyer.email)).some(({ subject }) => subject === `Refund of €23.00 for order #${id}`)
  await until(isTold, 'told')
})

test('payment was a mistake → nothing is owed or can be marked sent', async () => {
  const id = await paid()
  await post(`/api/orders/${id}/refunds`, { amount: 700 })
  const [refundId] = await transfersOf(semel, id, staff)
  await post(`/api/orders/${id}/mark-unpaid`)
  assert.deepEqual(await statesOf(id), [[700, 'failed']])
  const { status, body } = await post(`/api/admin/refund-transfers/${refundId}/sent`)
  assert.deepEqual([status, body.code, body.from], [409, 'wrong_refund_state', 'failed'])
})

test('six staff mark one transfer as sent → one success, email and event', async () => {
  const id = await paid()
  await post(`/api/orders/${id}/cancel`)
  const [refundId] = await transfersOf(semel, id, staff)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      n % 2 ? post(`/api/orders/${id}/mark-refunded`) : post(`/api/admin/refund-transfers/${refundId}/sent`),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
  assert.deepEqual(await told(id), [1, 1])
  assert.deepEqual(await statesOf(id), [[3000, 'done']])
})

test('smaller order, refunds, cancellation and "sent" at once → never more than came', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await paid()
    const all = [
      () => ask('PATCH', `/api/orders/${id}/items`, { items: [{ line: 1, quantity: 1 }] }),
      () => post(`/api/orders/${id}/refunds`, { amount: 1200 }),
      () => post(`/api/orders/${id}/refunds`, { amount: 900 }),
      () => post(`/api/orders/${id}/cancel`),
      () => sendTransfers(semel, id, staff).catch(() => ({ status: 200 })),
      () => post(`/api/orders/${id}/mark-refunded`),
    ]
    const shuffled = all.map(act => ({ act, at: Math.random() })).sort((a, b) => a.at - b.at)
    const answers = await Promise.all(shuffled.map(({ act }) => act()))
    assert.ok(answers.every(answer => !answer || answer.status < 500))
    const { captured, reserved, refunded, owed, done } = await moneyOf(id)
    assert.equal(captured, 3000)
    assert.ok(owed + done <= captured, `${owed} owed and ${done} sent of ${captured}`)
    assert.deepEqual([owed + done, done], [reserved, refunded])
    await sendTransfers(semel, id, staff)
    const { body } = await ask('GET', `/api/orders/${id}`)
    assert.equal(body.status === 'cancelled', body.payment.status === 'refunded', body.payment.status)
    assert.equal((await told(id))[0], (await refundsOf(id)).length)
  }
})

test('all money goes back → preparing and shipping ask first, then go ahead', async () => {
  const id = await paid()
  await post(`/api/orders/${id}/refunds`)
  const asked = await post(`/api/orders/${id}/process`)
  assert.deepEqual([asked.status, asked.body.code], [409, 'order_refunded'])
  const many = await post('/api/orders/steps', { step: 'process', orderIds: [id] })
  assert.deepEqual([many.body.moved, many.body.reasons[0].code], [[], 'order_refunded'])
  await sendTransfers(semel, id, staff)
  assert.equal((await post(`/api/orders/${id}/process`)).body.code, 'order_refunded')
  assert.equal((await post(`/api/orders/${id}/process`, { evenIfRefunded: true })).body.status, 'processing')
  assert.equal((await post(`/api/orders/${id}/ship`)).body.code, 'order_refunded')
  const part = await paid()
  await post(`/api/orders/${part}/refunds`, { amount: 100 })
  const { status } = await semel.client().post(`/api/orders/${part}/process`, undefined, { token: staff.token })
  assert.equal(status, 200)
})
