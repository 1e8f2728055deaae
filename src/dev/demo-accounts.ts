import { hashPassword } from '../accounts/passwords/hashing.ts'
import { addAuthenticator, confirmFactor, seedOf } from '../accounts/second-factors/factors.ts'
import { renewRecoveryCodes } from '../accounts/second-factors/recovery-codes.ts'
import { codeOf, STEP, stepAt } from '../accounts/second-factors/totp.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import { createUser } from '../accounts/users/registration.ts'
import { userByEmail } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'

/** Creates two customers, a staff member and an admin. /dev shows their codes. Existing accounts stay as they are. */
export async function createDemoUsers(context: AppContext): Promise<void> {
  const now = context.clock.now()
  const passwordHash = await hashPassword(DEMO_PASSWORD, context.passwordCost)
  for (const { email, userName, role } of DEMO_USERS) {
    await context.db.transaction().execute(async tx => {
      if (await userByEmail(tx, email).select('id').executeTakeFirst()) return
      const userId = await createUser(tx, { email, userName, password: DEMO_PASSWORD }, passwordHash, now)
      await tx.updateTable('users').set({ role, email_verified_at: now }).where('id', '=', userId).execute()
      const { id } = await addAuthenticator(tx, context, { userId })
      await confirmFactor(tx, id, now)
      await renewRecoveryCodes(tx, context.serviceKey, userId, now)
    })
  }
}

type CurrentCode = { code: string; secondsLeft: number }

/**
 * The code that the account's authenticator shows now. Only for the development inbox, which stands in for a phone.
 * @returns undefined when there is no such account, or it has no authenticator
 */
export async function currentCode(context: AppContext, email: string): Promise<CurrentCode | undefined> {
  const factor = await authenticators(context.db)
    .where('email_key', '=', email.toLowerCase())
    .limit(1)
    .executeTakeFirst()
  return factor && codeNow(context, factor)
}

/** The codes of the newest accounts, those included whose registration waits for its first code. */
export async function currentCodes(context: AppContext) {
  const factors = await authenticators(context.db).limit(20).execute()
  const newest = factors.filter(({ email }, index) => factors.findIndex(other => other.email === email) === index)
  return newest.map(factor => ({ ...codeNow(context, factor), email: factor.email, role: factor.role }))
}

function codeNow(context: AppContext, factor: Parameters<typeof seedOf>[1]): CurrentCode {
  const now = context.clock.now()
  const step = stepAt(now)
  const secondsLeft = Math.ceil(((step + 1) * STEP - now.getTime()) / SECOND)
  return { code: codeOf(seedOf(context, factor), step), secondsLeft }
}

/** Newest first. */
function authenticators(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['second_factors.id', 'second_factors.secret', 'users.email', 'users.role'])
    .where('second_factors.kind', '=', 'totp')
    .where('second_factors.disabled_at', 'is', null)
    .orderBy('second_factors.id', 'desc')
}
