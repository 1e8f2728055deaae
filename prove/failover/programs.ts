/** The programs that the failover drill needs, and how it starts them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, unprivilegedUser } from '../../packages/embedded-postgres/src/os-user.ts'

/** Directory in which Debian puts the programs of PostgreSQL 15. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  // With TLS, urllib3 needs it to look up a name.
  'python3-idna': '/usr/lib/python3/dist-packages/idna',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'libnss-wrapper': `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/libnss_wrapper.so`,
  openssl: '/usr/bin/openssl',
  'postgresql-15': join(POSTGRES_BIN, 'postgres'),
}

/** @throws names Debian's packages that are missing */
export function requirePrograms(): void {
  const missing = Object.entries(PROGRAMS).filter(([, path]) => !existsSync(path))
  if (missing.length > 0) {
    throw new Error(
      `The drill needs Debian's packages: apt-get install --no-install-recommends ${missing.map(([name]) => name).join(' ')}`,
    )
  }
}

/** PostgreSQL does not run as root. */
export const user = isRoot() ? unprivilegedUser() : undefined

export type Daemon = { child: ChildProcess; kill(): Promise<void> } & AsyncDisposable

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const { pid } of running) signalTree([pid!], 'SIGKILL')
})

/** A program whose output goes to a file. It does not outlive this process. @param as runs it as PostgreSQL's user */
export function startDaemon(
  program: string,
  args: string[],
  { log, env = {}, as }: { log: string; env?: Record<string, string>; as?: typeof user },
): Daemon {
  const output = openSync(log, 'a')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { PATH, HOME, ...env },
    cwd: '/',
    ...as,
  })
  running.add(child)
  const closed = once(child, 'close').then(() => void running.delete(child))
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  return { child, kill, [Symbol.asyncDispose]: kill }
}

/** Sends a signal to processes and to all their descendants. A stopped parent starts no further child. */
export function signalTree(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) trySignal(pid, signal)
  const parents = readParents()
  const children = [...parents].filter(([, parent]) => pids.includes(parent)).map(([pid]) => pid)
  if (children.length > 0) signalTree(children, signal)
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!
      parents.set(Number(name), Number(parent))
    } catch {
      // It has just ended.
    }
  }
  return parents
}
