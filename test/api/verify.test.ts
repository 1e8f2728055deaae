import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { verify } from '../../src/cli/verify.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openServiceKey } from '../../src/database/service-key.ts'
import { deleteOldDeliveries } from '../../src/notifications/retention.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const SECRET_KEY = Buffer.alloc(32, 7)

describe('semel verify', () => {
  let semel: Semel
  let orderId: number
  before(async () => {
    semel = await startSemel({ secretKey: SECRET_KEY })
    await migrate(semel.databaseUrl)
    await openServiceKey(semel.db, SECRET_KEY)
    const buyer = await person(semel)
    const items = [{ productId: await stockProduct(semel.db), quantity: 2 }]
    const placed = await semel.client().post('/api/orders', { items }, { token: buyer.token })
    assert.equal(placed.status, 201, placed.text)
    orderId = placed.body.id
    // The last event of the feed comes a moment after the email.
    const { key } = await createApiKey(semel, { name: 'Verify', scopes: ['events:read'] })
    const headers = { 'x-api-key': key }
    const { body } = await semel.client().get('/api/events?types=delivery.sent&wait=30', { headers })
    assert.equal(body.items.length, 1)
  })
  after(() => semel[Symbol.asyncDispose]())

  async function findings(deliveriesKept?: number): Promise<string> {
    const found: string[] = []
    const config = { ...semel.config, deliveriesKept }
    for await (const { findings } of verify({ ...semel, config })) found.push(...findings)
    return found.join('\n')
  }

  test('finds nothing wrong in a database that was only used', async () => {
    assert.equal(await findings(), '')
  })

  test('says which check begins, and asks samples only what rows can answer', async () => {
    const begun: string[] = []
    const onBegin = (subject: string) => {
      begun.push(subject)
      return () => void begun.push('ended')
    }
    const subjects = async (options: { sample?: number }) => {
      const found: string[] = []
      for await (const { subject, findings } of verify(semel, { ...options, onBegin })) {
        assert.deepEqual(findings, [])
        found.push(subject)
      }
      return found
    }
    const all = await subjects({})
    assert.deepEqual(
      begun.filter((_, i) => i % 2 === 0),
      all.slice(2),
    )
    assert.ok(begun.every((text, i) => (text === 'ended') === (i % 2 === 1)))
    const some = await subjects({ sample: 100 })
    assert.ok(some.length < all.length && some.every(subject => all.includes(subject)))

    await using opened = openDatabase(semel.databaseUrl, { max: 1 })
    await opened.pool.query('update orders set total = total + 1')
    const found: string[] = []
    for await (const { findings } of verify(semel, { sample: 100 })) found.push(...findings)
    assert.match(found.join(), /order \d+/)
    await opened.pool.query('update orders set total = total - 1')
  })

  /** Statements that break a promise and mend it, and the finding of `verify`. */
  const BREAKAGES: Record<string, [breaks: string, mends: string, says: RegExp]> = {
    'a migration that is missing': [
      'create table kept as table schema_migrations; delete from schema_migrations',
      'insert into schema_migrations table kept; drop table kept',
      /001_baseline\.sql is missing/,
    ],
    'a foreign key that leads nowhere': [
      `set session_replication_role = replica; insert into order_items values (999, 1, 1, 'S', 'N', 1, 1); reset session_replication_role`,
      `delete from order_items where order_id = 999`,
      /order_items names rows of orders that do not exist: \(999\)/,
    ],
    'a sequence that would give a number again': [
      `select setval(pg_get_serial_sequence('products', 'id'), 1, false)`,
      `select setval(pg_get_serial_sequence('products', 'id'), 1000)`,
      /products\.id: the next number is 1, but 1 was given/,
    ],
    'a total that is not the sum of the lines': [
      'update orders set total = total + 1',
      'update orders set total = total - 1',
      /order \d+/,
    ],
    'an order that is in no state of its steps': [
      `update orders set status = 'shipped'`,
      `update orders set status = 'placed'`,
      /order \d+/,
    ],
    'an order without an email': [
      `update deliveries set user_id = null`,
      `update deliveries set user_id = (select owner_id from orders)`,
      /order \d+/,
    ],
    'an email that was sent nowhere': [
      `update deliveries set reply = address, address = null`,
      `update deliveries set address = reply`,
      /delivery [0-9a-f-]+/,
    ],
    'a session of an account that nobody confirmed': [
      `update users set confirmed_at = null`,
      `update users set confirmed_at = now()`,
      /session [0-9a-f-]+/,
    ],
    'a gap in the feed': [
      `update event_head set position = position + 1`,
      `update event_head set position = position - 1`,
      /positions 1 to \d+ have \d+ events/,
    ],
    'sales that no order explains': [
      `insert into sales_quarters values ('2020-01-01 10:00Z', 'EUR', 1, 100, 0, 0)`,
      `delete from sales_quarters`,
      /2020-01-01/,
    ],
  }
  for (const [name, [breaks, mends, says]] of Object.entries(BREAKAGES)) {
    test(`finds ${name}`, async () => {
      await using opened = openDatabase(semel.databaseUrl, { max: 1 })
      await opened.pool.query(breaks)
      assert.match(await findings(), says)
      await opened.pool.query(mends)
      assert.equal(await findings(), '')
    })
  }

  test('product listed without stock, or held back with stock → nothing wrong', async () => {
    const staff = await person(semel, 'staff')
    const product = { name: 'Lamp', category: 'Lighting', price: 4900 }
    for (const availability of [
      { status: 'active', stock: 0 },
      { status: 'out_of_stock', stock: 3 },
    ]) {
      const sku = `LAMP-${availability.stock}`
      const made = await semel
        .client()
        .post('/api/products', { ...product, ...availability, sku }, { token: staff.token })
      assert.equal(made.status, 201, made.text)
    }
    assert.equal(await findings(), '')
  })

  test('finds a unique key that two rows share', async () => {
    await using opened = openDatabase(semel.databaseUrl, { max: 1 })
    const run = (statement: string) => opened.pool.query(statement)
    await run('alter table unsubscriptions drop constraint unsubscriptions_pkey')
    await run('insert into unsubscriptions select id, now() from users, generate_series(1, 2)')
    // It fails, and leaves an index behind that does not hold.
    await assert.rejects(run('create unique index concurrently unsubscriptions_pkey on unsubscriptions (user_id)'))
    const found = await findings()
    assert.match(found, /unsubscriptions_pkey: two rows of unsubscriptions with \([0-9a-f-]+\)/)
    assert.match(found, /index unsubscriptions_pkey is not valid/)
    await run('drop index unsubscriptions_pkey')
    await run('delete from unsubscriptions')
    await run('alter table unsubscriptions add primary key (user_id)')
    assert.equal(await findings(), '')
  })

  test('finds another SECRET_KEY', async () => {
    const found: string[] = []
    const other = { ...semel, config: { ...semel.config, secretKey: Buffer.alloc(32, 8) } }
    for await (const { findings } of verify(other)) found.push(...findings)
    assert.match(found.join(), /SECRET_KEY/)
  })

  test('order without its email → fine only if older than DELIVERIES_KEPT', async () => {
    // Emails of the last minute are as old as those that the cleanup deletes.
    await deleteOldDeliveries(semel.db, -2 * MINUTE)
    assert.match(await findings(), /order \d+/)
    assert.match(await findings(DAY), /order \d+/)
    await sql`update orders set placed_at = placed_at - interval '1 day'`.execute(semel.db)
    assert.equal(await findings(DAY), '')
  })

  test('dump restored in the same PostgreSQL → noticed, its change log dropped', async () => {
    const last = async () => {
      const { rows } = await sql<{
        last: number
      }>`select last_value as last from pg_sequences where sequencename = 'products_id_seq'`.execute(semel.db)
      return rows[0]!.last
    }
    const before = await last()
    // A dump creates the table anew, so that it gets another oid.
    await sql`create table restored (like database_history including all)`.execute(semel.db)
    await sql`insert into restored select * from database_history`.execute(semel.db)
    await sql`drop table database_history`.execute(semel.db)
    await sql`alter table restored rename to database_history`.execute(semel.db)
    await sql`insert into product_changes (xid, product_id) values (pg_current_xact_id(), ${orderId})`.execute(semel.db)
    await using opened = openDatabase(semel.databaseUrl)
    const { changed_at } = await opened.db.selectFrom('database_history').select('changed_at').executeTakeFirstOrThrow()
    assert.ok(changed_at)
    assert.ok((await last()) >= before + 10_000)
    assert.deepEqual(await opened.db.selectFrom('product_changes').select('product_id').execute(), [])
  })
})
