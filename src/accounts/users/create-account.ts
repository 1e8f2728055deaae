import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/open.ts'
import { INVALID_EMAIL, isEmail } from '../../http/validation.ts'
import { invalidInput } from '../../problems.ts'
import { after, DAY } from '../../time.ts'
import { audit } from '../audit-log.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator, confirmFactor } from '../second-factors/factors.ts'
import { renewRecoveryCodes } from '../second-factors/recovery-codes.ts'
import { enrollment } from '../second-factors/totp.ts'
import type { Role } from '../tables.ts'
import { createUser, emailTaken } from './registration.ts'

/**
 * An account made by the operator, alive at once: the authenticator counts as confirmed, because whoever runs the
 * command hands its secret over.
 * @param wanted.isMadeUp the password is nobody's choice: it lasts a day, until its owner has set another one
 */
export async function createAccount(
  context: AppContext,
  wanted: { email: string; userName: string; password: string; role: Role; isMadeUp?: boolean },
) {
  if (!isEmail(wanted.email)) throw invalidInput(INVALID_EMAIL)
  if (wanted.userName.trim() === '') throw invalidInput({ field: 'name', reason: 'is required', code: 'required' })
  requireGoodPassword(wanted.password, wanted)
  const passwordHash = await hashPassword(wanted.password, context.passwordCost)
  const now = context.clock.now()
  return context.db
    .transaction()
    .execute(async tx => {
      const userId = await createUser(tx, wanted, passwordHash, now)
      await tx
        .updateTable('users')
        .set({ role: wanted.role, password_expires_at: wanted.isMadeUp ? after(now, DAY) : null })
        .where('id', '=', userId)
        .execute()
      const { id, seed } = await addAuthenticator(tx, context, { userId })
      await confirmFactor(tx, id, now)
      await audit(tx, 'user_created', { at: now, userId, detail: { role: wanted.role } })
      const recoveryCodes = await renewRecoveryCodes(tx, context.serviceKey, userId, now)
      return { userId, totp: enrollment(seed, wanted.email), recoveryCodes }
    })
    .catch(error => {
      throw violatesUnique(error, 'users_email_unique') ? emailTaken() : error
    })
}
