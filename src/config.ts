import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MINUTE, SECOND } from './time.ts'

/** A mistake of the operator. The command line shows the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

export type Config = {
  production: boolean
  host: string
  /** 0: the system chooses (tests). */
  port: number
  /** Without a trailing slash; undefined: the address that HTTP listens on. */
  baseUrl: string | undefined
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** undefined: the embedded inbox. */
  smtpUrl: string | undefined
  /** Minutes after which an email in doubt is sent again, by kind of email. Without minutes an operator decides. */
  resendInDoubt: ReadonlyMap<string, number>
  smsUrl: string | undefined
  /** How many text messages may be sent in a day, in all. */
  smsPerDay: number
  /** The beginnings of the numbers that may get text messages, with the calling code: `+49`. Empty: all. */
  smsCountries: string[]
  /** Absolute. */
  dataDir: string
  mailFrom: string
  supportEmail: string
  /** How many orders an account may place in a day, and how many it may cancel. */
  ordersPerDay: number
  /** 32 bytes; undefined: generated at the first start and stored in `dataDir`. */
  secretKey: Buffer | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** One of OpenTelemetry's variables is set; its SDK reads them. */
  telemetry: boolean
  /** Milliseconds for which a service that starts waits for its database. */
  databaseWait: number
  /** Milliseconds between "not ready" and the end of accepting connections, in which load balancers look elsewhere. */
  drainDelay: number
}

const COLLECTORS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/**
 * Reads the whole configuration once.
 * @throws StartError with one message that names every invalid or missing variable
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const production = env.NODE_ENV === 'production'

  const text = (name: string) => env[name]?.trim() || undefined
  const wrong = (name: string, reason: string) => {
    mistakes.push(`${name} ${reason}`)
    return undefined
  }
  const setting = (name: string, purpose: string, check: (value: string) => string | undefined) => {
    const value = text(name)
    if (value === undefined) return production ? wrong(name, `is required in production: ${purpose}`) : undefined
    const reason = check(value)
    return reason === undefined ? value : wrong(name, `${reason}, not ${JSON.stringify(masked(value))}`)
  }
  const port = () => {
    const value = text('PORT') ?? '3000'
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value)
    wrong('PORT', `must be a whole number from 0 to 65535, not ${JSON.stringify(value)}`)
    return 0
  }
  const logLevel = () => {
    const value = text('LOG_LEVEL') ?? (production ? 'info' : 'warn')
    const level = LOG_LEVELS.find(l => l === value)
    if (!level) wrong('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}`)
    return level ?? 'warn'
  }
  const duration = (name: string, otherwise: string) => {
    const value = text(name) ?? otherwise
    const [, number, unit = 's'] = /^(\d{1,6}(?:\.\d+)?) ?(ms|s|m)?$/.exec(value) ?? []
    if (number === undefined) wrong(name, `must be a duration like 5s or 500ms, not ${JSON.stringify(value)}`)
    return Number(number) * { ms: 1, s: SECOND, m: MINUTE }[unit]!
  }
  const resendInDoubt = () => {
    const value = text('RESEND_IN_DOUBT')
    if (value !== undefined && !/^[a-z_.]+:[1-9]\d{0,4}(?:\s*,\s*[a-z_.]+:[1-9]\d{0,4})*$/.test(value)) {
      wrong(
        'RESEND_IN_DOUBT',
        `must be kinds of email with minutes, like order.shipped:10, not ${JSON.stringify(value)}`,
      )
      return new Map()
    }
    const entries = value?.split(/\s*,\s*/).map(entry => entry.split(':') as [string, string]) ?? []
    return new Map(entries.map(([kind, minutes]) => [kind, Number(minutes)]))
  }
  const smsCountries = () => {
    const prefixes = text('SMS_COUNTRIES')?.split(/[\s,]+/) ?? []
    if (!prefixes.every(prefix => /^\+[1-9]\d{0,6}$/.test(prefix))) {
      wrong('SMS_COUNTRIES', `must be calling codes like +49,+43, not ${JSON.stringify(text('SMS_COUNTRIES'))}`)
    }
    return prefixes
  }
  const count = (name: string, otherwise: number) => {
    const value = text(name) ?? String(otherwise)
    if (!/^[1-9]\d{0,8}$/.test(value)) {
      wrong(name, `must be a whole number from 1 to 999999999, not ${JSON.stringify(value)}`)
    }
    return Number(value)
  }
  const secretKey = setting('SECRET_KEY', 'it encrypts the service key (TOTP seeds, email links)', tooWeak)

  const config: Config = {
    production,
    host: text('HOST') ?? '127.0.0.1',
    port: port(),
    baseUrl: setting('BASE_URL', 'the public address, for links in emails', address('http:', 'https:'))?.replace(
      /\/+$/,
      '',
    ),
    databaseUrl: setting('DATABASE_URL', 'a PostgreSQL >= 15', address('postgres:', 'postgresql:')),
    smtpUrl: setting('SMTP_URL', 'the mail relay', smtpAddress),
    resendInDoubt: resendInDoubt(),
    smsUrl: setting('SMS_URL', 'a Twilio-compatible HTTP API', smsAddress),
    dataDir: resolve(text('DATA_DIR') ?? '.semel'),
    mailFrom: setting('MAIL_FROM', 'the sender of emails', mailbox) ?? 'Semel <hello@semel.example>',
    supportEmail: setting('SUPPORT_EMAIL', 'the recipient of contact messages', mailbox) ?? 'support@semel.example',
    smsPerDay: count('SMS_PER_DAY', 1000),
    smsCountries: smsCountries(),
    ordersPerDay: count('ORDERS_PER_DAY', 1000),
    secretKey: secretKey === undefined ? undefined : asKey(secretKey),
    logLevel: logLevel(),
    telemetry:
      Object.keys(env).some(name => /^OTEL_./.test(name) && text(name)) && text('OTEL_SDK_DISABLED') !== 'true',
    databaseWait: duration('DATABASE_WAIT', '60s'),
    drainDelay: duration('DRAIN_DELAY', production ? '5s' : '0s'),
  }
  for (const name of COLLECTORS) {
    const value = text(name)
    const reason = value === undefined ? undefined : address('http:', 'https:')(value)
    if (reason) wrong(name, `${reason}, not ${JSON.stringify(masked(value!))}`)
  }
  if (mistakes.length > 0) {
    throw new StartError(`The configuration is invalid:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`)
  }
  return config
}

