/** The owner of an embedded PostgreSQL starts it, watches it, restarts it and stops it. */
import { copyFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './initdb.ts'
import { removeLeftovers } from './leftovers.ts'
import type { Lock } from './lock.ts'
import type { Embedded, EmbeddedOptions } from './options.ts'
import { choosePlace, giveToOwnerOf, type Place } from './place.ts'
import { access, COMMAND, ensurePostmaster, stopPostmaster, urlOf } from './postmaster.ts'
import { findPostmaster, signal } from './processes.ts'

/** Starts the database and keeps it running until closed. `close` releases the lock; a failed call does not. */
export async function own(directory: string, lock: Lock, options: EmbeddedOptions): Promise<Embedded> {
  const { join: command = false, fsync = true, notice = () => {} } = options
  const place = await choosePlace(directory)
  if (!place.cluster.startsWith(directory)) {
    if (!command)
      notice(`${directory} is open to root only, and PostgreSQL cannot run as root. Its data is in ${place.cluster}.`)
    await removeLeftovers(notice)
  }
  const binaries = await findBinaries(place.user)
  await writeFile(join(directory, 'owner.pid'), `${process.pid}\n`)
  await boundLog(place.log)
  await ensureCluster(place, binaries, fsync)

  // An exit without close, such as an uncaught exception, must not leave a process behind either.
  const stopAtExit = () => {
    const pid = findPostmaster(place.cluster)
    if (pid !== undefined) signal(pid, 'SIGINT')
  }
  process.once('exit', stopAtExit)

  const closing = new AbortController()
  const postmaster = await supervise(place, binaries, fsync, notice, closing.signal).catch(async error => {
    process.off('exit', stopAtExit)
    await stopPostmaster(place.cluster)
    throw error
  })
  for (const name of ['owner.pid', 'postgres.log']) await giveToOwnerOf(directory, join(directory, name))

  const logTimer = setInterval(() => boundLog(place.log).catch(() => {}), 60_000)
  logTimer.unref()

  const shutDown = async () => {
    closing.abort()
    clearInterval(logTimer)
    const needed = command && (await postmaster.othersAtWork())
    await postmaster.unwatch()
    try {
      if (!needed) await stopPostmaster(place.cluster)
    } finally {
      process.off('exit', stopAtExit)
      lock.release()
    }
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= shutDown()
    return closed
  }
  return { url: urlOf(postmaster.socketDir), owned: true, close, [Symbol.asyncDispose]: close }
}

/** An open connection shows at once that PostgreSQL died, whether or not it is our child. */
async function supervise(
  place: Place,
  binaries: Binaries,
  fsync: boolean,
  notice: (message: string) => void,
  closing: AbortSignal,
) {
  const bringUp = async () => {
    const { socketDir } = await ensurePostmaster(place, binaries, fsync)
    await ensureDatabase(socketDir)
    const client = new pg.Client({ ...access(socketDir), application_name: 'semel owner', keepAlive: true })
    client.on('error', () => {})
    await client.connect()
    client.once('end', () => {
      if (!closing.aborted) recovering = recover()
    })
    return { client, socketDir }
  }

  const recover = async () => {
    notice('PostgreSQL ended by itself. Starting it again.')
    for (let pause = 0; !closing.aborted; pause = Math.min(Math.max(2 * pause, 100), 5_000)) {
      await sleep(pause, undefined, { signal: closing }).catch(() => {})
      if (closing.aborted) return
      try {
        current = await bringUp()
        notice('PostgreSQL is back.')
        return
      } catch (error) {
        notice(`PostgreSQL could not be started: ${(error as Error).message}`)
      }
    }
  }

  let recovering: Promise<void> | undefined
  let current = await bringUp()
  return {
    socketDir: current.socketDir,
    othersAtWork: () => othersAtWork(current.client).catch(() => false),
    async unwatch() {
      await recovering
      await current.client.end().catch(() => {})
    },
  }
}

async function ensureDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client(access(socketDir))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'semel'`)
    if (rowCount === 0) await client.query('CREATE DATABASE semel')
  } finally {
    await client.end()
  }
}

/** Finds out whether commands other than the caller have joined. */
export async function othersAtWork(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid() LIMIT 1',
    [COMMAND],
  )
  return rowCount! > 0
}

/** PostgreSQL keeps the file open for appending, so it is copied and emptied, not renamed. */
async function boundLog(log: string): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size < 8 * 1024 * 1024) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}
