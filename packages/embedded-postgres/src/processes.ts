import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Goes into the title of every process of one cluster (PostgreSQL's setting `cluster_name`). A pid in a file says little:
 * after a crash the number may belong to another program. A title can be read by everybody, which even for root
 * does not hold for the working directory inside a container.
 */
export function clusterName(cluster: string): string {
  return `semel-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
}

/** The pid of the postmaster that serves `cluster` now. */
export function findPostmaster(cluster: string): number | undefined {
  const { pid } = readPidFile(cluster)
  return pid !== undefined && serves(pid, cluster) ? pid : undefined
}

/** What a postmaster wrote about itself; it may be long dead. */
export function readPidFile(cluster: string): { pid?: number; socketDir?: string } {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return {}
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return {}
  return lines[4] ? { pid, socketDir: lines[4] } : { pid }
}

/**
 * Backends that outlived their postmaster keep its shared memory, and a new one would not start. They notice by
 * themselves when they next wait, but one that computes, or was stopped, may take for ever.
 */
export function killOrphans(cluster: string): void {
  killByTitle(title => isOf(cluster, title))
}

export function killByTitle(chosen: (title: string) => boolean): void {
  for (const pid of everyPid()) {
    if (chosen(titleOf(pid))) signal(pid, 'SIGKILL')
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** True for a zombie and for any other program that has got this number. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export function serves(pid: number, cluster: string): boolean {
  return isOf(cluster, titleOf(pid))
}

function isOf(cluster: string, title: string): boolean {
  return /^(postgres: |.*\/postgres -D )/.test(title) && title.includes(clusterName(cluster))
}

function titleOf(pid: number): string {
  if (process.platform !== 'linux') return ps('-o', 'args=', '-p', String(pid))
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function everyPid(): number[] {
  const names = process.platform === 'linux' ? readdirSync('/proc') : ps('-A', '-o', 'pid=').split('\n')
  return names.map(Number).filter(pid => Number.isInteger(pid) && pid > 1)
}

function ps(...args: string[]): string {
  return spawnSync('ps', ['-ww', ...args], { encoding: 'utf8' }).stdout ?? ''
}
