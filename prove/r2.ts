/** The proof of R2: one event sends exactly one email to each recipient, under every fault. */

import type { Semel } from '../test/support/semel.ts'
import { openBehind } from './emails/behind-relay.ts'
import { DATABASE_KILLS, openDurable } from './emails/database-killed.ts'
import { FAULTS, type Fault } from './emails/faults.ts'
import { type Outage, runOutage } from './emails/outages.ts'
import { RELAY_TROUBLES } from './emails/relay-troubles.ts'
import type { Plays } from './plays.ts'
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
 * With `--relay` a real relay takes the emails and hands them to the inbox. With `--outages` the relay is also down
 * for 20 and for 120 seconds, in real time.
 */
export const proof: Proof = {
  rule: 'R2',
  promise: 'One event sends exactly one email to each recipient, under any fault',
  defaultRuns: 700,
  async run({ runs, outages, relay, plays }) {
    const chosen = [...FAULTS, ...RELAY_TROUBLES]
      .filter(({ name }) => plays.includes(name))
      .filter(({ asksInbox }) => !relay || !asksInbox)
    const open = relay ? () => openBehind(relay) : openSemel
    // Citus runs on machines of its own, which this process does not kill. There all shops share the connections that are cut.
    const isCitus = process.env.TEST_CITUS_URL !== undefined
    const kills = isCitus || relay ? [] : DATABASE_KILLS.filter(({ name }) => plays.includes(name))
    const rounds = Math.ceil(runs / DELIVERIES / (FAULTS.length + RELAY_TROUBLES.length + DATABASE_KILLS.length))
    const results = new Results()
    const faults = Array.from({ length: rounds }, () => chosen).flat()
    // Each fault mostly waits for a lease to expire, so several run at the same time.
    await Promise.all(Array.from({ length: isCitus || relay ? 1 : 3 }, () => series(faults, { plays, open }, results)))
    if (kills.length > 0) {
      await using _durable = await openDurable()
      await series(Array.from({ length: rounds }, () => kills).flat(), { plays, open }, results)
    }
    results.print()
    const cases = results.deliveries + (outages ? await runOutages(plays) : 0)
    return { cases, faults: cases }
  },
}

async function runOutages(plays: Plays): Promise<number> {
  const table: Omit<Awaited<ReturnType<typeof runOutage>>, 'violations'>[] = []
  await Promise.all(
    OUTAGES.map(outage =>
      plays.run(`the relay ${outage.kind} for ${outage.seconds} s`, async () => {
        const { violations, ...row } = await runOutage(outage)
        table.push(row)
        return violations
      }),
    ),
  )
  console.table(table)
  return table.reduce((sum, { emails }) => sum + emails, 0)
}

/** Runs the faults that are left, each instance of Semel until a violation. */
async function series(
  faults: Fault[],
  { plays, open }: { plays: Plays; open: () => Promise<Semel> },
  results: Results,
): Promise<void> {
  while (faults.length > 0) {
    await using semel = await open()
    for (let fault = faults.shift(); fault; fault = faults.shift()) {
      const tried = fault
      let took = Number.NaN
      const violations = await plays.run(tried.name, async () => {
        await using testbed = await Testbed.open(semel)
        const seen = await tried.run(testbed)
        const started = performance.now()
        await testbed.allFinished()
        took = performance.now() - started
        return [...(seen ?? []), ...(await testbed.violations(tried))]
      })
      results.add(tried, took, violations)
      if (violations.length > 0) break
    }
  }
}

/** The number of deliveries and violations, and the times of each fault. */
class Results {
  #cells = new Map<string, { deliveries: number; violations: number; ms: number[] }>()

  add({ name, takeOver }: Fault, ms: number, violations: string[]): void {
    const cell = this.#cells.get(name) ?? { deliveries: 0, violations: 0, ms: [] }
    this.#cells.set(name, cell)
    cell.deliveries += DELIVERIES
    cell.violations += violations.length
    if (takeOver && !Number.isNaN(ms)) cell.ms.push(ms)
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
