/*
 * Somebody has lost the second factor and the recovery codes too. The operator, who has to know whom they are talking to,
 * hands over one recovery code: it signs in once, beside the password, on the way that every recovery code takes, and the
 * owner then sets up a new factor. Whoever knows the password alone gains nothing by it, and neither does whoever has
 * the mailbox, or got hold of the lost telephone: all that it had is worth nothing from that moment. An e-mail tells the
 * owner, who may not be whom the operator was talking to.
 */

import type { AppContext } from '../../context.ts'
import { announce } from '../../events.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { lockAmongAdmins } from '../users/admins.ts'
import { listFactors } from './factors.ts'
import { handOverRecoveryCode } from './recovery-codes.ts'

export type HandedOver = { recoveryCode: string; expiresAt: Date }

/**
 * Switches all second factors off, in place of all recovery codes makes one, and ends all sessions. The factors stay, to
 * be seen and removed by their owner: an account without any is one that was never confirmed.
 * @param actorId the admin who does it; none: the operator
 * @throws Problem `not_found`, also for a registration that was never confirmed; `forbidden` for the own account
 */
export async function resetFactors(
  context: AppContext,
  { userId, actorId, visit }: { userId: string; actorId?: string; visit?: Visit },
): Promise<HandedOver> {
  const now = context.clock.now()
  return context.db.transaction().execute(async tx => {
    await lockAmongAdmins(tx, { userId, actorId })
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
    // An enrolment under way may be that of whoever has the session.
    await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
    await tx
      .updateTable('second_factors')
      .set({ disabled_at: now })
      .where('user_id', '=', userId)
      .where('disabled_at', 'is', null)
      .execute()
    await audit(tx, 'factors_reset', { at: now, userId, ...(actorId && { actorId }), ...(visit && { visit }) })
    await announce(tx, { type: 'user.factors_reset', payload: { userId }, to: [{ userId }], at: now })
    return handOverRecoveryCode(tx, context.serviceKey, userId, now)
  })
}
