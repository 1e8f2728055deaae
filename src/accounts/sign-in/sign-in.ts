/** Signing in, in two steps: the password opens a partial session, which the second factor turns into a full one. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/open.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events.ts'
import { anonymous, clientOf, look, networkOf, requireLeft, restore, spend } from '../../http/rate-limits.ts'
import { Problem } from '../../problems.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { after, DAY, MINUTE, SECOND } from '../../time.ts'
import { audit, auditing, type Visit } from '../audit-log.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { codeAlreadyUsed } from '../second-factors/one-time-codes.ts'
import { renewRecoveryCodes, unusedRecoveryCodes } from '../second-factors/recovery-codes.ts'
import {
  challenge,
  codeFactor,
  type Factor,
  type Proof,
  recoveryFactor,
} from '../second-factors/verify-second-factor.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import { findUser, type User, userByEmail } from '../users/user.ts'

/** Between password and second factor. */
export const PARTIAL_LIFETIME = 5 * MINUTE
const TRIES = 5

export type PartialSignIn = { partialToken: string; expiresIn: number; methods: string[] }
export type SignIn = OpenedSession & { user: Static<typeof User>; recoveryCodes?: string[] }

/**
 * The first step. An unknown address costs the same hash, the same statements and gets the same answer as a wrong
 * password.
 * @throws Problem `invalid_credentials`, `rate_limited`
 */
export async function signIn(
  context: AppContext,
  { email, password, visit }: { email: string; password: string; visit: Visit },
): Promise<PartialSignIn> {
  const { db } = context
  const now = context.clock.now()
  const subject = anonymous(email, visit.ip)
  // Spares the hash; what counts is the statement after it.
  await requireLeft(db, ['passwords'], subject, now)
  const user = await userByEmail(db, email)
    .modifyFront(PREPARED)
    .select(['id', 'password_hash', 'disabled_at', 'password_expires_at'])
    .executeTakeFirst()
  const fits = (await verifyPassword(user?.password_hash, password)) && opens(user!, now)
  // Guesses that came in together are settled one by one: with a budget gone the right one is refused as well.
  const client = clientOf(visit.ip)
  const asked = { passwords: subject, ...(client && { 'client-passwords': client }) }
  const found = fits ? await look(db, asked, now) : undefined
  const usedUp = found?.get('passwords')
  if (usedUp) throw usedUp
  if (!found || (found.get('client-passwords') && !(await isAtHome(db, user!.id, visit.ip, now)))) {
    await spend(db, 'passwords', subject, now)
    await audit(db, 'password_refused', { at: now, visit, ...(user && { userId: user.id }) })
    if (client) await spend(db, 'client-passwords', client, now)
    throw invalidCredentials()
  }
  const partialToken = newToken()
  // While the hash was computed the password may have been changed or the account disabled, which ends all that was
  // open, or an unconfirmed registration may have given way to another one. Whoever does so at this moment waits for us.
  const { numAffectedRows } = await sql`${PREPARED}
    with person as (
      select id from users
      where id = ${user!.id} and password_hash = ${user!.password_hash} and disabled_at is null
      for share
    ), ${auditing('password_accepted', { at: now, visit, subject: 'person' })}
    ${openingPartialSession(partialToken, now, 'person')}
  `.execute(db)
  if (numAffectedRows !== 1n) throw invalidCredentials()
  if (found.has('passwords')) await restore(db, 'passwords', subject)
  return asAnswered(partialToken, await methodsOf(db, user!.id, now))
}

function opens(user: { disabled_at: Date | null; password_expires_at: Date | null }, now: Date): boolean {
  const { disabled_at, password_expires_at } = user
  return disabled_at === null && (password_expires_at === null || password_expires_at > now)
}

/**
 * Whether somebody has signed in from this network lately: them it does not lock out that somebody else there, in the
 * same office or behind the same provider, tries passwords out.
 */
async function isAtHome(db: Db, userId: string, ip: string, now: Date): Promise<boolean> {
  const visits = await db
    .selectFrom('audit_log')
    .select('ip')
    .distinct()
    .where('user_id', '=', userId)
    .where('action', '=', 'signed_in')
    .where('at', '>', after(now, -90 * DAY))
    .execute()
  return visits.some(visit => visit.ip !== null && networkOf(visit.ip) === networkOf(ip))
}

