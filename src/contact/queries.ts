import type { Db } from '../database/schema.ts'
import './tables.ts'

export async function findContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst()
}
