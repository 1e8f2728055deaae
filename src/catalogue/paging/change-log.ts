import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { Place } from '../tables.ts'

/** A row of the log as it is read; see migrations/051. */
export type Change = { product_id: number | null; was: Place | null; now: Place | null; words: boolean }

/** What a statement saw beside its own subject: its snapshot, and what changed since an earlier one. */
export type News = {
  snapshot: string
  /** undefined: more than is worth telling, or forgotten. */
  changes: Change[] | undefined
}

/** What a statement selects to learn the news; read it with `newsOf`. */
export type NewsRow = { snapshot: string; forgotten: boolean; changes: Change[] | null }

const MOST = 10_000

/**
 * The columns of a `NewsRow`, to be selected beside whatever else a statement reads: both then belong to one snapshot.
 *
 * A change is new when its transaction is not visible in `snapshot` (and is visible now, or the row could not be read).
 * Numbers cannot tell that, because transactions do not commit in the order in which they take numbers. Transactions
 * below the snapshot's xmin are visible in it for certain, so the index on xid leaves only the rest to be looked at.
 * Those from beyond the present are of another life of the database, which was dumped and restored.
 */
export function newsSince(snapshot: string): RawBuilder<unknown> {
  const since = sql`${snapshot}::pg_snapshot`
  return sql`
    pg_current_snapshot()::text as snapshot,
    (select before > pg_snapshot_xmin(${since}) from product_changes_forgotten) as forgotten,
    (
      select json_agg(change) from (
        select product_id, was, now, words from product_changes
        where xid >= pg_snapshot_xmin(${since}) and xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(xid, ${since})
        limit ${sql.lit(MOST + 1)}
      ) change
    ) as changes`
}

export function newsOf({ snapshot, forgotten, changes }: NewsRow): News {
  const list = changes ?? []
  const told = !forgotten && list.length <= MOST && list.every(change => change.product_id !== null)
  return { snapshot, changes: told ? list : undefined }
}

/**
 * Forgets changes of more than an hour ago, and those of another life of the database. Whoever remembers a state from
 * before counts anew.
 */
export async function forgetChanges(db: Db): Promise<void> {
  await sql`
    with bound as (
      select max(xid) as xid from product_changes
      where at < now() - interval '1 hour' and xid < pg_snapshot_xmin(pg_current_snapshot())
    ), gone as (
      delete from product_changes using bound
      where product_changes.xid < bound.xid or product_changes.xid >= pg_snapshot_xmax(pg_current_snapshot())
    )
    update product_changes_forgotten set before = bound.xid from bound where bound.xid > before
  `.execute(db)
}
