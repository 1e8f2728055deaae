import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Db } from '../database/schema.ts'
import { ATTEMPT_HEADER, outcomeOf } from '../mail/attempts.ts'
import { Faults } from './inbox-faults.ts'
import './tables.ts'

/*
 * The development inbox: a real SMTP server that keeps what it is given in the database, so that a restart loses nothing
 * and every process can read it. It never runs in production.
 *
 * It can be asked what became of an attempt, which is how a delivery in doubt is resolved (`becameOf` in attempts.ts). The question and
 * the acceptance of a mail insert the same key, so exactly one comes first: a mail that the asker was told is not there
 * can no longer arrive, even when its sender was only stopped and now goes on.
 */

export type Inbox = {
  port: number
  faults: Faults
  [Symbol.asyncDispose](): Promise<void>
}

/** @param options of smtp-server (TLS, authentication), for tests of the transport */
export async function openInbox(db: Db, options: SMTPServerOptions & { port?: number } = {}): Promise<Inbox> {
  const faults = new Faults()
  const { port: wanted = 0, ...rest } = options
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (session, done) => settle(done, () => faults.meet('connect', '', dropper(session))),
    onRcptTo: ({ address }, session, done) => settle(done, () => faults.meet('recipient', address, dropper(session))),
    onData: (stream, session, done) => settle(done, () => receive(db, stream, session, faults, dropper(session))),
    ...rest,
  })
  const dropper = (session: SMTPServerSession) => () => {
    for (const connection of server.connections) if (connection.session === session) connection._socket.destroy()
  }
  // A client that goes away in the middle is no news.
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

/** Whether some process has an inbox open. What a killed one left behind does not count. */
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

function settle(done: (error?: Error | null, words?: string) => void, work: () => Promise<unknown>): void {
  work().then(
    words => done(null, typeof words === 'string' ? words : undefined),
    error => done(error),
  )
}

/** Takes one mail. What is stored is committed before the 250, as a relay would have it. */
async function receive(
  db: Db,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  faults: Faults,
  drop: () => void,
): Promise<string> {
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  const [first = ''] = recipients
  // Listened to before the first wait, so that a connection that breaks is not an error nobody hears.
  const reading = buffer(stream)
  reading.catch(() => {})
  await faults.meet('body', first, drop)
  const source = await reading
  await faults.meet('dot', first, drop)
  const ids = await keep(db, source, recipients, session)
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
    if (attempt && (await outcomeOf(tx, attempt, 'accepted')) === 'given_up') {
      throw Object.assign(new Error('4.7.0 This attempt was given up by its sender'), { responseCode: 451 })
    }
    await tx.insertInto('dev_mail').values(rows).execute()
  })
  return rows.map(({ id }) => id)
}

function sender({ from }: Email): string {
  return !from ? '' : from.name ? `${from.name} <${from.address}>` : (from.address ?? '')
}
