import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { periodOf, readSales } from '../../src/console/overview/sales.ts'
import { one } from '../../src/database/rows.ts'
import { dayOf } from '../../src/shop/days.ts'
import { DAY, after as later } from '../../src/time.ts'
import { sellAs } from '../support/documents.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'

/* Staff make an order smaller, or change its address, before it is shipped. */
let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
  await sql`insert into discount_codes (code, kind, value, created_at) values ('TEN', 'percent', 10, now())`.execute(
    semel.db,
  )
})
beforeEach(async () => {
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(() => semel[Symbol.asyncDispose]())

const ask = (method: string, path: string, body: object = {}, who = staff) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token })
const HOME = { name: 'Ada Lovelace', line1: 'Lindenstraße 1', postcode: '10969', city: 'Berlin', country: 'DE' }

type Wanted = { price: number; quantity: number; tax_class?: 'reduced' | 'standard' }[]

async function order(lines: Wanted, steps: string[] = [], more: object = {}) {
  const products = await Promise.all(
    lines.map(({ price, tax_class = 'standard' }) => stockProduct(semel.db, { price, tax_class })),
  )
  const items = lines.map(({ quantity }, n) => ({ productId: products[n]!, quantity }))
  const { body, text } = await ask('POST', '/api/orders', { items, deliveryAddress: HOME, ...more }, buyer)
  assert.ok(body.id, text)
  for (const step of steps) assert.equal((await ask('POST', `/api/orders/${body.id}/${step}`)).status, 200, step)
  return { id: body.id as number, products, body }
}

const keep = (id: number, ...kept: [line: number, quantity: number][]) =>
  ask('PATCH', `/api/orders/${id}/items`, { items: kept.map(([line, quantity]) => ({ line, quantity })) })

/** Asks for a quote of the same lines. */
async function quoted(products: number[], quantities: number[], discountCode?: string) {
  const items = products.flatMap((productId, n) => (quantities[n] ? [{ productId, quantity: quantities[n]! }] : []))
  const { body } = await ask(
    'POST',
    '/api/quotes',
    { items, deliveryAddress: HOME, ...(discountCode && { discountCode }) },
    buyer,
  )
  return body
}

