/** The touch that makes an account of a guest: a registration without a password, which its first passkey completes. */
import type { AppContext } from '../../context.ts'
import { consumeByClient } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { creationOptions } from '../second-factors/passkeys.ts'
import { findPartialSession } from '../sessions/credentials.ts'
import { signInPurpose } from '../sign-in/attempt.ts'
import { openPartialSession } from '../sign-in/partial-session.ts'
import { createUser, emailTaken } from '../users/registration.ts'
import { userByEmail } from '../users/user.ts'
import { guestOfAccountLink } from './account-link.ts'

/**
 * Creates the registration that the passkey completes on `/auth/register/passkey`, like every other: the unique index on addresses decides
 * which of several becomes the account. One that nobody completes is deleted after a day.
 * @throws Problem `invalid_verification_token`, `email_taken`, `rate_limited`
 */
export async function registerByLink(context: AppContext, token: string, visit: Visit) {
  const now = context.clock.now()
  await consumeByClient(context.db, 'registrations', visit.ip, now)
  await consumeByClient(context.db, 'registrations-daily', visit.ip, now)
  const guest = await guestOfAccountLink(context, token)
  if (!guest) throw invalidLink()
  const { email, userName, locale } = guest
  const started = await context.db.transaction().execute(async tx => {
    if (await userByEmail(tx, email).select('id').executeTakeFirst()) throw emailTaken()
    const input = { email, userName, confirmedAt: null, isVerified: true, ...(locale && { locale }) }
    const userId = await createUser(tx, input, NO_PASSWORD, now)
    await audit(tx, 'registered', { at: now, visit, userId })
    return { userId, ...(await openPartialSession(tx, context, { userId, now })) }
  })
  const { userId, partialToken, expiresIn } = started
  const partial = (await findPartialSession(context.db, partialToken, now))!
  const options = await creationOptions(context, { id: userId, email, userName }, signInPurpose(partial.id))
  return { ...options, partialToken, expiresIn }
}

/** No password fits it. A reset by email sets one. */
const NO_PASSWORD = ''

function invalidLink(): Problem {
  const reason = 'is unknown, expired or for an earlier address'
  return new Problem('invalid_verification_token', `The link ${reason}.`, {
    errors: [{ field: 'token', reason, code: 'invalid_token' }],
  })
}
