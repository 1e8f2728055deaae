/** Reads and marks the messages from the contact page. */
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../database/lists/keyset.ts'
import type { Db } from '../database/schema.ts'
import './tables.ts'

export async function findContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An answer with its message, for the email. */
export async function findReply(db: Db, id: string) {
  return db
    .selectFrom('contact_replies as r')
    .innerJoin('contact_messages as m', 'm.id', 'r.message_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['r.text', 'm.id as messageId', 'm.message', 'm.received_at as receivedAt', 'm.name', 'm.email'])
    .select(sql<string | null>`coalesce(m.locale, u.locale)`.as('locale'))
    .where('r.id', '=', id)
    .executeTakeFirst()
}

type MessageState = 'open' | 'answered'

const MESSAGE_COLUMNS = [
  'id',
  'email',
  'name',
  'message',
  'received_at as receivedAt',
  'answered_at as answeredAt',
] as const

export async function readContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_messages').select(MESSAGE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The newest of these messages. */
export async function findMessages(db: Db, ids: RawBuilder<string>, limit: number) {
  const these = db.selectFrom('contact_messages').select(MESSAGE_COLUMNS).where('id', 'in', ids)
  return these.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** One page of the messages, newest first unless the oldest are asked for. */
export async function listContactMessages(
  db: Db,
  state: MessageState | undefined,
  { oldestFirst = false, ...paging }: Paging & { oldestFirst?: boolean },
) {
  const all = db.selectFrom('contact_messages')
  const matching = state === undefined ? all : all.where('answered_at', state === 'open' ? 'is' : 'is not', null)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      { ...newestFirst('messages', ['received_at', 'timestamptz'], ['id', 'uuid']), descending: !oldestFirst },
      paging,
      (page, orderBy) =>
        db.selectFrom('contact_messages').select(MESSAGE_COLUMNS).where('id', 'in', page).orderBy(orderBy).execute(),
      ({ receivedAt, id }) => [receivedAt, id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

/** The first person who answered stays on record. @returns undefined when there is no such message */
export async function markAnswered(db: Db, id: string, by: string, now: Date) {
  return db
    .updateTable('contact_messages')
    .set(eb => ({
      answered_at: eb.fn.coalesce('answered_at', eb.val(now)),
      answered_by: eb.fn.coalesce('answered_by', eb.val(by)),
    }))
    .where('id', '=', id)
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirst()
}

/** @returns undefined when there is no such message */
export async function markOpen(db: Db, id: string) {
  return db
    .updateTable('contact_messages')
    .set({ answered_at: null, answered_by: null })
    .where('id', '=', id)
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirst()
}

export async function countOpenMessages(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('contact_messages').where('answered_at', 'is', null))
}

type Sender = { id: string; email: string; email_verified_at: Date | null }

/**
 * Deletes the messages of an account that is deleted, with their answers and the addresses that these were sent to. An email
 * on its way keeps its address until the ledger forgets it.
 */
export async function deleteMessagesFrom(db: Db, sender: Sender): Promise<void> {
  await sql`
    with gone as (
      delete from contact_messages where ${isFrom(sender)} returning id
    ), emails as (
      update deliveries set address = 'deleted-user@semel.invalid', reply = null
      where state in ('sent', 'failed', 'skipped')
        and event_id in (select event_id from contact_replies where message_id in (select id from gone))
      returning id
    )
    update delivery_attempts set address = 'deleted-user@semel.invalid', reply = null
    where delivery_id in (select id from emails)
  `.execute(db)
}

/** The newest messages of a user. */
export async function messagesFrom(db: Db, sender: Sender, limit: number) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'email', 'name', 'message', 'received_at'])
    .where(isFrom(sender))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The answers to them, oldest first. */
export async function repliesTo(db: Db, messages: readonly { id: string }[]) {
  return db
    .selectFrom('contact_replies')
    .select(['message_id', 'text', 'written_at'])
    .where('message_id', 'in', [NO_MESSAGE, ...messages.map(({ id }) => id)])
    .orderBy('id')
    .execute()
}

/** SQL has no empty list. */
const NO_MESSAGE = '00000000-0000-0000-0000-000000000000'

/**
 * Anybody can enter any address, in the form and for an account. So a message is a user's when it was sent in a session of
 * the account, or, by somebody who was not signed in, from the address that the account had verified by then.
 */
function isFrom({ id, email, email_verified_at: since }: Sender) {
  return sql<boolean>`(user_id = ${id} or (user_id is null and lower(email) = lower(${email}) and received_at >= ${since}))`
}
