import { glob, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MINUTE, SECOND } from '../src/time.ts'
import { requireCitus } from '../test/support/citus.ts'
import { makeTemplate } from '../test/support/database.ts'
import { openTemporary } from '../test/support/postgres.ts'
import { RELAY_PROGRAMS, type RelayProgramName, whyNoRelay } from '../test/support/relay-programs.ts'
import { moveShop } from './citus/two-shops.ts'
import { replaceFrozen } from './drills/frozen.ts'
import type { Drill } from './drills/load.ts'
import { migrateUnderLoad } from './drills/migration.ts'
import { restartRolling } from './drills/rolling.ts'
import { upgrade } from './drills/upgrade.ts'
import { drillFailover } from './failover/drill.ts'
import { tryMutants } from './mutants/mutants.ts'
import { Plays } from './plays.ts'
import type { Proof } from './proof.ts'

/*
 * `npm run prove`: tries to break the rules, and the promises about orders, payments and webhooks, on a running system
 * of several processes. Prints each violation, and one table: rule, cases, injected faults, violations. Exits with 1
 * after a violation.
 */
const { values } = parseArgs({
  options: {
    /** R1 … R5, ORDERS, DISCOUNTS, PAYMENTS, DOCUMENTS, GUESTS, PRICES, RECOVERY, RETURNS or WEBHOOKS; all by default. */
    rule: { type: 'string' },
    runs: { type: 'string' },
    /** Runs only the plays whose name matches this regular expression. */
    plays: { type: 'string' },
    /** Seconds that one play may take. */
    limit: { type: 'string' },
    /** Repeats the proofs for so long. */
    minutes: { type: 'string', default: '0' },
    outages: { type: 'boolean', default: false },
    /** postfix, exim4 or opensmtpd, for the proof of R2. */
    relay: { type: 'string' },
    /** Breaks copies of the source and expects that the proofs notice. `--plays` selects mutants by their name. */
    mutants: { type: 'boolean', default: false },
    /** Restarts two processes behind haproxy, under load. It needs haproxy. */
    rolling: { type: 'boolean', default: false },
    /** Upgrades the release of this commit to the present one behind haproxy, under load, and goes back and forth. */
    upgrade: { type: 'string' },
    /** Loses machines of a PostgreSQL under Patroni. It needs packages of Debian. `--plays` selects faults by their name. */
    failover: { type: 'boolean', default: false },
    /** Number of times that the drill strikes with every fault. */
    rounds: { type: 'string', default: '1' },
    /** The address of a coordinator of Citus with two workers. The proofs run there, and a shop is moved under load. */
    citus: { type: 'string' },
    /** Freezes the database under load, and replaces it without cutting a connection. */
    frozen: { type: 'boolean', default: false },
    /** Migrates the database of a running process under load, while somebody holds a transaction open. */
    migration: { type: 'boolean', default: false },
  },
})

/** Each prints one line of figures, and its violations. */
const DRILLS = { rolling: restartRolling, frozen: replaceFrozen, migration: migrateUnderLoad }

const relay = values.relay as RelayProgramName | undefined
const why = relay && !(relay in RELAY_PROGRAMS) ? `There is no relay ${relay}.` : relay && whyNoRelay(relay)
if (why) {
  console.error(why)
  process.exit(1)
}
const only = values.plays === undefined ? undefined : new RegExp(values.plays)
process.exit((await choose()) ? 0 : 1)

function choose(): Promise<boolean> {
  if (values.mutants) return tryMutants(only)
  if (values.failover) return drillFailover({ rounds: Number(values.rounds), only })
  if (values.upgrade !== undefined) return inDatabase(() => upgrade(values.upgrade!))
  const drill = (['rolling', 'frozen', 'migration'] as const).find(name => values[name])
  return inDatabase(drill ? () => run(DRILLS[drill]) : prove)
}

/** Runs work with a PostgreSQL of its own, or with shops on Citus. */
async function inDatabase(work: () => Promise<boolean>): Promise<boolean> {
  if (values.citus !== undefined) {
    const url = values.citus
    await requireCitus(url)
    process.env.TEST_CITUS_URL = url
    const isMoved = values.rule === undefined || values.rule === 'move' ? await run(() => moveShop(url)) : true
    return (values.rule === 'move' || (await work())) && isMoved
  }
  await using postgres = await openTemporary(await mkdtemp(join(tmpdir(), 'semel-prove-')))
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  return await work()
}

async function run(drill: () => Promise<Drill>): Promise<boolean> {
  const { figures, violations } = await drill()
  console.table([figures])
  for (const violation of violations) console.log(violation)
  return violations.length === 0
}

/** @returns whether no rule was violated */
async function prove(): Promise<boolean> {
  const chosen = await chooseProofs()
  const results = new Map<string, { promise: string; cases: number; faults: number; violations: number }>()
  const end = performance.now() + Number(values.minutes) * MINUTE
  do {
    for (const { rule, promise, defaultRuns, run } of chosen) {
      const runs = Number(values.runs ?? defaultRuns)
      console.log(`${rule}: ${promise} (${runs} runs)`)
      const plays = new Plays({
        ...(values.limit && { limit: Number(values.limit) * SECOND }),
        ...(only && { only }),
        report: violation => console.log(`${rule}: ${violation}`),
      })
      const result = results.get(rule) ?? { promise, cases: 0, faults: 0, violations: 0 }
      results.set(rule, result)
      const counts = await Promise.race([
        run({ runs, outages: values.outages, ...(relay && { relay }), plays }),
        plays.abandoned,
      ])
      result.cases += counts?.cases ?? 0
      result.faults += counts?.faults ?? 0
      const figures = [...(counts?.figures ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      if (figures.length > 0) console.log(figures.map(([name, number]) => `${name} ${number}`).join('; '))
      result.violations += plays.violations.length
      if (!counts) {
        // The play that hung still uses the database, so nothing waits for it.
        report(results)
        process.exit(1)
      }
    }
  } while (performance.now() < end)
  return report(results)
}

async function chooseProofs(): Promise<Proof[]> {
  const files = (
    await Array.fromAsync(
      glob('{r[0-9],orders,discounts,oracle,payments,documents,guests,prices,recovery,returns,webhooks}.ts', {
        cwd: import.meta.dirname,
      }),
    )
  ).sort()
  const chosen = files.filter(file => !values.rule || file === `${values.rule.toLowerCase()}.ts`)
  if (chosen.length === 0) {
    const rules = files.map(file => file.replace('.ts', '').toUpperCase()).join(', ')
    console.error(`There is no proof of ${values.rule}; there are: ${rules}`)
    process.exit(1)
  }
  return Promise.all(chosen.map(async file => ((await import(`./${file}`)) as { proof: Proof }).proof))
}

function report(results: Map<string, { violations: number }>): boolean {
  console.table([...results].map(([rule, result]) => ({ rule, ...result })))
  return [...results.values()].every(({ violations }) => violations === 0)
}
