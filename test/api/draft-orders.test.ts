import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldDrafts } from '../../src/privacy/guests.ts'
import { DAY } from '../../src/time.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Orders that staff write for a customer, who confirms them by a link. */
let semel: Semel
let staff: Person
let packer: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'admin')
  packer = await person(semel, 'staff')
  await sql`update users set permissions = array['orders'] where id = ${packer.id}`.execute(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

type Headers = Record<string, string>
const ask = (method: string, path: string, body?: object, who: Person | null = staff, headers: Headers = {}) =>
  semel.client().request(method, path, { ...(body && { body }), ...(who && { token: who.token }), headers })
const HOME = { name: 'Ada Lovelace', line1: 'Lindenstraße 1', postcode: '10969', city: 'Berlin', country: 'DE' }
let addresses = 0
const newAddress = () => `telephone-${++addresses}@example.com`

async function drafted(more: object = {}, who = staff) {
  const productId = await stockProduct(semel.db, { price: 1000, stock: 10 })
  const email = newAddress()
  const body = { email, items: [{ productId, quantity: 2 }], deliveryAddress: HOME, ...more }
  const answer = await ask('POST', '/api/draft-orders', body, who)
  assert.equal(answer.status, 201, answer.text)
  return { ...answer.body, productId, email } as {
    id: string
    productId: number
    email: string
    total: number
    version: number
  }
}

/** Sends a draft. @returns the token of the link in its newest email */
async function sent(draft: { id: string; email: string }, emails = 1): Promise<string> {
  const answer = await ask('POST', `/api/draft-orders/${draft.id}/send`)
  assert.equal(answer.status, 200, answer.text)
  const mail = (await semel.mailTo(draft.email, emails)).at(-1)!
  return /draft-order\?token=([\w-]+)/.exec(mail.text)![1]!
}

const confirm = (token: string, version = 1, headers: Headers = {}) =>
  ask('POST', '/api/draft-orders/confirm', { token, version }, null, headers)
const read = async (id: string) => (await ask('GET', `/api/draft-orders/${id}`)).body
const ordersOf = async (email: string) => {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o join users u on u.id = o.owner_id where u.email = ${email}
  `.execute(semel.db)
  return rows.length
}

test('draft with its own prices → email, confirmation, one order at these prices', async () => {
  const productId = await stockProduct(semel.db, { price: 1000, stock: 10 })
  const sku = 'DRAFT-SKU'
  await stockProduct(semel.db, { price: 500, stock: 10, sku })
  const items = [{ productId, quantity: 2, unitPrice: 900 }, null, { sku, quantity: 1 }]
  const draft = await drafted({ items, discount: 300, message: 'As agreed.', currency: 'EUR' })
  const { deliveryTotal, total, state } = await read(draft.id)
  assert.deepEqual([total, state], [2 * 900 + 500 - 300 + deliveryTotal, 'draft'])
  const token = await sent(draft)
  const [mail] = await semel.mailTo(draft.email, 1)
  assert.match(mail!.text, /As agreed\./)
  assert.doesNotMatch(mail!.text, /Lindenstraße/)
  await sql`update products set price = 5000, updated_at = now() where id = ${productId}`.execute(semel.db)
  const { status, body, text } = await confirm(token)
  assert.equal(status, 201, text)
  assert.deepEqual([body.total, body.discountTotal, body.deliveryTotal], [total, 300, deliveryTotal])
  assert.deepEqual(
    body.items.map((item: { unitPrice: number; quantity: number }) => [item.unitPrice, item.quantity]),
    [
      [900, 2],
      [500, 1],
    ],
  )
  assert.equal(body.owner.email, draft.email)
  assert.equal(body.deliveryAddress.line1, HOME.line1)
  const orderToken = new URL(body.link).searchParams.get('token')!
  const shown = await semel.client().get(`/api/orders/${body.id}`, { token: orderToken })
  assert.deepEqual([shown.body.total, shown.body.items[0].unitPrice], [total, 900])
  assert.equal((await stockOf(semel.db, productId)).stock, 8)
  assert.deepEqual([(await read(draft.id)).state, (await read(draft.id)).orderId], ['confirmed', body.id])
  assert.equal((await semel.mailTo(draft.email, 2)).length, 2)
})

test('confirmation repeated and doubled → one order, once its stock', async () => {
  const draft = await drafted()
  const token = await sent(draft)
  const headers = { 'idempotency-key': `draft-${draft.id}` }
  const answers = await Promise.all([
    confirm(token, 1, headers),
    confirm(token),
    confirm(token),
    confirm(token, 1, headers),
  ])
  const placed = answers.filter(({ status }) => status === 201)
  assert.ok(placed.length >= 1)
  assert.equal(new Set(placed.map(({ body }) => body.id)).size, 1)
  for (const { status, body } of answers.filter(({ status }) => status !== 201))
    assert.ok(status === 409 && ['draft_order_closed', 'idempotency_key_in_use'].includes(body.code), body.code)
  const late = await confirm(token)
  assert.deepEqual([late.status, late.body.code, late.body.orderId], [409, 'draft_order_closed', placed[0]!.body.id])
  assert.deepEqual([await ordersOf(draft.email), (await stockOf(semel.db, draft.productId)).stock], [1, 8])
})

test('staff change the draft meanwhile → the old version is refused', async () => {
  const draft = await drafted()
  const token = await sent(draft)
  const items = [{ productId: draft.productId, quantity: 3 }]
  assert.equal((await ask('PATCH', `/api/draft-orders/${draft.id}`, { items })).status, 200)
  const old = await confirm(token)
  assert.deepEqual([old.status, old.body.code], [409, 'draft_order_changed'])
  assert.equal(await ordersOf(draft.email), 0)
  const { body } = await confirm(token, 2)
  assert.equal(body.items[0].quantity, 3)
})

test('change and confirmation at once → the order is what the customer read', async () => {
  for (let round = 0; round < 5; round++) {
    const draft = await drafted()
    const token = await sent(draft)
    const items = [{ productId: draft.productId, quantity: 1 }]
    const [changed, placed] = await Promise.all([
      ask('PATCH', `/api/draft-orders/${draft.id}`, { items }),
      confirm(token),
    ])
    if (placed.status === 201) {
      assert.equal(placed.body.items[0].quantity, 2)
      assert.deepEqual([changed.status, changed.body.code], [409, 'draft_order_closed'])
    } else assert.deepEqual([changed.status, placed.body.code], [200, 'draft_order_changed'])
  }
})

test('withdrawn, expired and replaced links → refused with a reason', async () => {
  const withdrawn = await drafted()
  const first = await sent(withdrawn)
  assert.equal((await ask('POST', `/api/draft-orders/${withdrawn.id}/withdraw`)).body.state, 'withdrawn')
  const refused = await confirm(first, 2)
  assert.deepEqual([refused.status, refused.body.code, refused.body.state], [409, 'draft_order_closed', 'withdrawn'])
  const again = await ask('POST', `/api/draft-orders/${withdrawn.id}/send`)
  assert.deepEqual([again.status, again.body.code], [409, 'draft_order_closed'])
  const page = await semel.client().get(`/draft-order?token=${first}`)
  assert.equal(page.status, 410)
  assert.match(page.text, /The shop has withdrawn this order/)

  const expired = await drafted({ validDays: 1 })
  const late = await sent(expired)
  await sql`update draft_orders set expires_at = ${new Date(semel.clock.now().getTime() - 1)} where id = ${expired.id}`.execute(
    semel.db,
  )
  const over = await confirm(late)
  assert.deepEqual([over.status, over.body.state, (await read(expired.id)).state], [409, 'expired', 'expired'])
  const newer = await sent(expired, 2)
  assert.equal((await confirm(late)).status, 404)
  assert.equal((await confirm(newer)).status, 201)
  assert.equal((await confirm('nonsense')).status, 404)
})

test('sold out or archived meanwhile → refused, and the draft stays', async () => {
  const draft = await drafted()
  const token = await sent(draft)
  await sql`update products set stock = 1 where id = ${draft.productId}`.execute(semel.db)
  const short = await confirm(token)
  assert.deepEqual([short.status, short.body.code], [409, 'insufficient_stock'])
  const page = await semel.client().get(`/draft-order?token=${token}`)
  assert.match(page.text, /This order can&#39;t be confirmed as it is|This order can't be confirmed as it is/)
  await sql`update products set stock = 5, status = 'discontinued' where id = ${draft.productId}`.execute(semel.db)
  const archived = await confirm(token)
  assert.deepEqual([archived.status, archived.body.code], [409, 'product_unavailable'])
  await sql`update products set status = 'active' where id = ${draft.productId}`.execute(semel.db)
  assert.equal((await confirm(token)).status, 201)
})

test('staff without the right to money → prices of today alone', async () => {
  const productId = await stockProduct(semel.db, { price: 1000 })
  const body = { email: newAddress(), items: [{ productId, quantity: 1, unitPrice: 1 }], deliveryAddress: HOME }
  assert.equal((await ask('POST', '/api/draft-orders', body, packer)).status, 403)
  const cheaper = { ...body, items: [{ productId, quantity: 1 }], discount: 100 }
  assert.equal((await ask('POST', '/api/draft-orders', cheaper, packer)).status, 403)
  const draft = await drafted({ items: [{ productId, quantity: 1 }] }, packer)
  // A price that somebody with the right gave may stay.
  const priced = await ask('PATCH', `/api/draft-orders/${draft.id}`, {
    items: [{ productId, quantity: 1, unitPrice: 700 }],
  })
  assert.equal(priced.status, 200, priced.text)
  const kept = await ask(
    'PATCH',
    `/api/draft-orders/${draft.id}`,
    { items: [{ productId, quantity: 4, unitPrice: 700 }] },
    packer,
  )
  assert.equal(kept.status, 200, kept.text)
  const customer = await person(semel)
  assert.equal((await ask('GET', '/api/draft-orders', undefined, customer)).status, 403)
})

test('draft for an account → the order is its own', async () => {
  const customer = await person(semel)
  const productId = await stockProduct(semel.db, { price: 1000 })
  const body = { userId: customer.id, items: [{ productId, quantity: 1 }], deliveryAddress: HOME }
  const draft = (await ask('POST', '/api/draft-orders', body)).body
  const token = await sent({ id: draft.id, email: customer.email })
  const { body: order } = await confirm(token)
  assert.deepEqual([order.owner.id, order.link], [customer.id, undefined])
  assert.equal((await ask('GET', `/api/orders/${order.id}`, undefined, customer)).status, 200)
  const both = await ask('POST', '/api/draft-orders', { ...body, email: newAddress() })
  assert.deepEqual([both.status, both.body.errors[0].field], [422, 'email'])
})

test('wrong drafts → each mistake with its field', async () => {
  const productId = await stockProduct(semel.db, { price: 1000 })
  const good = { email: newAddress(), items: [{ productId, quantity: 1 }] }
  const wrong: [object, string][] = [
    [{ ...good, email: undefined }, 'email'],
    [{ ...good, items: [{ quantity: 1 }] }, 'items.0.sku'],
    [{ ...good, items: [null] }, 'items.0.sku'],
    [{ ...good, items: [null, { sku: 'NO-SUCH', quantity: 1 }] }, 'items.1.sku'],
    [{ ...good, items: [{ productId: 999_999_999, quantity: 1 }] }, 'items.0.productId'],
    [{ ...good, discount: 1001 }, 'discount'],
    [{ ...good, currency: 'USD' }, 'currency'],
    [{ ...good, delivery: '019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b' }, 'delivery'],
    [{ email: undefined, items: good.items, userId: '019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b' }, 'userId'],
  ]
  for (const [body, field] of wrong) {
    const answer = await ask('POST', '/api/draft-orders', body)
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.field], [422, field], answer.text)
  }
  const { body } = await ask('POST', '/api/draft-orders', good)
  const unsendable = await ask('POST', `/api/draft-orders/${body.id}/send`)
  assert.deepEqual([unsendable.status, unsendable.body.errors[0].field], [422, 'deliveryAddress'])
})

test('another address of the guest → its link ends, the next goes there', async () => {
  const draft = await drafted()
  const token = await sent(draft)
  const email = newAddress()
  const { body } = await ask('PATCH', `/api/draft-orders/${draft.id}`, { email })
  assert.deepEqual([body.state, body.customer.email], ['draft', email])
  assert.equal((await confirm(token)).status, 404)
  const next = await sent({ id: draft.id, email })
  assert.equal((await confirm(next, 2)).status, 201)
})

test('deleted customer → link has ended, and nothing is ordered', async () => {
  const draft = await drafted()
  const token = await sent(draft)
  await sql`delete from users where id in (select user_id from draft_orders where id = ${draft.id})`.execute(semel.db)
  assert.equal((await confirm(token)).status, 404)
  assert.equal((await ask('GET', `/api/draft-orders/${draft.id}`)).status, 404)
})

test('drafts that ended long ago → deleted with their guests', async () => {
  const [old, young] = [await drafted(), await drafted()]
  const long = new Date(Date.now() - 91 * DAY)
  await sql`update draft_orders set updated_at = ${long} where id = ${old.id}`.execute(semel.db)
  await deleteOldDrafts(semel.db)
  const { rows } = await sql<{ email: string }>`
    select email from users where email in (${old.email}, ${young.email})
  `.execute(semel.db)
  assert.deepEqual(rows, [{ email: young.email }])
})

test('cleanup ends between a draft and its guest → both go later', async () => {
  const old = await drafted()
  const long = new Date(Date.now() - 91 * DAY)
  await sql`update draft_orders set updated_at = ${long} where id = ${old.id}`.execute(semel.db)
  const left = async () => {
    const { rows } = await sql`select from users where email = ${old.email}`.execute(semel.db)
    return rows.length
  }
  // As if the process died there: the deletion of the guest fails.
  await sql`
    create function stop_deletion() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$;
    create trigger stop before delete on users for each row execute function stop_deletion()
  `.execute(semel.db)
  await assert.rejects(deleteOldDrafts(semel.db), /stopped/)
  await sql`drop trigger stop on users`.execute(semel.db)
  assert.equal(await left(), 1)
  await deleteOldDrafts(semel.db)
  assert.equal(await left(), 0)
})

test('draft, sending, withdrawal → events and audit log say it', async () => {
  const draft = await drafted()
  await sent(draft)
  await ask('POST', `/api/draft-orders/${draft.id}/withdraw`)
  const { body } = await ask('GET', '/api/events?types=draft_order.sent,draft_order.withdrawn&limit=100')
  const types = body.items.filter((event: { data: { draftOrderId: string } }) => event.data.draftOrderId === draft.id)
  assert.deepEqual(
    types.map(({ type }: { type: string }) => type),
    ['draft_order.sent', 'draft_order.withdrawn'],
  )
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where detail ->> 'draftOrderId' = ${draft.id} order by id
  `.execute(semel.db)
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['draft_order_created', 'draft_order_sent', 'draft_order_withdrawn'],
  )
})
