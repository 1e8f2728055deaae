/** Objections to a recovery request: by the link in an email, or in a session of the account. */
import type { AppContext } from '../../context.ts'
import { Problem } from '../../problems.ts'
import type { Visit } from '../audit-log.ts'
import type { SignedIn } from '../sessions/identify.ts'
import { lockUserOfSession } from '../sessions/sessions.ts'
import { withUserLocked } from '../users/user.ts'
import { findObjection, findRequest } from './links.ts'
import { endRecovery } from './requests.ts'

/**
 * Ends the request of a link. The same link again finds it ended, and says the same.
 * @throws Problem `invalid_recovery_token`; `recovery_ended` when the request ended otherwise, such as by its own link
 */
export async function objectByLink(context: AppContext, token: string, visit: Visit): Promise<void> {
  const request = await findObjection(context, token)
  if (!request) throw new Problem('invalid_recovery_token')
  const { id, userId } = request
  const now = context.clock.now()
  await withUserLocked(context.db, userId, async tx => {
    // A later request of the account has a link of its own.
    const outcome = (await findRequest(tx, id))?.outcome
    if (outcome === 'objected') return
    if (outcome) throw recoveryEnded(outcome)
    await endRecovery(tx, { userId, outcome: 'objected', now, visit })
  })
}

/** Ends the open request of the user's own account. @throws Problem `not_found` when there is none */
export async function objectInSession(context: AppContext, session: SignedIn, visit: Visit): Promise<void> {
  const { userId } = session
  const now = context.clock.now()
  await withUserLocked(context.db, userId, async tx => {
    await lockUserOfSession(tx, session)
    if (!(await endRecovery(tx, { userId, outcome: 'objected', now, visit }))) {
      throw new Problem('not_found', 'Nobody has asked for recovery of this account, or the request has ended.')
    }
  })
}

export function recoveryEnded(outcome: string): Problem {
  return new Problem('recovery_ended', undefined, { members: { outcome } })
}
