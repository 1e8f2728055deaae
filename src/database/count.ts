import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './schema.ts'

/** A page of a list; for `countTo` see `countRows`. */
export type Paging = { page: number; limit: number; countTo?: number }

/**
 * How many rows a query finds. With `countTo` it stops at `countTo + 1`, which means "more". So a long table costs no
 * more than a short one.
 */
export async function countRows<T extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, object>,
  countTo?: number,
): Promise<number> {
  const found = rows.select(sql<number>`1`.as('one'))
  const { count } = await db
    .selectFrom((countTo === undefined ? found : found.limit(countTo + 1)).as('found'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
