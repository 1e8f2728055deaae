import type { Ground } from '../ground.ts'
import { invalidInput } from '../problems.ts'
import type { SignedIn } from './access.ts'
import { audit, type Visit } from './audit.ts'
import { requireLeft, restore, spend } from './budgets.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { requireGoodPassword } from './password-rules.ts'
import { forgetResets } from './reset.ts'
import { endAllSessions } from './sessions.ts'

/** Changes the password. Every other session ends, and every reset link is dead. */
export async function changePassword(
  ground: Ground,
  { userId, sessionId }: SignedIn,
  { currentPassword, password }: { currentPassword: string; password: string },
  visit: Visit,
): Promise<void> {
  const { db } = ground
  const now = ground.clock.now()
  // Of its own, so that a thief's session cannot keep the owner from signing in.
  await requireLeft(db, ['passwords'], userId, now)
  const user = await db
    .selectFrom('users')
    .select(['password_hash', 'email', 'user_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  requireGoodPassword(password, { email: user.email, userName: user.user_name })
  if (!(await verifyPassword(user.password_hash, currentPassword, ground.passwordCost))) {
    await spend(db, 'passwords', userId, now)
    throw invalidInput({ field: 'currentPassword', reason: 'is wrong', code: 'wrong' })
  }
  await requireLeft(db, ['passwords'], userId, now)
  const passwordHash = await hashPassword(password, ground.passwordCost)
  await db.transaction().execute(async tx => {
    await restore(tx, 'passwords', userId)
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, password_expires_at: null })
      .where('id', '=', userId)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    // Somebody else was faster, with a reset or in another window: what was entered is the current one no more.
    if (numUpdatedRows === 0n) throw invalidInput({ field: 'currentPassword', reason: 'is wrong', code: 'wrong' })
    await forgetResets(tx, userId)
    await endAllSessions(tx, userId, sessionId)
    await audit(tx, 'password_changed', { at: now, visit, userId })
  })
}
