import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import { announce } from '../events.ts'

export type ContactMessage = { email: string; message: string; name?: string }

/** Stores a message and tells the support desk of it, both or neither. */
export async function sendContactMessage(db: Db, { email, message, name }: ContactMessage, now: Date) {
  const id = randomUUIDv7()
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('contact_messages')
      .values({ id, email, message, name: name ?? null, received_at: now })
      .execute()
    await announce(tx, { type: 'contact.message_received', payload: { messageId: id }, to: ['support'], at: now })
  })
  return { id, receivedAt: now.toISOString() }
}
