/** Checks of settings that are addresses. Each check returns the reason when it refuses the value. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isLoopback } from './local-address.ts'

function address(...protocols: string[]) {
  return (value: string) => {
    if (!protocols.some(protocol => value.toLowerCase().startsWith(`${protocol}//`))) {
      return `must be an address that begins with ${protocols.map(p => `${p}//`).join(' or ')}`
    }
    if (!URL.canParse(value)) return 'must have a host, and in a password / as %2F, ? as %3F, # as %23 and @ as %40'
    // Clients decode the address, and a password may well contain this character.
    if (/%(?![0-9a-f]{2})/i.test(value)) return 'must encode the character % as %25'
    return undefined
  }
}

export const web = address('http:', 'https:')

export function databaseAddress(value: string) {
  const reason = address('postgres:', 'postgresql:')(value)
  if (reason) return reason
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = new URL(value).searchParams.get(name)
    const mistake = file && (name === 'sslkey' ? unreadable(file) : unreadableCertificates(file))
    if (mistake) return `names with ${name}=${file} ${mistake}`
  }
  return undefined
}

/** The address of a host, to which paths are appended. */
export function baseAddress(value: string) {
  const reason = address('http:', 'https:')(value)
  if (reason) return reason
  const { username, password, pathname } = new URL(value)
  if (username || password || /[?#]/.test(value)) return 'must not have a user, a query or a fragment'
  // Pages and the API link from the root of their host.
  return /^\/*$/.test(pathname) ? undefined : 'must not have a path, because Semel needs a host name of its own'
}

export function smtpAddress(value: string) {
  const reason = address('smtp:', 'smtps:')(value)
  if (reason) return reason
  const { protocol, username, searchParams } = new URL(value)
  if (![...searchParams].every(([name, text]) => SMTP_PARAMETERS.get(name)?.test(text))) {
    return (
      'allows only the parameters connections=<1 to 99>, messages=<1 to 9999>, idempotencyHeader=<name of a header>, ' +
      'tls=<required, opportunistic or off> and ca=<file>'
    )
  }
  const tls = searchParams.get('tls') ?? 'required'
  const ca = searchParams.get('ca')
  if (protocol === 'smtps:' && tls !== 'required') return `must begin with smtp:// for tls=${tls}`
  if (username && tls === 'opportunistic')
    return 'must not have a password with tls=opportunistic, which does not verify the relay'
  if (ca && tls !== 'required') return `cannot use ca=${ca} with tls=${tls}, which does not verify the relay`
  const mistake = ca && unreadableCertificates(ca)
  return mistake ? `names with ca=${ca} ${mistake}` : undefined
}

const SMTP_PARAMETERS = new Map([
  ['connections', /^[1-9]\d?$/],
  ['messages', /^[1-9]\d{0,3}$/],
  ['idempotencyHeader', /^[A-Za-z][A-Za-z0-9-]*$/],
  ['tls', /^(required|opportunistic|off)$/],
  ['ca', /./s],
])

/** Reads from SMTP_URL whether TLS is required, opportunistic or off. */
export function tlsOf(smtpUrl: string): string {
  const { protocol, username, searchParams } = new URL(smtpUrl)
  const isVerified = protocol === 'smtps:' || username || searchParams.has('ca')
  return searchParams.get('tls') ?? (isVerified ? 'required' : 'opportunistic')
}

function unreadableCertificates(file: string): string | undefined {
  const mistake = unreadable(file)
  if (mistake) return mistake
  try {
    new X509Certificate(readFileSync(file))
    return undefined
  } catch {
    return 'a file that is not a certificate in PEM'
  }
}

function unreadable(file: string): string | undefined {
  try {
    readFileSync(file)
    return undefined
  } catch (error) {
    return `a file that cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

export function smsAddress(value: string) {
  if (value === 'none') return undefined
  const reason = address('http:', 'https:')(value)
  if (reason) return reason
  const { username, password, searchParams } = new URL(value)
  if (!username || !password)
    return 'must contain the credentials: https://<account SID>:<auth token>@api.twilio.com?From=…'
  return searchParams.has('From') || searchParams.has('MessagingServiceSid')
    ? undefined
    : 'must name the sender: ?From=<number> or ?MessagingServiceSid=<SID>'
}

export function mailbox(value: string) {
  return /^[^@<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(value) ? undefined : 'must be an email address'
}

export function bareMailbox(value: string) {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(value) ? undefined : 'must be an email address without a name'
}

/** Even an invalid address may contain a password, which must not reach a terminal or a log. */
export function masked(value: string): string {
  return value.replace(/\/\/.*@/, '//***@')
}

/** @returns the reason, if passwords, codes or links would cross a network in the clear, or to somebody in between */
export function insecure(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, username, searchParams } = new URL(value)
  if (isLoopback(hostname)) return undefined
  if (protocol === 'smtp:' && tlsOf(value) === 'off')
    return `sends ${username ? 'its password' : 'links that set passwords'} without TLS, because of tls=off`
  if (protocol === 'smtp:' && tlsOf(value) === 'opportunistic')
    return 'does not verify the relay, which gets links that set passwords. Add tls=required, or ca=<its certificate>'
  if (protocol.startsWith('postgres')) {
    const isSocket = hostname === '' || searchParams.get('host')?.startsWith('/')
    // Other values of sslmode verify nothing, or will not after the next release of pg.
    if (isSocket || /^verify-(full|ca)$/.test(searchParams.get('sslmode') ?? '')) return undefined
    return 'must end with sslmode=verify-full, or everything can be read and changed on the way'
  }
  return protocol === 'http:' ? 'must begin with https://, or everything can be read on the way' : undefined
}

/**
 * Accepts an address, a network like `10.0.0.0/8`, or one of the names that represent private networks. A network of all
 * addresses is refused: who trusts everybody takes the address of a client from whatever the client says.
 */
export function network(value: string): boolean {
  const [ip = '', prefix, ...more] = value.split('/')
  if (/^(loopback|linklocal|uniquelocal)$/.test(value)) return true
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(ip)]!
  const isPrefix = (text: string) => /^\d{1,3}$/.test(text) && Number(text) > 0 && Number(text) <= bits
  return bits > 0 && more.length === 0 && (prefix === undefined || isPrefix(prefix))
}
