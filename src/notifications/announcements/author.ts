/**
 * The author of an announcement: a member of staff or an API key. While the author may not announce, nobody else gets it: the
 * fan-out leaves it out, and emails that wait are skipped. Another user who may announce can take it over, and then the others get
 * it too, or can end it. Emails that were sent stay sent.
 */
import { sql } from 'kysely'
import { audit, type Visit } from '../../accounts/audit-log.ts'
import { isMakerlessSql, isWorkingKeySql, mayStillSql } from '../../accounts/sessions/still-may.ts'
import { one } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import '../tables.ts'

/** The user or the API key that acts. */
export type Author = { userId: string } | { keyId: string }

export function authorColumns(author: Author | null) {
  if (!author) return { created_by: null, created_by_key: null }
  return 'userId' in author
    ? { created_by: author.userId, created_by_key: null }
    : { created_by: null, created_by_key: author.keyId }
}

/** The reply in the log of an email that was skipped because of this. It is sent when somebody takes the announcement over. */
export const STOPPED = 'The author of the announcement may no longer announce.'

/** @param announcement the alias of `announcements` */
export function mayGoOnSql(announcement: string) {
  const [createdBy, createdByKey] = [sql.ref(`${announcement}.created_by`), sql.ref(`${announcement}.created_by_key`)]
  return sql<boolean>`(${sql.ref(`${announcement}.ended_at`)} is null and (${isMakerlessSql(announcement)}
    or ${mayStillSql(createdBy, 'customers')} or ${isWorkingKeySql(createdByKey, 'announcements:write')}))`
}

/**
 * Condition that somebody has not got it because its author may not announce. @param announcement the alias of
 * `announcements`
 */
export function isPausedSql(announcement: string) {
  const [endedAt, fannedOutAt, eventId] = ['ended_at', 'fanned_out_at', 'event_id'].map(name =>
    sql.ref(`${announcement}.${name}`),
  )
  return sql<boolean>`(${endedAt} is null and not ${mayGoOnSql(announcement)} and (${fannedOutAt} is null or exists (
    select from deliveries d where d.event_id = ${eventId} and d.kind = 'announcement.published'
      and (d.state = 'pending' or (d.state = 'skipped' and d.reply = ${STOPPED}))
  )))`
}

type Step = { id: string; author: Author; visit: Visit; now: Date }

/** Makes it the announcement of the actor, and sends what was skipped meanwhile. @throws Problem `not_found`, `announcement_ended` */
export async function takeOverAnnouncement(tx: Tx, { id, author, visit, now }: Step): Promise<void> {
  const { created_by, created_by_key } = authorColumns(author)
  const { rows } = await sql<{ from: string | null; event_id: string }>`
    update announcements a set created_by = ${created_by}, created_by_key = ${created_by_key}
    from (select id, coalesce(created_by, created_by_key) as "from" from announcements where id = ${id} for update) as before
    where a.id = before.id and a.ended_at is null
    returning before."from", a.event_id
  `.execute(tx)
  if (rows.length === 0) {
    await requireAnnouncement(tx, id)
    throw new Problem('announcement_ended')
  }
  const { from, event_id } = one(rows)
  await sql`
    update deliveries set state = 'pending', due_at = statement_timestamp(), retrying_since = statement_timestamp(), ended_at = null
    where event_id = ${event_id} and state = 'skipped' and reply = ${STOPPED}
  `.execute(tx)
  await audit(tx, 'announcement_taken_over', {
    at: now,
    visit,
    ...actorOf(author),
    detail: { announcementId: id, from: from ?? 'command line' },
  })
}

/** Nobody else gets it, also of the emails that wait already. The same again changes nothing. @throws Problem `not_found` */
export async function endAnnouncement(tx: Tx, { id, author, visit, now }: Step): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set(eb => ({
      ended_at: now,
      ended_by: 'userId' in author ? author.userId : author.keyId,
      fanned_out_at: eb.fn.coalesce('fanned_out_at', eb.val(now)),
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await audit(tx, 'announcement_ended', { at: now, visit, ...actorOf(author), detail: { announcementId: id } })
  else await requireAnnouncement(tx, id)
}

async function requireAnnouncement(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('announcements').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Problem('not_found', 'There is no such announcement.')
}

function actorOf(author: Author) {
  return 'userId' in author ? { actorId: author.userId } : {}
}
