import { type RawBuilder, sql } from 'kysely'
import { one } from './rows.ts'
import type { Db, Tables, Tx } from './schema.ts'
import { SHOP_LOCK } from './shops.ts'

/** A batch takes some tens of milliseconds, so it never meets a time limit and holds no row for long. */
const DELETED_A_BATCH = 5000

/** The key of the lock under which one process of a shop cleans up: "clean" in ASCII, and the shop. */
export const CLEANUP_LOCK = sql.raw(`(${0x636c65616e} # ${SHOP_LOCK})`)

/**
 * Repeats a deletion, each time in a transaction of its own, until it finds no full batch. If another process is deleting
 * at the moment, it does nothing.
 * @param deleteBatch deletes up to `limit` rows. @returns how many
 */
export async function inBatches(db: Db, deleteBatch: (tx: Tx, limit: number) => Promise<number>): Promise<void> {
  for (let deleted = DELETED_A_BATCH; deleted === DELETED_A_BATCH; ) {
    deleted = await db.transaction().execute(async tx => {
      const { rows } = await sql<{
        taken: boolean
      }>`select pg_try_advisory_xact_lock(${CLEANUP_LOCK}) as taken`.execute(tx)
      return one(rows).taken ? deleteBatch(tx, DELETED_A_BATCH) : 0
    })
  }
}

/**
 * Deletes the rows that fit a condition, a few thousand in each transaction. Skips rows that are locked; the next run finds
 * them.
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
  await inBatches(db, async (tx, limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${condition} limit ${limit} for update skip locked
      )
    `.execute(tx)
    return Number(numAffectedRows)
  })
}
