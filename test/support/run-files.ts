import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Line } from './results.ts'
import { times } from './times.ts'

/** A file takes up to a minute; this is for a machine that does much else. */
const LIMIT = times(5 * 60_000)
/** A file that is asked to end may still say which test was running. */
const LAST_WORDS = 10_000

/** Megabytes for new objects. Each server that a test starts makes many, and 32 save 7 % of the processor time of API tests. */
const YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=32']
/** Loads the substitutes that know which test is running. */
const TRACK = `--import=${new URL('track-tests.ts', import.meta.url)}`
const BATCH = fileURLToPath(new URL('batch.ts', import.meta.url))
const CACHE = resolve('.semel-test/compile-cache')
const RESULTS = resolve('.semel-test/results')
mkdirSync(RESULTS, { recursive: true })

export type Outcome = {
  passed: number
  /** Each failure: the test in one line, then what was said about it. */
  failures: string[]
  /** Time that each part took: a file of tests, or a command. */
  parts: { name: string; seconds: number; processor?: number }[]
  output: string
}

const running = new Set<ChildProcess>()
// Every child leads a process group of its own, so that nothing it started outlives it, and Ctrl-C does not reach it.
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

/** Runs test files one after the other in one process, which is killed when it takes too long. */
export async function runFiles(files: string[], limit = LIMIT * files.length): Promise<Outcome> {
  const results = `${RESULTS}/${process.pid}-${files[0]!.replaceAll('/', '-')}.jsonl`
  const reporters = { 'reporter.ts': 'stdout', 'results.ts': results }
  const args = Object.entries(reporters).flatMap(([reporter, destination]) => [
    `--test-reporter=${new URL(reporter, import.meta.url)}`,
    `--test-reporter-destination=${destination}`,
  ])
  const { code, late, output } = await runProcess(process.execPath, [...YOUNG, TRACK, ...args, BATCH, ...files], limit)

  const text = await readFile(results, 'utf8').catch(() => '')
  await rm(results, { force: true })
  const lines = text.split('\n').flatMap(line => (line ? [JSON.parse(line) as Line] : []))
  const ended = lines.filter(({ file, name, seconds }) => name === file && seconds)
  const parts = ended.map(({ name, seconds, processor = 0 }, place) => {
    return { name, seconds: seconds!, processor: processor - (ended[place - 1]?.processor ?? 0) }
  })
  const passed = lines.filter(({ state }) => state === 'passed').length
  const failures = lines.flatMap(({ file, name, state, why = '' }) =>
    state === 'failed' ? [`${file}: ${name}\n${why.replaceAll(/^/gm, '    ')}`] : [],
  )
  if (late) failures.push(`${files.join(', ')}: stopped after ${limit / 1000} s, ${whatRan(lines)}`)
  else if (failures.length === 0 && code !== 0) failures.push(`${files.join(', ')}: ended with ${code}`)
  else {
    const tested = new Set(
      lines.filter(({ state }) => state === 'passed' || state === 'failed').map(({ file }) => file),
    )
    failures.push(...files.filter(file => !tested.has(file)).map(file => `${file}: has no test`))
  }
  return { passed, failures, parts, output }
}

function whatRan(lines: Line[]): string {
  const ended = new Set(lines.filter(({ state }) => state !== 'started').map(({ name }) => name))
  const open = lines.filter(({ file, name }) => name !== file && !ended.has(name)).map(({ name }) => name)
  return open.length > 0 ? `while these tests ran: ${open.join(', ')}` : 'after its last test'
}

/** Runs a command that counts as one test. */
export async function runCommand(command: string, args: string[]): Promise<Outcome> {
  const name = [command, ...args].join(' ')
  const { code, output, seconds } = await runProcess(`node_modules/.bin/${command}`, args, LIMIT)
  const text = `\n${name} (${seconds.toFixed(1)} s)\n${output}`
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], parts: [{ name, seconds }], output: text }
}

async function runProcess(command: string, args: string[], limit: number) {
  const start = performance.now()
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Most of the start of a test file is compiling the same modules.
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  }
  let late = false
  const kill = () => killGroup(child, 'SIGKILL')
  const timers = [
    setTimeout(() => {
      late = true
      child.kill()
    }, limit),
    setTimeout(kill, limit + LAST_WORDS),
  ]
  // Waits for "exit", not "close": what a killed file started may still hold its output open.
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const timer of timers) clearTimeout(timer)
  kill()
  await Promise.all([child.stdout, child.stderr].map(stream => stream.closed || once(stream, 'close')))
  running.delete(child)
  return { code, late, output, seconds: (performance.now() - start) / 1000 }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch {
    // Nobody of the group is left.
  }
}
