/*
 * Which product of a group the shop lists. A command on the group decides it at once, in its transaction. An order that sells
 * the last piece of the listed product must not wait for others that buy from the same group, so it only notes the group
 * (`unsettled_groups`), and a worker settles it.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import './tables.ts'

/** Locks a group. Commands take this lock before those of its products. */
export async function lockGroup(tx: Tx, id: number): Promise<void> {
  await sql`select from product_groups where id = ${id} for update`.execute(tx)
}

/** The same for the groups of these products. */
export async function lockGroupsOf(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_groups
    where id in (select "group" from products where id = any(${productIds}::bigint[]))
    order by id
    for update
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function settleGroup(tx: Tx, id: number): Promise<void> {
  await sql`select settle_group(${id})`.execute(tx)
}

const BATCH = 100

/** @returns whether there was anything to settle */
export async function settleGroups(db: Db): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ group: number }>`
      with noted as (
        delete from unsettled_groups
        where id in (select id from unsettled_groups order by id limit ${BATCH} for update skip locked)
        returning "group"
      )
      select distinct "group" from noted order by "group"
    `.execute(tx)
    for (const { group } of rows) await settleGroup(tx, group)
    return rows.length > 0
  })
}
