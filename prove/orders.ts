import { RACES, startTwoProcesses } from '../test/support/order-races.ts'
import type { Proof } from './proof.ts'

/** Runs every race in turn, on the same two processes. A run is one of each race. */
export const proof: Proof = {
  rule: 'ORDERS',
  promise: 'A repeated order is placed once, and no product is oversold',
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
