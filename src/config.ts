/** The configuration: every setting, read once from the environment. */
import { resolve } from 'node:path'
import {
  bareMailbox,
  baseAddress,
  databaseAddress,
  mailbox,
  network,
  smsAddress,
  smtpAddress,
  web,
} from './config/addresses.ts'
import { asKey, predictable, tooShort } from './config/key.ts'
import { type DoubtfulName, sayDoubtfulName } from './config/names.ts'
import { asProxies, doubtfulProxies, proxies, type TrustedProxies } from './config/proxies.ts'
import { Settings } from './config/settings.ts'
import type { Said } from './words/text.ts'
import { t } from './words/words.ts'

/** A mistake of the operator. The command line shows the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Settings that no other start would accept either. */
export class WrongSettings extends StartError {}

/** A provider of payments, as far as the configuration knows it (payments/providers/provider.ts). */
type ConfigurableProvider = {
  readonly name: string
  readonly secrets: readonly string[]
  readAccount(settings: Settings): unknown
}

export type PaymentsConfig = {
  /** The account of each provider that is configured, by its name. Others can be asked nothing. */
  accounts: ReadonlyMap<string, unknown>
  /** The names of those that take new payments, in order; undefined: all that are configured. */
  offered: readonly string[] | undefined
}

export type Config = {
  production: boolean
  host: string
  /** 0: the system chooses (tests). */
  port: number
  /** Address of `operationsPort`: by default that of `port`. */
  operationsHost: string
  /** A port for health and metrics alone; undefined: they are on `port`. */
  operationsPort: number | undefined
  /** The proxies whose forwarded headers count. */
  trustedProxies: TrustedProxies
  /** Origins of browser apps that may call the API. */
  corsOrigins: string[]
  /** Has no trailing slash. Undefined means the address that HTTP listens on. */
  baseUrl: string | undefined
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** The address for sessions, locks and migrations, when DATABASE_URL is a pooler that keeps no sessions. */
  databaseDirectUrl: string | undefined
  /** The nodes that may answer reads, one address each. */
  databaseReadUrls: string[]
  /** Schema of the tables of this shop, if several shops share the database; undefined: `public`. */
  databaseSchema: string | undefined
  /** `synchronous`: a standby that takes over lacks nothing that was acknowledged. */
  failover: 'synchronous' | undefined
  /** The most connections that one process has open for requests or deliveries. */
  databasePool: number
  /** Providers of payments. Without any, the shop takes no payments online, or those of development. */
  payments: PaymentsConfig
  /** undefined: the embedded inbox. */
  smtpUrl: string | undefined
  /** Minutes after which an email in doubt is sent again, by kind of email. Without minutes an operator decides. */
  resendInDoubt: ReadonlyMap<string, number>
  /** undefined: the embedded inbox; 'none': this shop sends no text messages. */
  smsUrl: string | undefined
  /** Service that knows breached passwords; undefined: the bundled list decides alone. */
  breachedPasswordsUrl: string | undefined
  /** Number of text messages that may be sent in a day, in all. */
  smsPerDay: number
  /** The beginnings of the numbers that may get text messages, with the calling code: `+49`. Empty: all. */
  smsCountries: string[]
  /** Absolute. */
  dataDir: string
  mailFrom: string
  supportEmail: string
  /** The sender of the envelope, to which emails come back; undefined: that of MAIL_FROM. */
  bounceAddress: string | undefined
  /** Number of orders that an account may place in a day, and of those that it may cancel. */
  ordersPerDay: number
  /** Limits for the orders of an account that are neither paid nor in process; undefined: none. */
  openOrders: { orders: number; pieces: number } | undefined
  /** The key that replaces `secretKey` when `semel change-secret-key` runs. */
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
  /** Private networks to which webhooks may be sent: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`. */
  webhookNetworks: string[]
  /** Milliseconds between "not ready" and the end of accepting connections, in which load balancers look elsewhere. */
  drainDelay: number
  /** Variables that are nearly the name of a setting. */
  doubtfulNames: DoubtfulName[]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const COLLECTORS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
]

/**
 * Reads the whole configuration once.
 * @param providers the providers of payments that can be configured. Handed in, because payments come after the configuration
 * @throws StartError with one message that names every invalid or missing variable
 */
