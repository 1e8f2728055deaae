import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/errors.ts'
import { publishToFeed } from '../../events/publish.ts'
import { invalidEmail, isEmail } from '../../http/input/email.ts'
import { directionMark } from '../../http/input/keywords.ts'
import { invalidInput } from '../../problems.ts'
import { after, DAY } from '../../time.ts'
import { audit } from '../audit-log.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator, confirmFactor } from '../second-factors/factors.ts'
import { renewRecoveryCodes } from '../second-factors/recovery-codes.ts'
import { enrollment, issuerOf } from '../second-factors/totp.ts'
import type { Role } from '../tables.ts'
import { createUser, emailTaken } from './registration.ts'

/**
 * Creates an account for the operator. It works at once: the authenticator counts as confirmed, because the operator hands
 * its secret to the user.
 * @param input.isTemporary the password was generated: it expires after a day, unless the user sets another one
 */
export async function createAccount(
  context: AppContext,
  input: { email: string; userName: string; password: string; role: Role; isTemporary?: boolean },
) {
  if (!isEmail(input.email)) throw invalidInput(invalidEmail(input.email))
  if (input.userName.trim() === '') throw invalidInput({ field: 'name', reason: 'is required', code: 'required' })
  const mark = directionMark(input.userName)
  if (mark) throw invalidInput({ field: 'name', ...mark })
  await requireGoodPassword(context, input.password, input)
  const passwordHash = await hashPassword(input.password, context.passwordCost)
  const now = context.clock.now()
  const issuer = await issuerOf(context)
  return context.db
    .transaction()
    .execute(async tx => {
      const userId = await createUser(tx, input, passwordHash, now)
      await tx
        .updateTable('users')
        // The operator vouches for staff, as if they had verified the address in a session.
        .set({ role: input.role })
        .$if(input.role !== 'customer', update =>
          update.set({ email_verified_at: now, email_verified_in_session: true }),
        )
        .set({ password_expires_at: input.isTemporary ? after(now, DAY) : null })
        .where('id', '=', userId)
        .execute()
      const { id, seed } = await addAuthenticator(tx, context, { userId })
      await confirmFactor(tx, id, now)
      await audit(tx, 'user_created', { at: now, userId, detail: { role: input.role } })
      await publishToFeed(tx, now, { type: 'user.registered', data: { userId } })
      const recoveryCodes = await renewRecoveryCodes(tx, context.serviceKey, userId, now)
      return { userId, totp: enrollment(seed, input.email, issuer), recoveryCodes }
    })
    .catch(error => {
      throw violatesUnique(error, 'users_email_unique') ? emailTaken() : error
    })
}
