import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Embedded, openEmbedded } from '#embedded-postgres'
import { openSemel, Testbed } from '../../prove/testbed.ts'
import { findTrouble } from '../../src/database/health/readiness.ts'
import { makeTemplate } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'
import { openTestRelay } from '../support/relay.ts'
import type { Semel } from '../support/semel.ts'

/** Number of emails that are sent after the backup, and lost to the database. */
const LOST = 5

describe('a database that was set back', () => {
  let dataDir: string
  let postgres: Embedded
  let semel: Semel
  let cluster: string
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'semel-set-back-'))
    postgres = await openEmbedded(dataDir)
    process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
    semel = await openSemel()
    const { rows } = await sql<{ path: string }>`select current_setting('data_directory') as path`.execute(semel.db)
    cluster = rows[0]!.path
  })
  after(async () => {
    await semel[Symbol.asyncDispose]()
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** A cold backup. Semel reconnects by itself. */
  async function backUp(): Promise<void> {
    await postgres.close()
    // It keeps the owner, which PostgreSQL insists on.
    execFileSync('cp', ['-a', cluster, `${cluster}.backup`])
    postgres = await openEmbedded(dataDir)
  }

  /** PostgreSQL begins a new timeline, as after a restore to a point in time and after the promotion of a standby. */
  async function restore(): Promise<void> {
    await postgres.close()
    await rm(cluster, { recursive: true })
    await rename(`${cluster}.backup`, cluster)
    await appendFile(join(cluster, 'postgresql.auto.conf'), `restore_command = 'false'\n`)
    await writeFile(join(cluster, 'recovery.signal'), '')
    postgres = await openEmbedded(dataDir)
    // It takes connections before it takes writes.
    while (await findTrouble(semel.db)) await sleep(50)
  }

  async function states(testbed: Testbed): Promise<string[]> {
    const rows = await testbed.db
      .selectFrom('deliveries')
      .select('state')
      .where(
        'user_id',
        'in',
        testbed.recipients.map(({ id }) => id),
      )
      .execute()
    return rows.map(({ state }) => state).sort()
  }

  const env = (smtpUrl: string) => ({
    DATABASE_URL: semel.databaseUrl,
    SMTP_URL: smtpUrl,
    SECRET_KEY: 'test '.repeat(8),
    LOG_LEVEL: 'error',
  })

  test('worker lived through it → writes its sends again, sends nothing twice', async () => {
    await using relay = await openTestRelay()
    await using testbed = await Testbed.open(semel)
    await testbed.announce(LOST)
    await backUp()
    await using worker = spawnSemel(['work'], env(relay.url))
    await testbed.until(async () => (await states(testbed)).every(state => state === 'sent'))
    await restore()
    await testbed.until(async () => (await states(testbed)).every(state => state === 'sent'))
    await worker.printed(/the database was set back/)
    await testbed.announce(1)
    await testbed.until(async () => relay.mails.length > LOST)
    assert.equal(relay.mails.length, LOST + 1)
    assert.equal(new Set(relay.mails.map(messageIdOf)).size, LOST + 1)
  })

  test('all workers new → possible sends are in doubt, no number reused', async () => {
    await using relay = await openTestRelay()
    await using testbed = await Testbed.open(semel)
    await testbed.announce(LOST)
    await backUp()
    const first = spawnSemel(['work'], env(relay.url))
    await testbed.until(async () => (await states(testbed)).every(state => state === 'sent'))
    await first.kill()
    const lastNumber = await nextOrderNumber(semel)
    await restore()
    assert.ok((await nextOrderNumber(semel)) > lastNumber + 1000)
    await using second = spawnSemel(['work'], env(relay.url))
    await second.printed(/the database was set back/)
    assert.deepEqual(await states(testbed), Array(LOST).fill('in_doubt'))
    await testbed.announce(1)
    await testbed.until(async () => relay.mails.length > LOST)
    assert.equal(relay.mails.length, LOST + 1)
  })
})

function messageIdOf(mail: string): string {
  return /^Message-ID: (\S+)/im.exec(mail)![1]!
}

async function nextOrderNumber({ db }: Semel): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select nextval(pg_get_serial_sequence('orders', 'id')) as number
  `.execute(db)
  return rows[0]!.number
}