function invalidCredentials(): Problem {
  return new Problem('invalid_credentials', 'The email address or the password is wrong.')
}

export async function openPartialSession(tx: Tx, userId: string, now: Date): Promise<PartialSignIn> {
  const partialToken = newToken()
  await sql`
    with person as (select ${userId}::uuid as id) ${openingPartialSession(partialToken, now, 'person')}
  `.execute(tx)
  return asAnswered(partialToken, await methodsOf(tx, userId, now))
}

/** For each row of `person`, an expression of the statement whose column `id` is the user. */
function openingPartialSession(token: string, now: Date, person: string) {
  return sql`
    insert into partial_sessions (id, token_hash, user_id, tries_left, created_at, expires_at)
    select ${randomUUIDv7()}, ${digest(token)}, id, ${TRIES}, ${now}, ${after(now, PARTIAL_LIFETIME)}
    from ${sql.table(person)}
  `
}

function asAnswered(partialToken: string, methods: string[]): PartialSignIn {
  return { partialToken, expiresIn: PARTIAL_LIFETIME / SECOND, methods }
}

type Attempt = { userId: string; partialId: string; visit: Visit }

/** The second step, with a code. @throws Problem as `challenge`, and `sign_in_ended` */
export async function completeSignIn(context: AppContext, { code, ...attempt }: Attempt & { code: string }) {
  const { userId, partialId } = attempt
  return passSignIn(context, attempt, codeFactor(context, { userId, code, boundTo: attemptName(partialId) }))
}

/** The second step on the day when the telephone is gone. */
export async function recoverSignIn(
  context: AppContext,
  { recoveryCode, ...attempt }: Attempt & { recoveryCode: string },
) {
  return passSignIn(context, attempt, recoveryFactor(context, attempt.userId, recoveryCode))
}

/** What text messages for an attempt are bound to. */
export function attemptName(partialId: string): string {
  return `sign-in:${partialId}`
}

/** Turns an attempt into a session, by whatever factor. */
export function passSignIn(
  context: AppContext,
  { userId, partialId, visit }: Attempt,
  factor: Factor,
): Promise<SignIn> {
  return challenge(context, {
    userId,
    visit,
    factor,
    enter: async (tx, now) => {
      if (!(await consume(tx, partialId, now))) {
        throw (await factor.wasUsed(tx, now)) ? codeAlreadyUsed() : signInEnded()
      }
    },
    refuse: tx => giveBack(tx, partialId),
    grant: async (tx, now, proof) => {
      return admit(tx, context, { userId, visit, proof, now })
    },
  })
}

/** @throws Problem when the attempt is over: no text message goes out for it any more */
export async function requireOpen(db: Db, partialId: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('partial_sessions')
    .select('id')
    .where('id', '=', partialId)
    .where('tries_left', '>', 0)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!open) throw signInEnded()
}

/** Uses the attempt up, before it is known what comes of it: one statement decides that it opens one session at most. */
async function consume(tx: Tx, partialId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`${PREPARED}
    update partial_sessions set consumed_at = ${now}
    where id = ${partialId} and tries_left > 0 and consumed_at is null and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** After a wrong code the attempt goes on, with one try less. */
async function giveBack(tx: Tx, partialId: string): Promise<void> {
  await tx
    .updateTable('partial_sessions')
    .set(eb => ({ consumed_at: null, tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', partialId)
    .execute()
}

async function admit(
  tx: Tx,
  context: AppContext,
  { userId, visit, proof, now }: { userId: string; visit: Visit; proof: Proof; now: Date },
): Promise<SignIn> {
  // The first confirmed authenticator completes the registration.
  const completes = proof.confirms && proof.kind === 'totp'
  const recoveryCodes = completes ? await renewRecoveryCodes(tx, context.serviceKey, userId, now) : undefined
  if (completes) {
    // A telephone that was given with the registration counts from now on: the same person has just named both.
    await tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
    await announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: now })
  }
  const user = (await findUser(tx, userId))!
  const session = await openSession(tx, { userId, role: user.role, method: proof.kind, now, visit })
  return { ...session, user, ...(recoveryCodes && { recoveryCodes }) }
}

/** What may be entered as the second step. */
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

export function signInEnded(): Problem {
  return new Problem('sign_in_ended', 'This sign-in attempt has ended or was already completed. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="semel", error="invalid_token"' },
  })
}
