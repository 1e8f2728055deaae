/*
 * Account recovery for a user who has lost the second factors and the recovery codes. An admin, who has checked who is
 * asking, hands over one recovery code. It signs in once, together with the password, like every recovery code, and the
 * user then sets up a new factor. The password alone gains an attacker nothing, and neither does the mailbox or the lost
 * phone: every factor is disabled from that moment. An email tells the owner, in case the admin was talking to
 * somebody else.
 */

import type { AppContext } from '../../context.ts'
import { announce } from '../../events/announce.ts'
import { Problem } from '../../problems.ts'
import { audit } from '../audit-log.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { renewGuesses } from '../sign-in/guesses.ts'
import { type AdminAction, lockAmongAdmins } from '../users/administration.ts'
import { listFactors } from './factors.ts'
import { issueRecoveryCode } from './recovery-codes.ts'

type IssuedRecoveryCode = { recoveryCode: string; expiresAt: Date }

/**
 * Disables all second factors, replaces all recovery codes by one, and ends all sessions. The factors stay, so that their
 * owner can see and remove them; an account without any factor would count as never confirmed.
 * @param actorId the admin who does it; undefined for the operator
 * @throws Problem `not_found`, also for a registration that was never confirmed; `forbidden` for your own account
 */
export async function resetFactors(context: AppContext, action: AdminAction): Promise<IssuedRecoveryCode> {
  const { userId, actorId } = action
  const now = context.clock.now()
  return context.db.transaction().execute(async tx => {
    await lockAmongAdmins(tx, action)
    if (userId === actorId) {
      throw new Problem('forbidden', 'You cannot reset your own second factors here. Change them on the account page.')
    }
    if ((await listFactors(tx, userId)).length === 0) {
      throw new Problem(
        'not_found',
        'This account was never confirmed with a first code. Its owner can register again.',
      )
    }
    await endAllSessions(tx, userId)
    await renewGuesses(tx, userId, now)
    // An open enrollment may have been started by a thief who has the session.
    await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
    await tx
      .updateTable('second_factors')
      .set({ disabled_at: now })
      .where('user_id', '=', userId)
      .where('disabled_at', 'is', null)
      .execute()
    await audit(tx, 'factors_reset', { at: now, ...action })
    await announce(tx, { type: 'user.factors_reset', payload: { userId }, to: [{ userId }], at: now })
    return issueRecoveryCode(tx, context.serviceKey, userId, now)
  })
}
