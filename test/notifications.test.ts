import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from './people.ts'
import { stockProduct } from './products.ts'
import { type Semel, startSemel } from './semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('a placed order sends one confirmation to its owner, with the id and the items in both parts', async () => {
  const owner = await person(semel)
  const id = await placeOrder(owner)
  const [mail, ...others] = await semel.mailTo(owner.email)
  assert.equal(others.length, 0)
  assert.equal(mail!.subject, `Order Confirmation #${id}`)
  for (const part of [mail!.text, mail!.html]) {
    assert.match(part, new RegExp(`#${id}`))
    assert.match(part, /Lamp/)
    assert.match(part, /€39\.98/)
    assert.match(part, new RegExp(`${semel.origin}/orders/${id}`))
  }
})

async function placeOrder(owner: Person): Promise<number> {
  const lamp = await stockProduct(semel.db, { name: 'Lamp', price: 1999, stock: 5 })
  const body = { items: [{ productId: lamp, quantity: 2 }] }
  const { body: order } = await semel.client().post('/api/orders', body, { token: owner.token })
  return order.id
}
