import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { readCsv } from '../../src/csv.ts'
import { newPerson } from '../support/accounts.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'

/* The shop's money in the console: the page of payments, refunds by one click, and files from which an accountant books. */

let semel: Semel
let staff: Client
let token: string
let buyer: Awaited<ReturnType<typeof newPerson>>
before(async () => {
  semel = await startSemel({}, { worker: false })
  const { client, ...person } = await newPerson(semel, { role: 'staff' })
  staff = client
  token = person.token
  staff.cookies.set(cookieNames(semel).session, token)
  buyer = await newPerson(semel, { userName: '=cmd|x' })
})
after(() => semel[Symbol.asyncDispose]())

const HTML = { accept: 'text/html' }

async function place(more: object = {}, price = 4800): Promise<number> {
  const productId = await stockProduct(semel.db, { price, sku: `=SUM(${randomUUID()})` })
  const order = { items: [{ productId, quantity: 1 }], ...more }
  const { body, text } = await buyer.client.post('/api/orders', order, { token: buyer.token })
  assert.ok(body.id, text)
  return body.id
}

const step = async (id: number, name: string, body?: object) => {
  const { status, text } = await staff.request('POST', `/api/orders/${id}/${name}`, {
    body: JSON.stringify(body ?? {}),
    headers: { 'content-type': 'application/json', 'x-csrf-token': (await staff.get('/api/auth/csrf')).body.csrfToken },
  })
  assert.ok(status < 300, text)
}

const show = async (path: string) => {
  const { status, text } = await staff.get(path, { headers: HTML })
  assert.equal(status, 200, path)
  return text
}

async function send(page: string, action: string, typed: Record<string, string> = {}) {
  const values = { ...fieldsOf(await show(page), action), _confirmed: 'yes', ...typed }
  return staff.request('POST', action, {
    body: new URLSearchParams(values).toString(),
    headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
  })
}

async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const { text, status } = await staff.get(`/admin/${file}`)
  assert.equal(status, 200)
  const rows: string[][] = []
  for await (const row of readCsv(
    (async function* () {
      yield text.replace('\ufeff', '')
    })(),
  )) {
    assert.ok('fields' in row)
    rows.push(row.fields)
  }
  const [head, ...lines] = rows
  return lines.map(line => Object.fromEntries(head!.map((name, index) => [name, line[index]!])))
}

test('order with code, delivery, two rates and refund → parts add up', async () => {
  const { db } = semel
  await db.updateTable('delivery_methods').set({ price: 490, currency: 'EUR' }).execute()
  await db
    .insertInto('tax_rates')
    .values({ country: 'DE', class: 'reduced', rate_bp: 700, valid_from: '2000-01-01', confirmed: true })
    .execute()
  await db
    .insertInto('discount_codes')
    .values({ code: 'TEN', kind: 'percent', value: 10, created_at: new Date() })
    .execute()
  const lamp = await stockProduct(db, { price: 4800, sku: '=LAMP', name: '=1+1' })
  const book = await stockProduct(db, { price: 1200, sku: 'BOOK', tax_class: 'reduced' })
  const items = [
    { productId: lamp, quantity: 1 },
    { productId: book, quantity: 2 },
  ]
  const { body, text } = await buyer.client.post('/api/orders', { items, discountCode: 'TEN' }, { token: buyer.token })
  assert.ok(body.id, text)
  await step(body.id, 'mark-paid')
  await step(body.id, 'refunds', { amount: 1000 })
  await sendTransfers(semel, body.id, { token })

  const [row] = await rowsOf(`orders.csv?q=${body.id}`)
  const { items_total, discount, delivery, net, vat, total } = row!
  assert.deepEqual([items_total, discount, delivery, total], ['72.00', '7.20', '4.90', '69.70'])
  assert.equal(Number(net) + Number(vat), 69.7)
  const [high, low] = body.taxes
  const cents = (amount: number) => (amount / 100).toFixed(2)
  assert.deepEqual(
    [row!.rate_1, row!.net_1, row!.vat_1, row!.rate_2, row!.net_2, row!.vat_2, row!.rate_3],
    ['19', cents(high.net), cents(high.tax), '7', cents(low.net), cents(low.tax), ''],
  )
  assert.deepEqual(
    [row!.country, row!.discount_code, row!.delivery_method, row!.method, row!.received, row!.refunded],
    ['DE', 'TEN', 'Standard', 'transfer', '69.70', '10.00'],
  )
  assert.match(row!.paid_at!, /^2\d{3}-\d\d-\d\dT/)
  assert.match(row!.refunded_at!, /^2\d{3}-\d\d-\d\dT/)
  assert.equal(row!.customer, "'=cmd|x")

  const lines = await rowsOf(`order-lines.csv?q=${body.id}`)
  const shown = lines.map(({ sku, quantity, total, vat_rate: rate }) => [sku, quantity, total, rate])
  assert.deepEqual(shown, [
    ["'=LAMP", '1', '43.20', '19'],
    ['BOOK', '2', '21.60', '7'],
  ])
  assert.doesNotMatch(lines[0]!.product!, /(^|[;\s])=/)
})

