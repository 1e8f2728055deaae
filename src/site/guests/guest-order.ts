/** Commands of guests about their order: correct its address, and ask for its link. */
import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { giveLinkIfNone, type LinkHolder, renewLink } from '../../accounts/guests/order-links.ts'
import { countMove, mayHaveEmail } from '../../accounts/users/unverified-emails.ts'
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
 * link in emails to the address before ends, because a stranger may read them. The first correction
 * decides: a stranger's with the same link comes too late.
 * @returns the token of the new link
 * @throws Problem `rate_limited`; `not_found` when the link has ended, or an account has taken over the order meanwhile
 */
export async function correctAddress(
  tx: Tx,
  key: Buffer,
  { guest, email, now }: { guest: LinkHolder; email: string; now: Date },
): Promise<string> {
  // The order before its owner, as every step of an order locks them.
  await tx.selectFrom('orders').select('id').where('id', '=', guest.orderId).forNoKeyUpdate().execute()
  const token = await renewLink(tx, key, guest, now)
  if (token === undefined) throw new Problem('not_found', 'There is no such order, or its link has ended.')
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email })
    .where('id', '=', guest.userId)
    .where('is_guest', '=', true)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('not_found', 'This order belongs to an account now. Sign in.')
  await countMove(tx, { userId: guest.userId, email, now })
  await requestConfirmation(tx, guest.orderId, { requester: 'anyone', resend: false, now })
  return token
}

/**
 * Sends the confirmation again, which has the link, to the address of an order that somebody knows with its number. For a pair that fits
 * nothing, and when a confirmation is on its way, the same statements run and are rolled back, so neither the answer nor its time discloses
 * whether it fits. The email is due after a random moment, because other requests would feel the work of sending it. It counts for every
 * address, because a stranger who knows an order of an account could fill its mailbox.
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
    // An account that takes over the order waits, and then moves the email that is written here.
    const { rows } = await sql<{ userId: string }>`
      select u.id as "userId" from orders o join users u on u.id = o.owner_id
      where o.id = ${orderId} and u.email_key = ${key} and u.disabled_at is null
      for no key update of o
    `.execute(tx)
    const found = rows[0]
    const userId = found?.userId ?? randomUUID()
    await giveLinkIfNone(tx, serviceKey, { userId, orderId }, now)
    const standing = await findStanding(tx, orderId)
    await sql`savepoint email`.execute(tx)
    const isCounted = await mayHaveEmail(tx, { email, about: 'orders', now })
    await announce(tx, {
      type: 'order.confirmation_requested',
      payload: { orderId },
      to: [{ userId }],
      at: now,
      delay: randomInt(500, 4000),
    })
    const isDue = found !== undefined && standing === undefined && isCounted
    await (isDue ? sql`release savepoint email` : sql`rollback to savepoint email`).execute(tx)
  })
}
