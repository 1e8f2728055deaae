import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueNextInvoice } from '../../src/documents/issuer.ts'
import { claim } from '../../src/notifications/claim.ts'
import { commitToSend } from '../../src/notifications/ledger.ts'
import { changeShop, forgetShop, loadShop } from '../../src/shop/settings.ts'
import { after as later, SECOND } from '../../src/time.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import { placeForInvoice, sellAs } from '../support/documents.ts'
import { fieldsOf } from '../support/forms.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Steps that are taken back: their state, their emails, and who comes first. No worker runs, so no email leaves meanwhile. */
let semel: Semel
let staff: Person
let buyer: Person
const WORKER = 4711
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await newPerson(semel, { role: 'staff', userName: 'Sam Staff' })
  buyer = await newPerson(semel)
  const lease = { number: WORKER, name: 'undo', lease_until: later(new Date(), 3600 * SECOND) }
  await semel.db.insertInto('workers').values(lease).execute()
})
after(() => semel[Symbol.asyncDispose]())

async function shipped(body: object = {}): Promise<number> {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, buyer)
  await step(order.id, 'process')
  await step(order.id, 'ship', body)
  return order.id
}

async function step(id: number, name: string, body: object = {}) {
  const answer = await semel.client().post(`/api/orders/${id}/${name}`, body, staff)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const undo = (id: number, of = 'ship', headers = {}) =>
  semel.client().post(`/api/orders/${id}/undo`, { step: of }, { token: staff.token, headers })

/** The emails about a shipment, oldest first, with the seconds that each waits. */
async function emailsOf(orderId: number) {
  const rows = await semel.db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(['d.id', 'd.state', 'd.due_at', 'd.created_at', 'e.payload'])
    .where('e.type', '=', 'order.shipped')
    .orderBy('d.id')
    .execute()
  return rows
    .filter(({ payload }) => 'orderId' in payload && payload.orderId === orderId)
    .map(({ id, state, due_at: due, created_at: at }) => ({ id, state, wait: (due.getTime() - at.getTime()) / SECOND }))
}

test('shipment taken back → its email too, and shipping again sends its own', async () => {
  const id = await shipped({ trackingNumber: 'SML 1', undoable: true })
  assert.deepEqual(
    (await emailsOf(id)).map(({ state, wait }) => [state, Math.round(wait)]),
    [['pending', 20]],
  )
  const { body } = await undo(id)
  assert.deepEqual(body, { orderId: id, status: 'processing', emailOutcome: 'stopped' })
  const { body: order } = await semel.client().get(`/api/orders/${id}`, { token: buyer.token })
  assert.equal(order.trackingNumber, null)
  assert.deepEqual(
    order.steps.map(({ status }: { status: string }) => status),
    ['placed', 'processing'],
  )
  const { text: again } = await staff.client.get(`/admin/orders/${id}`)
  assert.match(again, /value="SML 1"[^>]*name="trackingNumber"|name="trackingNumber"[^>]*value="SML 1"/)
  await step(id, 'ship', { trackingNumber: 'SML 2' })
  assert.deepEqual(
    (await emailsOf(id)).map(({ state }) => state),
    ['skipped', 'pending'],
  )
  const { text } = await staff.client.get(`/admin/orders/${id}`)
  assert.match(text, /Sam Staff<\/bdi><\/a> took the shipment back\./)
  const { body: feed } = await semel.client().get('/api/events?types=order.step_undone', staff)
  const news = feed.items.find(({ data }: { data: { orderId: number } }) => data.orderId === id)
  assert.deepEqual([news.data.status, news.data.undone], ['processing', 'shipped'])
})

test('program asks for no undo → its email is sent at once', async () => {
  const id = await shipped()
  assert.deepEqual(
    (await emailsOf(id)).map(({ wait }) => wait),
    [0],
  )
})

test('a retried undo gets the first answer, and another one is refused', async () => {
  const id = await shipped({ undoable: true })
  const headers = { 'idempotency-key': `undo-${id}` }
  const first = await undo(id, 'ship', headers)
  assert.deepEqual((await undo(id, 'ship', headers)).body, first.body)
  const again = await undo(id)
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_order_state'])
  assert.match(again.body.detail, /is processing; only an order that is shipped can go back to processing/)
  assert.equal((await undo(2_000_000)).status, 404)
  assert.equal((await semel.client().post(`/api/orders/${id}/undo`, { step: 'ship' }, buyer)).status, 403)
  assert.equal((await undo(id, 'cancel')).status, 422)
})

test('delivery taken back → no email, and impossible once something comes back', async () => {
  const id = await shipped()
  await step(id, 'deliver')
  assert.deepEqual((await undo(id, 'deliver')).body, { orderId: id, status: 'shipped', emailOutcome: 'none' })
  const asked = await semel.client().post(`/api/orders/${id}/returns`, { items: [{ line: 1, quantity: 1 }] }, staff)
  assert.equal(asked.status, 201, asked.text)
  const refused = await undo(id)
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /A return of this order has begun/)
})

test('undo before the worker commits → nothing sent; afterwards → the email has gone', async () => {
  for (const order of ['undo first', 'worker first'] as const) {
    const id = await shipped()
    const commit = await claimed(id)
    if (order === 'undo first') {
      assert.equal((await undo(id)).body.emailOutcome, 'stopped')
      assert.equal((await commit()).size, 0)
    } else {
      assert.equal((await commit()).size, 1)
      assert.deepEqual((await undo(id)).body, { orderId: id, status: 'processing', emailOutcome: 'sent' })
    }
    const [email] = await emailsOf(id)
    assert.equal(email!.state, order === 'undo first' ? 'skipped' : 'finishing')
  }
})

