import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { announce, BULK_BACKLOG } from '../../src/events/announce.ts'
import { listAnnouncements, publishAnnouncement } from '../../src/notifications/announcements/announcements.ts'
import { FAN_OUT_BATCH, fanOut } from '../../src/notifications/announcements/fan-out.ts'
import { claim, QueueFloor } from '../../src/notifications/claim.ts'
import { readDeliveryHealth } from '../../src/notifications/health.ts'
import { record, requeueOrphans } from '../../src/notifications/ledger.ts'
import { renewLease } from '../../src/notifications/workers/registry.ts'
import { startWorker } from '../../src/worker.ts'
import { StatementRecorder } from '../support/buffers.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Announcements wait behind all other deliveries, and the queue costs the same beside a backup. */

let semel: Semel
let staff: Awaited<ReturnType<typeof person>>
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await addCustomers(BULK_BACKLOG + 2 * FAN_OUT_BATCH)
})
after(() => semel[Symbol.asyncDispose]())

const EPOCH = new Date(0)

test('fan-out a little ahead → urgent ones go first, bulk keeps a share', async () => {
  const { db } = semel
  await publishNews()
  while (await fanOut(db, EPOCH));
  const waiting = await countWaiting()
  assert.ok(waiting >= BULK_BACKLOG && waiting <= BULK_BACKLOG + FAN_OUT_BATCH, String(waiting))

  const { rows } = await sql<{ recipients: number }>`select recipients from announcements`.execute(db)
  assert.equal(rows[0]!.recipients, waiting)

  const worker = await liveWorker()
  for (let n = 0; n < 60; n++) await tell(staff.id)
  const sizes = []
  for (const claims of [await claim(db, worker, 50), await claim(db, worker, 50)]) {
    const bulk = claims.filter(({ isBulk }) => isBulk).length
    assert.deepEqual(
      claims.map(({ isBulk }) => isBulk),
      claims.map((_, index) => index >= claims.length - bulk),
    )
    sizes.push([claims.length - bulk, bulk])
  }
  assert.deepEqual(sizes, [
    [50, 10],
    [10, 40],
  ])
  assert.deepEqual((await claim(db, worker, 50, { mostBulk: 3 })).length, 3)
  await sql`delete from workers`.execute(db)
})

test('many deliveries during a backup → claims, counts, orphan searches cost the same', async () => {
  const recorder = new StatementRecorder()
  await using opened = openDatabase(semel.databaseUrl, { log: recorder.log })
  await requeueOrphans(opened.db)
  const worker = await liveWorker()
  // Makes them look as if they had been due a second after each other, so that the slack of the queue's start passes.
  await sql`
    with numbered as (select id, row_number() over (order by due_at, id) as n from deliveries where state = 'pending')
    update deliveries d set due_at = clock_timestamp() - interval '1 day' + n * interval '1 second'
    from numbered where numbered.id = d.id
  `.execute(semel.db)
  await sql`vacuum analyze deliveries`.execute(semel.db)
  const backup = new pg.Client(semel.databaseUrl)
  await backup.connect()
  await backup.query('begin isolation level repeatable read')
  await backup.query('select 1 from deliveries limit 1')
  try {
    const start = new QueueFloor()
    await claim(opened.db, worker, 50, { start })
    const cost = (work: () => Promise<unknown>) => recorder.costOf(semel.databaseUrl, work)
    const before = await cost(() => requeueOrphans(opened.db))
    const counts = async () => {
      await readDeliveryHealth(opened.db, new Date())
      await listAnnouncements(opened.db, { page: 1, limit: 10 })
    }
    let claimed = new Date(0)
    const send = async () => {
      const claims = await claim(opened.db, worker, 200, { start })
      claimed = claims[0]?.claimedFrom ?? claimed
      await record(
        semel.db,
        claims.map(({ id, attempt }) => ({ id, attempt, outcome: 'sent', reply: '250 OK' })),
      )
      await renewLease(opened.db, worker, { ...start.known, claimed, certificate: undefined })
    }
    await send()
    const first = await cost(() => claim(opened.db, worker, 10, { start }))
    const firstCounts = await cost(counts)
    while ((await countWaiting()) >= 300) await send()
    const last = await cost(() => claim(opened.db, worker, 10, { start }))
    assert.ok(last.buffers < 2 * first.buffers, `claim: ${first.buffers} buffers, then ${last.buffers}`)
    // The planner may know meanwhile that few are pending.
    await sql`analyze deliveries`.execute(semel.db)
    const lastCounts = await cost(counts)
    const grown = `counts: ${firstCounts.buffers} buffers, then ${lastCounts.buffers}`
    assert.ok(lastCounts.buffers <= firstCounts.buffers, grown)
    assert.equal((await readDeliveryHealth(opened.db, new Date())).waiting, await countWaiting())
    const after = await cost(() => requeueOrphans(opened.db))
    assert.ok(after.buffers <= before.buffers + 10, `orphans: ${before.buffers} buffers, then ${after.buffers}`)
  } finally {
    await backup.end()
    await sql`delete from workers`.execute(semel.db)
  }
})

test('email requested while an announcement goes out → arrives at once', async () => {
  const reader = await person(semel, 'staff')
  await publishNews()
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const sent = async () => {
    const { rows } = await sql<{
      sent: number
    }>`select count(*) as sent from deliveries where state = 'sent' and bulk`.execute(semel.db)
    return rows[0]!.sent
  }
  const earlier = await sent()
  while ((await sent()) < earlier + 50);
  await tell(reader.id)
  await semel.mailTo(reader.email)
  assert.ok((await countWaiting()) >= BULK_BACKLOG / 4, 'most of the announcement still waits')
})

async function publishNews(): Promise<void> {
  await semel.db
    .transaction()
    .execute(tx =>
      publishAnnouncement(tx, { subject: 'News', message: 'Hello.' }, { userId: staff.id }, semel.clock.now()),
    )
}

async function tell(userId: string): Promise<void> {
  await semel.db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.factors_reset', payload: { userId }, to: [{ userId }], at: new Date() }))
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from deliveries where state = 'pending' and bulk
  `.execute(semel.db)
  return rows[0]!.waiting
}

async function addCustomers(count: number): Promise<void> {
  await sql`
    insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
    select gen_random_uuid(), n || '@example.test', 'Someone', 'customer', '', ${EPOCH}, ${EPOCH} from generate_series(1, ${count}) as n
  `.execute(semel.db)
}

async function liveWorker(): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into workers (number, name, lease_until)
    values (nextval('worker_numbers'), 'test', clock_timestamp() + interval '1 hour') returning number
  `.execute(semel.db)
  return rows[0]!.number
}
