import type { AppContext } from '../../context.ts'
import { assertAvailable, consume, reset } from '../../http/rate-limits/attempts.ts'
import { invalidInput } from '../../problems.ts'
import type { Visit } from '../audit-log.ts'
import { logAndTellOwner } from '../owner-notices.ts'
import type { SignedIn } from '../sessions/identify.ts'
import { endAllSessions, lockUserOfSession, sessionEnded } from '../sessions/sessions.ts'
import { accounts } from '../users/user.ts'
import { hashPassword, verifyPassword } from './hashing.ts'
import { deleteResetLinks } from './reset.ts'
import { requireGoodPassword } from './rules.ts'

/** Changes the password, ends every other session, and deletes every reset link. */
export async function changePassword(
  context: AppContext,
  session: SignedIn,
  { currentPassword, password }: { currentPassword: string; password: string },
  visit: Visit,
): Promise<void> {
  const { db } = context
  const { userId, sessionId } = session
  const now = context.clock.now()
  // This limit is counted per user, apart from sign-in, so a stolen session cannot lock the owner out.
  await assertAvailable(db, ['passwords'], userId, now)
  const user = await accounts(db)
    .select(['password_hash', 'email', 'user_name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw sessionEnded()
  await requireGoodPassword(context, password, { email: user.email, userName: user.user_name })
  if (!(await verifyPassword(user.password_hash, currentPassword, context.passwordCost))) {
    await consume(db, 'passwords', userId, now)
    throw invalidInput({ field: 'currentPassword', reason: 'is wrong', code: 'wrong' })
  }
  await assertAvailable(db, ['passwords'], userId, now)
  const passwordHash = await hashPassword(password, context.passwordCost)
  await db.transaction().execute(async tx => {
    // It may have ended while the hashes waited for their turn.
    await lockUserOfSession(tx, session)
    await reset(tx, 'passwords', userId)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, password_expires_at: null })
      .where('id', '=', userId)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    // A reset or another window changed the password meanwhile, so the entered one is no longer the current one.
    if (numUpdatedRows === 0n) throw invalidInput({ field: 'currentPassword', reason: 'is wrong', code: 'wrong' })
    await deleteResetLinks(tx, userId)
    await endAllSessions(tx, userId, sessionId)
    await logAndTellOwner(tx, 'password_changed', { at: now, visit, userId })
  })
}
