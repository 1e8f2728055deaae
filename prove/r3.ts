import { ADDRESS_CHANGES, swapDuringFanOut } from './emails/addresses.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Testbed } from './testbed.ts'

/** Changes addresses at every moment of a delivery, then swaps them in pairs during an announcement to `runs` users. */
export const proof: Proof = {
  rule: 'R3',
  promise: 'An email goes to the address that its recipient has at the moment of sending',
  defaultRuns: 2000,
  async run({ runs, plays }) {
    await using semel = await openSemel()
    const rounds = Math.min(Math.ceil(runs / 400), 20)
    for (let round = 0; round < rounds; round++) {
      for (const { name, run } of ADDRESS_CHANGES) {
        await plays.run(name, async () => {
          await using testbed = await Testbed.open(semel)
          return await run(testbed)
        })
      }
    }
    const changes = rounds * ADDRESS_CHANGES.length * DELIVERIES
    const counts = { cases: changes + runs, faults: changes }
    await plays.run('users swap addresses in pairs during an announcement', async () => {
      await using testbed = await Testbed.open(semel)
      const { violations, swaps } = await swapDuringFanOut(testbed, runs - (runs % 2))
      counts.faults += swaps * 2
      return violations
    })
    return counts
  },
}
