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

/** Orders of guests that the account may take over, with those of a former shop by number: a hint, which `claimOrders` decides. */
export async function findClaimable(db: Db, userId: string) {
  const { rows } = await sql<{ id: number | null; number: string | null }>`
    select o.id, p.number
    from users me
    join users g on g.email_key = me.email_key and g.is_guest and g.claimed_at is null
    left join orders o on o.owner_id = g.id
    left join past_orders p on p.owner_id = g.id
    where me.id = ${userId} and me.email_verified_in_session and me.confirmed_at is not null
      and (o.id is not null or p.id is not null)
    order by o.id desc nulls last, p.placed_at desc limit 100
  `.execute(db)
  return {
    orderIds: rows.flatMap(({ id }) => id ?? []),
    pastNumbers: rows.flatMap(({ number }) => number ?? []),
  }
}

/** @returns the orders of this shop that have moved, which may be none */
export async function claimOrders(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<number[]> {
  const account = await sql<{ key: string }>`
    select email_key as key from users
    where id = ${userId} and email_verified_in_session and confirmed_at is not null and disabled_at is null
    for no key update
  `.execute(tx)
  const key = account.rows[0]?.key
  if (key === undefined) return []
  await claimPastOrders(tx, { userId, key, now })
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

/** Nothing but the guest refers to an order of a former shop. */
async function claimPastOrders(
  tx: Tx,
  { userId, key, now }: { userId: string; key: string; now: Date },
): Promise<void> {
  await sql`
    with claimed as (
      update users g set claimed_at = ${now}
      where email_key = ${key} and is_guest and claimed_at is null
        and exists (select from past_orders p where p.owner_id = g.id)
        and not exists (select from orders o where o.owner_id = g.id)
      returning id
    )
    update past_orders p set owner_id = ${userId} from claimed where p.owner_id = claimed.id
  `.execute(tx)
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
