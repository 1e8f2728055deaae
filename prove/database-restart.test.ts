import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEmbedded } from '../src/database/embedded.ts'
import { makeTemplate } from '../test/database.ts'
import { openSemel, Scene } from './scene.ts'

test('one event, one e-mail: the database is killed in the middle and comes back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'semel-restart-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = stack.use(await openEmbedded(dataDir))
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  const semel = stack.use(await openSemel())
  for (const stage of ['recipient', 'dot', 'reply'] as const) {
    await using scene = await Scene.open(semel)
    await scene.startVictim()
    const release = await scene.holdAll(stage)
    const { rows } = await sql<{ cluster: string }>`select current_setting('data_directory') as cluster`.execute(
      semel.db,
    )
    const [pid] = (await readFile(join(rows[0]!.cluster, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    release()
    await scene.settled()
    assert.deepEqual(await scene.violations(), [], stage)
  }
})
