import { violatesUnique } from '../database/open.ts'
import type { Ground } from '../ground.ts'
import { invalidInput } from '../problems.ts'
import { after, DAY } from '../time.ts'
import { isEmail } from '../validation.ts'
import { audit } from './audit.ts'
import { addAuthenticator, confirmFactor } from './factors.ts'
import { hashPassword } from './password.ts'
import { requireGoodPassword } from './password-rules.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { createUser, emailTaken } from './register.ts'
import type { Role } from './tables.ts'
import { enrolment } from './totp.ts'

/**
 * An account made by the operator, alive at once: the authenticator counts as confirmed, because whoever runs the
 * command hands its secret over.
 * @param wanted.isMadeUp the password is nobody's choice: it lasts a day, until its owner has set another one
 */
export async function createAccount(
  ground: Ground,
  wanted: { email: string; userName: string; password: string; role: Role; isMadeUp?: boolean },
) {
  if (!isEmail(wanted.email))
    throw invalidInput({ field: 'email', reason: 'must be a valid e-mail address', code: 'invalid_email' })
  if (wanted.userName.trim() === '') throw invalidInput({ field: 'name', reason: 'is required', code: 'required' })
  requireGoodPassword(wanted.password, wanted)
  const passwordHash = await hashPassword(wanted.password, ground.passwordCost)
  const now = ground.clock.now()
  return ground.db
    .transaction()
    .execute(async tx => {
      const userId = await createUser(tx, wanted, passwordHash, now)
      await tx
        .updateTable('users')
        .set({ role: wanted.role, password_expires_at: wanted.isMadeUp ? after(now, DAY) : null })
        .where('id', '=', userId)
        .execute()
      const { id, seed } = await addAuthenticator(tx, ground, { userId })
      await confirmFactor(tx, id, now)
      await audit(tx, 'user_created', { at: now, userId, detail: { role: wanted.role } })
      const recoveryCodes = await renewRecoveryCodes(tx, ground.serviceKey, userId, now)
      return { userId, totp: enrolment(seed, wanted.email), recoveryCodes }
    })
    .catch(error => {
      throw violatesUnique(error, 'users_email_unique') ? emailTaken() : error
    })
}
