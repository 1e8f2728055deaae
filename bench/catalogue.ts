import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon, { type Options } from 'autocannon'
import { sql } from 'kysely'
import { importProducts } from '../src/catalogue/import/import-products.ts'
import { ListIndex } from '../src/catalogue/paging/list-index.ts'
import type { Listing } from '../src/catalogue/paging/listing.ts'
import { readPage } from '../src/catalogue/paging/read-page.ts'
import { SORTS } from '../src/catalogue/paging/sort-key.ts'
import { openDatabase } from '../src/database/open.ts'
import { generateProducts } from '../src/dev/generate-products.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { person } from '../test/support/people.ts'
import { COMMAND, spawnSemel } from '../test/support/process.ts'
import type { Bench, Row } from './bench.ts'

/*
 * The product list, at growing sizes: requests per second compared with the smallest program that returns the same bytes,
 * and the cost of deep pages compared with the first one.
 */
export const bench: Bench = {
  title: 'Catalogue',
  async run({ seconds, small, sizes = small ? [500, 2000] : [10_000, 100_000, 1_000_000] }) {
    await using database = await cloneDatabase()
    const { url } = database
    const rows: Row[] = []
    for (const size of sizes) {
      rows.push({
        what: `generated rows imported, up to ${size.toLocaleString('en')}`,
        measured: await grow(url, size),
        unit: '/s',
      })
      rows.push(...(await pages(url, size, small)))
      rows.push(...(await requests(url, size, seconds, small)))
    }
    return rows
  },
}

/** Uses the import, which leaves existing products alone. @returns the products added per second */
async function grow(url: string, size: number): Promise<number> {
  const started = performance.now()
  const { added } = await importProducts(url, rowsUpTo(size))
  const rate = added / ((performance.now() - started) / 1000)
  // Otherwise `serve` would stamp a million events beside the measurement.
  await using opened = openDatabase(url, { max: 1 })
  await sql`truncate event_outbox`.execute(opened.db)
  return rate
}

function* rowsUpTo(size: number) {
  let line = 0
  for (const { created_at, ...product } of generateProducts(size)) {
    yield { line: ++line, value: { ...product, created_at: created_at.toISOString() } }
  }
}

/** Milliseconds for the middle and the last page of each sort, with the first page as their floor. Nothing is cached. */
async function pages(url: string, size: number, small: boolean): Promise<Row[]> {
  await using opened = openDatabase(url, { max: 2 })
  const index = new ListIndex(opened.db)
  const rows: Row[] = []
  const filters = [
    {},
    { category: 'Garden' },
    { status: 'discontinued' as const },
    { category: 'Garden', status: 'active' as const },
  ]
  for (const [sort, filter] of [
    ...SORTS.map(sort => [sort, {}] as const),
    ...filters.slice(1).map(f => ['name', f] as const),
  ]) {
    for (const descending of [false, true]) {
      const listing: Listing = { sort, descending, filter, page: 1, limit: 10, after: undefined }
      const { pageCount } = await readPage(index, listing)
      const places = [0, 0.5, 1].map(part => Math.max(1, Math.round(part * pageCount)))
      const [first, middle, last] = await inTurns(
        places.map(
          (page, place) => n =>
            // Neighboring pages in turn, so that no page is measured twice in a row.
            readPage(index, {
              ...listing,
              page: Math.max(1, page + (place === 0 ? n % 5 : place === 1 ? n : -(n % 5))),
            }),
        ),
        small ? 10 : 200,
      )
      const name = `${size.toLocaleString('en')}: ${descending ? '-' : ''}${sort} ${new URLSearchParams(filter)}`.trim()
      rows.push({ what: `${name}, middle page`, measured: middle!, unit: 'ms', floor: first!, target: 1.5 })
      rows.push({ what: `${name}, last page`, measured: last!, unit: 'ms', floor: first!, target: 1.5 })
    }
  }
  return rows
}

/** Medians in milliseconds, measured in turns, so that other load on the machine affects all of them. */
async function inTurns(works: ((n: number) => Promise<unknown>)[], times: number): Promise<number[]> {
  for (const work of works) await work(0)
  const durations = works.map((): number[] => [])
  for (let n = 0; n < times; n++) {
    for (const [index, work] of works.entries()) {
      const started = performance.now()
      await work(n)
      durations[index]!.push(performance.now() - started)
    }
  }
  return durations.map(list => list.sort((a, b) => a - b)[Math.floor(times / 2)]!)
}

/**
 * A page that was requested before, and pages that were never requested, which the response cache cannot have. Both
 * programs run as processes of their own, one after the other, twice; the better result of each counts.
 */
async function requests(url: string, total: number, seconds: number, small: boolean): Promise<Row[]> {
  await using opened = openDatabase(url, { max: 1 })
  const { token } = await person({ db: opened.db, clock: { now: () => new Date() } })
  await using semel = spawnSemel(['serve'], { DATABASE_URL: url, SECRET_KEY: 'bench '.repeat(8) }, COMMAND)
  const origin = (await semel.printed(/listens on (\S+)/))[1]!
  const floor = spawn(process.execPath, [FLOOR, url, String(total)], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const floorOrigin = await address(floor)
    const list = { url: `${origin}/api/products?sort=name&limit=10`, headers: { authorization: `Bearer ${token}` } }
    await requireSameBytes(list, floorOrigin)
    let number = 0
    const newPage = () => `/api/products?sort=name&limit=10&page=${1 + (number % (total / 10))}&new=${number++}`
    const [bare, ours, never] = [[0], [0], [0]]
    for (let turn = 0; turn < (small ? 1 : 2); turn++) {
      bare.push(await rate({ url: floorOrigin }, seconds, small))
      ours.push(await rate(list, seconds, small))
      never.push(
        await rate({ ...list, requests: [{ setupRequest: r => ({ ...r, path: newPage() }) }] }, seconds, small),
      )
    }
    const of = `of ${total.toLocaleString('en')} products`
    return [
      {
        what: `a page requested before, ${of}`,
        measured: Math.max(...ours),
        unit: '/s',
        floor: Math.max(...bare),
        target: 1,
      },
      {
        what: `pages never requested, ${of}`,
        measured: Math.max(...never),
        unit: '/s',
        floor: Math.max(...bare),
        target: 0.35,
      },
    ]
  } finally {
    floor.kill()
  }
}

const LOAD_CONNECTIONS = 32

const FLOOR = fileURLToPath(new URL('./floors/product-list.ts', import.meta.url))

async function address(child: ChildProcess): Promise<string> {
  for await (const chunk of child.stdout!) {
    const found = /listens on (\S+)/.exec(String(chunk))
    if (found) return found[1]!
  }
  throw new Error('the floor did not start')
}

async function requireSameBytes({ url, headers }: { url: string; headers: Record<string, string> }, floor: string) {
  const [ours, bare] = await Promise.all([
    fetch(url, { headers }).then(r => r.text()),
    fetch(floor).then(r => r.text()),
  ])
  if (ours !== bare) throw new Error(`the floor returns other bytes:\n${bare}\n${ours}`)
}

async function rate(request: Omit<Options, 'connections'>, seconds: number, small: boolean): Promise<number> {
  if (!small) await autocannon({ ...request, connections: LOAD_CONNECTIONS, duration: 1 })
  const result = await autocannon({ ...request, connections: LOAD_CONNECTIONS, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`)
  return result.requests.total / result.duration
}
