import { type RawBuilder, sql } from 'kysely'
import type { Db, Tables } from './schema.ts'
import { SHOP } from './shops.ts'

/** A batch takes some tens of milliseconds, so it never meets a time limit and holds no row for long. */
const BATCH = 5000

/** The key of the lock under which one process of a shop cleans up: "clean" in ASCII, and the shop. */
export const CLEANUP_LOCK = sql.raw(`(${0x636c65616e} # ${SHOP})`)

/**
 * Deletes the rows that fit a condition, a few thousand in each transaction. If another process is deleting at the moment,
 * it does nothing. Skips rows that are locked; the next run finds them.
 * @param key the columns of the primary key
 * @param condition should have an index
 */
export async function deleteInBatches(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<void> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = await db.transaction().execute(async tx => {
      const { rows } = await sql<{
        taken: boolean
      }>`select pg_try_advisory_xact_lock(${CLEANUP_LOCK}) as taken`.execute(tx)
      if (!rows[0]!.taken) return 0
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where (${columns}) in (
          select ${columns} from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked
        )
      `.execute(tx)
      return Number(numAffectedRows)
    })
  }
}
