/** Rejected codes: the reason that the user gets, and the factors that may have produced the code. */
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { Problem } from '../../problems.ts'
import { MINUTE } from '../../time.ts'
import { audit } from '../audit-log.ts'
import { type CodeFactor, seedOf } from './factors.ts'
import { matchingSteps, STEP, stepAt, stepsOf } from './totp.ts'

/** This many wrong codes in a row are no typing mistakes: the factor is disabled until its owner sets it up anew. */
const FAILURES_IN_A_ROW = 100

/** Steps in which the wrong clock of a phone is recognized: five minutes. */
const NEAR = 10

type Entered = { userId: string; code: string; now: Date; purpose: string }

/**
 * Refuses the code that a phone shows whose clock is ahead. The code is used up at once, unless it is of the next step, which
 * people enter some seconds too early. Otherwise a guesser would learn which code will be right in some minutes, and each
 * guess would be worth as many as there are steps to look at.
 * @returns undefined for any other code
 */
export async function refuseFutureCode(
  tx: Tx,
  context: AppContext,
  { userId, code, now }: Entered,
  factors: CodeFactor[],
): Promise<Problem | undefined> {
  const future = Array.from({ length: NEAR }, (_, i) => stepAt(now) + 1 + i)
  const steps = [...new Set(appsOf(factors).flatMap(factor => matchingSteps(seedOf(context, factor), code, future)))]
  if (steps.length === 0) return undefined
  const later = steps.filter(step => step > stepAt(now) + 1)
  if (later.length > 0) {
    await tx
      .insertInto('used_codes')
      .values(later.map(step => ({ user_id: userId, step, code, used_at: now })))
      .onConflict(conflict => conflict.constraint('used_codes_once').doNothing())
      .execute()
  }
  const ahead = minutes(Math.min(...steps) - stepAt(now))
  return new Problem(
    'code_from_the_future',
    `The clock of your phone is about ${ahead} ahead. Set it to automatic, then enter the next code.`,
  )
}

/**
 * Explains a code that was right once, or would be if its factor were not disabled.
 * @returns undefined for a code that is nothing but wrong
 */
export function explainCode(context: AppContext, { code, now }: Entered, factors: CodeFactor[]): Problem | undefined {
  const fits = (steps: (factor: CodeFactor) => number[]) => (factor: CodeFactor) =>
    matchingSteps(seedOf(context, factor), code, steps(factor), factor).length > 0
  const disabled = factors.filter(one => isDisabled(one) && !isLost(one)).find(fits(factor => stepsOf(factor, now)))
  if (disabled) return factorDisabled(disabled)
  const past = Array.from({ length: NEAR }, (_, i) => stepAt(now) - 2 - i)
  const age = past.findIndex(step => appsOf(factors).some(fits(() => [step])))
  if (age < 0) {
    // Its codes cannot be checked, so any code may be a right one.
    const lost = factors.find(isLost)
    return lost && factors.every(isDisabled) ? factorDisabled(lost) : undefined
  }
  return new Problem(
    'code_expired',
    `This code is ${minutes(age + 2)} old. Enter the one that is shown now. If it is that one, the clock of your ` +
      'phone is behind: set it to automatic.',
  )
}

/** Answers only somebody who is past the password. */
export function factorDisabled({ name }: { name: string }): Problem {
  return new Problem(
    'second_factor_disabled',
    `"${name}" is disabled, so its codes no longer sign you in. Use another second factor or a recovery code, then set it up again.`,
  )
}

/** A wrong code counts against every factor that could have made it; a phone only if a text message was sent to it. */
export async function countFailure(tx: Tx, { userId, purpose, now }: Entered): Promise<void> {
  const failed = await tx
    .updateTable('second_factors')
    .set(eb => ({
      failures: eb('failures', '+', 1),
      disabled_at: eb
        .case()
        .when('failures', '>=', FAILURES_IN_A_ROW - 1)
        .then(now)
        .else(eb.ref('disabled_at'))
        .end(),
    }))
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('secret', 'is not', null),
        exists(
          selectFrom('sms_codes')
            .select('sms_codes.id')
            .whereRef('sms_codes.factor_id', '=', 'second_factors.id')
            .where('bound_to', '=', purpose)
            .where('expires_at', '>', now),
        ),
      ]),
    )
    .returning(['id', 'kind', 'disabled_at'])
    .execute()
  const disabled = failed.filter(isDisabled)
  if (disabled.length === 0) return
  for (const { id, kind } of disabled) {
    await audit(tx, 'factor_disabled', { at: now, userId, detail: { kind, factorId: id } })
  }
  const kinds = [...new Set(disabled.map(({ kind }) => kind))]
  await announce(tx, { type: 'user.factors_disabled', payload: { userId, kinds }, to: [{ userId }], at: now })
}

function isDisabled({ disabled_at }: { disabled_at: Date | null }): boolean {
  return disabled_at !== null
}

/** Its seed was lost with the key of the service (`replaceLostKey`). */
function isLost({ secret }: CodeFactor): boolean {
  return secret?.length === 0
}

/** Authenticator apps run on phones, whose clock somebody can set. That of a hardware token is learned. */
function appsOf(factors: CodeFactor[]): CodeFactor[] {
  return factors.filter(factor => factor.kind === 'totp' && !isDisabled(factor))
}

function minutes(steps: number): string {
  const count = Math.max(1, Math.round((steps * STEP) / MINUTE))
  return count === 1 ? '1 minute' : `${count} minutes`
}
