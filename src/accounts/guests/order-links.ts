/*
 * The link of a guest's order, by which its holder acts for the guest: sees, pays, cancels, returns, and corrects the address. It opens
 * this order and nothing else, and no second factor can be entered with it.
 *
 *   placed ──▶ in each email about the order ──▶ renewed (asked for, or the address was corrected) ──▶ …
 *                        └──▶ ended: by its holder, by an account that takes over the order, or with the order
 *
 * A token is 256 bits, derived from the id of the link with the service's key when an email is written. The database has its digest.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { derive, digest } from '../../secrets/crypto.ts'

export type Guest = {
  /** The guest, who owns the order. */
  userId: string
  orderId: number
}

/** A guest, by the link that came with a request. */
export type LinkHolder = Guest & { linkId: string }

/** The path of the link of an order. */
export const ORDER_LINK = '/order-link'

function tokenOf(key: Buffer, linkId: string): string {
  return derive(key, 'order link', linkId)
}

/** Gives a new order its link. @returns the token */
export async function giveLink(tx: Tx, key: Buffer, { userId, orderId }: Guest, now: Date): Promise<string> {
  const id = randomUUIDv7()
  const token = tokenOf(key, id)
  await tx
    .insertInto('order_links')
    .values({ order_id: orderId, id, token_hash: digest(token), guest_id: userId, created_at: now })
    .execute()
  return token
}

/** Gives an order a new link in place of the one that the caller holds. @returns the token; undefined if that has ended meanwhile */
export async function renewLink(
  tx: Tx,
  key: Buffer,
  { orderId, linkId }: LinkHolder,
  now: Date,
): Promise<string | undefined> {
  const id = randomUUIDv7()
  const token = tokenOf(key, id)
  const { numUpdatedRows } = await tx
    .updateTable('order_links')
    .set({ id, token_hash: digest(token), created_at: now })
    .where('order_id', '=', orderId)
    .where('id', '=', linkId)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : undefined
}

/** Gives a guest's order a link if its holder has ended the one that it had. */
export async function giveLinkIfNone(tx: Tx, key: Buffer, { userId, orderId }: Guest, now: Date): Promise<void> {
  const id = randomUUIDv7()
  await sql`
    insert into order_links (order_id, id, token_hash, guest_id, created_at)
    select o.id, ${id}, ${digest(tokenOf(key, id))}, u.id, ${now}
    from orders o join users u on u.id = o.owner_id and u.is_guest
    where o.id = ${orderId} and u.id = ${userId}
    on conflict (order_id) do nothing
  `.execute(tx)
}

/** @returns undefined for a token that is unknown, was replaced, or has ended */
export async function findGuest(db: Db, token: string): Promise<LinkHolder | undefined> {
  const link = await db
    .selectFrom('order_links')
    .modifyFront(PREPARED)
    .select(['id', 'order_id', 'guest_id'])
    .where('token_hash', '=', digest(token))
    .executeTakeFirst()
  return link && { linkId: link.id, orderId: link.order_id, userId: link.guest_id }
}

/**
 * The paths behind the links of orders, for emails.
 * @returns by the id of the order; without those of accounts, and those whose link has ended or is of another key
 */
export async function linkPaths(db: Db, key: Buffer, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (orderIds.length === 0) return new Map()
  const links = await db
    .selectFrom('order_links')
    .select(['order_id', 'id', 'token_hash'])
    .where('order_id', 'in', orderIds)
    .execute()
  const paths = links.flatMap(({ order_id, id, token_hash }): [number, string][] => {
    const token = tokenOf(key, id)
    return digest(token).equals(token_hash) ? [[order_id, linkPath(token)]] : []
  })
  return new Map(paths)
}

export function linkPath(token: string): string {
  return `${ORDER_LINK}?token=${token}`
}

/** Ends the link that the caller holds. Emails lead to the page that sends a new one. */
export async function endLink(db: Db, { orderId, linkId }: LinkHolder): Promise<void> {
  await db.deleteFrom('order_links').where('order_id', '=', orderId).where('id', '=', linkId).execute()
}
