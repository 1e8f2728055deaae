/*
 * Actions of admins and of the operator on accounts: change a role, end sessions, disable and enable.
 *
 * Nobody can sign in to a disabled account and no email is sent to its owner. Its data stays until an admin enables it
 * again. Nothing that was in flight survives, because `disableAccount` locks the row of the user until the commit:
 *
 * - a password that is being accepted needs this lock too (first-step.ts): it is refused, or its partial session is
 *   deleted here;
 * - a code that is being accepted needs it too (second-step.ts): its partial session is deleted, or the session that it
 *   opened is ended here;
 * - a reset link that is being requested is deleted here. If it is written a moment later, it opens nothing and is
 *   deleted when the account is enabled (reset.ts);
 * - an email in flight needs it when the end of the message is released (notifications/ledger.ts): it was sent before,
 *   or it is not sent.
 */
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { deleteResetLinks } from '../passwords/reset.ts'
import { endRecovery } from '../recovery/requests.ts'
import { revokeApiKeysOf } from '../sessions/api-keys.ts'
import { endAllSessions, sessionEnded } from '../sessions/sessions.ts'
import type { Role } from '../tables.ts'
import { accounts, findUser } from './user.ts'

/** `userId` is the account; `actorId` is the admin who acts, undefined for the operator. */
export type AdminAction = { userId: string; actorId?: string; visit?: Visit }

export type AccountState = { id: string; disabledAt: Date | null }

/** @throws Problem `not_found`; `forbidden` for your own account and for the account of the only admin */
export async function disableAccount(context: AppContext, action: AdminAction): Promise<AccountState> {
  const { userId, actorId } = action
  const now = context.clock.now()
  return inTransaction(context.db, async tx => {
    const { disabledAt, isOnlyAdmin } = await lockAmongAdmins(tx, action)
    if (userId === actorId) {
      throw new Problem('forbidden', 'You cannot disable your own account. Ask another admin.')
    }
    if (disabledAt) return { id: userId, disabledAt }
    requireAnotherAdmin(isOnlyAdmin)
    await tx.updateTable('users').set({ disabled_at: now }).where('id', '=', userId).execute()
    await endAllSessions(tx, userId)
    await deleteResetLinks(tx, userId)
    await endRecovery(tx, { userId, outcome: 'account_disabled', now })
    await revokeApiKeysOf(tx, userId, now)
    await audit(tx, 'user_disabled', { at: now, ...action })
    await publishToFeed(tx, now, { type: 'user.disabled', data: { userId } })
    return { id: userId, disabledAt: now }
  })
}

/** Ended sessions and revoked API keys stay dead. @throws Problem `not_found` */
export async function enableAccount(context: AppContext, action: AdminAction): Promise<AccountState> {
  const { userId } = action
  return inTransaction(context.db, async tx => {
    const { disabledAt } = await lockAmongAdmins(tx, action)
    if (disabledAt) {
      await tx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
      await deleteResetLinks(tx, userId)
      await audit(tx, 'user_enabled', { at: context.clock.now(), ...action })
      await publishToFeed(tx, context.clock.now(), { type: 'user.enabled', data: { userId } })
    }
    return { id: userId, disabledAt: null }
  })
}

/**
 * Gives an account another role and ends its sessions, because the lifetime of a session depends on the role.
 * @param check throws when the user is not in the state that the admin has seen
 * @throws Problem `not_found`; `forbidden` for your own role and for that of the only admin; `email_not_verified` for a role
 *   above customer
 */
export async function changeRole(
  context: AppContext,
  { role, ...action }: AdminAction & { role: Role },
  check?: (user: object) => void,
) {
  const { userId, actorId } = action
  return inTransaction(context.db, async tx => {
    const { isOnlyAdmin } = await lockAmongAdmins(tx, action)
    const user = (await findUser(tx, userId))!
    check?.(user)
    if (user.role === role) return user
    if (userId === actorId) throw new Problem('forbidden', 'You cannot change your own role. Ask another admin.')
    requireAnotherAdmin(isOnlyAdmin)
    // Anybody can register any address, and admins know by it whom they trust.
    if (role !== 'customer' && !user.emailVerified) throw new Problem('email_not_verified')
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    await endAllSessions(tx, userId)
    await audit(tx, 'role_changed', { at: context.clock.now(), ...action, detail: { from: user.role, to: role } })
    await publishToFeed(tx, context.clock.now(), { type: 'user.updated', data: { userId } })
    return (await findUser(tx, userId))!
  })
}

/** @throws Problem `not_found` */
export async function endSessionsOf(context: AppContext, action: AdminAction): Promise<void> {
  const { userId } = action
  await context.db.transaction().execute(async tx => {
    if (!(await findUser(tx, userId))) throw new Problem('not_found', 'This user does not exist.')
    await endAllSessions(tx, userId)
    await audit(tx, 'session_ended', { at: context.clock.now(), ...action, detail: { all: true } })
  })
}

/**
 * Locks an account and all admins, in one order. If two admins disable each other at the same moment, the second waits
 * for the first, and is no longer an admin.
 * @throws Problem `not_found`; `unauthenticated` when the acting admin was disabled or demoted since the request came
 */
export async function lockAmongAdmins(tx: Tx, { userId, actorId }: AdminAction) {
  const locked = await accounts(tx)
    .select(['id', 'role', 'disabled_at', 'email_verified_at'])
    .where(({ eb, or }) => or([eb('id', '=', userId), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admins = locked.filter(
    ({ role, disabled_at, email_verified_at }) => role === 'admin' && !disabled_at && email_verified_at,
  )
  if (actorId !== undefined && !admins.some(({ id }) => id === actorId)) throw sessionEnded()
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw new Problem('not_found', 'This user does not exist.')
  return { disabledAt: user.disabled_at, isOnlyAdmin: admins.length === 1 && admins[0]!.id === userId }
}

/** @throws Problem `forbidden` when no admin would be left */
function requireAnotherAdmin(isOnlyAdmin: boolean): void {
  if (isOnlyAdmin) throw new Problem('forbidden', 'This is the only admin. Make another user an admin first.')
}
