/** OATH TOTP tokens: imported by the operator, assigned by serial and two codes in a row, their drift learned. */

import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { seal, unseal } from '../../secrets/crypto.ts'
import { addFactor, confirmFactor } from './factors.ts'
import { useUp } from './one-time-codes.ts'
import { matchingSteps, stepAt } from './totp.ts'
import type { Proof } from './verify-second-factor.ts'

/** How far, in steps of half a minute, the clock of a token may be off that has lain in a drawer: ten minutes. */
const WIDEST_DRIFT = 20

/** @returns false when a token of this serial was imported before; it stays as it is */
export async function importToken(tx: Tx, context: AppContext, serial: string, seed: Buffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('hardware_tokens')
    .values({
      serial,
      secret: seal(context.serviceKey, seed.toString('base64'), `token:${serial}`),
      imported_at: context.clock.now(),
      factor_id: null,
    })
    .onConflict(conflict => conflict.column('serial').doNothing())
    .returning('serial')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Gives a token to an account. Both codes are used up.
 * @returns undefined when the codes are not two neighbouring ones of this token
 */
export async function assignToken(
  tx: Tx,
  context: AppContext,
  { userId, serial, codes, now }: { userId: string; serial: string; codes: [string, string]; now: Date },
): Promise<Proof | undefined> {
  const token = await tx
    .selectFrom('hardware_tokens')
    .select(['serial', 'secret', 'factor_id'])
    .where('serial', '=', serial)
    .forUpdate()
    .executeTakeFirst()
  if (!token || token.factor_id !== null) {
    throw invalidInput({ field: 'serial', reason: 'is unknown or already assigned', code: 'not_available' })
  }
  const seed = Buffer.from(unseal(context.serviceKey, token.secret, `token:${serial}`), 'base64')
  const step = stepOfPair(seed, codes, stepAt(now))
  if (step === undefined) return undefined
  await useUp(tx, userId, codes[0], [step], now)
  await useUp(tx, userId, codes[1], [step + 1], now)
  const factorId = await addFactor(tx, context, { userId, kind: 'hardware', name: `Token ${serial}`, seed })
  await confirmFactor(tx, factorId, now)
  await tx
    .updateTable('second_factors')
    .set({ drift: step + 1 - stepAt(now) })
    .where('id', '=', factorId)
    .execute()
  await tx.updateTable('hardware_tokens').set({ factor_id: factorId }).where('serial', '=', serial).execute()
  return { kind: 'hardware', factorId, confirms: false }
}

/** The step of the first of two neighbouring codes, the likeliest clock first. */
export function stepOfPair(seed: Buffer, [first, second]: [string, string], current: number): number | undefined {
  const steps = Array.from({ length: 2 * WIDEST_DRIFT + 1 }, (_, i) => current - WIDEST_DRIFT + i)
  return matchingSteps(seed, first, steps)
    .filter(step => matchingSteps(seed, second, [step + 1]).length > 0)
    .sort((a, b) => Math.abs(a - current) - Math.abs(b - current))[0]
}
