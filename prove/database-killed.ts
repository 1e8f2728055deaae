import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../src/database/schema.ts'
import type { Fault } from './faults.ts'
import type { Scene } from './scene.ts'

/** The whole cluster dies, and its owner starts it again: whoever plays these has it for himself. */
export const DATABASE_KILLS: Fault[] = (['recipient', 'dot', 'reply'] as const).map(stage => ({
  name: `PostgreSQL killed with -9 at ${{ recipient: 'RCPT', dot: 'the dot', reply: 'the 250' }[stage]}`,
  play: scene => killedAt(scene, stage),
}))

async function killedAt(scene: Scene, stage: 'recipient' | 'dot' | 'reply'): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll(stage)
  process.kill(await postmasterOf(scene.db), 'SIGKILL')
  release()
}

async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ cluster: string }>`select current_setting('data_directory') as cluster`.execute(db)
  const [pid] = (await readFile(join(rows[0]!.cluster, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
