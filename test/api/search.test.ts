import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { Listing } from '../../src/catalogue/paging/listing.ts'
import { findSimilar, listProducts } from '../../src/catalogue/paging/read-page.ts'
import { hasParts, hasWords } from '../../src/catalogue/search/search-text.ts'
import { noteNewWords, suggestProducts } from '../../src/catalogue/search/suggestions.ts'
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

test('words in any order → all must occur, and the last is completed', async () => {
  assert.deepEqual(await names('cam'), ['Camping stove', 'Enamel camp mug', 'Wool camping blanket'])
  assert.deepEqual(await names('camping wo'), ['Wool camping blanket'])
  assert.deepEqual(await names('ärm'), ['Ärmel board'])
  assert.deepEqual(await names('stove wool'), [])
  assert.deepEqual(await names('camp', 1), ['Camping stove'])
})

test('mistyped word → corrected; a word of the catalogue → taken as is', async () => {
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

test('new names are noted, even when the log omits their change', async () => {
  await stockProduct(open.db, { name: 'Zirconium kettle', sku: 'Z' })
  await noteNewWords(open.db)
  assert.deepEqual(await names('zirconum'), ['Zirconium kettle'])
  await sql`
    insert into products (sku, name, category, price) select 'M-' || n, 'Quokka ' || n, 'many', n from generate_series(1, 5001) n
  `.execute(open.db)
  await noteNewWords(open.db)
  assert.equal((await names('quoka')).length, 8)
})

const listed = async (q: string, change: Partial<Listing> = {}) => {
  const listing = {
    sort: 'id',
    descending: false,
    filter: { q },
    page: 1,
    limit: 100,
    after: undefined,
    ...change,
  } as const
  const { items, totalCount } = await listProducts(open.db, listing)
  assert.equal(totalCount, items.length)
  return items.map(({ name }) => name)
}

test('search ignores accents, case and punctuation variants, in words and SKUs', async () => {
  const cases: Record<string, string[]> = {
    'Crème brûlée mould': ['creme brulee', 'CRÈME', 'cre\u0300me bru\u0302le\u0301e'],
    'Schürze blau': ['schurze', 'schuerze', 'Schürzen', 'SCHÜRZE', 'schurz', 'schuerz'],
    'Smørrebrød knife': ['smorrebrod', 'Smoerrebroed', 'ＫＮＩＦＥ'],
    'Łódź cap': ['lodz', 'ŁÓDŹ'],
    'Weißbier glass': ['weissbier', 'WEISSBIER', 'weißbier', 'weiß'],
    'Größe-XL': ['groesse', 'grosse xl', 'größe', 'GRÖSSE-XL', 'groessexl'],
    'Ku\u0308cheneule': ['Kücheneule', 'Ku\u0308cheneule', 'kuecheneule'],
    'Groesse Schuerzenband': ['Größe Schürzenband'],
    'O’Reilly mug': ["o'reilly", 'oreilly', 'o’reilly', 'reilly'],
    'T-Shirt Œuvre ﬁne': ['tshirt', 't-shirts', 't shirt', 'oeuvre', 'fine'],
    'Ёлка Ночь': ['елка', 'НОЧЬ'],
    'スマートフォンケース 黒': ['スマートフォン', 'ケース', '黒', 'ｹｰｽ'],
    '抹茶 茶碗': ['茶', '茶碗', '抹茶 茶碗'],
    '스마트폰 케이스': ['스마트', '케이스'],
    'Featherlight jacket': ['feather', 'light', 'jacke', 'FEATHERLIGHT JACK'],
    'AVC-A1H': ['AVC', 'A1H', 'avc a1h', 'avca1h', 'vc-a1'],
    'BAG-000777': ['000777', 'bag000777', 'bag-0007', '777'],
  }
  for (const [n, name] of Object.keys(cases).entries()) await stockProduct(open.db, { name, sku: `X${n}` })
  for (const [name, typed] of Object.entries(cases)) {
    for (const q of typed) assert.ok((await listed(q)).includes(name), `${q}: ${await listed(q)}`)
  }
  // A part of a word is no typing error, and the parts of a word belong together.
  assert.deepEqual(await listed('t-shirt'), ['T-Shirt Œuvre ﬁne'])
  assert.deepEqual(await listed('碗茶'), [])
  assert.deepEqual(await listed('"jacket featherlight"'), [])
  assert.deepEqual(await listed('feather -jacket'), [])
  assert.deepEqual(await listed('feather'), ['Featherlight jacket'])
})

test('numbers with fractions and zeros → found as people write them', async () => {
  const cases: Record<string, { found: string[]; missed: string[] }> = {
    'Krug 1½ l': {
      found: ['1½ l', '1 1/2 l', '1 ½ krug', 'krug 1½', '½ krug'],
      missed: ['11 l', '11 krug', '2½ krug'],
    },
    'Schuh Größe 42⅔': { found: ['42⅔', '42 2/3', 'größe 42 2/3', '42'], missed: ['422', '42 1/3', '2 2/3 schuh'] },
    'Becher ½ l': { found: ['½ becher', '1/2 becher'], missed: ['1½ becher', '1 1/2 becher'] },
    'Schraube 007': { found: ['schraube 7', 'schraube 007', 'schraube 0007'], missed: ['schraube 70'] },
    'Bolzen 42': { found: ['bolzen 042', 'bolzen 0042', 'bolzen 42'], missed: ['bolzen 420'] },
  }
  for (const name of Object.keys(cases))
    await stockProduct(open.db, { name, sku: `N-${name.length}-${name.slice(0, 3)}` })
  for (const [name, { found, missed }] of Object.entries(cases)) {
    for (const q of found) assert.ok((await listed(q)).includes(name), `${q} finds ${name}`)
    for (const q of missed) assert.ok(!(await listed(q)).includes(name), `${q} does not find ${name}`)
  }
})

test('whole words come before parts of words, then the newest first', async () => {
  for (const name of ['Steakmesser', 'Teapot', 'Teak tray', 'Pot of tea'])
    await stockProduct(open.db, { name, sku: name })
  assert.deepEqual(await listed('tea', { sort: 'relevance', descending: true }), [
    'Pot of tea',
    'Teak tray',
    'Teapot',
    'Steakmesser',
  ])
})

test('nothing matches → products with similar words, exactly and page by page', async () => {
  for (let n = 1; n <= 5; n++) await stockProduct(open.db, { name: `Bucket ${n}`, sku: `BUCKET${n}` })
  const read = (page: number, q: string) =>
    findSimilar(open.db, { sort: 'name', descending: false, filter: { q }, page, limit: 2, after: undefined }, one =>
      listProducts(open.db, one),
    )
  const pages = [await read(1, 'buckte'), await read(2, 'buckte'), await read(3, 'buckte')]
  assert.deepEqual(
    pages.flatMap(({ items }) => items.map(({ name }) => name)),
    [1, 2, 3, 4, 5].map(n => `Bucket ${n}`),
  )
  assert.ok(pages.every(({ totalCount, isSimilar }) => totalCount === 5 && isSimilar))
  const exact = await read(1, 'bucket')
  assert.deepEqual([exact.totalCount, exact.isSimilar], [5, false])
  assert.equal((await read(1, 'qqqqqqq')).totalCount, 0)
  // One word too many hides nothing.
  const more = await read(1, 'bucket qqqqqqq')
  assert.deepEqual([more.totalCount, more.isSimilar], [5, true])
})

test('search of the list finds SKUs and parts of them, by index', async () => {
  for (const sku of ['OUT-000001', 'OUT-000002', 'out-9', 'Rug_1%']) await stockProduct(open.db, { name: sku, sku })
  await open.db
    .updateTable('products')
    .set({ name: 'Thing' })
    .where('sku', 'in', ['OUT-000001', 'OUT-000002'])
    .execute()
  const found = async (q: string) => {
    const listing = { sort: 'id', descending: false, filter: { q }, page: 1, limit: 10, after: undefined } as const
    return (await listProducts(open.db, listing)).items.map(({ sku }) => sku)
  }
  assert.deepEqual(await found('OUT-000001'), ['OUT-000001'])
  assert.deepEqual(await found('out-0000'), ['OUT-000001', 'OUT-000002'])
  assert.deepEqual(await found('00000'), ['OUT-000001', 'OUT-000002'])
  assert.deepEqual(await found('out-9'), ['out-9'])
  for (const q of ['Rug_1%', 'ug_1', '_ug_1', 'rug1']) assert.deepEqual(await found(q), ['Rug_1%'], q)
  for (const q of ['%', '_', '%%%', '___']) assert.deepEqual(await found(q), [], q)
  for (const sku of ['TEAKETTLE', 'Blue Teapot', 'tray']) await stockProduct(open.db, { name: 'Thing', sku })
  assert.deepEqual(await found('teakettle'), ['TEAKETTLE'])
  assert.deepEqual(await found('teakettl'), ['TEAKETTLE'])
  assert.deepEqual(await found('Blue Teapot'), ['Blue Teapot'])
  await sql`vacuum (analyze) products`.execute(open.db)
  await open.db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const q of ['out-0000', 'teakettle', 'wool blanket']) {
      for (const [index, way] of [
        ['products_words', hasWords(q)],
        ['products_parts', hasParts(q)!],
      ] as const) {
        const { rows } = await sql`explain select id from products where removed_at is null and ${way}`.execute(tx)
        assert.match(JSON.stringify(rows), new RegExp(`Bitmap Index Scan on ${index}`), q)
      }
    }
  })
})

