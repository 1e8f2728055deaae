/** The faults of R2: what can happen between an event and its email. */
import { sql } from 'kysely'
import { DELIVERIES_CHANNEL } from '../../src/database/news/wake.ts'
import { channel } from '../../src/database/shops.ts'
import { DELIVERIES, type Testbed } from '../testbed.ts'
import { killedInFirstBatch, killedInSecondBatch } from './fan-out.ts'
import * as killed from './killed.ts'
import { overlapping, stoppedAfterCommit, stoppedAt } from './overtaken.ts'

/** A fault that can happen between an event and its email. After it every reader must have exactly one email. */
export type Fault = {
  name: string
  /** @returns further violations */
  run: (testbed: Testbed) => Promise<string[] | undefined> | Promise<void>
  /** The time from the fault to the last email measures how fast another worker takes over. */
  takeOver?: true
  /** The relay cannot have accepted anything, so no delivery may come in doubt. */
  isCertain?: true
  /** The inbox is asked about a doubt while the first worker is only stopped. A person would wait longer than that. */
  asksInbox?: true
}

export const FAULTS: Fault[] = [
  { name: 'kill -9 after the claim', isCertain: true, takeOver: true, run: killed.afterClaim },
  { name: 'kill -9 while connecting', isCertain: true, takeOver: true, run: killed.whileConnecting },
  { name: 'kill -9 at RCPT', isCertain: true, takeOver: true, run: testbed => killed.at(testbed, 'recipient') },
  { name: 'kill -9 in the body', takeOver: true, run: testbed => killed.at(testbed, 'body') },
  { name: 'kill -9 just before the commitment to send', isCertain: true, takeOver: true, run: killed.beforeCommit },
  { name: 'kill -9 during the commitment to send', takeOver: true, run: killed.inCommit },
  { name: 'kill -9 between the commitment and the dot', takeOver: true, run: killed.afterCommit },
  {
    name: 'kill -9 between the dot and the 250, email not stored yet',
    takeOver: true,
    run: testbed => killed.at(testbed, 'dot'),
  },
  {
    name: 'kill -9 between the dot and the 250, email stored',
    takeOver: true,
    run: testbed => killed.at(testbed, 'reply'),
  },
  { name: 'kill -9 between the 250 and the record', takeOver: true, run: killed.beforeRecord },
  { name: 'kill -9 after the record', run: killed.afterRecord },
  { name: 'kill -9 in the first batch of an announcement', run: killedInFirstBatch },
  { name: 'kill -9 in the second batch of an announcement', run: killedInSecondBatch },
  { name: 'SIGSTOP before the commitment, overtaken, SIGCONT', run: testbed => stoppedAt(testbed, 'recipient') },
  {
    name: 'SIGSTOP before the commitment, SIGCONT when the other worker is at the same point',
    run: testbed => overlapping(testbed, 'recipient', 'recipient'),
  },
  {
    name: 'SIGSTOP after the dot, SIGCONT when the other worker waits for its 250',
    asksInbox: true,
    run: testbed => overlapping(testbed, 'dot', 'reply'),
  },
  { name: 'SIGSTOP after the commitment, overtaken, SIGCONT', asksInbox: true, run: stoppedAfterCommit },
  { name: 'SIGSTOP after the dot, overtaken, SIGCONT', asksInbox: true, run: testbed => stoppedAt(testbed, 'dot') },
  { name: 'SIGTERM during deliveries', run: stopped },
  {
    name: 'connection dropped at RCPT',
    isCertain: true,
    run: testbed => misbehaving(testbed, { at: 'recipient', drop: true }),
  },
  {
    name: 'connection dropped in the body',
    run: testbed => misbehaving(testbed, { at: 'body', drop: true }),
  },
  { name: 'connection dropped at the dot', run: testbed => misbehaving(testbed, { at: 'dot', drop: true }) },
  {
    name: 'email stored, then connection dropped without a 250',
    run: testbed => misbehaving(testbed, { at: 'reply', drop: true }),
  },
  {
    name: '452 at RCPT',
    isCertain: true,
    run: testbed => misbehaving(testbed, { at: 'recipient', refuse: '452 4.2.2 Full' }),
  },
  { name: '451 at the dot', run: testbed => misbehaving(testbed, { at: 'dot', refuse: '451 4.3.0 Later' }) },
  { name: 'cut off from the database during deliveries', run: cutOff },
  { name: 'queued a hundred times on eight workers', run: queuedOften },
]

async function stopped(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll('recipient')
  const stopped = testbed.victim.stop()
  release()
  await stopped
  testbed.startHealthyWorker()
}

async function misbehaving(testbed: Testbed, fault: Parameters<Testbed['faults']['add']>[0]): Promise<void> {
  testbed.faults.add({ ...fault, times: DELIVERIES })
  await testbed.startVictim()
  await testbed.announce()
}

/** Ends every connection to the database except the test's own. */
async function cutOff(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll('recipient')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  `.execute(testbed.db)
  release()
}

const WORKERS = 8

/** The unique key of the ledger refuses a second row for each of the hundred inserts. */
async function queuedOften(testbed: Testbed): Promise<void> {
  for (let n = 0; n < WORKERS; n++) testbed.startHealthyWorker()
  await testbed.until(async () => (await testbed.db.selectFrom('workers').select('number').execute()).length >= WORKERS)
  await testbed.announce()
  const queueAgain = () =>
    sql`
      with again as (
        insert into deliveries (id, event_id, kind, recipient, user_id)
        select gen_random_uuid(), event_id, kind, recipient, user_id from deliveries
        where user_id = any(${testbed.recipients.map(({ id }) => id)})
        on conflict do nothing
      )
      select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')
    `.execute(testbed.db)
  await Promise.all(Array.from({ length: 100 }, queueAgain))
}