export function loadConfig(
  env: Record<string, string | undefined>,
  providers: readonly ConfigurableProvider[] = [],
): Config {
  const settings = new Settings(
    env,
    providers.flatMap(({ secrets }) => secrets),
  )
  const { production } = settings
  const config: Config = {
    production,
    host: settings.text('HOST') ?? '127.0.0.1',
    port: port(settings, 'PORT', 3000),
    operationsHost: settings.text('OPERATIONS_HOST') ?? settings.text('HOST') ?? '127.0.0.1',
    operationsPort: settings.text('OPERATIONS_PORT') ? port(settings, 'OPERATIONS_PORT', 0) : undefined,
    trustedProxies: asProxies(
      settings.required('TRUSTED_PROXIES', 'how many proxies are in front, their addresses, or none', proxies),
    ),
    corsOrigins: settings.list('CORS_ORIGINS', isOrigin, 'origins like https://shop.example'),
    baseUrl: settings.required('BASE_URL', 'the public address, for links in emails', baseAddress)?.replace(/\/+$/, ''),
    databaseUrl: settings.required('DATABASE_URL', 'a PostgreSQL >= 15', databaseAddress),
    databaseDirectUrl: settings.optional('DATABASE_DIRECT_URL', databaseAddress),
    databaseReadUrls: settings.addresses('DATABASE_READ_URL', /[\s,]+(?=postgres)/, databaseAddress),
    databaseSchema: settings.optional('DATABASE_SCHEMA', schemaName),
    failover: settings.optional('FAILOVER', synchronous) as 'synchronous' | undefined,
    databasePool: settings.number('DATABASE_POOL', 10, [5, 99]),
    smtpUrl: settings.required('SMTP_URL', 'the mail relay', smtpAddress),
    resendInDoubt: minutesByKind(settings),
    payments: paymentsConfig(settings, providers),
    smsUrl: settings.required('SMS_URL', 'a Twilio-compatible HTTP API, or none', smsAddress),
    breachedPasswordsUrl: settings.optional('BREACHED_PASSWORDS_URL', web),
    dataDir: resolve(settings.text('DATA_DIR') ?? '.semel'),
    mailFrom: settings.required('MAIL_FROM', 'the sender of emails', mailbox) ?? 'Semel <hello@semel.example>',
    supportEmail:
      settings.required('SUPPORT_EMAIL', 'the recipient of contact messages', mailbox) ?? 'support@semel.example',
    bounceAddress: settings.optional('BOUNCE_ADDRESS', bareMailbox),
    smsPerDay: settings.number('SMS_PER_DAY', 1000, [1, 999_999_999]),
    smsCountries: settings.list('SMS_COUNTRIES', isCallingCode, 'calling codes like +49,+43'),
    ordersPerDay: settings.number('ORDERS_PER_DAY', 1000, [1, 999_999_999]),
    openOrders: openOrders(settings),
    secretKey: key(settings.required('SECRET_KEY', 'it encrypts the service key (TOTP seeds, email links)', tooShort)),
    newSecretKey: key(
      settings.optional('NEW_SECRET_KEY', value => tooShort(value) ?? (production ? predictable(value) : undefined)),
    ),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    telemetry:
      Object.keys(env).some(name => /^OTEL_./.test(name) && settings.text(name)) &&
      settings.text('OTEL_SDK_DISABLED') !== 'true',
    databaseWait: settings.duration('DATABASE_WAIT', '60s'),
    unpaidOrdersExpire: settings.text('UNPAID_ORDERS_EXPIRE') ? settings.days('UNPAID_ORDERS_EXPIRE', 0) : undefined,
    auditLogKept: settings.days('AUDIT_LOG_KEPT', 400),
    deliveriesKept: settings.text('DELIVERIES_KEPT') ? settings.days('DELIVERIES_KEPT', 0) : undefined,
    drainDelay: settings.duration('DRAIN_DELAY', production ? '8s' : '0s'),
    eventsKept: settings.days('EVENTS_KEPT', 90),
    webhookNetworks:
      settings.text('WEBHOOK_NETWORKS') || production ? networks(settings, 'WEBHOOK_NETWORKS') : ['loopback'],
    doubtfulNames: [],
  }
  for (const name of COLLECTORS) settings.optional(name, web)
  config.doubtfulNames = settings.doubts()
  if (settings.mistakes.length > 0) {
    throw new WrongSettings(
      `The configuration is invalid:\n${settings.mistakes.map(mistake => `  ${mistake}`).join('\n')}`,
    )
  }
  return config
}

