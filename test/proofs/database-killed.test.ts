import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DATABASE_KILLS, openDurable } from '../../prove/emails/database-killed.ts'
import { openSemel, Testbed } from '../../prove/testbed.ts'
import type { Semel } from '../support/semel.ts'
import { THOROUGH } from '../support/thorough.ts'

const stack = new AsyncDisposableStack()
let semel: Semel
before(async () => {
  stack.use(await openDurable())
  semel = stack.use(await openSemel())
})
after(() => stack.disposeAsync())

// Every day at the dot and after it, where an email could be sent twice.
for (const { name, run } of THOROUGH
  ? DATABASE_KILLS
  : DATABASE_KILLS.filter(({ name }) => / at the (?:dot|250)$/.test(name))) {
  test(`one event sends one email: ${name}`, async () => {
    await using testbed = await Testbed.open(semel)
    await run(testbed)
    await testbed.allFinished()
    assert.deepEqual(await testbed.violations(), [])
  })
}
