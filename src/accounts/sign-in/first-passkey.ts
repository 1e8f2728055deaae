/** A passkey in place of the authenticator: it completes a registration, like the first code. */
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { forgetSecrets } from '../../http/idempotency/keys.ts'
import { Problem } from '../../problems.ts'
import type { Proof } from '../second-factors/one-time-codes.ts'
import { addPasskey } from '../second-factors/passkeys.ts'

export type CreatedPasskey = { kind: 'new-passkey'; response: unknown; purpose: string }

/**
 * Adds the passkey as the first second factor of the account, which the caller has locked. So of a code and a passkey that
 * arrive at once, the second one finds the first.
 * @returns undefined when the passkey could not be verified
 * @throws Problem `forbidden` for an account with a second factor: a password alone must not add another one
 */
export async function acceptFirstPasskey(
  tx: Tx,
  context: AppContext,
  { userId, response, purpose }: CreatedPasskey & { userId: string },
): Promise<Proof | undefined> {
  await requireNoFactor(tx, userId)
  const factorId = await addPasskey(tx, context, { userId, purpose, response })
  if (!factorId) return undefined
  // Nobody has confirmed the authenticator that was offered beside it.
  const unused = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of unused) await forgetSecrets(tx, id)
  return { kind: 'passkey', factorId, confirms: true }
}

/** @throws Problem `forbidden` */
export async function requireNoFactor(db: Db, userId: string): Promise<void> {
  const factor = await db
    .selectFrom('second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (factor) {
    throw new Problem(
      'forbidden',
      'This account has a second factor. Sign in with it, then add a passkey to your account.',
    )
  }
}
