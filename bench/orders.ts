import { randomUUIDv7 } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { findSession } from '../src/accounts/credentials.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db, Tables } from '../src/database/schema.ts'
import { placeOrder } from '../src/orders/place.ts'
import { digest } from '../src/secrets.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase, makeTemplate } from '../test/database.ts'
import { type Person, person } from '../test/people.ts'
import { spawnServe } from '../test/process.ts'
import { stockProduct } from '../test/products.ts'
import { type Bench, perSecond, type Row } from './bench.ts'

/*
 * Orders of three lines, each by a buyer whose session is checked, with its event and its row in the ledger, through
 * HTTP. The floor is a bare client that runs the very statements that Semel runs, recorded from it and prepared, with
 * nothing around them.
 */
export const bench: Bench = {
  title: 'Orders of 3 lines (session checked, event and ledger row included)',
  async run({ serverUrl, seconds, small }) {
    process.env.TEST_DATABASE_URL = await makeTemplate(serverUrl)
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    const shop = await openShop(db, small ? 20 : 1000)
    const statements = await record(database.url, shop)
    await using semel = await spawnServe(database.url)
    const rows: Row[] = []
    for (const buyers of small ? [2] : [1, 4, 16, 64]) {
      const [floor, measured] = await inTurns(
        slice => bare(database.url, statements, shop, buyers, slice),
        slice => overHttp(semel.origin, shop, buyers, slice),
        seconds,
      )
      const what = `${buyers} ${buyers === 1 ? 'buyer' : 'buyers'} at once`
      rows.push({ what, measured, unit: '/s', floor, target: 0.7 })
    }
    return rows
  },
}

type Measure = (seconds: number) => Promise<number>

/** The mean of several short turns each, so that whatever else the machine does meets both alike. */
async function inTurns(one: Measure, other: Measure, seconds: number): Promise<[number, number]> {
  const turns = Math.max(1, Math.round(seconds))
  const sums: [number, number] = [0, 0]
  for (let turn = 0; turn < turns; turn++) {
    sums[0] += await one(seconds / turns)
    sums[1] += await other(seconds / turns)
  }
  return [sums[0] / turns, sums[1] / turns]
}

type Shop = { buyers: Person[]; products: number[] }

async function openShop(db: Db, productCount: number): Promise<Shop> {
  const ground = { db, clock: systemClock }
  const buyers = await Promise.all(Array.from({ length: 64 }, () => person(ground)))
  const products = await Promise.all(Array.from({ length: productCount }, () => stockProduct(db, { stock: 2 ** 30 })))
  return { buyers, products }
}

function basket({ products }: Shop, n: number): { productId: number; quantity: number }[] {
  return [0, 1, 2].map(line => ({ productId: products[(n * 3 + line) % products.length]!, quantity: 1 }))
}

async function overHttp(origin: string, shop: Shop, concurrency: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const place = (n: number) =>
    post(agent, `${origin}/api/orders`, shop.buyers[n % 64]!.token, { items: basket(shop, n) })
  await perSecond(seconds / 5, concurrency, place)
  const orders = await perSecond(seconds, concurrency, place)
  agent.destroy()
  return orders
}

function post(agent: Agent, url: string, token: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers }, answer => {
      if (answer.statusCode !== 201) reject(new Error(`answered ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

type Statement = { sql: string; parameters: readonly unknown[] }

/** What Semel sends to the database for one order. */
async function record(url: string, { buyers, products }: Shop): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => void statements.push(query),
  })
  const now = new Date()
  await findSession(db, buyers[0]!.token, now)
  const items = products.slice(0, 3).map(productId => ({ productId, quantity: 1 }))
  await placeOrder(db, { items }, buyers[0]!.id, now)
  await db.destroy()
  return statements
}

async function bare(url: string, statements: Statement[], shop: Shop, concurrency: number, seconds: number) {
  const clients = await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      return client
    }),
  )
  const place = async (n: number) => {
    const client = clients.pop()!
    const fresh = refresher(shop, n)
    for (const [index, { sql, parameters }] of statements.entries()) {
      await client.query({ name: `${index}`, text: sql, values: parameters.map(fresh) })
    }
    clients.push(client)
  }
  await perSecond(seconds / 5, concurrency, place)
  const orders = await perSecond(seconds, concurrency, place)
  await Promise.all(clients.map(client => client.end()))
  return orders
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The recorded parameters, for another buyer with another basket. */
function refresher(shop: Shop, n: number): (parameter: unknown) => unknown {
  const buyer = shop.buyers[n % 64]!
  const ids = new Map([[shop.buyers[0]!.id, buyer.id]])
  const renew = (id: string) => {
    if (!ids.has(id)) ids.set(id, randomUUIDv7())
    return ids.get(id)!
  }
  return parameter => {
    if (typeof parameter === 'string') return parameter.replaceAll(UUID, renew)
    if (!Array.isArray(parameter)) return parameter
    if (Buffer.isBuffer(parameter[0])) return [digest(buyer.token)]
    if (parameter.every(quantity => quantity === 1)) return parameter
    return basket(shop, n).map(({ productId }) => productId)
  }
}
