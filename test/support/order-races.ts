import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { systemClock } from '../../src/time.ts'
import { type Answer, Client } from './client.ts'
import { cloneDatabase } from './database.ts'
import { variantsSoldOut } from './group-race.ts'
import { type Person, person } from './people.ts'
import { cleanUpInTwoDays, spawnServe } from './process.ts'
import { stockOf, stockProduct } from './products.ts'

/*
 * Races for orders on two processes over one database. Each returns its violations as text, so that a test can run it once
 * and a proof a thousand times.
 */
export type TwoProcesses = {
  db: Db
  databaseUrl: string
  origins: [string, string]
  /** Stops both. PostgreSQL counts deadlocks only when the connections end. */
  stopAndCountDeadlocks(): Promise<number>
} & AsyncDisposable

export async function startTwoProcesses(): Promise<TwoProcesses> {
  const stack = new AsyncDisposableStack()
  const { url } = stack.use(await cloneDatabase())
  const { db } = stack.use(openDatabase(url))
  const [one, other] = await Promise.all([spawnServe(url), spawnServe(url)])
  stack.use(one)
  stack.use(other)
  return {
    db,
    databaseUrl: url,
    origins: [one.origin, other.origin],
    async stopAndCountDeadlocks() {
      await Promise.all([one.stop(), other.stop()])
      const others = sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'semel serve'
      `
      while ((await others.execute(db)).rows.length > 0) await new Promise(resolve => setTimeout(resolve, 20))
      return count(
        sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`,
        db,
      )
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Line = { productId: number; quantity: number }

/** Repeats the order with its key while a busy database does not answer in time, as that refusal asks. */
export async function buy(
  origin: string,
  { token }: Person,
  items: Line[],
  key: string = randomUUID(),
  more: object = {},
): Promise<Answer> {
  const place = () =>
    new Client(origin).post('/api/orders', { items, ...more }, { token, headers: { 'idempotency-key': key } })
  let isRepeated = false
  return untilServed(async () => {
    const answer = await place()
    if (isRepeated && answer.body.code === 'idempotency_key_in_use') return undefined
    isRepeated = true
    return answer
  })
}

/** Repeats a request for which the server had no time or no place, as its answer says. @param ask undefined: not yet */
export async function untilServed(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    const isPutOff = answer?.status === 503 || (answer?.status === 429 && / in progress/.test(answer.body.detail))
    if (answer && !isPutOff) return answer
    await sleep(200)
  }
}

export const newBuyer = (db: Db) => person({ db, clock: systemClock })

/** 50 identical simultaneous requests make one order and one delivery, and all successful responses are equal. */
async function identicalRequests({ db, origins }: TwoProcesses): Promise<string[]> {
  const buyer = await newBuyer(db)
  const product = await stockProduct(db)
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => buy(origins[n % 2]!, buyer, [{ productId: product, quantity: 1 }], key)),
  )
  const made = answers.filter(({ status }) => status === 201)
  const first = made.filter(({ headers }) => !headers.has('idempotent-replayed'))
  const bodies = new Set(made.map(({ text }) => text))
  return [
    ...statusesOutside([201, 409], answers),
    ...expect('orders', await countOrders(db, buyer), 1),
    ...expect('deliveries', await countDeliveries(db, buyer), 1),
    ...expect('answers that are not replays', first.length, 1),
    ...expect('different answers', bodies.size, 1),
    ...expect('stock', (await stockOf(db, product)).stock, 99),
  ]
}

/** 200 buyers of 10 pieces buy 10. */
async function lastPieces({ db, origins }: TwoProcesses): Promise<string[]> {
  const buyers = await Promise.all(Array.from({ length: 200 }, () => newBuyer(db)))
  const product = await stockProduct(db, { stock: 10 })
  const answers = await Promise.all(
    buyers.map((buyer, n) => buy(origins[n % 2]!, buyer, [{ productId: product, quantity: 1 }])),
  )
  const { stock, status } = await stockOf(db, product)
  return [
    ...statusesOutside([201, 409], answers),
    ...expect('sold', answers.filter(answer => answer.status === 201).length, 10),
    ...expect('lines', await countPieces(db, [product]), 10),
    ...expect('stock', stock, 0),
    ...(status === 'out_of_stock' ? [] : [`the product is ${status} without stock`]),
  ]
}