test('fewer pieces, a line out → total, VAT, stock and email follow once', async () => {
  const { id, products } = await order([
    { price: 999, quantity: 3 },
    { price: 2500, quantity: 1 },
  ])
  const { status, body, text } = await keep(id, [1, 2], [2, 0])
  assert.equal(status, 200, text)
  const expected = await quoted(products, [2, 0])
  assert.deepEqual([body.total, body.taxes, body.items.length], [expected.total, expected.taxes, 1])
  const stocks = await Promise.all(products.map(async product => (await stockOf(semel.db, product)).stock))
  assert.deepEqual(stocks, [98, 100])
  const mails = await semel.mailTo(buyer.email, 2)
  const mail = mails.find(({ subject }) => subject === `Order #${id} has been changed`)!
  assert.match(mail.text, /3 → 2/)
  assert.equal((await keep(id, [1, 2])).status, 200)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'order.changed' and payload ->> 'orderId' = ${String(id)}
  `.execute(semel.db)
  assert.equal(one(rows).n, 1, 'a change of nothing tells nobody')
})

test('discount stays in proportion, spread over the rest as in a quote', async () => {
  const { id, products } = await order(
    [
      { price: 333, quantity: 4 },
      { price: 1250, quantity: 2 },
    ],
    [],
    { discountCode: 'TEN' },
  )
  const { body } = await keep(id, [1, 1])
  const { total, discountTotal, taxes } = await quoted(products, [1, 2], 'TEN')
  assert.ok(Math.abs(body.discountTotal - discountTotal) <= 1, `${body.discountTotal} ${discountTotal}`)
  assert.equal(body.total, total + discountTotal - body.discountTotal)
  assert.equal(
    body.taxes.reduce((sum: number, { gross }: { gross: number }) => sum + gross, 0),
    body.total,
  )
  assert.equal(taxes.length, body.taxes.length)
  const lines = body.items.reduce((sum: number, item: { discount: number }) => sum + item.discount, 0)
  assert.equal(lines, body.discountTotal)
})

test('a paid order → what was paid too much goes back', async () => {
  const { id } = await order([{ price: 1000, quantity: 3 }], ['mark-paid'])
  const { body } = await keep(id, [1, 1])
  assert.deepEqual(body.payment, {
    method: 'invoice',
    status: 'paid',
    received: 3000,
    refunded: 0,
    credited: 0,
    due: 0,
  })
  await sendTransfers(semel, id, staff)
  const { body: sent } = await ask('GET', `/api/orders/${id}`)
  assert.deepEqual(sent.payment, {
    method: 'invoice',
    status: 'partly_refunded',
    received: 3000,
    refunded: 2000,
    credited: 0,
    due: 0,
  })
  await ask('POST', `/api/orders/${id}/cancel`)
  const { body: cancelled } = await ask('POST', `/api/orders/${id}/mark-refunded`)
  assert.equal(cancelled.payment.refunded, 3000)
})

test('the last piece → the order is cancelled', async () => {
  const { id, products } = await order([{ price: 1000, quantity: 2 }], ['process'])
  const { body } = await keep(id, [1, 0])
  assert.equal(body.status, 'cancelled')
  assert.equal((await stockOf(semel.db, products[0]!)).stock, 100)
})

test('shipped, more than before, unknown line, payment under way, customer → refused', async () => {
  const { id } = await order([{ price: 1000, quantity: 2 }])
  assert.equal((await keep(id, [1, 3])).body.errors[0].field, 'items.0.quantity')
  assert.equal((await keep(id, [9, 1])).body.errors[0].field, 'items.0.line')
  assert.equal((await ask('PATCH', `/api/orders/${id}/items`, { items: [] })).status, 422)
  assert.equal(
    (await ask('PATCH', `/api/orders/${id}/items`, { items: [{ line: 1, quantity: 1 }] }, buyer)).status,
    403,
  )
  assert.equal((await keep(999_999_999, [1, 1])).status, 404)
  await sql`
    insert into payments (id, order_id, provider, amount, currency, expires_at)
    values (gen_random_uuid(), ${id}, 'dev', 2000, 'EUR', now() + interval '1 hour')
  `.execute(semel.db)
  assert.equal((await keep(id, [1, 1])).body.code, 'wrong_payment_state')
  await sql`delete from payments where order_id = ${id}`.execute(semel.db)
  for (const step of ['process', 'ship']) await ask('POST', `/api/orders/${id}/${step}`)
  assert.equal((await keep(id, [1, 1])).body.code, 'wrong_order_state')
})

test('another address in the same country → changed, told once; other country → refused', async () => {
  const { id } = await order([{ price: 1000, quantity: 1 }])
  const put = (deliveryAddress: object) => ask('PUT', `/api/orders/${id}/delivery-address`, { deliveryAddress })
  const { status, body, text } = await put({ ...HOME, line1: ' Ahornweg  2 ' })
  assert.deepEqual([status, body.deliveryAddress?.line1], [200, 'Ahornweg 2'], text)
  assert.equal((await put({ ...HOME, line1: 'Ahornweg 2' })).status, 200)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_edits where order_id = ${id}`.execute(
    semel.db,
  )
  assert.equal(one(rows).n, 1)
  assert.equal((await put({ ...HOME, country: 'AT' })).body.errors[0].field, 'deliveryAddress.country')
  assert.equal((await put({ ...HOME, city: '' })).status, 422)
})

test('edits, step and cancellation at once → stock and money come back once', async () => {
  for (let n = 0; n < 4; n++) {
    const { id, products } = await order([{ price: 1000, quantity: 5 }], ['mark-paid', 'process'])
    const answers = await Promise.all([
      keep(id, [1, 3]),
      keep(id, [1, 2]),
      ask('POST', `/api/orders/${id}/${n % 2 ? 'ship' : 'cancel'}`),
    ])
    assert.ok(answers.every(({ status }) => [200, 409, 422].includes(status)))
    const { body } = await ask('GET', `/api/orders/${id}`)
    const kept = body.status === 'cancelled' ? 0 : body.items[0].quantity
    assert.equal((await stockOf(semel.db, products[0]!)).stock, 100 - kept)
    const { rows } = await sql<{ reserved: number }>`
      select refund_reserved as reserved from payments where order_id = ${id}
    `.execute(semel.db)
    assert.equal(one(rows).reserved, 1000 * (5 - kept))
  }
})

test('order reduced after or during its adding up → lower sales that day', async () => {
  await sql`delete from sales_quarters`.execute(semel.db)
  await sql`update sales_cancelled set until = '-infinity'`.execute(semel.db)
  const now = semel.clock.now()
  const orders = await Promise.all(Array.from({ length: 4 }, () => order([{ price: 1000, quantity: 3 }])))
  const ids = orders.map(({ id }) => id)
  await sql`update orders set placed_at = ${later(now, -2 * DAY)} where id = any(${ids})`.execute(semel.db)
  const day = dayOf(later(now, -2 * DAY), 'UTC')
  const read = async () => {
    const { now: sales } = await readSales(semel.db, periodOf('day', day, now, 'UTC'), now)
    return sales.get('EUR')
  }
  const [, smaller] = await Promise.all([read(), keep(ids[0]!, [1, 2]), read(), keep(ids[1]!, [1, 1]), read()])
  assert.equal(smaller.status, 200, smaller.text)
  assert.deepEqual(await read(), { orders: 4, total: 4 * 3000 - 1000 - 2000 })
  await keep(ids[2]!, [1, 2])
  assert.deepEqual(await read(), { orders: 4, total: 4 * 3000 - 1000 - 2000 - 1000 })
  await ask('POST', `/api/orders/${ids[2]}/cancel`)
  await ask('POST', `/api/orders/${ids[3]}/cancel`)
  assert.deepEqual(await read(), { orders: 2, total: 2 * 3000 - 1000 - 2000 })
})

