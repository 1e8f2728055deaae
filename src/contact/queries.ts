import { countRows, type Paging } from '../database/count.ts'
import type { Db } from '../database/schema.ts'
import './tables.ts'

export async function findContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One page of the messages, newest first. */
export async function listContactMessages(db: Db, { page, limit }: Paging) {
  const messages = db.selectFrom('contact_messages')
  const [items, totalCount] = await Promise.all([
    messages
      .select(['id', 'email', 'name', 'message', 'received_at as receivedAt'])
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countRows(db, messages),
  ])
  return { items, totalCount }
}
