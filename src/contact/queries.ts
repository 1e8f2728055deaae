import { countRows } from '../database/count.ts'
import type { Db } from '../database/schema.ts'
import './tables.ts'

export async function findContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One page of the messages, newest first. */
export async function listContactMessages(db: Db, { page, limit }: { page: number; limit: number }) {
  const [items, { count }] = await Promise.all([
    db
      .selectFrom('contact_messages')
      .select(['id', 'email', 'name', 'message', 'received_at as receivedAt'])
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('contact_messages')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, totalCount: count }
}

export async function countOpenMessages(db: Db, countTo: number): Promise<number> {
  return countRows(db, db.selectFrom('contact_messages').where('answered_at', 'is', null), countTo)
}
