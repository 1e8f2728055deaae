import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FAULTS } from '../../prove/emails/faults.ts'
import { runOutage } from '../../prove/emails/outages.ts'
import { DELIVERIES, openSemel, Testbed } from '../../prove/testbed.ts'
import { THOROUGH } from '../support/thorough.ts'

/** Beside others at nearly the same moment, these are for a release. */
const RARE = [
  'kill -9 after the claim',
  'kill -9 while connecting',
  'kill -9 at RCPT',
  'kill -9 in the body',
  'kill -9 during the commitment to send',
  'kill -9 between the commitment and the dot',
  'kill -9 between the dot and the 250, email not stored yet',
  'kill -9 after the record',
  'kill -9 just before the commitment to send',
  'kill -9 in the second batch of an announcement',
  'SIGSTOP before the commitment, overtaken, SIGCONT',
  'SIGSTOP before the commitment, SIGCONT when the other worker is at the same point',
  'SIGSTOP after the dot, SIGCONT when the other worker waits for its 250',
  'connection dropped at RCPT',
  'connection dropped in the body',
  'connection dropped at the dot',
  '452 at RCPT',
]

// Each fault mostly waits for a lease to expire, so several run at the same time.
describe('one event sends one email', { concurrency: 4 }, () => {
  for (const fault of FAULTS.filter(({ name }) => THOROUGH || !RARE.includes(name))) {
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
    test(`relay ${kind === 'silent' ? 'is silent' : 'refuses'} → emails arrive once`, async () => {
      const { violations, late, ...rest } = await runOutage({ kind, seconds: 3 })
      assert.deepEqual(violations, [])
      assert.equal(late, 0)
      assert.ok(rest.emails > DELIVERIES)
    })
  }
})
