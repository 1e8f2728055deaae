/** Creates the data directory of the embedded PostgreSQL, whole or not at all. */
import { spawn } from 'node:child_process'
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import type { Place } from './place.ts'
import { killByTitle } from './processes.ts'

/**
 * Creates the data directory if it is missing. initdb works under another name, which changes when the data is complete
 * and on disk. So an initdb that was killed leaves nothing that looks like a database. The other name is new for every start:
 * a program that the killed one had just started would write into a directory of the same name.
 */
export async function ensureCluster(place: Place, binaries: Binaries, fsync: boolean): Promise<void> {
  if (await hasCluster(place, binaries)) return
  const prefix = `${place.cluster}.unfinished-`
  await clearAway(prefix)
  try {
    const unfinished = await mkdtemp(prefix)
    if (place.user) await chown(unfinished, place.user.uid, place.user.gid)
    await runInitdb(unfinished, place, binaries, fsync)
    await rename(unfinished, place.cluster)
    if (fsync) await syncDirectory(dirname(place.cluster))
  } catch (error) {
    await clearAway(prefix).catch(() => {})
    throw error
  }
}

/** An initdb survives a killed Semel, and would keep the room on the disk. */
async function clearAway(prefix: string): Promise<void> {
  killByTitle(title => title.includes(`/initdb --pgdata=${prefix}`))
  const home = dirname(prefix)
  for (const name of await readdir(home)) {
    if (!join(home, name).startsWith(prefix)) continue
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function hasCluster({ cluster }: Place, binaries: Binaries): Promise<boolean> {
  const files = await readdir(cluster).catch(error => {
    if (error.code === 'ENOENT') return []
    throw new EmbeddedPostgresError(`The database in ${cluster} cannot be read: ${error.message}.`)
  })
  if (files.length === 0) return false
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') {
    throw new EmbeddedPostgresError(`${cluster} contains something that is not a PostgreSQL database. Move it away.`)
  }
  const [major] = binaries.version.split('.')
  if (version === major) return true
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was created by PostgreSQL ${version}, and this Semel includes PostgreSQL ${major}. ` +
      `Start the Semel that created it and move the data with pg_dump, or move ${cluster} away to start empty.`,
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
    `PostgreSQL could not create its data in ${directory} (initdb: ${code}).\n${complaints.trim()}`,
  )
}

/** Leaves out the PG* variables of the caller, which could point the server to other data. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** A rename is durable only after its directory was synced. */
async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}
