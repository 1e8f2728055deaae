/**
 * The meaning of errors of the database, and of the connection to it. Responses, probes, metrics and logs all use this one
 * classification of troubles.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The reasons why statements are refused; each is a label of `semel_writes_refused_total`, and an entry in docs/operating.md. */
export const TROUBLES = ['disk_full', 'locked', 'read_only', 'connections', 'resources', 'timeout', 'gone'] as const
export type Trouble = (typeof TROUBLES)[number]

/** @returns undefined when the error is no trouble of the database, such as a statement that it refused */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message } = error as { code?: string; message: string }
  if (isOutdated(error)) return 'gone'
  for (const [trouble, { codes, messages }] of Object.entries(SIGNS)) {
    if (codes.test(code) || messages?.test(message)) return trouble as Trouble
  }
  return isAccessRefused(error) ? 'gone' : undefined
}

/**
 * Tests whether the database could not be reached, is in trouble or was migrated; false when it refused a statement.
 */
export function isUnavailable(error: unknown): boolean {
  return troubleOf(error) !== undefined
}

/** Shortens an error for the log. Trouble of the database is logged with its cause; a hundred equal stacks would add nothing. */
export function loggedError(error: unknown): object {
  const trouble = troubleOf(error)
  if (!trouble) return { err: error }
  const { name: type, message, code } = error as NodeJS.ErrnoException
  return { trouble, err: { type, message, code } }
}

/** Passes over an error that says nothing but that the database is away. */
export function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** Tests whether a statement gave up because somebody else held a lock. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/**
 * Tests whether the database refused to encrypt or to let us in. While Semel runs, a password or a certificate is
 * being changed. At its start, DATABASE_URL is probably wrong.
 */
export function isAccessRefused(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return TLS_ERRORS.test(code) || /^28(P01|000)$/.test(code) || /SSL connection/.test(message)
}

/** "cached plan must not change result type", whatever language the server speaks. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

const TLS_ERRORS =
  /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/

/** SQLSTATEs, errors of the operating system, and messages of pg and PgBouncer, which have no code. */
const SIGNS: Record<Trouble, { codes: RegExp; messages?: RegExp }> = {
  disk_full: { codes: /^(53100|ENOSPC)$/ },
  /** Lock timeout; deadlock. */
  locked: { codes: /^(55P03|40P01)$/ },
  /** A standby, a former primary, or a setting. */
  read_only: { codes: /^25006$/ },
  connections: { codes: /^53300$/, messages: /no more connections allowed/ },
  /** Memory or a limit of the server; no free file descriptors or ports here. */
  resources: { codes: /^(53...|EMFILE|ENFILE|EADDRNOTAVAIL)$/ },
  /** Statement timeout; a transaction that made no progress for too long; our own deadlines. */
  timeout: { codes: /^(57014|25P03|ETIMEDOUT)$/, messages: /timeout exceeded when trying to connect|timeout expired/ },
  /**
   * Connection exception; shutdown or crash; input or output error. EAI_AGAIN, ENOTFOUND: a name that cannot be resolved.
   * The last message is for Citus (docs/decisions/035).
   */
  gone: {
    codes:
      /^(08...|57P0[1-5]|58...|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE)$/,
    messages:
      /Connection terminated|not queryable|connection has been discarded|could not find the intermediate result/,
  },
}

/** Tests whether `error` is a violation of the unique key or index `constraint`: another transaction won the race. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** A row refers to a user who was deleted at this moment. */
export function isUserGone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return false
  return /_(?:user|owner)_id_fkey$/.test(error.constraint ?? '')
}

/**
 * Repeats `work`, which is one transaction or one statement, when PostgreSQL rolled it back to end a deadlock. Our own
 * statements take locks in one order; an operator's or an import's may not.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED) || attempt === ATTEMPTS) throw error
      // Row locks are not granted in order of arrival. Without a pause we could take the other's lock once more.
      await sleep(attempt * 50)
    }
  }
}

const DEADLOCK_DETECTED = '40P01'
const ATTEMPTS = 3
