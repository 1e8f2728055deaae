/** The first step of a sign-in: a password opens a partial session, which a second factor turns into a full one. */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/prepared.ts'
import { invalidEmail, isStoredEmail } from '../../http/input/email.ts'
import {
  assertAvailable,
  consume,
  consumeByClient,
  networkChecks,
  peek,
  reset,
} from '../../http/rate-limits/attempts.ts'
import { hashedSubject, network64 } from '../../http/rate-limits/clients.ts'
import { type FieldError, Problem, sentenceOf } from '../../problems.ts'
import { derive, digest, newToken } from '../../secrets/crypto.ts'
import { audit, auditSql, type Visit } from '../audit-log.ts'
import { findFitting, hashPassword, isOutdated } from '../passwords/hashing.ts'
import { sendFirstLink } from '../passwords/reset.ts'
import { hasNoFactor, seedOf } from '../second-factors/factors.ts'
import { enrollment, issuerOf } from '../second-factors/totp.ts'
import { emailKey, queueForUser, registrationsFor } from '../users/user.ts'
import { signedInFromHere } from './known-devices.ts'
import { insertPartialSession, methodsOf, type PartialSignIn, partialSignIn } from './partial-session.ts'
import { waitForRefusal } from './refusal-time.ts'

/** Far more than wait for one address, unless strangers register it from dozens of networks. */
const MOST_REGISTRATIONS = 1000

/**
 * An unknown address costs the same hash and the same statements as a wrong password, and gets the same answer, at the same time
 * (refusal-time.ts). So does an address or a password that no account can have, and the answer says why.
 *
 * While there is no account, the newest registration that the password fits goes on: its owner may have closed the page
 * with the first code, and strangers may have registered the address since. The answer shows its authenticator again.
 * @throws Problem `invalid_credentials`, `rate_limited`
 */
export async function signIn(
  context: AppContext,
  { email: typed, password, visit }: { email: string; password: string; visit: Visit },
): Promise<PartialSignIn & { totp?: ReturnType<typeof enrollment> }> {
  const { db } = context
  const started = performance.now()
  const mistakes = impossibleIn(typed, password)
  // PostgreSQL cannot store every text. Such an address is replaced by one that nobody has.
  const email = mistakes.some(({ field }) => field === 'email')
    ? `${digest(typed).toString('hex')}@semel.invalid`
    : typed
  const now = context.clock.now()
  const subject = hashedSubject(await emailKey(db, email), network64(visit.ip))
  // This check saves the hash; the one after the hash decides.
  await assertAvailable(db, ['passwords'], subject, now)
  const users = await registrationsFor(db, email)
    .modifyFront(PREPARED)
    .select(['id', 'email', 'password_hash', 'confirmed_at', 'disabled_at', 'password_expires_at'])
    .limit(MOST_REGISTRATIONS)
    .execute()
  const candidates = users[0]?.confirmed_at ? users.slice(0, 1) : users
  const hashes = candidates.map(({ password_hash }) => password_hash)
  // A text that no account can have costs as much as any wrong password, however long it is.
  const tried = mistakes.length > 0 ? password.slice(0, LONGEST_PASSWORD) : password
  const fitting = await findFitting(hashes, tried, context.passwordCost)
  const user = candidates.find(({ password_hash }) => password_hash === fitting) ?? users[0]
  const fits = fitting !== undefined && mistakes.length === 0 && canSignIn(user!, now)
  // Guesses that arrive together are settled one by one: once the limit is reached, the right one is refused as well.
  const limits = [{ kind: 'passwords' as const, subject }, ...networkChecks('client-passwords', visit.ip)]
  const found = fits ? await peek(db, limits, now) : undefined
  const exceeded = found?.get('passwords')
  if (exceeded) throw exceeded
  if (!found || (found.get('client-passwords') && !(await signedInFromHere(db, { userId: user!.id, visit, now })))) {
    await consume(db, 'passwords', subject, now)
    await audit(db, 'password_refused', { at: now, visit, ...(user && { userId: user.id }) })
    await consumeByClient(db, 'client-passwords', visit.ip, now)
    await sendFirstLink(context, user, visit)
    await waitForRefusal(db, tried, started)
    throw invalidCredentials(mistakes)
  }
  const passwordHash = await renewHash(context, user!, password)
  const partialToken = newToken()
  // While the hash was computed, the password may have changed, the account may have been disabled, or a reset may have
  // given this pending registration to somebody else. The row lock makes a change at this very moment wait for us, and
  // the seed is read with it, so that an earlier password never shows a later seed.
  const opening = sql<{ factorId: string | null; secret: Buffer | null }>`${PREPARED}
    with person as (
      select id from users
      where id = ${user!.id} and password_hash in (${user!.password_hash}, ${passwordHash}) and disabled_at is null
      for share
    ), logged as (${auditSql('password_accepted', { at: now, visit, subject: 'person' })}), opened as (
      ${insertPartialSession(partialToken, now, 'person')} returning user_id
    )
    select f.id as "factorId", f.secret from opened left join second_factors f
      on f.user_id = opened.user_id and f.kind = 'totp' and ${hasNoFactor('opened.user_id')}
  `
  const { rows } = await queueForUser(db, user!.id, () => opening.execute(db))
  if (!rows[0]) throw invalidCredentials()
  if (found.has('passwords')) await reset(db, 'passwords', subject)
  const { factorId, secret } = rows[0]
  const totp =
    factorId === null
      ? undefined
      : enrollment(seedOf(context, { id: factorId, secret }), user!.email, await issuerOf(context))
  return { ...partialSignIn(partialToken, await methodsOf(context, user!.id, now)), ...(totp && { totp }) }
}

/**
 * A hash that was imported, or made at another cost, is replaced once its password is known. The salt comes from the old hash, so
 * sign-ins of one moment make the same new hash, and none of them refuses the right password of the other.
 * @returns the hash that the account has now
 */
async function renewHash(
  context: AppContext,
  { id, password_hash: old, confirmed_at }: { id: string; password_hash: string; confirmed_at: Date | null },
  password: string,
): Promise<string> {
  // All registrations that wait for one address share their salt and cost (registration.ts).
  if (confirmed_at === null || !isOutdated(old, context.passwordCost)) return old
  const salt = Buffer.from(derive(context.serviceKey, 'renewed-password-salt', old), 'base64url').subarray(0, 16)
  const renewed = await hashPassword(password, context.passwordCost, salt)
  await context.db
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
  return renewed
}

function canSignIn(user: { disabled_at: Date | null; password_expires_at: Date | null }, now: Date): boolean {
  const { disabled_at, password_expires_at } = user
  return disabled_at === null && (password_expires_at === null || password_expires_at > now)
}

function invalidCredentials(errors: FieldError[] = []): Problem {
  if (errors.length > 0) return new Problem('invalid_credentials', sentenceOf(errors), { errors })
  return new Problem('invalid_credentials', 'The email address or the password is wrong.')
}

/** Longer than any password that was ever accepted. */
const LONGEST_PASSWORD = 1000

/** The reasons why no account can have this address or password. They say nothing about the accounts that exist. */
function impossibleIn(email: string, password: string): FieldError[] {
  const errors: FieldError[] = []
  if (!isStoredEmail(email)) errors.push(invalidEmail(email))
  if (password.includes('\0'))
    errors.push({ field: 'password', reason: 'must not contain the character U+0000', code: 'invalid_character' })
  else if (password.length > LONGEST_PASSWORD)
    errors.push({ field: 'password', reason: `must have at most ${LONGEST_PASSWORD} characters`, code: 'too_long' })
  return errors
}
