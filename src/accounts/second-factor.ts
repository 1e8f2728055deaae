/*
 * Rule R1: a one-time code opens at most one session.
 *
 *   unused ──accepted──▶ consumed      one row in used_codes per (user, step that it matched, code)
 *                           └── again, anywhere, at any time ──▶ code_already_used
 *
 * Whoever accepts a code does it here, inside the transaction of what the code buys: so the two cannot come apart, and
 * of any number of simultaneous submissions one gets the row and all others meet it.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Db, Tx } from '../database/schema.ts'
import type { Ground } from '../ground.ts'
import { Problem } from '../problems.ts'
import { seal, unseal } from '../secrets.ts'
import { acceptedSteps, matchingSteps, newSeed } from './totp.ts'

/** So many wrong codes in a row are no typing mistakes: the factor is switched off until its owner sets it up anew. */
const FAILURES_IN_A_ROW = 100

export type Accepted = { factorId: string; confirms: boolean }

/**
 * Uses up a canonical code of one of the user's factors that make codes.
 * @returns undefined when it is wrong
 * @throws Problem `code_already_used`; rolling back then is right, because a used code shown again costs nothing
 */
export async function acceptCode(
  tx: Tx,
  ground: Ground,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<Accepted | undefined> {
  const factors = await factorsAsked(tx, userId)
  const matches = factors.flatMap(factor =>
    matchingSteps(seedOf(ground, factor), code, acceptedSteps(now)).map(step => ({ factor, step })),
  )
  if (matches.length === 0) {
    await countFailure(tx, userId, now)
    return undefined
  }
  await useUp(tx, userId, code, [...new Set(matches.map(({ step }) => step))], now)
  const { factor } = matches[0]!
  const confirms = factor.confirmed_at === null
  const confirmed_at = factor.confirmed_at ?? now
  await tx.updateTable('second_factors').set({ failures: 0, confirmed_at }).where('id', '=', factor.id).execute()
  return { factorId: factor.id, confirms }
}

/** The refusal of a code that is right but spent; it comes back with every spelling, attempt, browser and process. */
export function codeAlreadyUsed(): Problem {
  return new Problem('code_already_used', 'This code was already used. Wait for the next one and enter that.')
}

/** Whether a code of now has been used: what to tell who enters it where nothing can be signed in to any more. */
export async function wasUsed(db: Db, { userId, code, now }: { userId: string; code: string; now: Date }) {
  const used = await db
    .selectFrom('used_codes')
    .select('step')
    .where('user_id', '=', userId)
    .where('code', '=', code)
    .where('step', 'in', acceptedSteps(now))
    .executeTakeFirst()
  return used !== undefined
}

/** @throws Problem when any of the steps was used before; the primary key decides, not a look before it */
async function useUp(tx: Tx, userId: string, code: string, steps: number[], now: Date): Promise<void> {
  const inserted = await tx
    .insertInto('used_codes')
    .values(steps.map(step => ({ user_id: userId, step, code, used_at: now })))
    .onConflict(conflict => conflict.constraint('used_codes_once').doNothing())
    .returning('step')
    .execute()
  if (inserted.length < steps.length) throw codeAlreadyUsed()
  // A day is far longer than any code could match again, also when a clock was set back.
  await tx
    .deleteFrom('used_codes')
    .where('user_id', '=', userId)
    .where('step', '<', Math.min(...steps) - 2880)
    .execute()
}

/** Confirmed factors; only before the first one is confirmed, the one that registration has set up. */
async function factorsAsked(db: Db, userId: string) {
  const factors = await db
    .selectFrom('second_factors')
    .select(['id', 'secret', 'confirmed_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .execute()
  const confirmed = factors.filter(factor => factor.confirmed_at !== null)
  return (confirmed.length > 0 ? confirmed : factors).filter(factor => factor.disabled_at === null)
}

async function countFailure(tx: Tx, userId: string, now: Date): Promise<void> {
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
    .where('secret', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .execute()
}

/** Sets up an authenticator that its first correct code will confirm. @returns its seed, shown once */
export async function addAuthenticator(
  tx: Tx,
  ground: Ground,
  { userId, name, seed = newSeed() }: { userId: string; name: string; seed?: Buffer },
): Promise<{ id: string; seed: Buffer }> {
  const id = randomUUIDv7()
  await tx
    .insertInto('second_factors')
    .values({
      id,
      user_id: userId,
      kind: 'totp',
      name,
      secret: seal(ground.secretKey, seed.toString('base64'), id),
      phone: null,
      disabled_at: null,
      created_at: ground.clock.now(),
      confirmed_at: null,
    })
    .execute()
  return { id, seed }
}

export function seedOf(ground: Ground, { id, secret }: { id: string; secret: Buffer | null }): Buffer {
  if (secret === null) throw new Error(`second factor ${id} has no seed`)
  return Buffer.from(unseal(ground.secretKey, secret, id), 'base64')
}
