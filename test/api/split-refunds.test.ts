import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { sellAs } from '../support/documents.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* An order that staff made dearer has several payments, and one refund can be more than each of them. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'staff')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

type Headers = Record<string, string>
const ask = (method: string, path: string, body: object = {}, who = staff, headers: Headers = {}) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token, headers })
const refund = (id: number, body: object, headers: Headers = {}) =>
  ask('POST', `/api/orders/${id}/refunds`, body, staff, headers)
const change = (id: number, body: object) => ask('PATCH', `/api/orders/${id}/items`, body)
const read = async (id: number) => (await ask('GET', `/api/orders/${id}`)).body

type Way = 'online' | 'transfer'

async function payOnline(id: number): Promise<void> {
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid')
  await settled(semel)
}

/** An order of 48, to which staff have added parts that were paid by themselves. */
async function grownOrder(more: readonly [amount: number, way: Way][] = [[700, 'online']]) {
  const { id } = await orderOnline(semel, buyer)
  await payOnline(id)
  for (const [price, way] of more) {
    const added = [{ productId: await stockProduct(semel.db, { price }), quantity: 1 }]
    const { status, text } = await change(id, { added })
    assert.equal(status, 200, text)
    if (way === 'online') await payOnline(id)
    else assert.equal((await ask('POST', `/api/orders/${id}/mark-paid`)).status, 200)
  }
  return id
}

type Row = { id: string; amount: number; state: string; partOf: string | null; captured: number; reserved: number }
async function refundsOf(orderId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.amount, r.state, r.part_of as "partOf", captured, refund_reserved as reserved
    from refunds r join payments p on p.id = r.payment_id where order_id = ${orderId} order by r.id
  `.execute(semel.db)
  return rows
}

test('refund of more than one payment → largest first, each once', async () => {
  const id = await grownOrder()
  const { status, body, text } = await refund(id, { amount: 5000, reason: 'A scratch' })
  assert.equal(status, 201, text)
  await settled(semel)
  const rows = await refundsOf(id)
  assert.deepEqual(
    rows.map(({ amount, state, partOf }) => [amount, state, partOf]),
    [
      [4800, 'done', null],
      [200, 'done', rows[0]!.id],
    ],
  )
  assert.deepEqual([body.id, body.amount, body.partOf], [rows[0]!.id, 4800, null])
  const { refunded, refunds } = capturedFor(provider, id)
  assert.deepEqual([refunded, refunds, (await read(id)).payment.refunded], [5000, 2, 5000])
  const { body: money } = await ask('GET', `/api/orders/${id}/payment`)
  const shown = [money, ...money.others].flatMap(({ refunds }: { refunds: { partOf: string | null }[] }) => refunds)
  assert.deepEqual(shown.map(({ partOf }) => partOf).sort(), [rows[0]!.id, null])
})

test('amount that one payment has → only that one gives it', async () => {
  const id = await grownOrder()
  assert.equal((await refund(id, { amount: 700 })).status, 201)
  await settled(semel)
  assert.deepEqual(
    (await refundsOf(id)).map(({ amount, captured }) => [amount, captured]),
    [[700, 4800]],
  )
})

test('no amount → all that is left of all payments', async () => {
  const id = await grownOrder([
    [700, 'online'],
    [300, 'transfer'],
  ])
  assert.equal((await refund(id, {})).status, 201)
  await settled(semel)
  assert.equal(await sendTransfers(semel, id, staff).then(() => paymentStatus(semel, id)), 'refunded')
  assert.deepEqual(
    (await refundsOf(id)).map(({ amount, state }) => [amount, state]),
    [
      [4800, 'done'],
      [700, 'done'],
      [300, 'done'],
    ],
  )
})

test('more than all payments → refused with what is left, nothing reserved', async () => {
  const id = await grownOrder()
  const { status, body } = await refund(id, { amount: 5501 })
  assert.deepEqual([status, body.code, body.left], [409, 'refund_too_large', 5500])
  assert.deepEqual(await refundsOf(id), [])
})

test('same key, and many at once → each cent back once', async () => {
  const id = await grownOrder()
  const headers = { 'idempotency-key': `split-${id}` }
  const same = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 3000 }, headers)))
  const others = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 1000 })))
  assert.equal(new Set(same.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size, 1)
  assert.equal(others.filter(({ status }) => status === 201).length, 2, 'of 25.00 that are left')
  await settled(semel)
  const rows = await refundsOf(id)
  assert.equal(
    rows.reduce((sum, { amount }) => sum + amount, 0),
    5000,
  )
  assert.ok(rows.every(({ reserved, captured }) => reserved <= captured))
  assert.equal(capturedFor(provider, id).refunded, 5000)
})

test('order that grew becomes small → both payments give back', async () => {
  const id = await grownOrder()
  const { status, body, text } = await change(id, { discount: 5100 })
  assert.deepEqual([status, body.total], [200, 400], text)
  await settled(semel)
  const { payment } = await read(id)
  assert.deepEqual([payment.received, payment.refunded, payment.due], [5500, 5100, 0])
  const news = async () =>
    (await semel.mailTo(buyer.email)).findLast(({ subject }) => subject.startsWith(`Order #${id} has been`))
  await until(async () => (await news()) !== undefined, 'email about the change')
  assert.match((await news())!.text, /We send back[\s\S]*€51\.00/)
  // Nothing is due of it, and what is added then is due alone.
  const again = await change(id, { added: [{ productId: await stockProduct(semel.db, { price: 250 }), quantity: 1 }] })
  assert.deepEqual([again.status, again.body.payment?.due], [200, 250], again.text)
})

