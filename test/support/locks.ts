import { sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'

/**
 * Resolves when so many statements in this database wait for a lock that somebody else holds.
 * @param work that is to wait; when it is over nothing will
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
