import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@semel/embedded-postgres'
import { makeTemplate } from '../test/support/database.ts'
import type { Finding, Proof } from './proof.ts'

/*
 * `npm run prove [-- --rule R2] [--runs 1000] [--outages]`: tries to break the rules, and the promises about orders and webhooks, on
 * a running system of several processes. Prints one table: rule, cases, injected faults, violations.
 */
const { values } = parseArgs({
  options: { rule: { type: 'string' }, runs: { type: 'string' }, outages: { type: 'boolean', default: false } },
})
const files = (await Array.fromAsync(glob('{r[0-9],orders,webhooks}.ts', { cwd: import.meta.dirname }))).sort()
const chosen = files.filter(file => !values.rule || file === `${values.rule.toLowerCase()}.ts`)
if (chosen.length === 0) {
  console.error(
    `There is no proof of ${values.rule}; there are: ${files.map(file => file.replace('.ts', '').toUpperCase()).join(', ')}`,
  )
  process.exit(1)
}

const findings: Finding[] = []
const dataDir = await mkdtemp(join(tmpdir(), 'semel-prove-'))
try {
  await using postgres = await openEmbedded(dataDir, { fsync: false })
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  for (const file of chosen) {
    const { proof } = (await import(`./${file}`)) as { proof: Proof }
    const runs = values.runs === undefined ? proof.defaultRuns : Number(values.runs)
    console.log(`${proof.rule}: ${proof.promise} (${runs} runs)`)
    findings.push({ rule: proof.rule, promise: proof.promise, ...(await proof.run({ runs, outages: values.outages })) })
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

console.table(findings.map(({ violations, ...rest }) => ({ ...rest, violations: violations.length })))
for (const { rule, violations } of findings) for (const violation of violations) console.log(`${rule}: ${violation}`)
process.exit(findings.some(({ violations }) => violations.length > 0) ? 1 : 0)
