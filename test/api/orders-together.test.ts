import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../../src/context.ts'
import { limitRequest } from '../../src/database/limits.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { IdempotencyKey } from '../../src/http/idempotency/keys.ts'
import { besideOthers, placeTogether } from '../../src/orders/placing/place-together.ts'
import type { Placing } from '../../src/orders/placing/placing.ts'
import { SECOND } from '../../src/time.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Orders that are placed in one transaction. Orders that begin in the same turn of the event loop always are.
 */
let semel: Semel
before(async () => {
  semel = await startSemel({ openOrders: { orders: 3, pieces: 100 } }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const people = (count: number) => Promise.all(Array.from({ length: count }, () => person(semel)))

type Wish = { who: Person; productId: number; quantity?: number; network?: string; key?: IdempotencyKey }

/** @returns "placed", "refused", or "alone" if the order has to be placed alone */
async function place(wish: Wish, context: AppContext = semel) {
  const decision = await placeTogether(context, placingOf(wish))
  if (!decision) return 'alone'
  return decision.order ? 'placed' : 'refused'
}

function placingOf({ who, productId, quantity = 1, network, key }: Wish): Placing {
  return { order: { items: [{ productId, quantity }] }, userId: who.id, by: who.id, forShop: false, network, key }
}

function buy({ who, productId, quantity = 1 }: Wish, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return semel.client().post('/api/orders', { items: [{ productId, quantity }] }, { token: who.token, headers })
}

function keyOf({ id }: Person, key: string): IdempotencyKey {
  return { owner: `user:${id}`, key, request: Buffer.from('a request') }
}

const transactionsOf = async (buyers: Person[]) => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from orders where owner_id = any(${buyers.map(({ id }) => id)})
  `.execute(semel.db)
  return rows[0]!.n
}

const ordersOf = async (buyers: Person[]) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where owner_id = any(${buyers.map(({ id }) => id)})
  `.execute(semel.db)
  return rows[0]!.n
}

test('orders of several buyers share a transaction, and each gets its own answer, delivery and event', async () => {
  const buyers = await people(8)
  const products = await Promise.all(buyers.map((_, n) => stockProduct(semel.db, { price: 100 + n })))
  const answers = await Promise.all(buyers.map((who, n) => buy({ who, productId: products[n]!, quantity: n + 1 })))
  for (const [n, { status, body, headers }] of answers.entries()) {
    const [buyer, productId] = [buyers[n]!, products[n]!]
    assert.deepEqual([status, body.owner.id, body.total], [201, buyer.id, (100 + n) * (n + 1)])
    assert.deepEqual([body.items.length, body.items[0].productId, body.items[0].quantity], [1, productId, n + 1])
    assert.equal(headers.get('location'), `/api/orders/${body.id}`)
    assert.equal((await stockOf(semel.db, productId)).stock, 100 - (n + 1))
    const own = await semel.client().get(`/api/orders/${body.id}`, { token: buyer.token })
    assert.deepEqual(own.body, body)
    const { rows } = await sql<{ recipient: string }>`
      select recipient from deliveries join events on events.id = event_id
      where type = 'order.placed' and payload ->> 'orderId' = ${String(body.id)}
    `.execute(semel.db)
    assert.deepEqual(rows, [{ recipient: `user:${buyer.id}` }])
  }
  const transactions = await transactionsOf(buyers)
  assert.ok(transactions < 8, `${transactions} transactions`)
})

test('with keys and without, one transaction places all, and a repeat gets the stored answer', async () => {
  const [buyers, productId] = [await people(6), await stockProduct(semel.db)]
  const wishes = buyers.map((who, n) => ({ who, productId, ...(n % 2 === 0 && { key: keyOf(who, 'one') }) }))
  assert.deepEqual(
    await Promise.all(wishes.map(wish => place(wish))),
    buyers.map(() => 'placed'),
  )
  assert.equal(await transactionsOf(buyers), 1)
  assert.deepEqual(await Promise.all(wishes.slice(0, 2).map(wish => place(wish))), ['alone', 'placed'])
  assert.equal((await stockOf(semel.db, productId)).stock, 100 - 7)

  const key = randomUUID()
  const first = await buy({ who: buyers[0]!, productId }, key)
  const again = await buy({ who: buyers[0]!, productId }, key)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [201, 'true', first.text])
})

test('PostgreSQL keeps one plan of the statement, for one order and for several, with keys and without', async () => {
  await using one = openDatabase(semel.databaseUrl, { max: 1 })
  const [buyers, productId] = [await people(4), await stockProduct(semel.db)]
  for (let n = 0; n < 12; n++) {
    const wishes = buyers.slice(0, 1 + (n % 4)).map(who => ({ who, productId, key: keyOf(who, `plan ${n}`) }))
    await Promise.all(wishes.map(wish => place(wish, { ...semel, db: one.db })))
    await sql`update orders set payment_status = 'paid' where owner_id = any(${buyers.map(({ id }) => id)})`.execute(
      semel.db,
    )
  }
  const { rows } = await sql<{ generic_plans: number }>`
    select generic_plans from pg_prepared_statements where statement like '%insert into order_items%'
  `.execute(one.db)
  // PostgreSQL plans the first five times to compare.
  assert.deepEqual(rows, [{ generic_plans: 12 - 5 }])
})

test('a refused order takes nothing, does not use up its key, and leaves the others alone', async () => {
  const buyers = await people(3)
  const [scarce, other] = [await stockProduct(semel.db, { stock: 5 }), await stockProduct(semel.db)]
  const key = keyOf(buyers[1]!, 'again')
  const wishes = [
    { who: buyers[0]!, productId: scarce },
    { who: buyers[1]!, productId: scarce, quantity: 6, key },
    { who: buyers[2]!, productId: other },
  ]
  assert.deepEqual(await Promise.all(wishes.map(wish => place(wish))), ['placed', 'refused', 'placed'])
  assert.equal((await stockOf(semel.db, scarce)).stock, 4)
  assert.equal(await place({ ...wishes[1]!, quantity: 4 }), 'placed')
})

test('an order that does not fit behind the others of its transaction is tried alone', async () => {
  const [buyers, productId] = [await people(5), await stockProduct(semel.db, { stock: 5 })]
  const wishes = buyers.map(who => ({ who, productId, quantity: 2 }))
  assert.deepEqual(await Promise.all(wishes.map(wish => place(wish))), ['placed', 'placed', 'alone', 'alone', 'alone'])
  const answers = await Promise.all(buyers.map(who => buy({ who, productId })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409])
  assert.deepEqual(answers.find(({ status }) => status === 409)!.body.left, 0)
})

test('someone holds a product: its orders wait, and those beside them are placed', async () => {
  const [buyers, held, other] = [await people(4), await stockProduct(semel.db), await stockProduct(semel.db)]
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`update products set stock = 1 where id = ${held}`.execute(tx),
  )
  const waiting = [buy({ who: buyers[0]!, productId: held }), buy({ who: buyers[1]!, productId: held })]
  const placed = await Promise.all(buyers.slice(2).map(who => buy({ who, productId: other })))
  assert.deepEqual(
    placed.map(({ status }) => status),
    [201, 201],
  )
  await lockedOut(semel.db, 1)
  await lock.release()
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [201, 201],
  )
})

