import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { address, insecure, mailbox, masked, network, smsAddress, smtpAddress } from './config/addresses.ts'
import { asKey, predictable, tooShort } from './config/key.ts'
import { DAY, MINUTE, SECOND } from './time.ts'

/** A mistake of the operator. The command line shows the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

export type Config = {
  production: boolean
  host: string
  /** 0: the system chooses (tests). */
  port: number
  /** A port for health and metrics alone; undefined: they are on `port`. */
  operationsPort: number | undefined
  /** Proxies whose forwarded headers count: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`. */
  trustedProxies: string[]
  /** Origins of browser apps that may call the API. */
  corsOrigins: string[]
  /** Without a trailing slash; undefined: the address that HTTP listens on. */
  baseUrl: string | undefined
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** For sessions, locks and migrations, when DATABASE_URL is a pooler that keeps no sessions. */
  databaseDirectUrl: string | undefined
  /** The nodes that may answer reads, one address each. */
  databaseReadUrls: string[]
  /** Where the tables of this shop are, if several shops share the database; undefined: `public`. */
  databaseSchema: string | undefined
  /** `synchronous`: a standby that takes over lacks nothing that was acknowledged. */
  failover: 'synchronous' | undefined
  /** The most connections that one process has open for requests or deliveries. */
  databasePool: number
  /** undefined: the embedded inbox. */
  smtpUrl: string | undefined
  /** Minutes after which an email in doubt is sent again, by kind of email. Without minutes an operator decides. */
  resendInDoubt: ReadonlyMap<string, number>
  /** undefined: the embedded inbox; 'none': this shop sends no text messages. */
  smsUrl: string | undefined
  /** Where to ask for breached passwords; undefined: the bundled list decides alone. */
  breachedPasswordsUrl: string | undefined
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
  /** Limits for the orders of an account that are neither paid nor in process; undefined: none. */
  openOrders: { orders: number; pieces: number } | undefined
  /** What `semel change-secret-key` makes the secret key. */
  newSecretKey: Buffer | undefined
  /** 32 bytes; undefined: generated at the first start and stored in `dataDir`. */
  secretKey: Buffer | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** One of OpenTelemetry's variables is set; its SDK reads them. */
  telemetry: boolean
  /** Milliseconds for which a service that starts waits for its database. */
  databaseWait: number
  /** Milliseconds after which an unpaid order is cancelled; undefined: never. */
  unpaidOrdersExpire: number | undefined
  /** Milliseconds for which the audit log keeps an entry. */
  auditLogKept: number
  /** Milliseconds for which the delivery log keeps a delivery that has ended; undefined: forever. */
  deliveriesKept: number | undefined
  /** Milliseconds for which the event feed and the log of webhooks keep an event. */
  eventsKept: number
  /** Private networks to which webhooks may be sent: as `trustedProxies`. */
  webhookNetworks: string[]
  /** Milliseconds between "not ready" and the end of accepting connections, in which load balancers look elsewhere. */
  drainDelay: number
}

const NETWORKS = 'addresses, networks, loopback, linklocal or uniquelocal'

const COLLECTORS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
]

/** Settings that can also be read from the file that `<name>_FILE` names, as Docker and systemd provide secrets. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_URL',
  'SECRET_KEY',
  'NEW_SECRET_KEY',
]

/** Settings that production refuses when they are weak or not encrypted. ALLOW_INSECURE lists exceptions. */
const GUARDED = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_URL',
  'BASE_URL',
]

