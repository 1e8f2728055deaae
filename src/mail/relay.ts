import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { type Relay, relayOf } from './transport.ts'
import '../dev/tables.ts'

/** Where e-mails go: the configured relay, else the development inbox that was opened last. @throws when there is none */
export async function findRelay({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<Relay> {
  if (config.smtpUrl) return relayOf(config.smtpUrl)
  const inbox = await db.selectFrom('dev_inboxes').select('port').orderBy('started_at', 'desc').executeTakeFirst()
  if (!inbox) throw new Error('No development inbox is open, and SMTP_URL is not set.')
  return { host: '127.0.0.1', port: inbox.port, ignoreTLS: true }
}

/** How many connections a worker may open: SMTP_URL=smtp://…?connections=4. */
export function connectionsTo({ smtpUrl }: Config): number {
  return Number(parameter(smtpUrl, 'connections') ?? 16)
}

/**
 * The header by which the relay recognises a message that it has already taken (SMTP_URL=smtp://…?idempotencyHeader=…,
 * for example Resend-Idempotency-Key). Undefined: it does not.
 */
export function idempotencyHeaderOf({ smtpUrl }: Config): string | undefined {
  return parameter(smtpUrl, 'idempotencyHeader')
}

function parameter(smtpUrl: string | undefined, name: string): string | undefined {
  return smtpUrl === undefined ? undefined : (new URL(smtpUrl).searchParams.get(name) ?? undefined)
}
