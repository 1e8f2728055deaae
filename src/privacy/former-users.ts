import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import '../accounts/tables.ts'
import { one } from '../database/rows.ts'

const USERS_A_BATCH = 100

/**
 * Deletes the last traces of deleted accounts: the address to which the last email went, and those in the ledger. Two
 * days later no email is tried anymore, and none is in flight. Called by the cleanup job.
 */
export async function deleteFormerUsers(db: Db): Promise<void> {
  for (let deleted = USERS_A_BATCH; deleted === USERS_A_BATCH; ) deleted = await deleteBatch(db)
}

async function deleteBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      delete from former_users where id in (
        select id from former_users where deleted_at < statement_timestamp() - interval '2 days'
        order by deleted_at limit ${USERS_A_BATCH} for update skip locked
      )
      returning id, event_id
    ), emails as (
      update deliveries set address = 'deleted-user@semel.invalid', reply = null
      -- The offsets are fences: one condition for both, or a join, would make the planner read the whole ledger.
      where id in (
        select d.id from old cross join lateral (select id from deliveries where user_id = old.id offset 0) as d
        union
        select d.id from old cross join lateral (select id from deliveries where event_id = old.event_id offset 0) as d
      )
      returning id
    ), attempts as (
      update delivery_attempts set address = 'deleted-user@semel.invalid', reply = null where delivery_id in (select id from emails)
    ), reports as (
      delete from mail_reports where delivery_id in (select id from emails)
    )
    select count(*)::int as deleted from old
  `.execute(db)
  return one(rows).deleted
}
