/*
 * Chooses the product of a group that the shop lists. A command on the group decides it at once, in its transaction. An order
 * that sells the last piece of the listed product must not wait for others that buy from the same group, so it only notes the
 * group (`unsettled_groups`), and a worker settles it.
 */
import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import './tables.ts'

/**
 * Locks a group. Commands take this lock before those of its products. It is `no key`, because an order that sells the last piece
 * looks whether the group of the product is there (its foreign key), while it has locked the product.
 */
export async function lockGroup(tx: Tx, id: number): Promise<void> {
  await sql`select from product_groups where id = ${id} for no key update`.execute(tx)
}

/** Locks the groups of these products, and then these and all others of the groups, in the order of their ids, as orders do. */
export async function lockGroupsOf(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  return lockGroups(tx, sql`select "group" from products where id = any(${productIds}::bigint[])`, productIds)
}

/** @param wanted a query for the ids of the groups @returns those that exist */
export async function lockGroups(
  tx: Tx,
  wanted: RawBuilder<unknown>,
  productIds: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_groups where id in (${wanted}) order by id for no key update
  `.execute(tx)
  const groups = rows.map(({ id }) => id)
  await lockWithGroups(tx, productIds, groups)
  return groups
}

/** All in one go: a settling locks the products of its group, and must not meet an order that has locked one of them. */
export async function lockWithGroups(tx: Tx, productIds: readonly number[], groups: readonly number[]): Promise<void> {
  await sql`
    select from products
    where id = any(${productIds}::bigint[]) or ("group" = any(${groups}::bigint[]) and removed_at is null)
    order by id
    for no key update
  `.execute(tx)
}

export async function settleGroup(tx: Tx, id: number): Promise<void> {
  await sql`select settle_group(${id})`.execute(tx)
}

const GROUPS_A_BATCH = 100

/** @returns whether there was anything to settle */
export async function settleGroups(db: Db): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ group: number }>`${PREPARED}
      with noted as (
        delete from unsettled_groups
        where id in (select id from unsettled_groups order by id limit ${GROUPS_A_BATCH} for update skip locked)
        returning "group"
      )
      select distinct "group" from noted
    `.execute(tx)
    if (rows.length === 0) return false
    const noted = rows.map(({ group }) => group)
    for (const group of await lockGroups(tx, sql`select unnest(${noted}::bigint[])`)) await settleGroup(tx, group)
    return true
  })
}
