import { createHash, randomBytes } from 'node:crypto'
import {
  access,
  chown,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'
import { canExecute, hasName, isRoot, type OsUser, SHARED_DIR, unprivilegedUser } from './os-user.ts'
import { findPostmaster } from './processes.ts'

/** Where the database of one DATA_DIR stands and as whom it runs. */
export type Place = {
  /** Without symbolic links, as the kernel names it in /proc. */
  dataDir: string
  /** What PostgreSQL calls its data directory. */
  cluster: string
  /** Only its owner can enter: whoever reaches the socket in it is trusted. */
  socketDir: string
  log: string
  /** undefined: PostgreSQL runs as whoever runs Semel. */
  user: OsUser | undefined
}

/** Makes DATA_DIR if it is missing and says clearly why when it cannot. */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new EmbeddedPostgresError(
      `DATA_DIR ${dataDir} ${REASONS[code] ?? `cannot be used: ${(error as Error).message}`}.`,
    )
  }
}

const REASONS: Record<string, string> = {
  EEXIST: 'is a file, not a directory',
  ENOTDIR: 'lies below a file, not a directory',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'lies on a read-only file system',
  ENOSPC: 'lies on a disk that is full',
}

/** What root makes in somebody's DATA_DIR must not stand in their way when they start without root. */
export async function giveToOwnerOf(directory: string, file: string): Promise<void> {
  if (!isRoot()) return
  const { uid, gid } = await stat(directory)
  if (uid !== 0) await chown(file, uid, gid)
}

/** To be called by the one process that holds the lock of this DATA_DIR. */
export async function choosePlace(dataDir: string): Promise<Place> {
  const pointer = join(dataDir, 'postgres.location')
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined)
  if (elsewhere !== undefined) return existingElsewhere(dataDir, elsewhere.trim())

  const cluster = join(dataDir, 'postgres')
  if (!isRoot()) return place(dataDir, dataDir, undefined)

  const made = await stat(cluster).catch(() => undefined)
  const user = made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : await userFor(dataDir)
  if (canExecute(user, dataDir)) return place(dataDir, dataDir, user)
  if (made) {
    throw new EmbeddedPostgresError(
      `The database of Semel stands in ${cluster}, but its user (${user.uid}) cannot enter that directory any more. ` +
        'Let others enter (chmod o+x) every directory above it.',
    )
  }

  await sweepTemporary()
  const home = join(SHARED_DIR, randomBytes(4).toString('hex'))
  await mkdir(SHARED_DIR, { recursive: true, mode: 0o755 })
  await mkdir(home, { mode: 0o755 })
  await writeFile(join(home, 'origin'), `${dataDir}\n`)
  await writeFile(pointer, `${home}\n`)
  return place(dataDir, home, user)
}

/** Data of a DATA_DIR that is gone are kept: it may be on a disk that is not there now. Not so in the temporary directory. */
async function sweepTemporary(): Promise<void> {
  for (const name of await readdir(SHARED_DIR).catch(() => [])) {
    const home = join(SHARED_DIR, name)
    const origin = (await readFile(join(home, 'origin'), 'utf8').catch(() => '')).trim()
    if (!origin.startsWith(`${tmpdir()}/`) || (await stat(origin).catch(() => undefined))) continue
    if (findPostmaster(join(home, 'postgres')) === undefined) await rm(home, { recursive: true, force: true })
  }
}

/** Whoever owns DATA_DIR goes on owning what is in it, so that they can start without root the next time. */
async function userFor(dataDir: string): Promise<OsUser> {
  const { uid, gid } = await stat(dataDir)
  return uid !== 0 && hasName(uid) ? { uid, gid } : unprivilegedUser()
}

async function existingElsewhere(dataDir: string, home: string): Promise<Place> {
  if (!isRoot()) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} was made by root and stands in ${home}. Start as root, or set another DATA_DIR.`,
    )
  }
  const origin = (await readFile(join(home, 'origin'), 'utf8').catch(() => dataDir)).trim()
  const owner = await readFile(join(origin, 'postgres.location'), 'utf8').catch(() => undefined)
  if (origin !== dataDir && owner?.trim() === home) {
    throw new EmbeddedPostgresError(
      `${dataDir} is a copy of ${origin}, whose database stands in ${home} and was not copied with it. ` +
        `Remove ${dataDir} to begin with an empty database.`,
    )
  }
  await mkdir(home, { recursive: true, mode: 0o755 })
  await writeFile(join(home, 'origin'), `${dataDir}\n`)
  const made = await stat(join(home, 'postgres')).catch(() => undefined)
  const user = made && made.uid !== 0 ? { uid: made.uid, gid: made.gid } : unprivilegedUser()
  return place(dataDir, home, user)
}

async function place(dataDir: string, home: string, user: OsUser | undefined): Promise<Place> {
  const socketDir = await makeSocketDir(home, user)
  return { dataDir, cluster: join(home, 'postgres'), socketDir, log: join(dataDir, 'postgres.log'), user }
}

/** The kernel takes 107 bytes for a socket's path (103 on macOS); a deep clone needs a short way round. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

async function makeSocketDir(home: string, user: OsUser | undefined): Promise<string> {
  const beside = join(home, 'run')
  const directory =
    Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH
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
