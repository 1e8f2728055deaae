import { Transform } from 'node:stream'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { MINUTE, SECOND } from '../time.ts'

/*
 * SMTP with the end of the message held back.
 *
 * A receiver takes responsibility for a message when it answers the final dot (RFC 5321 §4.1.1.4, §4.2.5, §6.1). Whoever
 * dies after the dot and before the reply cannot know (RFC 1047), whoever dies before it knows that nothing was accepted.
 * So the dot is released by `release`, which commits a mark first:
 *
 *   MAIL, RCPT, DATA, 354, whole message … release() … dot … 250
 *   └── death: surely not accepted ───────┘   └─ doubt ─┘
 *
 * nodemailer writes the dot when its source ends, and asks for the source only after 354. `HeldEnd` does not end before
 * the mark is committed; its two high-water marks are 1, because a stream that buffers would run `_flush` long before
 * the relay has said 354, and the doubt would last the whole dialogue. Signing (DKIM) behind it would read the message to
 * its end first and open the window again: let the relay sign.
 */

export type Relay = SMTPConnectionOptions & { auth?: { user: string; pass: string } }

export type Mail = { from: string; to: string; source: Buffer }

/** What became of one message. Only `doubt` does not know. */
export type Sent =
  | { result: 'accepted'; reply: string }
  /** The relay said no; `again` when it may say yes later (4xx). */
  | { result: 'refused'; again: boolean; reply: string }
  /** Not accepted, because we did not finish: the dialogue failed before the dot, or took too long. */
  | { result: 'unsent'; reply: string }
  /** Not accepted, because `release` said so. */
  | { result: 'withheld' }
  /** The dot was released and no reply came. */
  | { result: 'doubt'; reply: string }

export const PATIENCE = {
  /** Before the dot an impatient client loses nothing. */
  beforeDot: 15 * SECOND,
  /** After the dot it makes copies: RFC 5321 §4.5.3.2.6 asks for ten minutes. */
  afterDot: 10 * MINUTE,
  /** Whoever took this long over the mark was perhaps taken for dead; then it is safer not to end the message. */
  markToDot: 2 * SECOND,
}

/** Reads `smtp://user:password@host:port` or `smtps://…`; STARTTLS is required as soon as there is a password to protect. */
export function relayOf(url: string): Relay {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !secure,
    }),
  }
}

/** @throws when the relay cannot be reached, its certificate is wrong, or it does not let us in */
export async function connect({ auth, ...options }: Relay, patience = PATIENCE): Promise<Connection> {
  const smtp = new SMTPConnection({
    connectionTimeout: 5 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: PATIENCE.afterDot + MINUTE,
    socketCloseTimeout: 0,
    ...options,
  })
  const watchdog = setTimeout(() => smtp.close(), patience.beforeDot)
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      smtp.once('error', reject)
      smtp.once('end', () => reject(new Error('The relay closed the connection.')))
      smtp.connect(error => (error || !auth ? done(error) : smtp.login(auth, done)))
    })
    return new Connection(smtp, patience)
  } catch (error) {
    smtp.close()
    throw error
  } finally {
    clearTimeout(watchdog)
  }
}

/** One connection to the relay; good for one message at a time, and for the next one only while `usable`. */
export class Connection {
  #smtp: SMTPConnection
  #patience: typeof PATIENCE
  #usable = true

  constructor(smtp: SMTPConnection, patience: typeof PATIENCE) {
    this.#smtp = smtp
    this.#patience = patience
    // Errors are told by the send that meets them; between two sends a connection may just end.
    smtp.removeAllListeners('error').on('error', () => this.close())
    smtp.on('end', () => this.close())
  }

  get usable(): boolean {
    return this.#usable
  }

  close(): void {
    this.#usable = false
    this.#smtp.close()
  }

  /** Says goodbye; does not wait for the answer. */
  quit(): void {
    if (!this.#usable) return
    this.#usable = false
    this.#smtp.quit()
  }

  /** @param release called when the relay has the whole message but for its end; false: it shall not have that */
  async send({ from, to, source }: Mail, release: () => Promise<boolean>): Promise<Sent> {
    const { beforeDot, afterDot, markToDot } = this.#patience
    const { promise, resolve } = Promise.withResolvers<Sent>()
    let released = false
    let watchdog = setTimeout(() => fail(new Error('The relay is too slow.')), beforeDot)

    const fail = (error: Error & { code?: string; responseCode?: number; response?: string }) => {
      const { code = '', responseCode = 0, response } = error
      // 421 after the dot is "closing", said in place of a verdict: it is a refusal all the same (RFC 5321 §4.2.1).
      if (responseCode >= 400) resolve({ result: 'refused', again: responseCode < 500, reply: response! })
      // An address that cannot be written in a command, or more than the relay takes: it will not get better.
      else if (/^(EENVELOPE|EMESSAGE)$/.test(code)) resolve({ result: 'refused', again: false, reply: error.message })
      else resolve(released ? { result: 'doubt', reply: error.message } : { result: 'unsent', reply: error.message })
    }
    const message = new HeldEnd(async () => {
      const asked = performance.now()
      const wanted = await release()
      if (!wanted) {
        resolve({ result: 'withheld' })
        throw new Error('withheld')
      }
      if (!this.#usable || performance.now() - asked > markToDot) {
        throw new Error('The end of the message was released too late.')
      }
      released = true
      clearTimeout(watchdog)
      watchdog = setTimeout(() => fail(new Error('No reply to the end of the message.')), afterDot)
    })
    message.end(source)
    this.#smtp.send({ from, to, size: source.length }, message, (error, info) => {
      if (error) fail(error)
      else resolve({ result: 'accepted', reply: info.response })
    })

    const sent = await promise
    clearTimeout(watchdog)
    // In the middle of a message, or after a refusal whose state we would have to guess, another connection is simpler.
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
