import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/open.ts'
import type { Tx } from '../../database/schema.ts'
import type { RunOnce } from '../../http/idempotency.ts'
import { consume, hashedSubject } from '../../http/rate-limits.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator, addFactor, listFactors } from '../second-factors/factors.ts'
import { enrollment } from '../second-factors/totp.ts'
import { openPartialSession, type PartialSignIn } from '../sign-in/first-step.ts'
import { findUser, type User, userByEmail } from './user.ts'

type Registration = { email: string; password: string; userName: string; phone?: string | null }
type Registered = PartialSignIn & { user: Static<typeof User>; totp: ReturnType<typeof enrollment> }

/**
 * Creates an account that waits for its first code, which confirms the authenticator. Until then the registration gives
 * way to another one for the same address.
 * @throws Problem `email_taken`
 */
export async function register(
  context: AppContext,
  input: Registration,
  visit: Visit,
  runOnce: RunOnce,
): Promise<Registered> {
  await requireGoodPassword(context, input.password, input)
  const passwordHash = await hashPassword(input.password, context.passwordCost)
  const now = context.clock.now()
  try {
    return await runOnce<Registered>(async tx => {
      await removeUnconfirmed(tx, input.email)
      const userId = await createUser(tx, input, passwordHash, now)
      const { seed } = await addAuthenticator(tx, context, { userId })
      if (input.phone) await addFactor(tx, context, { userId, kind: 'sms', name: 'Phone', phone: input.phone })
      await audit(tx, 'registered', { at: now, visit, userId })
      const partial = await openPartialSession(tx, userId, now)
      return { body: { ...partial, user: (await findUser(tx, userId))!, totp: enrollment(seed, input.email) } }
    })
  } catch (error) {
    if (!violatesUnique(error, 'users_email_unique')) throw error
    // Only this response admits that an address is registered. The limit is too low to test a list of addresses.
    await consume(context.db, 'taken-addresses', hashedSubject(visit.ip), now)
    throw emailTaken()
  }
}

export function emailTaken(): Problem {
  const reason = 'is already registered'
  return new Problem('email_taken', `email ${reason}`, { errors: [{ field: 'email', reason, code: 'taken' }] })
}

export async function createUser(tx: Tx, input: Registration, passwordHash: string, now: Date): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('users')
    .values({
      id,
      email: input.email,
      email_verified_at: null,
      user_name: input.userName,
      phone: input.phone ?? null,
      role: 'customer',
      password_hash: passwordHash,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * A first code may be confirming the old registration at this moment. So this locks in the same order as the code (user,
 * then attempt) and checks again after the lock: a registration that is confirmed by then stays.
 */
async function removeUnconfirmed(tx: Tx, email: string): Promise<void> {
  const user = await userByEmail(tx, email).select(['id', 'disabled_at']).executeTakeFirst()
  if (!user || user.disabled_at !== null || (await isConfirmed(tx, user.id))) return
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
  if (await isConfirmed(tx, user.id)) return
  await tx.deleteFrom('users').where('id', '=', user.id).execute()
}

async function isConfirmed(tx: Tx, userId: string): Promise<boolean> {
  return (await listFactors(tx, userId)).length > 0
}
