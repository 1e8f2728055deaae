import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldChanges } from '../../src/catalogue/paging/change-log.ts'
import { ListIndex } from '../../src/catalogue/paging/list-index.ts'
import { keyOfProduct, type Listing } from '../../src/catalogue/paging/listing.ts'
import { readPage } from '../../src/catalogue/paging/read-page.ts'
import { SORTS } from '../../src/catalogue/paging/sort-key.ts'
import { findProducts } from '../../src/catalogue/queries.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { StatementRecorder } from '../support/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import {
  anyListing,
  expectedIds,
  fill,
  hostileProduct,
  hostileProducts,
  type Random,
  randomFrom,
  walkNext,
  walkPages,
  writeBeside,
} from '../support/listings.ts'
import { times } from '../support/times.ts'

/** Samples so densely that a catalogue of a few dozen products is read like one of a million. */
const FINE = { nearEnd: 2, samplesEvery: [3, 3] } as const

let database: TestDatabase
let open: OpenDatabase
let db: Db
before(async () => {
  database = await cloneDatabase()
  open = openDatabase(database.url)
  db = open.db
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const everything: Listing = { sort: 'name', descending: false, filter: {}, page: 1, limit: 5, after: undefined }

test('R5: pages and links give every product once and in order', async () => {
  const index = new ListIndex(db, FINE)
  for (let seed = 1; seed <= times(25); seed++) {
    const random = randomFrom(seed)
    await fill(db, hostileProducts(random, random(60)))
    for (let i = 0; i < 8; i++) {
      await anyChange(random)
      const listing = anyListing(random, { sorts: [...SORTS, 'sort_name'] })
      const about = JSON.stringify({ seed, i, listing })
      const expected = await expectedIds(db, listing)
      // Counting otherwise takes another statement, which finds the same pages.
      const counted = (['total', 'bounded', 'categories'] as const)[i % 3]
      const first = await readPage(index, listing, counted)
      assert.equal(first.totalCount, expected.length, about)
      assert.deepEqual(await walkPages(l => readPage(index, l, counted), listing, random), expected, about)
      if (listing.sort === 'sort_name') continue // only pages have this order, and they have no cursors
      assert.deepEqual(await walkNext(l => readPage(index, l, counted), listing), expected, about)
    }
  }
})

test('bounded search exceeds its count → its first pages stay in order', async () => {
  await fill(db, [])
  await sql`
    insert into products (sku, name, description, category, status, price, stock)
    select n, 'Mug ' || n, case when n > 10 then 'blue' else 'red' end, 'a', 'active', n * 7919 % 20000, 1
    from generate_series(1, 10011) as n
  `.execute(db)
  const index = new ListIndex(db)
  const search: Listing = { ...everything, sort: 'price', descending: true, filter: { q: 'blue mug' }, page: 3 }
  const [exact, bounded] = [await readPage(index, search), await readPage(index, search, 'bounded')]
  assert.deepEqual([exact.totalCount, bounded.totalCount], [10_001, 10_001])
  assert.deepEqual(bounded.items, exact.items)
  await sql`update products set description = 'blue'`.execute(db)
  const prices = { ...search, filter: { minPrice: 1 } }
  assert.equal((await readPage(index, search)).totalCount, 10_011)
  for (const listing of [search, prices, { ...search, descending: false }]) {
    const { totalCount, items } = await readPage(index, listing, 'bounded')
    assert.equal(totalCount, 10_001)
    assert.deepEqual(items, (await readPage(index, listing)).items)
  }
  await sql`update products set category = 'b' where id % 3 = 0`.execute(db)
  const inB = await readPage(index, { ...search, filter: { ...search.filter, category: 'b' } })
  for (const [category, total] of [
    [undefined, 10_001],
    ['b', inB.totalCount],
    ['c', 0],
  ] as const) {
    const listing = { ...search, filter: { ...search.filter, category } }
    const { totalCount, items, categories } = await readPage(index, listing, 'categories')
    assert.deepEqual([totalCount, categories], [total, undefined], `in ${category}`)
    assert.deepEqual(items, (await readPage(index, listing)).items, `in ${category}`)
  }
  await fill(db, [])
})

test('two processes with an index each see every change at once', async () => {
  const [one, other] = [new ListIndex(db, FINE), new ListIndex(db, FINE)]
  const random = randomFrom(7)
  await fill(db, hostileProducts(random, 50))
  for (let i = 0; i < times(100); i++) {
    await anyChange(random)
    const listing = { ...anyListing(random), page: 1 + random(4) }
    const expected = await expectedIds(db, listing)
    const [last] = i % 2 === 0 ? [] : await findProducts(db, expected.slice(random(expected.length + 1)).slice(0, 1))
    const asked = last ? { ...listing, after: keyOfProduct(last, listing.sort) } : listing
    const from = last ? expected.indexOf(last.id) + 1 : (listing.page - 1) * listing.limit
    for (const index of [one, other]) {
      const { items, totalCount } = await readPage(index, asked)
      const found = { ids: items.map(item => item.id), totalCount }
      const right = { ids: expected.slice(from, from + listing.limit), totalCount: expected.length }
      assert.deepEqual(found, right, JSON.stringify({ i, asked }))
    }
  }
})

test('a sampled list is read as now, even after changes before it', async () => {
  const random = randomFrom(5)
  await fill(db, hostileProducts(random, 50))
  const lists = [{ sort: 'id' }, { sort: 'price' }, { sort: 'name', filter: { q: 'needle' } }] as const
  for (const list of lists) {
    const listing: Listing = { ...everything, limit: 3, ...list }
    const indexes = Array.from({ length: 3 }, () => new ListIndex(db, FINE))
    for (let i = 0; i < times(30); i++) {
      await anyChange(random)
      const expected = await expectedIds(db, listing)
      for (const index of indexes) {
        const page = 1 + random(Math.ceil(expected.length / 3))
        const { items, totalCount } = await readPage(index, { ...listing, page })
        const found = { ids: items.map(item => item.id), totalCount }
        const right = { ids: expected.slice(3 * page - 3, 3 * page), totalCount: expected.length }
        assert.deepEqual(found, right, JSON.stringify({ list, i, page }))
      }
    }
  }
})

test('others write → walks along next neither repeat nor skip unchanged products', async () => {
  const random = randomFrom(11)
  await fill(db, hostileProducts(random, 400))
  const still = new Set(
    (await db.selectFrom('products').select('id').where('removed_at', 'is', null).execute()).map(row => row.id),
  )
  await using writers = writeBeside(db)
  const index = new ListIndex(db, FINE)
  for (const sort of SORTS) {
    for (const descending of [false, true]) {
      const seen = await walkNext(l => readPage(index, l), { ...everything, sort, descending, limit: 20 })
      const unchanged = seen.filter(id => still.has(id))
      assert.equal(new Set(unchanged).size, unchanged.length, 'no product twice')
      assert.equal(unchanged.length, still.size, 'no product skipped')
    }
  }
  assert.ok(writers.count() > 100, `only ${writers.count()} writes happened during the walks`)
})

test('others write before it → a page by number is exact', async () => {
  await sql`truncate products`.execute(db)
  const named = (name: string, i: number) => ({
    ...hostileProduct(randomFrom(i + 1)),
    name,
    category: 'a',
    removed_at: null,
  })
  await db
    .insertInto('products')
    .values([
      ...Array.from({ length: 60 }, (_, i) => named('a', i)),
      ...Array.from({ length: 60 }, (_, i) => named('z', i)),
    ])
    .execute()
  // Writers replace products among the first 60. Ranks shift among these, and none behind them.
  let stop = false
  let replaced = 0
  const writer = async (seed: number) => {
    const random = randomFrom(seed)
    while (!stop) {
      await db.transaction().execute(async tx => {
        const gone = await sql`
          delete from products where id = (select id from products where name < 'z' order by random() limit 1 for update skip locked)
        `.execute(tx)
        if (gone.numAffectedRows !== 1n) return
        await tx
          .insertInto('products')
          .values(named(['0', 'a', 'b'][random(3)]!, random(1000)))
          .execute()
        replaced++
      })
    }
  }
  const writers = [writer(1), writer(2)]
  const index = new ListIndex(db, FINE)
  const pages = new Map<string, string>()
  for (let i = 0; i < times(300); i++) {
    for (const descending of [false, true]) {
      // Right behind the changing products, where the samples before the page are the ones that move.
      const page = descending ? 12 - (i % 3) : 13 + (i % 3)
      const { items, totalCount } = await readPage(index, {
        ...everything,
        descending,
        page,
        filter: { category: 'a' },
      })
      assert.equal(totalCount, 120)
      const ids = items.map(item => item.id).join()
      const before = pages.get(`${descending} ${page}`)
      if (before) assert.equal(ids, before)
      pages.set(`${descending} ${page}`, ids)
    }
  }
  stop = true
  await Promise.all(writers)
  assert.ok(replaced > 100, `only ${replaced} products were replaced during the reads`)
})

test('write between the two statements → page and total belong together', async () => {
  const named = (name: string) => ({ ...hostileProduct(randomFrom(1)), name, removed_at: null })
  await fill(
    db,
    Array.from({ length: 40 }, (_, n) => named(`n${10 + n}`)),
  )
  const index = new Interrupted(db, FINE)
  const listing: Listing = { ...everything, limit: 3, page: 8 }
  await readPage(index, listing)
  // This change fails the first attempt, so the second one takes two statements.
  await db.insertInto('products').values(named('n15 too')).execute()
  const expected = await expectedIds(db, listing)
  index.between = async () => {
    await db.insertInto('products').values(named('n29 too')).execute()
  }
  const { items, totalCount } = await readPage(index, listing)
  assert.equal((await expectedIds(db, listing)).length, 42)
  assert.deepEqual([items.map(item => item.id), totalCount], [expected.slice(21, 24), 41])
})

class Interrupted extends ListIndex {
  between = async () => {}

  override async query<T>(...[on, since, more]: Parameters<ListIndex['query']>) {
    const row = await super.query<T>(on, since, more)
    if (!more) await this.between()
    return row
  }
}

test('transaction took its id early, commits late → it is not missed', async () => {
  await fill(db, [])
  const index = new ListIndex(db, FINE)
  const total = async () => (await readPage(index, everything)).totalCount
  const late = openDatabase(database.url, { max: 1 })
  const holding = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = late.db.transaction().execute(async tx => {
    await tx
      .insertInto('products')
      .values({ ...hostileProduct(randomFrom(1)), removed_at: null })
      .execute()
    written.resolve()
    await holding.promise
  })
  await written.promise
  assert.equal(await total(), 0)
  await db
    .insertInto('products')
    .values({ ...hostileProduct(randomFrom(2)), removed_at: null })
    .execute()
  assert.equal(await total(), 1)
  holding.resolve()
  await slow
  assert.equal(await total(), 2)
  await late[Symbol.asyncDispose]()
})

test('cut log or too many changes → the index is loaded again', async () => {
  const index = new ListIndex(db, FINE)
  const check = async () => {
    const expected = await expectedIds(db, everything)
    const { items, totalCount } = await readPage(index, { ...everything, page: 4 })
    assert.deepEqual([items.map(item => item.id), totalCount], [expected.slice(15, 20), expected.length])
  }
  await fill(db, hostileProducts(randomFrom(3), 50))
  await check()
  await sql`
    insert into products (sku, name, category, price) select 'M-' || n, 'm' || n % 7, 'many', n from generate_series(1, 6000) n
  `.execute(db)
  await check()
  await sql`update products set name = 'other' where category = 'many'`.execute(db)
  await check()
  await sql`delete from products where category = 'many'`.execute(db)
  await check()

  await db
    .insertInto('products')
    .values({ ...hostileProduct(randomFrom(4)), removed_at: null })
    .execute()
  await sql`update product_changes set at = now() - interval '2 hours'`.execute(db)
  const changes = db.selectFrom('product_changes').select('xid')
  // A transaction that another test has open in this PostgreSQL holds the log back until it ends.
  do await deleteOldChanges(db)
  while ((await changes.execute()).length > 1)
  await check()
  await sql`insert into product_changes (xid, product_id, was) values ('9000000000000', 1, '["a", "active", "x", 1, 1]')`.execute(
    db,
  )
  await check()
  await deleteOldChanges(db)
  const foreign = await sql`select 1 from product_changes where xid = '9000000000000'`.execute(db)
  assert.equal(foreign.rows.length, 0, 'changes of an earlier life of the database are deleted')

  // Acts as after a move to another machine: the table is another one, and the log there names other transactions.
  await db.transaction().execute(async tx => {
    await sql`create table moved (like product_changes_forgotten including all)`.execute(tx)
    await sql`insert into moved values ('0')`.execute(tx)
    await sql`drop table product_changes_forgotten`.execute(tx)
    await sql`alter table moved rename to product_changes_forgotten`.execute(tx)
    await sql`insert into products (sku, name, category, price) values ('moved', '', 'moved', 1)`.execute(tx)
    await sql`delete from product_changes`.execute(tx)
  })
  await check()
})

/**
 * Measures the cost of a question by itself. A transaction of the whole PostgreSQL that has ended since the question before
 * is looked up twice, in two pages, and the files that run beside this one have such transactions.
 */
async function costOfQuestion(recorder: StatementRecorder, url: string, index: ListIndex): Promise<number> {
  const { buffers } = await recorder.costOf(url, () => index.generation())
  const before = recorder.statements[0]!.parameters[0]
  const { rows } = await sql<{ ended: number }>`
    select count(*)::int as ended from pg_snapshot_xip(${before}::pg_snapshot) as xid
    where pg_visible_in_snapshot(xid, pg_current_snapshot())
  `.execute(db)
  return buffers - 4 * rows[0]!.ended
}

test('open transaction → at most 10 buffers a question, no index reload', async () => {
  const recorder = new StatementRecorder()
  await using recorded = openDatabase(database.url, { log: recorder.log })
  await fill(db, hostileProducts(randomFrom(5), 50))
  const index = new ListIndex(recorded.db, FINE)
  await readPage(index, { ...everything, page: 4 })
  await using other = openDatabase(database.url, { max: 1 })
  const holding = Promise.withResolvers<void>()
  using _ = { [Symbol.dispose]: () => holding.resolve() }
  const written = Promise.withResolvers<void>()
  const long = other.db.transaction().execute(async tx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`update products set category = category || 'x'`.execute(tx)
    written.resolve()
    await holding.promise
  })
  await written.promise
  const generation = await index.generation()
  // Each sale is a change of its own, and nobody asks meanwhile.
  await sql`do $$ begin for n in 1..12000 loop
    insert into product_changes (product_id) values (1);
  end loop; end $$`.execute(db)
  await sql`analyze product_changes`.execute(db)
  assert.ok((await index.generation()) > generation)
  assert.equal(index.entries, 1, 'the samples are still there')
  const buffers = await costOfQuestion(recorder, database.url, index)
  assert.ok(buffers <= 10, `${buffers} buffers`)
  holding.resolve()
  await long
  const expected = await expectedIds(db, everything)
  assert.deepEqual(await walkPages(l => readPage(index, l), everything, randomFrom(1)), expected)
})

test('right after an import → a question costs at most 10 buffers', async () => {
  await using shop = await cloneDatabase()
  const recorder = new StatementRecorder()
  await using recorded = openDatabase(shop.url, { log: recorder.log })
  await sql`insert into product_changes (product_id) select 1 from generate_series(1, 100000)`.execute(recorded.db)
  const index = new ListIndex(recorded.db, FINE)
  await index.generation()
  const buffers = await costOfQuestion(recorder, shop.url, index)
  assert.ok(buffers <= 10, `${buffers} buffers`)
})

test('pages asked for at once share a statement over a sorted index', async () => {
  const recorder = new StatementRecorder()
  let statements = 0
  const log: typeof recorder.log = event => {
    statements++
    recorder.log(event)
  }
  await using recorded = openDatabase(database.url, { log, max: 1 })
  const random = randomFrom(17)
  const products = Array.from({ length: 5000 }, () => ({ ...hostileProduct(random), removed_at: null }))
  await fill(db, products)
  await sql`vacuum analyze products`.execute(db)
  const index = new ListIndex(recorded.db)
  for (const sort of [...SORTS, 'sort_name'] as const) {
    for (const filter of [{}, { category: 'a' }, { status: 'active' }] as const) {
      const pages = [43, 44, 50, 61].map(page => ({ ...everything, sort, filter, page }))
      const ask = () => Promise.all(pages.map(page => readPage(index, page)))
      await ask()
      statements = 0
      const found = await ask()
      assert.equal(statements, 1, `${sort}: one statement for all`)
      for (const [n, { items }] of found.entries()) {
        assert.deepEqual(items, (await readPage(new ListIndex(db), pages[n]!)).items)
      }
      const { buffers } = await recorder.costOf(database.url, ask)
      assert.ok(buffers <= 200, `${sort} ${JSON.stringify(filter)}: ${buffers} buffers`)
      for (let n = 0; n < 5; n++) await ask()
    }
  }
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%wanted%' and generic_plans = 0
  `.execute(recorded.db)
  assert.deepEqual(rows, [])
})

test('a cursor that was tampered with fails no request beside it', async () => {
  await fill(db, hostileProducts(randomFrom(19), 50))
  const index = new ListIndex(db)
  const half = { ...everything, after: ['\ud800', 1] as const }
  const [walk, beside] = await Promise.all([readPage(index, half), readPage(index, { ...half, after: ['', 0] })])
  assert.equal(walk.totalCount, beside.totalCount)
  assert.equal(beside.items.length, 5)
})

test('the generation grows with every change of a product', async () => {
  const index = new ListIndex(db, FINE)
  const { items } = await readPage(index, everything)
  const generation = await index.generation()
  assert.equal(index.lastGeneration, generation)
  await sql`update products set stock = stock where id = ${items[0]!.id}`.execute(db)
  assert.equal(await index.generation(), generation, 'an update that changes nothing')
  await sql`update products set stock = stock + 1 where id = ${items[0]!.id}`.execute(db)
  assert.equal(index.lastGeneration, generation, 'without a statement the index does not know yet')
  const later = await index.generation()
  assert.ok(later > generation)
  index.clear()
  assert.ok((await index.generation()) > later, 'a cleared index never gives an earlier generation again')
})

async function anyChange(random: Random): Promise<void> {
  const some = sql<number>`(select id from products order by id offset ${random(40)} limit 1)`
  const { sku: _, ...product } = hostileProduct(random)
  switch (random(6)) {
    case 0:
      await db
        .insertInto('products')
        .values(hostileProducts(random, 1 + random(3)))
        .execute()
      return
    case 1:
      await db.deleteFrom('products').where('id', '=', some).execute()
      return
    case 2:
      await db.updateTable('products').set(product).where('id', '=', some).execute()
      return
    case 3:
      await db
        .updateTable('products')
        .set({ name: product.name, price: product.price })
        .where('price', '=', 1)
        .execute()
      return
    case 4:
      await db.updateTable('products').set({ description: product.description }).where('id', '=', some).execute()
  }
}
