import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { readMoneyNow } from '../../src/payments/queries.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { sellAs } from '../support/documents.ts'
import { openProvider } from '../support/payments.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* Every request for money asks for the amount due: the total, less reductions and payments. */

let semel: Semel
let buyer: Person
let admin: Person
let provider: DevProvider
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  admin = await person(semel, 'admin')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  await sellAs(semel)
  await changeShop(semel.db, { iban: 'DE89370400440532013000', transferReference: 'TEA {order}' })
  await forgetShop(semel.db)
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const post = (path: string, body: object = {}, who = admin) => semel.client().post(path, body, { token: who.token })
const get = (path: string, who = buyer) => semel.client().get(path, { token: who.token })

async function see(path: string, who = buyer) {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, who.token)
  const { text } = await client.get(path, { headers: { accept: 'text/html' } })
  return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

/** An order of 80.00 of which a product of 30.00 came back and was taken off. */
async function owedInPart(): Promise<number> {
  const products = await Promise.all([5000, 3000].map(price => stockProduct(semel.db, { price })))
  const items = products.map(productId => ({ productId, quantity: 1 }))
  const { body, text } = await post('/api/orders', { items }, buyer)
  assert.ok(body.id, text)
  for (const step of ['process', 'ship', 'deliver']) await post(`/api/orders/${body.id}/${step}`)
  const returned = await post(`/api/orders/${body.id}/returns`, { items: [{ line: 2, quantity: 1 }] }, buyer)
  for (const step of ['approve', 'receive', 'credit']) {
    const { status, text } = await post(`/api/admin/returns/${returned.body.id}/${step}`)
    assert.equal(status, 200, text)
  }
  return body.id
}

test('30.00 of 80.00 was taken off → every place asks for 50.00', async () => {
  const before = (await readMoneyNow(semel.db)).due.find(({ currency }) => currency === 'EUR')?.total ?? 0
  const id = await owedInPart()
  assert.equal((await get(`/api/orders/${id}`)).body.payment.due, 5000)
  assert.equal((await get('/api/orders')).body.items.find((order: { id: number }) => order.id === id).payment.due, 5000)
  assert.equal((await readMoneyNow(semel.db)).due.find(({ currency }) => currency === 'EUR')?.total, before + 5000)

  const page = await see(`/orders/${id}`)
  assert.match(page, /Amount €50\.00/)
  assert.match(page, /Pay €50\.00 online/)
  assert.match(page, /Taken off your invoice -€30\.00 Still to pay €50\.00/)
  assert.match(await see(`/admin/orders/${id}`, admin), /Taken off your invoice -€30\.00 Still to pay €50\.00/)

  await post('/api/notifications/order-confirmation', { orderId: id, resend: true })
  const confirmations = async () =>
    (await semel.mailTo(buyer.email)).filter(({ subject }) => subject === `Order Confirmation #${id}`)
  await until(async () => (await confirmations()).length === 2, 'the second confirmation')
  const again = (await confirmations())[1]!
  assert.match(again.text, /Amount:? +€50\.00/)
  assert.match(again.text, /Total:? +€80\.00.*Taken off your invoice:? +-€30\.00.*Still to pay:? +€50\.00/s)

  const { body: payment, status, text } = await post(`/api/orders/${id}/payment`, {}, buyer)
  assert.equal(status, 201, text)
  assert.equal(payment.amount, 5000)
})

test('money that the shop notes for such an order → what was due', async () => {
  const id = await owedInPart()
  const { body } = await post(`/api/orders/${id}/mark-paid`)
  assert.deepEqual([body.payment.status, body.payment.due], ['paid', 0])
  const { captured } = await semel.db
    .selectFrom('payments')
    .select('captured')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(captured, 5000)
  assert.doesNotMatch(await see(`/orders/${id}`), /Amount €|Still to pay/)
})

test('nothing is left to pay → marking it as paid is refused', async () => {
  const productId = await stockProduct(semel.db, { price: 1000 })
  const { body } = await post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  for (const step of ['process', 'ship', 'deliver']) await post(`/api/orders/${body.id}/${step}`)
  const returned = await post(`/api/orders/${body.id}/returns`, { items: [{ line: 1, quantity: 1 }] }, buyer)
  for (const step of ['approve', 'receive', 'credit']) await post(`/api/admin/returns/${returned.body.id}/${step}`)
  const { status, body: problem } = await post(`/api/orders/${body.id}/mark-paid`)
  assert.deepEqual([status, problem.code], [409, 'wrong_payment_state'])
})