/** 50 buyers order the same 20 products in random order, and half of them cancel: no deadlock. */
async function shuffledBaskets({ db, origins }: TwoProcesses): Promise<string[]> {
  const buyers = await Promise.all(Array.from({ length: 50 }, () => newBuyer(db)))
  const products = await Promise.all(Array.from({ length: 20 }, () => stockProduct(db, { stock: 1000 })))
  const answers = await Promise.all(
    buyers.map(async (buyer, n) => {
      const basket = shuffled(products).flatMap(productId => [
        { productId, quantity: 1 },
        { productId, quantity: 1 },
      ])
      const placed = await buy(origins[n % 2]!, buyer, shuffled(basket))
      if (n % 2 === 1 || placed.status !== 201) return placed
      const { id } = placed.body
      const twice = await Promise.all(
        origins.map(origin => new Client(origin).post(`/api/orders/${id}/cancel`, undefined, { token: buyer.token })),
      )
      const cancelled = twice.filter(({ status }) => status === 200)
      return cancelled.length === 1 ? cancelled[0]! : twice.find(({ status }) => status !== 409)!
    }),
  )
  const left = await Promise.all(products.map(async id => (await stockOf(db, id)).stock))
  return [
    ...statusesOutside([200, 201], answers),
    ...left.flatMap(stock => expect('stock', stock, 1000 - 2 * 25)),
    ...expect('pieces', await countPieces(db, products), 2 * 20 * 50),
  ]
}

/** A process is killed with -9 during an order; the client repeats the request at the other processes. */
async function killedInTheMiddle({ db, databaseUrl, origins }: TwoProcesses): Promise<string[]> {
  const buyer = await newBuyer(db)
  const product = await stockProduct(db)
  const key = randomUUID()
  const items = [{ productId: product, quantity: 1 }]
  await using victim = await spawnServe(databaseUrl)
  // A first request opens the connections and warms up the code, so that the kill happens during the work.
  await buy(victim.origin, await newBuyer(db), [{ productId: await stockProduct(db), quantity: 1 }], randomUUID())
  const lost = buy(victim.origin, buyer, items, key).catch(() => undefined)
  await new Promise(resolve => setTimeout(resolve, Math.random() * 12))
  await victim.kill()
  await lost
  let answer = await buy(origins[0], buyer, items, key)
  while (answer.status === 409) answer = await buy(origins[1], buyer, items, key)
  return [
    ...statusesOutside([201], [answer]),
    ...expect('orders', await countOrders(db, buyer), 1),
    ...expect('deliveries', await countDeliveries(db, buyer), 1),
    ...expect('stock', (await stockOf(db, product)).stock, 99),
  ]
}

