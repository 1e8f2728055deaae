import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './schema.ts'

export type Paging = { page: number; limit: number }

/** Lists are counted up to here, so that a long one costs no more than a short one. */
export const COUNT_LIMIT = 10_000

/** How many rows a query finds; COUNT_LIMIT + 1 means "more". */
export async function countRows<T extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      rows
        .select(sql<number>`1`.as('one'))
        .limit(COUNT_LIMIT + 1)
        .as('found'),
    )
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
