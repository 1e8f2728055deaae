import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import './tables.ts'

export type ContactMessage = { email: string; message: string; name?: string }

/** Stores a message and tells the support desk of it, both or neither. */
export async function sendContactMessage(tx: Tx, { email, message, name }: ContactMessage, now: Date) {
  const id = randomUUIDv7()
  await tx
    .insertInto('contact_messages')
    .values({ id, email, message, name: name ?? null, received_at: now })
    .execute()
  await announce(tx, { type: 'contact.message_received', payload: { messageId: id }, to: ['support'], at: now })
  return { id, receivedAt: now.toISOString() }
}
