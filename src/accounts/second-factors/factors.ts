/** The second factors that an account has: reading, adding and removing them. */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tables, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { seal, unseal } from '../../secrets/crypto.ts'
import type { FactorKind } from '../tables.ts'
import { type Making, newSeed } from './totp.ts'

type NewFactor = { userId: string; kind: FactorKind; name: string; seed?: Buffer; making?: Making; phone?: string }

/** A factor with a seed, of which codes are made. */
export type CodeFactor = Pick<
  Selectable<Tables['second_factors']>,
  'id' | 'kind' | 'name' | 'secret' | 'drift' | keyof Making | 'failures' | 'confirmed_at' | 'disabled_at'
>

/**
 * Second factors of an account. A sign-in tries its code with all of them, while the account is locked, and each makes a
 * guess more likely.
 */
const MAX_FACTORS = 20

/**
 * Adds a factor, which its first correct code will confirm. The caller has locked the account, so no two are counted at
 * the same time.
 * @throws Problem `too_many_second_factors`
 */
export async function addFactor(
  tx: Tx,
  context: AppContext,
  { userId, kind, name, seed, making, phone }: NewFactor,
): Promise<string> {
  const others = await tx.selectFrom('second_factors').select('id').where('user_id', '=', userId).execute()
  if (others.length >= MAX_FACTORS) throw new Problem('too_many_second_factors')
  const id = randomUUIDv7()
  await tx
    .insertInto('second_factors')
    .values({
      id,
      user_id: userId,
      kind,
      name,
      secret: seed ? seal(context.serviceKey, seed.toString('base64'), id) : null,
      ...making,
      phone: phone ?? null,
      disabled_at: null,
      created_at: context.clock.now(),
      confirmed_at: null,
    })
    .execute()
  return id
}

/** @returns the seed as well, which is shown once */
export async function addAuthenticator(
  tx: Tx,
  context: AppContext,
  { userId, name = 'Authenticator app', seed = newSeed() }: { userId: string; name?: string; seed?: Buffer },
): Promise<{ id: string; seed: Buffer }> {
  return { id: await addFactor(tx, context, { userId, kind: 'totp', name, seed }), seed }
}

export function seedOf(context: AppContext, { id, secret }: { id: string; secret: Buffer | null }): Buffer {
  if (secret === null) throw new Error(`second factor ${id} has no seed`)
  return Buffer.from(unseal(context.serviceKey, secret, id), 'base64')
}

export async function confirmFactor(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: now }).where('id', '=', id).execute()
}

/** Confirmed factors, oldest first. */
export function listFactors(db: Db, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'name', 'phone', 'created_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The last three digits are enough to recognize a phone. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}…${phone.slice(-3)}`
}

/** A registration that waits for its first code, or an imported account that nobody has signed in to. */
export function hasNoFactor(userId: string) {
  return sql<boolean>`not exists (
    select 1 from second_factors confirmed where confirmed.user_id = ${sql.ref(userId)} and confirmed.confirmed_at is not null
  )`
}
