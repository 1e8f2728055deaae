/** Reports to clients that a code was used before, and records replays in the audit log. */
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { tryToConsume } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { codeAlreadyUsed, wasUsed } from '../second-factors/one-time-codes.ts'
import { recoveryCodeWasUsed } from '../second-factors/recovery-codes.ts'
import { canonicalCode } from '../second-factors/totp.ts'
import { signInEnded } from './attempt.ts'
import type { PresentedFactor } from './presented-factor.ts'

/**
 * Refuses the repeat of a completed second step as a used code. Such a browser has its session in place of the attempt.
 * @throws Problem `code_already_used`
 */
export async function refuseUsedCode(context: AppContext, userId: string, visit: Visit, typed: string): Promise<void> {
  const entered = { userId, code: canonicalCode(typed), purpose: '', now: context.clock.now() }
  if (await wasUsed(context.db, context, entered)) await auditReplay(context, { userId, visit })(codeAlreadyUsed())
}

/** Explains why an attempt is over: a retry of a sign-in that succeeded learns that its code was used. */
export async function explainEnded(
  tx: Tx,
  context: AppContext,
  userId: string,
  factor: PresentedFactor,
  now: Date,
): Promise<Problem> {
  if (factor.kind === 'code' && (await wasUsed(tx, context, { userId, ...factor, now }))) return codeAlreadyUsed()
  const isRecovery = factor.kind === 'recovery'
  if (isRecovery && (await recoveryCodeWasUsed(tx, context.serviceKey, { userId, code: factor.code })))
    return codeAlreadyUsed('recovery')
  return signInEnded()
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