test('another process sells the same product: its orders wait a moment, and are placed together', async () => {
  const [buyers, productId] = [await people(2), await stockProduct(semel.db)]
  const sell = async () => {
    await using opened = openDatabase(semel.databaseUrl)
    const context = { ...semel, db: opened.db }
    await place({ who: buyers[0]!, productId: await stockProduct(semel.db) }, context)
    await using lock = await hold(semel.databaseUrl, tx =>
      sql`update products set stock = stock - 1 where id = ${productId}`.execute(tx),
    )
    const both = Promise.all(buyers.map(who => place({ who, productId }, context)))
    await lockedOut(semel.db, 1)
    await lock.commit()
    return both
  }
  // On a slow machine a moment may be over before the lock is released.
  let ends = await sell()
  for (let tries = 0; ends[0] === 'alone' && tries < 10; tries++) ends = await sell()
  assert.deepEqual(ends, ['placed', 'placed'])
})

test('a product that is restocked while its orders wait is sold, alone and together', async () => {
  const [buyers, productId] = [await people(3), await stockProduct(semel.db, { stock: 0 })]
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`update products set stock = 5, status = 'active' where id = ${productId}`.execute(tx),
  )
  const waiting = [buy({ who: buyers[0]!, productId, quantity: 2 }), buy({ who: buyers[1]!, productId })]
  await lockedOut(semel.db, 2)
  await lock.commit()
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [201, 201],
  )
  assert.deepEqual(await stockOf(semel.db, productId), { stock: 2, status: 'active' })
})

