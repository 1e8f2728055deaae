import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('order → one confirmation to its owner, id and items in both parts', async () => {
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

test('requested confirmation → nothing while one is current, one after change of address', async () => {
  const owner = await person(semel)
  const orderId = await placeOrder(owner)
  const ask = (body = {}, { token } = owner) =>
    semel.client().post('/api/notifications/order-confirmation', { orderId, ...body }, { token })
  const first = await ask()
  assert.equal(first.status, 202)
  assert.deepEqual(Object.keys(first.body), ['notificationId', 'orderId', 'status'])
  await semel.mailTo(owner.email)
  await sent(owner, first.body.notificationId)
  const second = await ask()
  assert.deepEqual(second.body, { ...first.body, status: 'sent' })

  const email = `new-${owner.email}`
  await semel.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  assert.equal(new Set(answers.map(({ body }) => body.notificationId)).size, 1)
  assert.notEqual(answers[0]!.body.notificationId, first.body.notificationId)
  assert.equal((await semel.mailTo(email)).length, 1)
  await sent(owner, answers[0]!.body.notificationId)
  assert.equal((await semel.mailTo(owner.email)).length, 1)

  assert.equal((await ask({ resend: true })).status, 403)
  const staff = await person(semel, 'staff')
  const again = await ask({ resend: true }, staff)
  assert.equal(again.status, 202)
  assert.equal((await semel.mailTo(email, 2)).length, 2)
})

for (const [status, steps, text] of [
  ['placed', [], /received order #\d+ and are getting it ready.*You can cancel the order until/],
  ['processing', ['process'], /received order #\d+ and are getting it ready/],
  ['shipped', ['process', 'ship'], /received order #\d+, and it is on its way/],
  ['delivered', ['process', 'ship', 'deliver'], /received order #\d+, and it has been delivered/],
  ['cancelled', ['cancel'], /received order #\d+\. It has been cancelled since.*Payment: Nothing to pay/],
  ['paid and cancelled', ['mark-paid', 'cancel'], /It has been cancelled since.*Payment: Refund due/],
  ['refunded', ['mark-paid', 'cancel', 'mark-refunded'], /It has been cancelled since.*Payment: Refunded/],
] as const) {
  test(`order that is ${status} → another confirmation promises nothing that is over`, async () => {
    const owner = await person(semel)
    const { token } = await person(semel, 'staff')
    const orderId = await placeOrder(owner)
    await semel.mailTo(owner.email)
    for (const step of steps) await semel.client().post(`/api/orders/${orderId}/${step}`, {}, { token })
    const asked = { orderId, resend: true }
    await semel.client().post('/api/notifications/order-confirmation', asked, { token })
    const tellsOwner = status !== 'placed' && status !== 'processing'
    // A refund by bank transfer sends an email, too.
    let again: { text: string } | undefined
    for (let count = tellsOwner ? 3 : 2; !again; count++) {
      const mails = await semel.mailTo(owner.email, count)
      ;[, again] = mails.filter(({ subject }) => subject === `Order Confirmation #${orderId}`)
    }
    // Lines are folded.
    const words = again.text.replaceAll(/\s+/g, ' ')
    assert.match(words, text)
    assert.equal(/Changed your mind/.test(words), status === 'placed')
  })
}

test('order of another user, unknown order or invalid id → confirmation refused', async () => {
  const owner = await person(semel)
  const orderId = await placeOrder(owner)
  const stranger = await person(semel)
  const ask = (body: unknown) =>
    semel.client().post('/api/notifications/order-confirmation', body, { token: stranger.token })
  assert.equal((await ask({ orderId })).status, 404)
  assert.equal((await ask({ orderId: 999_999 })).status, 404)
  for (const wrong of [{}, { orderId: '1' }, { orderId: 0 }, { orderId: 2 ** 53 }]) {
    const { status, body } = await ask(wrong)
    assert.equal(status, 422)
    assert.equal(body.errors[0].field, 'orderId')
  }
})

/** Waits for the ledger, because an email arrives shortly before its ending is recorded. */
async function sent(owner: Person, id: string): Promise<void> {
  for (;;) {
    const { status, body } = await semel.client().get(`/api/notifications/${id}`, { token: owner.token })
    assert.equal(status, 200)
    if (body.status === 'sent') return
  }
}

async function placeOrder(owner: Person): Promise<number> {
  const lamp = await stockProduct(semel.db, { name: 'Lamp', price: 1999, stock: 5 })
  const body = { items: [{ productId: lamp, quantity: 2 }] }
  const { body: order } = await semel.client().post('/api/orders', body, { token: owner.token })
  return order.id
}
