import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADDRESS_CHANGES, swapDuringFanOut } from '../../prove/emails/addresses.ts'
import { openSemel, Testbed } from '../../prove/testbed.ts'
import type { Semel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await openSemel()
})
after(() => semel[Symbol.asyncDispose]())

for (const { name, run } of ADDRESS_CHANGES) {
  test(`emails go to the current address only: ${name}`, async () => {
    await using testbed = await Testbed.open(semel)
    assert.deepEqual(await run(testbed), [])
  })
}

test('users swap addresses during an announcement → emails go to current ones only', async () => {
  await using testbed = await Testbed.open(semel)
  const { violations } = await swapDuringFanOut(testbed, 200)
  assert.deepEqual(violations, [])
})
