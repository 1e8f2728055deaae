import type { Db } from '../database/schema.ts'
import './tables.ts'

/** The emails in the development inbox, oldest first; `to` ignores upper and lower case. */
export async function readMail(db: Db, to?: string) {
  return mails(db)
    .$if(to !== undefined, query => query.where(eb => eb.fn('lower', ['recipient']), '=', to!.toLowerCase()))
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

export async function readOneMail(db: Db, id: string) {
  return mails(db).select('source').where('id', '=', id).executeTakeFirst()
}

function mails(db: Db) {
  return db
    .selectFrom('dev_mail')
    .select(['id', 'recipient as to', 'sender as from', 'subject', 'text', 'html'])
    .select(['message_id as messageId', 'received_at as receivedAt'])
}

/** Empties the inbox. The results of attempts are kept. */
export async function emptyMail(db: Db): Promise<void> {
  await db.deleteFrom('dev_mail').execute()
}
