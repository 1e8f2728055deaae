import { DATABASE_KILLS } from './database-killed.ts'
import { FAULTS, type Fault } from './faults.ts'
import { type Outage, weather } from './outages.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Scene } from './scene.ts'

const OUTAGES: Outage[] = [
  { kind: 'refuses', seconds: 20 },
  { kind: 'silent', seconds: 20 },
  { kind: 'refuses', seconds: 120 },
  { kind: 'silent', seconds: 120 },
]

/**
 * Plays every fault equally often, with real processes, and counts for each reader what the inbox received. A run is one
 * delivery. With `--outages` the relay is away for 20 and for 120 seconds as well, in real time.
 */
export const proof: Proof = {
  rule: 'R2',
  promise: 'One event sends exactly one e-mail to each recipient, whatever fails in between',
  defaultRuns: 700,
  async run({ runs, outages }) {
    const rounds = Math.ceil(runs / DELIVERIES / (FAULTS.length + DATABASE_KILLS.length))
    const sheet = new Sheet()
    const plays = Array.from({ length: rounds }, () => FAULTS).flat()
    // Much of each play is waiting for somebody to be taken for dead, so several go on at once.
    await Promise.all(Array.from({ length: 3 }, () => series(plays, sheet)))
    // These have the database for themselves.
    await series(Array.from({ length: rounds }, () => DATABASE_KILLS).flat(), sheet)
    sheet.print()
    const weathered = outages ? await Promise.all(OUTAGES.map(weather)) : []
    if (outages) console.table(weathered.map(({ violations, ...rest }) => ({ ...rest, violations: violations.length })))
    const cases = weathered.reduce((sum, outage) => sum + outage['e-mails'], sheet.deliveries)
    return { cases, faults: cases, violations: [...sheet.violations, ...weathered.flatMap(w => w.violations)] }
  },
}

/** Plays what is left, until nothing is. What came out badly is not played on with. */
async function series(plays: Fault[], sheet: Sheet): Promise<void> {
  while (plays.length > 0) {
    await using semel = await openSemel()
    for (let fault = plays.shift(); fault; fault = plays.shift()) {
      if (process.stdout.isTTY) process.stdout.write(`\r${plays.length} plays to go `)
      const violations = await playOut(semel, fault, sheet)
      if (violations.length > 0) break
    }
  }
}

async function playOut(semel: Scene['semel'], fault: Fault, sheet: Sheet): Promise<string[]> {
  await using scene = await Scene.open(semel)
  try {
    await fault.play(scene)
    const started = performance.now()
    await scene.settled()
    return sheet.note(fault, performance.now() - started, await scene.violations())
  } catch (error) {
    return sheet.note(fault, Number.NaN, [(error as Error).message])
  }
}

/** How often each fault was played, and what came of it. */
class Sheet {
  readonly violations: string[] = []
  #cells = new Map<string, { deliveries: number; violations: number; ms: number[] }>()

  note({ name, takeOver }: Fault, ms: number, violations: string[]): string[] {
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
