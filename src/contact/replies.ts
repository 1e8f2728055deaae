/** Answers of staff to messages from the contact page. */
import { randomUUIDv7 } from 'node:crypto'
import type { Db, Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { takeBack } from '../events/take-back.ts'
import { Problem } from '../problems.ts'
import { markAnswered, markOpen } from './queries.ts'

/** `hold`: milliseconds that the email waits, so that the answer can be taken back before. */
type NewReply = { messageId: string; text: string; by: string; now: Date; hold: number }

/** Stores an answer, announces its email, and marks the message as answered: all or nothing. @throws Problem `not_found` */
export async function sendReply(tx: Tx, { messageId, text, by, now, hold }: NewReply) {
  const id = randomUUIDv7()
  if (!(await markAnswered(tx, messageId, by, now))) throw noMessage()
  const to = [{ contactMessageId: messageId }]
  const payload = { replyId: id }
  const eventId = await announce(tx, { type: 'contact.message_answered', payload, to, at: now, delay: hold })
  const reply = { id, message_id: messageId, event_id: eventId, text, written_by: by, written_at: now }
  await tx.insertInto('contact_replies').values(reply).execute()
  return { id, messageId, message: text, writtenAt: now.toISOString() }
}

/**
 * Stops the email of an answer, if no worker has committed to send it, and opens the message again either way. The text stays in
 * the thread, so that it can be sent once it is right. @throws Problem `not_found`
 */
export async function undoReply(tx: Tx, messageId: string, replyId: string) {
  const reply = await tx
    .selectFrom('contact_replies')
    .select('event_id')
    .where('id', '=', replyId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!reply) throw new Problem('not_found', 'There is no such answer.')
  const emailOutcome = await takeBack(tx, reply.event_id)
  await markOpen(tx, messageId)
  return { messageId, emailOutcome }
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
