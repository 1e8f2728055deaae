import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { publishAnnouncement } from '../../src/notifications/announcements/announcements.ts'
import { FAN_OUT_BATCH, fanOut } from '../../src/notifications/announcements/fan-out.ts'
import { newRecipient, type Testbed } from '../testbed.ts'

/* Faults: a worker is killed during the fan-out of an announcement. */

export async function killedInFirstBatch(testbed: Testbed): Promise<void> {
  await addReaders(testbed)
  await announceTo(testbed)
  await killWhileWriting(testbed)
}

/** Four recipients are in the first batch and four in the second. Between them are users who have unsubscribed. */
export async function killedInSecondBatch(testbed: Testbed): Promise<void> {
  await addReaders(testbed, 4)
  await addUnsubscribed(testbed, FAN_OUT_BATCH)
  await addReaders(testbed, 4)
  await announceTo(testbed)
  await fanOut(testbed.db)
  await killWhileWriting(testbed)
}

async function addReaders(testbed: Testbed, count = 8): Promise<void> {
  for (let n = 0; n < count; n++) testbed.recipients.push(await newRecipient(testbed.semel))
}

async function addUnsubscribed({ db }: Testbed, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await sql`
    with unsubscribed as (
      insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
      select id, id || '@example.test', 'Someone', 'customer', '', now(), now() from unnest(${ids}::uuid[]) as id
      returning id
    )
    insert into unsubscriptions (user_id, at) select id, now() from unsubscribed
  `.execute(db)
}

async function announceTo({ db }: Testbed): Promise<void> {
  await db
    .transaction()
    .execute(tx => publishAnnouncement(tx, { subject: 'News', message: 'Hello.' }, null, new Date()))
}

async function killWhileWriting(testbed: Testbed): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = testbed.db.transaction().execute(async tx => {
    // The fan-out reads the unsubscriptions, so it has to wait here.
    await sql`lock table unsubscriptions in access exclusive mode`.execute(tx)
    haveLocked()
    await promise
  })
  await locked
  await testbed.startVictim()
  await testbed.until(async () => (await testbed.stuckBackends('insert into deliveries')).length > 0)
  await testbed.terminateStuck('insert into deliveries')
  await testbed.victim.kill()
  resolve()
  await lock
  testbed.startHealthyWorker()
  await testbed.fannedOut()
}
