import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { isWaiting, productToTell, tellWaiting } from '../../src/catalogue/stock-alerts/alerts.ts'
import { composer } from '../../src/notifications/compose.ts'
import { startWorker } from '../../src/worker.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** No worker runs, so that a test decides when emails are sent; the last test starts a worker. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const soldOut = (name = 'Oak stool') => stockProduct(semel.db, { name, stock: 0, status: 'out_of_stock' })
const ask = (productId: number, { token }: Person) =>
  semel.client().request('PUT', `/api/products/${productId}/stock-alert`, { body: {}, token })
const withdraw = (productId: number, { token }: Person) =>
  semel.client().delete(`/api/products/${productId}/stock-alert`, { token })
const restock = (id: number, stock: number) =>
  semel.db.updateTable('products').set({ stock }).where('id', '=', id).execute()

async function tellAll() {
  while (await tellWaiting(semel.db));
}

/** The emails that would go out now: of each event, the users whose email has something to tell. */
async function told(productId: number): Promise<string[]> {
  await tellAll()
  const { rows } = await sql<{ event_id: string; user_id: string }>`
    select event_id, user_id from deliveries d join events e on e.id = d.event_id
    where e.type = 'product.back_in_stock' and (e.payload ->> 'productId')::int = ${productId}
    order by d.id
  `.execute(semel.db)
  const users = []
  for (const { event_id, user_id } of rows) {
    if (await productToTell(semel.db, event_id, { productId, userId: user_id })) users.push(user_id)
  }
  return users
}

test('stock returns → whoever asked is told once and may ask again', async () => {
  const [product, someone, other] = [await soldOut(), await person(semel), await person(semel)]
  for (const who of [someone, someone, other]) assert.equal((await ask(product, who)).status, 200)
  assert.deepEqual(await told(product), [])
  await restock(product, 5)
  assert.deepEqual((await told(product)).toSorted(), [someone.id, other.id].toSorted())
  await restock(product, 0)
  await restock(product, 5)
  assert.equal((await told(product)).length, 2, 'nobody is told a second time')
  await restock(product, 0)
  await ask(product, someone)
  await restock(product, 1)
  const events = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', someone.id).execute()
  await tellAll()
  const now = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', someone.id).execute()
  assert.deepEqual([events.length, now.length], [1, 2])
})

test('product gone again before the email is written → told at next return', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  await ask(product, someone)
  await restock(product, 1)
  await tellAll()
  await restock(product, 0)
  assert.deepEqual(await told(product), [], 'the email is not sent')
  await restock(product, 1)
  assert.deepEqual(await told(product), [someone.id])
})

test('product comes and goes → no emails of an unverified address are used', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  await ask(product, someone)
  const compose = composer(semel)
  const composeNewest = async () => {
    const { id, eventId } = await semel.db
      .selectFrom('deliveries')
      .select(['id', 'event_id as eventId'])
      .where('user_id', '=', someone.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const [type, payload] = ['product.back_in_stock', { productId: product }] as const
    return compose({
      id,
      eventId,
      type,
      payload,
      userId: someone.id,
      attempt: 1,
      isBulk: true,
      claimedFrom: new Date(),
    })
  }
  for (let i = 0; i < 30; i++) {
    await restock(product, 1)
    await tellAll()
    await restock(product, 0)
    assert.ok('skip' in (await composeNewest()))
  }
  await restock(product, 1)
  await tellAll()
  assert.ok('mail' in (await composeNewest()))
})

test('thousands of bulk emails wait → nobody is told of stock', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  await ask(product, someone)
  await sql`
    with event as (
      insert into events (id, type, payload, created_at)
      values (gen_random_uuid(), 'product.back_in_stock', '{}', now()) returning id
    )
    insert into deliveries (id, event_id, kind, recipient, bulk)
    select gen_random_uuid(), id, 'product.back_in_stock', 'user:' || n, true from event, generate_series(1, 2001) as n
  `.execute(semel.db)
  await restock(product, 1)
  assert.equal(await tellWaiting(semel.db, new Date(0)), false)
  await semel.db.deleteFrom('deliveries').where('user_id', 'is', null).execute()
  assert.equal(await tellWaiting(semel.db, new Date(0)), true)
  assert.deepEqual(await told(product), [someone.id])
})

test('product comes and goes before any worker looks → the wish stays', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  await ask(product, someone)
  await restock(product, 1)
  await restock(product, 0)
  await tellAll()
  await restock(product, 1)
  assert.deepEqual(await told(product), [someone.id])
})

