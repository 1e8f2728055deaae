import type { AppContext } from '../../context.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import type { Role } from '../tables.ts'
import { lockAmongAdmins, requireAnotherAdmin } from './admins.ts'
import { findUser } from './user.ts'

/** Gives an account another role. Its sessions end: how long one lives depends on the role. */
export async function changeRole(
  context: AppContext,
  { userId, role, actorId }: { userId: string; role: Role; actorId?: string },
  visit?: Visit,
) {
  return context.db.transaction().execute(async tx => {
    const { isOnlyAdmin } = await lockAmongAdmins(tx, { userId, actorId })
    const user = (await findUser(tx, userId))!
    if (user.role === role) return user
    if (userId === actorId) throw new Problem('forbidden', 'You cannot change your own role. Ask another admin.')
    requireAnotherAdmin({ isOnlyAdmin })
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    await endAllSessions(tx, userId)
    await audit(tx, 'role_changed', {
      at: context.clock.now(),
      userId,
      detail: { from: user.role, to: role },
      ...(visit && { visit }),
      ...(actorId && { actorId }),
    })
    return { ...user, role }
  })
}