/** @returns the reason why a value is refused */
type Check = (value: string) => string | undefined

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/**
 * Reads the whole configuration once.
 * @throws StartError with one message that names every invalid or missing variable
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const production = env.NODE_ENV === 'production'

  const text = (name: string) => env[name]?.trim() || (SECRETS.includes(name) ? secretIn(`${name}_FILE`) : undefined)
  const secretIn = (name: string) => {
    const file = env[name]?.trim()
    if (!file) return undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      return wrong(name, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
    }
  }
  const wrong = (name: string, reason: string) => {
    mistakes.push(`${name} ${reason}`)
    return undefined
  }
  const refused = (name: string, reason: string, value: string) =>
    wrong(name, name.endsWith('SECRET_KEY') ? reason : `${reason}, not ${JSON.stringify(masked(value))}`)
  const list = (name: string, check: (item: string) => boolean, expected: string) => {
    const items =
      text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? []
    const strange = items.find(item => !check(item))
    if (strange !== undefined) wrong(name, `must be a list of ${expected}, not ${JSON.stringify(strange)}`)
    return items
  }
  const allowed = list('ALLOW_INSECURE', item => GUARDED.includes(item), GUARDED.join(', '))
  const setting = (name: string, purpose: string, check: Check) => {
    const value = text(name)
    if (value === undefined) return production ? wrong(name, `is required in production: ${purpose}`) : undefined
    const reason = check(value)
    if (reason !== undefined) return refused(name, reason, value)
    return guarded(name, value)
  }
  const guarded = (name: string, value: string) => {
    const danger = production && !allowed.includes(name) ? (name === 'SECRET_KEY' ? predictable : insecure)(value) : ''
    return danger ? wrong(name, `${danger}. If that is meant, add ${name} to ALLOW_INSECURE`) : value
  }
  const optional = (name: string, check: Check) => {
    const value = text(name)
    const reason = value === undefined ? undefined : check(value)
    if (reason !== undefined) return refused(name, reason, value!)
    return value !== undefined && GUARDED.includes(name) ? guarded(name, value) : value
  }
  const readUrls = () =>
    (text('DATABASE_READ_URL')?.split(/[\s,]+(?=postgres)/) ?? []).flatMap(url => {
      const reason = address('postgres:', 'postgresql:')(url)
      return (reason ? refused('DATABASE_READ_URL', reason, url) : guarded('DATABASE_READ_URL', url)) ?? []
    })
  const poolSize = () => {
    const value = text('DATABASE_POOL') ?? '10'
    if (!/^([5-9]|[1-9]\d)$/.test(value))
      wrong('DATABASE_POOL', `must be a whole number from 5 to 99, not ${JSON.stringify(value)}`)
    return Number(value)
  }
  const port = (name: string, otherwise?: string) => {
    const value = text(name) ?? otherwise
    if (value === undefined) return undefined
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value)
    wrong(name, `must be a whole number from 0 to 65535, not ${JSON.stringify(value)}`)
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
  const days = (name: string, otherwise: string) => {
    const value = text(name) ?? otherwise
    if (!/^[1-9]\d{0,3}$/.test(value))
      wrong(name, `must be a number of days from 1 to 9999, not ${JSON.stringify(value)}`)
    return Number(value) * DAY
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
  const openOrders = () => {
    const [orders, pieces] = [count('OPEN_ORDERS', 200), count('OPEN_PIECES', 1000)]
    // Tests and demonstrations place many orders that nobody pays.
    return production || text('OPEN_ORDERS') || text('OPEN_PIECES') ? { orders, pieces } : undefined
  }
  const secretKey = setting('SECRET_KEY', 'it encrypts the service key (TOTP seeds, email links)', tooShort)
  const newSecretKey = optional(
    'NEW_SECRET_KEY',
    value => tooShort(value) ?? (production ? predictable(value) : undefined),
  )

  const config: Config = {
    production,
    host: text('HOST') ?? '127.0.0.1',
    port: port('PORT', '3000')!,
    operationsPort: port('OPERATIONS_PORT'),
    trustedProxies: list('TRUSTED_PROXIES', network, NETWORKS),
    corsOrigins: list('CORS_ORIGINS', isOrigin, 'origins like https://shop.example'),
    baseUrl: setting('BASE_URL', 'the public address, for links in emails', address('http:', 'https:'))?.replace(
      /\/+$/,
      '',
    ),
    databaseUrl: setting('DATABASE_URL', 'a PostgreSQL >= 15', address('postgres:', 'postgresql:')),
    databaseDirectUrl: optional('DATABASE_DIRECT_URL', address('postgres:', 'postgresql:')),
    databaseReadUrls: readUrls(),
    databaseSchema: optional('DATABASE_SCHEMA', schemaName),
    failover: optional('FAILOVER', value => (value === 'synchronous' ? undefined : 'can only be synchronous')) as
      | 'synchronous'
      | undefined,
    databasePool: poolSize(),
    smtpUrl: setting('SMTP_URL', 'the mail relay', smtpAddress),
    resendInDoubt: resendInDoubt(),
    smsUrl: setting('SMS_URL', 'a Twilio-compatible HTTP API, or none', smsAddress),
    breachedPasswordsUrl: optional('BREACHED_PASSWORDS_URL', address('http:', 'https:')),
    dataDir: resolve(text('DATA_DIR') ?? '.semel'),
    mailFrom: setting('MAIL_FROM', 'the sender of emails', mailbox) ?? 'Semel <hello@semel.example>',
    supportEmail: setting('SUPPORT_EMAIL', 'the recipient of contact messages', mailbox) ?? 'support@semel.example',
    smsPerDay: count('SMS_PER_DAY', 1000),
    smsCountries: smsCountries(),
    ordersPerDay: count('ORDERS_PER_DAY', 1000),
    openOrders: openOrders(),
    newSecretKey: newSecretKey === undefined ? undefined : asKey(newSecretKey),
    secretKey: secretKey === undefined ? undefined : asKey(secretKey),
    logLevel: logLevel(),
    telemetry:
      Object.keys(env).some(name => /^OTEL_./.test(name) && text(name)) && text('OTEL_SDK_DISABLED') !== 'true',
    databaseWait: duration('DATABASE_WAIT', '60s'),
    unpaidOrdersExpire: text('UNPAID_ORDERS_EXPIRE') ? days('UNPAID_ORDERS_EXPIRE', '') : undefined,
    auditLogKept: days('AUDIT_LOG_KEPT', '400'),
    deliveriesKept: text('DELIVERIES_KEPT') ? days('DELIVERIES_KEPT', '') : undefined,
    drainDelay: duration('DRAIN_DELAY', production ? '8s' : '0s'),
    eventsKept: days('EVENTS_KEPT', '90'),
    webhookNetworks:
      text('WEBHOOK_NETWORKS') || production ? list('WEBHOOK_NETWORKS', network, NETWORKS) : ['loopback'],
  }
  for (const name of COLLECTORS) optional(name, address('http:', 'https:'))
  if (mistakes.length > 0) {
    throw new StartError(`The configuration is invalid:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`)
  }
  return config
}

/** Short enough for names that are made from it. */
function schemaName(value: string) {
  return /^(?!pg_|semel_extensions$)[a-z][a-z0-9_]{0,39}$/.test(value)
    ? undefined
    : 'must be a name of up to 40 small letters, digits and _'
}

/** As browsers write it in `Origin`: scheme, host and port, nothing behind them. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
