import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { sessionEnded } from '../sessions/sessions.ts'

/**
 * Locks an account together with those of all admins, in one order. Of two admins who shut each other out at the same
 * moment the second comes after the first, and is no admin any more.
 * @param actorId the admin who acts; none: the operator
 * @throws Problem `not_found`; `unauthenticated` when the one who acts has been shut out since the request came
 */
export async function lockAmongAdmins(tx: Tx, { userId, actorId }: { userId: string; actorId?: string | undefined }) {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'role', 'disabled_at'])
    .where(({ eb, or }) => or([eb('id', '=', userId), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admins = locked.filter(({ role, disabled_at }) => role === 'admin' && disabled_at === null)
  if (actorId !== undefined && !admins.some(({ id }) => id === actorId)) {
    throw sessionEnded()
  }
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw new Problem('not_found', 'There is no such user.')
  const isOnlyAdmin = admins.length === 1 && admins[0]!.id === userId
  return { role: user.role, disabledAt: user.disabled_at, isOnlyAdmin }
}

/** @throws Problem `forbidden` when nobody would be left who may do what only admins may */
export function requireAnotherAdmin({ isOnlyAdmin }: { isOnlyAdmin: boolean }): void {
  if (isOnlyAdmin) throw new Problem('forbidden', 'This is the only admin. Make another user an admin first.')
}
