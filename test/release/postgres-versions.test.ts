import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { makeTemplate } from '../support/database.ts'
import { installedVersion, SUPPORTED, startInstalled } from '../support/installed-postgres.ts'
import { runFiles } from '../support/run-files.ts'

/** Files that run the SQL: orders, lists, searches, codes, deliveries, money, and the last piece for several buyers. */
const FILES = [
  ...['orders', 'placing', 'products', 'search', 'second-factors', 'ledger', 'webhooks', 'payments', 'verify'].map(
    name => `test/api/${name}.test.ts`,
  ),
  'test/proofs/r3.test.ts',
]

/**
 * The embedded PostgreSQL (18) is that of all other tests. The GitHub workflow installs one version after the other, and runs
 * all API tests and proofs with it; here are those that this machine has.
 */
for (const version of SUPPORTED) {
  const bin = installedVersion(version)
  if (!bin) {
    console.log(`PostgreSQL ${version} is not installed on this machine, so nothing was tried with it.`)
    continue
  }
  test(`PostgreSQL ${version}: orders, lists, codes, emails and money work as embedded`, async () => {
    await using postgres = await startInstalled(bin, tmpdir())
    const { env } = process
    process.env = { ...env, TEST_DATABASE_URL: await makeTemplate(postgres.url) }
    // A run inside a test would report to it.
    delete process.env.NODE_TEST_CONTEXT
    const { passed, failures, output } = await runFiles(FILES).finally(() => {
      process.env = env
    })
    assert.deepEqual(failures, [], output)
    assert.ok(passed > 50)
  })
}

test('SECURITY.md and the workflow name the versions that are tried', () => {
  const listed = /^\| PostgreSQL +\| ([\d, ]+\d)/m.exec(readFileSync('SECURITY.md', 'utf8'))?.[1]
  assert.deepEqual(listed?.split(', ').map(Number), SUPPORTED)
  const matrix = /postgres: \[([\d, ]+)\]/.exec(readFileSync('.github/workflows/ci.yml', 'utf8'))?.[1]
  assert.deepEqual(matrix?.split(', ').map(Number), SUPPORTED)
})
