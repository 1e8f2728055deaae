import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SHARED_DIR } from './os-user.ts'
import { findPostmaster } from './processes.ts'

/*
 * Root keeps a database outside of its DATA_DIR (place.ts). It has to go when DATA_DIR is gone. A DATA_DIR whose disk is
 * not mounted is not gone, and looks much the same. So the database remembers the directories above DATA_DIR, as the
 * file system numbers them. When the nearest one that still exists is the same directory, on the same disk as DATA_DIR,
 * then DATA_DIR was deleted below it.
 */

/** Notes which DATA_DIR a database belongs to. Numbers of disks may change when a machine starts, so each start does it. */
export async function recordOrigin(home: string, dataDir: string): Promise<void> {
  const ids: Record<string, string> = {}
  for (let path = dataDir; ; path = dirname(path)) {
    ids[path] = (await idOf(path))!
    if (path === dirname(path)) break
  }
  await writeFile(join(home, 'origin'), `${dataDir}\n`)
  await writeFile(join(home, 'directories.json'), JSON.stringify(ids))
}

/** The DATA_DIR that a database belongs to. */
export async function originOf(home: string): Promise<string | undefined> {
  return (await readFile(join(home, 'origin'), 'utf8').catch(() => undefined))?.trim()
}

/** Removes databases whose DATA_DIR was deleted. @param notice called for each */
export async function removeLeftovers(notice: (message: string) => void): Promise<void> {
  for (const name of await readdir(SHARED_DIR).catch(() => [])) {
    const home = join(SHARED_DIR, name)
    const origin = await originOf(home)
    if (!origin || !(await wasDeleted(home, origin)) || findPostmaster(join(home, 'postgres')) !== undefined) continue
    await rm(home, { recursive: true, force: true })
    notice(`Removed ${home}, the database of ${origin}, which does not exist anymore.`)
  }
}

async function wasDeleted(home: string, origin: string): Promise<boolean> {
  if ((await idOf(origin)) !== undefined) return false
  if (origin.startsWith(`${tmpdir()}/`)) return true
  const ids = await readFile(join(home, 'directories.json'), 'utf8').then(JSON.parse, () => ({}))
  let nearest = dirname(origin)
  while ((await idOf(nearest)) === undefined) nearest = dirname(nearest)
  return ids[nearest] === (await idOf(nearest)) && diskOf(ids[nearest]) === diskOf(ids[origin])
}

/** The numbers of the disk and of the directory on it; undefined when there is no such directory. */
async function idOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path)
    return `${dev}:${ino}`
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

function diskOf(id: string | undefined): string | undefined {
  return id?.split(':')[0]
}
