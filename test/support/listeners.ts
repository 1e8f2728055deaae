import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/**
 * Waits until so many processes hear the notifications of the pool's database. A listener is asked every ten seconds whether it lives
 * (`select 1`), so on a busy machine that may be the last statement of the first one before the second listens.
 */
export async function untilListening(pool: Pool, count: number): Promise<void> {
  for (let listening = 0; listening < count; await sleep(20)) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name = 'semel listener' and state = 'idle'
         and query ~* '^(listen|select 1$)' and datname = current_database()`,
    )
    listening = rows.length
  }
}
