import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

/** Garbage collection would close an unreferenced SQLite handle, and with it the lock. */
const held = new Set<DatabaseSync>()

/**
 * A lock on `file` that only one process can hold. The kernel releases it when the process dies, also by kill -9. A file
 * created with O_EXCL would outlive its process, and an advisory lock in PostgreSQL cannot guard the start of PostgreSQL.
 * Node has no flock, but its SQLite takes the kernel's byte-range locks, and writes nothing. Child processes do not
 * inherit these locks, so a PostgreSQL that survives its owner does not hold them.
 */
export function tryLock(file: string): Lock | undefined {
  const handle = new DatabaseSync(file)
  try {
    // A journal file would stay behind after a kill -9, owned by the user of that process.
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    handle.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  held.add(handle)
  return {
    release() {
      if (held.delete(handle)) handle.close()
    },
  }
}

const SQLITE_BUSY = 5