const INVOICE = {
  ...HOME,
  company: 'Analytical Engines GmbH',
  line1: 'Rue 1',
  postcode: '75002',
  city: 'Paris',
  country: 'FR',
}
const bill = (id: number, billingAddress: object, headers = {}) =>
  semel.client().put(`/api/orders/${id}/billing-address`, { billingAddress }, { token: staff.token, headers })
const issue = (id: number) => ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })

test('address on the invoice changed → order, history, feed and one email', async () => {
  const { id, body: placed } = await order([{ price: 999, quantity: 1 }])
  const { headers } = await ask('GET', `/api/orders/${id}`)
  const etag = { 'if-match': headers.get('etag')! }
  const { status, body } = await bill(id, { ...INVOICE, company: ' Analytical Engines GmbH ' }, etag)
  assert.deepEqual([status, body.billingAddress, body.deliveryAddress], [200, INVOICE, HOME])
  assert.ok(body.updatedAt >= placed.updatedAt)
  assert.equal((await bill(id, HOME, etag)).status, 412)
  assert.equal((await bill(id, INVOICE)).status, 200, 'a change of nothing')
  const changed = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'order.changed' and payload ->> 'orderId' = ${String(id)}
  `.execute(semel.db)
  assert.equal(one(changed.rows).n, 1)
  const mails = await semel.mailTo(buyer.email, 2)
  const mail = mails.find(({ subject }) => subject === `Order #${id} has been changed`)!
  assert.match(mail.text, /address on the invoice.*Invoice to.*Analytical Engines GmbH.*75002/s)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  assert.match((await browser.get(`/admin/orders/${id}`)).text, /changed the address on the invoice\./)
  const removed = await ask('DELETE', `/api/orders/${id}/billing-address`)
  assert.deepEqual([removed.status, removed.body.billingAddress], [200, null])
  const [, csrf = ''] = /name="_csrf" value="([^"]*)"/.exec((await browser.get(`/admin/orders/${id}`)).text) ?? []
  const fields = Object.entries(INVOICE).map(([name, value]) => [`billingAddress.${name}`, value])
  const sent = await browser.post(
    `/admin/orders/${id}/billing-address`,
    new URLSearchParams({ _csrf: csrf, ...Object.fromEntries(fields) }).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  )
  assert.equal(sent.status, 303, sent.text)
  assert.deepEqual((await ask('GET', `/api/orders/${id}`)).body.billingAddress, INVOICE)
})

test('address on the invoice after the invoice, or a cancellation → refused kindly', async () => {
  await sellAs(semel, { invoiceMoment: 'never' })
  const { id } = await order([{ price: 999, quantity: 1 }], ['process', 'ship'])
  assert.equal((await bill(id, INVOICE)).status, 200, 'shipped, and without an invoice')
  const { body: invoice } = await issue(id)
  const refused = await bill(id, HOME)
  assert.deepEqual([refused.status, refused.body.code, refused.body.invoice], [409, 'invoice_written', invoice.number])
  assert.match(refused.body.detail, /Send the customer a message that names this number/)
  assert.equal((await ask('DELETE', `/api/orders/${id}/billing-address`)).body.code, 'invoice_written')
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  assert.match((await browser.get(`/admin/orders/${id}`)).text, /is written, and an invoice never changes/)
  const other = await order([{ price: 999, quantity: 1 }], ['cancel'])
  assert.equal((await bill(other.id, INVOICE)).body.code, 'wrong_order_state')
  assert.equal((await ask('PUT', `/api/orders/${id}/billing-address`, { billingAddress: HOME }, buyer)).status, 403)
})

test('invoice written while its address changes → it has that of the order', async () => {
  await sellAs(semel, { invoiceMoment: 'paid' })
  for (let round = 0; round < 4; round++) {
    const { id } = await order([{ price: 999, quantity: 1 }], ['process', 'ship'])
    const [changed] = await Promise.all([bill(id, INVOICE), issue(id)])
    const { rows } = await sql<{ isOnInvoice: boolean; isOnOrder: boolean }>`
      select content -> 'buyer' ->> 'country' = 'FR' as "isOnInvoice", billing_address is not null as "isOnOrder"
      from documents d join orders o on o.id = d.order_id where o.id = ${id}
    `.execute(semel.db)
    const { isOnInvoice, isOnOrder } = one(rows)
    assert.deepEqual([isOnInvoice, isOnOrder], Array(2).fill(changed.status === 200))
  }
})
