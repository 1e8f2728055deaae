import { DATABASE_KILLS } from './database-killed.ts'
import { FAULTS, type Fault } from './faults.ts'
import { type Outage, runOutage } from './outages.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Testbed } from './testbed.ts'

const OUTAGES: Outage[] = [
  { kind: 'refuses', seconds: 20 },
  { kind: 'silent', seconds: 20 },
  { kind: 'refuses', seconds: 120 },
  { kind: 'silent', seconds: 120 },
]

/**
 * Runs every fault equally often, with real processes, and counts the emails in each reader's inbox. A run is one delivery.
 * With `--outages` the relay is also down for 20 and for 120 seconds, in real time.
 */
export const proof: Proof = {
  rule: 'R2',
  promise: 'One event sends exactly one email to each recipient, under any fault',
  defaultRuns: 700,
  async run({ runs, outages }) {
    const rounds = Math.ceil(runs / DELIVERIES / (FAULTS.length + DATABASE_KILLS.length))
    const results = new Results()
    const faults = Array.from({ length: rounds }, () => FAULTS).flat()
    // Each fault mostly waits for a lease to expire, so several run at the same time.
    await Promise.all(Array.from({ length: 3 }, () => series(faults, results)))
    // These need the database for themselves.
    await series(Array.from({ length: rounds }, () => DATABASE_KILLS).flat(), results)
    results.print()
    const outageResults = outages ? await Promise.all(OUTAGES.map(runOutage)) : []
    if (outages)
      console.table(outageResults.map(({ violations, ...rest }) => ({ ...rest, violations: violations.length })))
    const cases = outageResults.reduce((sum, outage) => sum + outage.emails, results.deliveries)
    return { cases, faults: cases, violations: [...results.violations, ...outageResults.flatMap(w => w.violations)] }
  },
}

/** Runs the faults that are left, each instance of Semel until a violation. */
async function series(faults: Fault[], results: Results): Promise<void> {
  while (faults.length > 0) {
    await using semel = await openSemel()
    for (let fault = faults.shift(); fault; fault = faults.shift()) {
      if (process.stdout.isTTY) process.stdout.write(`\r${faults.length} faults left `)
      const violations = await runFault(semel, fault, results)
      if (violations.length > 0) break
    }
  }
}

async function runFault(semel: Testbed['semel'], fault: Fault, results: Results): Promise<string[]> {
  await using testbed = await Testbed.open(semel)
  try {
    await fault.run(testbed)
    const started = performance.now()
    await testbed.allFinished()
    return results.add(fault, performance.now() - started, await testbed.violations())
  } catch (error) {
    return results.add(fault, Number.NaN, [(error as Error).message])
  }
}

/** The deliveries, violations and times of each fault. */
class Results {
  readonly violations: string[] = []
  #cells = new Map<string, { deliveries: number; violations: number; ms: number[] }>()

  add({ name, takeOver }: Fault, ms: number, violations: string[]): string[] {
    const cell = this.#cells.get(name) ?? { deliveries: 0, violations: 0, ms: [] }
    this.#cells.set(name, cell)
    cell.deliveries += DELIVERIES
    cell.violations += violations.length
    if (takeOver) cell.ms.push(ms)
    this.violations.push(...violations.map(violation => `${name}: ${violation}`))
    return violations
  }

  get deliveries(): number {
    return [...this.#cells.values()].reduce((sum, { deliveries }) => sum + deliveries, 0)
  }

  print(): void {
    console.table(
      [...this.#cells].map(([fault, { deliveries, violations, ms }]) => ({
        fault,
        deliveries,
        'taken over within ms': ms.length > 0 ? Math.round(Math.max(...ms)) : '',
        violations,
      })),
    )
  }
}
