/** The first step of a sign-in: a password opens a partial session, which a second factor turns into a full one. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import {
  assertAvailable,
  clientChecks,
  consume,
  consumeByClient,
  peek,
  reset,
} from '../../http/rate-limits/attempts.ts'
import { hashedSubject, networkOf } from '../../http/rate-limits/clients.ts'
import { Problem } from '../../problems.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { after, MINUTE, SECOND } from '../../time.ts'
import { audit, auditSql, type Visit } from '../audit-log.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { unusedRecoveryCodes } from '../second-factors/recovery-codes.ts'
import { emailKey, queueForUser, registrationsFor } from '../users/user.ts'
import { signedInFromHere } from './known-devices.ts'

/** Between password and second factor. */
export const PARTIAL_LIFETIME = 5 * MINUTE
const TRIES = 5

export type PartialSignIn = { partialToken: string; expiresIn: number; methods: string[] }

/**
 * An unknown address costs the same hash and the same statements as a wrong password, and gets the same answer.
 * @throws Problem `invalid_credentials`, `rate_limited`
 */
export async function signIn(
  context: AppContext,
  { email, password, visit }: { email: string; password: string; visit: Visit },
): Promise<PartialSignIn> {
  const { db } = context
  const now = context.clock.now()
  const subject = hashedSubject(await emailKey(db, email), networkOf(visit.ip))
  // This check saves the hash; the one after the hash decides.
  await assertAvailable(db, ['passwords'], subject, now)
  // The newest registration, while there is no account: its owner may have closed the page with the first code.
  const user = await registrationsFor(db, email)
    .modifyFront(PREPARED)
    .select(['id', 'password_hash', 'disabled_at', 'password_expires_at'])
    .orderBy(sql`confirmed_at is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const fits = (await verifyPassword(user?.password_hash, password, context.passwordCost)) && canSignIn(user!, now)
  // Guesses that arrive together are settled one by one: once the limit is reached, the right one is refused as well.
  const limits = [{ kind: 'passwords' as const, subject }, ...clientChecks('client-passwords', visit.ip)]
  const found = fits ? await peek(db, limits, now) : undefined
  const exceeded = found?.get('passwords')
  if (exceeded) throw exceeded
  if (!found || (found.get('client-passwords') && !(await signedInFromHere(db, { userId: user!.id, visit, now })))) {
    await consume(db, 'passwords', subject, now)
    await audit(db, 'password_refused', { at: now, visit, ...(user && { userId: user.id }) })
    await consumeByClient(db, 'client-passwords', visit.ip, now)
    throw invalidCredentials()
  }
  const partialToken = newToken()
  // While the hash was computed, the password may have changed, the account may have been disabled, or another
  // registration may have replaced this unconfirmed one. The row lock makes a change at this very moment wait for us.
  const opening = sql`${PREPARED}
    with person as (
      select id from users
      where id = ${user!.id} and password_hash = ${user!.password_hash} and disabled_at is null
      for share
    ), logged as (${auditSql('password_accepted', { at: now, visit, subject: 'person' })})
    ${insertPartialSession(partialToken, now, 'person')}
  `
  const { numAffectedRows } = await queueForUser(db, user!.id, () => opening.execute(db))
  if (numAffectedRows !== 1n) throw invalidCredentials()
  if (found.has('passwords')) await reset(db, 'passwords', subject)
  return partialSignIn(partialToken, await methodsOf(db, user!.id, now))
}

function canSignIn(user: { disabled_at: Date | null; password_expires_at: Date | null }, now: Date): boolean {
  const { disabled_at, password_expires_at } = user
  return disabled_at === null && (password_expires_at === null || password_expires_at > now)
}

function invalidCredentials(): Problem {
  return new Problem('invalid_credentials', 'The email address or the password is wrong.')
}

export async function openPartialSession(tx: Tx, userId: string, now: Date): Promise<PartialSignIn> {
  const partialToken = newToken()
  await sql`
    with person as (select ${userId}::uuid as id) ${insertPartialSession(partialToken, now, 'person')}
  `.execute(tx)
  return partialSignIn(partialToken, await methodsOf(tx, userId, now))
}

/** @param person a table expression of the statement; its column `id` is the user */
function insertPartialSession(token: string, now: Date, person: string) {
  return sql`
    insert into partial_sessions (id, token_hash, user_id, tries_left, created_at, expires_at)
    select ${randomUUIDv7()}, ${digest(token)}, id, ${TRIES}, ${now}, ${after(now, PARTIAL_LIFETIME)}
    from ${sql.table(person)}
  `
}

function partialSignIn(partialToken: string, methods: string[]): PartialSignIn {
  return { partialToken, expiresIn: PARTIAL_LIFETIME / SECOND, methods }
}

/** The second factors that the user can present as the second step. */
export async function methodsOf(db: Db, userId: string, now: Date): Promise<string[]> {
  const factors = await db
    .selectFrom('second_factors')
    .modifyFront(PREPARED)
    .select(eb => ['kind', 'disabled_at', eb.exists(unusedRecoveryCodes(db, userId, now)).as('recovery')])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  if (factors.length === 0) return ['totp']
  const kinds = new Set(factors.filter(({ disabled_at }) => disabled_at === null).map(({ kind }) => kind))
  return [...kinds, ...(factors[0]!.recovery ? ['recovery'] : [])]
}
