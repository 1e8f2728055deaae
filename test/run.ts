import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateTypes } from '../packages/client/generate.ts'
import { unpackBrowser } from './support/browser.ts'
import { makeTemplate } from './support/database.ts'
import { openPostgres } from './support/postgres.ts'
import { type Outcome, runCommand, runFiles } from './support/run-files.ts'

/*
 * `npm test` runs the tests of every day and the checks of types, lint and format, `npm run test:release` also those of
 * test/release, and `npm run test:quick` the unit tests and the API tests alone. `npm test -- name …` runs the files whose
 * path contains one of the names, wherever they are. `TIMES=1` lists the time of every file. One PostgreSQL is started for the whole run and migrated once into a
 * template; each test file works on clones of it. The last line counts the tests.
 */
if (process.argv.includes('--release')) process.env.TEST_RELEASE = 'yes'
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { values, positionals: wanted } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, release: { type: 'boolean', default: false } },
  allowPositionals: true,
})

/**
 * The folders, those with the longest files first, so that no core waits for the last file, and how many files share a process:
 * most of the start of a file is loading the same modules. Tests that start processes of their own load little.
 */
const KINDS = { release: 1, proofs: 1, processes: 1, browser: 3, repository: 4, api: 12, unit: 40 }
type Kind = keyof typeof KINDS

/** Number of jobs that run at a time. Tests wait half of their time: for processes, browsers and the database. */
const PLACES = availableParallelism() + 4

const outcomes: Outcome[] = []
await generateTypes()
// The checks need no database, so they run while it starts.
const checking = work(wanted.length === 0 && !values.quick ? checks() : [])
{
  await using postgres = await openPostgres()
  // Unpacking takes 2.5 seconds in a new clone, and no quick test opens a browser.
  const [url, files] = await Promise.all([makeTemplate(postgres.url), chooseFiles(), values.quick || unpackBrowser()])
  process.env.TEST_DATABASE_URL = url
  const jobs = batchesOf(files).map(batch => () => runFiles(batch))
  const places = Array.from({ length: PLACES - 1 }, () => work(jobs))
  await Promise.all([...places, checking.then(() => work(jobs))])
}
report()

async function chooseFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob('{src,test,packages/*/src}/**/*.test.ts'))
  return files
    .filter(file => wanted.length === 0 || wanted.some(name => file.includes(name)))
    .filter(file => !values.quick || isQuick(file))
    .filter(file => values.release || wanted.length > 0 || kindOf(file) !== 'release')
    .sort()
}

/** Files that share a process. Neighbors are dealt to different ones, because files of one subject take about as long. */
function batchesOf(files: string[]): string[][] {
  return Object.entries(KINDS).flatMap(([kind, size]) => {
    const own = files.filter(file => kindOf(file) === kind)
    const count = Math.ceil(own.length / size)
    return Array.from({ length: count }, (_, n) => own.filter((_, index) => index % count === n))
  })
}

/**
 * Tests whether `npm run test:quick` runs a file: it starts no browser and no process, and proves nothing at length.
 */
function isQuick(path: string): boolean {
  return ['api', 'unit'].includes(kindOf(path))
}

function kindOf(path: string): Kind {
  const [, folder] = /^test\/(\w+)\//.exec(path) ?? []
  if (folder) return folder as Kind
  // This package starts PostgreSQL again and again, as every process of a test does once.
  return path.startsWith('packages/embedded-postgres/') ? 'release' : 'unit'
}

function checks() {
  return [
    () => runCommand('biome', ['check', '--error-on-warnings', '.']),
    // Beside the tests no core is free for the second thread, and the threads repeat half of their work.
    () => runCommand('tsc', ['--singleThreaded']),
    () => runCommand('tsc', ['-p', 'src/pages/assets']),
  ]
}

async function work(jobs: (() => Promise<Outcome>)[]): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const outcome = await job()
    outcomes.push(outcome)
    console.log(outcome.output.trimEnd())
  }
}

function report(): void {
  const failures = outcomes.flatMap(({ failures }) => failures)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const slowest = outcomes
    .flatMap(({ parts }) => parts)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, process.env.TIMES ? undefined : 10)
  console.log('\nThe slowest files:')
  for (const { name, seconds, processor } of slowest) {
    const used = processor ? `, ${processor.toFixed(1)} s of processor time` : ''
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}${used}`)
  }
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map(failure => `✖ ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  process.exit(failures.length > 0 || passed === 0 ? 1 : 0)
}
