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
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { violatesUnique } from '../../database/errors.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { assertAvailable, consume, reset, tryToConsume } from '../../http/rate-limits/attempts.ts'
import { spendWide } from '../../http/rate-limits/wide-budgets.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { acceptCode, codeAlreadyUsed, type Proof, wasUsed } from '../second-factors/one-time-codes.ts'
import { acceptPasskey } from '../second-factors/passkeys.ts'
import {
  acceptRecoveryCode,
  canonicalRecoveryCode,
  recoveryCodeWasUsed,
  renewRecoveryCodes,
} from '../second-factors/recovery-codes.ts'
import { assignToken } from '../second-factors/tokens/hardware-tokens.ts'
import { canonicalCode } from '../second-factors/totp.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import { acceptInvitation } from '../staff/invitations.ts'
import { countEmail } from '../users/unverified-emails.ts'
import { findUser, type User, withUserLocked } from '../users/user.ts'
import { acceptFirstPasskey, type CreatedPasskey } from './first-passkey.ts'
import { type Budget, countGuess, signInBudget } from './guesses.ts'
import { isNewDevice } from './known-devices.ts'

export type Attempt = { userId: string; partialId: string; visit: Visit }
export type SignIn = OpenedSession & { user: Static<typeof User>; method: string; recoveryCodes?: string[] }

/** A second factor as a client presents it. Codes are in their canonical form, or one code would have many spellings. */
export type PresentedFactor =
  | { kind: 'code'; code: string; purpose: string; factorId?: string }
  | { kind: 'recovery'; code: string }
  | { kind: 'passkey'; response: unknown; purpose: string }
  | CreatedPasskey
  | { kind: 'token'; serial: string; codes: [string, string] }

/**
 * @throws Problem `invalid_code`, `code_from_the_future`, `code_expired` or `second_factor_disabled` once the failure is committed;
 * `code_already_used`, `rate_limited`, `sign_in_ended`
 */
export async function completeSignIn(context: AppContext, attempt: Attempt, factor: PresentedFactor): Promise<SignIn> {
  const { userId, partialId, visit } = attempt
  const now = context.clock.now()
  const signIn = await withUserLocked(context.db, userId, async tx => {
    if (!(await consumeAttempt(tx, partialId, now))) {
      throw (await wasUsedBefore(tx, context, userId, factor, now))
        ? codeAlreadyUsed(factor.kind === 'recovery' ? 'recovery' : 'code')
        : signInEnded()
    }
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
  })
    .catch(auditReplay(context, { userId, visit }))
    .catch(error => {
      // Another registration for this address was confirmed first, or an account has changed to it.
      throw violatesUnique(error, 'users_email_unique') ? signInEnded() : error
    })
  if (signIn instanceof Problem) throw signIn
  return signIn
}

/** Far more than anybody needs. A program that signs in all day would fill the audit log. */
const SIGN_INS_PER_DAY = 3000

/** Counts a sign-in or step-up, in its transaction. @throws Problem `rate_limited` */
export async function countSignIn(tx: Tx, userId: string, now: Date): Promise<void> {
  await spendWide(tx, { kind: 'sign-ins', subject: userId, perDay: SIGN_INS_PER_DAY, now })
}

