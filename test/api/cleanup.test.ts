import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteExpiredAccountData } from '../../src/accounts/delete-expired.ts'
import { runCleanup } from '../../src/cleanup.ts'
import { loadConfig } from '../../src/config.ts'
import type { AppContext } from '../../src/context.ts'
import { CLEANUP_LOCK } from '../../src/database/delete-in-batches.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { listAnnouncements } from '../../src/notifications/announcements/announcements.ts'
import { deleteOldDeliveries } from '../../src/notifications/retention.ts'
import { createLog } from '../../src/observability/log.ts'
import { DAY, systemClock } from '../../src/time.ts'
import { StatementRecorder } from '../support/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'
import { openProxy } from '../support/tcp-proxy.ts'

let database: TestDatabase
let open: OpenDatabase
let userId: string
before(async () => {
  database = await cloneDatabase()
  open = openDatabase(database.url)
  userId = (await person({ db: open.db, clock: { now: () => new Date() } })).id
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('expired rows are deleted in batches, by one process at a time', async () => {
  const statements: string[] = []
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql)
  await using logged = openDatabase(database.url, { log })
  await addCodes(12_000, '2 days')
  await addCodes(10, '1 hour')
  await Promise.all([deleteExpiredAccountData(logged.db), deleteExpiredAccountData(open.db)])
  await deleteExpiredAccountData(logged.db)
  assert.equal(await countCodes(), 10)
  const batches = statements.filter(statement => statement.includes('delete from "used_codes"'))
  assert.ok(batches.every(statement => /limit \$\d+ for update skip locked/.test(statement)))

  // While another process cleans up, this one leaves it alone.
  await addCodes(1, '2 days')
  await open.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${CLEANUP_LOCK})`.execute(tx)
    await deleteExpiredAccountData(logged.db)
  })
  assert.equal(await countCodes(), 11)
  await deleteExpiredAccountData(logged.db)
  assert.equal(await countCodes(), 10)
})

test('database goes away → the cleanup ends with one line, without a stack', async () => {
  const lines: string[] = []
  const config = loadConfig({ LOG_LEVEL: 'error' })
  const log = createLog(config, 'test', { write: line => void lines.push(line) })
  const proxy = await openProxy(database.url)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= proxy[Symbol.asyncDispose]()
  }
  // The first statement compares the clocks.
  await using lost = openDatabase(proxy.through(database.url), { log: close })
  await runCleanup({ db: lost.db, clock: systemClock, config, log } as unknown as AppContext)
  await closing
  const told = lines.map(line => JSON.parse(line))
  assert.deepEqual(
    told.map(({ msg, trouble, err }) => [msg, trouble, err.type, err.stack]),
    [['cleanup task failed', 'gone', 'Error', undefined]],
  )
})

test('a cleanup that finds nothing reads an index, not the tables', async () => {
  await addCodes(20_000, '1 hour')
  await sql`vacuum analyze used_codes`.execute(open.db)
  const recorder = new StatementRecorder()
  await using recorded = openDatabase(database.url, { log: recorder.log })
  const { buffers } = await recorder.costOf(database.url, () => deleteExpiredAccountData(recorded.db))
  assert.ok(buffers < 60, `${buffers} buffers`)
})

let step = 0

async function addCodes(count: number, age: string): Promise<void> {
  await sql`
    insert into used_codes (user_id, step, code, used_at)
    select ${userId}, n, ${randomUUIDv7()}, now() - ${age}::interval from generate_series(${++step}::int, ${step + count - 1}) n
  `.execute(open.db)
}

async function countCodes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from used_codes`.execute(open.db)
  return rows[0]!.count
}

test('old deliveries → deleted with attempts and events, unless open, doubtful or needed', async () => {
  const { db } = open
  const write = async (
    state: string,
    days: number,
    { bulk = false, eventId = undefined as string | undefined } = {},
  ) => {
    const time = new Date(Date.now() - days * DAY)
    const id = idOf(time)
    const event = eventId ?? randomUUIDv7()
    await sql`insert into events values (${event}, 'order.placed', '{}', ${time}) on conflict do nothing`.execute(db)
    await sql`insert into deliveries (id, event_id, kind, recipient, state, created_at, ended_at, bulk)
      values (${id}, ${event}, 'order.placed', ${`user:${id}`}, ${state}, ${time},
        ${['sent', 'failed', 'skipped'].includes(state) ? time : null}, ${bulk})`.execute(db)
    await sql`insert into delivery_attempts (delivery_id, number, outcome) values (${id}, 1, 'sent')`.execute(db)
    return { id, event }
  }
  const announcement = async (finished: boolean) => {
    const eventId = randomUUIDv7()
    const sent = await write('sent', 90, { bulk: true, eventId })
    await sql`insert into announcements (id, event_id, subject, message, created_at, fanned_out_at, recipients)
      values (${randomUUIDv7()}, ${eventId}, 'News', 'Hello', now(), ${finished ? new Date() : null}, 2)`.execute(db)
    return { eventId, sent, failed: await write('failed', 90, { bulk: true, eventId }) }
  }
  const [sent, failed, skipped] = [await write('sent', 90), await write('failed', 90), await write('skipped', 90)]
  const young = await write('sent', 29)
  const shared = await write('sent', 90, { eventId: young.event })
  const [pending, doubt] = [await write('pending', 90), await write('in_doubt', 90)]
  const [finished, unfinished] = [await announcement(true), await announcement(false)]

  await deleteOldDeliveries(db, 30 * DAY)
  const known = async (table: string, column = 'id') =>
    new Set(
      (await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}`.execute(db)).rows.map(
        ({ id }) => id,
      ),
    )
  const [deliveries, attempts, events] = [
    await known('deliveries'),
    await known('delivery_attempts', 'delivery_id'),
    await known('events'),
  ]
  for (const { id } of [sent, failed, skipped, shared, finished.sent])
    assert.ok(!deliveries.has(id) && !attempts.has(id))
  for (const { event } of [sent, failed, skipped]) assert.ok(!events.has(event))
  for (const { id, event } of [young, pending, doubt, finished.failed, unfinished.sent, unfinished.failed]) {
    assert.ok(deliveries.has(id) && attempts.has(id) && events.has(event))
  }
  const list = await listAnnouncements(db, { page: 1, limit: 10 })
  const progress = list.items.find(({ event_id }) => event_id === finished.eventId)
  assert.deepEqual(progress?.states, { failed: 1, sent: 1 }, 'the progress is what it was')
})

test('batch of old deliveries → looks up shared events without reading the ledger', async () => {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  await using logged = openDatabase(database.url, { log: ({ query }) => void statements.push(query) })
  await deleteOldDeliveries(logged.db, 30 * DAY)
  const deletion = statements.find(statement => statement.sql.includes('delete from deliveries'))!
  const first = idOf(new Date(Date.now() - 90 * DAY)).slice(0, 24)
  await sql`
    with numbered as materialized (
      select case when n <= 5000 then (${first} || lpad(to_hex(n), 12, '0'))::uuid else gen_random_uuid() end as id, n,
        now() - case when n <= 5000 then interval '90 days' else interval '1 day' end as at from generate_series(1, 20000) n
    ), event as (insert into events select id, 'order.placed', '{}', at from numbered)
    insert into deliveries (id, event_id, kind, recipient, state, created_at, ended_at)
    select id, id, 'order.placed', n, 'sent', at, at from numbered
  `.execute(open.db)
  for (const table of ['events', 'deliveries']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(open.db)
  const { rows } = await open.pool.query(`explain (costs off) ${deletion.sql}`, [...deletion.parameters])
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index .*Scan using deliveries_once on deliveries other/)
  assert.doesNotMatch(plan, /Seq Scan on deliveries other/)
})

/** A UUIDv7 of that time. */
function idOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`
}
