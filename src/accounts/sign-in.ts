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
import { anonymous, requireLeft, restore, spend } from './budgets.ts'
import { challenge, codeFactor, type Factor, type Proof, recoveryFactor } from './challenge.ts'
import { listFactors } from './factors.ts'
import { verifyPassword } from './password.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'
import { codeAlreadyUsed } from './second-factor.ts'
import { type OpenedSession, openSession } from './sessions.ts'
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
    throw invalidCredentials()
  }
  // Guesses that came in together are settled one by one: with the budget gone the right one is refused as well.
  await requireLeft(db, 'passwords', subject, now)
  return db.transaction().execute(async tx => {
    // A registration that nobody has confirmed may be giving way to another one just now.
    const still = await tx.selectFrom('users').select('id').where('id', '=', user!.id).forKeyShare().executeTakeFirst()
    if (!still) throw invalidCredentials()
    await restore(tx, ['passwords'], subject)
    await audit(tx, 'password_accepted', { at: now, visit, userId: user!.id })
    return openPartialSession(tx, user!.id, now)
  })
}

function invalidCredentials(): Problem {
  return new Problem('invalid_credentials', 'The e-mail address or the password is wrong.')
}

export async function openPartialSession(tx: Tx, userId: string, now: Date): Promise<PartialSignIn> {
  const partialToken = newToken()
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

type Attempt = { userId: string; partialId: string; visit: Visit }

/** The second step, with a code. @throws Problem as `challenge`, and `sign_in_ended` */
export async function completeSignIn(ground: Ground, { code, ...attempt }: Attempt & { code: string }) {
  const { userId, partialId } = attempt
  return passSignIn(ground, attempt, codeFactor(ground, { userId, code, boundTo: attemptName(partialId) }))
}

/** The second step on the day when the telephone is gone. */
export async function recoverSignIn(ground: Ground, { recoveryCode, ...attempt }: Attempt & { recoveryCode: string }) {
  return passSignIn(ground, attempt, recoveryFactor(ground, attempt.userId, recoveryCode))
}

/** What text messages for an attempt are bound to. */
export function attemptName(partialId: string): string {
  return `sign-in:${partialId}`
}

/** Turns an attempt into a session, by whatever factor. */
export function passSignIn(ground: Ground, { userId, partialId, visit }: Attempt, factor: Factor): Promise<SignIn> {
  return challenge(ground, {
    userId,
    visit,
    factor,
    enter: async (tx, now) => {
      if (!(await takeTry(tx, partialId, now))) {
        throw (await factor.wasUsed(tx, now)) ? codeAlreadyUsed() : signInEnded()
      }
    },
    grant: async (tx, now, proof) => {
      await tx.updateTable('partial_sessions').set({ consumed_at: now }).where('id', '=', partialId).execute()
      await audit(tx, 'signed_in', { at: now, visit, userId, detail: { method: proof.kind } })
      return admit(tx, ground, { userId, visit, proof, now })
    },
  })
}

/** @throws Problem when the attempt is over: no text message goes out for it any more */
export async function requireOpen(db: Db, partialId: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('partial_sessions')
    .select('id')
    .where('id', '=', partialId)
    .where('tries_left', '>', 0)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!open) throw signInEnded()
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
  const completes = proof.confirms && proof.kind === 'totp'
  const recoveryCodes = completes ? await renewRecoveryCodes(tx, ground.secretKey, userId, now) : undefined
  if (completes) {
    // A telephone that was given with the registration counts from now on: the same person has just named both.
    await tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
    await announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: now })
  }
  const user = (await findUser(tx, userId))!
  const session = await openSession(tx, { userId, role: user.role, now, visit })
  return { ...session, user, ...(recoveryCodes && { recoveryCodes }) }
}

/** What may be entered as the second step. */
export async function methodsOf(db: Db, userId: string): Promise<string[]> {
  const factors = await listFactors(db, userId)
  if (factors.length === 0) return ['totp']
  const kinds = new Set(factors.filter(({ disabled_at }) => disabled_at === null).map(({ kind }) => kind))
  const recovery = (await recoveryCodesLeft(db, userId)) > 0
  return [...kinds, ...(recovery ? ['recovery'] : [])]
}

export function signInEnded(): Problem {
  return new Problem('sign_in_ended', 'This sign-in attempt has ended or was already completed. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="semel", error="invalid_token"' },
  })
}
