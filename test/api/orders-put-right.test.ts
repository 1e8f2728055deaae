import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelUnpaid } from '../../src/orders/transition.ts'
import { HOUR } from '../../src/time.ts'
import { sellAs } from '../support/documents.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* Staff put an order right before it is shipped: prices, lines and discounts. */
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
  await sql`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed) values ('DE', 'reduced', 700, '2020-01-01', true)
    on conflict do nothing
  `.execute(semel.db)
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

type Headers = Record<string, string>
const ask = (method: string, path: string, body: object = {}, who = staff, headers: Headers = {}) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token, headers })
const HOME = { name: 'Ada Lovelace', line1: 'Lindenstraße 1', postcode: '10969', city: 'Berlin', country: 'DE' }
const put = (id: number, change: object, who = staff, headers: Headers = {}) =>
  ask('PATCH', `/api/orders/${id}/items`, change, who, headers)
const read = async (id: number) => (await ask('GET', `/api/orders/${id}`)).body

async function order(prices: readonly number[] = [1190, 107], steps: string[] = []) {
  const classes = ['standard', 'reduced'] as const
  const products = await Promise.all(
    prices.map((price, n) => stockProduct(semel.db, { price, tax_class: classes[n % 2]! })),
  )
  const items = products.map(productId => ({ productId, quantity: 3 }))
  const { body, text } = await ask('POST', '/api/orders', { items, deliveryAddress: HOME }, buyer)
  assert.ok(body.id, text)
  for (const step of steps) assert.equal((await ask('POST', `/api/orders/${body.id}/${step}`)).status, 200, step)
  return { id: body.id as number, products, body }
}

type Sums = {
  items: { lineTotal: number; discount: number; taxRate: number }[]
  taxes: { rate: number; gross: number; tax: number }[]
  total: number
  discountTotal: number
  deliveryTotal: number
  itemsTotal: number
}
/** @returns the sums of an order that do not fit together */
function wrongSums({ items, taxes, total, discountTotal, deliveryTotal, itemsTotal }: Sums): string[] {
  const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0)
  return [
    sum(items.map(({ lineTotal }) => lineTotal)) === itemsTotal ? '' : 'lines',
    sum(items.map(({ discount }) => discount)) === discountTotal ? '' : 'discounts',
    itemsTotal - discountTotal + deliveryTotal === total ? '' : 'total',
    sum(taxes.map(({ gross }) => gross)) === total ? '' : 'gross',
    taxes.every(({ rate, gross, tax }) => Math.abs(tax - (gross * rate) / (100 + rate)) <= 0.5) ? '' : 'tax',
    items.every(({ lineTotal, discount }) => discount >= 0 && discount <= lineTotal) ? '' : 'discount of a line',
  ].filter(Boolean)
}

test('price, added line, discount → sums, VAT, stock, history and one email follow', async () => {
  const { id } = await order()
  const extra = await stockProduct(semel.db, { price: 500, sku: 'PUT-RIGHT', name: 'Shade', stock: 4 })
  const { status, body, text } = await put(id, {
    items: [{ line: 1, unitPrice: 990 }],
    added: [{ sku: 'PUT-RIGHT', quantity: 2 }],
    discount: 333,
    currency: 'EUR',
  })
  assert.equal(status, 200, text)
  assert.equal(body.itemsTotal, 3 * 990 + 3 * 107 + 2 * 500)
  assert.deepEqual([body.discountTotal, wrongSums(body)], [333, []])
  assert.deepEqual([body.items[2].line, body.items[2].name, body.items[2].taxRate], [3, 'Shade', 19])
  assert.equal((await stockOf(semel.db, extra)).stock, 2)
  const mails = await semel.mailTo(buyer.email, 2)
  const mail = mails.find(({ subject }) => subject === `Order #${id} has been changed`)!
  assert.match(mail.text, /€11\.90 → €9\.90/)
  assert.match(mail.text, /0 → 2/)
  assert.match(mail.text, /More to pay[\s\S]*€0\.67/)
  const cookie = `${cookieNames(semel).session}=${staff.token}`
  const page = (await semel.client().get(`/admin/orders/${id}`, { headers: { cookie } })).text
  assert.match(page, /€11\.90 → €9\.90, Shade 0 → 2, the discount by €3\.33/)
})

