import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import { limitsOf, readOrder } from '../../src/orders/placing/order-request.ts'
import { placeOrder } from '../../src/orders/placing/place.ts'
import { readSeller } from '../../src/pricing/seller.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Orders beside other transactions. */

const OPEN_ORDERS = { orders: 3, pieces: 100 }

let semel: Semel
before(async () => {
  semel = await startSemel({ openOrders: OPEN_ORDERS, ordersPerDay: 20 }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person(semel)))

function buy(who: Person, productId: number, quantity = 1, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return semel.client().post('/api/orders', { items: [{ productId, quantity }] }, { token: who.token, headers })
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

async function ordersOf(buyers: Person[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where owner_id = any(${buyers.map(({ id }) => id)})
  `.execute(semel.db)
  return rows[0]!.n
}

const pay = () => sql`update orders set payment_status = 'paid'`.execute(semel.db)

test('orders of one line and of many → PostgreSQL keeps one plan', async () => {
  await using one = openDatabase(semel.databaseUrl, { max: 1 })
  const [[buyer], products] = [
    await people(1),
    await Promise.all(Array.from({ length: 12 }, () => stockProduct(semel.db))),
  ]
  const seller = await readSeller(semel.db, semel.clock.now())
  for (let n = 0; n < 12; n++) {
    const items = products.slice(0, n + 1).map(productId => ({ productId, quantity: 1 }))
    const orderer = { userId: buyer!.id, isGuest: false, network: `network ${n}`, now: new Date() }
    const request = {
      ...readOrder({ items }),
      ...orderer,
      by: buyer!.id,
      limits: limitsOf(
        { ordersPerDay: 100, openOrders: OPEN_ORDERS },
        // An order of the shop's own has no limits, and so a statement of its own.
        { ...orderer, subject: buyer!.id, forShop: false },
      ),
      seller,
      checked: { vatId: null, check: null },
      carts: [{ userId: buyer!.id }],
    }
    await one.db.transaction().execute(tx => placeOrder(tx, request))
    await pay()
  }
  const { rows } = await sql<{ generic_plans: number }>`
    select generic_plans from pg_prepared_statements where statement like '%insert into order_items%'
  `.execute(one.db)
  // PostgreSQL plans the first five times to compare.
  assert.deepEqual(rows, [{ generic_plans: 12 - 5 }])
})

test('a product is restocked while its orders wait → they are placed', async () => {
  const [[one, other], productId] = [await people(2), await stockProduct(semel.db, { stock: 0 })]
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`update products set stock = 5, status = 'active' where id = ${productId}`.execute(tx),
  )
  const waiting = [buy(one!, productId, 2), buy(other!, productId)]
  await lockedOut(semel.db, 2)
  await lock.commit()
  assert.deepEqual(statusesOf(await Promise.all(waiting)), [201, 201])
  assert.deepEqual(await stockOf(semel.db, productId), { stock: 2, status: 'active' })
})

test('others change a product all the time → each piece is sold once', async () => {
  const [buyers, productId] = [await people(24), await stockProduct(semel.db, { stock: 60 })]
  let isOver = false
  const change = async () => {
    for (let n = 0; !isOver; n++) {
      await sql`update products set stock = stock + 1, price = ${1000 + (n % 5)} where id = ${productId}`.execute(
        semel.db,
      )
      await sql`update products set stock = stock - 1 where id = ${productId}`.execute(semel.db)
    }
  }
  const changing = change()
  let placed = 0
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(buyers.map(who => buy(who, productId)))
    placed += answers.filter(({ status }) => status === 201).length
  }
  isOver = true
  await changing
  assert.ok(placed > 0)
  assert.equal(await ordersOf(buyers), placed)
  assert.equal((await stockOf(semel.db, productId)).stock, 60 - placed)
})

test('product is held → order with a key waits, those beside are placed', async () => {
  const [[one, other], held, free] = [await people(2), await stockProduct(semel.db), await stockProduct(semel.db)]
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from products where id = ${held} for update`.execute(tx),
  )
  const waiting = buy(one!, held, 1, randomUUID())
  await lockedOut(semel.db)
  assert.equal((await buy(other!, free, 1, randomUUID())).status, 201)
  await lock.release()
  assert.equal((await waiting).status, 201)
})

test('order refused for too much open → costs nothing of the day’s budget', async () => {
  const [[buyer], productId] = [await people(1), await stockProduct(semel.db)]
  for (let n = 0; n < 3; n++) assert.equal((await buy(buyer!, productId)).status, 201)
  for (let n = 0; n < 30; n++) {
    const { status, body } = await buy(buyer!, productId, 1, n % 2 ? randomUUID() : undefined)
    assert.deepEqual([status, body.code], [409, 'too_many_open_orders'])
  }
  await pay()
  assert.equal((await buy(buyer!, productId)).status, 201)
})

test('connection breaks before the commit is acknowledged → 503, repeat places one order', async () => {
  const [[buyer], productId] = [await people(1), await stockProduct(semel.db)]
  // A deferred trigger runs at the commit, where its connection is lost.
  await sql`
    create function lose_the_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$
  `.execute(semel.db)
  await sql`
    create constraint trigger lost after insert on orders deferrable initially deferred
    for each row execute function lose_the_connection()
  `.execute(semel.db)
  const key = randomUUID()
  assert.deepEqual(statusesOf([await buy(buyer!, productId), await buy(buyer!, productId, 1, key)]), [503, 503])
  await sql`drop trigger lost on orders`.execute(semel.db)
  assert.equal(await ordersOf([buyer!]), 0)
  assert.deepEqual(statusesOf([await buy(buyer!, productId, 1, key), await buy(buyer!, productId, 1, key)]), [201, 201])
  assert.equal(await ordersOf([buyer!]), 1)
  assert.equal((await stockOf(semel.db, productId)).stock, 99)
})
