import { sellAs } from '../test/support/documents.ts'
import { RETURN_RACES } from '../test/support/return-races.ts'
import { startSemel } from '../test/support/semel.ts'
import type { Proof } from './proof.ts'

/** Runs every race in turn. A run is one of each. */
export const proof: Proof = {
  rule: 'RETURNS',
  promise: 'Never more pieces or money come back than went out',
  defaultRuns: 100,
  async run({ runs, plays }) {
    await using semel = await startSemel({}, { worker: false })
    await sellAs(semel)
    const counts = { cases: 0, faults: 0 }
    for (let run = 0; run < runs; run++) {
      for (const { name, race, requests } of RETURN_RACES) {
        await plays.run(name, () => race(semel))
        counts.cases += requests
      }
    }
    return counts
  },
}
