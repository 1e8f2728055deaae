import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Pieces that are broken or gone are not put back into stock when an order becomes smaller or is cancelled. */
let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  buyer = await person(semel)
  staff = await person(semel, 'admin')
})
after(() => semel[Symbol.asyncDispose]())

async function order() {
  const lamp = await stockProduct(semel.db, { stock: 5, price: 1000 })
  const cup = await stockProduct(semel.db, { stock: 5, price: 500 })
  const items = [
    { productId: lamp, quantity: 2 },
    { productId: cup, quantity: 1 },
  ]
  const { body } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
  const stock = async () => [(await stockOf(semel.db, lamp)).stock, (await stockOf(semel.db, cup)).stock]
  return { id: body.id as number, stock }
}
const change = (id: number, items: object[]) =>
  semel.client().patch(`/api/orders/${id}/items`, { items }, { token: staff.token })
const cancel = (id: number, body: object | undefined, { token }: Person) =>
  semel.client().post(`/api/orders/${id}/cancel`, body, { token })

test('reduced order → pieces back in stock unless kept out', async () => {
  const { id, stock } = await order()
  assert.deepEqual(await stock(), [3, 4])
  assert.equal((await change(id, [{ line: 1, quantity: 1, keepOut: true }])).status, 200)
  assert.deepEqual(await stock(), [3, 4])
  assert.equal((await change(id, [{ line: 2, quantity: 0 }])).status, 200)
  assert.deepEqual(await stock(), [3, 5])
  assert.equal((await change(id, [{ line: 1, quantity: 0, keepOut: true }])).body.status, 'cancelled')
  assert.deepEqual(await stock(), [3, 5])
})

test('cancelled order → stock back except lines that staff keep out', async () => {
  const { id, stock } = await order()
  assert.equal((await cancel(id, { items: [{ line: 1, keepOut: true }] }, staff)).status, 200)
  assert.deepEqual(await stock(), [3, 5])
})

test('owner cancels → all stock back, whatever the request, body or none', async () => {
  const first = await order()
  assert.equal((await cancel(first.id, { items: [{ line: 1, keepOut: true }] }, buyer)).status, 200)
  assert.deepEqual(await first.stock(), [5, 5])
  const second = await order()
  assert.equal((await cancel(second.id, undefined, staff)).status, 200)
  assert.deepEqual(await second.stock(), [5, 5])
})

test('console page → a box for each line, in both forms', async () => {
  const { id } = await order()
  const { text } = await semel
    .client()
    .get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${staff.token}` } })
  for (const line of [0, 1]) assert.equal(text.split(`name="items.${line}.keepOut"`).length, 3)
})
