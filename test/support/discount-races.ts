import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { one } from '../../src/database/rows.ts'
import type { Db } from '../../src/database/schema.ts'
import { type Answer, Client } from './client.ts'
import { buy, expect, newBuyer, statusesOutside, type TwoProcesses, untilServed } from './order-races.ts'
import { spawnServe } from './process.ts'
import { stockProduct } from './products.ts'

/* Races for the uses of a discount code, on two processes over one database. Each returns its violations as text. */

const USES = 10

async function newCode(db: Db, terms: { max_uses?: number; max_uses_per_customer?: number }): Promise<string> {
  const code = randomUUID().slice(0, 20).toUpperCase()
  const { max_uses = null, max_uses_per_customer = null } = terms
  await sql`
    insert into discount_codes (code, kind, value, max_uses, max_uses_per_customer, created_at)
    values (${code}, 'percent', 10, ${max_uses}, ${max_uses_per_customer}, now())
  `.execute(db)
  return code
}

/** Different products, so that the orders meet at the code and not before it. */
function manyProducts(db: Db): Promise<number[]> {
  return Promise.all(Array.from({ length: 20 }, () => stockProduct(db, { stock: 1000 })))
}

/** Counts the uses of a code in three ways: in its row, in its uses and in the orders. All three have to agree. */
async function countsOf(db: Db, code: string) {
  const { rows } = await sql<{ used: number; uses: number; orders: number }>`
    select used,
      (select count(*)::int from discount_uses u where u.code = c.code) as uses,
      (select count(*)::int from orders o where o.discount_code = c.code and status <> 'cancelled' and discount_total > 0) as orders
    from discount_codes c where code = ${code}
  `.execute(db)
  return one(rows)
}

async function expectUses(db: Db, code: string, uses: number): Promise<string[]> {
  const counts = await countsOf(db, code)
  return Object.entries(counts).flatMap(([what, found]) => expect(what, found, uses))
}

/** 200 buyers want the 10 uses of a code. */
async function lastUses({ db, origins }: TwoProcesses): Promise<string[]> {
  const [code, products] = [await newCode(db, { max_uses: USES }), await manyProducts(db)]
  const buyers = await Promise.all(Array.from({ length: 200 }, () => newBuyer(db)))
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      buy(origins[n % 2]!, buyer, [{ productId: products[n % 20]!, quantity: 1 }], undefined, { discountCode: code }),
    ),
  )
  return [
    ...statusesOutside([201, 409], answers),
    ...expect('accepted', answers.filter(({ status }) => status === 201).length, USES),
    ...(await expectUses(db, code, USES)),
  ]
}

/** The same, while a process is killed with -9 among the orders, and its clients repeat them elsewhere. */
async function killedAmongUses({ db, databaseUrl, origins }: TwoProcesses): Promise<string[]> {
  const [code, products] = [await newCode(db, { max_uses: USES }), await manyProducts(db)]
  const buyers = await Promise.all(Array.from({ length: 60 }, () => newBuyer(db)))
  await using victim = await spawnServe(databaseUrl)
  await buy(victim.origin, await newBuyer(db), [{ productId: products[0]!, quantity: 1 }])
  const orders = buyers.map((buyer, n) => {
    const key = randomUUID()
    const items = [{ productId: products[n % 20]!, quantity: 1 }]
    return (origin: string) => buy(origin, buyer, items, key, { discountCode: code })
  })
  const lost = orders.map(place => place(victim.origin).catch(() => undefined))
  await sleep(Math.random() * 150)
  await victim.kill()
  await Promise.all(lost)
  const repeat = async (place: (origin: string) => Promise<Answer>, n: number) => {
    let answer = await place(origins[n % 2]!)
    while (answer.status === 409 && answer.body.code !== 'discount_used_up') answer = await place(origins[n % 2]!)
    return answer
  }
  const answers = await Promise.all(orders.map(repeat))
  return [
    ...statusesOutside([201, 409], answers),
    ...expect('accepted', answers.filter(({ status }) => status === 201).length, USES),
    ...(await expectUses(db, code, USES)),
  ]
}

/** Buyers cancel, each twice at once, while others want the uses that come back. */
async function cancelAgainstUse({ db, origins }: TwoProcesses): Promise<string[]> {
  const [code, products] = [await newCode(db, { max_uses: USES }), await manyProducts(db)]
  const live = { orders: 0 }
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const buyer = await newBuyer(db)
      const items = [{ productId: products[n % 20]!, quantity: 1 }]
      const placed = await buy(origins[n % 2]!, buyer, items, undefined, { discountCode: code })
      if (placed.status !== 201) return [placed]
      live.orders++
      if (n % 3 === 0) return [placed]
      const cancel = (origin: string) =>
        untilServed(() => new Client(origin).post(`/api/orders/${placed.body.id}/cancel`, undefined, buyer))
      const twice = await Promise.all(origins.map(cancel))
      if (twice.some(({ status }) => status === 200)) live.orders--
      return [placed, ...twice]
    }),
  )
  return [
    ...statusesOutside([200, 201, 409], answers.flat()),
    ...(live.orders > USES ? [`${live.orders} orders use a code that has ${USES} uses`] : []),
    ...(await expectUses(db, code, live.orders)),
  ]
}

/** 30 orders of one customer, on both processes, with a code that each customer can use once. */
async function onceForEach({ db, origins }: TwoProcesses): Promise<string[]> {
  const [code, products] = [await newCode(db, { max_uses_per_customer: 1 }), await manyProducts(db)]
  const buyer = await newBuyer(db)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      buy(origins[n % 2]!, buyer, [{ productId: products[n % 20]!, quantity: 1 }], undefined, { discountCode: code }),
    ),
  )
  return [...statusesOutside([201, 409], answers), ...(await expectUses(db, code, 1))]
}

export const DISCOUNT_RACES = [
  { name: '200 buyers of a code with 10 uses use it 10 times', race: lastUses, requests: 200, faults: 0 },
  {
    name: 'a process is killed with -9 among 60 orders with a code, and the repeats use it 10 times',
    race: killedAmongUses,
    requests: 120,
    faults: 1,
  },
  { name: 'cancel against use of a code', race: cancelAgainstUse, requests: 180, faults: 0 },
  { name: '30 orders of one customer use a code once', race: onceForEach, requests: 30, faults: 0 },
]
