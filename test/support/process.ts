import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DAY } from '../../src/time.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** The command of users. It sets what memory and speed depend on, and replaces itself by `MAIN`. */
export const COMMAND = fileURLToPath(new URL('../../bin/semel.js', import.meta.url))

export type SemelProcess = {
  child: ChildProcess
  /** All that it has printed. */
  output(): string
  /** Resolves when the output matches; rejects with the output when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A test that hangs or fails leaves none behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs `semel <args>` as a process of its own, as an operator would. The environment is only what is given here. */
export function spawnSemel(args: string[], env: Record<string, string> = {}, program = MAIN): SemelProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, PORT: '0', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  let output = ''
  const ended = once(child, 'close') as Promise<[number | null]>
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
      child.emit('output')
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = await ended
    return code
  }
  return {
    child,
    output: () => output,
    printed: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output)
          if (match) resolve(match)
        }
        child.on('output', look)
        void ended.then(() =>
          reject(new Error(`semel ${args.join(' ')} ended before it printed ${pattern}:\n${output}`)),
        )
        look()
      }),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** Runs a command to its end. */
export async function runSemel(args: string[], env: Record<string, string>) {
  const semel = spawnSemel(args, env)
  const [code] = (await once(semel.child, 'close')) as [number | null]
  return { code, output: semel.output() }
}

/** A `serve` process on a free port. @returns it with the address that it listens on */
export async function spawnServe(databaseUrl: string, env: Record<string, string> = {}, program = MAIN) {
  const semel = spawnSemel(['serve'], { DATABASE_URL: databaseUrl, SECRET_KEY: 'test '.repeat(8), ...env }, program)
  const [, origin] = await semel.printed(/listens on (http:[^\s"]+)/)
  return { ...semel, origin: origin! }
}

/** The environment of a process whose clock is two days ahead. */
export const TWO_DAYS_AHEAD = {
  CLOCK_AHEAD: String(2 * DAY),
  NODE_OPTIONS: `--import=${new URL('./shifted-clock.ts', import.meta.url).href}`,
}

/** Runs a worker whose clock is two days ahead, until it has tried to clean up. */
export async function cleanUpInTwoDays(databaseUrl: string): Promise<void> {
  const worker = spawnSemel(['work'], { DATABASE_URL: databaseUrl, SECRET_KEY: 'test '.repeat(8), ...TWO_DAYS_AHEAD })
  await worker.printed(/worker is running/)
  // Before it ends, it finishes its cleanup.
  await worker.stop()
}