test('someone else is working on a key: its order gets 409, and those beside it are placed before', async () => {
  const [buyers, productId] = [await people(3), await stockProduct(semel.db)]
  const key = randomUUID()
  const { owner } = keyOf(buyers[0]!, key)
  await using _ = await hold(semel.databaseUrl, tx =>
    tx
      .insertInto('idempotency_keys')
      .values({
        owner,
        key,
        request: Buffer.from(''),
        created_at: new Date(),
        status: null,
        location: null,
        answer: null,
      })
      .execute(),
  )
  const [blocked, ...others] = [
    buy({ who: buyers[0]!, productId }, key),
    ...buyers.slice(1).map(who => buy({ who, productId }, randomUUID())),
  ]
  const first = await Promise.race([blocked!.then(() => 'the blocked one'), Promise.all(others).then(() => 'others')])
  assert.equal(first, 'others')
  assert.deepEqual([(await blocked!).status, (await blocked!).body.code], [409, 'idempotency_key_in_use'])
  assert.equal(await ordersOf(buyers), 2)
})

test('a repeat waits for its first request, which has its turn with others', async () => {
  await using one = openDatabase(semel.databaseUrl, { max: 1 })
  const context = { ...semel, db: one.db }
  const [[who, other], productId] = [await people(2), await stockProduct(semel.db)]
  const busy = await one.db.startTransaction().execute()
  const ended: string[] = []
  const note = async (wish: Wish) => ended.push(await place(wish, context))
  const running = note({ who: other!, productId })
  await turn()
  const equal = { who: who!, productId, key: keyOf(who!, 'twice') }
  const both = [note(equal), note(equal)]
  await turn()
  assert.deepEqual(ended, [])
  await busy.rollback().execute()
  await Promise.all([running, ...both])
  assert.deepEqual(ended, ['placed', 'placed', 'alone'])
})

test('the request that an order repeats is committed meanwhile: it is neither placed again nor refused', async () => {
  const [buyers, productId] = [await people(2), await stockProduct(semel.db)]
  for (const [n, openOrders] of [0, 3].entries()) {
    const who = buyers[n]!
    await buy({ who, productId })
    const key = keyOf(who, 'the same')
    await using first = await hold(semel.databaseUrl, async tx => {
      await sql`select from budgets where kind = 'orders' and subject = ${who.id} for update`.execute(tx)
      await sql`insert into idempotency_keys (owner, key, request, created_at) values (${key.owner}, ${key.key}, '', now())`.execute(
        tx,
      )
      await sql`
        insert into orders (owner_id, total, currency, placed_at) select ${who.id}, 1, 'EUR', now() from generate_series(1, ${openOrders})
      `.execute(tx)
    })
    const repeat = place({ who, productId, key })
    await lockedOut(semel.db, 1)
    await first.commit()
    assert.equal(await repeat, 'alone')
  }
})

