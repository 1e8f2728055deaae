import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Listing } from '../src/catalogue/listing.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { Client } from '../test/client.ts'
import { cloneDatabase } from '../test/database.ts'
import {
  anyListing,
  expectedIds,
  fill,
  hostileProducts,
  type Random,
  randomFrom,
  writeBeside,
} from '../test/listings.ts'
import { person } from '../test/people.ts'
import { spawnSemel } from '../test/process.ts'
import type { Proof } from './proof.ts'

/** So many walks go through one catalogue before the next one is made. */
const WALKS = 12

/**
 * Walks through catalogues made of ties, over two processes in turn: by page numbers while nothing changes between the
 * walks' steps, and along the `next` links while others write and a process is killed. A run is one walk.
 */
export const proof: Proof = {
  rule: 'R5',
  promise: 'Every product appears exactly once across all pages of a list, whatever the sort',
  defaultRuns: 300,
  async run({ runs }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    const { token } = await person({ db, clock: { now: () => new Date() } })
    await using shops = await openShops(database.url)
    const violations: string[] = []
    let cases = 0
    let faults = 0
    for (let seed = 1; cases < runs; seed++) {
      const random = randomFrom(seed)
      await fill(db, hostileProducts(random, random(4) === 0 ? random(20) : random(700)))
      for (let walk = 0; walk < WALKS && cases < runs; walk++, cases++) {
        const listing = anyListing(random, { limits: [7, 10, 50, 100], categories: ['a', 'A', 'á'] })
        const found =
          walk % 2 === 0
            ? await byNumber(db, shops, token, listing, random)
            : await alongLinks(db, shops, token, listing)
        faults += found.faults
        if (found.violation) violations.push(`${found.violation}: seed ${seed}, ${JSON.stringify(listing)}`)
        if (process.stdout.isTTY) process.stdout.write(`\r${cases}/${runs} `)
      }
      await shops.replaceOne(seed)
      faults++
    }
    return { cases, faults, violations }
  },
}

type Shops = { get(path: string, token: string): ReturnType<Client['get']>; replaceOne(n: number): Promise<void> }
type Found = { violation?: string; faults: number }

/** Two processes, asked in turn; one of them can be killed, and another takes its place. */
async function openShops(url: string): Promise<Shops & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'semel-r5-'))
  const open = async () => {
    const shop = spawnSemel(['serve'], { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' })
    return { shop, client: new Client((await shop.printed(/listens on (\S+)/))[1]!) }
  }
  const shops = [await open(), await open()]
  let turn = 0
  return {
    get: (path, token) => shops[turn++ % 2]!.client.get(path, { token }),
    async replaceOne(n) {
      const place = n % 2
      await shops[place]!.shop.kill()
      shops[place] = await open()
    },
    async [Symbol.asyncDispose]() {
      for (const { shop } of shops) await shop[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Pages in any order, against the list sorted by hand. */
async function byNumber(db: Db, shops: Shops, token: string, listing: Listing, random: Random): Promise<Found> {
  const expected = await expectedIds(db, listing)
  const pages = Array.from({ length: Math.ceil(expected.length / listing.limit) + 1 }, (_, index) => index + 1)
  const found: number[][] = []
  while (pages.length > 0) {
    const page = pages.splice(random(pages.length), 1)[0]!
    const { body } = await shops.get(addressOf({ ...listing, page }), token)
    found[page] = idsOf(body)
    if (body.totalCount !== expected.length) return { violation: `totalCount ${body.totalCount}`, faults: 0 }
  }
  const right = found.flat().join() === expected.join()
  return right ? { faults: 0 } : { violation: `pages ${found.flat()} instead of ${expected}`, faults: 0 }
}

/** From link to link while others write: what stands unchanged is met once. */
async function alongLinks(db: Db, shops: Shops, token: string, listing: Listing): Promise<Found> {
  const still = new Set(await expectedIds(db, listing))
  await using writers = writeBeside(db)
  const seen: number[] = []
  for (let next: string | undefined = addressOf(listing); next; ) {
    const { body, headers } = await shops.get(next, token)
    seen.push(...idsOf(body).filter(id => still.has(id)))
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  const faults = writers.count()
  if (new Set(seen).size !== seen.length) return { violation: 'a product twice', faults }
  return seen.length === still.size ? { faults } : { violation: `${still.size - seen.length} products missed`, faults }
}

function addressOf({ sort, descending, filter, page, limit }: Listing): string {
  const order = descending ? `-${sort}` : sort
  const query = new URLSearchParams({ sort: order, page: String(page), limit: String(limit) })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value)
  return `/api/products?${query}`
}

function idsOf(body: { items: { id: number }[] }): number[] {
  return body.items.map(({ id }) => id)
}
