/** Announcements to all customers: publish them, and list them with their progress. */

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { newsReadersAmong } from '../../accounts/email-preferences.ts'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import type { Finding } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { inFlight, pendingBulk } from '../open-deliveries.ts'
import type { DeliveryState } from '../states.ts'
import type { AnnouncementKind } from '../tables.ts'
import type { AnnouncementTexts } from './announcement-texts.ts'
import { type Author, authorColumns, isPausedSql, mayGoOnSql, STOPPED } from './author.ts'

export type NewAnnouncement = {
  subject: string
  message: string
  texts?: AnnouncementTexts
  orderedFrom?: Date | undefined
  orderedBefore?: Date | undefined
  kind?: AnnouncementKind
}

/** Publishes to customers. The fan-out finds the recipients afterwards, in batches. @param by null: the command line @returns the id */
export async function publishAnnouncement(
  tx: Tx,
  announcement: NewAnnouncement,
  by: Author | null,
  now: Date,
): Promise<string> {
  const id = randomUUIDv7()
  const eventId = await announce(tx, {
    type: 'announcement.published',
    payload: { announcementId: id },
    to: [],
    at: now,
  })
  await tx
    .insertInto('announcements')
    .values({
      id,
      event_id: eventId,
      subject: announcement.subject,
      message: announcement.message,
      texts: JSON.stringify(announcement.texts ?? {}),
      kind: announcement.kind ?? 'service',
      ordered_from: announcement.orderedFrom ?? null,
      ordered_before: announcement.orderedBefore ?? null,
      ...authorColumns(by),
      created_at: now,
    })
    .execute()
  return id
}

/** One page of the announcements, newest first, each with its progress. */
export async function listAnnouncements(db: Db, paging: Paging) {
  const all = db.selectFrom('announcements')
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('id'),
      newestFirst('announcements'),
      paging,
      (page, orderBy) => selectAnnouncements(db).where('id', 'in', page).orderBy(orderBy).execute(),
      ({ id }) => [id],
    ),
    countRows(db, all),
  ])
  return { ...list, items: await withProgress(db, list.items), totalCount }
}

export async function findAnnouncement(db: Db, id: string) {
  const [announcement] = await withProgress(db, await selectAnnouncements(db).where('id', '=', id).execute())
  return announcement
}

export type Announcement = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

function selectAnnouncements(db: Db) {
  return db
    .selectFrom('announcements')
    .select(['id', 'event_id', 'subject', 'message', 'texts', 'ordered_from', 'ordered_before', 'kind'])
    .select(['created_at', 'fanned_out_at', 'recipients', 'ended_at'])
    .select(isPausedSql('announcements').as('isPaused'))
}

/**
 * Adds the number of deliveries in each state. The fan-out has counted the recipients, and partial indexes hold the
 * deliveries that are not sent, so nobody counts those that are.
 */
async function withProgress<T extends { event_id: string; recipients: number }>(db: Db, announcements: T[]) {
  const events = announcements.map(({ event_id }) => event_id)
  // The few open deliveries first, whatever their event: by event, the planner would read all recipients.
  const { rows } = await sql<{ event_id: string; state: DeliveryState; count: number }>`
    with open as materialized (
      select * from ${pendingBulk(sql`event_id, state`)} as waiting
      union all select * from ${inFlight(sql`event_id, state`)} as in_flight
      union all select event_id, state from deliveries where state = 'in_doubt'
    )
    select event_id, state, count(*) from (
      select event_id, state from open where event_id = any(${events}::uuid[])
      union all
      select event_id, state from deliveries
      where event_id = any(${events}::uuid[]) and state in ('failed', 'skipped')
    ) as unsent
    group by event_id, state
  `.execute(db)
  return announcements.map(announcement => {
    const states: Partial<Record<DeliveryState, number>> = {}
    let sent = announcement.recipients
    for (const { event_id, state, count } of rows) {
      if (event_id !== announcement.event_id) continue
      states[state] = count
      sent -= count
    }
    return { ...announcement, states: sent > 0 ? { ...states, sent } : states }
  })
}

/** The announcement for each of these users, or why they do not get it; undefined for users who do not want it anymore. */
export async function findAnnouncementsFor(db: Db, requests: { announcementId: string; userId: string }[]) {
  const users = requests.map(({ userId }) => userId)
  const [announcements, unsubscribed, readers] = await Promise.all([
    db
      .selectFrom('announcements')
      .select(['id', 'subject', 'message', 'texts', 'kind', 'ended_at'])
      .select(mayGoOnSql('announcements').as('mayGoOn'))
      .where('id', 'in', [...new Set(requests.map(({ announcementId }) => announcementId))])
      .execute(),
    db.selectFrom('unsubscriptions').select('user_id').where(sql<boolean>`user_id = any(${users}::uuid[])`).execute(),
    newsReadersAmong(db, users),
  ])
  const gone = new Set(unsubscribed.map(({ user_id }) => user_id))
  return requests.map(({ announcementId, userId }) => {
    if (gone.has(userId)) return undefined
    const found = announcements.find(
      ({ id, kind }) => id === announcementId && (kind === 'service' || readers.has(userId)),
    )
    if (!found || found.mayGoOn) return found
    return { skip: found.ended_at ? 'The announcement was ended.' : STOPPED }
  })
}

/** Announcements of an author, or of the author's keys, that somebody has still to get. */
export async function listAnnouncementsOf(db: Db, userId: string, keyIds: readonly string[], limit: number) {
  return db
    .selectFrom('announcements as a')
    .select(['id', 'subject', 'created_at'])
    .select(isPausedSql('a').as('isPaused'))
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(created_by = ${userId} or created_by_key = any(${keyIds}::uuid[]))`)
    .where(sql<boolean>`(fanned_out_at is null or ${isPausedSql('a')} or exists (
      select from deliveries d where d.event_id = a.event_id and d.kind = 'announcement.published' and d.state = 'pending'
    ))`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Findings look at those of the last days only, because each look reads the deliveries of an announcement. */
const NEW = sql`now() - interval '30 days'`

export async function findStoppedAnnouncements(db: Db): Promise<Finding[]> {
  const stopped = await db
    .selectFrom('announcements as a')
    .select(['id', 'subject'])
    .where('created_at', '>', sql<Date>`${NEW}`)
    .where(isPausedSql('a'))
    .orderBy('id')
    .limit(20)
    .execute()
  return stopped.map(({ id, subject }) => ({
    level: 'warn',
    text: t(
      'The announcement "{subject}" is stopped, because its author may no longer announce. Take it over, or end it.',
      { subject },
    ),
    see: { href: `/admin/announcements/${id}`, label: 'Show the announcement' },
  }))
}
