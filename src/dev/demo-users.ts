import { hashPassword } from '../accounts/passwords/hashing.ts'
import { addAuthenticator, confirmFactor } from '../accounts/second-factors/factors.ts'
import { renewRecoveryCodes } from '../accounts/second-factors/recovery-codes.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import { createUser } from '../accounts/users/registration.ts'
import { userByEmail } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'

/** Creates two customers, a staff member and an admin. /dev shows their codes. Existing accounts stay as they are. */
export async function createDemoUsers(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const passwordHash = await hashPassword(DEMO_PASSWORD, context.passwordCost)
  for (const { email, userName, role } of DEMO_USERS) {
    await context.db.transaction().execute(async tx => {
      if (await userByEmail(tx, email).select('id').executeTakeFirst()) return
      const userId = await createUser(tx, { email, userName }, passwordHash, now)
      await tx.updateTable('users').set({ role, email_verified_at: now }).where('id', '=', userId).execute()
      const { id } = await addAuthenticator(tx, context, { userId })
      await confirmFactor(tx, id, now)
      await renewRecoveryCodes(tx, context.serviceKey, userId, now)
    })
  }
}