test('line number of a removed line is never used again', async () => {
  const { id, products } = await order()
  await put(id, { items: [{ line: 2, quantity: 0 }] })
  const { body } = await put(id, { added: [{ productId: products[1]!, quantity: 1, unitPrice: 99 }] })
  assert.deepEqual(
    body.items.map(({ line, unitPrice }: { line: number; unitPrice: number }) => [line, unitPrice]),
    [
      [1, 1190],
      [3, 99],
    ],
  )
})

test('last pieces wanted by many at once → sold once, others refused', async () => {
  const last = await stockProduct(semel.db, { price: 500, stock: 3 })
  const orders = await Promise.all([order(), order(), order(), order()])
  const before = await read(orders[0]!.id)
  const edits = orders.map(({ id }) =>
    put(id, { items: [{ line: 1, quantity: 2 }], added: [{ productId: last, quantity: 2 }] }),
  )
  const placed = ask('POST', '/api/orders', { items: [{ productId: last, quantity: 2 }] }, buyer)
  const statuses = (await Promise.all([...edits, placed])).map(({ status }) => status)
  assert.equal(statuses.filter(status => status < 300).length, 1, String(statuses))
  assert.equal(statuses.filter(status => status === 409).length, 4, String(statuses))
  assert.equal((await stockOf(semel.db, last)).stock, 1)
  if (statuses[0] === 409) assert.deepEqual((await read(orders[0]!.id)).items, before.items, 'nothing is half done')
})

test('twice with one key, or with an old ETag → once, or refused', async () => {
  const { id, products } = await order()
  const added = { added: [{ productId: products[0]!, quantity: 1 }] }
  const headers = { 'idempotency-key': `put-${id}` }
  const answers = await Promise.all([1, 2, 3].map(() => put(id, added, staff, headers)))
  assert.ok(answers.some(({ status }) => status === 200))
  assert.equal((await read(id)).items.length, 3)
  const { headers: seen } = await ask('GET', `/api/orders/${id}`)
  const tag = { 'if-match': seen.get('etag')! }
  assert.equal((await put(id, { discount: 1 }, staff, tag)).status, 200)
  assert.equal((await put(id, { discount: 1 }, staff, tag)).status, 412)
})

test('wrong wishes → refused with their field, and nothing changes', async () => {
  const { id, products } = await order()
  const dollars = await stockProduct(semel.db, { price: 500, currency: 'USD' })
  const before = await read(id)
  const cases: [change: object, status: number, field: string | undefined][] = [
    [{ items: [{ line: 1, unitPrice: -1 }] }, 422, 'items.0.unitPrice'],
    [{ items: [{ line: 1, unitPrice: Number.MAX_SAFE_INTEGER }] }, 422, 'items'],
    [{ items: [{ line: 9, unitPrice: 1 }] }, 422, 'items.0.line'],
    [{ items: [{ line: 1, quantity: 4 }] }, 422, 'items.0.quantity'],
    [{ added: [{ productId: products[0]!, quantity: 2, unitPrice: Number.MAX_SAFE_INTEGER }] }, 422, 'added'],
    [{ added: [{ productId: 999_999_999, quantity: 1 }] }, 422, 'added.0.productId'],
    [{ added: [{ quantity: 1 }] }, 422, 'added.0.sku'],
    [{ added: [{ productId: dollars, quantity: 1 }] }, 422, 'added.0.productId'],
    [{ added: [{ productId: products[0]!, quantity: 101 }] }, 409, undefined],
    [{ discount: before.total + 1 }, 422, 'discount'],
    [{ discount: 1, currency: 'USD' }, 422, 'currency'],
    [{ items: [{ line: 1, quantity: 1 }], discount: before.total - 1 }, 422, 'discount'],
  ]
  for (const [change, status, field] of cases) {
    const answer = await put(id, change)
    assert.deepEqual(
      [answer.status, answer.body.errors?.[0]?.field],
      [status, field],
      `${JSON.stringify(change)} ${answer.text}`,
    )
  }
  const { updatedAt: _, ...rest } = before
  const { updatedAt: __, ...now } = await read(id)
  assert.deepEqual(now, rest)
  assert.equal((await put(id, { discount: 1 }, buyer)).status, 403)
  for (const step of ['process', 'ship']) await ask('POST', `/api/orders/${id}/${step}`)
  assert.equal((await put(id, { discount: 1 })).body.code, 'wrong_order_state')
})

