import { retryOnDeadlock } from './errors.ts'
import type { Db, Tx } from './schema.ts'

/** Runs the one transaction of a command: on its own, or in that of a request with an Idempotency-Key. */
export type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Runs a command in the transaction that brings it, such as that of an Idempotency-Key, or else in one of its own. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : retryOnDeadlock(() => db.transaction().execute(work))
}
