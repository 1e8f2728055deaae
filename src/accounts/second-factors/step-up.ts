/**
 * Step-up: what would let the thief of a session keep an account, give rights away, write to all customers, move their money
 * or carry data away at once needs a recent second factor. docs/security.md lists it.
 */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { after, MINUTE } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { endRecovery } from '../recovery/requests.ts'
import type { SignedIn } from '../sessions/identify.ts'
import { lockUserOfSession, sessionEnded } from '../sessions/sessions.ts'
import type { PresentedFactor } from '../sign-in/presented-factor.ts'
import { auditReplay } from '../sign-in/replays.ts'
import { countSignIn, type SignIn, verifySecondFactor } from '../sign-in/second-step.ts'
import { findUser, withUserLocked } from '../users/user.ts'

const RECENT = 10 * MINUTE

/** A session ends after this many wrong factors in a row. They count nowhere else, or its thief could lock its owner out. */
const WRONG_IN_A_ROW = 10

/** @throws Problem `reauthentication_required` when the last second factor of the session is too long ago */
export function requireStepUp(session: SignedIn, now: Date): void {
  if (isStepUpRecent(session.secondFactorAt, now)) return
  throw new Problem('reauthentication_required')
}

/** The same for a route that API keys may use as well: what a key may do was decided with a second factor. */
export function requireStepUpOf({ caller }: FastifyRequest, now: Date): void {
  if (caller.kind === 'user') requireStepUp(caller, now)
}

export function isStepUpRecent(secondFactorAt: Date, now: Date): boolean {
  return after(secondFactorAt, RECENT) > now
}

/** The purpose of text messages and passkey challenges for a step-up; they are accepted for nothing else. */
export function stepUpPurpose(sessionId: string): string {
  return `session:${sessionId}`
}

/**
 * Accepts a second factor again. The session continues under a new token; the old token stops working.
 * @throws Problem as `completeSignIn`; `unauthenticated` when the session has ended
 */
export async function reauthenticate(
  context: AppContext,
  { userId, sessionId }: SignedIn,
  factor: PresentedFactor,
  visit: Visit,
): Promise<SignIn> {
  const now = context.clock.now()
  const token = newToken()
  const signIn = await withUserLocked(context.db, userId, async tx => {
    await lockUserOfSession(tx, { userId, sessionId })
    const proof = await verifySecondFactor(tx, context, { userId, visit, factor, now })
    if (proof instanceof Problem) return (await countInSession(tx, { userId, sessionId, visit, now })) ?? proof
    await countSignIn(tx, userId, now)
    await endRecovery(tx, { userId, outcome: 'signed_in', now, visit })
    const renewed = await tx
      .updateTable('sessions')
      .set({ token_hash: digest(token), second_factor_at: now, last_seen_at: now, wrong_factors: 0 })
      .where('id', '=', sessionId)
      .where('expires_at', '>', now)
      .returning('expires_at')
      .executeTakeFirst()
    if (!renewed) throw sessionEnded()
    await audit(tx, 'reauthenticated', { at: now, visit, userId, detail: { method: proof.kind } })
    return { token, expiresAt: renewed.expires_at, user: (await findUser(tx, userId))!, method: proof.kind }
  }).catch(auditReplay(context, { userId, visit }))
  if (signIn instanceof Problem) throw signIn
  return signIn
}

/** @returns the refusal that says so, when the session has ended by it */
async function countInSession(
  tx: Tx,
  { userId, sessionId, visit, now }: { userId: string; sessionId: string; visit: Visit; now: Date },
): Promise<Problem | undefined> {
  const counted = await tx
    .updateTable('sessions')
    .set(eb => ({ wrong_factors: eb('wrong_factors', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrong_factors')
    .executeTakeFirst()
  if (!counted || counted.wrong_factors < WRONG_IN_A_ROW) return undefined
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute()
  await audit(tx, 'session_ended', { at: now, visit, userId, detail: { wrongFactors: WRONG_IN_A_ROW } })
  return new Problem('unauthenticated', `This session was ended after ${WRONG_IN_A_ROW} wrong codes. Sign in again.`)
}
