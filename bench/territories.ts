import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { type Person, person } from '../test/support/people.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { type Bench, perSecond, type Row } from './bench.ts'
import { cpuMs } from './cpu.ts'
import { post } from './post.ts'

/*
 * Orders to the Canary Islands, whose VAT is not that of the country of their address. The floor is the same order to another build
 * (`--beside DIR`, a clone of Semel with its packages), or without that one an order to Madrid. Turns of half a second alternate.
 */
export const bench: Bench = {
  title: 'Orders of 3 lines with an address (in a territory of its own)',
  async run({ seconds, small, beside }) {
    await using own = await openBuild(COMMAND, ISLAND)
    await using other = await openBuild(beside ? join(beside, 'bin/semel.js') : COMMAND, beside ? ISLAND : CITY)
    const turns = small ? 1 : Math.max(5, Math.round(seconds * 2))
    for (const build of [own, other]) await perSecond(small ? 0.2 : 2, BUYERS, build.place)
    const figures = { own: [] as Figures[], other: [] as Figures[] }
    for (let turn = 0; turn < turns; turn++) {
      // The order changes, because a check point of PostgreSQL or a full cache would otherwise always meet the same build.
      const builds = [['own', own] as const, ['other', other] as const]
      for (const [name, build] of turn % 2 ? builds : builds.toReversed())
        figures[name].push(await measure(build, seconds / turns))
    }
    const row = (what: string, kind: keyof Figures, terms: Pick<Row, 'unit' | 'target'>): Row => ({
      what: `${what}, beside ${beside ? 'the other build' : 'Madrid'}`,
      ...terms,
      measured: median(figures.own.map(figure => figure[kind])),
      floor: median(figures.other.map(figure => figure[kind])),
    })
    return [
      row(`orders to the Canary Islands, ${BUYERS} buyers`, 'rate', { unit: '/s', target: 0.95 }),
      row('processor time of such an order', 'cpu', { unit: 'ms', target: 1.05 }),
    ]
  },
}

const BUYERS = 4
const PRODUCTS = 200
const ISLAND = ['35001', 'Las Palmas'] as const
const CITY = ['28013', 'Madrid'] as const

type Figures = { rate: number; cpu: number }
type Build = Awaited<ReturnType<typeof openBuild>>

/** Starts a build over a database that its own migrations have made. */
async function openBuild(command: string, [postcode, city]: readonly [string, string]) {
  const database = await cloneDatabase(command === COMMAND ? undefined : 'template0')
  if (command !== COMMAND) {
    const env = { ...process.env, DATABASE_URL: database.url, SECRET_KEY: 'test '.repeat(8) }
    await promisify(execFile)(process.execPath, [command, 'migrate'], { env })
  }
  const opened = openDatabase(database.url)
  const { db } = opened
  const buyers: Person[] = []
  for (let n = 0; n < 64; n++) buyers.push(await person({ db, clock: systemClock }))
  const products: number[] = []
  for (let n = 0; n < PRODUCTS; n++) products.push(await stockProduct(db, { stock: 2 ** 30 }))
  const semel = await spawnServe(database.url, { ORDERS_PER_DAY: '100000000' }, command)
  const agent = new Agent({ keepAlive: true, maxSockets: BUYERS })
  const deliveryAddress = { name: 'Ada', line1: 'Calle Mayor 1', postcode, city, country: 'ES' }
  return {
    place: async (n: number) => {
      const items = [0, 1, 2].map(line => ({ productId: products[(n * 3 + line) % PRODUCTS]!, quantity: 1 }))
      await post(agent, `${semel.origin}/api/orders`, { items, deliveryAddress }, buyers[n % buyers.length]!.token)
    },
    pids: async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'semel serve'
      `.execute(db)
      return [semel.child.pid!, ...rows.map(({ pid }) => pid)]
    },
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await semel.kill()
      await opened[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function measure(build: Build, seconds: number): Promise<Figures> {
  const pids = await build.pids()
  const before = cpuMs(pids)
  let orders = 0
  const rate = await perSecond(seconds, BUYERS, async n => {
    await build.place(n)
    orders++
  })
  return { rate, cpu: (cpuMs(pids) - before) / orders }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
