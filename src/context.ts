/** The context: the resources that every feature gets handed. */
import type { Argon2Parameters } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { ReadRouter } from './database/replicas/reader.ts'
import type { Db } from './database/schema.ts'
import type { Inbox } from './mail/relay.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Clock } from './time.ts'

/** The cost of one password hash; memory in KiB. */
export type PasswordCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** The resources that every feature uses. The command line opens them once and passes them down; none is global. */
export type AppContext = {
  config: Config
  db: Db
  /** Routes reads to replicas, or to the primary. */
  reader: ReadRouter
  /** Address of the database for a command with a connection of its own, past a pooler. */
  databaseUrl: string
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  /** 32 bytes that encrypt TOTP seeds at rest and sign links in emails. */
  serviceKey: Buffer
  /** The public address, without a trailing slash. Known once HTTP listens. */
  baseUrl: () => string
  /** Undefined in production. */
  development?: Development
  /** Set only by tests, to save time. No setting changes it. */
  passwordCost?: PasswordCost
  /** Set only by tests: the milliseconds that a request may wait for the database. */
  databaseTime?: number
  /** Set only by tests: the milliseconds in which a body has to arrive. */
  bodyTimes?: { usual: number; file: number }
}

/**
 * The parts of Semel that exist for development only. `src/dev` implements them, and `cli/open.ts` loads that folder
 * outside production only.
 */
export type Development = {
  /** Receives emails while SMTP_URL is not set, and can be asked about an attempt to send one. */
  inbox: Inbox
  /** Takes payments while no provider is configured. It speaks the protocol of one. */
  payments: {
    open: (context: Pick<AppContext, 'config' | 'db' | 'baseUrl'>) => Promise<AsyncDisposable>
    /** Undefined when none is open. */
    find: (db: Db) => Promise<{ provider: string; account: unknown } | undefined>
  }
  /** Keeps text messages while SMS_URL is not set. */
  keepSms: (db: Db, sms: { to: string; text: string }) => Promise<void>
  /** The address of a VIES that checks VAT IDs of buyers, at this origin. */
  viesAddress: (origin: string) => string
  /** Adds the routes and pages below /dev. */
  addPages: (app: FastifyInstance, context: AppContext) => void
  /** Fills an empty database with demo data. @returns false when the database is in use */
  seed: (context: AppContext) => Promise<boolean>
  /** The account with which a developer tries the console. */
  admin: { email: string; password: string }
  /** The text that `semel start` prints: addresses, demo accounts and a demo API key. */
  welcome: (context: AppContext, origin: string) => Promise<string>
}
