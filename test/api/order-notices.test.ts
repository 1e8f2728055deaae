import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { tellOrdersOfDays } from '../../src/orders/notices/tell-shop.ts'
import { changeShop, forgetShop, type ShopSettings } from '../../src/shop/settings.ts'
import { startWorker } from '../../src/worker.ts'
import { endings } from '../support/endings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A new order tells the shop: never, at once, or once a day; each order once, and never anybody else. */

let semel: Semel
let buyer: Person
before(async () => {
  semel = await startSemel({ supportEmail: 'help@tea.example' }, { worker: false })
  buyer = await person(semel)
})
after(() => semel[Symbol.asyncDispose]())

async function set(changes: Partial<ShopSettings>): Promise<void> {
  await changeShop(semel.db, changes)
  await forgetShop(semel.db)
}

async function order(key?: string): Promise<number> {
  const items = [{ productId: await stockProduct(semel.db, { stock: 3, name: 'Teapot' }), quantity: 1 }]
  const headers = key ? { 'idempotency-key': key } : {}
  const send = () => semel.client().post('/api/orders', { items }, { token: buyer.token, headers })
  const { status, body, text } = await send()
  assert.equal(status, 201, text)
  if (key) await send()
  return body.id
}

const toldTo = (kind: 'shop.order_placed' | 'shop.orders_of_day') =>
  semel.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(['events.payload', 'deliveries.recipient'])
    .where('deliveries.kind', '=', kind)
    .execute()

/** Acts as if it had been placed so many days ago, by the clock of the database. */
const placeDaysAgo = (id: number, days: number) =>
  sql`update orders set placed_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(semel.db)

test('by default an order sends one email, to its owner', async () => {
  const id = await order()
  const { rows } = await sql`select recipient from deliveries`.execute(semel.db)
  assert.deepEqual(rows, [{ recipient: `user:${buyer.id}` }])
  await placeDaysAgo(id, 1)
  await tellOrdersOfDays(semel.db)
  assert.deepEqual(await toldTo('shop.orders_of_day'), [])
})

test('at once → one email per order, even repeated, to the current address', async () => {
  await set({ orderNotice: 'at_once', orderEmail: 'orders@tea.example', timeZone: 'Europe/Berlin' })
  const id = await order('the same press')
  assert.deepEqual(await toldTo('shop.order_placed'), [{ payload: { orderId: id }, recipient: 'shop' }])
  await set({ orderEmail: 'counter@tea.example' })
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const [mail] = await semel.mailTo('counter@tea.example')
  assert.match(mail!.subject, new RegExp(`^New order #${id}: `))
  assert.match(mail!.text, /Someone/)
  assert.ok(mail!.text.includes(`/admin/orders/${id}`))
  await endings(semel, buyer.id)
  assert.equal((await semel.mailTo('counter@tea.example')).length, 1)
  assert.deepEqual(await semel.mailTo('orders@tea.example', 0), [])
})

test('daily, whoever looks → one email about orders not yet told, or none', async () => {
  const told = await order()
  await set({ orderNotice: 'daily', orderEmail: '' })
  const ids = [await order(), await order()]
  // The order of the first test was never reported either, so the email counts three.
  for (const id of [told, ...ids]) await placeDaysAgo(id, 1)
  await Promise.all([1, 2, 3].map(() => tellOrdersOfDays(semel.db)))
  await tellOrdersOfDays(semel.db)
  assert.equal((await toldTo('shop.orders_of_day')).length, 1)
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  // The email about the other order goes to the support desk as well, because `orderEmail` is empty now.
  const mails = await semel.mailTo('help@tea.example', 2)
  const mail = mails.find(({ subject }) => /^Orders of .*: 3$/.test(subject))
  for (const id of ids) assert.match(mail!.text, new RegExp(`#${id}\\b`))
  assert.doesNotMatch(mail!.text, new RegExp(`#${told}\\b`))
})

test('the settings refuse what is no choice and no address', async () => {
  const admin = await person(semel, 'admin')
  for (const wrong of [{ orderNotice: 'often' }, { orderEmail: 'nobody' }]) {
    const { status } = await semel.client().patch('/api/admin/settings', wrong, { token: admin.token })
    assert.equal(status, 422)
  }
})