test('undo while a worker commits → exactly one of them has the email', async () => {
  for (let n = 0; n < 12; n++) {
    const id = await shipped()
    const commit = await claimed(id)
    const [answer, released] = await Promise.all(
      n % 2 ? [undo(id), commit()] : reversed(await Promise.all([commit(), undo(id)])),
    )
    assert.equal(answer.body.emailOutcome, released.size === 1 ? 'sent' : 'stopped')
    assert.equal((await emailsOf(id))[0]!.state, released.size === 1 ? 'finishing' : 'skipped')
  }
})

function reversed<A, B>([a, b]: [A, B]): [B, A] {
  return [b, a]
}

/** @returns commits to send the email of a shipment, as the worker that has claimed it would */
async function claimed(orderId: number) {
  const claims = await claim(semel.db, WORKER, 100)
  const { id } = (await emailsOf(orderId)).at(-1)!
  const { attempt } = claims.find(claim => claim.id === id)!
  const commitment = { id, attempt, address: buyer.email, messageId: `<${id}@example.test>`, relay: 'inbox' }
  return () => commitToSend(semel.db, [commitment])
}

test('many orders undone → impossible ones are named, and customers already told', async () => {
  const [held, gone, delivered] = [await shipped({ undoable: true }), await shipped(), await shipped()]
  await (await claimed(gone))()
  await step(delivered, 'deliver')
  const orderIds = [delivered, gone, held]
  const { body } = await semel.client().post('/api/orders/steps/undo', { step: 'ship', orderIds }, staff)
  assert.deepEqual([body.undone, body.told, body.refused], [[held, gone], [gone], [delivered]])
  assert.equal(body.reasons[0].code, 'wrong_order_state')
})

test('no invoice is numbered while the shipment can be undone', async () => {
  await sellAs(semel)
  const attempt = async () => ({ shop: await loadShop(semel.db), now: semel.clock.now(), except: [], about: undefined })
  const issue = async () => {
    const asked = await attempt()
    return semel.db.transaction().execute(tx => issueNextInvoice(tx, asked))
  }
  while (await issue()) {}
  const id = await placeForInvoice(semel, buyer)
  await step(id, 'process')
  await step(id, 'ship', { undoable: true })
  assert.equal(await issue(), false)
  await semel.db
    .updateTable('deliveries')
    .set({ due_at: new Date() })
    .where('id', '=', (await emailsOf(id))[0]!.id)
    .execute()
  assert.equal(await issue(), true)
})

const HTML = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }

/** Sends a form of a page as a browser without scripts does. @returns the page that follows */
async function send(page: string, action: string, more: Record<string, string> = {}) {
  const shown = await staff.client.get(page)
  const body = new URLSearchParams({ ...fieldsOf(shown.text, action), ...more }).toString()
  const sent = await staff.client.request('POST', action, { body, headers: HTML })
  assert.equal(sent.status, 303, sent.text)
  return sent.headers.get('location')!
}

test('without JavaScript the order page offers the undo and says its outcome', async () => {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, buyer)
  const page = `/admin/orders/${order.id}`
  await send(page, `${page}/process`)
  const followed = await send(page, `${page}/ship`)
  const said = await staff.client.get(followed)
  assert.match(said.text, /Marked as shipped\. The customer gets an email in 20 seconds\./)
  // The message and its form are on the page that was just read, so they are sent from there.
  const body = new URLSearchParams(fieldsOf(said.text, `${page}/undo-ship`)).toString()
  const undone = await staff.client.request('POST', `${page}/undo-ship`, { body, headers: HTML })
  assert.equal(undone.headers.get('location'), `${page}?email=stopped`)
  assert.match((await staff.client.get(`${page}?email=stopped`)).text, /The step was undone\. No email went out\./)
  assert.doesNotMatch((await staff.client.get(`${page}?email=stopped`)).text, /No email went out/)
})

test('answer taken back → its email too, and its text waits for correction', async () => {
  const message = { email: 'ada@example.com', message: 'Where is it?' }
  const { body: written } = await semel.client().post('/api/contact-messages', message)
  const page = `/admin/contact-messages/${written.id}`
  const answered = await send(page, `${page}/reply`, { message: 'It comes tomorow.' })
  const said = await staff.client.get(answered)
  assert.match(said.text, /Your answer goes out in 20 seconds\./)
  const action = `${page}/replies/${new URL(answered, semel.origin).searchParams.get('reply')}/undo`
  const body = new URLSearchParams(fieldsOf(said.text, action)).toString()
  const undone = await staff.client.request('POST', action, { body, headers: HTML })
  assert.equal(undone.headers.get('location'), `${page}?email=stopped`)
  const { text } = await staff.client.get(page)
  assert.match(text, /<textarea[^>]*>\n?It comes tomorow\.<\/textarea>/)
  assert.match(text, />Open</)
  const elsewhere = `/api/admin/contact-messages/${written.id}/replies/${written.id}/undo`
  assert.equal((await semel.client().post(elsewhere, {}, staff)).status, 404)
})

test('a shop that wants no undo sends its emails at once', async () => {
  await changeShop(semel.db, { undoSeconds: 0 })
  await forgetShop(semel.db)
  const id = await shipped({ undoable: true })
  assert.deepEqual(
    (await emailsOf(id)).map(({ wait }) => wait),
    [0],
  )
  const settings = await newPerson(semel, { role: 'admin' })
  const set = (undoSeconds: number) => semel.client().patch('/api/admin/settings', { undoSeconds }, settings)
  assert.equal((await set(26)).status, 422)
  assert.equal((await set(20)).status, 200)
})
