/** Faults: PostgreSQL is killed with -9 while emails are in flight. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEmbedded } from '#embedded-postgres'
import type { Db } from '../../src/database/schema.ts'
import { makeTemplate } from '../../test/support/database.ts'
import type { Testbed } from '../testbed.ts'
import type { Fault } from './faults.ts'

/** PostgreSQL is killed, and its owner starts it again. Nothing else may use the cluster meanwhile. */
export const DATABASE_KILLS: Fault[] = [
  { name: 'PostgreSQL killed with -9 at RCPT', run: testbed => killedAt(testbed, 'recipient') },
  { name: 'PostgreSQL killed with -9 at the dot', run: testbed => killedAt(testbed, 'dot') },
  { name: 'PostgreSQL killed with -9 at the 250', run: testbed => killedAt(testbed, 'reply') },
  { name: 'PostgreSQL killed with -9 after the commitment, and the dots arrive after all', run: lateDots },
]

/** A PostgreSQL that keeps what it has committed. Until it is disposed, new databases are opened there. */
export async function openDurable(): Promise<AsyncDisposable> {
  const before = process.env.TEST_DATABASE_URL
  const stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'semel-durable-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = stack.use(await openEmbedded(dataDir))
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

/** If a commitment were lost with the crash, these dots would arrive beside those of another attempt. */
async function lateDots(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  // Otherwise these would write down, within a moment, what no commit has waited for.
  for (const pid of await writersOf(testbed.db)) process.kill(pid, 'SIGSTOP')
  const release = await testbed.holdAll('dot')
  process.kill(await postmasterOf(testbed.db), 'SIGKILL')
  await testbed.allFinished()
  release()
  await testbed.victim.stop()
}

async function writersOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type in ('walwriter', 'background writer', 'checkpointer')
  `.execute(db)
  return rows.map(({ pid }) => pid)
}

async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ cluster: string }>`select current_setting('data_directory') as cluster`.execute(db)
  const [pid] = (await readFile(join(rows[0]!.cluster, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
