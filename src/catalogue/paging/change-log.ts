/** The log of changes to product lists, which keeps a list index exact. */
import { type RawBuilder, sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { ListPosition } from '../tables.ts'

/** A row of `product_changes` (migrations/001_baseline.sql). `was` or `now` is null when the product was or is on no list. */
export type Change = { product_id: number; was: ListPosition | null; now: ListPosition | null }

/** The changes between an earlier snapshot and the one that a statement saw. */
export type ChangesSince = {
  snapshot: string
  /** Says whether anything changed, also what no list shows in another place, such as the stock. */
  isChanged: boolean
  /** The products that moved in a list. undefined: too many to list, or already deleted from the log. */
  changes: Change[] | undefined
}

/** The columns that `changesSince` adds to a statement; read them with `parseChanges`. */
export type ChangesRow = {
  snapshot: string
  is_cut: boolean
  is_changed: boolean
  changes: (Change | { product_id: null })[] | null
}

/** Above this number it is cheaper to load everything again than to apply the changes. */
const MAX_CHANGES = 10_000

/**
 * The snapshot of a statement as text. On a standby, pg_current_snapshot() leaves out the transactions in flight. There the
 * ids that the log shows between its two ends follow behind a `|`: a change between them that is not among those is new.
 *
 * The text begins with the id of the table: after Citus has moved it, ids of transactions mean others (docs/decisions/035).
 */
export const SNAPSHOT = sql<string>`(select tableoid
from product_changes_forgotten) || '@' || pg_current_snapshot()::text || case when pg_is_in_recovery() then '|' || array(
  select distinct xid from product_changes
  where xid >= pg_snapshot_xmin(pg_current_snapshot()) and xid < pg_snapshot_xmax(pg_current_snapshot())
)::text else '' end`

/**
 * The columns of a `ChangesRow`. They are selected beside the other columns of a statement, so that both see the same
 * snapshot.
 *
 * A change is new when its transaction is not visible in `snapshot`: it was in flight then and has ended since, or it
 * began later. Transaction ids alone cannot tell this, because transactions do not commit in the order of their ids.
 * Changes of transactions that are still in flight are not looked at, so a long one beside us costs nothing. Ids beyond
 * the present belong to an earlier life of a database that was dumped and restored.
 */
export function changesSince(snapshot: string): RawBuilder<unknown> {
  const [table, rest = ''] = snapshot.split('@')
  const [ends, seen] = rest.split('|')
  const since = sql`${ends}::pg_snapshot`
  const log = (condition: RawBuilder<unknown>) =>
    sql`select product_id, was, now from product_changes where ${condition}`
  // Each transaction is looked up, mostly none. Before statistics know of an import, `xid = any(…)` would read the whole log.
  const ended = (condition: RawBuilder<unknown>) =>
    seen === undefined
      ? sql`select changed.* from pg_snapshot_xip(${since}) as ended
          cross join lateral (${log(sql`xid = ended and ${condition}`)} offset 0) as changed
          where pg_visible_in_snapshot(ended, pg_current_snapshot())`
      : log(sql`xid >= pg_snapshot_xmin(${since}) and xid < pg_snapshot_xmax(${since}) and xid <> all(${seen}::xid8[])
          and ${condition}`)
  const news = (condition: RawBuilder<unknown>) => sql`
    ${ended(condition)}
    union all
    ${log(sql`xid >= pg_snapshot_xmax(${since}) and xid < pg_snapshot_xmax(pg_current_snapshot()) and ${condition}`)}`
  // The condition of the index product_changes_moved.
  const moved = sql`(product_id is null or was is not null or now is not null)`
  return sql`
    ${SNAPSHOT} as snapshot,
    (select before > pg_snapshot_xmin(${since}) or tableoid <> ${table}::oid from product_changes_forgotten) as is_cut,
    exists (${news(sql`true`)}) as is_changed,
    (
      select json_agg(change) from (select * from (${news(moved)}) as news limit ${sql.lit(MAX_CHANGES + 1)}) change
    ) as changes`
}

export function parseChanges({ snapshot, is_cut, is_changed, changes }: ChangesRow): ChangesSince {
  const list = changes ?? []
  const isComplete = !is_cut && list.length <= MAX_CHANGES && list.every(change => change.product_id !== null)
  return { snapshot, isChanged: is_changed, changes: isComplete ? (list as Change[]) : undefined }
}

/**
 * Deletes changes that are older than an hour, and those of an earlier life of the database. A process whose index is
 * older than that loads it again.
 */
export async function deleteOldChanges(db: Db): Promise<void> {
  for (let deleted = 1n; deleted > 0n; ) deleted = await deleteBatch(db)
}

/** Transactions whole, so that a batch has no fewer than one: a transaction notes 5,000 changes at most. */
async function deleteBatch(db: Db): Promise<bigint> {
  // Citus (docs/decisions/035) needs a separate statement. Rows of transactions since then have a later time.
  const { rows: present } = await sql<{ oldest: string; next: string; at: Date }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next,
      statement_timestamp() as at
    from product_changes_forgotten
  `.execute(db)
  const { oldest, next, at } = one(present)
  const { rows } = await sql<{ deleted: bigint }>`
    with oldest as (
      select xid, at from product_changes where xid < ${oldest}::xid8 order by xid limit 20000
    ), bound as (
      select max(xid) as xid from oldest where at < now() - interval '1 hour'
    ), gone as (
      delete from product_changes using bound
      where product_changes.xid < bound.xid or (product_changes.xid >= ${next}::xid8 and product_changes.at < ${at})
      returning 1
    ), marked as (
      update product_changes_forgotten set before = bound.xid from bound where bound.xid > before
    )
    select count(*) as deleted from gone
  `.execute(db)
  return BigInt(one(rows).deleted)
}
