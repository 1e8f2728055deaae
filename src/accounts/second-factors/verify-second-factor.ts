/** The one place where a second factor is entered, whatever kind it is and whatever it is to buy. */

import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { requireLeft, restore, spend } from '../../http/rate-limits.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { lockUser } from '../users/user.ts'
import { acceptCode, codeAlreadyUsed, wasUsed } from './one-time-codes.ts'
import { canonicalRecoveryCode, recoveryCodeWasUsed, spendRecoveryCode } from './recovery-codes.ts'
import { canonicalCode } from './totp.ts'

export type Proof = { kind: string; factorId?: string; confirms: boolean }

export type Factor = {
  /** Uses the proof up. @returns undefined when it is wrong */
  prove(tx: Tx, now: Date): Promise<Proof | undefined>
  wasUsed(tx: Tx, now: Date): Promise<boolean>
}

/** A code of an authenticator, a hardware token or a text message. */
export function codeFactor(
  context: AppContext,
  { userId, code: typed, boundTo, factorId }: { userId: string; code: string; boundTo: string; factorId?: string },
): Factor {
  const entered = { userId, code: canonicalCode(typed), boundTo, ...(factorId && { factorId }) }
  return {
    prove: (tx, now) => acceptCode(tx, context, { ...entered, now }),
    wasUsed: (tx, now) => wasUsed(tx, context, { ...entered, now }),
  }
}

export function recoveryFactor(context: AppContext, userId: string, typed: string): Factor {
  const code = canonicalRecoveryCode(typed)
  return {
    async prove(tx, now) {
      const outcome = await spendRecoveryCode(tx, context.serviceKey, { userId, code, now })
      if (outcome === 'used') throw codeAlreadyUsed()
      return outcome === 'accepted' ? { kind: 'recovery', confirms: false } : undefined
    },
    wasUsed: tx => recoveryCodeWasUsed(tx, context.serviceKey, { userId, code }),
  }
}

type Challenge<T> = {
  userId: string
  visit: Visit
  factor: Factor
  /** What has to hold before the factor is looked at; throws otherwise. */
  enter?(tx: Tx, now: Date): Promise<void>
  /** What else a wrong one costs. */
  refuse?(tx: Tx): Promise<void>
  /** What the factor buys. */
  grant(tx: Tx, now: Date, proof: Proof): Promise<T>
}

/**
 * Uses the proof up and grants what it buys, or takes a try from the account's budgets, all in one transaction: a crash
 * at any point leaves either all of it or nothing, and nobody learns an answer that is not committed.
 * @throws Problem `invalid_code` once the failure is committed; `code_already_used`, `rate_limited`
 */
export async function challenge<T>(context: AppContext, wanted: Challenge<T>): Promise<T> {
  const { userId, visit, factor, enter, refuse, grant } = wanted
  const now = context.clock.now()
  const outcome = await context.db
    .transaction()
    .execute(async tx => {
      // From here on the tries of this account stand in line, whatever attempt or process they come from: what each
      // finds in the budgets is what the one before it has left.
      await lockUser(tx, userId)
      await enter?.(tx, now)
      const failedLately = await requireLeft(tx, ['codes', 'codes-daily'], userId, now)
      const proof = await factor.prove(tx, now)
      if (!proof) {
        await spend(tx, 'codes', userId, now)
        await spend(tx, 'codes-daily', userId, now)
        await refuse?.(tx)
        await audit(tx, 'code_refused', { at: now, visit, userId })
        return undefined
      }
      if (failedLately) await restore(tx, 'codes', userId)
      return { granted: await grant(tx, now, proof) }
    })
    .catch(async error => {
      // Rolled back, so the used code has cost neither a try nor a guess; that it was shown again is worth a line.
      if (error instanceof Problem && error.code === 'code_already_used') {
        await audit(context.db, 'code_replayed', { at: now, visit, userId })
      }
      throw error
    })
  if (outcome) return outcome.granted
  throw new Problem('invalid_code', 'The code is wrong. Enter the one that is shown now.')
}
