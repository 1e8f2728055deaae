import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { matches } from '../../src/catalogue/paging/page-sql.ts'
import { listProducts } from '../../src/catalogue/paging/read-page.ts'
import { noteNewWords, suggestProducts } from '../../src/catalogue/suggestions.ts'
import { limitRequest } from '../../src/database/limits.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

/** Connections of a process for searches: six of ten. */
const SEARCHES = 6

let database: TestDatabase
let open: OpenDatabase
before(async () => {
  database = await cloneDatabase()
  open = openDatabase(database.url)
  for (const name of ['Wool camping blanket', 'Camping stove', 'Enamel camp mug', "Baker's scale", 'Ärmel board']) {
    await stockProduct(open.db, { name, sku: name })
  }
  await noteNewWords(open.db)
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const names = async (text: string, limit = 8) =>
  (await suggestProducts(open.db, text, limit)).products.map(({ name }) => name)

test('the last word is completed, words come in any order, and every word must occur', async () => {
  assert.deepEqual(await names('cam'), ['Camping stove', 'Enamel camp mug', 'Wool camping blanket'])
  assert.deepEqual(await names('camping wo'), ['Wool camping blanket'])
  assert.deepEqual(await names('ärm'), ['Ärmel board'])
  assert.deepEqual(await names('stove wool'), [])
  assert.deepEqual(await names('camp', 1), ['Camping stove'])
})

test('a mistyped word is corrected; a word of the catalogue is taken as it is', async () => {
  assert.deepEqual(await names('campign'), ['Camping stove', 'Enamel camp mug', 'Wool camping blanket'])
  assert.deepEqual(await names('blankett wool'), ['Wool camping blanket'])
  const { words } = await suggestProducts(open.db, 'stoev', 8)
  assert.deepEqual(words, [{ typed: 'stoev', meanings: ['stoev', 'stove'] }])
  assert.deepEqual((await suggestProducts(open.db, 'camp mug', 8)).words[0]!.meanings, ['camp'])
  for (const typed of ['cmap', 'acmp', 'capm']) {
    const { words } = await suggestProducts(open.db, typed, 8)
    assert.deepEqual(words[0]!.meanings.slice(0, 2), [typed, 'camp'])
  }
})

test('no input is an error', async () => {
  for (const text of [
    '',
    '  ',
    "'",
    '\\',
    "a' | 'b",
    '!!!',
    ':*',
    "baker's",
    '&|!()',
    '%',
    '𝔘'.repeat(100),
    'a '.repeat(500),
  ]) {
    await suggestProducts(open.db, text, 8)
  }
  assert.deepEqual(await names('!!!'), [])
  assert.deepEqual(await names("baker's sca"), ["Baker's scale"])
})

test('new names are noted, also those of a change that the log does not list', async () => {
  await stockProduct(open.db, { name: 'Zirconium kettle', sku: 'Z' })
  await noteNewWords(open.db)
  assert.deepEqual(await names('zirconum'), ['Zirconium kettle'])
  await sql`
    insert into products (sku, name, category, price) select 'M-' || n, 'Quokka ' || n, 'many', n from generate_series(1, 5001) n
  `.execute(open.db)
  await noteNewWords(open.db)
  assert.equal((await names('quoka')).length, 8)
})

test('the search of the list finds an SKU, or the products whose SKU begins so, by an index', async () => {
  for (const sku of ['OUT-000001', 'OUT-000002', 'out-9', 'Rug_1%']) await stockProduct(open.db, { name: sku, sku })
  await open.db
    .updateTable('products')
    .set({ name: 'Thing' })
    .where('sku', 'in', ['OUT-000001', 'OUT-000002'])
    .execute()
  const found = async (q: string) => {
    const listing = { sort: 'id', descending: false, filter: { q }, page: 1, limit: 10, after: undefined } as const
    const { items, totalCount } = await listProducts(open.db, listing)
    assert.equal(totalCount, items.length)
    return items.map(({ sku }) => sku)
  }
  assert.deepEqual(await found('OUT-000001'), ['OUT-000001'])
  assert.deepEqual(await found('out-0000'), ['OUT-000001', 'OUT-000002'])
  assert.deepEqual(await found('out-9'), ['out-9'])
  assert.deepEqual(await found('Rug_1%'), ['Rug_1%'])
  assert.deepEqual(await found('_ug_1'), [])
  assert.deepEqual(await found('0000'), [])
  // Words of the catalogue are not beginnings of SKUs.
  assert.deepEqual(await found('out'), ['out-9'])
  for (const sku of ['TEAKETTLE', 'Blue Teapot', 'tray']) await stockProduct(open.db, { name: 'Thing', sku })
  assert.deepEqual(await found('teakettle'), ['TEAKETTLE'])
  assert.deepEqual(await found('Blue Teapot'), ['Blue Teapot'])
  assert.deepEqual(await found('tray'), ['tray'])
  assert.deepEqual(await found('teakettl'), [])
  await sql`
    insert into products (sku, name, category, price, status)
    select 'N-' || n, 'Number ' || n, 'Numbers', n, 'active' from generate_series(1, 20000) as n
  `.execute(open.db)
  await sql`analyze products`.execute(open.db)
  for (const q of ['out-0000', 'teakettle', 'wool blanket']) {
    const { rows } = await sql<Record<string, string>>`
      explain select id from products where ${matches({ q })}`.execute(open.db)
    const plan = rows.map(row => Object.values(row)[0]).join('\n')
    assert.match(plan, /BitmapOr/)
    assert.match(plan, /products_sku_unique/)
    assert.match(plan, /products_words/)
  }
})

test('a search may have any number of minus signs: one excludes a word, more mean nothing', async () => {
  const found = async (q: string) => {
    const listing = { sort: 'name', descending: false, page: 1, limit: 10, after: undefined } as const
    return (await listProducts(open.db, { ...listing, filter: { q } })).items.map(({ name }) => name)
  }
  const without = await found('camping -wool')
  assert.ok(without.includes('Camping stove') && !without.includes('Wool camping blanket'), String(without))
  for (const minuses of ['--', '-'.repeat(150), '- '.repeat(70), '-('.repeat(70), '-"'.repeat(70)]) {
    assert.ok((await found(`camping ${minuses}"stove"`)).includes('Camping stove'), minuses)
  }
})

test('searches use connections of their own, so they hold up no page of a product', async () => {
  await using semel = await startSemel({}, { worker: false, databaseTime: 1000 })
  const id = await stockProduct(semel.db)
  const { token } = await newPerson(semel)
  const asked = { until: performance.now() + MINUTE, area: 'search in products' }
  let held = 0
  const [all, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = Array.from({ length: SEARCHES }, () =>
    limitRequest(asked, () =>
      semel.db.connection().execute(() => {
        if (++held === SEARCHES) isHeld.resolve()
        return all.promise
      }),
    ),
  )
  await isHeld.promise
  const get = async (url: string) => (await semel.client().get(url, { token })).status
  const statuses = [await get('/api/products?q=lamp'), await get(`/api/products/${id}`)]
  all.resolve()
  await Promise.all(holding)
  assert.deepEqual(statuses, [503, 200])
  assert.equal(await get('/api/products?q=lamp'), 200)
})

test('a network has two searches at a time in a process', async () => {
  await using semel = await startSemel({ trustedProxies: ['loopback'] }, { worker: false })
  const { token } = await newPerson(semel)
  const get = async (q: string, ip: string) =>
    (await semel.client().get(`/api/products?q=${q}`, { token, headers: { 'x-forwarded-for': ip } })).status
  assert.equal(await get('lamp', '203.0.113.7'), 200)
  await using lock = await hold(semel.databaseUrl, tx => sql`lock table products in access exclusive mode`.execute(tx))
  const asking = Array.from({ length: 5 }, (_, n) => get(`lamp${n}`, '203.0.113.7'))
  await lockedOut(semel.db, 2)
  for (const n of [3, 4]) {
    asking.push(get(`desk${n}`, `198.51.100.${n}`))
    await lockedOut(semel.db, n)
  }
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(semel.db)
  assert.equal(rows.length, 4)
  await lock.release()
  assert.deepEqual(await Promise.all(asking), Array(7).fill(200))
})
