import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './schema.ts'

/** A page of a list. `countTo`: count no further, see `countRows`. */
export type Paging = { page: number; limit: number; countTo?: number }

/**
 * How many rows a query finds. With `countTo` no more than one beyond it are looked for, so that a long table costs what
 * a short one does; the answer `countTo + 1` then means "more".
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
