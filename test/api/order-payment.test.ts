import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cancelUnpaid } from '../../src/orders/transition.ts'
import { DAY } from '../../src/time.ts'
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

const HOME = {
  name: 'Ada Lovelace',
  line1: '12 St James’s Square',
  postcode: 'SW1Y 4JH',
  city: 'London',
  country: 'GB',
}

async function order(more = {}, who = buyer, path = '/api/orders') {
  const productId = await stockProduct(semel.db, { name: 'Lamp' })
  return semel.client().post(path, { items: [{ productId, quantity: 1 }], ...more }, { token: who.token })
}

const step = (id: number, name: string, { token } = staff) =>
  semel.client().post(`/api/orders/${id}/${name}`, undefined, { token })

test('order keeps the address it was placed with, one line per part', async () => {
  const deliveryAddress = { ...HOME, name: '  Ada\nLovelace ', line2: ' ', secret: 'not part of an address' }
  const { status, body } = await order({ deliveryAddress, payment: { method: 'invoice' } })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(body.deliveryAddress, HOME)
  const none = { received: 0, refunded: 0, credited: 0 }
  assert.deepEqual(body.payment, { method: 'invoice', status: 'open', ...none, due: body.total })
  for (const version of ['v1', 'v2', 'v3']) {
    const read = await semel.client().get(`/api/${version}/orders/${body.id}`, { token: buyer.token })
    const payment = version === 'v3' ? body.payment : { method: 'invoice', status: 'open' }
    assert.deepEqual([read.body.deliveryAddress, read.body.payment], [HOME, payment])
  }
})

test('an invalid address or payment is refused with its field', async () => {
  const cases: [object, string][] = [
    [
      { deliveryAddress: {} },
      'deliveryAddress.city is required; deliveryAddress.postcode is required; deliveryAddress.name is required',
    ],
    [{ deliveryAddress: { ...HOME, city: ' ' } }, 'deliveryAddress.city is required'],
    [{ deliveryAddress: { ...HOME, country: '' } }, 'deliveryAddress.country is required'],
    [
      { deliveryAddress: { ...HOME, country: 'XX' } },
      'deliveryAddress.country must be a country of two letters like DE',
    ],
    [
      { deliveryAddress: { ...HOME, line1: 'x'.repeat(201) } },
      'deliveryAddress.line1 must have at most 200 characters',
    ],
    [{ deliveryAddress: 'at home' }, 'deliveryAddress must be an object'],
    [{ payment: { method: 'card' } }, 'payment.method must be one of invoice, online'],
  ]
  for (const [more, detail] of cases) {
    const { status, body } = await order(more)
    assert.equal(status, 422)
    assert.ok(body.detail.startsWith(detail), body.detail)
  }
})

