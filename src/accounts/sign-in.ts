/** Signing in, in two steps: the password opens a partial session, which the second factor turns into a full one. */
import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import type { Db, Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import type { Ground } from '../ground.ts'
import { Problem } from '../problems.ts'
import { digest, newToken } from '../secrets.ts'
import { after, MINUTE, SECOND } from '../time.ts'
import { audit, type Visit } from './audit.ts'
import { anonymous, refund, requireLeft, restore, spend } from './budgets.ts'
import { verifyPassword } from './password.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { acceptCode, codeAlreadyUsed, wasUsed } from './second-factor.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { canonicalCode } from './totp.ts'
import { findUser, type User, userByEmail } from './user.ts'

/** Between password and second factor. */
export const PARTIAL_LIFETIME = 5 * MINUTE
const TRIES = 5

export type PartialSignIn = { partialToken: string; expiresIn: number; methods: string[] }
export type SignIn = OpenedSession & { user: Static<typeof User>; recoveryCodes?: string[] }

/**
 * The first step. An unknown address costs the same hash, the same statements and gets the same answer as a wrong
 * password.
 * @throws Problem `invalid_credentials`, `rate_limited`
 */
export async function signIn(
  ground: Ground,
  { email, password, visit }: { email: string; password: string; visit: Visit },
): Promise<PartialSignIn> {
  const { db } = ground
  const now = ground.clock.now()
  const subject = anonymous(email, visit.ip)
  // Spares the hash; what counts is the statement after it.
  await requireLeft(db, 'passwords', subject, now)
  const user = await userByEmail(db, email).select(['id', 'password_hash']).executeTakeFirst()
  if (!(await verifyPassword(user?.password_hash, password))) {
    await spend(db, 'passwords', subject, now)
    await audit(db, 'password_refused', { at: now, visit, ...(user && { userId: user.id }) })
    throw new Problem('invalid_credentials', 'The e-mail address or the password is wrong.')
  }
  // Guesses that came in together are settled one by one: with the budget gone the right one is refused as well.
  await requireLeft(db, 'passwords', subject, now)
  return db.transaction().execute(async tx => {
    await restore(tx, ['passwords'], subject)
    await audit(tx, 'password_accepted', { at: now, visit, userId: user!.id })
    return openPartialSession(tx, user!.id, now)
  })
}

export async function openPartialSession(tx: Tx, userId: string, now: Date): Promise<PartialSignIn> {
  const partialToken = newToken()
  await tx.deleteFrom('partial_sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('partial_sessions')
    .values({
      id: randomUUIDv7(),
      token_hash: digest(partialToken),
      user_id: userId,
      tries_left: TRIES,
      created_at: now,
      expires_at: after(now, PARTIAL_LIFETIME),
      consumed_at: null,
    })
    .execute()
  return { partialToken, expiresIn: PARTIAL_LIFETIME / SECOND, methods: await methodsOf(tx, userId) }
}

/**
 * The second step: consumes the partial session and the code and opens the session, all in one transaction, so that a
 * crash at any point leaves either all of it or nothing.
 * @throws Problem `invalid_code` once the failure is committed; `code_already_used`, `sign_in_ended`, `rate_limited`
 */
export async function completeSignIn(
  ground: Ground,
  { userId, partialId, code: typed, visit }: { userId: string; partialId: string; code: string; visit: Visit },
): Promise<SignIn> {
  const code = canonicalCode(typed)
  return finish(
    ground,
    { userId, partialId, visit },
    {
      prove: async (tx, now) => {
        const accepted = await acceptCode(tx, ground, { userId, code, now })
        return accepted && { method: 'code', confirms: accepted.confirms }
      },
      wasUsed: (tx, now) => wasUsed(tx, { userId, code, now }),
    },
  )
}

type Proof = { method: string; confirms: boolean }
type Attempt = { userId: string; partialId: string; visit: Visit }
type Factor = {
  /** Uses the proof up. @returns undefined when it is wrong */
  prove(tx: Tx, now: Date): Promise<Proof | undefined>
  wasUsed(tx: Tx, now: Date): Promise<boolean>
}

/** Every kind of second factor ends here. */
async function finish(
  ground: Ground,
  { userId, partialId, visit }: Attempt,
  { prove, wasUsed }: Factor,
): Promise<SignIn> {
  const now = ground.clock.now()
  const signedIn = await ground.db
    .transaction()
    .execute(async tx => {
      if (!(await takeTry(tx, partialId, now))) throw (await wasUsed(tx, now)) ? codeAlreadyUsed() : signInEnded()
      // From here on the tries of this account stand in line, whatever attempt or process they come from.
      await spend(tx, 'codes', userId, now)
      await spend(tx, 'codes-daily', userId, now)
      const proof = await prove(tx, now)
      if (!proof) {
        await audit(tx, 'code_refused', { at: now, visit, userId })
        return undefined
      }
      await tx.updateTable('partial_sessions').set({ consumed_at: now }).where('id', '=', partialId).execute()
      await restore(tx, ['codes'], userId)
      await refund(tx, 'codes-daily', userId)
      await audit(tx, 'signed_in', { at: now, visit, userId, detail: { method: proof.method } })
      return admit(tx, ground, { userId, visit, proof, now })
    })
    .catch(async error => {
      // Rolled back, so the used code has cost neither a try nor a guess; that it was shown again is worth a line.
      if (error instanceof Problem && error.code === 'code_already_used') {
        await audit(ground.db, 'code_replayed', { at: now, visit, userId })
      }
      throw error
    })
  if (signedIn) return signedIn
  throw new Problem('invalid_code', 'The code is wrong. Enter the one that is shown now.')
}

/** Takes one of the attempt's tries; whoever comes with the same attempt at the same time waits for the outcome. */
async function takeTry(tx: Tx, partialId: string, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('partial_sessions')
    .set(eb => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', partialId)
    .where('tries_left', '>', 0)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function admit(
  tx: Tx,
  ground: Ground,
  { userId, visit, proof, now }: { userId: string; visit: Visit; proof: Proof; now: Date },
): Promise<SignIn> {
  // The first confirmed authenticator completes the registration.
  const recoveryCodes = proof.confirms ? await renewRecoveryCodes(tx, ground.secretKey, userId, now) : undefined
  if (proof.confirms) await announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: now })
  const user = (await findUser(tx, userId))!
  const session = await openSession(tx, { userId, role: user.role, now, visit })
  return { ...session, user, ...(recoveryCodes && { recoveryCodes }) }
}

/** What may be entered as the second step. */
async function methodsOf(db: Db, userId: string): Promise<string[]> {
  const factors = await db
    .selectFrom('second_factors')
    .select('kind')
    .distinct()
    .where('user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .orderBy('kind', 'desc')
    .execute()
  const recovery = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return [...factors.map(({ kind }) => kind), ...(recovery ? ['recovery'] : [])]
}

export function signInEnded(): Problem {
  return new Problem('sign_in_ended', 'This sign-in attempt has ended or was already completed. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="semel", error="invalid_token"' },
  })
}
