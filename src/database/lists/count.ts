import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Lists are counted up to here, so that a long one costs no more than a short one. */
export const COUNT_LIMIT = 10_000

/** Counts the rows that a query finds; `limit` + 1 means "more". */
export async function countRows<DB, T extends keyof DB>(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query
  rows: SelectQueryBuilder<DB, T, any>,
  limit = COUNT_LIMIT,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      rows
        .select(sql<number>`1`.as('one'))
        .limit(limit + 1)
        .as('found'),
    )
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
