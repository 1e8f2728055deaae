/**
 * Carts in the database: of a user, or of a browser whose cookie has the token. Each change locks the row of its cart, so
 * two changes in flight at once, from two tabs for example, are both kept.
 */

import { type ColumnType, type GeneratedAlways, type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { digest } from '../../secrets/crypto.ts'
import { type CartLine, joined } from './cart.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    carts: {
      id: GeneratedAlways<number>
      user_id: string | null
      token_hash: Buffer | null
      /** JSON; written as text. */
      lines: ColumnType<CartLine[], string, string>
      changed_at: Date
    }
  }
}

export type CartOwner = { userId: string } | { token: string }

/** The lines of several owners are shown as one cart. */
export async function readCart(db: Db, owners: readonly CartOwner[]): Promise<CartLine[]> {
  if (owners.length === 0) return []
  const { rows } = await sql<{ lines: CartLine[] }>`${PREPARED}
    select lines from carts where ${sql.join(owners.map(isOf), sql` or `)} order by user_id is null
  `.execute(db)
  return rows.map(({ lines }) => lines).reduce(joined, [])
}

/**
 * @param change makes the new lines from those of this moment
 * @param onNew runs before the first line of a cart is stored, and may refuse it
 */
export async function changeCart(
  db: Db,
  owner: CartOwner,
  change: (lines: CartLine[], tx: Tx) => CartLine[] | Promise<CartLine[]>,
  onNew?: (tx: Tx) => Promise<void>,
): Promise<CartLine[]> {
  return inTransaction(db, async tx => {
    const { lines, isNew } = await lockCart(tx, owner)
    const changed = await change(lines, tx)
    if (isNew && changed.length > 0) await onNew?.(tx)
    await write(tx, owner, changed)
    return changed
  })
}

/** The cart of the browser becomes part of the user's. Deleting it decides which of several requests joins them. */
export async function joinCarts(db: Db, userId: string, token: string): Promise<void> {
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ lines: CartLine[] }>`
      delete from carts where ${isOf({ token })} returning lines
    `.execute(tx)
    if (!rows[0]) return
    const { lines } = await lockCart(tx, { userId })
    await write(tx, { userId }, joined(lines, rows[0].lines))
  })
}

/**
 * Removes the ordered products from the buyer's carts, as table expressions of the order. Locks the cart of a browser before that of
 * a user, as in `joinCarts`. What is left comes as arrays from the locked rows, as the stock does (src/orders/placing/place-sql.ts).
 * @param productIds what is ordered
 * @param cause the table expression that has a row if the order is placed
 */
export function removeFromCartsSql(
  owners: readonly CartOwner[],
  productIds: readonly number[],
  cause: string,
): RawBuilder<unknown> {
  const [token = null] = owners.flatMap(owner => ('token' in owner ? [digest(owner.token)] : []))
  const [userId = null] = owners.flatMap(owner => ('userId' in owner ? [owner.userId] : []))
  return sql`cart_left as materialized (
      select
        array_agg(id) filter (where others is null) as emptied,
        array_agg(id) filter (where others <> lines) as shortened,
        array_agg(others) filter (where others <> lines) as lines
      from (
        select id, lines from carts
        where (token_hash = ${token}::bytea or user_id = ${userId}::uuid) and exists (select from ${sql.ref(cause)})
        order by user_id is not null
        for update
      ) as cart, lateral (
        select jsonb_agg(line order by n) as others from jsonb_array_elements(lines) with ordinality as l (line, n)
        where not (line ->> 'productId')::bigint = any(${productIds}::bigint[])
      ) as rest
    ), emptied_cart as (
      delete from carts where id = any((select emptied from cart_left)::bigint[])
    ), shortened_cart as (
      update carts
      set lines = (select lines from cart_left)[array_position((select shortened from cart_left), id)], changed_at = now()
      where id = any((select shortened from cart_left)::bigint[])
    ),`
}

/** Carts that nobody has changed for as long as the cookie lives; those of users for a year. */
export async function deleteOldCarts(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'carts',
    ['id'],
    sql`changed_at < now() - interval '30 days' and (user_id is null or changed_at < now() - interval '1 year')`,
  )
}

/** The row is there afterwards, and locked until the end of the transaction. */
async function lockCart(tx: Tx, owner: CartOwner): Promise<{ lines: CartLine[]; isNew: boolean }> {
  const column = sql.ref('userId' in owner ? 'user_id' : 'token_hash')
  const { rows } = await sql<{ lines: CartLine[]; isNew: boolean }>`${PREPARED}
    insert into carts (${column}, changed_at) values (${idOf(owner)}, now())
    on conflict (${column}) do update set changed_at = excluded.changed_at
    returning lines, xmax = 0 as "isNew"
  `.execute(tx)
  return one(rows)
}

/** An empty cart has no row. */
async function write(tx: Tx, owner: CartOwner, lines: CartLine[]): Promise<void> {
  if (lines.length === 0) await sql`${PREPARED} delete from carts where ${isOf(owner)}`.execute(tx)
  else await sql`${PREPARED} update carts set lines = ${JSON.stringify(lines)} where ${isOf(owner)}`.execute(tx)
}

function isOf(owner: CartOwner): RawBuilder<unknown> {
  return sql`${sql.ref('userId' in owner ? 'user_id' : 'token_hash')} = ${idOf(owner)}`
}

function idOf(owner: CartOwner): RawBuilder<unknown> {
  return 'userId' in owner ? sql`${owner.userId}::uuid` : sql`${digest(owner.token)}::bytea`
}
