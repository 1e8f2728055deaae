import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FAULTS } from '../../prove/faults.ts'
import { weather } from '../../prove/outages.ts'
import { DELIVERIES, openSemel, Scene } from '../../prove/scene.ts'

// Much of each play is waiting for somebody to be taken for dead, so several go on at once.
describe('one event, one e-mail', { concurrency: 4 }, () => {
  for (const { name, play, takeOver } of FAULTS) {
    test(name, async () => {
      await using semel = await openSemel()
      await using scene = await Scene.open(semel)
      await play(scene)
      const started = performance.now()
      await scene.settled()
      const took = performance.now() - started
      assert.deepEqual(await scene.violations(), [])
      if (takeOver) assert.ok(took < 10_000, `another worker took ${took} ms to take over`)
    })
  }

  for (const kind of ['refuses', 'silent'] as const) {
    test(`the relay ${kind === 'silent' ? 'is silent' : 'refuses'} for a moment`, async () => {
      const { violations, late, ...rest } = await weather({ kind, seconds: 3 })
      assert.deepEqual(violations, [])
      assert.equal(late, 0)
      assert.ok(rest['e-mails'] > DELIVERIES)
    })
  }
})
