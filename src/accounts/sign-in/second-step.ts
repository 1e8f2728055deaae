/*
 * The second step of a sign-in: from a code to a session, in one transaction.
 *
 *   lock the account ──▶ consume the attempt ──▶ check the rate limits ──▶ use up the code ──▶ open the session
 *                              │                        │                   │        │
 *                              ▼                        ▼                   ▼        ▼ wrong
 *                        sign_in_ended            rate_limited   code_already_used   count the failure, return the
 *                                     (rolled back)                                  attempt, commit: invalid_code
 *
 * A crash at any point leaves either all of it or nothing, and no client learns an answer that is not committed. Step-up
 * and enrollment take the same path: each locks the account, checks its own precondition, and calls `verifySecondFactor`.
 */
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/errors.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { assertAvailable, consume, reset } from '../../http/rate-limits/attempts.ts'
import { spendWide } from '../../http/rate-limits/wide-budgets.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { endRecovery } from '../recovery/requests.ts'
import type { Proof } from '../second-factors/one-time-codes.ts'
import { renewRecoveryCodes } from '../second-factors/recovery-codes.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import { acceptInvitation } from '../staff/invitations.ts'
import { countEmail } from '../users/unverified-emails.ts'
import { findUser, type User, withUserLocked } from '../users/user.ts'
import { type Attempt, consumeAttempt, returnAttempt, signInEnded } from './attempt.ts'
import { type Budget, countGuess, signInBudget } from './guesses.ts'
import { isNewDevice } from './known-devices.ts'
import { acceptFactor, invalidCode, type PresentedFactor } from './presented-factor.ts'
import { auditReplay, explainEnded } from './replays.ts'

export type SignIn = OpenedSession & { user: Static<typeof User>; method: string; recoveryCodes?: string[] }

/**
 * @throws Problem `invalid_code`, `code_from_the_future`, `code_expired` or `second_factor_disabled` once the failure is committed;
 * `code_already_used`, `rate_limited`, `sign_in_ended`
 */
export async function completeSignIn(context: AppContext, attempt: Attempt, factor: PresentedFactor): Promise<SignIn> {
  const { userId, partialId, visit } = attempt
  const now = context.clock.now()
  const signIn = await withUserLocked(context.db, userId, async tx => {
    if (!(await consumeAttempt(tx, partialId, now))) throw await explainEnded(tx, context, userId, factor, now)
    const budget = await signInBudget(tx, context, { userId, visit, now })
    const proof = await verifySecondFactor(tx, context, { userId, visit, factor, budget, now })
    if (proof instanceof Problem) {
      await returnAttempt(tx, partialId)
      return proof
    }
    // The first authenticator or passkey completes the registration.
    const isFirst = proof.confirms
    const recoveryCodes = isFirst ? await completeRegistration(tx, context, { userId, visit, now }) : undefined
    const session = await startSession(tx, context, { userId, method: proof.kind, visit, now, isFirst })
    return { ...session, ...(recoveryCodes && { recoveryCodes }) }
  }).catch(auditReplay(context, { userId, visit }))
  if (signIn instanceof Problem) throw signIn
  return signIn
}

/** Far more than anybody needs. A program that signs in all day would fill the audit log. */
const SIGN_INS_PER_DAY = 3000

/** Counts a sign-in or step-up, in its transaction. @throws Problem `rate_limited` */
export async function countSignIn(tx: Tx, userId: string, now: Date): Promise<void> {
  await spendWide(tx, { kind: 'sign-ins', subject: userId, perDay: SIGN_INS_PER_DAY, now })
}

/**
 * Opens the session in the transaction that has accepted the factor, and tells the owner of a new device. A recovery request ends:
 * who has a factor needs none, or is the owner whom somebody else wants to get ahead of.
 */
export async function startSession(
  tx: Tx,
  context: AppContext,
  { userId, method, visit, now, isFirst = false }: SessionStart,
): Promise<SignIn> {
  await countSignIn(tx, userId, now)
  await endRecovery(tx, { userId, outcome: 'signed_in', now, visit })
  const isNew = !isFirst && (await isNewDevice(tx, context.serviceKey, { userId, visit, now }))
  if (isNew) {
    await consume(tx, 'new-device-emails', userId, now)
    await countEmail(tx, { userId, about: 'account', now })
    const payload = { userId, at: now.toISOString() }
    await announce(tx, { type: 'user.signed_in_on_new_device', payload, to: [{ userId }], at: now })
  }
  const user = (await findUser(tx, userId))!
  return { ...(await openSession(tx, { userId, role: user.role, method, now, visit })), user, method }
}

/** `isFirst`: the registration was completed just now, which another email tells. */
type SessionStart = { userId: string; method: string; visit: Visit; now: Date; isFirst?: boolean }

/**
 * Checks the budget and uses up the factor. The caller has locked the account: attempts of one account run one after the
 * other, in all processes, so each sees the failures of the ones before it.
 * @param budget none: the caller counts the failure
 * @returns the refusal of a wrong factor. The failure is counted in `tx`: commit it, then throw the refusal.
 * @throws Problem `code_already_used`, `rate_limited`. The rollback is right: a used code costs neither try nor guess.
 */
export async function verifySecondFactor(
  tx: Tx,
  context: AppContext,
  { userId, visit, factor, budget, now }: Verification,
): Promise<Proof | Problem> {
  const failedRecently = budget && (await assertAvailable(tx, ['codes', 'codes-daily'], budget.subject, now))
  const proof = (await acceptFactor(tx, context, userId, factor, now)) ?? invalidCode(factor.kind)
  if (!(proof instanceof Problem)) {
    if (budget && failedRecently) await reset(tx, 'codes', budget.subject)
    return proof
  }
  if (budget) await countGuess(tx, budget, now)
  await audit(tx, 'code_refused', { at: now, visit, userId })
  return proof
}

type Verification = { userId: string; visit: Visit; factor: PresentedFactor; budget?: Budget; now: Date }

type Completion = { userId: string; visit: Visit; now: Date }

async function completeRegistration(
  tx: Tx,
  context: AppContext,
  { userId, visit, now }: Completion,
): Promise<string[]> {
  const recoveryCodes = await renewRecoveryCodes(tx, context.serviceKey, userId, now)
  // The unique index on addresses of accounts decides which of several registrations becomes the account.
  const completed = await tx
    .updateTable('users')
    .set({ confirmed_at: now })
    .where('id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('invitation_id')
    .executeTakeFirst()
    .catch(error => {
      // Another registration for this address was confirmed first, or an account has changed to it.
      throw violatesUnique(error, 'users_email_unique') ? signInEnded() : error
    })
  // An imported account was registered when it was imported.
  if (!completed) return recoveryCodes
  // The address of a colleague is known already, so there is no welcome with a link to confirm it.
  if (completed.invitation_id) await acceptInvitation(tx, { invitationId: completed.invitation_id, userId, visit, now })
  else {
    await countEmail(tx, { userId, about: 'account', now })
    await announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: now })
  }
  await publishToFeed(tx, now, { type: 'user.registered', data: { userId } })
  return recoveryCodes
}