/** @returns the reason, if the SECRET_KEY is too weak */
export function tooWeak(value: string): string | undefined {
  return Buffer.byteLength(value) < 32 ? 'must be at least 32 characters of random text' : undefined
}

/** The 32 bytes of a SECRET_KEY. */
export function asKey(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function address(...protocols: string[]) {
  return (value: string) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      return `must be an address that begins with ${protocols.map(p => `${p}//`).join(' or ')}`
    }
    // Clients decode the address, and a password may well contain this character.
    if (/%(?![0-9a-f]{2})/i.test(value)) return 'must encode the character % as %25'
    return undefined
  }
}

function smtpAddress(value: string) {
  const reason = address('smtp:', 'smtps:')(value)
  if (reason) return reason
  const { protocol, username, searchParams } = new URL(value)
  for (const [name, text] of searchParams) {
    if (name === 'connections' && /^[1-9]\d?$/.test(text)) continue
    if (name === 'idempotencyHeader' && /^[A-Za-z][A-Za-z0-9-]*$/.test(text)) continue
    if (name === 'tls' && /^(required|opportunistic|off)$/.test(text)) continue
    if (name === 'ca' && text) continue
    return 'allows only the parameters connections=<1 to 99>, idempotencyHeader=<name of a header>, tls=<required, opportunistic or off> and ca=<file>'
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

function unreadableCertificates(file: string): string | undefined {
  try {
    new X509Certificate(readFileSync(file))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall
      ? `a file that cannot be read (${(error as NodeJS.ErrnoException).code})`
      : 'a file that is not a certificate in PEM'
  }
}

function smsAddress(value: string) {
  const reason = address('http:', 'https:')(value)
  if (reason) return reason
  const { username, password, searchParams } = new URL(value)
  if (!username || !password)
    return 'must contain the credentials: https://<account SID>:<auth token>@api.twilio.com?From=…'
  return searchParams.has('From') || searchParams.has('MessagingServiceSid')
    ? undefined
    : 'must name the sender: ?From=<number> or ?MessagingServiceSid=<SID>'
}

function mailbox(value: string) {
  return /^[^@<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(value) ? undefined : 'must be an email address'
}

/** Even an invalid address may contain a password, which must not reach a terminal or a log. */
function masked(value: string): string {
  return value.replace(/\/\/[^@/]*@/, '//***@')
}
