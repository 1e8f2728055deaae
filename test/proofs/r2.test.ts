import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FAULTS } from '../../prove/emails/faults.ts'
import { runOutage } from '../../prove/emails/outages.ts'
import { DELIVERIES, openSemel, Testbed } from '../../prove/testbed.ts'

// Each fault mostly waits for a lease to expire, so several run at the same time.
describe('one event sends one email', { concurrency: 4 }, () => {
  for (const fault of FAULTS) {
    test(fault.name, async () => {
      await using semel = await openSemel()
      await using testbed = await Testbed.open(semel)
      const seen = await fault.run(testbed)
      const started = performance.now()
      await testbed.allFinished()
      const took = performance.now() - started
      assert.deepEqual([...(seen ?? []), ...(await testbed.violations(fault))], [])
      if (fault.takeOver) assert.ok(took < 10_000, `another worker took ${took} ms to take over`)
    })
  }

  for (const kind of ['refuses', 'silent'] as const) {
    test(`emails arrive once when the relay ${kind === 'silent' ? 'is silent' : 'refuses'} for a moment`, async () => {
      const { violations, late, ...rest } = await runOutage({ kind, seconds: 3 })
      assert.deepEqual(violations, [])
      assert.equal(late, 0)
      assert.ok(rest.emails > DELIVERIES)
    })
  }
})
