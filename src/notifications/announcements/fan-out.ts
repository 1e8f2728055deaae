/** The fan-out writes the deliveries of an announcement, a batch at a time. */
import { sql } from 'kysely'
import { isDatabaseTrusted } from '../../database/history.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import { isFarAhead } from '../../events/announce.ts'
import { mayGoOnSql } from './author.ts'
import { isRecipient } from './drafts.ts'
import '../tables.ts'
import { one } from '../../database/rows.ts'

/** Users in a batch. A batch is one transaction, which takes some tens of milliseconds. */
export const FAN_OUT_BATCH = 1000

/**
 * Writes the next batch of deliveries for the oldest unfinished announcement whose author may still announce. A batch
 * commits together with its progress, so an interrupted fan-out continues where it stopped. Even otherwise the ledger's
 * unique key would refuse a second delivery to a recipient. A delivery names the user; the address is read when the
 * email is sent.
 * @param since no bulk delivery that is due before this is pending; undefined: writes however many wait
 * @returns whether it wrote a batch
 */
export async function fanOut(db: Db, since?: Date): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const announcement = await tx
      .selectFrom('announcements')
      .modifyFront(PREPARED)
      .select(['id', 'event_id', 'kind', 'ordered_from', 'ordered_before', 'created_at', 'fanned_out_to'])
      .where('fanned_out_at', 'is', null)
      .where(mayGoOnSql('announcements'))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!announcement || (since && ((await isFarAhead(tx, since)) || !(await isDatabaseTrusted(tx))))) return false
    const { id, event_id, created_at, fanned_out_to } = announcement
    const { rows } = await sql<{ last: string | null; written: number }>`
      with batch as materialized (
        select id, role, confirmed_at, disabled_at, email_verified_at from users
        where (${fanned_out_to}::uuid is null or id > ${fanned_out_to}) and role = 'customer'
          and created_at <= ${created_at}
        order by id
        limit ${FAN_OUT_BATCH}
      ), written as (
        insert into deliveries (id, event_id, kind, recipient, user_id, bulk)
        select ${uuidV7}, ${event_id}, 'announcement.published', 'user:' || u.id, u.id, true
        from batch u
        where ${isRecipient(announcement)}
        on conflict (event_id, recipient) do nothing
        returning 1
      )
      select (select id from batch order by id desc limit 1) as last, (select count(*) from written) as written
    `.execute(tx)
    const { last, written } = one(rows)
    await tx
      .updateTable('announcements')
      .set(
        last === null
          ? { fanned_out_at: sql`statement_timestamp()` }
          : { fanned_out_to: last, recipients: sql`recipients + ${written}` },
      )
      .where('id', '=', id)
      .execute()
    return true
  })
}

/** UUIDv7 (RFC 9562 §5.7) for servers without uuidv7(), before PostgreSQL 18. Ids in the ledger sort by time. */
const uuidV7 = sql`overlay(
  overlay(gen_random_uuid()::text placing '7' from 15)
  placing regexp_replace(lpad(to_hex((extract(epoch from statement_timestamp()) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-')
  from 1
)::uuid`
