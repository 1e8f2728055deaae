/** Commands of guests about their order: correct its address, and ask for its link. */
import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Guest, giveLinkIfNone, type LinkHolder, renewLink } from '../../accounts/guests/order-links.ts'
import { countEmail, countMove } from '../../accounts/users/unverified-emails.ts'
import { emailKey } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { hashedSubject, network64 } from '../../http/rate-limits/clients.ts'
import { findStanding, requestConfirmation } from '../../notifications/request-confirmation.ts'
import { Problem } from '../../problems.ts'

/**
 * Gives the guest another address. Every email that has not left goes there (rule R3), with a confirmation if none is on its way. The
 * link in emails to the address before ends, because a stranger may read them.
 * @returns the token of the new link
 * @throws Problem `rate_limited`; `not_found` when the link has ended meanwhile: it was renewed, or an account has taken over the order
 */
export async function correctAddress(
  tx: Tx,
  key: Buffer,
  { guest, email, now }: { guest: LinkHolder; email: string; now: Date },
): Promise<string> {
  const token = await renewLink(tx, key, guest, now)
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email })
    .where('id', '=', guest.userId)
    .where('is_guest', '=', true)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  if (token === undefined || numUpdatedRows === 0n) throw new Problem('not_found', 'The link of this order has ended.')
  await countMove(tx, { userId: guest.userId, email, now })
  await requestConfirmation(tx, guest.orderId, { requester: 'anyone', resend: false, now })
  return token
}

/**
 * Sends the confirmation again, which has the link, to the address of an order that somebody knows with its number. For a pair that fits
 * nothing the same statements run and are rolled back, so neither the answer nor its time discloses whether it fits. The email is due after
 * a random moment, because other requests would feel the work of sending it.
 * @throws Problem `rate_limited`, counted before the look-up
 */
export async function requestLink(
  { db, clock, serviceKey }: AppContext,
  { orderId, email, ip }: { orderId: number; email: string; ip: string },
): Promise<void> {
  const now = clock.now()
  const key = await emailKey(db, email)
  await consume(db, 'order-links', hashedSubject(network64(ip)), now)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ userId: string; isGuest: boolean }>`
      select u.id as "userId", u.is_guest as "isGuest" from orders o join users u on u.id = o.owner_id
      where o.id = ${orderId} and u.email_key = ${key} and u.disabled_at is null
    `.execute(tx)
    const found = rows[0]
    const userId = found?.userId ?? randomUUID()
    await sql`savepoint link`.execute(tx)
    const isWritten = (await writeLink(tx, serviceKey, { userId, orderId }, now)) && found !== undefined
    await (isWritten ? sql`release savepoint link` : sql`rollback to savepoint link`).execute(tx)
  })
}

/** @returns false when the address gets no more emails today */
async function writeLink(tx: Tx, key: Buffer, guest: Guest, now: Date): Promise<boolean> {
  await giveLinkIfNone(tx, key, guest, now)
  if (await findStanding(tx, guest.orderId)) return true
  try {
    await countEmail(tx, { userId: guest.userId, about: 'orders', now })
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
  const payload = { orderId: guest.orderId }
  const to = [{ userId: guest.userId }]
  await announce(tx, { type: 'order.confirmation_requested', payload, to, at: now, delay: randomInt(500, 4000) })
  return true
}
