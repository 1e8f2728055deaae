/** Changes that users make to their own profile, and the link that verifies an email address. */

import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/errors.ts'
import { inTransaction, type Run } from '../../database/in-transaction.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { invalidEmail, isEmail } from '../../http/input/email.ts'
import { consume, consumeByClient } from '../../http/rate-limits/attempts.ts'
import { invalidInput } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { deleteResetLinks } from '../passwords/reset.ts'
import { endRecovery } from '../recovery/requests.ts'
import { requireStepUp } from '../second-factors/step-up.ts'
import type { SignedIn } from '../sessions/identify.ts'
import { lockUserOfSession } from '../sessions/sessions.ts'
import { requireLocaleOfShop } from './locale.ts'
import { emailTaken } from './registration.ts'
import { countEmail, countMove } from './unverified-emails.ts'
import { findMe, findUser, type Me } from './user.ts'

type ChangeOptions = { check?: ((user: object) => void) | undefined; run?: Run }
type ProfileChange = { email?: string; userName?: string; phone?: string | null; locale?: string }

/**
 * Changes the profile. A new email address takes effect with this transaction: every later email goes there, also the
 * confirmation, and every reset link that was sent to the old address is deleted.
 * @param options.check throws if the client has not seen this state of the user
 * @throws Problem `reauthentication_required`, `email_taken`, `rate_limited`
 */
export async function changeProfile(
  context: AppContext,
  session: SignedIn,
  change: ProfileChange,
  visit: Visit,
  { check, run = work => inTransaction(context.db, work) }: ChangeOptions = {},
): Promise<Static<typeof Me>> {
  const now = context.clock.now()
  const { userId } = session
  const known = (change.locale ?? change.email) ? await findUser(context.db, userId) : undefined
  if (change.locale !== undefined) await requireLocaleOfShop(context.db, change.locale, known?.role)
  if (change.email !== undefined && change.email !== known?.email) {
    requireMayChangeEmail(session, change.email, now)
    // Counted before the look-up and even if the address is taken, so that nobody can test a list of addresses.
    await consume(context.db, 'email-changes', userId, now)
    await consumeByClient(context.db, 'client-email-changes', visit.ip, now)
  }
  return run(async tx => {
    await lockUserOfSession(tx, session)
    const user = (await findMe(tx, userId))!
    check?.(user)
    const newEmail = change.email !== undefined && change.email !== user.email ? change.email : undefined
    // Again, because the address may have changed since it was read.
    if (newEmail !== undefined) requireMayChangeEmail(session, newEmail, now)
    const changes = {
      ...(change.userName !== undefined && { user_name: change.userName }),
      ...(change.phone !== undefined && { phone: change.phone }),
      ...(change.locale !== undefined && { locale: change.locale }),
      ...(newEmail !== undefined && { email: newEmail, email_verified_at: null, email_verified_in_session: false }),
    }
    if (Object.keys(changes).length === 0) return user
    await consume(tx, 'profile-changes', userId, now)
    await tx.updateTable('users').set(changes).where('id', '=', userId).execute()
    await audit(tx, newEmail === undefined ? 'profile_changed' : 'email_changed', { at: now, visit, userId })
    if (newEmail !== undefined) {
      await countMove(tx, { userId, email: newEmail, now })
      await deleteResetLinks(tx, userId)
      await endRecovery(tx, { userId, outcome: 'email_changed', now, visit })
      await announce(tx, { type: 'user.email_changed', payload: { userId }, to: [{ userId }], at: now })
    }
    await publishToFeed(tx, now, { type: 'user.updated', data: { userId } })
    return (await findMe(tx, userId))!
  }).catch(error => {
    throw violatesUnique(error, 'users_email_unique') ? emailTaken() : error
  })
}

/**
 * Sends the link that verifies the address once more. Counted like a change of address, which sends the same email.
 * @returns the address; undefined when it is verified already
 * @throws Problem `rate_limited`
 */
export async function requestVerification(
  context: AppContext,
  session: SignedIn,
  visit: Visit,
): Promise<string | undefined> {
  const now = context.clock.now()
  const { userId } = session
  const user = await findUser(context.db, userId)
  if (user?.emailVerified) return undefined
  await consume(context.db, 'email-changes', userId, now)
  await consumeByClient(context.db, 'client-email-changes', visit.ip, now)
  await context.db.transaction().execute(async tx => {
    await lockUserOfSession(tx, session)
    await countEmail(tx, { userId, about: 'account', now })
    await announce(tx, { type: 'user.verification_requested', payload: { userId }, to: [{ userId }], at: now })
  })
  return user?.email
}

function requireMayChangeEmail(session: SignedIn, email: string, now: Date): void {
  if (!isEmail(email)) throw invalidInput(invalidEmail(email))
  requireStepUp(session, now)
}
