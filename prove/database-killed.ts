import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../src/database/schema.ts'
import type { Fault } from './faults.ts'
import type { Testbed } from './testbed.ts'

/** PostgreSQL is killed, and its owner starts it again. Nothing else may use the cluster meanwhile. */
export const DATABASE_KILLS: Fault[] = (['recipient', 'dot', 'reply'] as const).map(stage => ({
  name: `PostgreSQL killed with -9 at ${{ recipient: 'RCPT', dot: 'the dot', reply: 'the 250' }[stage]}`,
  run: testbed => killedAt(testbed, stage),
}))

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
