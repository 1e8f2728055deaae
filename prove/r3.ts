import { ADDRESS_CHANGES, swapDuringFanOut } from './addresses.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Testbed } from './testbed.ts'

/** Changes addresses at every moment of a delivery, then swaps them in pairs during an announcement to `runs` users. */
export const proof: Proof = {
  rule: 'R3',
  promise: 'An email goes to the address that its recipient has at the moment of sending',
  defaultRuns: 2000,
  async run({ runs }) {
    await using semel = await openSemel()
    const violations: string[] = []
    const rounds = Math.min(Math.ceil(runs / 400), 20)
    for (let round = 0; round < rounds; round++) {
      for (const { name, run } of ADDRESS_CHANGES) {
        await using testbed = await Testbed.open(semel)
        for (const violation of await run(testbed)) violations.push(`${name}: ${violation}`)
      }
    }
    await using testbed = await Testbed.open(semel)
    const fanOut = await swapDuringFanOut(testbed, runs - (runs % 2))
    const changes = rounds * ADDRESS_CHANGES.length * DELIVERIES
    return {
      cases: changes + runs,
      faults: changes + fanOut.swaps * 2,
      violations: [...violations, ...fanOut.violations],
    }
  },
}
