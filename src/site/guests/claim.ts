/*
 * An account takes over the orders of guests who have its address. Its owner reads the mailbox: the address was verified in a session of
 * the account. Otherwise a stranger who registers with the address, and whose email its reader confirms by mistake, would get the orders.
 *
 * One conditional statement decides for each guest. A correction of its address comes before it and is seen, or after it and finds
 * nobody. The account and the orders are locked before, so the address stays, and everything that is about the orders comes before it
 * and moves with them, or after it and finds the new owner. An email that is under way goes to the account from now on (rule R3), and a
 * second claim finds nothing left.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { moveNotesOfGuests } from '../../notes/move.ts'

/** Orders of guests that the account may take over: a hint, which `claimOrders` decides. */
export async function findClaimable(db: Db, userId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id
    from users me
    join users g on g.email_key = me.email_key and g.is_guest and g.claimed_at is null
    join orders o on o.owner_id = g.id
    where me.id = ${userId} and me.email_verified_in_session and me.confirmed_at is not null
    order by o.id desc limit 100
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns the orders that have moved, which may be none */
export async function claimOrders(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<number[]> {
  const account = await sql<{ key: string }>`
    select email_key as key from users
    where id = ${userId} and email_verified_in_session and confirmed_at is not null and disabled_at is null
    for no key update
  `.execute(tx)
  const key = account.rows[0]?.key
  if (key === undefined) return []
  const theirs = await sql<{ id: number; guestId: string }>`
    select o.id, g.id as "guestId" from users g join orders o on o.owner_id = g.id
    where g.email_key = ${key} and g.is_guest and g.claimed_at is null
    order by o.id for no key update of o
  `.execute(tx)
  const claimed = await sql<{ id: string }>`
    update users set claimed_at = ${now}
    where id = any(${theirs.rows.map(({ guestId }) => guestId)}::uuid[]) and email_key = ${key} and claimed_at is null
    returning id
  `.execute(tx)
  const guests = claimed.rows.map(({ id }) => id)
  const orders = theirs.rows.filter(({ guestId }) => guests.includes(guestId)).map(({ id }) => id)
  if (orders.length > 0) await moveOrders(tx, { orders, guests }, userId)
  return orders
}

/** Moves orders and all that names their guests. They are locked, so nothing is added meanwhile. */
async function moveOrders(
  tx: Tx,
  { orders, guests }: { orders: number[]; guests: string[] },
  userId: string,
): Promise<void> {
  const orderIds = sql`any(${orders}::bigint[])`
  const guestIds = sql`any(${guests}::uuid[])`
  await sql`update orders set owner_id = ${userId} where id = ${orderIds}`.execute(tx)
  await sql`delete from order_links where order_id = ${orderIds}`.execute(tx)
  await sql`update deliveries set user_id = ${userId} where user_id = ${guestIds}`.execute(tx)
  await moveNotesOfGuests(tx, guests, userId)
  await sql`update discount_uses set user_id = ${userId} where user_id = ${guestIds}`.execute(tx)
  await sql`
    update order_steps set by_user = ${userId} where order_id = ${orderIds} and by_user = ${guestIds}
  `.execute(tx)
  await sql`
    update return_steps set by_user = ${userId}
    where return_id in (select id from returns where order_id = ${orderIds}) and by_user = ${guestIds}
  `.execute(tx)
  await sql`
    update refunds set by_user = ${userId}
    where payment_id in (select id from payments where order_id = ${orderIds}) and by_user = ${guestIds}
  `.execute(tx)
}
