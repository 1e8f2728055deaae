import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { findAll } from '../../src/console/search/find.ts'
import { StatementRecorder } from '../support/buffers.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const MANY = 20_000
/** More than the newest entries of each kind, and much less than all that have a common text. */
const MOST_BUFFERS = 1500

const recorder = new StatementRecorder()
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false, log: recorder.log })
  const id = sql`(lpad(to_hex(1735689600000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid`
  const at = sql`timestamptz '2025-01-01' + n * interval '1 second'`
  const numbers = sql`generate_series(1, ${sql.lit(MANY)}::bigint) as n`
  await sql`insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
    select ${id}, 'person' || n || '@mailbox.test', 'Ada ' || n, 'customer', '', ${at}, ${at} from ${numbers}`.execute(
    semel.db,
  )
  await sql`insert into contact_messages (id, name, email, message, received_at)
    select ${id}, 'Ada', 'person' || n || '@mailbox.test', 'Where is my parcel T' || n || '?', ${at} from ${numbers}`.execute(
    semel.db,
  )
  await sql`insert into products (sku, name, description, category, status, price, stock, images)
    select 'SKU-' || n, 'Wool mug ' || n, '', 'Mugs', 'active', 100, 1, '[]' from ${numbers}`.execute(semel.db)
  const owner = sql`(select id from users where email = 'person1@mailbox.test')`
  await sql`insert into orders (owner_id, status, payment_status, total, currency, placed_at)
    select ${owner}, 'placed', 'open', 1000 + n, 'EUR', ${at} from ${numbers}`.execute(semel.db)
  await sql`vacuum analyze`.execute(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const COMMON = ['mailbox.test', 'parcel', 'wool', '777', 'SKU-777', 'Ada', 'T777']

for (const typed of COMMON)
  test(`the console looks for ${typed} → it reads the newest, not all`, async () => {
    const cost = await recorder.costOf(semel.databaseUrl, () => findAll(semel.db, typed))
    assert.ok(cost.buffers <= MOST_BUFFERS, `${cost.buffers} buffers`)
  })

test('a text of every address → the newest users and messages', async () => {
  const { users, messages } = await findAll(semel.db, 'mailbox.test')
  assert.equal(users[0]?.email, `person${MANY}@mailbox.test`)
  assert.equal(messages[0]?.email, `person${MANY}@mailbox.test`)
})

test('a text of one old entry → that one', async () => {
  const { users, messages } = await findAll(semel.db, 'person17@mailbox.test')
  assert.deepEqual([users[0]?.email, messages[0]?.email], ['person17@mailbox.test', 'person17@mailbox.test'])
})
