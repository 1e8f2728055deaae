import type { Argon2Parameters } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'
import type { Clock } from './time.ts'

/** The cost of one password hash; memory in KiB. */
export type PasswordCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** The resources that every feature uses. The command line opens them once and passes them down; none is global. */
export type AppContext = {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** 32 bytes that encrypt TOTP seeds at rest and sign links in emails. */
  serviceKey: Buffer
  /** The public address, without a trailing slash. Known once HTTP listens. */
  baseUrl: () => string
  /** Set only by tests, to save time. No setting changes it. */
  passwordCost?: PasswordCost
}
