import type { Kysely, Transaction } from 'kysely'

/** Every table. Each feature adds its own in its `tables.ts` by declaration merging, so the context knows no feature. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** Where a query may run: the pool or a transaction. */
export type Db = Kysely<Tables>

/** Where a write must run that belongs to its cause. A `Db` does not fit here, so a forgotten transaction is a type error. */
export type Tx = Transaction<Tables>
