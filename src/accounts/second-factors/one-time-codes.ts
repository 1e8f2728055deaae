/*
 * Rule R1: a one-time code opens at most one session.
 *
 *   unused ──accepted──▶ consumed      one row in used_codes per (user, step that it matched, code)
 *                           └── again, anywhere, while it fits ──▶ code_already_used
 *
 * Every code is accepted here, inside the transaction that also opens the session (or confirms the factor). So the two
 * cannot come apart: of any number of simultaneous submissions one inserts the row, and the others meet it.
 */

import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/open.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { forgetSecrets } from '../../http/idempotency/keys.ts'
import { Problem } from '../../problems.ts'
import { after, MINUTE } from '../../time.ts'
import { seedOf } from './factors.ts'
import { acceptSmsCode, smsCodeWasUsed } from './sms-codes.ts'
import { acceptedSteps, matchingSteps, stepAt } from './totp.ts'

/** This many wrong codes in a row are no typing mistakes: the factor is disabled until its owner sets it up anew. */
const FAILURES_IN_A_ROW = 100

type Entered = {
  userId: string
  /** In its canonical form. */
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
 * @returns undefined when it is wrong
 * @throws Problem `code_already_used`; the rollback is right, because entering a used code again costs nothing
 */
export async function acceptCode(tx: Tx, context: AppContext, entered: Entered): Promise<Proof | undefined> {
  const factor = (await acceptTimedCode(tx, context, entered)) ?? (await acceptSmsCode(tx, context, entered))
  if (!factor) {
    await countFailure(tx, entered)
    return undefined
  }
  if (factor === 'used') throw codeAlreadyUsed()
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

/** The refusal of a right code that was used before: the same for every spelling, attempt, browser and process. */
export function codeAlreadyUsed(kind: 'code' | 'recovery' = 'code'): Problem {
  const detail = {
    code: 'This code was already used. Wait for the next one and enter that.',
    recovery: 'This recovery code was already used. Enter another one.',
  }
  return new Problem('code_already_used', detail[kind])
}

/** Whether a code was used in the last five minutes. Explains to a client why its attempt is over. */
export async function wasUsed(db: Db, context: AppContext, { userId, code, now }: Entered): Promise<boolean> {
  const used = await db
    .selectFrom('used_codes')
    .select('step')
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .where('used_at', '>', after(now, -5 * MINUTE))
    .executeTakeFirst()
  return used !== undefined || (await smsCodeWasUsed(db, context, { userId, code, now }))
}

async function acceptTimedCode(tx: Tx, context: AppContext, entered: Entered) {
  const { userId, code, now } = entered
  const factors = await candidates(tx, entered)
  const matches = factors.flatMap(factor =>
    matchingSteps(seedOf(context, factor), code, stepsOf(factor, now)).map(step => ({ factor, step })),
  )
  const [match] = matches
  if (!match) return undefined
  await useUp(tx, userId, code, [...new Set(matches.map(({ step }) => step))], now)
  if (match.factor.kind === 'hardware') await learnDrift(tx, match.factor.id, match.step - stepAt(now))
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

/** The confirmed factors; before the first one is confirmed, the authenticator that the registration has set up. */
async function candidates(db: Db, { userId, factorId }: Entered) {
  const factors = await db
    .selectFrom('second_factors')
    .modifyFront(PREPARED)
    .select(['id', 'kind', 'secret', 'drift', 'failures', 'confirmed_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .execute()
  const confirmed = factors.filter(factor => factor.confirmed_at !== null)
  const chosen = factorId
    ? factors.filter(({ id }) => id === factorId)
    : confirmed.length > 0
      ? confirmed
      : factors.filter(({ kind }) => kind === 'totp')
  return chosen.filter(factor => factor.secret !== null && factor.disabled_at === null)
}

/** The clock of a hardware token drifts: one step on either side of its last known drift is accepted. */
function stepsOf({ kind, drift }: { kind: string; drift: number }, now: Date): number[] {
  if (kind !== 'hardware') return acceptedSteps(now)
  const current = stepAt(now) + drift
  return [current, current - 1, current + 1]
}

async function learnDrift(tx: Tx, factorId: string, drift: number): Promise<void> {
  await tx.updateTable('second_factors').set({ drift }).where('id', '=', factorId).execute()
}

/** A wrong code counts against every factor that could have made it; a phone only if a text message was sent to it. */
async function countFailure(tx: Tx, { userId, purpose, now }: Entered): Promise<void> {
  await tx
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
    .execute()
}
