import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

async function order(price = 5000, more: object = {}) {
  const owner = await person(semel)
  const productId = await stockProduct(semel.db, { name: 'Lamp', price })
  const { status, body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }], ...more }, { token: owner.token })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id as number, owner }
}

const post = (path: string, body?: object, who = staff) => semel.client().post(path, body, { token: who.token })
const get = async (path: string, who = staff) => (await semel.client().get(path, { token: who.token })).body
const note = (id: number, amount: number, more: object = {}) => post(`/api/orders/${id}/mark-paid`, { amount, ...more })
const paymentOf = async (id: number) => (await get(`/api/orders/${id}`)).payment

/** Lists the amounts of money of an order, the surplus last: two payments of one millisecond have ids in any order. */
async function moneyOf(id: number) {
  const payments = await semel.db
    .selectFrom('payments')
    .select(['provider', 'state', 'captured', 'is_surplus', 'refund_reserved'])
    .where('order_id', '=', id)
    .orderBy('is_surplus')
    .orderBy('id')
    .execute()
  return payments.map(({ provider, state, captured, is_surplus: isSurplus, refund_reserved: back }) =>
    [provider, state, captured, isSurplus ? 'surplus' : 'order', back].join(' '),
  )
}

test('transfer below the amount due → rest stays due, the next one pays', async () => {
  const { id, owner } = await order(5000)
  const { status, body } = await note(id, 4900, { receivedOn: '2026-01-02', payer: 'Ada Lovelace', reference: 'ORDER' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.payment.status, body.payment.received, body.payment.due], ['open', 4900, 100])
  assert.equal((await get(`/api/v2/orders/${id}`)).payment.status, 'open')
  const mail = (await semel.mailTo(owner.email, 2)).find(({ subject }) => subject.includes('still'))!
  assert.match(mail.subject, /€1\.00 are still to be paid for order/)
  assert.match(mail.text.replaceAll('\n', ' '), /received your transfer of €49\.00 .* €1\.00 are still to be paid/)
  assert.equal((await post(`/api/orders/${id}/mark-unpaid`, {}, staff)).body.from, 'open')
  assert.deepEqual((await note(id, 100)).body.payment.status, 'paid')
  assert.deepEqual(await moneyOf(id), ['transfer captured 5000 order 0'])
})