test('one minus sign excludes a word; more of them mean nothing', async () => {
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

test('searches use connections of their own and hold up no product page', async () => {
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

test('shop sorts names as people do, the API by code points', async () => {
  await using semel = await startSemel({}, { worker: false })
  const sorted = [
    'Äpfel',
    'apple',
    'Banana',
    'Chair 1',
    'Chair 2',
    'Chair 10',
    'éclair',
    'Eclipse',
    'iPhone',
    'Œuvre',
    'Zebra',
  ]
  await semel.db
    .insertInto('products')
    .values(
      Array.from({ length: 5 }, (_, n) => sorted.map(name => ({ sku: `${name} ${n}`, name, category: 'c', price: 1 })))
        .flat()
        .toReversed(),
    )
    .execute()
  const client = semel.client()
  const namesOn = async (address: string) =>
    [
      ...(await client.get(address, { headers: { accept: 'text/html' } })).text.matchAll(
        /<h2 class="name"><a [^>]*>([^<]*)</g,
      ),
    ].map(([, name]) => name)
  const pages = await Promise.all([1, 2, 3].map(page => namesOn(`/products?status=all&sort=name&page=${page}`)))
  assert.deepEqual(
    pages.flat(),
    sorted.flatMap(name => Array(5).fill(name)),
  )
  const backwards = await Promise.all([1, 2, 3].map(page => namesOn(`/products?status=all&sort=-name&page=${page}`)))
  assert.deepEqual(backwards.flat(), pages.flat().toReversed())
  const { token } = await newPerson(semel)
  const { body } = await semel.client().get('/api/products?sort=name&limit=100', { token })
  const byCodePoints = body.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(byCodePoints, byCodePoints.toSorted())
})

test('staff find orders, customers, products and messages by any part of them', async () => {
  await using semel = await startSemel({}, { worker: false })
  const staff = await newPerson(semel, { role: 'staff' })
  const buyer = await newPerson(semel, { userName: 'Fumiko Tanaka-Müller', email: 'fumi.ko@example.com' })
  const other = await newPerson(semel, { userName: 'Bob', email: 'bob@example.com' })
  const product = await stockProduct(semel.db, { name: 'Waffle iron', sku: 'KIT-000007', stock: 9 })
  const order = async (token: string, city: string) => {
    const deliveryAddress = { name: 'At work', line1: 'Ünterweg 5', postcode: '8001', city, country: 'CH' }
    const body = { items: [{ productId: product, quantity: 1 }], deliveryAddress }
    const { body: placed, text } = await semel.client().post('/api/orders', body, { token })
    assert.ok(placed.id, text)
    return placed.id as number
  }
  const first = await order(buyer.token, 'Zürich')
  const second = await order(other.token, 'Genève')
  const steps = [await semel.client().post(`/api/orders/${second}/process`, {}, { token: staff.token })]
  steps.push(
    await semel
      .client()
      .post(`/api/orders/${second}/ship`, { trackingNumber: 'LX123456785CH' }, { token: staff.token }),
  )
  assert.deepEqual(
    steps.map(({ status }) => status),
    [200, 200],
  )
  const message = { email: 'carla@example.org', name: 'Carla', message: 'Où est ma théière?' }
  const { body: written } = await semel.client().post('/api/contact-messages', message)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const find = async (q: string) => {
    const { text, status } = await client.get(`/admin/search?q=${encodeURIComponent(q)}`, {
      headers: { accept: 'text/html' },
    })
    assert.equal(status, 200, text)
    return [...text.matchAll(/href="\/admin\/(orders|users|products|contact-messages)\/([^"]+)"/g)].map(
      ([, kind, id]) => `${kind} ${id}`,
    )
  }
  const customer = [`orders ${first}`, `users ${buyer.id}`]
  for (const q of ['tanaka', 'muller', 'umi.ko@', 'MÜLLER fumi']) assert.deepEqual(await find(q), customer, q)
  for (const q of ['zurich', 'ürich', 'unterweg züri']) assert.deepEqual(await find(q), [`orders ${first}`], q)
  for (const q of ['lx1234', '56785ch', 'geneve']) assert.deepEqual(await find(q), [`orders ${second}`], q)
  for (const q of ['waffle', '000007', 'kit000007']) {
    assert.deepEqual(await find(q), [`orders ${second}`, `orders ${first}`, `products ${product}`], q)
  }
  assert.deepEqual(await find(`#${first}`), [`orders ${first}`])
  for (const q of ['carla', 'theiere', 'example.org'])
    assert.deepEqual(await find(q), [`contact-messages ${written.id}`], q)
  const { text } = await client.get('/admin/search?q=tanaka', { headers: { accept: 'text/html' } })
  assert.match(text, /class="badge warn">Placed/, 'colors are those of the lists')
  for (const q of ['%', '_', '\\', 'zzzzzz', "'", '茶', ' ']) assert.deepEqual(await find(q), [], q)
  client.cookies.set(cookieNames(semel).session, buyer.token)
  assert.equal((await client.get('/admin/search?q=bob', { headers: { accept: 'text/html' } })).status, 403)
})
