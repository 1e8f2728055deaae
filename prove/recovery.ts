import { RECOVERY_RACES } from '../test/support/recovery-races.ts'
import { startSemel } from '../test/support/semel.ts'
import type { Proof } from './proof.ts'

/** Runs every race in turn. A run is one of each. */
export const proof: Proof = {
  rule: 'RECOVERY',
  promise: 'Nobody gets back into an account before its owner could object',
  defaultRuns: 20,
  async run({ runs, plays }) {
    await using semel = await startSemel()
    const counts = { cases: 0, faults: 0 }
    for (let run = 0; run < runs; run++) {
      for (const { name, race, requests } of RECOVERY_RACES) {
        await plays.run(name, () => race(semel))
        counts.cases += requests
      }
    }
    return counts
  },
}