test('nobody is told after withdrawing the wish or unsubscribing from emails', async () => {
  const [product, withdrawn, unsubscribed, late] = [
    await soldOut(),
    ...(await Promise.all([1, 2, 3].map(() => person(semel)))),
  ]
  for (const who of [withdrawn, unsubscribed, late]) await ask(product, who!)
  await withdraw(product, withdrawn!)
  await restock(product, 1)
  await tellAll()
  await withdraw(product, late!)
  const at = new Date(semel.clock.now().getTime() + 1000)
  await semel.db.insertInto('unsubscriptions').values({ user_id: unsubscribed!.id, at }).execute()
  assert.deepEqual(await told(product), [])
})

test('a wish that ended with unsubscribing is offered and counts again', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  await ask(product, someone)
  const wish = { productId: product, userId: someone.id }
  assert.ok(await isWaiting(semel.db, wish))
  const at = new Date(semel.clock.now().getTime() + 1000)
  await semel.db.insertInto('unsubscriptions').values({ user_id: someone.id, at }).execute()
  assert.ok(!(await isWaiting(semel.db, wish)))
  semel.clock.advance(2000)
  await ask(product, someone)
  assert.ok(await isWaiting(semel.db, wish))
  await restock(product, 1)
  await tellAll()
  assert.deepEqual(await told(product), [someone.id])
})

test('stock returns while people ask → everyone learns of it', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => person(semel)))
  for (let round = 0; round < 5; round++) {
    const product = await soldOut()
    const [, ...answers] = await Promise.all([restock(product, 1), ...people.map(who => ask(product, who))])
    await Promise.all([tellAll(), tellAll()])
    const waiting = answers.filter(({ status }) => status === 200).length
    for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'product_in_stock')
    assert.equal((await told(product)).length, waiting)
  }
})

test('a cancelled order and an import bring a product back too', async () => {
  const [product, buyer, someone] = [
    await stockProduct(semel.db, { stock: 1 }),
    await person(semel),
    await person(semel),
  ]
  const items = [{ productId: product, quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
  assert.equal((await ask(product, someone)).status, 200)
  assert.equal((await semel.client().post(`/api/orders/${order.id}/cancel`, {}, { token: buyer.token })).status, 200)
  assert.deepEqual(await told(product), [someone.id])
})

test('a wish is refused where it makes no sense', async () => {
  const someone = await person(semel)
  assert.deepEqual((await ask(await stockProduct(semel.db), someone)).body.code, 'product_in_stock')
  const gone = await stockProduct(semel.db, { status: 'discontinued' })
  assert.deepEqual((await ask(gone, someone)).body.code, 'product_unavailable')
  assert.equal((await ask(2147483647, someone)).status, 404)
  assert.equal((await semel.client().request('PUT', `/api/products/${gone}/stock-alert`, { body: {} })).status, 401)
})

test('product page offers alerts: guests sign in first, others ask and withdraw', async () => {
  const [product, someone] = [await soldOut(), await person(semel)]
  const guest = await semel.client().get(`/products/${product}`)
  assert.match(guest.text, new RegExp(`href="/login\\?next=%2Fproducts%2F${product}">Tell me when it is back`))
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, someone.token)
  const page = async () => (await client.get(`/products/${product}`)).text
  const offered = await page()
  assert.match(offered, /<button type="submit" class="button primary">Tell me when it is back/)
  const csrf = /name="_csrf" value="([^"]+)"/.exec(offered)![1]!
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (path: string) =>
    client.request('POST', `/products/${product}/${path}`, { body: `_csrf=${csrf}`, headers })
  assert.equal((await post('stock-alert')).status, 303)
  assert.match(await page(), /We&#39;ll send you one email when you can order it/)
  await post('stock-alert/withdraw')
  assert.match(await page(), /Tell me when it is back/)
  await restock(product, 1)
  const refused = await post('stock-alert')
  assert.equal(refused.status, 409)
  assert.match(refused.text, /is in stock. You can order it now/)
})

test('worker looks after the stock returned → email goes to the present address', async () => {
  const [product, someone] = [await soldOut('Walnut stool'), await person(semel)]
  await ask(product, someone)
  await restock(product, 5)
  const email = 'moved@example.com'
  await semel.db.updateTable('users').set({ email }).where('id', '=', someone.id).execute()
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const [mail] = await semel.mailTo(email)
  assert.equal(mail!.subject, 'In stock: Walnut stool')
  assert.match(mail!.text, new RegExp(`/products/${product}`))
  // Several products may have this name.
  const { sku } = await semel.db
    .selectFrom('products')
    .select('sku')
    .where('id', '=', product)
    .executeTakeFirstOrThrow()
  assert.match(mail!.text, new RegExp(`Walnut stool \\(${sku}\\) is in stock`))
})