/** Settings that are accepted and probably not meant. Commands that serve, `doctor` and /admin/health name them. */
export function doubtsAbout({ production, baseUrl, trustedProxies, doubtfulNames }: Config): Said[] {
  const isOnline = !production && baseUrl?.startsWith('https:')
  const isBehindNobody = Array.isArray(trustedProxies) && trustedProxies.length === 0
  const doubts = [
    isOnline
      ? t(
          'BASE_URL begins with https://, but NODE_ENV is not production: metrics are public, and weak settings are accepted. Set NODE_ENV=production',
        )
      : undefined,
    // Semel itself speaks no TLS.
    production && baseUrl?.startsWith('https:') && isBehindNobody
      ? t(
          'BASE_URL begins with https://, so a proxy that ends TLS is in front. With TRUSTED_PROXIES=none every client has the address of that proxy, and all share one rate limit. Name its address, or say how many a request passes: TRUSTED_PROXIES=1',
        )
      : undefined,
    doubtfulProxies(trustedProxies),
    ...doubtfulNames.map(sayDoubtfulName),
  ]
  return doubts.filter(doubt => doubt !== undefined)
}

function port(settings: Settings, name: string, otherwise: number): number {
  return settings.number(name, otherwise, [0, 65535])
}

function networks(settings: Settings, name: string): string[] {
  return settings.list(name, network, 'addresses, networks, loopback, linklocal or uniquelocal')
}

function key(secret: string | undefined): Buffer | undefined {
  return secret === undefined ? undefined : asKey(secret)
}

function openOrders(settings: Settings): Config['openOrders'] {
  const orders = settings.number('OPEN_ORDERS', 200, [1, 999_999_999])
  const pieces = settings.number('OPEN_PIECES', 1000, [1, 999_999_999])
  // Tests and demonstrations place many orders that nobody pays.
  const isLimited = settings.production || settings.text('OPEN_ORDERS') || settings.text('OPEN_PIECES')
  return isLimited ? { orders, pieces } : undefined
}

/** PAYMENT_PROVIDERS leaves out a provider that is to finish what it began, and to begin nothing anymore. */
function paymentsConfig(settings: Settings, providers: readonly ConfigurableProvider[]): PaymentsConfig {
  const read = providers.map(provider => [provider.name, provider.readAccount(settings)] as const)
  const accounts = new Map(read.filter(([, account]) => account !== undefined))
  const known = [...providers.map(({ name }) => name), 'none']
  const listed = settings.list('PAYMENT_PROVIDERS', name => known.includes(name), known.join(', '))
  const offered = listed.filter(name => name !== 'none')
  if (listed.includes('none') && offered.length > 0)
    settings.mistakes.push('PAYMENT_PROVIDERS can be none, or a list of providers, not both')
  for (const name of offered.filter(name => known.includes(name) && !accounts.has(name)))
    settings.mistakes.push(`PAYMENT_PROVIDERS names ${name}, whose settings ${name.toUpperCase()}_… are missing`)
  return { accounts, offered: listed.length === 0 ? undefined : [...new Set(offered)] }
}

function minutesByKind(settings: Settings): Map<string, number> {
  const [entries = ''] = settings.matching(
    'RESEND_IN_DOUBT',
    '',
    /^([a-z_.]+:[1-9]\d{0,4}(\s*,\s*[a-z_.]+:[1-9]\d{0,4})*)?$/,
    'kinds of email with minutes, like order.shipped:10',
  )
  const pairs = entries
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map(entry => entry.split(':') as [string, string])
  return new Map(pairs.map(([kind, minutes]) => [kind, Number(minutes)]))
}

function synchronous(value: string) {
  return value === 'synchronous' ? undefined : 'can only be synchronous'
}

function isCallingCode(text: string): boolean {
  return /^\+[1-9]\d{0,6}$/.test(text)
}

/** Short enough for names that are made from it. */
function schemaName(value: string) {
  return /^(?!pg_|semel_extensions$)[a-z][a-z0-9_]{0,39}$/.test(value)
    ? undefined
    : 'must be a name of up to 40 small letters, digits and _'
}

/** Written as browsers do in `Origin`: scheme, host and port only. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
