import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Line } from './results.ts'
import { times } from './times.ts'

/** A file of the suite takes up to a minute; this is for a machine that does much else. */
const LIMIT = times(5 * 60_000)
/** A file that is told to end may still say which test was running. */
const LAST_WORDS = 10_000

const CACHE = resolve('.semel-test/compile-cache')
const RESULTS = resolve('.semel-test/results')
mkdirSync(RESULTS, { recursive: true })

export type Outcome = {
  name: string
  seconds: number
  passed: number
  /** Each failure in one line. */
  failures: string[]
  output: string
}

const running = new Set<ChildProcess>()
// Every child leads a process group of its own, so that nothing it started outlives it, and Ctrl-C does not reach it.
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

/** Runs one test file in a process of its own, which is killed when it takes too long. */
export async function runFile(file: string, limit = LIMIT): Promise<Outcome> {
  const results = `${RESULTS}/${file.replaceAll('/', '-')}.jsonl`
  await rm(results, { force: true })
  const reporters = { 'reporter.ts': 'stdout', 'results.ts': results }
  const args = Object.entries(reporters).flatMap(([reporter, destination]) => [
    `--test-reporter=${new URL(reporter, import.meta.url)}`,
    `--test-reporter-destination=${destination}`,
  ])
  const { code, late, output, seconds } = await runProcess(process.execPath, [...args, file], limit)

  const lines = await readFile(results, 'utf8').catch(() => '')
  const tests = lines.split('\n').flatMap(line => (line ? [JSON.parse(line) as Line] : []))
  const named = (wanted: Line['state']) => tests.filter(({ state }) => state === wanted).map(({ name }) => name)
  const failures = named('failed').map(name => `${file}: ${name}`)
  const passed = named('passed').length
  if (late) {
    const ended = new Set([...named('passed'), ...named('failed')])
    const open = named('started').filter(name => !ended.has(name))
    const when = open.length > 0 ? `while these tests ran: ${open.join(', ')}` : 'after its last test'
    failures.push(`${file} was stopped after ${limit / 1000} s, ${when}`)
  } else if (failures.length === 0 && code !== 0) {
    failures.push(`${file} ended with ${code}`)
  } else if (failures.length + passed === 0) {
    failures.push(`${file} has no test`)
  }
  return { name: file, seconds, passed, failures, output }
}

/** Runs a command that counts as one test. */
export async function runCommand(command: string, args: string[]): Promise<Outcome> {
  const name = [command, ...args].join(' ')
  const { code, output, seconds } = await runProcess(`node_modules/.bin/${command}`, args, LIMIT)
  return { name, seconds, passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], output }
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
  // Not "close": what a killed file started may still hold its output open.
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
