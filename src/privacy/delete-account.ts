/*
 * A customer deletes the account. The row of the user goes, and with it sessions, factors, links and preferences. Orders
 * stay for the books: they get an owner who represents all deleted accounts, and lose their address and note.
 *
 * The races, decided by the lock on the row of the user (FOR UPDATE) and by the foreign keys that refer to it:
 *
 * - an order that is being placed refers to the user. Either it commits first, and the deletion, which waits for it, sees
 *   an open order and is refused. Or the deletion commits first, and the order finds no user and is rolled back;
 * - a sign-in locks the row before it opens a session, or inserts one that refers to it: in both cases it finds no user;
 * - an email in flight needs the row when its end is released (notifications/ledger.ts): it was sent before, or it is not
 *   sent at all. The email about the deletion is the only one afterwards. Its address is kept apart until it is sent.
 *
 * The email address is free as soon as the deletion commits.
 */
import { sql } from 'kysely'
import { audit } from '../accounts/audit-log.ts'
import { deleteResetLinks } from '../accounts/passwords/reset.ts'
import { requireStepUp } from '../accounts/second-factors/step-up.ts'
import { revokeApiKeysOf } from '../accounts/sessions/api-keys.ts'
import type { SignedIn } from '../accounts/sessions/identify.ts'
import { lockUserOfSession, sessionEnded } from '../accounts/sessions/sessions.ts'
import { accounts, queueForUser } from '../accounts/users/user.ts'
import { deleteMessagesFrom } from '../contact/queries.ts'
import type { AppContext } from '../context.ts'
import { retryOnDeadlock } from '../database/errors.ts'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { deleteKeysOf } from '../http/idempotency/keys.ts'
import { forgetSuppressed } from '../notifications/suppression/suppressed.ts'
import { handOverOrders, openOrdersOf } from '../orders/former-owner.ts'
import { FORMER_OWNER } from '../orders/queries.ts'
import { forgetAccounts } from '../payments/transfers-out/queries.ts'
import { Problem } from '../problems.ts'
import { forgetReturns } from '../returns/queries.ts'
import { forgetWithdrawalsOf } from '../returns/withdrawals/queries.ts'

/**
 * @throws Problem `reauthentication_required`; `forbidden` for staff; `open_orders` while an order is not delivered and
 * paid
 */
export async function deleteAccount({ db, clock }: AppContext, session: SignedIn): Promise<void> {
  const now = clock.now()
  const { userId } = session
  requireStepUp(session, now)
  const deletion = async (tx: Tx) => {
    await lockUserOfSession(tx, session)
    const user = await accounts(tx)
      .select(['id', 'email', 'user_name', 'email_verified_at', 'role', 'locale'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw sessionEnded()
    if (user.role !== 'customer') {
      throw new Problem('forbidden', 'Staff cannot delete their account. Ask an admin to make you a customer first.')
    }
    await refuseWhileOpen(tx, userId)
    await forgetWithdrawalsOf(tx, user)
    await forgetReturns(tx, userId, { nobody: FORMER_OWNER })
    await forgetAccounts(tx, userId, { nobody: FORMER_OWNER })
    await handOverOrders(tx, userId, now)
    const isVerified = user.email_verified_at !== null
    await deleteMessagesFrom(tx, user)
    await deleteResetLinks(tx, userId)
    await deleteKeysOf(tx, userId)
    await revokeApiKeysOf(tx, userId, now)
    await tx
      .updateTable('audit_log')
      .set({ ip: null, user_agent: null, detail: sql`'{}'::jsonb` })
      .where('user_id', '=', userId)
      .execute()
    await audit(tx, 'account_deleted', { at: now, userId })
    const to = [{ formerUserId: userId }]
    const eventId = await announce(tx, { type: 'user.deleted', payload: { userId }, to, at: now })
    const { email, user_name, locale } = user
    await forgetSuppressed(tx, email)
    await tx
      .insertInto('former_users')
      .values({ id: userId, event_id: eventId, email, user_name, is_verified: isVerified, locale, deleted_at: now })
      .execute()
    await publishToFeed(tx, now, { type: 'user.deleted', data: { userId } })
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  }
  await queueForUser(db, userId, () => retryOnDeadlock(() => db.transaction().execute(deletion)))
}

async function refuseWhileOpen(tx: Tx, userId: string): Promise<void> {
  const orderIds = await openOrdersOf(tx, userId)
  if (orderIds.length === 0) return
  const orders = orderIds.map(id => `#${id}`).join(', ')
  throw new Problem(
    'open_orders',
    `You have open orders: ${orders}. You can delete your account when they are delivered and paid, or ` +
      'cancelled, and nothing comes back anymore.',
    { members: { orderIds } },
  )
}
