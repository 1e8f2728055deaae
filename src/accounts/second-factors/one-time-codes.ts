/*
 * Rule R1: a one-time code opens at most one session.
 *
 *   unused ──accepted──▶ consumed      one row in used_codes per (user, step that it matched, code)
 *                           └── again, anywhere, while it fits ──▶ code_already_used
 *
 * Every code is accepted here, inside the transaction that also opens the session (or confirms the factor). So the two
 * cannot come apart: if many submissions are simultaneous, exactly one inserts the row, and the others meet it.
 */

import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { forgetSecrets } from '../../http/idempotency/keys.ts'
import { Problem } from '../../problems.ts'
import { after, HOUR } from '../../time.ts'
import { type CodeFactor, seedOf } from './factors.ts'
import { acceptSmsCode, smsCodeWasUsed } from './sms-codes.ts'
import { matchingSteps, notSixDigits, stepAt, stepsOf, USUAL_MAKING } from './totp.ts'
import { countFailure, explainCode, factorDisabled, refuseFutureCode } from './wrong-codes.ts'

type Entered = {
  userId: string
  /** Canonical form. */
  code: string
  now: Date
  /** The sign-in attempt, session or enrollment that a text message must have been sent for. */
  purpose: string
  /** Accepts codes of this factor only, for its enrollment. */
  factorId?: string | undefined
}

/** A second factor that was accepted. `confirms`: this code was the first one of its factor. */
export type Proof = { kind: string; factorId?: string; confirms: boolean }

/**
 * Uses up a code of an authenticator, a hardware token or a text message.
 * @returns undefined when it is wrong, or a refusal that says why it is refused
 * @throws Problem `code_already_used`; the rollback is right, because entering a used code again costs nothing
 */
export async function acceptCode(tx: Tx, context: AppContext, entered: Entered): Promise<Proof | Problem | undefined> {
  const factors = await candidates(tx, entered)
  // Some hardware tokens have more digits. Such a code of anybody else is a mistake of typing, and no guess.
  const { length } = entered.code
  if (length !== USUAL_MAKING.digits && !factors.some(({ digits }) => digits === length)) throw notSixDigits()
  const factor = (await acceptTimedCode(tx, context, entered, factors)) ?? (await acceptSmsCode(tx, context, entered))
  if (!factor) return refuse(tx, context, entered, factors)
  if (factor === 'used') throw codeAlreadyUsed()
  if (factor.disabled_at) return factorDisabled(factor)
  const { id, kind, confirmed_at, failures } = factor
  if (failures > 0 || confirmed_at === null) {
    await tx
      .updateTable('second_factors')
      .set({ failures: 0, confirmed_at: confirmed_at ?? entered.now })
      .where('id', '=', id)
      .execute()
  }
  if (confirmed_at === null) await forgetSecrets(tx, id)
  return { factorId: id, kind, confirms: confirmed_at === null }
}

async function refuse(tx: Tx, context: AppContext, entered: Entered, factors: CodeFactor[]) {
  const early = await refuseFutureCode(tx, context, entered, factors)
  if (!early && (await wasUsed(tx, context, entered))) throw codeAlreadyUsed()
  // The code of a new factor is no guess of another one.
  if (!entered.factorId) await countFailure(tx, entered)
  return early ?? explainCode(context, entered, factors)
}

/** The refusal of a right code that was used before: the same for every spelling, attempt, browser and process. */
export function codeAlreadyUsed(kind: 'code' | 'recovery' = 'code'): Problem {
  const detail = {
    code: 'This code was already used. Wait for the next one and enter that.',
    recovery: 'This recovery code was already used. Enter another one.',
  }
  return new Problem('code_already_used', detail[kind])
}

/** Checks whether a code was used in the last hour. Explains to a client why its attempt is over. */
export async function wasUsed(db: Db, context: AppContext, { userId, code, now }: Entered): Promise<boolean> {
  const used = await db
    .selectFrom('used_codes')
    .select('step')
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .where('used_at', '>', after(now, -HOUR))
    .executeTakeFirst()
  return used !== undefined || (await smsCodeWasUsed(db, context, { userId, code, now }))
}

async function acceptTimedCode(
  tx: Tx,
  context: AppContext,
  { userId, code, now }: Entered,
  factors: CodeFactor[],
): Promise<CodeFactor | undefined> {
  const matches = factors
    .filter(({ disabled_at }) => disabled_at === null)
    .flatMap(factor =>
      matchingSteps(seedOf(context, factor), code, stepsOf(factor, now), factor).map(step => ({ factor, step })),
    )
  const [match] = matches
  if (!match) return undefined
  await useUp(tx, userId, code, [...new Set(matches.map(({ step }) => step))], now)
  if (match.factor.kind === 'hardware') await learnDrift(tx, match.factor.id, match.step - stepAt(now, match.factor))
  return match.factor
}

/** @throws Problem when any of the steps was used before. The primary key decides, not a read before the insert. */
export async function useUp(tx: Tx, userId: string, code: string, steps: number[], now: Date): Promise<void> {
  const inserted = await tx
    .insertInto('used_codes')
    .values(steps.map(step => ({ user_id: userId, step, code, used_at: now })))
    .onConflict(conflict => conflict.constraint('used_codes_once').doNothing())
    .returning('step')
    .modifyEnd(PREPARED)
    .execute()
  if (inserted.length < steps.length) throw codeAlreadyUsed()
}

/**
 * The confirmed factors, disabled ones as well; before the first one is confirmed, the authenticator that the registration
 * has set up.
 */
async function candidates(db: Db, { userId, factorId }: Entered): Promise<CodeFactor[]> {
  const factors = await db
    .selectFrom('second_factors')
    .modifyFront(PREPARED)
    .select(['id', 'kind', 'name', 'secret', 'drift', 'step_seconds', 'digits', 'digest', 'failures'])
    .select(['confirmed_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .execute()
  const confirmed = factors.filter(factor => factor.confirmed_at !== null)
  const chosen = factorId
    ? factors.filter(({ id }) => id === factorId)
    : confirmed.length > 0
      ? confirmed
      : factors.filter(({ kind }) => kind === 'totp')
  return chosen.filter(({ secret }) => secret !== null)
}

async function learnDrift(tx: Tx, factorId: string, drift: number): Promise<void> {
  await tx.updateTable('second_factors').set({ drift }).where('id', '=', factorId).execute()
}
