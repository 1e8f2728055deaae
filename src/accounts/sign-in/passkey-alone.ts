/*
 * A sign-in by passkey alone. The device finds the account (a discoverable credential of WebAuthn level 2) and verifies its
 * user by a finger, a face or a PIN. So one signature is both factors, and no password is asked for.
 *
 *   challenge ──signed──▶ verified ──▶ lock the account ──▶ use up the challenge ──▶ move the counter ──▶ open the session
 *                            │                                     │                       │
 *                            ▼                                     ▼                       ▼
 *                     unknown or wrong                       used before         removed, disabled, or copied
 *
 * Every visitor of the sign-in page gets a challenge. It is a statement that we have signed, with an expiry, so that nothing
 * is stored for it. Its use is stored: if many requests carry the same signature, exactly one inserts the row (rule R1).
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { consumeByClient } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { derive, newToken, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY, MINUTE } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { optionsForChallenge, type Passkey, verifySignature } from '../second-factors/passkeys.ts'
import { withUserLocked } from '../users/user.ts'
import { type SignIn, startSession } from './second-step.ts'

/** A browser that offers passkeys while a form is filled in keeps one challenge for as long as its page is open. */
const CHALLENGE_LIFETIME = 15 * MINUTE

/** The options with which a browser signs in by any of its passkeys for this shop. */
export function signInOptions(context: AppContext) {
  const statement = `${after(context.clock.now(), CHALLENGE_LIFETIME).getTime()}.${newToken()}`
  return optionsForChallenge(context, `${statement}.${signatureOf(context, statement)}`, CHALLENGE_LIFETIME)
}

type Signed = { id: string; response?: { userHandle?: unknown } }

/**
 * A stranger learns nothing from the answer: an unknown passkey, a wrong signature and a disabled account get the same.
 * Wrong signatures do not count against the account, because nobody can guess one, and strangers could lock it.
 * @throws Problem `invalid_passkey`, and `rate_limited` after many wrong ones from one client
 */
export async function signInByPasskey(context: AppContext, response: Signed, visit: Visit): Promise<SignIn> {
  const now = context.clock.now()
  const passkey = await findPasskey(context.db, response.id)
  const verified = passkey && isHandleOf(passkey.user_id, response) && (await verify(context, passkey, response, now))
  const signIn =
    verified &&
    (await withUserLocked(context.db, passkey.user_id, async tx => {
      const isFirstUse = await useUpChallenge(tx, verified.statement, now)
      if (!isFirstUse || !(await moveCounter(tx, passkey.factor_id, verified.counter))) return undefined
      return startSession(tx, context, { userId: passkey.user_id, method: 'passkey', visit, now })
    }))
  if (signIn) return signIn
  await consumeByClient(context.db, 'client-passkeys', visit.ip, now)
  await audit(context.db, 'passkey_refused', { at: now, visit, ...(passkey && { userId: passkey.user_id }) })
  throw new Problem('invalid_passkey')
}

async function verify(context: AppContext, passkey: Passkey, response: Signed, now: Date) {
  let statement: string | undefined
  const expectedChallenge = (challenge: string) => {
    statement = readStatement(context, Buffer.from(challenge, 'base64url').toString(), now)
    return statement !== undefined
  }
  const counter = await verifySignature(context, passkey, response, {
    expectedChallenge,
    requireUserVerification: true,
  })
  return counter === undefined || statement === undefined ? undefined : { counter, statement }
}

/** @returns what we have signed, while it is valid */
function readStatement(context: AppContext, challenge: string, now: Date): string | undefined {
  const [, statement = '', until, signature = ''] = /^((\d{1,16})\.[\w-]{43})\.([\w-]{43})$/.exec(challenge) ?? []
  const isValid = sameSecret(signature, signatureOf(context, statement)) && Number(until) > now.getTime()
  return isValid ? statement : undefined
}

function signatureOf({ serviceKey }: AppContext, statement: string): string {
  return derive(serviceKey, 'passkey-challenge', statement)
}

function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('second_factors', 'second_factors.id', 'passkeys.factor_id')
    .select(['factor_id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** WebAuthn level 2, §7.2 step 6: the account is the one that the passkey was created for. */
function isHandleOf(userId: string, { response }: Signed): boolean {
  return response?.userHandle === Buffer.from(userId).toString('base64url')
}

/** The primary key decides. The row outlives the challenge by a day, for processes with another clock. */
async function useUpChallenge(tx: Tx, statement: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey_challenges')
    .values({ bound_to: `used:${statement}`, challenge: '', expires_at: after(now, DAY) })
    .onConflict(conflict => conflict.column('bound_to').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * One statement sees that the passkey still counts, and that no copy of it was used meanwhile. Many authenticators do not
 * count: theirs stays at 0.
 */
async function moveCounter(tx: Tx, factorId: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`${PREPARED}
    update passkeys set counter = ${counter}
    from second_factors join users on users.id = second_factors.user_id
    where passkeys.factor_id = ${factorId} and second_factors.id = passkeys.factor_id
      and second_factors.confirmed_at is not null and second_factors.disabled_at is null
      and users.confirmed_at is not null and users.disabled_at is null
      and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
  `.execute(tx)
  return numAffectedRows === 1n
}
