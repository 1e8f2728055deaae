import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { isUnavailable } from '../database/errors.ts'
import type { Db } from '../database/schema.ts'
import type { Relay } from '../mail/transport.ts'
import { Faults } from './inbox-faults.ts'
import './tables.ts'
import { one } from '../database/rows.ts'

/*
 * The development inbox: a real SMTP server. It stores emails in the database, so a restart loses none and every process
 * can read them. It never runs in production.
 *
 * Workers ask it about attempts to resolve deliveries in doubt (`resultOf`). The question and the acceptance of an email
 * insert the same key, so exactly one of them comes first. After the answer 'never' the email can no longer arrive, even
 * if its sender was only stopped and now continues.
 */

/** Names one attempt of one delivery; the inbox knows the attempt by this header. */
export const ATTEMPT_HEADER = 'Semel-Attempt'

export type Inbox = {
  port: number
  faults: Faults
  [Symbol.asyncDispose](): Promise<void>
}

/** @param options options of smtp-server (TLS, authentication), for tests of the transport */
export async function openInbox(db: Db, options: SMTPServerOptions & { port?: number } = {}): Promise<Inbox> {
  const faults = new Faults()
  const { port: wanted = 0, ...rest } = options
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (session, done) => reply(done, () => faults.meet('connect', '', dropper(session))),
    onRcptTo: ({ address }, session, done) => reply(done, () => faults.meet('recipient', address, dropper(session))),
    onData: (stream, session, done) => reply(done, () => receive(db, stream, session, faults, dropper(session))),
    ...rest,
  })
  const dropper = (session: SMTPServerSession) => () => {
    for (const connection of server.connections) if (connection.session === session) connection._socket.destroy()
  }
  // A client may disconnect at any time; without a listener that would end the process.
  server.on('error', () => {})
  await once(server.listen(wanted, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  await db
    .insertInto('dev_inboxes')
    .values({ port })
    .onConflict(known => known.column('port').doNothing())
    .execute()
  return {
    port,
    faults,
    [Symbol.asyncDispose]: async () => {
      await db
        .deleteFrom('dev_inboxes')
        .where('port', '=', port)
        .execute()
        .catch(() => {})
      await new Promise<void>(resolve => server.close(resolve))
    },
  }
}

/** The inbox that was opened last, in any process. @throws when none is open */
export async function findInbox(db: Db): Promise<Relay> {
  const inbox = await db.selectFrom('dev_inboxes').select('port').orderBy('started_at', 'desc').executeTakeFirst()
  if (!inbox) throw new Error('No development inbox is open, and SMTP_URL is not set.')
  return { host: '127.0.0.1', port: inbox.port, ignoreTLS: true }
}

/** Checks whether any process has an inbox open. The row of a killed process does not count. */
export async function isInboxOpen(db: Db): Promise<boolean> {
  const inboxes = await db.selectFrom('dev_inboxes').select('port').execute()
  const answers = inboxes.map(async ({ port }) => {
    const socket = createConnection(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  })
  return (await Promise.all(answers)).includes(true)
}

function reply(done: (error?: Error | null, text?: string) => void, work: () => Promise<unknown>): void {
  work().then(
    text => done(null, typeof text === 'string' ? text : undefined),
    error => done(error),
  )
}

/** Receives one email, and commits it before the 250 as a relay does. */
async function receive(
  db: Db,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  faults: Faults,
  drop: () => void,
): Promise<string> {
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  const [first = ''] = recipients
  // Reading begins before the first await, so that a broken connection is not an unhandled error.
  const reading = buffer(stream)
  reading.catch(() => {})
  await faults.meet('body', first, drop)
  const source = await reading
  await faults.meet('dot', first, drop)
  const ids = await keep(db, source, recipients, session).catch(error => {
    // The email may be kept. After a refusal it would be sent again; without a reply the sender asks.
    if (isUnavailable(error)) drop()
    throw error
  })
  await faults.meet('reply', first, drop)
  return `2.0.0 Kept as ${ids.join(', ')}`
}

async function keep(db: Db, source: Buffer, recipients: string[], session: SMTPServerSession): Promise<string[]> {
  const mail = await PostalMime.parse(source)
  const attempt = mail.headers.find(({ key }) => key === ATTEMPT_HEADER.toLowerCase())?.value
  const rows = recipients.map(recipient => ({
    id: randomUUIDv7(),
    recipient,
    sender: sender(mail) || (session.envelope.mailFrom || { address: '' }).address,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    message_id: mail.messageId ?? '',
    source,
  }))
  await db.transaction().execute(async tx => {
    if (attempt && (await decide(tx, attempt, 'accepted')) === 'given_up') {
      throw Object.assign(new Error('4.7.0 This attempt was given up by its sender'), { responseCode: 451 })
    }
    await tx.insertInto('dev_mail').values(rows).execute()
  })
  return rows.map(({ id }) => id)
}

/** The final result of an attempt: 'arrived', or 'never', after which the inbox refuses the attempt. */
export async function resultOf(db: Db, attempt: string): Promise<'arrived' | 'never'> {
  return (await decide(db, attempt, 'given_up')) === 'accepted' ? 'arrived' : 'never'
}

/** Writes the outcome unless one is written already. @returns the outcome that was written first */
async function decide(db: Db, attempt: string, outcome: 'accepted' | 'given_up') {
  const { rows } = await sql<{ outcome: 'accepted' | 'given_up' }>`
    insert into dev_mail_attempts (attempt, outcome) values (${attempt}, ${outcome})
    on conflict (attempt) do update set attempt = excluded.attempt
    returning outcome
  `.execute(db)
  return one(rows).outcome
}

function sender({ from }: Email): string {
  return !from ? '' : from.name ? `${from.name} <${from.address}>` : (from.address ?? '')
}
