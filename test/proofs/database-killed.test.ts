import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openEmbedded } from '@semel/embedded-postgres'
import { DATABASE_KILLS } from '../../prove/database-killed.ts'
import { openSemel, Testbed } from '../../prove/testbed.ts'
import { makeTemplate } from '../support/database.ts'
import type { Semel } from '../support/semel.ts'

const stack = new AsyncDisposableStack()
let semel: Semel
before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'semel-restart-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = stack.use(await openEmbedded(dataDir))
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  semel = stack.use(await openSemel())
})
after(() => stack.disposeAsync())

for (const { name, run } of DATABASE_KILLS) {
  test(`one event sends one email: ${name}`, async () => {
    await using testbed = await Testbed.open(semel)
    await run(testbed)
    await testbed.allFinished()
    assert.deepEqual(await testbed.violations(), [])
  })
}
