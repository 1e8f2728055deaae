import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import type { Db, Tx } from '../../src/database/schema.ts'
import { MINUTE } from '../../src/time.ts'

/**
 * Resolves when this many statements in the database wait for a lock. A test that waits in vain fails after a minute, and does
 * not keep the whole run.
 * @param work the work that should wait; when it ends, the function resolves as well
 */
export async function lockedOut(db: Db, statements = 1, work?: Promise<unknown>): Promise<void> {
  let isOver = false
  void work?.finally(() => {
    isOver = true
  })
  const start = performance.now()
  while (!isOver) {
    if (performance.now() - start > MINUTE) throw new Error('No statement waits for a lock.')
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows.length >= statements) return
  }
}

/** A transaction of somebody else, such as a person in psql. */
export async function hold(databaseUrl: string, lock: (tx: Tx) => Promise<unknown>) {
  const opened = openDatabase(databaseUrl)
  const tx = await opened.db.startTransaction().execute()
  await lock(tx)
  const release = async () => {
    if (!tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute()
  }
  return {
    release,
    async commit() {
      await tx.commit().execute()
    },
    async [Symbol.asyncDispose]() {
      await release()
      await opened[Symbol.asyncDispose]()
    },
  }
}

/** A statement of somebody else that waits for a lock until it gets it. Those of Semel give up after two seconds. */
export async function waitAtLock(databaseUrl: string, statement: string): Promise<AsyncDisposable> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // It may still wait when the client leaves.
  client.query(statement).catch(() => {})
  return { [Symbol.asyncDispose]: () => client.end() }
}
