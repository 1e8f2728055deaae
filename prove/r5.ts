/** The proof of R5: a walk through a product list meets every product exactly once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listing } from '../src/catalogue/paging/listing.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { systemClock } from '../src/time.ts'
import type { Answer } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import {
  anyListing,
  expectedIds,
  fill,
  hostileProducts,
  type Random,
  randomFrom,
  writeBeside,
} from '../test/support/listings.ts'
import { person } from '../test/support/people.ts'
import type { Proof } from './proof.ts'
import { ServerPair } from './server-pair.ts'

/** The number of walks through each generated catalogue. */
const WALKS = 12

/**
 * Walks through catalogues full of ties, several at once, with two processes in turn: by page numbers while nothing
 * changes, and along the `next` links while others write. In every fourth catalogue a process is killed during the walks.
 * A run is one walk.
 */
export const proof: Proof = {
  rule: 'R5',
  promise: 'Every product appears exactly once across all pages of a list, whatever the sort',
  defaultRuns: 600,
  async run({ runs, plays }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    const { token } = await person({ db, clock: systemClock })
    await using servers = await ServerPair.open(database.url)
    const read: Read = path => servers.get(path, token)
    const counts = { cases: 0, faults: 0 }
    for (let seed = 1; counts.cases < runs; seed++) {
      const random = randomFrom(seed)
      await fill(db, hostileProducts(random, random(4) === 0 ? random(20) : random(700)))
      const listings = Array.from({ length: Math.min(WALKS, runs - counts.cases) }, () =>
        anyListing(random, { limits: [7, 10, 50, 100], categories: ['a', 'A', 'á'] }),
      )
      const kill = seed % 4 === 1 ? sleep(random(100)).then(() => servers.killOne()) : 0
      const [some, others] = [listings.filter((_, n) => n % 2 === 0), listings.filter((_, n) => n % 2 === 1)]
      await plays.run(`walks through catalogue ${seed}`, async () => {
        const byNumbers = some.map((listing, n) => byNumber(db, read, listing, randomFrom(seed + n)))
        const violations = (await Promise.all(byNumbers)).flat()
        const links = await alongLinks(db, read, others)
        counts.faults += links.writes
        return [...violations, ...links.violations]
      })
      counts.cases += listings.length
      counts.faults += await kill
    }
    return counts
  },
}

type Read = (path: string) => Promise<Answer>

/** Reads the pages in random order and compares them with the list sorted by hand. */
async function byNumber(db: Db, read: Read, listing: Listing, random: Random): Promise<string[]> {
  const expected = await expectedIds(db, listing)
  const pages = Array.from({ length: Math.ceil(expected.length / listing.limit) + 1 }, (_, index) => index + 1)
  const found: number[][] = []
  while (pages.length > 0) {
    const page = pages.splice(random(pages.length), 1)[0]!
    const { body } = await read(addressOf({ ...listing, page }))
    found[page] = idsOf(body)
    if (body.totalCount !== expected.length) return [`totalCount ${body.totalCount}: ${JSON.stringify(listing)}`]
  }
  const right = found.flat().join() === expected.join()
  return right ? [] : [`pages ${found.flat()} instead of ${expected}: ${JSON.stringify(listing)}`]
}

/** Follows the links while others write: each unchanged product must come exactly once. */
async function alongLinks(db: Db, read: Read, listings: Listing[]): Promise<{ violations: string[]; writes: number }> {
  const unchanged = await Promise.all(listings.map(async listing => new Set(await expectedIds(db, listing))))
  await using writers = writeBeside(db)
  const violations = await Promise.all(
    listings.map(async (listing, n) => {
      const expected = unchanged[n]!
      const seen: number[] = []
      for (let next: string | undefined = addressOf(listing); next; ) {
        const { body, headers } = await read(next)
        seen.push(...idsOf(body).filter(id => expected.has(id)))
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      }
      const distinct = new Set(seen).size
      if (distinct !== seen.length) return [`a product twice: ${JSON.stringify(listing)}`]
      if (distinct !== expected.size) return [`${expected.size - distinct} products missed: ${JSON.stringify(listing)}`]
      return []
    }),
  )
  return { violations: violations.flat(), writes: writers.count() }
}

function addressOf({ sort, descending, filter, page, limit }: Listing): string {
  const order = descending ? `-${sort}` : sort
  const query = new URLSearchParams({ sort: order, page: String(page), limit: String(limit) })
  const { minPrice: min_price, maxPrice: max_price, isListed: listed, ...others } = filter
  for (const [name, value] of Object.entries({ ...others, min_price, max_price, listed })) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `/api/products?${query}`
}

function idsOf(body: { items: { id: number }[] }): number[] {
  return body.items.map(({ id }) => id)
}
