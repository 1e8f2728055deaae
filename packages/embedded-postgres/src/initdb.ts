import { spawn } from 'node:child_process'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import type { Place } from './place.ts'
import { killByTitle } from './processes.ts'

/**
 * Makes the data directory unless it stands. It is made under another name and renamed when it is complete and on disk:
 * an initdb that was killed in the middle leaves nothing that could be taken for a database.
 */
export async function ensureCluster(place: Place, binaries: Binaries, fsync: boolean): Promise<void> {
  if (await hasCluster(place, binaries)) return
  const unfinished = `${place.cluster}.unfinished`
  await clearAway(unfinished)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    if (place.user) await chown(unfinished, place.user.uid, place.user.gid)
    await runInitdb(unfinished, place, binaries, fsync)
    await rename(unfinished, place.cluster)
    if (fsync) await syncDirectory(dirname(place.cluster))
  } catch (error) {
    await clearAway(unfinished).catch(() => {})
    throw error
  }
}

/** An initdb outlives its Semel that was killed. It would go on writing into the directory that the next one makes. */
async function clearAway(unfinished: string): Promise<void> {
  killByTitle(title => title.includes(`/initdb --pgdata=${unfinished} `))
  await rm(unfinished, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function hasCluster({ cluster }: Place, binaries: Binaries): Promise<boolean> {
  const files = await readdir(cluster).catch(error => {
    if (error.code === 'ENOENT') return []
    throw new EmbeddedPostgresError(`The database in ${cluster} cannot be read: ${error.message}.`)
  })
  if (files.length === 0) return false
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (made === '') {
    throw new EmbeddedPostgresError(`${cluster} holds something that is not a PostgreSQL database. Move it away.`)
  }
  const [major] = binaries.version.split('.')
  if (made === major) return true
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${made}, and this Semel brings PostgreSQL ${major}. ` +
      `Start the Semel that made it and move the data with pg_dump, or move ${cluster} away to begin anew.`,
  )
}

async function runInitdb(directory: string, { user }: Place, { bin }: Binaries, fsync: boolean): Promise<void> {
  const child = spawn(
    join(bin, 'initdb'),
    [
      `--pgdata=${directory}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
    ],
    { ...user, cwd: '/', env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const exit = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const [code, output, complaints] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  if (code === 0) return
  if (/No space left on device/.test(output + complaints)) {
    throw new EmbeddedPostgresError(`The disk is full: the database needs about 50 MB in ${dirname(directory)}.`)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL could not make its data in ${directory} (initdb: ${code}).\n${complaints.trim()}`,
  )
}

/** No PG* variable of the caller may lead the server elsewhere. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** A rename is durable only when the directory that holds the name is on disk. */
async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}
