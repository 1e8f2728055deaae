import { GUEST_RACES, MOST_OPEN } from '../test/support/guest-races.ts'
import { startSemel } from '../test/support/semel.ts'
import { killDuringOrders, startShop } from './guests-killed.ts'
import type { Proof } from './proof.ts'

const KILLED = 'orders, claims and corrections while processes and workers are killed'

/** Runs every race in turn, and then all at once on processes that are killed. A run is one of each. */
export const proof: Proof = {
  rule: 'GUESTS',
  promise: "Each guest's order has one owner and one confirmation, and its emails and links go to nobody else",
  defaultRuns: 20,
  async run({ runs, plays }) {
    const counts = { cases: 0, faults: 0 }
    {
      const openOrders = { orders: MOST_OPEN, pieces: 1000 }
      await using semel = await startSemel({ openOrders }, { worker: false })
      for (let run = 0; run < runs; run++) {
        for (const { name, race, requests } of GUEST_RACES) {
          await plays.run(name, () => race(semel))
          counts.cases += requests
        }
      }
    }
    if (!plays.includes(KILLED)) return counts
    // An email that a lost worker leaves in doubt takes half a minute, which the tests do not have.
    const killsWorker = runs > 1
    await using shop = await startShop()
    for (let run = 0; run < runs; run++) {
      await plays.run(KILLED, async () => {
        const { violations, requests, kills } = await killDuringOrders(shop, { killsWorker })
        counts.cases += requests
        counts.faults += kills
        return violations
      })
    }
    return counts
  },
}
