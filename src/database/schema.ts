import type { Kysely, Transaction } from 'kysely'

/** Every table. Each feature adds its own in its `tables.ts` by declaration merging, so shared code knows no feature. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** A query may run on the pool or in a transaction. */
export type Db = Kysely<Tables>

/** A write that belongs to its cause takes a transaction. A `Db` does not fit, so a forgotten one is a type error. */
export type Tx = Transaction<Tables>

/** The largest id. PostgreSQL's `bigint` goes further, but a JSON number does not hold more exactly. */
export const ID_MAX = Number.MAX_SAFE_INTEGER

/** The largest value of PostgreSQL's `int`. */
export const INT_MAX = 2_147_483_647

/** Largest amount in minor units: as exact in JSON as in PostgreSQL. No price and no total of an order is higher. */
export const PRICE_MAX = Number.MAX_SAFE_INTEGER
