import type { Ground } from '../ground.ts'
import { type Relay, relayOf } from './transport.ts'
import './tables.ts'

/** Where e-mails go: the configured relay, else the development inbox that was opened last. @throws when there is none */
export async function findRelay({ config, db }: Ground): Promise<Relay> {
  if (config.smtpUrl) return relayOf(config.smtpUrl)
  const inbox = await db.selectFrom('dev_inboxes').select('port').orderBy('started_at', 'desc').executeTakeFirst()
  if (!inbox) throw new Error('No development inbox is open, and SMTP_URL is not set.')
  return { host: '127.0.0.1', port: inbox.port, ignoreTLS: true }
}