test('return worth more than one payment → one return, credit notes agree', async () => {
  await sellAs(semel)
  const id = await grownOrder()
  assert.equal((await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })).status, 200)
  for (const step of ['process', 'ship', 'deliver']) await ask('POST', `/api/orders/${id}/${step}`)
  const { items } = await read(id)
  const all = items.map(({ line, quantity }: { line: number; quantity: number }) => ({ line, quantity }))
  const asked = await ask('POST', `/api/orders/${id}/returns`, { items: all, reason: 'Too large' })
  assert.equal(asked.status, 201, asked.text)
  const step = (name: string, body: object = {}) => ask('POST', `/api/admin/returns/${asked.body.id}/${name}`, body)
  if (asked.body.state === 'requested') await step('approve')
  await step('receive')
  const paid = await step('refund')
  assert.equal(paid.status < 300, true, paid.text)
  assert.equal((await step('refund')).status, 409, 'a return is refunded once')
  await settled(semel)
  assert.deepEqual(
    (await refundsOf(id)).map(({ amount }) => amount),
    [4800, 700],
  )
  assert.equal((await ask('GET', `/api/admin/returns/${asked.body.id}`)).body.refunded, 5500)
  type Paper = { kind: string; total: number; reason: string | null; taxes: { gross: number; tax: number }[] }
  const papers = async (): Promise<Paper[]> => (await ask('GET', `/api/orders/${id}/documents`)).body.items
  await until(async () => (await papers()).length === 3)
  const [invoice, ...notes] = await papers()
  assert.deepEqual(
    // The payment that answers first has its note first.
    notes.toSorted((a, b) => b.total - a.total).map(({ total, reason }) => [total, reason]),
    [
      [4800, 'returned'],
      [700, 'returned'],
    ],
  )
  const sum = (taxes: Paper['taxes']) => taxes.reduce((all, { tax }) => all + tax, 0)
  assert.equal(sum(notes.flatMap(({ taxes }) => taxes)), sum(invoice!.taxes))
})

test('order made smaller before its invoice → no credit note', async () => {
  await sellAs(semel, { invoiceMoment: 'shipped' })
  const id = await grownOrder()
  assert.equal((await change(id, { discount: 5000 })).status, 200)
  await settled(semel)
  assert.equal((await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })).status, 200)
  await until(async () => {
    const { rows } = await sql`
      select from refunds r join payments p on p.id = r.payment_id where order_id = ${id} and needs_credit_note
    `.execute(semel.db)
    return rows.length === 0
  })
  const { items } = (await ask('GET', `/api/orders/${id}/documents`)).body
  assert.deepEqual(
    items.map(({ kind, total }: { kind: string; total: number }) => [kind, total]),
    [['invoice', 500]],
  )
})
