/** OATH TOTP tokens. The operator imports them; a user claims one with its serial and two consecutive codes. */
import { sql } from 'kysely'
import type { AppContext } from '../../../context.ts'
import type { Tx } from '../../../database/schema.ts'
import { unseal } from '../../../secrets/crypto.ts'
import { canonicalText } from '../../typed.ts'
import { addFactor, confirmFactor } from '../factors.ts'
import { type Proof, useUp } from '../one-time-codes.ts'
import { type Making, matchingSteps, newSeed, stepAt, USUAL_MAKING } from '../totp.ts'

/** Time steps by which the clock of a token may be off after years in a drawer: 20 steps of 30 seconds are ten minutes. */
const WIDEST_DRIFT = 20

/**
 * Assigns a token to an account and uses up both codes.
 * @returns undefined when the codes are not two consecutive ones of this token, or the token is unknown or assigned. All
 * are the same guess to a stranger, who must not learn which serial numbers are free.
 */
export async function assignToken(
  tx: Tx,
  context: AppContext,
  { userId, serial: typed, codes, now }: { userId: string; serial: string; codes: [string, string]; now: Date },
): Promise<Proof | undefined> {
  const token = await findToken(tx, typed)
  const serial = token?.serial ?? typed
  // An unknown token costs the same work.
  const seed = token ? seedOfToken(context, token) : newSeed()
  const { step_seconds, digits, digest } = token ?? { ...USUAL_MAKING, digits: codes[0].length }
  const making = { step_seconds, digits, digest }
  const current = stepAt(now, making)
  const step = stepOfPair(seed, codes, current, making)
  if (!token || token.factor_id !== null || step === undefined) return undefined
  await useUp(tx, userId, codes[0], [step], now)
  await useUp(tx, userId, codes[1], [step + 1], now)
  const factorId = await addFactor(tx, context, { userId, kind: 'hardware', name: `Token ${serial}`, seed, making })
  await confirmFactor(tx, factorId, now)
  await tx
    .updateTable('second_factors')
    .set({ drift: step + 1 - current })
    .where('id', '=', factorId)
    .execute()
  await tx.updateTable('hardware_tokens').set({ factor_id: factorId }).where('serial', '=', serial).execute()
  return { kind: 'hardware', factorId, confirms: false }
}

/**
 * Finds a token by its serial number as people type it, without looking at case and separators. If another serial differs in
 * these alone, only the exact one is found.
 */
async function findToken(tx: Tx, typed: string) {
  const tokens = await tx
    .selectFrom('hardware_tokens')
    .select(['serial', 'secret', 'step_seconds', 'digits', 'digest', 'factor_id'])
    .where(sql<string>`lower(regexp_replace(serial, '[^A-Za-z0-9]', '', 'g'))`, '=', canonicalText(typed))
    .limit(10)
    .forUpdate()
    .execute()
  return tokens.length > 1 ? tokens.find(({ serial }) => serial === typed.trim()) : tokens[0]
}

export function seedOfToken(
  { serviceKey }: AppContext,
  { serial, secret }: { serial: string; secret: Buffer },
): Buffer {
  return Buffer.from(unseal(serviceKey, secret, `token:${serial}`), 'base64')
}

/** The step of the first of two consecutive codes. If several fit, the one that is closest to now. */
function stepOfPair(
  seed: Buffer,
  [first, second]: [string, string],
  current: number,
  making: Making,
): number | undefined {
  const steps = Array.from({ length: 2 * WIDEST_DRIFT + 1 }, (_, i) => current - WIDEST_DRIFT + i)
  return matchingSteps(seed, first, steps, making)
    .filter(step => matchingSteps(seed, second, [step + 1], making).length > 0)
    .sort((a, b) => Math.abs(a - current) - Math.abs(b - current))[0]
}
