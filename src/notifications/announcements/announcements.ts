import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events.ts'
import '../tables.ts'

export type NewAnnouncement = {
  subject: string
  message: string
  orderedFrom?: Date | undefined
  orderedBefore?: Date | undefined
}

/** Publishes to customers. The fan-out finds the recipients afterwards, in batches. @returns the id */
export async function publish(tx: Tx, announcement: NewAnnouncement, by: string, now: Date): Promise<string> {
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
      ordered_from: announcement.orderedFrom ?? null,
      ordered_before: announcement.orderedBefore ?? null,
      created_by: by,
      created_at: now,
    })
    .execute()
  return id
}

/** One page of the announcements, newest first, each with its progress. */
export async function listAnnouncements(db: Db, { page, limit }: { page: number; limit: number }) {
  const [items, { count }] = await Promise.all([
    selectAnnouncements(db)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('announcements')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, totalCount: count }
}

export async function findAnnouncement(db: Db, id: string) {
  return selectAnnouncements(db).where('id', '=', id).executeTakeFirst()
}

export type Announcement = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

function selectAnnouncements(db: Db) {
  return db
    .selectFrom('announcements')
    .select(['id', 'event_id', 'subject', 'message', 'ordered_from', 'ordered_before', 'created_at', 'fanned_out_at'])
    .select(
      sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(state, count), '{}')
        from (select state, count(*) from deliveries d where d.event_id = announcements.event_id group by state) as s
      )`.as('states'),
    )
}

/** The announcement for each of these users; undefined for users who have unsubscribed. */
export async function findAnnouncementsFor(db: Db, requests: { announcementId: string; userId: string }[]) {
  const [announcements, unsubscribed] = await Promise.all([
    db
      .selectFrom('announcements')
      .select(['id', 'subject', 'message'])
      .where('id', 'in', [...new Set(requests.map(({ announcementId }) => announcementId))])
      .execute(),
    db
      .selectFrom('unsubscriptions')
      .select('user_id')
      .where(sql<boolean>`user_id = any(${requests.map(({ userId }) => userId)}::uuid[])`)
      .execute(),
  ])
  const gone = new Set(unsubscribed.map(({ user_id }) => user_id))
  return requests.map(({ announcementId, userId }) =>
    gone.has(userId) ? undefined : announcements.find(({ id }) => id === announcementId),
  )
}
