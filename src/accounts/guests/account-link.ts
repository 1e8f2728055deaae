/*
 * A guest's way to an account: one press asks for an email, and its link opens the page on which one touch creates the account.
 *
 *   page of the order ──press──▶ email to the address ──link──▶ page with name and address ──passkey or password──▶ account
 *
 * The browser that placed the order proves nothing about the mailbox, nor does the link of the order, which people forward. This link
 * does: it is sent to the address alone, lives a day, and opens no order. So its reader may know whether there is an account, and the
 * account that begins with it has a verified address. A stranger cannot begin it: the passkey comes from the browser that opened the link.
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { countEmail } from '../users/unverified-emails.ts'
import { emailKey } from '../users/user.ts'
import type { LinkHolder } from './order-links.ts'

const LINK_LIFETIME = DAY

/** The path of the page behind the link. */
export const ACCOUNT_LINK = '/guest-account'

type Guest = { id: string; email: string }

/** The path behind the link, for the email. @param guest with the address as it is stored at this moment */
export function accountLinkPath(key: Buffer, guest: Guest, now: Date): string {
  const until = after(now, LINK_LIFETIME).getTime()
  return `${ACCOUNT_LINK}?token=${guest.id}.${until}.${signature(key, guest, until)}`
}

/** The guest that an account may begin with, by the token of the link. A correction of the address ends the link. */
export async function guestOfAccountLink(context: AppContext, token: string) {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,16})\.([\w-]{43})$/.exec(token)
  if (!parts) return undefined
  const [, id, until, mac] = parts as unknown as [string, string, string, string]
  const guest = await findGuestById(context.db, id)
  const isOurs = sameSecret(mac, signature(context.serviceKey, { id, email: guest?.email ?? '' }, Number(until)))
  return isOurs && Number(until) > context.clock.now().getTime() ? guest : undefined
}

async function findGuestById(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'user_name as userName', 'locale'])
    .where('id', '=', id)
    .where('is_guest', '=', true)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
}

/** Tests whether the token is of a link that was sent to this address. */
export async function provesMailbox(context: AppContext, token: string, email: string): Promise<boolean> {
  const guest = await guestOfAccountLink(context, token)
  return guest !== undefined && (await emailKey(context.db, guest.email)) === (await emailKey(context.db, email))
}

/**
 * Announces the email with the link. Neither the answer nor the work depends on whether there is an account: the letter says it, to the
 * reader of the mailbox.
 * @throws Problem `not_found` when the link of the order has ended, or an account has taken it over meanwhile; `rate_limited`
 */
export async function requestAccount(tx: Tx, { orderId, linkId }: LinkHolder, now: Date): Promise<void> {
  // The order before its owner, as every step of an order. A claim at this moment comes after it and moves the email, or before it: then
  // the owner of the locked order is another.
  const { rows } = await sql<{ userId: string }>`
    select l.guest_id as "userId" from orders o join order_links l on l.order_id = o.id and l.guest_id = o.owner_id
    where o.id = ${orderId} and l.id = ${linkId}
    for no key update of o
  `.execute(tx)
  const userId = rows[0]?.userId
  if (userId === undefined) throw new Problem('not_found', 'There is no such order, or its link has ended.')
  await countEmail(tx, { userId, about: 'orders', now })
  await announce(tx, { type: 'user.account_requested', payload: { userId }, to: [{ userId }], at: now })
}

function signature(key: Buffer, { id, email }: Guest, until: number): string {
  return derive(key, 'account of a guest', `${id}\0${email.toLowerCase()}\0${until}`)
}