test('only staff record payments, each one once', async () => {
  const { body } = await order()
  assert.equal((await step(body.id, 'mark-paid', buyer)).status, 403)
  assert.equal((await step(999_999, 'mark-paid')).status, 404)
  const answers = await Promise.all(Array.from({ length: 10 }, () => step(body.id, 'mark-paid')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
  const refused = answers.find(({ status }) => status === 409)!
  assert.deepEqual([refused.body.code, refused.body.from, refused.body.to], ['wrong_payment_state', 'paid', 'paid'])
  assert.equal(refused.body.detail, 'The payment is already paid.')
  assert.equal((await step(body.id, 'mark-refunded')).status, 409)
  const records = await semel.db.selectFrom('order_payments').selectAll().where('order_id', '=', body.id).execute()
  assert.deepEqual(records, [{ order_id: body.id, status: 'paid', by_user: staff.id, at: semel.clock.now() }])
})

test('paid order cancelled → refund due, recorded once, and the email says so', async () => {
  const owner = await person(semel)
  const { body } = await order({}, owner)
  await step(body.id, 'mark-paid')
  assert.equal((await step(body.id, 'cancel')).body.payment.status, 'refund_due')
  assert.equal((await step(body.id, 'mark-paid')).status, 409)
  assert.equal((await step(body.id, 'mark-refunded')).body.payment.status, 'refunded')
  assert.equal((await step(body.id, 'mark-refunded')).status, 409)
  // The emails of an order arrive in any order.
  const isAboutCancelling = ({ subject }: { subject: string }) => subject.endsWith('has been cancelled')
  let mails = await semel.mailTo(owner.email)
  while (!mails.some(isAboutCancelling)) mails = await semel.mailTo(owner.email, mails.length + 1)
  const mail = mails.find(isAboutCancelling)!
  assert.match(mail.text.replaceAll('\n', ' '), /we refund the €10\.00 you paid/)
})

test('payment recorded by mistake → taken back, and can be recorded again', async () => {
  const { body } = await order()
  assert.equal((await step(body.id, 'mark-unpaid')).body.detail, 'The payment is already unpaid.')
  for (let round = 0; round < 2; round++) {
    assert.equal((await step(body.id, 'mark-paid')).status, 200)
    assert.equal((await step(body.id, 'mark-unpaid', buyer)).status, 403)
    const answers = await Promise.all(Array.from({ length: 8 }, () => step(body.id, 'mark-unpaid')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    assert.equal(answers.find(({ status }) => status === 200)!.body.payment.status, 'open')
    const records = await semel.db
      .selectFrom('order_payments')
      .select(['status', 'at'])
      .where('order_id', '=', body.id)
      .execute()
    const at = semel.clock.now()
    assert.deepEqual(
      records.toSorted((a, b) => (a.status < b.status ? -1 : 1)),
      [
        { status: 'paid', at },
        { status: 'unpaid', at },
      ],
      'the last of each',
    )
    semel.clock.advance(1000)
  }
  await step(body.id, 'mark-paid')
  await step(body.id, 'cancel')
  assert.equal((await step(body.id, 'mark-unpaid')).body.payment.status, 'open', 'nothing is due to be refunded')
  await step(body.id, 'mark-paid')
  assert.equal((await step(body.id, 'mark-refunded')).body.payment.status, 'refunded')
  const { body: refused } = await step(body.id, 'mark-unpaid')
  assert.deepEqual([refused.code, refused.from, refused.to], ['wrong_payment_state', 'refunded', 'unpaid'])
  assert.equal(
    refused.detail,
    'The payment is refunded and cannot become unpaid; only payments that are paid or refund due can.',
  )
})

for (const [first, payment, left] of [
  [[], 'mark-paid', 'refund_due'],
  [['mark-paid'], 'mark-unpaid', 'open'],
] as const) {
  test(`order cancelled at the moment of ${payment} → ends as ${left}`, async () => {
    for (let round = 0; round < 10; round++) {
      const { body } = await order()
      for (const name of first) await step(body.id, name)
      const answers = await Promise.all([step(body.id, payment), step(body.id, 'cancel', buyer)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      const { body: found } = await semel.client().get(`/api/orders/${body.id}`, { token: buyer.token })
      assert.deepEqual([found.status, found.payment.status], ['cancelled', left])
    }
  })
}

test('email names the address and the note only at a verified address', async () => {
  const note = 'Ring twice'
  for (const isVerified of [false, true]) {
    const owner = await person(semel)
    const email_verified_at = isVerified ? semel.clock.now() : null
    await semel.db.updateTable('users').set({ email_verified_at }).where('id', '=', owner.id).execute()
    await order({ deliveryAddress: HOME, note }, owner)
    const [mail] = await semel.mailTo(owner.email)
    for (const part of [mail!.text, mail!.html]) {
      assert.match(part, /By invoice/)
      assert.equal(/Lovelace.*London.*United Kingdom/s.test(part), isVerified)
      assert.equal(part.includes(note), isVerified)
    }
  }
})

test('unpaid orders past their time → cancelled; paid, free and younger ones stay', async () => {
  const [old, paid, young, begun] = [await order(), await order(), await order(), await order()]
  const gift = await stockProduct(semel.db, { name: 'Sticker', price: 0 })
  const free = await order({ items: [{ productId: gift, quantity: 1 }] })
  assert.equal((await step(paid.body.id, 'mark-paid')).status, 200)
  assert.equal((await step(begun.body.id, 'process')).status, 200)
  const ids = [old, paid, begun, free].map(({ body }) => body.id)
  await semel.db
    .updateTable('orders')
    .set({ placed_at: new Date(Date.now() - 8 * DAY) })
    .where('id', 'in', ids)
    .execute()
  const stock = async () =>
    (
      await semel.db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', old.body.items[0].productId)
        .executeTakeFirstOrThrow()
    ).stock
  const before = await stock()
  await Promise.all([cancelUnpaid(semel.db, 7 * DAY), cancelUnpaid(semel.db, 7 * DAY)])
  const statuses = await Promise.all(
    [old, paid, young, begun, free].map(async ({ body }) => {
      const { body: read } = await semel.client().get(`/api/orders/${body.id}`, { token: buyer.token })
      return read.status
    }),
  )
  assert.deepEqual(statuses, ['cancelled', 'placed', 'placed', 'processing', 'placed'])
  assert.equal(await stock(), before + 1)
  const isAboutIt = sql<boolean>`payload ->> 'orderId' = ${String(old.body.id)}`
  const events = await semel.db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'order.cancelled')
    .where(isAboutIt)
    .execute()
  const { body } = await semel.client().get(`/api/orders/${old.body.id}`, { token: buyer.token })
  assert.equal(body.steps.at(-1).by, 'staff')
  assert.equal(events.length, 1)
  assert.deepEqual((await step(old.body.id, 'mark-paid')).body.payment, {
    method: 'invoice',
    status: 'refund_due',
    received: old.body.total,
    refunded: 0,
    credited: 0,
    due: 0,
  })
})
