import { sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'

/**
 * Resolves when this many statements in the database wait for a lock.
 * @param work the work that should wait; when it ends, the function resolves as well
 */
export async function lockedOut(db: Db, statements = 1, work?: Promise<unknown>): Promise<void> {
  let isOver = false
  void work?.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if (rows.length >= statements) return
  }
}
