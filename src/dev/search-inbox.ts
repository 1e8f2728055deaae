import { sql } from 'kysely'
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

/** The first lines of our text parts repeat the subject. */
const HEADING = '^[^\\n]*\\n=+\\s*'

/** Number of emails in the list of the inbox. */
const LISTED = 100

/**
 * The newest emails that match. Each word must be in the subject, an address or the text; `to:`, `from:` and `subject:` in
 * front of a word look there alone.
 */
export async function searchMail(db: Db, query: string) {
  let matching = db
    .selectFrom('dev_mail')
    .select(['id', 'recipient as to', 'sender as from', 'subject', 'received_at as receivedAt'])
    .select(sql<string>`left(regexp_replace(text, ${HEADING}, ''), 160)`.as('text'))
  for (const word of query.split(/\s+/).filter(Boolean)) {
    const [, field = '', text = ''] = /^(?:(to|from|subject):)?(.*)$/is.exec(word) ?? []
    const pattern = `%${text.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
    const columns = FIELD_COLUMNS[field.toLowerCase()] ?? ['recipient', 'sender', 'subject', 'text']
    matching = matching.where(eb => eb.or(columns.map(column => eb(column, 'ilike', pattern))))
  }
  return matching.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(LISTED).execute()
}

const FIELD_COLUMNS: Record<string, ('recipient' | 'sender' | 'subject' | 'text')[]> = {
  to: ['recipient'],
  from: ['sender'],
  subject: ['subject'],
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
