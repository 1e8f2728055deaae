/*
 * Rule R1: a one-time code opens at most one session.
 *
 *   unused ──accepted──▶ consumed      one row in used_codes per (user, step that it matched, code)
 *                           └── again, anywhere, while it fits ──▶ code_already_used
 *
 * Whoever accepts a code does it here, inside the transaction of what the code buys: so the two cannot come apart, and
 * of any number of simultaneous submissions one gets the row and all others meet it.
 */

import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/open.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { after, MINUTE } from '../../time.ts'
import { seedOf } from './factors.ts'
import { acceptSmsCode, smsCodeWasUsed } from './sms-codes.ts'
import { acceptedSteps, matchingSteps, stepAt } from './totp.ts'

/** So many wrong codes in a row are no typing mistakes: the factor is switched off until its owner sets it up anew. */
const FAILURES_IN_A_ROW = 100

export type Entered = {
  userId: string
  /** In its canonical form. */
  code: string
  now: Date
  /** The attempt, session or enrolment that a text message must have been sent for. */
  boundTo: string
  /** Only codes of this factor; for its enrolment. */
  factorId?: string
}
export type Accepted = { factorId: string; kind: string; confirms: boolean }

/**
 * Uses up a code of one of the user's factors that make codes.
 * @returns undefined when it is wrong
 * @throws Problem `code_already_used`; rolling back then is right, because a used code shown again costs nothing
 */
export async function acceptCode(tx: Tx, context: AppContext, entered: Entered): Promise<Accepted | undefined> {
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
  return { factorId: id, kind, confirms: confirmed_at === null }
}

/** The refusal of a code that is right but spent; it comes back with every spelling, attempt, browser and process. */
export function codeAlreadyUsed(): Problem {
  return new Problem('code_already_used', 'This code was already used. Wait for the next one and enter that.')
}

/** Whether a code was used lately: what to tell who enters it where nothing can be signed in to any more. */
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
  const factors = await factorsAsked(tx, entered)
  const matches = factors.flatMap(factor =>
    matchingSteps(seedOf(context, factor), code, stepsOf(factor, now)).map(step => ({ factor, step })),
  )
  const [match] = matches
  if (!match) return undefined
  await useUp(tx, userId, code, [...new Set(matches.map(({ step }) => step))], now)
  if (match.factor.kind === 'hardware') await learnDrift(tx, match.factor.id, match.step - stepAt(now))
  return match.factor
}

/** @throws Problem when any of the steps was used before; the primary key decides, not a look before it */
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

/** Confirmed factors; only before the first one is confirmed, the authenticator that registration has set up. */
async function factorsAsked(db: Db, { userId, factorId }: Entered) {
  const factors = await db
    .selectFrom('second_factors')
    .modifyFront(PREPARED)
    .select(['id', 'kind', 'secret', 'drift', 'failures', 'confirmed_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .execute()
  const confirmed = factors.filter(factor => factor.confirmed_at !== null)
  const asked = factorId
    ? factors.filter(({ id }) => id === factorId)
    : confirmed.length > 0
      ? confirmed
      : factors.filter(({ kind }) => kind === 'totp')
  return asked.filter(factor => factor.secret !== null && factor.disabled_at === null)
}

/** The clock of a hardware token runs by itself: a step on either side of where it was last seen. */
function stepsOf({ kind, drift }: { kind: string; drift: number }, now: Date): number[] {
  if (kind !== 'hardware') return acceptedSteps(now)
  const current = stepAt(now) + drift
  return [current, current - 1, current + 1]
}

async function learnDrift(tx: Tx, factorId: string, drift: number): Promise<void> {
  await tx.updateTable('second_factors').set({ drift }).where('id', '=', factorId).execute()
}

/** A wrong code counts against all factors that could have made it; one that no text message was sent for, not that. */
async function countFailure(tx: Tx, { userId, boundTo, now }: Entered): Promise<void> {
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
            .where('bound_to', '=', boundTo)
            .where('expires_at', '>', now),
        ),
      ]),
    )
    .execute()
}
