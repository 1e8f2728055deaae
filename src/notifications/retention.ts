import { sql } from 'kysely'
import { inBatches } from '../database/delete-in-batches.ts'
import type { Db } from '../database/schema.ts'
import { after, SECOND } from '../time.ts'
import { firstIdOf } from './queries.ts'
import './tables.ts'
import { one } from '../database/rows.ts'

/*
 * Deletes old rows of the ledger, with their attempts and their events.
 *
 * Rule R2 is a unique key of (event, recipient), so a deleted row must never be written again. A delivery is written in
 * the statement that writes its event, whose id is new, or by the fan-out of an announcement until that is finished. So
 * only deliveries go that have ended, and those of announcements only when all their recipients are found. A delivery in
 * doubt stays until somebody settles it.
 *
 * Failed and skipped deliveries of announcements stay, because the progress of an announcement is what it counted less
 * these.
 */

/** @param kept milliseconds since the end of a delivery, by the clock of the database */
export async function deleteOldDeliveries(db: Db, kept: number): Promise<void> {
  // End of the last batch: beside a backup, what was deleted there is still in the index.
  let from = '00000000-0000-0000-0000-000000000000'
  await inBatches(db, async (tx, limit) => {
    const { rows } = await sql<{ deleted: number; last: string }>`
      with old as materialized (
        select id, event_id from (${sql.join(ENDED.map(oldOnes), sql` union all `)}) as d order by id limit ${limit}
      ), attempt as (
        delete from delivery_attempts where delivery_id in (select id from old)
      ), delivery as (
        delete from deliveries where id in (select id from old)
      ), event as (
        -- "offset" keeps the planner from a join, which would read the whole ledger for each batch.
        delete from events e where id in (select event_id from old)
          and not exists (
            select from deliveries other where other.event_id = e.id and other.id not in (select id from old) offset 0
          )
          and not exists (select from announcements a where a.event_id = e.id)
      )
      select count(*) as deleted, (select id from old order by id desc limit 1) as last from old
    `.execute(tx)
    const { deleted, last } = one(rows)
    from = last ?? from
    return deleted

    function oldOnes(state: (typeof ENDED)[number]) {
      return sql`select * from (
        select id, event_id from deliveries d
        where state = ${sql.lit(state)} and id >= ${from} and id < ${firstIdOf(after(new Date(), -kept))}
          and ended_at < statement_timestamp() - make_interval(secs => ${kept / SECOND})
          and ${state === 'sent' ? IS_FANNED_OUT : sql`not bulk`}
        order by id limit ${limit} for update skip locked
      ) as ${sql.ref(state)}`
    }
  })
}

const ENDED = ['sent', 'failed', 'skipped'] as const
const IS_FANNED_OUT = sql`not (bulk and exists (
  select from announcements a where a.event_id = d.event_id and a.fanned_out_at is null
))`
