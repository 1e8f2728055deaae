import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '@semel/embedded-postgres'
import { generateTypes } from '../packages/client/generate.ts'
import { unpackBrowser } from './support/browser.ts'
import { makeTemplate } from './support/database.ts'

/*
 * `npm test [-- name …]`: every test, or the files whose path contains one of the names. One PostgreSQL is started for
 * the whole run and migrated once into a template; each test file works on clones of it. Ends with a line of counts.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const wanted = process.argv.slice(2)
const files = await Array.fromAsync(glob('{src,test,packages/*/src}/**/*.test.ts'))
const chosen = files.filter(file => wanted.length === 0 || wanted.some(name => file.includes(name))).sort()

const counts = { passed: 0, failed: 0 }
await generateTypes()
if (wanted.length === 0) await check()
{
  await using postgres = await openEmbedded(process.env.TEST_DATA_DIR ?? '.semel-test', { fsync: false })
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres.url)
  await unpackBrowser()
  const tests = run({ files: chosen, concurrency: availableParallelism(), timeout: 10 * 60_000 })
  tests.on('test:pass', ({ details, skip, todo }) => {
    if (details.type !== 'suite') counts[skip || todo ? 'failed' : 'passed']++
  })
  tests.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') counts.failed++
  })
  tests.compose(spec()).pipe(process.stdout)
  await once(tests, 'end')
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)

/** Types, lint and format count as tests. */
async function check(): Promise<void> {
  for (const [command, ...args] of [
    ['biome', 'check', '--error-on-warnings', '.'],
    ['tsc'],
    ['tsc', '-p', 'src/pages/assets'],
  ] as const) {
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    counts[code === 0 ? 'passed' : 'failed']++
  }
}
