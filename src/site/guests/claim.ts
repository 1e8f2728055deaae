/*
 * An account takes over the orders of guests who have its address. Its owner reads the mailbox: the address was verified in a session of
 * the account. Otherwise a stranger who registers with the address, and whose email its reader confirms by mistake, would get the orders.
 *
 * One statement decides. It locks the account, so the address stays, and the guests: a correction of a guest's address comes before it
 * and is seen, or after it and finds nobody. An email that is under way goes to the account from now on (rule R3), and a second claim
 * finds nothing left.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'

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
  const { rows } = await sql<{ id: number; guestId: string }>`
    with me as materialized (
      select id, email_key from users
      where id = ${userId} and email_verified_in_session and confirmed_at is not null and disabled_at is null
      for no key update
    ), guest as (
      update users g set claimed_at = ${now}
      from me where g.is_guest and g.claimed_at is null and g.email_key = me.email_key
      returning g.id
    ), moved as (
      update orders o set owner_id = ${userId} from guest where o.owner_id = guest.id returning o.id, guest.id as guest_id
    ), ended as (
      delete from order_links where guest_id in (select id from guest)
    )
    select id, guest_id as "guestId" from moved order by id
  `.execute(tx)
  const orders = rows.map(({ id }) => id)
  if (orders.length > 0) await moveTraces(tx, { orders, guests: rows.map(({ guestId }) => guestId) }, userId)
  return orders
}

/** Moves all that names the guests beside their orders, which are locked, so that nothing is added meanwhile. */
async function moveTraces(
  tx: Tx,
  { orders, guests }: { orders: number[]; guests: string[] },
  userId: string,
): Promise<void> {
  const orderIds = sql`any(${orders}::bigint[])`
  const guestIds = sql`any(${guests}::uuid[])`
  await sql`update deliveries set user_id = ${userId} where user_id = ${guestIds}`.execute(tx)
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