test('page of payments → amounts due, received and refunded, and lists by state', async () => {
  const { db } = semel
  await db.updateTable('orders').set({ payment_status: 'paid' }).execute()
  await db.deleteFrom('payment_calls').execute()
  await db.deleteFrom('refunds').execute()
  await db.deleteFrom('incoming_transfer_parts').execute()
  await db.deleteFrom('payments').execute()
  await db.updateTable('delivery_methods').set({ price: 0 }).execute()
  await place()
  const paid = await place({}, 3000)
  await step(paid, 'mark-paid')
  const cancelled = await place({}, 2000)
  await step(cancelled, 'mark-paid')
  await step(cancelled, 'cancel')

  const page = await show('/admin/payments')
  assert.match(page, /Due<\/dt><dd><a href="\/admin\/orders\?status=unpaid">€48\.00/)
  assert.match(page, /Received in 30 days.*€50\.00.*Refunded in 30 days.*Nothing.*Refunds due.*€20\.00.*In doubt/s)
  const ordersIn = (text: string) => [...text.matchAll(/\/admin\/orders\/(\d+)"/g)].map(([, id]) => Number(id))
  assert.deepEqual(ordersIn(page), [cancelled, paid])
  assert.deepEqual(ordersIn(await show('/admin/payments?state=refunded')), [cancelled])
  assert.deepEqual(ordersIn(await show('/admin/payments?state=under_way')), [])
  assert.match(await show('/admin/payments?state=to_look_at'), /Nothing is in doubt/)
  assert.match(await show(`/admin/orders/${cancelled}`), /Next step<\/h2>.*?Mark as refunded/s)
  assert.match(await show('/admin'), /Refunds due<\/dt><dd><a href="\/admin\/orders\?status=refund_due">1/)
})

test('order cancelled before payment → nothing to do, and money may still arrive', async () => {
  const id = await place()
  await step(id, 'cancel')
  assert.match(
    await show(`/admin/orders/${id}`),
    /Next step<\/h2>\s*<p class="soft">Nothing is left to do\..*Mark as paid/s,
  )
})

test('staff without money → no refundable amount, and no link that would refuse', async () => {
  const id = await place()
  await step(id, 'mark-paid')
  const { token } = await person(semel, 'staff', ['orders'])
  const cookie = `${cookieNames(semel).session}=${token}`
  const { text } = await semel.client().get(`/admin/orders/${id}`, { headers: { ...HTML, cookie } })
  assert.match(text, /Received/)
  assert.doesNotMatch(text, /can go back|href="\/admin\/(users|products|payments)\//)
})

test('refund of a part, then of the whole → form has the remainder', async () => {
  const id = await place()
  await step(id, 'mark-paid')
  const page = `/admin/orders/${id}`
  assert.match(await show(page), /€48\.00 can go back/)
  const part = await send(page, `${page}/refund`, { amount: '12,50', reason: 'A scratch' })
  assert.equal(part.status, 303, part.text)
  assert.match(await show(page), /€12\.50.*A scratch.*€35\.50 can go back/s)
  const tooMuch = await send(page, `${page}/refund`, { amount: '36' })
  assert.equal(tooMuch.status, 409)
  assert.match(tooMuch.text, /€36\.00 asked, €35\.50 left/)
  assert.equal((await send(page, `${page}/refund`, { amount: '' })).status, 422)
  assert.equal((await send(page, `${page}/refund`, { amount: '35.50' })).status, 303)
  const both = await show(page)
  assert.doesNotMatch(both, /can go back/)
  assert.match(both, /send back €12\.50 by bank transfer \(A scratch\)\..*send back €35\.50 by bank transfer\./s)
})

test('doubtful call, differing money, chargeback → listed for review with the remedy', async () => {
  const { db } = semel
  const [doubtful, different, charged] = [await place(), await place(), await place()]
  const pay = async (order_id: number, more: object) => {
    const id = randomUUID()
    const row = { id, order_id, provider: 'stripe', amount: 4800, currency: 'EUR', expires_at: new Date(), ...more }
    await db.insertInto('payments').values(row).execute()
    return id
  }
  const payment = await pay(doubtful, { state: 'authorized' })
  const call = {
    id: randomUUID(),
    payment_id: payment,
    kind: 'capture',
    amount: 4800,
    state: 'in_doubt',
    attempts: 2,
    reply: 'No such session',
  } as const
  await db.insertInto('payment_calls').values(call).execute()
  await pay(different, { state: 'pending', finding: 'The provider asks for €1.00, and the order is €48.00.' })
  const taken = await pay(charged, { state: 'captured', captured: 4800, disputed: 4800 })
  const dispute = {
    id: randomUUID(),
    payment_id: taken,
    provider_id: 'du_1',
    amount: 4800,
    currency: 'EUR',
    state: 'open',
    provider_state: 'needs_response',
    takes_money: true,
    respond_by: new Date(),
    opened_at: new Date(),
  } as const
  await db.insertInto('disputes').values(dispute).execute()

  const list = await show('/admin/payments?state=to_look_at')
  assert.match(list, /In doubt<\/dt><dd><a [^>]*>1<.*To look at<\/dt><dd><a [^>]*>3</s)
  assert.match(list, /Take the money \(€48\.00\) is in doubt.*Tried 2 times.*No such session/s)
  assert.match(list, /Differs/)
  assert.match(list, /Chargeback/)
  assert.match(await show('/admin'), /Payments to look at<\/dt><dd><a [^>]*>3/)
  assert.match(await show(`/admin/orders/${different}`), /The provider asks for €1\.00.*not marked as paid by it/s)
  assert.match(await show(`/admin/orders/${charged}`), /Answer at the provider by <strong>/)
  const settled = await send('/admin/payments?state=to_look_at', `/admin/orders/${doubtful}/calls/${call.id}/done`)
  assert.equal(settled.status, 303, settled.text)
  assert.match(await show('/admin/payments?state=to_look_at'), /In doubt<\/dt><dd><a [^>]*>0</)
})
