import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processor time that processes have used, in milliseconds. Other than the time on the clock it hardly depends on
 * what else the machine does. Linux only.
 * @returns NaN where the system does not tell
 */
export function cpuMs(pids: number[]): number {
  return pids.flatMap(threadsOf).reduce((sum, thread) => sum + nanoseconds(thread) / 1e6, 0)
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return [`/proc/${pid}/schedstat`]
  }
}

function nanoseconds(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0])
  } catch {
    return Number.NaN
  }
}
