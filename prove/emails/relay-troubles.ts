import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../../src/time.ts'
import { TWO_DAYS_AHEAD } from '../../test/support/process.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import { DELIVERIES, type Testbed } from '../testbed.ts'
import type { Fault } from './faults.ts'

/* Faults that stop nobody for long: of the relay, of a clock, and of a person who holds a row. */

export const RELAY_TROUBLES: Fault[] = [
  { name: 'all connections swallowed after the dot, others take their places', run: swallowed },
  { name: 'odd bytes in the replies of the relay', run: oddBytes },
  { name: 'replies that PostgreSQL refuses', run: refusedReplies },
  { name: '451 to a worker whose clock is two days ahead', run: wrongClock },
  { name: 'somebody holds the row of one user', run: heldUser },
]

/** The connections of one worker. */
const WORKER_CONNECTIONS = 16
/** A connection waits 10 seconds for its reply before it leaves its place. */
const OTHERS_GO_OUT = 15 * SECOND

async function swallowed(testbed: Testbed): Promise<string[]> {
  await testbed.startVictim()
  const release = await testbed.holdAll('reply', WORKER_CONNECTIONS)
  const others = await testbed.announce()
  const started = performance.now()
  await testbed.until(async () => (await testbed.finished(others)) === others.length)
  const took = performance.now() - started
  release()
  return took > OTHERS_GO_OUT ? [`the other emails took ${Math.round(took)} ms`] : []
}

/** Uses a relay of its own, because the inbox sends no such bytes. The inbox takes the emails afterwards. */
async function oddBytes(testbed: Testbed): Promise<string[]> {
  await using relay = await openTestRelay()
  relay.dot = () => '451 4.3.0 later\0\x01\u00ff'
  await testbed.startVictim({ SMTP_URL: relay.url })
  await testbed.announce()
  await testbed.until(async () => (await testbed.attempts(['temporary'])) >= DELIVERIES)
  await testbed.victim.stop()
  await testbed.startVictim()
  await testbed.allFinished()
  const [all, whole] = [
    await testbed.attempts(['temporary']),
    await testbed.attempts(['temporary'], '451 4.3.0 later%'),
  ]
  return all === whole ? [] : [`${all - whole} of ${all} replies were not recorded as they came`]
}

/** Tries a reply that PostgreSQL refuses. The text is an example of all values that Semel does not foresee. */
async function refusedReplies(testbed: Testbed): Promise<string[]> {
  await sql`alter table delivery_attempts add constraint poison check (reply not like '%poison%')`.execute(testbed.db)
  try {
    await refuseAll(testbed, '451 4.3.0 poison')
  } finally {
    await sql`alter table delivery_attempts drop constraint poison`.execute(testbed.db)
  }
  return expectReplies(testbed, 'The reply of the relay cannot be stored.')
}

async function wrongClock(testbed: Testbed): Promise<void> {
  await refuseAll(testbed, '451 4.7.1 Greylisted', TWO_DAYS_AHEAD)
}

/** An open transaction in psql is enough. Each try is a whole dialogue, and relays ban a client that tries too often. */
async function heldUser(testbed: Testbed): Promise<string[]> {
  const [held] = await testbed.announce(1)
  const others = await testbed.announce(DELIVERIES - 1)
  // Like psql, it has no time limit for open transactions.
  const person = new pg.Client(testbed.semel.databaseUrl)
  await person.connect()
  try {
    await person.query('begin')
    await person.query('select from users where id = $1 for update', [held!.id])
    await testbed.startVictim()
    await testbed.until(async () => (await testbed.finished(others)) === others.length)
    await sleep(HELD)
    const tries = await testbed.attempts(['readdressed'])
    return tries > MOST_TRIES ? [`${tries} tries in ${HELD / SECOND} s`] : []
  } finally {
    await person.end()
  }
}

/** With its pauses, an email is tried five times in that time; without them, eight times and more. */
const HELD = 5 * SECOND
const MOST_TRIES = 7

async function refuseAll(testbed: Testbed, refuse: string, environment = {}): Promise<void> {
  testbed.faults.add({ at: 'dot', times: DELIVERIES, refuse })
  await testbed.startVictim(environment)
  await testbed.announce()
  await testbed.allFinished()
}

async function expectReplies(testbed: Testbed, pattern: string): Promise<string[]> {
  const found = await testbed.attempts(['temporary'], pattern)
  return found === DELIVERIES ? [] : [`${found} of ${DELIVERIES} replies were recorded as ${pattern}`]
}
