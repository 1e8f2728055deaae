import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'

const FORGOTTEN_A_BATCH = 10_000

/**
 * Deletes events that were stamped longer ago than `kept` milliseconds; called by the cleanup job. The same transaction
 * moves `oldest`, so that a reader who comes too late is refused. It ends before the first event that is kept: after a
 * failover, the clock of another machine may have dated later ones earlier.
 */
export async function deleteOldEvents(db: Db, kept: number): Promise<void> {
  for (let deleted = FORGOTTEN_A_BATCH; deleted === FORGOTTEN_A_BATCH; ) deleted = await deleteBatch(db, kept)
}

async function deleteBatch(db: Db, kept: number): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows: heads } = await sql<{ oldest: number }>`select oldest from event_head for update`.execute(tx)
    const { oldest } = one(heads)
    const isBatch = sql`position >= ${oldest} and position < ${oldest + FORGOTTEN_A_BATCH}`
    const { rows } = await sql<{ deleted: number }>`
      with old as (
        delete from event_feed
        where ${isBatch} and position < coalesce((
          select min(position) from event_feed
          where ${isBatch} and stamped_at >= statement_timestamp() - make_interval(secs => ${kept / SECOND})
        ), ${oldest + FORGOTTEN_A_BATCH})
        returning position
      ), head as (
        update event_head set oldest = (select max(position) + 1 from old) where exists (select from old)
      )
      select count(*)::int as deleted from old
    `.execute(tx)
    return one(rows).deleted
  })
}
