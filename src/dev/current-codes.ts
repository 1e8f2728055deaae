import { seedOf } from '../accounts/second-factors/factors.ts'
import { codeOf, STEP, stepAt } from '../accounts/second-factors/totp.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'

type CurrentCode = { code: string; secondsLeft: number }

/**
 * The code that the account's authenticator shows now. Only for the development inbox, which replaces a phone.
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
