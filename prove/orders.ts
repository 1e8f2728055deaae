import { RACES, startTwoProcesses } from '../test/support/order-races.ts'
import type { Proof } from './proof.ts'

/** Runs every race in turn, on the same two processes. A run is one of each race. */
export const proof: Proof = {
  rule: 'ORDERS',
  promise: 'A repeated order is placed once, and no product is oversold',
  defaultRuns: 20,
  async run({ runs, plays }) {
    await using processes = await startTwoProcesses()
    const counts = { cases: 0, faults: 0 }
    for (let run = 0; run < runs; run++) {
      for (const { name, race, requests, faults } of RACES) {
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
