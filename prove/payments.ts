import { openProvider } from '../test/support/payments.ts'
import { startSemel } from '../test/support/semel.ts'
import { CROSSING_RACES } from './money/crossing-races.ts'
import { DISPUTE_RACES } from './money/dispute-races.ts'
import { RACES } from './money/races.ts'
import { storm } from './money/storm.ts'
import { TRANSFER_RACES } from './money/transfer-races.ts'
import { WATCHES } from './money/watch.ts'
import type { Proof } from './proof.ts'

/**
 * The races of docs/decisions/037-payments.md, one after the other; then buyers who pay, cancel and are refunded over two web
 * processes and two workers that are killed, at a provider that misbehaves. Every second buyer pays by bank transfer. In the end the lists
 * of provider and bank and the documents agree. A run is one order of these buyers.
 */
export const proof: Proof = {
  rule: 'PAYMENTS',
  promise: 'Money is captured once, goes back as often as was asked, and never lies where no order is',
  defaultRuns: 400,
  async run({ runs, plays }) {
    const counts = { cases: 0, faults: 0, figures: new Map<string, number>() }
    {
      await using stack = new AsyncDisposableStack()
      const semel = stack.use(await startSemel({}, { worker: false }))
      const provider = stack.use(await openProvider(semel))
      for (const { name, race } of [...RACES, ...DISPUTE_RACES, ...WATCHES, ...TRANSFER_RACES, ...CROSSING_RACES]) {
        await plays.run(name, () => race({ semel, provider }))
        counts.cases++
        provider.faults.clear()
        provider.lag = 0
        Object.assign(provider.events, { copies: 1, delay: 0, lost: 0, secret: undefined })
      }
      counts.faults += provider.faults.met
    }
    for (let done = 0; done < runs; done += STORM) {
      const size = Math.min(STORM, runs - done)
      await plays.run(`a storm of buyers, kills and faults, up to order ${done + size}`, async () => {
        const { orders, faults, violations } = await storm(size, counts.figures)
        counts.cases += orders
        counts.faults += faults
        return violations
      })
    }
    return counts
  },
}

/** Orders of one play. */
const STORM = 50
