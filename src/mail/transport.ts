import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { rootCertificates } from 'node:tls'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { tlsOf } from '../config/addresses.ts'
import { certificateValidity, type Validity } from '../secrets/certificates.ts'
import { MINUTE, SECOND } from '../time.ts'
import { withoutReportKeys } from './message-id.ts'
import { ACCEPTANCE, REFUSAL, shutsUsOut } from './replies.ts'

/*
 * SMTP with the end of the message held back.
 *
 * A receiver takes responsibility for a message when it replies to the final dot (RFC 5321 §4.1.1.4, §4.2.5, §6.1). A
 * sender that dies between the dot and the reply leaves a doubt (RFC 1047). A sender that dies before the dot leaves
 * none, because nothing was accepted. So the transport calls `release`, which commits to the ledger, before the dot:
 *
 *   MAIL, RCPT, DATA, 354, whole message … release() … dot … 250
 *   └─ death: certainly not accepted ─────┘   └─ doubt ─┘
 *
 * nodemailer writes the dot when its source ends, and reads the source only after 354. `HeldEnd` does not end before
 * `release` has committed. Its two high-water marks are 1. With a larger buffer `_flush` would run long before the relay
 * replies 354, and the doubt would last for the whole dialogue. DKIM signing after it would read the message to its end
 * first and open the window again, so the relay has to sign.
 */

export type Relay = SMTPConnectionOptions & { auth?: { user: string; pass: string } }

export type Mail = { from: string; to: string; source: Buffer }

/** The result of sending one message. Only for `doubt` is it unknown whether the relay accepted it. */
export type Sent =
  | { result: 'accepted'; reply: string }
  /** The relay refused; `again` when it may accept later (4xx). `isRecipient`: it refused the address, before it saw the email. */
  | { result: 'refused'; again: boolean; reply: string; isRecipient?: true }
  /** The relay refuses whatever we send, for example because it asks for a password. Any other message would meet the same. */
  | { result: 'shut_out'; reply: string }
  /** Nobody has accepted it: the dialogue failed before the dot, or took too long. */
  | { result: 'unsent'; reply: string }
  /** Nobody has accepted it: `release` returned false. */
  | { result: 'withheld' }
  /** The dot was released, and no reply came. */
  | { result: 'doubt'; reply: string }

export const TIMEOUTS = {
  /** Before the dot, giving up early costs nothing. */
  beforeDot: 15 * SECOND,
  /** After the dot, giving up early makes copies: RFC 5321 §4.5.3.2.6 requires ten minutes. */
  afterDot: 10 * MINUTE,
  /** A connection that has waited this long for the reply to its dot no longer takes the place of another one. */
  slowReply: 10 * SECOND,
  /** A worker whose commit took this long may have been removed as dead. Then it is safer not to end the message. */
  commitToDot: 2 * SECOND,
}

/**
 * A reply as the ledger keeps it, without the secret of a Message-ID. A relay may send any bytes, and PostgreSQL refuses NUL and
 * lone surrogates.
 */
export function storableReply(reply: string): string {
  return withoutReportKeys(reply)
    .slice(0, MAX_REPLY)
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
}

