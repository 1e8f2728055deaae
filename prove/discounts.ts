import { DISCOUNT_RACES } from '../test/support/discount-races.ts'
import { startTwoProcesses } from '../test/support/order-races.ts'
import type { Proof } from './proof.ts'

/** Runs every race in turn, on the same two processes. A run is one of each race. */
export const proof: Proof = {
  rule: 'DISCOUNTS',
  promise: 'A discount code is used as often as it says, and given back once',
  // A run is 530 orders, most of them of one code, so one after another.
  defaultRuns: 5,
  async run({ runs, plays }) {
    await using processes = await startTwoProcesses()
    const counts = { cases: 0, faults: 0 }
    for (let run = 0; run < runs; run++) {
      for (const { name, race, requests, faults } of DISCOUNT_RACES) {
        if (!plays.includes(name)) continue
        await plays.run(name, () => race(processes))
        counts.cases += requests
        counts.faults += faults
      }
    }
    await plays.run('no race causes a deadlock', async () => {
      const deadlocks = await processes.stopAndCountDeadlocks()
      return deadlocks > 0 ? [`${deadlocks} deadlocks`] : []
    })
    return counts
  },
}
