import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND, spawnSemel, spawnServe } from '../test/support/process.ts'
import { until } from '../test/support/until.ts'
import { type Bench, median, type Row } from './bench.ts'
import { BUYERS, type Build, openBuild } from './build.ts'
import { cpuMs } from './cpu.ts'

/*
 * Weighs Semel: its start, its memory, and an order. All but the memory is processor time, because a busy machine changes the time
 * on the clock. The floor is another build (`--beside DIR`, a clone of Semel with its packages). Both take turns.
 */
export const bench: Bench = {
  title: 'Start, memory and the cost of an order',
  async run({ small, beside }) {
    const commands = [COMMAND, ...(beside ? [join(beside, 'bin/semel.js')] : [])]
    const builds: Build[] = []
    const figures = commands.map(
      (): Record<Subject, number[]> => ({ help: [], start: [], memory: [], postgres: [], node: [] }),
    )
    try {
      for (const command of commands) builds.push(await openBuild(command, MADRID))
      for (const build of builds) await placeMany(build, small ? 20 : 200)
      for (let turn = 0; turn < (small ? 1 : TURNS); turn++) {
        // The order changes, because a check point of PostgreSQL or a full cache would otherwise always meet the same build.
        const order = [...commands.keys()]
        for (const n of turn % 2 ? order : order.toReversed()) {
          const found = await weigh(commands[n]!, builds[n]!, small ? 20 : 200)
          for (const [subject, value] of Object.entries(found)) figures[n]![subject as Subject].push(value)
        }
      }
    } finally {
      for (const build of builds) await build[Symbol.asyncDispose]()
    }
    const [own, other] = figures
    return (Object.keys(SUBJECTS) as Subject[]).map((subject): Row => {
      const { what, unit } = SUBJECTS[subject]
      return {
        what,
        unit,
        measured: median(own![subject]),
        ...(other && { floor: median(other[subject]), target: MOST }),
      }
    })
  },
}

/** A build may weigh so many times as much as the other one. */
export const MOST = 1.15
const TURNS = 7
const MADRID = ['28013', 'Madrid'] as const

type Subject = keyof typeof SUBJECTS
const SUBJECTS = {
  help: { what: 'processor time of `semel doctor --help`', unit: 'ms' },
  start: { what: 'processor time of `semel serve` until it is ready', unit: 'ms' },
  memory: { what: 'memory of `semel serve` at rest, in MiB', unit: '' },
  postgres: { what: 'processor time of PostgreSQL for an order of 3 lines', unit: 'ms' },
  node: { what: 'processor time of Node for it', unit: 'ms' },
} as const

async function weigh(command: string, build: Build, orders: number): Promise<Record<Subject, number>> {
  const help = await timeHelp(command)
  await using started = await spawnServe(build.databaseUrl, {}, command)
  await until(async () => (await fetch(`${started.origin}/readyz`)).ok, 'readyz')
  const start = cpuMs([started.child.pid!])
  const memory = residentMib(started.child.pid!)
  await started.kill()
  // Connections that have just been opened plan each statement.
  await placeMany(build, orders / 4)
  const backends = await build.backends()
  const [before, nodeBefore] = [cpuMs(backends), cpuMs([build.node])]
  await placeMany(build, orders)
  return {
    help,
    start,
    memory,
    postgres: (cpuMs(backends) - before) / orders,
    node: (cpuMs([build.node]) - nodeBefore) / orders,
  }
}

/** Milliseconds of processor time of a short command, as last seen before it ended. */
async function timeHelp(command: string): Promise<number> {
  const semel = spawnSemel(['doctor', '--help'], {}, command)
  let last = 0
  while (semel.child.exitCode === null && semel.child.signalCode === null) {
    const now = cpuMs([semel.child.pid!])
    if (now > last) last = now
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  return last
}

function residentMib(pid: number): number {
  const [, resident] = /^Rss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
  return Number(resident) / 1024
}

async function placeMany(build: Build, count: number): Promise<void> {
  let next = 0
  const loop = async () => {
    while (next < count) await build.place(next++)
  }
  await Promise.all(Array.from({ length: BUYERS }, loop))
}
