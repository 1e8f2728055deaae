import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/open.ts'
import type { Tx } from '../../database/schema.ts'
import { anonymous, spend } from '../../http/rate-limits.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator, addFactor, listFactors } from '../second-factors/factors.ts'
import { enrolment } from '../second-factors/totp.ts'
import { openPartialSession, type PartialSignIn } from '../sign-in/sign-in.ts'
import { findUser, type User, userByEmail } from './user.ts'

export type Registration = { email: string; password: string; userName: string; phone?: string | null }
export type Registered = PartialSignIn & { user: Static<typeof User>; totp: ReturnType<typeof enrolment> }

/**
 * Sets an account up as far as its first code: that one confirms the authenticator, and only then is the account alive.
 * A registration that was never confirmed is nobody's yet and gives way to the next one for the same address.
 * @throws Problem `email_taken`
 */
export async function register(context: AppContext, wanted: Registration, visit: Visit): Promise<Registered> {
  requireGoodPassword(wanted.password, wanted)
  const passwordHash = await hashPassword(wanted.password, context.passwordCost)
  const now = context.clock.now()
  try {
    return await context.db.transaction().execute(async tx => {
      await removeUnconfirmed(tx, wanted.email)
      const userId = await createUser(tx, wanted, passwordHash, now)
      const { seed } = await addAuthenticator(tx, context, { userId })
      if (wanted.phone) await addFactor(tx, context, { userId, kind: 'sms', name: 'Telephone', phone: wanted.phone })
      await audit(tx, 'registered', { at: now, visit, userId })
      const partial = await openPartialSession(tx, userId, now)
      return { ...partial, user: (await findUser(tx, userId))!, totp: enrolment(seed, wanted.email) }
    })
  } catch (error) {
    if (!violatesUnique(error, 'users_email_unique')) throw error
    // The one answer that admits that an address is registered; nobody gets it often enough to walk through a list.
    await spend(context.db, 'taken-addresses', anonymous(visit.ip), now)
    throw emailTaken()
  }
}

export function emailTaken(): Problem {
  const reason = 'is already registered'
  return new Problem('email_taken', `email ${reason}`, { errors: [{ field: 'email', reason, code: 'taken' }] })
}

export async function createUser(tx: Tx, wanted: Registration, passwordHash: string, now: Date): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('users')
    .values({
      id,
      email: wanted.email,
      email_verified_at: null,
      user_name: wanted.userName,
      phone: wanted.phone ?? null,
      role: 'customer',
      password_hash: passwordHash,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * A first code may be confirming this very registration now. So we stand in line with it, in the order in which it takes
 * its locks (user, then attempt), and look only then: what is confirmed by that time stays.
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
