/** Waiting for something that a test cannot await, such as what another process does. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'
import { SECOND } from '../../src/time.ts'

/** Long enough for a busy machine. A test that waits in vain fails, and does not block the whole run. */
const LIMIT = 60 * SECOND

/**
 * @param what the words of the error when it never is so
 * @param limit in milliseconds
 */
export async function until(isSo: () => Promise<boolean> | boolean, what = 'condition', limit = LIMIT): Promise<void> {
  const end = performance.now() + limit
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It took too long: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** @param condition a value of SQL; null, such as `bool_and` of no row, is not yet so */
export function untilDatabase({ db }: { db: Db }, condition: RawBuilder<boolean | null>): Promise<void> {
  return until(async () => {
    const { rows } = await sql<{ holds: boolean | null }>`select ${condition} as holds`.execute(db)
    return rows[0]!.holds === true
  })
}
