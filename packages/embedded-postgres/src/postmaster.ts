/** Starts PostgreSQL on a data directory, adopts one that was left behind, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import { serverEnvironment } from './initdb.ts'
import type { Place } from './place.ts'
import {
  clusterName,
  endWithUs,
  findPostmaster,
  isAlive,
  killOrphans,
  readPidFile,
  serves,
  signal,
} from './processes.ts'

export type Running = { pid: number; socketDir: string }

/**
 * Returns a healthy PostgreSQL on the data directory: one that was left behind, if it answers and has the expected version
 * and settings, else a new one. Only the process that holds the lock of DATA_DIR may call it.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the states of a process that is not ours, one branch each
export async function ensurePostmaster(place: Place, binaries: Binaries, fsync: boolean): Promise<Running> {
  // A new PostgreSQL has no pid file yet, by which the end of its owner finds it.
  using endings = new DisposableStack()
  let started: Started | undefined
  let silentSince: number | undefined
  for (const deadline = Date.now() + MAX_RECOVERY; Date.now() < deadline; await sleep(10)) {
    const pid = findPostmaster(place.cluster)
    if (pid === undefined) {
      silentSince = undefined
      if (started?.running()) continue
      if (started) started.throwReason()
      await clearAway(place)
      started = start(place, binaries, fsync)
      endings.use(endWithUs(started.child, 'SIGINT'))
      continue
    }
    const socketDir = readPidFile(place.cluster).socketDir ?? place.socketDir
    const state = await probe(socketDir)
    if (state === 'busy') {
      silentSince = undefined
    } else if (state === 'silent') {
      silentSince ??= Date.now()
      if (Date.now() - silentSince > MAX_SILENCE) await stopPostmaster(place.cluster, 'SIGQUIT')
    } else if (state.version.split(' ')[0] === binaries.version && state.fsync === (fsync ? 'on' : 'off')) {
      return { pid, socketDir }
    } else {
      await stopPostmaster(place.cluster)
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL is not ready after ${MAX_RECOVERY / 60_000} minutes. See ${place.log}.`)
}

const MAX_RECOVERY = 10 * 60_000
const MAX_SILENCE = 5_000

/** Fast shutdown first, then the hard ways, from which PostgreSQL recovers at the next start. */
export async function stopPostmaster(cluster: string, first: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const pid = findPostmaster(cluster)
  if (pid === undefined) return
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]
  for (const [name, timeout] of first === 'SIGQUIT' ? steps.slice(1) : steps) {
    signal(pid, name)
    // A process that was stopped would never see the signal.
    signal(pid, 'SIGCONT')
    for (const deadline = Date.now() + timeout; Date.now() < deadline; await sleep(10)) {
      if (serves(pid, cluster)) continue
      killOrphans(cluster)
      return reaped(pid)
    }
  }
  throw new Error(`PostgreSQL (${pid}) does not end, not even after SIGKILL.`)
}

/** A child that ended stays in the process list until its parent, usually this process, has noticed. */
async function reaped(pid: number): Promise<void> {
  for (const deadline = Date.now() + 250; isAlive(pid) && Date.now() < deadline; ) await sleep(2)
}

/** Removes what a crash left: processes without a postmaster, and files with a pid that may now be another program's. */
async function clearAway({ cluster, socketDir }: Place): Promise<void> {
  const { pid } = readPidFile(cluster)
  if (pid === undefined) return
  killOrphans(cluster)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(socketDir, file), { force: true })
}

type Started = {
  child: ChildProcess
  running(): boolean
  /** @throws EmbeddedPostgresError with the reason why it ended, unless a second try may help */
  throwReason(): void
}

function start(place: Place, { bin }: Binaries, fsync: boolean): Started {
  const log = openSync(place.log, 'a', 0o600)
  const from = fstatSync(log).size
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      place.cluster,
      ...Object.entries(settings(place, fsync)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached, because Ctrl-C goes to the whole process group, and Semel must drain before its database stops.
    { ...place.user, cwd: '/', env: serverEnvironment(), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let ended: string | undefined
  child.once('error', error => {
    ended = error.message
  })
  child.once('exit', (code, name) => {
    ended = `it ended with ${name ?? code}`
  })
  return {
    child,
    running: () => ended === undefined,
    throwReason() {
      const last = tail(place.log, from)
      if (/pre-existing shared memory block/.test(last)) return
      const reason = /No space left on device/.test(last) ? 'the disk is full' : ended
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason}. The end of ${place.log}:\n${last}`)
    },
  }
}

/** Several files of tests share it, each with processes that have pools of their own. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

function settings(place: Place, fsync: boolean): Record<string, string> {
  return {
    cluster_name: clusterName(place.cluster),
    listen_addresses: '',
    // A list separated by commas, so the path is quoted.
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    // The caller logs a failed statement. Here its text would write personal data to a file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(fsync ? { fsync: 'on', max_connections: '200' } : FOR_TESTS),
  }
}

type State = 'silent' | 'busy' | { version: string; fsync: string }

async function probe(socketDir: string): Promise<State> {
  const client = new pg.Client({ ...access(socketDir), connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync`,
    )
    return rows[0]
  } catch (error) {
    // 57P03: it is starting, recovering or shutting down. 53300: all connections are taken, so it is alive.
    return ['57P03', '53300', '57P01'].includes((error as pg.DatabaseError).code ?? '') ? 'busy' : 'silent'
  } finally {
    client.end().catch(() => {})
  }
}

export function access(socketDir: string, database = 'postgres') {
  return { host: socketDir, port: 5432, user: 'postgres', database }
}

export function urlOf(socketDir: string): string {
  return `postgresql://postgres@localhost/semel?host=${encodeURIComponent(socketDir)}`
}

/** The `application_name` of commands that joined, by which they are counted. */
export const COMMAND = 'semel command'

/** The last lines of the log, from byte `from` on. */
function tail(log: string, from: number): string {
  const lines = readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n')
  return lines.slice(-8).join('\n')
}
