import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@semel/embedded-postgres'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/database/schema.ts'
import { makeTemplate } from '../test/support/database.ts'
import type { Fault } from './faults.ts'
import type { Testbed } from './testbed.ts'

/**
 * PostgreSQL is killed, and its owner starts it again. Nothing else may use the cluster meanwhile. At the dot nothing has
 * been written since the commitment to send, so a commit that does not wait for the log is lost.
 */
export const DATABASE_KILLS: Fault[] = (['recipient', 'dot', 'reply'] as const).map(stage => ({
  name: `PostgreSQL killed with -9 at ${{ recipient: 'RCPT', dot: 'the dot', reply: 'the 250' }[stage]}`,
  run: testbed => killedAt(testbed, stage),
}))

/**
 * A PostgreSQL that keeps what it has committed, for the plays above. It writes nothing to its log unless a commit waits
 * for it. Until it is disposed, new databases are opened there.
 */
export async function openDurable(): Promise<AsyncDisposable> {
  const before = process.env.TEST_DATABASE_URL
  const stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'semel-durable-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = stack.use(await openEmbedded(dataDir))
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`alter system set wal_writer_delay = '10s'`)
  await client.query('select pg_reload_conf()')
  await client.end()
  process.env.TEST_DATABASE_URL = await makeTemplate(url)
  stack.defer(() => {
    if (before) process.env.TEST_DATABASE_URL = before
  })
  return stack
}

async function killedAt(testbed: Testbed, stage: 'recipient' | 'dot' | 'reply'): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll(stage)
  process.kill(await postmasterOf(testbed.db), 'SIGKILL')
  release()
}

async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ cluster: string }>`select current_setting('data_directory') as cluster`.execute(db)
  const [pid] = (await readFile(join(rows[0]!.cluster, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
