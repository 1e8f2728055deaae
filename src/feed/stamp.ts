import { type RawBuilder, sql } from 'kysely'
import { shareInFlight } from '../database/coalesce.ts'
import { tell } from '../database/news/wakeup.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { channel } from '../database/shops.ts'
import { FEED_CHANNEL } from '../events/publish.ts'

/*
 * The feed: what happened, in one order that never changes, with positions 1, 2, 3 and so on. A reader keeps the last
 * position that it has seen and asks for what comes after. docs/events.md tells the whole story; in short:
 *
 *   writer     its transaction inserts into `event_outbox`. Numbers there are taken before the commit, so a lower number
 *              may become visible after a higher one. No reader ever sees them
 *   stamper    after the commit, moves rows from the outbox to the feed and gives them the next positions
 *   reader     reads positions, which only ever grow at the end
 *
 * Nothing is skipped. An event that is not committed is not in the outbox that the stamper sees. It stays there and gets a
 * later position, however long its transaction takes. Nothing that is committed waits for it.
 *
 * Only one stamper works at a time. It first locks the row of `event_head` until its commit, and only the next statement
 * takes the snapshot in which it looks at the outbox. So each stamper sees everything that the one before saw and did.
 * This needs READ COMMITTED, where each statement has its own snapshot.
 *
 * Two events about one order keep their order: the second writer got its number while it held the lock of the order,
 * which was after the commit of the first. A stamper that sees the second event sees the first one too, or has stamped it.
 *
 * Positions have no gap: they come from a row of the same transaction, so a rollback or a crash takes them back.
 */

const EVENTS_A_BATCH = 1000

/** Here and not by the writer: the transaction of an order does no work for it, and a feed event never changes. */
const WITH_METADATA = sql`case
  when jsonb_typeof(data -> 'orderId') = 'number' then ${withMetadataOf('orders', sql`(data -> 'orderId')::bigint`)}
  when jsonb_typeof(data -> 'productId') = 'number' then ${withMetadataOf('products', sql`(data -> 'productId')::bigint`)}
  when data ->> 'userId' ~ '^[0-9a-f-]{36}$' then ${withMetadataOf('users', sql`(data ->> 'userId')::uuid`)}
  else data
end`

function withMetadataOf(table: string, id: RawBuilder<unknown>) {
  return sql`data || coalesce(
    (select jsonb_build_object('metadata', metadata) from ${sql.table(table)} where id = ${id} and metadata <> '{}'), '{}')`
}

/**
 * Gives positions to the committed events, up to a batch of them.
 * @returns how many; fewer than EVENTS_A_BATCH when no more were there
 */
async function stampBatch(db: Db): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async tx => {
      const { rows: heads } = await sql<{
        position: number
      }>`${PREPARED} select position from event_head for update`.execute(tx)
      const { position } = one(heads)
      const { rows } = await sql<{ count: number }>`${PREPARED}
        with batch as (
          select number from event_outbox order by number limit ${EVENTS_A_BATCH}
        ), moved as (
          -- A range, because a join would compare all pairs of rows: the statistics often say that the outbox is empty.
          delete from event_outbox where number <= (select max(number) from batch)
          returning *
        ), stamped as (
          insert into event_feed (position, id, type, data, at)
          select ${position}::bigint + row_number() over (order by number), id, type, ${WITH_METADATA}, at from moved
        ), counted as (
          select count(*)::int as count from moved
        ), head as (
          update event_head set position = ${position}::bigint + count from counted where count > 0
        )
        select count, case when count > 0 then pg_notify(${channel(FEED_CHANNEL)}, '') end from counted
      `.execute(tx)
      return one(rows).count
    })
}

/** Stamps until the outbox is empty. Callers of one process share the work. */
export async function stamp(db: Db): Promise<void> {
  let shared = stampers.get(db)
  if (!shared) {
    shared = shareInFlight(() => stampAll(db))
    stampers.set(db, shared)
  }
  await shared()
}

const stampers = new WeakMap<Db, () => Promise<void>>()

async function stampAll(db: Db): Promise<void> {
  if (!(await isAnythingUnstamped(db))) return
  while ((await stampBatch(db)) === EVENTS_A_BATCH);
  tell(db)
}

async function isAnythingUnstamped(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`${PREPARED} select exists (select from event_outbox) as any`.execute(db)
  return one(rows).any
}
