import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgresError } from './error.ts'
import { tryLock } from './lock.ts'
import type { Embedded, EmbeddedOptions } from './options.ts'
import { othersAtWork, own } from './owner.ts'
import { giveToOwnerOf, openDataDir } from './place.ts'
import { access, COMMAND, stopPostmaster, urlOf } from './postmaster.ts'
import { readPidFile } from './processes.ts'

export type { Embedded, EmbeddedOptions }
export { EmbeddedPostgresError }

/*
 * The PostgreSQL inside DATA_DIR.
 *
 * The process that holds the kernel's lock on DATA_DIR/lock is the owner. Only the owner creates, starts, adopts,
 * restarts and stops the database, so none of these steps can race with another process. The lock ends with its process.
 *
 *   no lock ──tryLock──▶ owner ──ensureCluster──▶ data ──ensurePostmaster──▶ running ──close──▶ stopped, lock released
 *      │                                                    ▲                  │
 *      └─ held by another: join it, or a clear error        └──── it died ─────┘
 *
 * After a kill -9 of the owner, PostgreSQL keeps running, and the next owner adopts it. Commands that join hold a
 * connection, so they can be counted. When nobody owns the database, the last command to leave stops it.
 */

/** @throws EmbeddedPostgresError when DATA_DIR cannot be used or, without `join`, when another process owns it */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const directory = await openDataDir(dataDir)
  // Another Semel may be starting or stopping; wait for it.
  for (const deadline = Date.now() + (options.join ? 60_000 : 1_000); ; await sleep(50)) {
    const lock = await lockOn(directory)
    if (lock) {
      try {
        return await own(directory, lock, options)
      } catch (error) {
        lock.release()
        throw error
      }
    }
    const joined = options.join ? await tryJoin(directory) : undefined
    if (joined) return joined
    if (Date.now() > deadline) throw await alreadyUsed(directory)
  }
}

async function lockOn(directory: string) {
  const file = join(directory, 'lock')
  try {
    const lock = tryLock(file)
    if (lock) await giveToOwnerOf(directory, file)
    return lock
  } catch (error) {
    throw new EmbeddedPostgresError(`DATA_DIR ${directory} cannot be used: ${file}: ${(error as Error).message}.`)
  }
}

async function alreadyUsed(directory: string): Promise<EmbeddedPostgresError> {
  const pid = await readFile(join(directory, 'owner.pid'), 'utf8').catch(() => 'unknown')
  return new EmbeddedPostgresError(
    `Another Semel (pid ${pid.trim()}) already uses ${directory}. Stop it, or set another DATA_DIR.`,
  )
}

/** @returns undefined while the database is not ready */
async function tryJoin(directory: string): Promise<Embedded | undefined> {
  const elsewhere = await readFile(join(directory, 'postgres.location'), 'utf8').catch(() => undefined)
  const cluster = join(elsewhere?.trim() ?? directory, 'postgres')
  const { socketDir } = readPidFile(cluster)
  if (socketDir === undefined) return undefined

  const presence = new pg.Client({
    ...access(socketDir, 'semel'),
    application_name: COMMAND,
    connectionTimeoutMillis: 2_000,
  })
  presence.on('error', () => {})
  try {
    await presence.connect()
  } catch {
    return undefined
  }
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= leave(directory, cluster, presence)
    return closing
  }
  return { url: urlOf(socketDir), owned: false, close, [Symbol.asyncDispose]: close }
}

async function leave(directory: string, cluster: string, presence: pg.Client): Promise<void> {
  const alone = !(await othersAtWork(presence).catch(() => false))
  await presence.end().catch(() => {})
  const lock = await lockOn(directory)
  if (!lock) return
  try {
    if (alone) await stopPostmaster(cluster)
  } finally {
    lock.release()
  }
}
