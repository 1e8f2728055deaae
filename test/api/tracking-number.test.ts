import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

async function orderAfter(...steps: string[]): Promise<number> {
  const productId = await stockProduct(semel.db)
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  for (const step of steps) {
    const { status } = await semel.client().post(`/api/orders/${body.id}/${step}`, {}, { token: staff.token })
    assert.equal(status, 200, step)
  }
  return body.id
}

const change = (id: number, trackingNumber: unknown, { token } = staff, headers = {}) =>
  semel.client().put(`/api/orders/${id}/tracking-number`, { trackingNumber }, { token, headers })

test('tracking number of a shipped order corrected → one email per new number', async () => {
  const id = await orderAfter('process', 'ship')
  const before = (await semel.mailTo(buyer.email, 2)).length
  semel.clock.advance(60_000)
  const since = semel.clock.now().toISOString()
  for (const number of [' SML 1 ', 'SML 1', 'SML 2', 'SML 2']) {
    const { status, body } = await change(id, number)
    assert.deepEqual([status, body.trackingNumber], [200, number.trim()])
  }
  const mails = await semel.mailTo(buyer.email, before + 2)
  assert.equal(mails.length, before + 2)
  const news = mails.filter(({ subject }) => subject === `Order #${id} has a new tracking number`)
  assert.equal(news.length, 2)
  assert.ok(news.some(({ text }) => text.includes('SML 2')))
  const list = await semel.client().get(`/api/orders?updated_since=${since}`, { token: staff.token })
  assert.deepEqual(
    list.body.items.map((order: { id: number }) => order.id),
    [id],
  )
})

test('many corrections at once with the same number are one', async () => {
  const id = await orderAfter('process', 'ship', 'deliver')
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(id, 'SML 3')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const numbers = await semel.db
    .selectFrom('order_tracking_numbers')
    .select('tracking_number')
    .where('order_id', '=', id)
    .execute()
  assert.deepEqual(numbers, [{ tracking_number: 'SML 3' }])
})

test('unshipped orders, non-staff, outdated pages and empty numbers → refused', async () => {
  const [placed, cancelled, shipped] = [
    await orderAfter(),
    await orderAfter('cancel'),
    await orderAfter('process', 'ship'),
  ]
  for (const [id, state] of [
    [placed, 'placed'],
    [cancelled, 'cancelled'],
  ] as const) {
    const { status, body } = await change(id, 'SML 4')
    assert.deepEqual([status, body.code, body.from], [409, 'wrong_order_state', state])
    assert.equal(body.detail, `The order is ${state}; only shipped or delivered orders have a tracking number.`)
  }
  assert.equal((await change(shipped, 'SML 4', buyer)).status, 403)
  assert.equal((await change(999_999, 'SML 4')).status, 404)
  assert.equal((await change(shipped, 'SML 4', staff, { 'if-match': '"other"' })).status, 412)
  for (const nothing of ['', ' ', undefined, null, 7]) {
    const { status, body } = await change(shipped, nothing)
    assert.deepEqual([status, body.errors?.[0]?.field], [422, 'trackingNumber'], String(nothing))
  }
})