test('paid by transfer, cheaper, then dearer → refunded, due, paid', async () => {
  const { id, body } = await order([1000, 1000], ['mark-paid'])
  const cheaper = await put(id, { items: [{ line: 1, unitPrice: 600 }] })
  assert.equal(cheaper.body.total, body.total - 1200, cheaper.text)
  await sendTransfers(semel, id, staff)
  assert.equal((await read(id)).payment.refunded, 1200)
  const dearer = await put(id, { items: [{ line: 2, unitPrice: 1500 }] })
  assert.deepEqual([dearer.body.payment.due, dearer.body.payment.status], [1500, 'open'], dearer.text)
  const part = await ask('POST', `/api/orders/${id}/mark-paid`, { amount: 500 })
  assert.equal(part.body.payment.due, 1000, part.text)
  const paid = await ask('POST', `/api/orders/${id}/mark-paid`)
  assert.deepEqual([paid.body.payment.due, paid.body.payment.received], [0, body.total + 1500])
  assert.ok(['paid', 'partly_refunded'].includes(paid.body.payment.status), paid.body.payment.status)
  await ask('POST', `/api/orders/${id}/cancel`)
  await sendTransfers(semel, id, staff)
  const { payment } = await read(id)
  assert.deepEqual([payment.received, payment.refunded], [body.total + 1500, body.total + 1500])
})

test('paid online, then dearer → rest paid online or by transfer', async () => {
  for (const way of ['online', 'transfer']) {
    const { id } = await orderOnline(semel, buyer)
    provider.bank.pay(await openedPage(semel, id, buyer))
    await until(async () => (await paymentStatus(semel, id)) === 'paid')
    await settled(semel)
    const extra = await stockProduct(semel.db, { price: 700 })
    const { body, text } = await put(id, { added: [{ productId: extra, quantity: 1 }] })
    assert.deepEqual([body.payment?.due, body.total], [700, 5500], text)
    const cookie = `${cookieNames(semel).session}=${buyer.token}`
    assert.match((await semel.client().get(`/orders/${id}`, { headers: { cookie } })).text, /Pay €7\.00 online/)
    if (way === 'online') provider.bank.pay(await openedPage(semel, id, buyer))
    else assert.equal((await ask('POST', `/api/orders/${id}/mark-paid`)).status, 200)
    await until(async () => (await paymentStatus(semel, id)) === 'paid', way)
    await settled(semel)
    assert.equal(capturedFor(provider, id).captured, way === 'online' ? 5500 : 4800)
    assert.deepEqual((await read(id)).payment.received, 5500)
    assert.equal((await ask('POST', `/api/orders/${id}/payment`, {}, buyer)).status, 409, 'nothing is left to pay')
    await ask('POST', `/api/orders/${id}/cancel`)
    await sendTransfers(semel, id, staff)
    await settled(semel)
    await until(async () => (await read(id)).payment.refunded === 5500, `${way} goes back`)
  }
})

test('old order of nothing gets a price → open, not cancelled', async () => {
  const { id } = await order([0, 0])
  assert.equal((await read(id)).payment.status, 'paid')
  await sql`update orders set placed_at = now() - interval '90 days' where id = ${id}`.execute(semel.db)
  const { body, text } = await put(id, { items: [{ line: 1, unitPrice: 100 }] })
  assert.deepEqual([body.payment?.status, body.payment?.due], ['open', 300], text)
  await cancelUnpaid(semel.db, HOUR)
  assert.equal((await read(id)).status, 'placed')
})

test('money given back for another reason → order gets no dearer', async () => {
  const { id } = await order([1000, 1000], ['mark-paid'])
  assert.equal((await ask('POST', `/api/orders/${id}/refunds`, { amount: 100 })).status, 201)
  const answer = await put(id, { items: [{ line: 1, unitPrice: 1100 }] })
  assert.deepEqual([answer.status, answer.body.code], [409, 'wrong_payment_state'])
})

