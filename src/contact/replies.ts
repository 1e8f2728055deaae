/** Answers of staff to messages from the contact page. */
import { randomUUIDv7 } from 'node:crypto'
import type { Db, Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { Problem } from '../problems.ts'
import { markAnswered } from './queries.ts'

type NewReply = { messageId: string; text: string; by: string; now: Date }

/** Stores an answer, announces its email, and marks the message as answered: all or nothing. @throws Problem `not_found` */
export async function sendReply(tx: Tx, { messageId, text, by, now }: NewReply) {
  const id = randomUUIDv7()
  if (!(await markAnswered(tx, messageId, by, now))) throw noMessage()
  const to = [{ contactMessageId: messageId }]
  const eventId = await announce(tx, { type: 'contact.message_answered', payload: { replyId: id }, to, at: now })
  const reply = { id, message_id: messageId, event_id: eventId, text, written_by: by, written_at: now }
  await tx.insertInto('contact_replies').values(reply).execute()
  return { id, messageId, message: text, writtenAt: now.toISOString() }
}

export function noMessage(): Problem {
  return new Problem('not_found', 'There is no such message.')
}

/** The answers to a message in their order, with their emails while the ledger keeps them. */
export async function listReplies(db: Db, messageId: string) {
  return db
    .selectFrom('contact_replies')
    .leftJoin('users', 'users.id', 'contact_replies.written_by')
    .leftJoin('deliveries', 'deliveries.event_id', 'contact_replies.event_id')
    .select(['contact_replies.id', 'contact_replies.text', 'contact_replies.written_at as writtenAt'])
    .select(['users.user_name as writtenBy', 'deliveries.id as deliveryId', 'deliveries.state'])
    .where('contact_replies.message_id', '=', messageId)
    .orderBy('contact_replies.id')
    .execute()
}
