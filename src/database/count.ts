import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

export type Paging = { page: number; limit: number }

/** Lists are counted up to here, so that a long one costs no more than a short one. */
export const COUNT_LIMIT = 10_000

/** How many rows a query finds; COUNT_LIMIT + 1 means "more". */
// biome-ignore lint/suspicious/noExplicitAny: rows of any query
export async function countRows<DB, T extends keyof DB>(db: Db, rows: SelectQueryBuilder<DB, T, any>): Promise<number> {
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
