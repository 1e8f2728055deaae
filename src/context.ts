import type { Argon2Parameters } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'
import type { Clock } from './time.ts'

/** What one password hash costs: memory in KiB. */
export type PasswordCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

/** What every feature stands on; opened once in main.ts and passed down, never imported as a global. */
export type AppContext = {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** 32 bytes that encrypt seeds at rest and sign what e-mails carry. */
  serviceKey: Buffer
  /** The public address, without a trailing slash; known once HTTP listens. */
  baseUrl: () => string
  /** Only tests set it, to save time. No setting does: in production `accounts/passwords/hashing.ts` decides. */
  passwordCost?: PasswordCost
}
