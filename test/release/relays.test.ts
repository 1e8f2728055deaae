/** Real relays of Debian: `apt-get install postfix`, `exim4-daemon-light`, `opensmtpd`, one at a time, and as root. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Testbed } from '../../prove/testbed.ts'
import { findingsOf, readDeliveryHealth } from '../../src/notifications/health.ts'
import { SECOND } from '../../src/time.ts'
import { startWorker } from '../../src/worker.ts'
import { RELAY_PROGRAMS, type RelayProgramName, startRelayProgram, whyNoRelay } from '../support/relay-programs.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { untilDatabase } from '../support/until.ts'

/** Number of emails that fill three connections. */
const EMAILS = 30
/** The promise of Semel: from the event to the reader. */
const ON_TIME = 30 * SECOND

/** The words of each program, as the system status shows them. */
const REFUSALS: Record<RelayProgramName, RegExp> = {
  postfix: /454 4\.7\.1 <\S+>: Relay access denied/,
  exim4: /550 relay not permitted/,
  opensmtpd: /550 Invalid recipient: <\S+>/,
}

for (const name of Object.keys(RELAY_PROGRAMS) as RelayProgramName[]) {
  const missing = whyNoRelay(name)
  if (missing) {
    console.log(`Nothing was tried with this relay. ${missing}`)
    continue
  }

  test(`${name} takes thirty emails in three connections → each arrives at once`, async () => {
    await using open = await startSemel({}, { worker: false })
    await using relay = await startRelayProgram(name, { next: open.inbox.port })
    const semel = { ...open, config: { ...open.config, smtpUrl: `${relay.url}?connections=1` } }
    await using testbed = await Testbed.open(semel)
    const started = performance.now()
    await testbed.announce(EMAILS)
    testbed.startHealthyWorker()
    const arrived = sql<{ all: number; readers: number }>`
      select count(*)::int as all, count(distinct recipient)::int as readers from dev_mail
    `
    while ((await arrived.execute(open.db)).rows[0]!.readers < EMAILS) {
      assert.ok(performance.now() - started < ON_TIME, relay.log())
      await sleep(50)
    }
    await testbed.allFinished()
    assert.deepEqual((await arrived.execute(open.db)).rows, [{ all: EMAILS, readers: EMAILS }])
  })

  test(`${name} refuses to relay → emails wait, nobody is suppressed`, async () => {
    await using open = await startSemel({}, { worker: false })
    await using relay = await startRelayProgram(name, { next: open.inbox.port, refuses: true })
    const semel: Semel = { ...open, config: { ...open.config, smtpUrl: relay.url } }
    await using testbed = await Testbed.open(semel)
    await testbed.announce(4)
    // A relay may be right about the readers of one domain.
    await sql`update users set email = id || '@' || right(id::text, 12) || '.example'`.execute(open.db)
    await using _worker = startWorker(semel, semel)
    await untilDatabase(semel, sql<boolean>`(select bool_or(relay_down_since is not null) from workers)`)
    await untilDatabase(semel, sql<boolean>`(select bool_and(state in ('pending', 'claimed')) from deliveries)`)
    assert.deepEqual(await open.db.selectFrom('suppressed_addresses').select('address').execute(), [])
    const [finding] = findingsOf(await readDeliveryHealth(open.db, open.clock.now()))
    assert.match(finding!.text, REFUSALS[name])
  })
}