const MAX_REPLY = 2000

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`, with two parameters about encryption:
 *
 * - `tls=required`: TLS with a verified certificate. The default for smtps://, with a password, and with `ca`.
 * - `tls=opportunistic`: TLS if the relay offers it, without verifying its certificate. The default for other relays, as
 *   mail servers do it among themselves (RFC 7435). It never carries a password.
 * - `tls=off`: no TLS; a password is sent in the clear.
 * - `ca=FILE`: the certificates, in PEM, that sign the relay's certificate.
 *
 * @throws when the file cannot be read
 */
export function relayOf(url: string): Relay {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const ca = searchParams.get('ca')
  const tls = tlsOf(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(tls === 'required' && !secure && { requireTLS: true }),
    ...(tls === 'opportunistic' && { opportunisticTLS: true, tls: { rejectUnauthorized: false } }),
    ...(tls === 'off' && { ignoreTLS: true }),
    // Besides the certificates that Node trusts.
    ...(ca && { tls: { ca: [...rootCertificates, readFileSync(ca, 'utf8')] } }),
  }
}

/** @throws when the relay cannot be reached, its certificate is wrong, or it refuses the password */
export async function connect({ auth, ...options }: Relay, timeouts = TIMEOUTS): Promise<Connection> {
  const greeting = new FirstReply()
  const smtp = new SMTPConnection({
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: TIMEOUTS.afterDot + MINUTE,
    socketCloseTimeout: 0,
    transactionLog: true,
    logger: greeting,
    ...options,
  })
  const watchdog = setTimeout(() => smtp.close(), timeouts.beforeDot)
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      smtp.once('error', reject)
      smtp.once('end', () => reject(new Error('The relay closed the connection.')))
      smtp.connect(error => (error || !auth ? done(error) : smtp.login(auth, done)))
    })
    return new Connection(smtp, timeouts, greeting.text)
  } catch (error) {
    smtp.close()
    throw explained(error as Error)
  } finally {
    clearTimeout(watchdog)
  }
}

/** Keeps the greeting, which nodemailer shows to its log alone. */
class FirstReply {
  text = ''
  debug = ({ tnx }: { tnx?: string }, text: string) => {
    if (tnx === 'server' && this.text === '') this.text = text
  }
  trace = () => {}
  info = this.trace
  warn = this.trace
  error = this.trace
  fatal = this.trace
}

/** Names the parameter of SMTP_URL that helps, when TLS is the reason. */
function explained(error: Error & { code?: string; originalCode?: string; response?: string }): Error {
  const about = `${error.code} ${error.originalCode} ${error.message}`
  if (/CERT_HAS_EXPIRED|certificate has expired/i.test(about)) {
    error.message = `The certificate of the relay has ended: ${error.message}. Renew it at the relay.`
  } else if (/self.signed|SELF_SIGNED|CERT_|_CERT|certificate|altnames/i.test(about)) {
    error.message =
      `The certificate of the relay cannot be verified: ${error.message}. Name the certificates that sign it with ` +
      'ca=FILE in SMTP_URL. A relay that needs no password can also be used with tls=opportunistic.'
  } else if (/wrong version number/i.test(about)) {
    error.message =
      'The relay does not begin with TLS on this port. Write smtp:// in SMTP_URL; tls=required then asks for STARTTLS.'
  } else if (error.code === 'ETLS') {
    error.message = `The connection to the relay cannot be encrypted: ${error.message}. A relay without TLS needs tls=off in SMTP_URL.`
  }
  return error
}

type SmtpError = Error & { code?: string | undefined; command?: string | undefined; response?: string | undefined }

/** One connection to the relay. It carries one message at a time, and the next one only while `usable`. */
export class Connection {
  #smtp: SMTPConnection
  #timeouts: typeof TIMEOUTS
  #usable = true
  #abandonMessage: (() => void) | undefined
  /** The first line of the relay (RFC 5321 §4.3.1). It may name its program. */
  readonly greeting: string
  /** Called once for a message whose final dot has had no reply for `slowReply`. */
  onSlowReply: (() => void) | undefined

  constructor(smtp: SMTPConnection, timeouts: typeof TIMEOUTS, greeting: string) {
    this.#smtp = smtp
    this.#timeouts = timeouts
    this.greeting = greeting
    // `send` reports the errors that it meets. Between two sends a connection may simply end.
    smtp.removeAllListeners('error').on('error', () => this.close())
    smtp.on('end', () => this.close())
  }

  get usable(): boolean {
    return this.#usable
  }

  /** The validity of the relay's certificate; undefined without encryption. */
  get certificate(): Validity | undefined {
    return certificateValidity(this.#smtp._socket as Socket)
  }

  close(): void {
    this.#usable = false
    this.#smtp.close()
  }

  /** Closes it. A message whose dot was not released ends as unsent; for any other message `send` never resolves. */
  abandon(): void {
    this.close()
    this.#abandonMessage?.()
  }

  /** Sends QUIT without waiting for the reply. */
  quit(): void {
    if (!this.#usable) return
    this.#usable = false
    this.#smtp.quit()
  }

  /** @param release called when the relay has the whole message except its end; false withholds the end */
  async send({ from, to, source }: Mail, release: () => Promise<boolean>): Promise<Sent> {
    const { beforeDot, afterDot, commitToDot } = this.#timeouts
    const { promise, resolve } = Promise.withResolvers<Sent>()
    let released = false
    let slowReply: NodeJS.Timeout | undefined
    let watchdog = setTimeout(() => fail(new Error('The relay is too slow.')), beforeDot)

    const fail = (error: SmtpError) => {
      const { code = '', command, response } = error
      if (response !== undefined && shutsUsOut(command, response))
        return resolve({ result: 'shut_out', reply: response })
      // 421 ("closing") in reply to the dot is a refusal like any other 4xx (RFC 5321 §4.2.1).
      const refusal = REFUSAL.exec(response ?? '')
      const isRecipient = command === 'RCPT TO' && { isRecipient: true as const }
      if (refusal) resolve({ result: 'refused', again: refusal[1] === '4', reply: response!, ...isRecipient })
      // An address that fits no command, or a message that is too large for the relay: a retry would fail as well.
      else if (response === undefined && /^(EENVELOPE|EMESSAGE)$/.test(code)) {
        resolve({ result: 'refused', again: false, reply: error.message })
      } else resolve(released ? { result: 'doubt', reply: error.message } : { result: 'unsent', reply: error.message })
    }
    const message = new HeldEnd(async () => {
      const started = performance.now()
      if (!(await release())) {
        resolve({ result: 'withheld' })
        throw new Error('withheld')
      }
      if (!this.#usable || performance.now() - started > commitToDot) {
        throw new Error('The end of the message was released too late.')
      }
      released = true
      clearTimeout(watchdog)
      watchdog = setTimeout(() => fail(new Error('No reply to the end of the message.')), afterDot)
      slowReply = setTimeout(() => this.onSlowReply?.(), this.#timeouts.slowReply)
    })
    const clearTimers = () => {
      clearTimeout(watchdog)
      clearTimeout(slowReply)
    }
    this.#abandonMessage = () => {
      clearTimers()
      if (!released) fail(new Error('The worker was stopped.'))
    }
    message.end(source)
    this.#smtp.send({ from, to, size: source.length }, message, (error, info) => {
      if (error) fail(error)
      else if (released && ACCEPTANCE.test(info.response)) resolve({ result: 'accepted', reply: info.response })
      else fail(new Error(`The relay did not reply in SMTP: ${info.response}`))
    })

    const sent = await promise
    clearTimers()
    this.#abandonMessage = undefined
    // The state of the dialogue is uncertain in the middle of a message, and after a refusal: use a new connection.
    if (sent.result !== 'accepted') this.close()
    return sent
  }
}

class HeldEnd extends Transform {
  #release: () => Promise<void>

  constructor(release: () => Promise<void>) {
    super({ readableHighWaterMark: 1, writableHighWaterMark: 1 })
    this.#release = release
  }

  override _transform(chunk: Buffer, _: string, done: (error: Error | null, chunk: Buffer) => void): void {
    done(null, chunk)
  }

  override _flush(done: (error?: Error) => void): void {
    this.#release().then(() => done(), done)
  }
}
