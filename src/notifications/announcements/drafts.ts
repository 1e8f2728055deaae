/** Drafts of announcements: write, change, delete and publish them. */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { readsNews } from '../../accounts/email-preferences.ts'
import { COUNT_LIMIT } from '../../database/lists/count.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { Problem } from '../../problems.ts'
import { announcement } from '../messages/announcement.ts'
import { type MailSender, renderText } from '../messages/text.ts'
import type { AnnouncementKind } from '../tables.ts'
import { type AnnouncementTexts, inReadersLanguage } from './announcement-texts.ts'
import { type NewAnnouncement, publishAnnouncement } from './announcements.ts'

export async function writeDraft(tx: Tx, draft: NewAnnouncement, by: string, now: Date): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('announcement_drafts')
    .values({ id, ...columnsOf(draft), created_by: by, created_at: now, announcement_id: null })
    .execute()
  return id
}

/** @param version of the draft that the client has seen */
export async function changeDraft(tx: Tx, id: string, draft: NewAnnouncement, version?: string): Promise<void> {
  await lockDraft(tx, id, version)
  await openDraft(tx, id).set(columnsOf(draft)).execute()
}

export async function deleteDraft(db: Db, id: string): Promise<void> {
  const draft = db.deleteFrom('announcement_drafts').where('id', '=', id).where('announcement_id', 'is', null)
  const { numDeletedRows } = await draft.executeTakeFirst()
  if (numDeletedRows === 0n) throw noDraft()
}

type Publication = { by: string; now: Date; version?: string | undefined }

/** If many requests are simultaneous, exactly one publishes. @returns the id of the announcement */
export async function publishDraft(tx: Tx, id: string, { by, now, version }: Publication): Promise<string> {
  // The lock makes the others wait, and then they find no open draft.
  const { subject, message, texts, kind, ordered_from, ordered_before } = await lockDraft(tx, id, version)
  const period = { orderedFrom: ordered_from ?? undefined, orderedBefore: ordered_before ?? undefined }
  const announcementId = await publishAnnouncement(
    tx,
    { subject, message, texts, kind, ...period },
    { userId: by },
    now,
  )
  await openDraft(tx, id).set({ announcement_id: announcementId }).execute()
  return announcementId
}

async function lockDraft(tx: Tx, id: string, version: string | undefined) {
  const draft = await tx
    .selectFrom('announcement_drafts')
    .select(['subject', 'message', 'texts', 'kind', 'ordered_from', 'ordered_before'])
    .where('id', '=', id)
    .where('announcement_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!draft) throw noDraft()
  if (version !== undefined && version !== draftTag(draft)) {
    throw new Problem('draft_changed', 'Somebody has changed this draft since you read it. Read it again.')
  }
  return draft
}

type Content = Audience & { subject: string; message: string; texts: AnnouncementTexts }
type Audience = { kind: AnnouncementKind; ordered_from: Date | null; ordered_before: Date | null }

/** Stands for the text and the recipients that somebody has read. */
export function draftTag({ subject, message, texts, kind, ordered_from, ordered_before }: Content): string {
  const content = JSON.stringify([subject, message, texts, kind, ordered_from, ordered_before])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/** Sends the draft to the person who asks, and to nobody else. */
export async function sendTest(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  if (!(await findDraft(tx, id))) throw noDraft()
  await announce(tx, { type: 'announcement.tested', payload: { draftId: id }, to: [{ userId }], at: now })
}

/** A draft that is not published yet. */
export async function findDraft(db: Db, id: string) {
  return db
    .selectFrom('announcement_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('announcement_id', 'is', null)
    .executeTakeFirst()
}

/** The text part, as a customer of this name and of the present language gets it. */
export function previewOf(
  draft: { subject: string; message: string; texts: AnnouncementTexts; kind: AnnouncementKind },
  userName: string,
  shop: MailSender,
): string {
  return renderText(announcement(inReadersLanguage(draft), userName, `${shop.url}/unsubscribe`), shop)
}

export async function listDrafts(db: Db, limit: number) {
  return db
    .selectFrom('announcement_drafts')
    .select(['id', 'subject', 'created_at'])
    .where('announcement_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Customers who would get it now: the same as `fanOut` finds, but no more than `COUNT_LIMIT` + 1. */
export async function countRecipients(db: Db, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from users u
      where ${isRecipient(audience)}
      limit ${COUNT_LIMIT + 1}
    ) as found
  `.execute(db)
  return one(rows).count
}

/** The condition on a user `u` of an announcement of this kind, to the customers who ordered in a period. */
export function isRecipient({ kind, ordered_from: from, ordered_before: before }: Audience) {
  return sql`u.role = 'customer'
    and not exists (select from unsubscriptions s where s.user_id = u.id)
    -- Anybody may have typed the address of a registration that no code has confirmed.
    and u.confirmed_at is not null and u.disabled_at is null
    and (${kind === 'service'} or ${readsNews(sql`u.id`, sql`u.email_verified_at`)})
    and (${from === null && before === null} or exists (
      select from orders o where o.owner_id = u.id
        and (${from}::timestamptz is null or o.placed_at >= ${from})
        and (${before}::timestamptz is null or o.placed_at < ${before})
    ))`
}

function openDraft(db: Db | Tx, id: string) {
  return db.updateTable('announcement_drafts').where('id', '=', id).where('announcement_id', 'is', null)
}

function columnsOf({ texts = {}, kind = 'service', ...draft }: NewAnnouncement) {
  const { subject, message, orderedFrom = null, orderedBefore = null } = draft
  return {
    subject,
    message,
    texts: JSON.stringify(texts),
    kind,
    ordered_from: orderedFrom,
    ordered_before: orderedBefore,
  }
}

export function noDraft(): Problem {
  return new Problem('not_found', 'There is no such draft. It was published or deleted.')
}
