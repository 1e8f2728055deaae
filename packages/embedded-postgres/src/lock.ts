import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }

/** Garbage collection closes a forgotten SQLite handle, and with it the lock. */
const held = new Set<DatabaseSync>()

/**
 * A lock on `file` that only one process can hold and that the kernel takes back when the process dies, by kill -9 too.
 * A file made with O_EXCL outlives its maker, and an advisory lock in PostgreSQL dies with PostgreSQL, whose very start
 * it should guard. Node has no flock, but the SQLite inside it takes the kernel's byte-range locks; nothing is written.
 * These locks are not inherited, so that a PostgreSQL which survives its owner does not hold on to them.
 */
export function tryLock(file: string): Lock | undefined {
  const handle = new DatabaseSync(file)
  try {
    // A journal in a file would stay after a kill -9, and belong to whoever made it.
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
