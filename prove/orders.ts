import { RACES, startTwoProcesses } from '../test/support/order-races.ts'
import type { Proof } from './proof.ts'

/** Every race in turn, on two processes that live throughout. A run is one of each. */
export const proof: Proof = {
  rule: 'ORDERS',
  promise: 'An order sent again is one order, and nothing is sold that is not there',
  defaultRuns: 20,
  async run({ runs }) {
    await using processes = await startTwoProcesses()
    const found = { cases: 0, faults: 0, violations: [] as string[] }
    for (let run = 0; run < runs; run++) {
      if (process.stdout.isTTY) process.stdout.write(`\r${run}/${runs} `)
      for (const { name, race, requests, kills } of RACES) {
        for (const violation of await race(processes)) found.violations.push(`${name}: ${violation}`)
        found.cases += requests
        found.faults += kills
      }
    }
    const deadlocks = await processes.stopAndCountDeadlocks()
    if (deadlocks > 0) found.violations.push(`${deadlocks} deadlocks`)
    return found
  },
}
