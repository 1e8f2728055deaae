/** The meaning of errors of the database and of the way to it. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Whether the database could not be reached, is in trouble or was migrated; false when it refused a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutdated(error)) return true
  const code = (error as { code?: string }).code ?? ''
  if (SYSTEM_ERRORS.test(code) || SQLSTATES.test(code) || isAccessRefused(error)) return true
  return MESSAGES.test(error.message)
}

/**
 * Whether the database refused to encrypt or to let us in. While Semel runs, a password or a certificate is being
 * changed. At its start, DATABASE_URL is probably wrong.
 */
export function isAccessRefused(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return TLS_ERRORS.test(code) || /^28(P01|000)$/.test(code) || /SSL connection/.test(message)
}

/** The last ones: a name that cannot be resolved, and a process or machine without free file descriptors or ports. */
const SYSTEM_ERRORS =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EADDRNOTAVAIL)$/

const TLS_ERRORS =
  /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/

/**
 * 08: connection exception; 57P0x: shutdown or crash; 57014, 55P03, 40P01: statement timeout, lock timeout, deadlock;
 * 53x: disk full, out of memory, too many connections; 58x: input or output error; 25006: a standby or former primary;
 * 25P03: a transaction that stood still too long
 */
const SQLSTATES = /^(08...|57P0[1-5]|57014|55P03|40P01|53...|58...|25006|25P03)$/

/** The last one is for Citus (docs/decisions/0210). */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|timeout expired|connection has been discarded|could not find the intermediate result/

/** Whether a statement gave up because somebody else held a lock. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether `error` is a violation of the unique key or index `constraint`: another transaction won the race. */
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

/** "cached plan must not change result type", whatever language the server speaks. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
