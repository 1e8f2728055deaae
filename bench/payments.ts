import { Agent } from 'node:http'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { openDevProvider } from '../src/dev/payments/provider.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { type Person, person } from '../test/support/people.ts'
import { COMMAND, spawnSemel, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { until } from '../test/support/until.ts'
import type { Bench, Row } from './bench.ts'
import { cpuMs } from './cpu.ts'
import { post } from './post.ts'

const AT_ONCE = 8
/** Secret and limits of both processes. */
const SETTINGS = { SECRET_KEY: 'bench '.repeat(8), LOG_LEVEL: 'fatal', ORDERS_PER_DAY: '100000000' }

/*
 * Measures what a payment costs in addition to its order. The floor is the same order by invoice. The provider of
 * development answers at once, in this process, and its work is not counted. A real one is half a second away: the
 * customer waits for it, and no process works.
 */
export const bench: Bench = {
  title: 'Payments (an order, its page, the event, the capture and the reads between, until the order is paid)',
  async run({ seconds, small }) {
    await using stack = new AsyncDisposableStack()
    const database = stack.use(await cloneDatabase())
    const { db } = stack.use(openDatabase(database.url))
    const semel = stack.use(await spawnServe(database.url, SETTINGS, COMMAND))
    const worker = stack.use(spawnSemel(['work'], { DATABASE_URL: database.url, ...SETTINGS }))
    await worker.printed(/worker is running/)
    const provider = stack.use(await openDevProvider({ shop: () => semel.origin, db }))
    const context = { db, clock: systemClock }
    const buyers = await Promise.all(Array.from({ length: AT_ONCE }, () => person(context)))
    const productId = await stockProduct(db, { price: 4800, stock: 2 ** 30 })
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    stack.defer(() => agent.destroy())

    const items = [{ productId, quantity: 1 }]
    const place = async (method: string, { token }: Person): Promise<number> => {
      const text = await post(agent, `${semel.origin}/api/orders`, { items, payment: { method } }, token)
      return JSON.parse(text).id
    }
    const payOnline = async (buyer: Person) => {
      const id = await place('online', buyer)
      const { redirect } = JSON.parse(await post(agent, `${semel.origin}/api/orders/${id}/payment`, {}, buyer.token))
      if (redirect) provider.bank.pay(redirect.split('/').at(-1))
    }
    const pids = async () => [semel.child.pid!, worker.child.pid!, ...(await backendsOf(db))]
    const orders = small ? 8 : Math.max(40, 40 * seconds)
    const measure = async (work: (buyer: Person) => Promise<unknown>) => {
      const [before, started] = [cpuMs(await pids()), performance.now()]
      await Promise.all(
        buyers.map(async buyer => {
          for (let n = 0; n < orders / AT_ONCE; n++) await work(buyer)
        }),
      )
      await until(() => isOver(db), 'paid', 120_000)
      const elapsed = (performance.now() - started) / 1000
      return { rate: orders / elapsed, cpu: (cpuMs(await pids()) - before) / orders }
    }
    // Compiles the code of both ways, and loads the SDK of the provider.
    for (const buyer of buyers) await payOnline(buyer)
    await until(() => isOver(db), 'paid', 120_000)
    const invoice = await measure(buyer => place('invoice', buyer))
    const online = await measure(payOnline)
    const what = `${AT_ONCE} buyers: ordered and paid online, beside ordered by invoice`
    return [
      { what, measured: online.rate, unit: '/s', floor: invoice.rate },
      ...(Number.isNaN(online.cpu)
        ? []
        : [{ what: `${what}: processor time`, measured: online.cpu, unit: 'ms', floor: invoice.cpu } satisfies Row]),
    ]
  },
}

async function backendsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name like 'semel %'
  `.execute(db)
  return rows.map(({ pid }) => pid)
}

/** Every payment has its money, and nothing is left to call. */
async function isOver(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    select not exists (select from payments where state <> 'captured')
      and not exists (select from payment_calls where state <> 'done') as "isOver"
  `.execute(db)
  return rows[0]!.isOver
}