/** Customers cancel, on both processes, while staff processes and ships. Each order takes one way, and its pieces too. */
async function cancelAgainstShip({ db, origins }: TwoProcesses): Promise<string[]> {
  const buyer = await newBuyer(db)
  const staff = await person({ db, clock: systemClock }, 'staff')
  const product = await stockProduct(db, { stock: 1000 })
  const step = (n: number, id: number, name: string, { token }: Person) =>
    untilServed(() =>
      new Client(origins[n % 2]!).post(`/api/orders/${id}/${name}`, name === 'ship' ? {} : undefined, { token }),
    )
  const ways = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { body } = await buy(origins[n % 2]!, buyer, [{ productId: product, quantity: 2 }])
      const processAndShip = async () => [
        await step(n, body.id, 'process', staff),
        await step(n + 1, body.id, 'ship', staff),
      ]
      const steps = await Promise.all([
        processAndShip(),
        ...[0, 1, 2].map(async m => [await step(n + m, body.id, 'cancel', m === 2 ? staff : buyer)]),
      ])
      return steps.flat()
    }),
  )
  const { rows } = await sql<{ status: string; way: string }>`
    select o.status, string_agg(s.status, ' ' order by s.status) as way
    from orders o join order_steps s on s.order_id = o.id where o.owner_id = ${buyer.id} group by o.id
  `.execute(db)
  const possible = ['placed processing shipped', 'cancelled placed', 'cancelled placed processing']
  const cancelled = rows.filter(({ status }) => status === 'cancelled').length
  return [
    ...statusesOutside([200, 409], ways.flat()),
    ...rows.filter(({ way }) => !possible.includes(way)).map(({ way }) => `an order took the steps ${way}`),
    ...expect('orders', rows.length, 20),
    ...expect('stock', (await stockOf(db, product)).stock, 1000 - 2 * (20 - cancelled)),
    ...expect('steps answered 200', ways.flat().filter(({ status }) => status === 200).length, stepsOf(rows)),
  ]
}

/** The steps after the first one, which the order itself takes. */
function stepsOf(rows: { way: string }[]): number {
  return rows.reduce((sum, { way }) => sum + way.split(' ').length - 1, 0)
}

/** A worker with a wrong clock cleans up. A repeated request is still a repeat. */
async function wrongClock({ db, databaseUrl, origins }: TwoProcesses): Promise<string[]> {
  const buyer = await newBuyer(db)
  const items = [{ productId: await stockProduct(db), quantity: 1 }]
  const key = randomUUID()
  const first = await buy(origins[0], buyer, items, key)
  await cleanUpInTwoDays(databaseUrl)
  const again = await buy(origins[1], buyer, items, key)
  return [
    ...statusesOutside([201], [first, again]),
    ...expect('orders', await countOrders(db, buyer), 1),
    ...expect('different answers', new Set([first.text, again.text]).size, 1),
  ]
}

export const RACES = [
  { name: '50 identical requests make one order', race: identicalRequests, requests: 50, faults: 0 },
  { name: '200 buyers of 10 pieces buy 10', race: lastPieces, requests: 200, faults: 0 },
  { name: '50 buyers of shuffled baskets never deadlock', race: shuffledBaskets, requests: 100, faults: 0 },
  {
    name: 'five variants of a group are sold out while staff change it',
    race: variantsSoldOut,
    requests: 66,
    faults: 0,
  },
  { name: 'cancel against process against ship', race: cancelAgainstShip, requests: 120, faults: 0 },
  { name: 'a worker whose clock is two days ahead forgets no key', race: wrongClock, requests: 2, faults: 1 },
  {
    name: 'a process is killed with -9 during an order, and the repeat makes one order',
    race: killedInTheMiddle,
    requests: 2,
    faults: 1,
  },
]

export function statusesOutside(allowed: number[], answers: Answer[]): string[] {
  const wrong = answers.filter(({ status }) => !allowed.includes(status))
  return wrong.map(({ status, text }) => `answered ${status} ${text}`)
}

export function expect(what: string, found: number, expected: number): string[] {
  return found === expected ? [] : [`${what}: ${found}, not ${expected}`]
}

async function countOrders(db: Db, { id }: Person): Promise<number> {
  return count(sql<{ n: number }>`select count(*) as n from orders where owner_id = ${id}`, db)
}

async function countDeliveries(db: Db, { id }: Person): Promise<number> {
  return count(sql<{ n: number }>`select count(*) as n from deliveries where user_id = ${id}`, db)
}

async function countPieces(db: Db, products: number[]): Promise<number> {
  return count(sql<{ n: number }>`select sum(quantity) as n from order_items where product_id = any(${products})`, db)
}

async function count(query: ReturnType<typeof sql<{ n: number }>>, db: Db): Promise<number> {
  return Number((await query.execute(db)).rows[0]!.n)
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map(item => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
