import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/time.ts'
import { chooseDelivery, cloneDatabase, type TestDatabase } from '../test/support/database.ts'
import { type Person, person } from '../test/support/people.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { post } from './post.ts'

/** Buyers at once. */
export const BUYERS = 4
const PRODUCTS = 200

export type Build = Awaited<ReturnType<typeof openBuild>>

/** A database that the build's own migrations have made, with a delivery, which a new shop has not. */
export async function databaseOf(command: string): Promise<TestDatabase> {
  if (command === COMMAND) return cloneDatabase()
  const database = await cloneDatabase('template0')
  const env = { ...process.env, DATABASE_URL: database.url, SECRET_KEY: 'test '.repeat(8) }
  await promisify(execFile)(process.execPath, [command, 'migrate'], { env })
  await chooseDelivery(database.url)
  return database
}

export async function openBuild(command: string, [postcode, city]: readonly [string, string]) {
  const database = await databaseOf(command)
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
    databaseUrl: database.url,
    node: semel.child.pid!,
    /** The processes of PostgreSQL that serve it at present. */
    backends: async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'semel serve'
      `.execute(db)
      return rows.map(({ pid }) => pid)
    },
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await semel.kill()
      await opened[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
