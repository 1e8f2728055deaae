/** Processes of the operating system: who they are, whether they live, and how they end. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * PostgreSQL shows its setting `cluster_name` in the title of every process of a cluster. A pid in a file is not enough:
 * after a crash, the number may belong to another program. Every user can read a title; the working directory is not
 * always readable inside a container, even for root.
 */
export function clusterName(cluster: string): string {
  return `semel-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
}

/** The pid of the postmaster that serves `cluster` now. */
export function findPostmaster(cluster: string): number | undefined {
  const { pid } = readPidFile(cluster)
  return pid !== undefined && serves(pid, cluster) ? pid : undefined
}

/** Reads the file in which a postmaster describes itself. That postmaster may be dead. */
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
 * Backends that outlive their postmaster keep its shared memory, so a new postmaster would not start. They notice when
 * they next wait, but a backend that computes or was stopped may never do so.
 */
export function killOrphans(cluster: string): void {
  killByTitle(title => isOf(cluster, title))
}

export function killByTitle(chosen: (title: string) => boolean): void {
  for (const pid of pidsByTitle(chosen)) signal(pid, 'SIGKILL')
}

export function pidsByTitle(chosen: (title: string) => boolean): number[] {
  return everyPid().filter(pid => chosen(titleOf(pid)))
}

/** Until it is disposed of, the child ends with this process, unless that is killed by `kill -9`. */
export function endWithUs(child: ChildProcess, name: NodeJS.Signals): Disposable {
  const end = () => void child.kill(name)
  process.once('exit', end)
  return { [Symbol.dispose]: () => void process.off('exit', end) }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Says yes for a zombie too, and for another program that has this pid now. */
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