test('a partly paid order → its page says what is due and asks', async () => {
  const { id } = await order(5000)
  const page = async () =>
    (await semel.client().get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${staff.token}` } })).text
  assert.doesNotMatch(await page(), /are still due/, 'nothing has come: the usual invoice')
  await note(id, 4900)
  assert.match(await page(), /class="notice warning">A part of the money has come\. €1\.00 are still due\./)
  assert.equal((await post(`/api/orders/${id}/process`)).status, 200)
  assert.match(await page(), /data-confirm="€1\.00 of this order are still due\. Mark it as shipped all the same\?"/)
  await note(id, 100)
  assert.doesNotMatch(await page(), /are still due/)
  const { id: other } = await order(5000)
  await note(other, 4900)
  for (const step of ['process', 'ship']) assert.equal((await post(`/api/orders/${other}/${step}`)).status, 200)
})

test('more than is due pays the order, and the surplus goes back', async () => {
  const { id } = await order(5000)
  assert.equal((await note(id, 5100)).body.payment.status, 'paid')
  assert.deepEqual(await moneyOf(id), ['transfer captured 5000 order 0', 'transfer captured 100 surplus 100'])
})

test('order paid twice by transfer → the second goes back as a whole', async () => {
  const { id } = await order(5000)
  await post(`/api/orders/${id}/mark-paid`)
  assert.equal((await post(`/api/orders/${id}/mark-paid`)).status, 409, 'without an amount nothing is left to note')
  assert.equal((await note(id, 5000)).body.payment.status, 'paid')
  assert.deepEqual(await moneyOf(id), ['transfer captured 5000 order 0', 'transfer captured 5000 surplus 5000'])
})

test('a transfer for a cancelled order goes back, whatever its amount', async () => {
  const { id } = await order(5000)
  await post(`/api/orders/${id}/cancel`)
  assert.equal((await note(id, 6000)).body.payment.status, 'refund_due')
  assert.deepEqual(await moneyOf(id), ['transfer captured 6000 order 6000'])
  assert.equal((await note(id, 10)).body.payment.status, 'refund_due')
  assert.deepEqual(await moneyOf(id), ['transfer captured 6010 order 6010'])
})

test('cancelling a partly paid order gives the part back', async () => {
  const { id } = await order(5000)
  await note(id, 1000)
  assert.equal((await post(`/api/orders/${id}/cancel`)).body.payment.status, 'refund_due')
  assert.deepEqual(await moneyOf(id), ['transfer captured 1000 order 1000'])
})

test('many note transfers at once → the rest counts once, each amount once', async () => {
  const { id } = await order(5000)
  await note(id, 1000)
  const rest = await Promise.all(Array.from({ length: 6 }, () => post(`/api/orders/${id}/mark-paid`)))
  assert.deepEqual(rest.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
  const other = await order(5000)
  const answers = await Promise.all(Array.from({ length: 6 }, () => note(other.id, 1000)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.deepEqual(await moneyOf(other.id), ['transfer captured 5000 order 0', 'transfer captured 1000 surplus 1000'])
})

test('a request that is repeated with its key notes one transfer', async () => {
  const { id } = await order(5000)
  const headers = { 'idempotency-key': `note-${id}` }
  const send = () =>
    semel.client().post(`/api/orders/${id}/mark-paid`, { amount: 1000 }, { token: staff.token, headers })
  await Promise.all([send(), send()])
  await send()
  assert.deepEqual(await moneyOf(id), ['transfer captured 1000 order 0'])
})

test('invalid amount or a day in the future → refused with its field', async () => {
  const { id } = await order(5000)
  for (const body of [{ amount: 0 }, { amount: -5 }, { amount: 49.5 }, { amount: 1e300 }, { amount: '49' }]) {
    const { status, body: problem } = await post(`/api/orders/${id}/mark-paid`, body)
    assert.equal(status, 422, JSON.stringify(problem))
  }
  const { status, body } = await note(id, 100, { receivedOn: '2999-01-01' })
  assert.deepEqual([status, body.errors[0].field], [422, 'receivedOn'])
  assert.equal((await note(id, 100, { receivedOn: '2026-02-30' })).status, 422)
  assert.equal((await note(999_999, 100)).status, 404)
  assert.equal((await post(`/api/orders/${id}/mark-paid`, { amount: Number.MAX_SAFE_INTEGER })).status, 200)
})

test('a partly paid order cannot be paid online', async () => {
  const { id, owner } = await order(5000)
  await note(id, 1000)
  assert.notEqual((await post(`/api/orders/${id}/payment`, {}, owner)).status, 201)
})

/** Reads the payment of an order: its status, and the amounts received, credited and due. */
const sumsOf = async (id: number) => {
  const { status, received, credited, due } = await paymentOf(id)
  return [status, received, credited, due]
}

test('part of a partly paid order refunded → the order costs less', async () => {
  const { id } = await order(5000)
  await note(id, 4000)
  assert.equal((await post(`/api/orders/${id}/refunds`, { amount: 4001 })).status, 409)
  const { status, body } = await post(`/api/orders/${id}/refunds`, { amount: 1500 })
  assert.deepEqual([status, body.state, body.amount], [201, 'to_transfer', 1500])
  assert.deepEqual(await sumsOf(id), ['open', 4000, 1500, 1000])
  const { payment } = (await note(id, 1000)).body
  assert.deepEqual([payment.status, payment.due], ['paid', 0])
  await post(`/api/admin/refund-transfers/${body.id}/sent`, { iban: null })
  assert.deepEqual(await sumsOf(id), ['partly_refunded', 5000, 1500, 0])
})

test('refund of a partly paid order waived → costs as much as before', async () => {
  const { id } = await order(5000)
  await note(id, 4000)
  const all = (await post(`/api/orders/${id}/refunds`, {})).body
  assert.deepEqual([all.amount, await sumsOf(id)], [4000, ['refund_due', 4000, 4000, 0]])
  const waived = await post(`/api/admin/refund-transfers/${all.id}/waive`, { reason: 'Asked by phone' })
  assert.equal(waived.status, 200, waived.text)
  assert.deepEqual(await sumsOf(id), ['open', 4000, 0, 1000])
  await until(async () => {
    const { rows } = await sql<{
      id: string
    }>`select data ->> 'refundId' as id from event_feed where type = 'refund.waived'`.execute(semel.db)
    return rows.length === 1 && rows[0]!.id === all.id
  }, 'the feed says so')
})

test('earlier transfer taken back → money that was too much pays the order', async () => {
  const { id } = await order(5000)
  await note(id, 5000)
  await note(id, 3000)
  await note(id, 3000)
  const [first] = (await get(`/api/orders/${id}/incoming-transfers`)).items
  assert.equal((await post(`/api/incoming-transfers/${first.id}/undo`)).status, 200)
  assert.deepEqual(await sumsOf(id), ['paid', 5000, 0, 0])
  const shown = await get(`/api/orders/${id}/payment`)
  assert.deepEqual([shown.state, shown.captured], ['captured', 5000])
  const others = shown.others.map((one: { state: string; captured: number; refunds: { state: string }[] }) => [
    one.state,
    one.captured,
    one.refunds.map(({ state }) => state).join(),
  ])
  assert.deepEqual(others, [
    ['captured', 1000, 'to_transfer'],
    ['cancelled', 0, 'failed'],
    ['cancelled', 0, 'failed'],
    ['cancelled', 0, ''],
  ])
})

test('transfer noted by mistake → taken back once, with its refund', async () => {
  const { id } = await order(5000)
  await note(id, 2000)
  await note(id, 4000)
  const transfers = (await get(`/api/orders/${id}/incoming-transfers`)).items
  assert.deepEqual(
    transfers.map(({ amount, parts }: { amount: number; parts: object[] }) => [amount, parts]),
    [
      [2000, [{ orderId: id, amount: 2000, surplus: false }]],
      [
        4000,
        [
          { orderId: id, amount: 3000, surplus: false },
          { orderId: id, amount: 1000, surplus: true },
        ],
      ],
    ],
  )
  const undo = () => post(`/api/incoming-transfers/${transfers[1].id}/undo`)
  const answers = await Promise.all([undo(), undo(), undo()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.deepEqual(await moneyOf(id), ['transfer captured 2000 order 0', 'transfer cancelled 0 surplus 0'])
  assert.deepEqual(await paymentOf(id).then(({ status, due }) => [status, due]), ['open', 3000])
  await post(`/api/incoming-transfers/${transfers[0].id}/undo`)
  assert.equal((await paymentOf(id)).status, 'open')
  assert.equal((await post('/api/incoming-transfers/01a21f04-fa95-79c7-9004-3efb6bd086a6/undo')).status, 404)
})

test('smaller order → paid by the part that came, the excess goes back', async () => {
  const owner = await person(semel)
  const items = await Promise.all(
    [3000, 2000].map(async price => ({ productId: await stockProduct(semel.db, { price }), quantity: 1 })),
  )
  const { body } = await semel.client().post('/api/orders', { items }, { token: owner.token })
  await note(body.id, 3500)
  const edited = await semel
    .client()
    .patch(`/api/orders/${body.id}/items`, { items: [{ line: 2, quantity: 0 }] }, { token: staff.token })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  assert.deepEqual(await moneyOf(body.id), ['transfer captured 3500 order 500'])
})

test('marking as unpaid takes back the transfers that have paid the order', async () => {
  const { id } = await order(5000)
  await note(id, 2000)
  await note(id, 3000)
  const unpaid = await post(`/api/orders/${id}/mark-unpaid`)
  assert.equal(unpaid.body.payment?.status, 'open', JSON.stringify(unpaid.body))
  assert.equal((await post(`/api/orders/${id}/mark-paid`)).body.payment.status, 'paid')
  assert.deepEqual(await moneyOf(id), ['transfer cancelled 0 order 0', 'transfer captured 5000 order 0'])
})