test('any edits in any order → sums, stock and what is due hold', async () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let run = 0; run < 6; run++) {
    const isPaid = run % 2 === 1
    const { id, products } = await order([1000 + next(500), 50 + next(50)], isPaid ? ['mark-paid'] : [])
    for (let step = 0; step < 6; step++) {
      const now = await read(id)
      const line = now.items[next(now.items.length)]
      const change = [
        { items: [{ line: line.line, unitPrice: next(2000) }] },
        { items: [{ line: line.line, quantity: Math.max(1, line.quantity - 1) }] },
        { added: [{ productId: products[next(2)]!, quantity: 1 + next(2) }] },
        { discount: next(200) },
      ][next(4)]!
      const { status, body, text } = await put(id, change)
      assert.equal(status, 200, text)
      assert.deepEqual(wrongSums(body), [], `${JSON.stringify(change)} ${text}`)
      const { received, refunded, due } = body.payment
      const { rows } = await sql<{ kept: number }>`
        select coalesce(sum(captured - refund_reserved), 0)::int as kept from payments where order_id = ${id}
      `.execute(semel.db)
      assert.equal(rows[0]!.kept + due, body.total, `received ${received}, refunded ${refunded}: ${text}`)
    }
    const { items } = await read(id)
    for (const product of products) {
      const ordered = items.filter((one: { productId: number }) => one.productId === product)
      const pieces = ordered.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
      assert.equal((await stockOf(semel.db, product)).stock, 100 - pieces)
    }
  }
})

test('after the invoice: cheaper → credit note; dearer → refused', async () => {
  await sellAs(semel, { languages: ['en', 'de', 'fr'] })
  const { id } = await order([1190, 107])
  const invoice = await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })
  assert.equal(invoice.status, 200, invoice.text)
  for (const change of [
    { items: [{ line: 1, unitPrice: 1200 }] },
    { added: [{ sku: 'PUT-RIGHT', quantity: 1 }] },
    { items: [{ line: 1, unitPrice: 1 }], added: [{ sku: 'PUT-RIGHT', quantity: 1 }] },
  ])
    assert.equal((await put(id, change)).body.code, 'invoice_written')
  assert.equal((await put(id, { items: [{ line: 1, unitPrice: 990 }], discount: 100 })).status, 200)
  const papers = async () => (await ask('GET', `/api/orders/${id}/documents`)).body.items
  await until(async () => (await papers()).length === 2)
  const now = await read(id)
  const [bill, note] = await papers()
  const rest = bill.taxes.map(({ rate, ...whole }: { rate: number; gross: number; tax: number; net: number }) => {
    const less = note.taxes.find((one: { rate: number }) => one.rate === rate) ?? { gross: 0, tax: 0, net: 0 }
    return { rate, net: whole.net - less.net, tax: whole.tax - less.tax, gross: whole.gross - less.gross }
  })
  assert.deepEqual(rest, now.taxes)
  assert.equal(note.total, 700)
})

test('staff without money permission → change pieces, but no prices', async () => {
  const packer = await person(semel, 'staff')
  await semel.db
    .updateTable('users')
    .set({ permissions: ['orders'] })
    .where('id', '=', packer.id)
    .execute()
  const { id, products } = await order()
  const goods = { added: [{ productId: products[0]!, quantity: 1 }] }
  assert.equal((await put(id, { items: [{ line: 1, quantity: 2, unitPrice: 1190 }], ...goods }, packer)).status, 200)
  for (const change of [
    { discount: 1 },
    { items: [{ line: 1, unitPrice: 1 }] },
    { added: [{ productId: products[0]!, quantity: 1, unitPrice: 1 }] },
  ])
    assert.equal((await put(id, change, packer)).status, 403, JSON.stringify(change))
})

test('made dearer before its invoice → invoice of all, no credit note', async () => {
  await sellAs(semel, { invoiceMoment: 'shipped' })
  const { id } = await order([1000, 1000], ['mark-paid'])
  await put(id, { items: [{ line: 1, unitPrice: 600 }] })
  await put(id, { items: [{ line: 2, unitPrice: 2000 }] })
  await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })
  await sendTransfers(semel, id, staff)
  const now = await read(id)
  const { rows } = await sql`select from refunds where needs_credit_note`.execute(semel.db)
  await until(async () => {
    const open = await sql`select from refunds where needs_credit_note and state = 'done'`.execute(semel.db)
    return open.rows.length <= rows.length
  })
  const { items } = (await ask('GET', `/api/orders/${id}/documents`)).body
  assert.deepEqual(
    items.map(({ kind, total }: { kind: string; total: number }) => [kind, total]),
    [['invoice', now.total]],
  )
})
