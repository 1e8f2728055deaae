/*
 * Wrong second factors, and who pays for them. Each account has several budgets, so that nobody who spends one locks out
 * somebody who needs another:
 *
 *   sign-in from a device or network where the account has signed in   10 in 15 minutes, 30 a day
 *   sign-in from anywhere else                                         as many again
 *   confirmation of a new factor                                       as many again
 *   step-up                                                            10 in a row; then the session ends (second-factors/step-up.ts)
 *
 * docs/decisions/011-who-pays-for-wrong-codes.md tells why, and how likely a guess is. The caller has locked the account, so
 * wrong factors are counted one by one.
 */
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { consume, reset, tryToConsume } from '../../http/rate-limits/attempts.ts'
import type { Visit } from '../audit-log.ts'
import { isKnown } from './known-devices.ts'

/** The budget that a wrong factor is taken from. Undefined: the session counts it. */
export type Budget = { subject: string; userId: string; isSignIn: boolean }

/** Wrong factors in a day after which the owner should hear that somebody else may know the password. */
const SUSPICIOUS = 5

export async function signInBudget(
  tx: Tx,
  { serviceKey }: AppContext,
  signIn: { userId: string; visit: Visit; now: Date },
): Promise<Budget> {
  const { userId } = signIn
  const { known, elsewhere } = subjectsOf(userId)
  const subject = (await isKnown(tx, serviceKey, signIn)) ? known : elsewhere
  return { subject, userId, isSignIn: true }
}

export function enrollmentBudget(userId: string): Budget {
  return { subject: `${userId} enrollment`, userId, isSignIn: false }
}

function subjectsOf(userId: string) {
  return { known: `${userId} known`, elsewhere: userId }
}

/** Counts a wrong factor; at a sign-in, it came after the right password. @throws Problem `rate_limited` */
export async function countGuess(tx: Tx, { subject, userId, isSignIn }: Budget, now: Date): Promise<void> {
  await consume(tx, 'codes', subject, now)
  const today = await consume(tx, 'codes-daily', subject, now)
  if (!isSignIn || today < SUSPICIOUS) return
  // Anybody may have begun a registration that nobody has confirmed.
  const account = tx.selectFrom('users').select('id').where('id', '=', userId).where('confirmed_at', 'is not', null)
  if (!(await account.executeTakeFirst())) return
  if (!(await tryToConsume(tx, { kind: 'refused-codes-emails', subject: userId }, now))) return
  await announce(tx, {
    type: 'user.codes_refused',
    payload: { userId, at: now.toISOString() },
    to: [{ userId }],
    at: now,
  })
}

/**
 * Gives an account whose owner has just proved something else the budgets of a new day. So the owner gets in even if a stranger
 * has used them up. Renewals are limited: otherwise the thief of a mailbox could guess all day.
 */
export async function renewGuesses(tx: Tx, userId: string, now: Date): Promise<void> {
  if (!(await tryToConsume(tx, { kind: 'renewed-guesses', subject: userId }, now))) return
  for (const subject of Object.values(subjectsOf(userId))) {
    await reset(tx, 'codes', subject)
    await reset(tx, 'codes-daily', subject)
  }
}
