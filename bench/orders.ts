import { randomUUIDv7 } from 'node:crypto'
import { Agent } from 'node:http'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { findSession } from '../src/accounts/sessions/credentials.ts'
import { countEmail } from '../src/accounts/users/unverified-emails.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db, Tables } from '../src/database/schema.ts'
import { limitsOf, readOrder } from '../src/orders/placing/order-request.ts'
import { placeOrder } from '../src/orders/placing/place.ts'
import type { Seller } from '../src/pricing/seller.ts'
import { digest } from '../src/secrets/crypto.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { type Person, person } from '../test/support/people.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { type Bench, type Options, perSecond, type Row } from './bench.ts'
import { cpuMs } from './cpu.ts'
import { post } from './post.ts'

/*
 * Orders of three lines over HTTP, each with a session check, an event and a row in the ledger. The floor is a bare client
 * that runs the same statements, recorded from Semel with BEGIN and COMMIT and prepared, with nothing around them.
 */
export const bench: Bench = {
  title: 'Orders of 3 lines (session checked, event and ledger row included)',
  async run({ seconds, small }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    const shop = await openShop(db, small ? 20 : 1000)
    const statements = await record(database.url, shop)
    await using semel = await spawnServe(database.url, { ORDERS_PER_DAY: String(ORDERS_PER_DAY) }, COMMAND)
    const rows: Row[] = []
    const backends = async (name: string) => {
      const found = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and application_name = ${name}
      `.execute(db)
      return found.rows.map(({ pid }) => pid)
    }
    // Warms up the service, whose code is still being compiled.
    const first = new Agent({ keepAlive: true })
    await perSecond(seconds, 8, n => overHttp(semel.origin, shop, first, n))
    first.destroy()
    for (const buyers of small ? [2] : [1, 4, 16, 64]) {
      const agent = new Agent({ keepAlive: true, maxSockets: buyers })
      await using clients = await openClients(database.url, buyers)
      const [floor, measured] = await inTurns(
        slice =>
          figures(
            n => bare(clients, statements, shop, n),
            buyers,
            slice,
            () => backends(BARE),
          ),
        slice =>
          figures(
            n => overHttp(semel.origin, shop, agent, n),
            buyers,
            slice,
            async () => [semel.child.pid!, ...(await backends('semel serve'))],
          ),
        seconds,
      )
      agent.destroy()
      const what = `${buyers} ${buyers === 1 ? 'buyer' : 'buyers'} at once`
      rows.push({ what, measured: measured.rate, unit: '/s', floor: floor.rate, target: 0.75 })
      if (!Number.isNaN(floor.cpu)) {
        // A busy machine does not distort this figure: the processor time of client, server and database for one order.
        const row = { what: `${what}: processor time of an order`, unit: 'ms', target: 1.33 } as const
        rows.push({ ...row, measured: measured.cpu, floor: floor.cpu })
      }
    }
    await using other = await spawnServe(database.url, { ORDERS_PER_DAY: String(ORDERS_PER_DAY) }, COMMAND)
    return [...rows, ...(await popularProduct([semel.origin, other.origin], shop, { seconds, small }))]
  },
}

/** Orders of one line by 24 buyers: of one product for all and of different ones, at one process and at two, with keys and without. */
async function popularProduct([one, other]: [string, string], shop: Shop, { seconds, small }: Options): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true })
  const placeAt = (origins: string[], products: number, isKeyed: boolean) => (n: number) => {
    const items = basket(shop, n % products).slice(0, 1)
    const key = isKeyed ? randomUUIDv7() : undefined
    return post(agent, `${origins[n % origins.length]}/api/orders`, { items }, shop.buyers[n % 64]!.token, key)
  }
  const all = shop.products.length
  const kinds = {
    spread: placeAt([one], all, false),
    keyed: placeAt([one], all, true),
    hot: placeAt([one], 1, false),
    hotAtTwo: placeAt([one, other], 1, false),
  }
  // A process that has just started is slow.
  await perSecond(seconds / 2, 24, placeAt([other], all, true))
  const rates = { spread: 0, keyed: 0, hot: 0, hotAtTwo: 0 }
  const turns = small ? 1 : Math.max(2, Math.round(seconds))
  for (let turn = 0; turn < turns; turn++) {
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
      rates[kind] += (await perSecond(seconds / turns, 24, kinds[kind])) / turns
  }
  agent.destroy()
  const { spread, keyed, hot, hotAtTwo } = rates
  const what = 'one line, 24 buyers'
  return [
    {
      what: `${what}: one product for all beside different ones`,
      measured: hot,
      unit: '/s',
      floor: spread,
      target: 0.6,
    },
    { what: `${what}: one product, two processes beside one`, measured: hotAtTwo, unit: '/s', floor: hot, target: 1 },
    { what: `${what}: with an Idempotency-Key beside without`, measured: keyed, unit: '/s', floor: spread },
  ]
}

/** Orders per second, and milliseconds of processor time per order. */
type Figures = { rate: number; cpu: number }
type Measure = (seconds: number) => Promise<Figures>

/** The mean of several short turns each, so that other load on the machine affects both alike. */
async function inTurns(one: Measure, other: Measure, seconds: number): Promise<[Figures, Figures]> {
  const turns = Math.max(1, Math.round(seconds))
  const sums = [one, other].map(measure => ({ measure, rate: 0, cpu: 0 }))
  for (let turn = 0; turn < turns; turn++) {
    for (const sum of sums) {
      const { rate, cpu } = await sum.measure(seconds / turns)
      sum.rate += rate / turns
      sum.cpu += cpu / turns
    }
  }
  return sums as unknown as [Figures, Figures]
}

/** @param others the other processes that take part */
async function figures(
  place: (n: number) => Promise<void>,
  concurrency: number,
  seconds: number,
  others: () => Promise<number[]>,
): Promise<Figures> {
  await perSecond(seconds / 5, concurrency, place)
  const pids = await others()
  const [own, before] = [process.cpuUsage(), cpuMs(pids)]
  let orders = 0
  const rate = await perSecond(seconds, concurrency, async n => {
    await place(n)
    orders++
  })
  const { user, system } = process.cpuUsage(own)
  return { rate, cpu: ((user + system) / 1000 + cpuMs(pids) - before) / orders }
}

/** The 64 buyers place as many orders as they can. */
const ORDERS_PER_DAY = 100_000_000

type Shop = { buyers: Person[]; products: number[] }

async function openShop(db: Db, productCount: number): Promise<Shop> {
  const context = { db, clock: systemClock }
  const buyers = await Promise.all(Array.from({ length: 64 }, () => person(context)))
  const products = await Promise.all(Array.from({ length: productCount }, () => stockProduct(db, { stock: 2 ** 30 })))
  return { buyers, products }
}

function basket({ products }: Shop, n: number): { productId: number; quantity: number }[] {
  return [0, 1, 2].map(line => ({ productId: products[(n * 3 + line) % products.length]!, quantity: 1 }))
}

async function overHttp(origin: string, shop: Shop, agent: Agent, n: number): Promise<void> {
  await post(agent, `${origin}/api/orders`, { items: basket(shop, n) }, shop.buyers[n % 64]!.token)
}

type Statement = { sql: string; parameters: readonly unknown[] }

/** The statements that Semel sends to the database for one order. */
async function record(url: string, { buyers, products }: Shop): Promise<Statement[]> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => void statements.push(query),
  })
  const now = new Date()
  await findSession(db, buyers[0]!.token, now)
  const items = products.slice(0, 3).map(productId => ({ productId, quantity: 1 }))
  const buyer = buyers[0]!.id
  const seller: Seller = {
    country: 'DE',
    countries: [],
    today: now.toISOString().slice(0, 10),
    languages: ['en'],
    vatRule: 'destination',
    reverseCharge: false,
    seat: '',
    postcode: '',
  }
  const limits = limitsOf(
    { ordersPerDay: ORDERS_PER_DAY, openOrders: undefined },
    { subject: buyer, forShop: false, now },
  )
  const request = {
    ...readOrder({ items }),
    userId: buyer,
    isGuest: false,
    by: buyer,
    limits,
    seller,
    checked: { vatId: null, check: null },
    carts: [{ userId: buyer }],
    now,
  }
  await db.transaction().execute(async tx => {
    await countEmail(tx, { userId: buyer, about: 'orders', now })
    await placeOrder(tx, request)
  })
  await db.destroy()
  return statements
}

async function openClients(url: string, count: number) {
  const open = async () => {
    const client = new pg.Client({ connectionString: url, application_name: BARE })
    await client.connect()
    return client
  }
  const idle = await Promise.all(Array.from({ length: count }, open))
  return { idle, [Symbol.asyncDispose]: async () => void (await Promise.all(idle.map(client => client.end()))) }
}

async function bare({ idle }: { idle: pg.Client[] }, statements: Statement[], shop: Shop, n: number): Promise<void> {
  const client = idle.pop()!
  const fresh = refresher(shop, n)
  for (const [index, { sql, parameters }] of statements.entries()) {
    await client.query({ name: `${index}`, text: sql, values: parameters.map(fresh) })
  }
  idle.push(client)
}

const BARE = 'bare client'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Replaces the recorded parameters by those of another buyer and basket. */
function refresher(shop: Shop, n: number): (parameter: unknown) => unknown {
  const buyer = shop.buyers[n % 64]!
  const ids = new Map([[shop.buyers[0]!.id, buyer.id]])
  const renew = (id: string) => {
    if (!ids.has(id)) ids.set(id, randomUUIDv7())
    return ids.get(id)!
  }
  const products = new Map(basket(shop, n).map(({ productId }, line) => [shop.products[line]!, productId]))
  return parameter => {
    if (typeof parameter === 'string')
      return parameter
        .replaceAll(UUID, renew)
        .replaceAll(/(?<="product_id":)\d+/g, id => String(products.get(Number(id))))
    if (!Array.isArray(parameter)) return parameter
    if (Buffer.isBuffer(parameter[0])) return [digest(buyer.token)]
    return parameter.map(id => products.get(id) ?? id)
  }
}
