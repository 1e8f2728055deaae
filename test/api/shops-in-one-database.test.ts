import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { suggestProducts } from '../../src/catalogue/search/suggestions.ts'
import { CLEANUP_LOCK, deleteInBatches } from '../../src/database/delete-in-batches.ts'
import { migrate, missingMigrations } from '../../src/database/migrations/migrate.ts'
import { listen } from '../../src/database/news/listen.ts'
import { openDatabase } from '../../src/database/open.ts'
import { channel, inSchema } from '../../src/database/shops.ts'
import { callSemel } from '../support/commands.ts'
import { chooseDelivery, cloneDatabase, type TestDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** Three shops: one in `public`, which was there first, and two in schemas of their own. */
describe('shops in one database', () => {
  let database: TestDatabase
  let shops: [Semel, Semel, Semel]
  before(async () => {
    database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    await opened.pool.query('create schema semel_extensions')
    await opened.pool.query('alter extension pg_trgm set schema semel_extensions')
    const urls = ['public', 'tea', 'select'].map(schema => inSchema(database.url, schema))
    // Starts them at once, as when an operator starts the processes of all shops.
    await Promise.all(urls.slice(1).map(url => migrate(url)))
    shops = (await Promise.all(urls.map(databaseUrl => startSemel({ databaseUrl })))) as typeof shops
  })
  after(async () => {
    await Promise.all(shops.map(shop => shop[Symbol.asyncDispose]()))
    await database[Symbol.asyncDispose]()
  })

  test('an order, its email and its session exist in one shop', async () => {
    const [, tea, other] = shops
    const buyer = await person(tea)
    const productId = await stockProduct(tea.db, { sku: 'TEA', name: 'Green tea' })
    const early = await tea
      .client()
      .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
    assert.equal(early.body.errors[0].code, 'no_delivery', 'a new shop delivers nothing until somebody has chosen how')
    await chooseDelivery(tea.databaseUrl)
    const order = { items: [{ productId, quantity: 1 }] }
    const placed = await tea.client().post('/api/orders', order, { token: buyer.token })
    assert.equal(placed.status, 201, placed.text)
    assert.equal((await tea.mailTo(buyer.email)).length, 1)
    for (const shop of [shops[0], other]) {
      assert.equal((await shop.client().get('/api/users/me', { token: buyer.token })).status, 401)
      const counts = await sql`select from orders union all select from deliveries union all select from dev_mail`
      assert.equal((await counts.execute(shop.db)).rows.length, 0)
    }
  })

  test('the same email address may register in every shop', async () => {
    const body = { email: 'ada@example.com', password: 'a long enough passphrase', userName: 'Ada' }
    for (const shop of shops) {
      const answer = await shop.client().post('/api/auth/register', body)
      assert.equal(answer.status, 201, answer.text)
    }
  })

  test('a search finds the products of its shop, with typing mistakes corrected', async () => {
    for (const [n, shop] of shops.entries()) {
      await stockProduct(shop.db, { sku: `ONLY-${n}`, name: `Only${n} umbrella` })
      await sql`insert into product_words values ('umbrella')`.execute(shop.db)
      const { products } = await suggestProducts(shop.db, 'umbrela', 5)
      assert.deepEqual(
        products.map(({ sku }) => sku),
        [`ONLY-${n}`],
      )
    }
  })

  test('workers of the same number live side by side', async () => {
    for (const { db } of shops) {
      const { rows } = await sql<{ number: number }>`select number from workers`.execute(db)
      assert.deepEqual(rows, [{ number: 1 }])
    }
  })

  test('a notification reaches the processes of its shop only', async () => {
    const heard: string[] = []
    const [ready, news] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let listening = 0
    await using stack = new AsyncDisposableStack()
    for (const [n, { databaseUrl }] of shops.entries()) {
      const hear = (payload: string | undefined) => {
        if (payload !== undefined) heard.push(`shop ${n}: ${payload}`)
        else if (++listening === shops.length) ready.resolve()
        if (heard.length === shops.length) news.resolve()
      }
      stack.use(listen(databaseUrl, { test_channel: hear }))
    }
    await ready.promise
    for (const [n, { db }] of shops.entries()) {
      await sql`select pg_notify(${channel('test_channel')}, ${`from ${n}`})`.execute(db)
    }
    await news.promise
    assert.deepEqual(heard.sort(), ['shop 0: from 0', 'shop 1: from 1', 'shop 2: from 2'])
  })

  test('cleanup of one shop does not keep another one from cleaning up', async () => {
    const [, tea, other] = shops
    await tea.db.transaction().execute(async tx => {
      await sql`select pg_advisory_xact_lock(${CLEANUP_LOCK})`.execute(tx)
      await sql`insert into budgets (kind, subject, spent, expires_at) values ('codes', 'old', '{}', now() - interval '1 day')`.execute(
        other.db,
      )
      await deleteInBatches(other.db, 'budgets', ['kind', 'subject'], sql`subject = 'old'`)
    })
    const left = await other.db.selectFrom('budgets').select('subject').where('subject', '=', 'old').execute()
    assert.deepEqual(left, [])
  })

  test('DATABASE_SCHEMA names the shop for every command', async () => {
    const env = { DATABASE_URL: database.url, DATABASE_SCHEMA: 'coffee', SECRET_KEY: 'test '.repeat(8) }
    assert.match((await callSemel(['migrate'], env)).output, /Applied: 001/)
    assert.deepEqual(await missingMigrations(inSchema(database.url, 'coffee')), [])
    const created = await callSemel(['user', 'create', '--email', 'owner@example.com', '--name', 'Owner'], env)
    assert.match(created.output, /owner@example.com/)
    await using coffee = openDatabase(inSchema(database.url, 'coffee'))
    assert.equal((await coffee.db.selectFrom('users').select('id').execute()).length, 1)
    assert.match((await callSemel(['doctor'], env)).output, /schema coffee/)
  })
})