test('someone holds the budget of an account: the transaction is rolled back, and orders are placed alone for a while', async () => {
  const [buyers, mine, other] = [await people(3), await stockProduct(semel.db), await stockProduct(semel.db)]
  await buy({ who: buyers[0]!, productId: mine })
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from budgets where kind = 'orders' and subject = ${buyers[0]!.id} for update`.execute(tx),
  )
  await using opened = openDatabase(semel.databaseUrl)
  const context = { ...semel, db: opened.db }
  const [held, ...others] = buyers.map((who, n) => ({ who, productId: n === 0 ? mine : other }))
  // At first the lock might be that of a product.
  for (const _ of ['a product', 'something else']) {
    const together = await Promise.all([held!, ...others].map(wish => place(wish, context)))
    assert.deepEqual(together, ['alone', 'alone', 'alone'])
  }
  assert.equal(await place(others[0]!, context), 'alone')
  // So an account whose lock is held does not keep others waiting again and again.
  while ((await place(others[0]!, context)) === 'alone') await turn()
  await lock.release()
  assert.equal((await stockOf(semel.db, other)).stock, 99)
})

test('while an order of an account is placed alone, its next one does not keep others waiting for the same locks', async () => {
  const [[buyer], productId] = [await people(1), await stockProduct(semel.db)]
  const wish = { who: buyer!, productId }
  const ended = Promise.withResolvers<void>()
  const alone = besideOthers(semel.db, placingOf(wish), () => ended.promise)
  assert.equal(await place(wish), 'alone')
  ended.resolve()
  await alone
  assert.equal(await place(wish), 'placed')
})

test('an order whose time is over before its turn is not placed later', async () => {
  await using one = openDatabase(semel.databaseUrl, { max: 1 })
  const context = { ...semel, db: one.db }
  const [[first, late], productId] = [await people(2), await stockProduct(semel.db)]
  const busy = await one.db.startTransaction().execute()
  const placed = place({ who: first!, productId }, context)
  await turn()
  await assert.rejects(
    limitRequest({ until: performance.now() - SECOND, area: 'orders' }, () =>
      place({ who: late!, productId }, context),
    ),
    { code: 'ETIMEDOUT' },
  )
  await busy.rollback().execute()
  assert.equal(await placed, 'placed')
  assert.equal(await place({ who: first!, productId }, context), 'placed')
  assert.equal(await ordersOf([late!]), 0)
})

test('an account and a network have one order in a transaction, and the limits of open orders hold', async () => {
  const [buyers, productId] = [await people(20), await stockProduct(semel.db)]
  const [one, other] = buyers as [Person, Person]
  assert.deepEqual(await Promise.all([one, one, other].map(who => place({ who, productId }))), [
    'placed',
    'alone',
    'placed',
  ])
  const ofNetwork = buyers.slice(2).map(who => ({ who, productId, network: 'one network' }))
  assert.deepEqual(await Promise.all(ofNetwork.slice(0, 3).map(wish => place(wish))), ['placed', 'alone', 'alone'])
  for (const wish of ofNetwork.slice(1, 15)) assert.equal(await place(wish), 'placed')
  // An account may have 3 orders open, and all of a network 15.
  assert.equal(await place(ofNetwork[15]!), 'refused')
  for (const expected of ['placed', 'placed', 'refused']) assert.equal(await place({ who: one, productId }), expected)
  // Tried at once with others, a refused order keeps none of them back.
  const wishes = [ofNetwork[16]!, { who: one, productId }, { who: other, productId }]
  assert.deepEqual(await Promise.all(wishes.map(wish => place(wish))), ['refused', 'refused', 'placed'])
})

test('a product that others change all the time is never sold twice', async () => {
  const [buyers, productId] = [await people(24), await stockProduct(semel.db, { stock: 400 })]
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
  const started = performance.now()
  let placed = 0
  do {
    const ended = await Promise.all(buyers.map((who, n) => place({ who, productId, network: `${n}` })))
    placed += ended.filter(end => end === 'placed').length
    await sql`update orders set payment_status = 'paid' where owner_id = any(${buyers.map(({ id }) => id)})`.execute(
      semel.db,
    )
  } while (placed < 200 && performance.now() - started < 30 * SECOND)
  isOver = true
  await changing
  assert.ok(placed > 0)
  assert.equal(await ordersOf(buyers), placed)
  assert.equal((await stockOf(semel.db, productId)).stock, 400 - placed)
})

test('the connection breaks before the commit is acknowledged: the callers get an error, and nobody tries again', async () => {
  const [buyers, productId] = [await people(3), await stockProduct(semel.db)]
  await using broken = openDatabase(semel.databaseUrl)
  // A deferred trigger runs at the commit, where its connection is lost.
  await sql`
    create function lose_the_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$
  `.execute(semel.db)
  await sql`
    create constraint trigger lost after insert on orders deferrable initially deferred
    for each row when (new.note = 'lose it') execute function lose_the_connection()
  `.execute(semel.db)
  const placing = (who: Person) => ({ userId: who.id, by: who.id, forShop: false })
  const answers = await Promise.allSettled(
    buyers.map((who, n) => {
      const order = { items: [{ productId, quantity: 1 }], ...(n === 1 && { note: 'lose it' }) }
      return placeTogether({ ...semel, db: broken.db }, { ...placing(who), order })
    }),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  await sql`drop trigger lost on orders`.execute(semel.db)
  assert.equal(await ordersOf(buyers), 0)
})
