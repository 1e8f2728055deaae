/** The relay to which emails go, as SMTP_URL names it. */
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Relay, relayOf } from './transport.ts'

/** The development inbox: receives emails while SMTP_URL is not set, and can be asked about an attempt to send one. */
export type Inbox = {
  open: (db: Db) => Promise<AsyncDisposable>
  isOpen: (db: Db) => Promise<boolean>
  /** @throws when no inbox is open */
  findRelay: (db: Db) => Promise<Relay>
  /** The header that names the attempt in an email. */
  attemptHeader: string
  /** The final result of an attempt. After 'never' the inbox refuses the attempt. */
  resultOf: (db: Db, attempt: string) => Promise<'arrived' | 'never'>
}

type Context = { config: Config; db: Db; development?: { inbox: Inbox } }

/** The relay that SMTP_URL names, else the development inbox that was opened last. @throws when there is neither */
export async function findRelay(context: Context): Promise<Relay> {
  if (context.config.smtpUrl) return relayOf(context.config.smtpUrl)
  const inbox = inboxOf(context)
  if (!inbox) throw new Error('SMTP_URL is not set.')
  return inbox.findRelay(context.db)
}

/** The development inbox, where it takes the place of a relay. */
export function inboxOf({ config, development }: Context): Inbox | undefined {
  return config.smtpUrl ? undefined : development?.inbox
}

/** Names the relay as deliveries keep it: without the password, and the same for every inbox, since all share one store. */
export function relayName({ smtpUrl }: Config): string {
  return smtpUrl === undefined ? 'inbox' : new URL(smtpUrl).host.toLowerCase()
}

/** `messages`: the most that one connection carries. */
export type PoolSizes = { connections: number; messages: number }

/**
 * Reads how many connections a worker may open, and how many emails each may carry: SMTP_URL=smtp://…?connections=4&messages=50.
 * Exim leaves the eleventh of a connection to its next queue run, which Debian starts every 30 minutes (smtp_accept_queue_per_connection
 * in its specification, "Main configuration"; seen with 4.96). OpenSMTPD 6.8 refuses the 101st with 452 4.5.3.
 */
export function sizesOf({ smtpUrl }: Config): PoolSizes {
  return {
    connections: Number(parameter(smtpUrl, 'connections') ?? 16),
    messages: Number(parameter(smtpUrl, 'messages') ?? 10),
  }
}

/**
 * The header by which the relay recognizes a message that it has already taken, for example Resend-Idempotency-Key
 * (SMTP_URL=smtp://…?idempotencyHeader=…). Undefined when the relay recognizes none.
 */
export function idempotencyHeaderOf({ smtpUrl }: Config): string | undefined {
  return parameter(smtpUrl, 'idempotencyHeader')
}

function parameter(smtpUrl: string | undefined, name: string): string | undefined {
  return smtpUrl === undefined ? undefined : (new URL(smtpUrl).searchParams.get(name) ?? undefined)
}
