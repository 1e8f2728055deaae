/*
 * A disabled account is shut: nobody signs in to it, nothing is sent to its owner, and what it had opened is dead. What
 * it did stays, and so does the account, until an admin opens it again.
 *
 * Nothing that was under way when it was shut survives that. The row of the user is locked until the commit, and
 *
 * - a password that is being accepted holds it locked too (sign-in.ts): it is refused, or its half sign-in is ended here;
 * - a code that is being accepted holds it locked too (challenge.ts): its half sign-in is gone, or the session that it
 *   bought is ended here;
 * - a reset link that is being asked for is killed here or, written a moment later, opens nothing and is killed when the
 *   account is enabled (reset.ts);
 * - an e-mail that is on its way holds it locked when the end of the message is released (notifications/ledger.ts): it
 *   was sent before, or is not sent.
 */

import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { forgetResets } from '../passwords/reset.ts'
import { revokeApiKeysOf } from '../sessions/api-keys.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { lockAmongAdmins, requireAnotherAdmin } from './admins.ts'

/** Whose account, and which admin does it; none: the operator. */
type Which = { userId: string; actorId?: string; visit?: Visit }

export type Account = { id: string; disabledAt: Date | null }

/** @throws Problem `not_found`, `forbidden` for the own account and for that of the only admin */
export async function disableAccount(context: AppContext, { userId, actorId, visit }: Which): Promise<Account> {
  const now = context.clock.now()
  return context.db.transaction().execute(async tx => {
    const { disabledAt, isOnlyAdmin } = await lockAmongAdmins(tx, { userId, actorId })
    if (userId === actorId) {
      throw new Problem('forbidden', 'You cannot disable your own account. Ask another admin.')
    }
    if (disabledAt) return { id: userId, disabledAt }
    requireAnotherAdmin({ isOnlyAdmin })
    await setDisabled(tx, userId, now)
    await endAllSessions(tx, userId)
    await forgetResets(tx, userId)
    await revokeApiKeysOf(tx, userId, now)
    await audit(tx, 'user_disabled', { at: now, userId, ...(actorId && { actorId }), ...(visit && { visit }) })
    return { id: userId, disabledAt: now }
  })
}

/** Opens it again. What was ended stays ended, the API keys too. @throws Problem `not_found` */
export async function enableAccount(context: AppContext, { userId, actorId, visit }: Which): Promise<Account> {
  const now = context.clock.now()
  return context.db.transaction().execute(async tx => {
    const { disabledAt } = await lockAmongAdmins(tx, { userId, actorId })
    if (disabledAt) {
      await setDisabled(tx, userId, null)
      await forgetResets(tx, userId)
      await audit(tx, 'user_enabled', { at: now, userId, ...(actorId && { actorId }), ...(visit && { visit }) })
    }
    return { id: userId, disabledAt: null }
  })
}

async function setDisabled(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: at }).where('id', '=', userId).execute()
}