/** Opens the session in the transaction that has accepted the factor, and tells the owner of a new device. */
export async function startSession(
  tx: Tx,
  context: AppContext,
  { userId, method, visit, now, isFirst = false }: SessionStart,
): Promise<SignIn> {
  await countSignIn(tx, userId, now)
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

/** Consumes the attempt before its outcome is known. One statement decides that an attempt opens one session at most. */
async function consumeAttempt(tx: Tx, partialId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`${PREPARED}
    update partial_sessions set consumed_at = ${now}
    where id = ${partialId} and tries_left > 0 and consumed_at is null and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

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

/**
 * Uses up the factor, in the file of its kind; `one-time-codes.ts` holds rule R1.
 * @returns undefined when it is wrong, or a refusal that says more
 */
function acceptFactor(tx: Tx, context: AppContext, userId: string, factor: PresentedFactor, now: Date) {
  switch (factor.kind) {
    case 'code':
      return acceptCode(tx, context, { userId, ...factor, now })
    case 'recovery':
      return acceptRecoveryCode(tx, context.serviceKey, { userId, code: factor.code, now })
    case 'passkey':
      return acceptPasskey(tx, context, { userId, ...factor })
    case 'new-passkey':
      return acceptFirstPasskey(tx, context, { userId, ...factor })
    case 'token':
      return assignToken(tx, context, { userId, ...factor, now })
  }
}

/** After a wrong code the attempt stays open, with one try less. */
async function returnAttempt(tx: Tx, partialId: string): Promise<void> {
  await tx
    .updateTable('partial_sessions')
    .set(eb => ({ consumed_at: null, tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', partialId)
    .execute()
}

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

/**
 * A browser that repeats a completed second step has its session in place of the attempt, and is told that the code was
 * used. @throws Problem `code_already_used`
 */
export async function refuseUsedCode(context: AppContext, userId: string, visit: Visit, typed: string): Promise<void> {
  const entered = { userId, code: canonicalCode(typed), purpose: '', now: context.clock.now() }
  if (await wasUsed(context.db, context, entered)) await auditReplay(context, { userId, visit })(codeAlreadyUsed())
}

/** Tells a client whose attempt is over whether the code was the reason: a retry of a sign-in that succeeded. */
async function wasUsedBefore(tx: Tx, context: AppContext, userId: string, factor: PresentedFactor, now: Date) {
  if (factor.kind === 'code') return wasUsed(tx, context, { userId, ...factor, now })
  if (factor.kind === 'recovery') return recoveryCodeWasUsed(tx, context.serviceKey, { userId, code: factor.code })
  return false
}

/**
 * Handles the error of a rolled-back transaction: a replayed code gets a line in the audit log, but not all of thousands.
 * Rethrows every error.
 */
export function auditReplay(context: AppContext, { userId, visit }: { userId: string; visit: Visit }) {
  return async (error: unknown): Promise<never> => {
    const now = context.clock.now()
    const isReplay = error instanceof Problem && error.code === 'code_already_used'
    if (isReplay && (await tryToConsume(context.db, { kind: 'logged-replays', subject: userId }, now))) {
      await audit(context.db, 'code_replayed', { at: now, visit, userId })
    }
    throw error
  }
}

/** A code of an authenticator, a hardware token or a text message. @throws Problem when it is not six digits */
export function enteredCode(typed: string, purpose: string, factorId?: string): PresentedFactor {
  return { kind: 'code', code: canonicalCode(typed), purpose, ...(factorId && { factorId }) }
}

/** @throws Problem when it cannot be a recovery code */
export function enteredRecoveryCode(typed: string): PresentedFactor {
  return { kind: 'recovery', code: canonicalRecoveryCode(typed) }
}

/** The purpose of text messages and passkey challenges for this attempt; they are accepted for nothing else. */
export function signInPurpose(partialId: string): string {
  return `sign-in:${partialId}`
}

/** @throws Problem `sign_in_ended` when the attempt is over, so that no text message is sent for it */
export async function requireOpenAttempt(db: Db, partialId: string, now: Date): Promise<void> {
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

const WRONG: Record<PresentedFactor['kind'], string> = {
  code: 'The code is wrong. Enter the one that is shown now.',
  recovery: 'The recovery code is wrong. Check it, or enter another one.',
  passkey: 'This passkey was not accepted. Try again, or use another second factor.',
  'new-passkey': 'This passkey could not be verified. Try again, or use an authenticator app.',
  token: 'These are not two codes in a row of a free token with this serial number. Check the number and the codes.',
}

function invalidCode(kind: PresentedFactor['kind']): Problem {
  return new Problem('invalid_code', WRONG[kind])
}

function signInEnded(): Problem {
  return new Problem('sign_in_ended', 'This sign-in attempt has ended or was already completed. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="semel", error="invalid_token"' },
  })
}
