/** Chooses where the embedded PostgreSQL keeps its files, and the user that it runs as. */
import { createHash, randomBytes } from 'node:crypto'
import { access, chown, constants, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'
import { originOf, recordOrigin } from './leftovers.ts'
import { canExecute, hasName, isRoot, type OsUser, SHARED_DIR, unprivilegedUser } from './os-user.ts'

/** The directories of the database of one DATA_DIR, and the user that it runs as. */
export type Place = {
  /** Path without symbolic links, as the kernel names it in /proc. */
  dataDir: string
  /** PostgreSQL's data directory. */
  cluster: string
  /** Only its owner can enter it, because PostgreSQL trusts every client of the socket. */
  socketDir: string
  log: string
  /** undefined: PostgreSQL runs as the user that runs Semel. */
  user: OsUser | undefined
}

/** Creates DATA_DIR if it is missing. @throws EmbeddedPostgresError with the reason when that fails */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} ${DIRECTORY_REASONS[code] ?? `cannot be used: ${(error as Error).message}`}.`,
    )
  }
}

const DIRECTORY_REASONS: Record<string, string> = {
  EEXIST: 'is a file, not a directory',
  ENOTDIR: 'is below a file, not a directory',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
}

/** Gives a file that root created to the owner of DATA_DIR, who may start Semel without root the next time. */
export async function giveToOwnerOf(directory: string, file: string): Promise<void> {
  if (!isRoot()) return
  const { uid, gid } = await stat(directory)
  if (uid !== 0) await chown(file, uid, gid)
}

/** Only the process that holds the lock of this DATA_DIR may call it. */
export async function choosePlace(dataDir: string): Promise<Place> {
  const pointer = join(dataDir, 'postgres.location')
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) return existingElsewhere(dataDir, elsewhere.trim())

  const cluster = join(dataDir, 'postgres')
  if (!isRoot()) return place(dataDir, dataDir, undefined)

  const existing = await stat(cluster).catch(() => undefined)
  const user = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : await userFor(dataDir)
  if (canExecute(user, dataDir)) return place(dataDir, dataDir, user)
  if (existing) {
    throw new EmbeddedPostgresError(
      `Semel's database is in ${cluster}, but its user (${user.uid}) can no longer enter that directory. ` +
        'Allow others to enter every directory above it (chmod o+x).',
    )
  }

  const home = join(SHARED_DIR, randomBytes(4).toString('hex'))
  await mkdir(SHARED_DIR, { recursive: true, mode: 0o755 })
  await mkdir(home, { mode: 0o755 })
  await recordOrigin(home, dataDir)
  await writeFile(pointer, `${home}\n`)
  return place(dataDir, home, user)
}

/** PostgreSQL runs as the owner of DATA_DIR where possible, so that this user can start without root the next time. */
async function userFor(dataDir: string): Promise<OsUser> {
  const { uid, gid } = await stat(dataDir)
  return uid !== 0 && hasName(uid) ? { uid, gid } : unprivilegedUser()
}

async function existingElsewhere(dataDir: string, home: string): Promise<Place> {
  if (!isRoot()) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was created by root and is in ${home}. Start as root, or set another DATA_DIR.`,
    )
  }
  const origin = (await originOf(home)) ?? dataDir
  const owner = await readFile(join(origin, 'postgres.location'), 'utf8').catch(() => undefined)
  if (origin !== dataDir && owner?.trim() === home) {
    throw new EmbeddedPostgresError(
      `${dataDir} is a copy of ${origin}, whose database is in ${home} and was not copied with it. ` +
        `Remove ${dataDir} to start with an empty database.`,
    )
  }
  await mkdir(home, { recursive: true, mode: 0o755 })
  await recordOrigin(home, dataDir)
  const existing = await stat(join(home, 'postgres')).catch(() => undefined)
  const user = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : unprivilegedUser()
  return place(dataDir, home, user)
}

async function place(dataDir: string, home: string, user: OsUser | undefined): Promise<Place> {
  const socketDir = await makeSocketDir(home, user)
  return { dataDir, cluster: join(home, 'postgres'), socketDir, log: join(dataDir, 'postgres.log'), user }
}

/** The kernel limits the path of a socket to 107 bytes (103 on macOS), so a deep clone needs a shorter one. */
const MAX_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

async function makeSocketDir(home: string, user: OsUser | undefined): Promise<string> {
  const beside = join(home, 'run')
  const directory =
    Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH
      ? beside
      : join(tmpdir(), `semel-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
  await mkdir(directory, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  const owner = await lstat(directory)
  const mine = [process.getuid?.(), user?.uid].includes(owner.uid)
  if (!owner.isDirectory() || !mine || (owner.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${directory} is not a directory that only PostgreSQL's user can enter. Remove it.`)
  }
  if (user) await chown(directory, user.uid, user.gid)
  return directory
}
