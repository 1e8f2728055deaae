/*
 * Forgotten passwords. Each request has its own link, which works once and for half an hour. All links of an account die
 * when one is used, or when the email address or the password changes. A link sets the password of an account and nothing
 * else: the next sign-in still needs the second factor. A pending registration has no second factor yet, and its link
 * hands it to the reader of the mailbox (`takeOver`).
 */
import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import type { RunOnce } from '../../http/idempotency/once.ts'
import { consume, consumeByClient, reset } from '../../http/rate-limits/attempts.ts'
import { hashedSubject, isSpared, network48, network64 } from '../../http/rate-limits/clients.ts'
import { spendWide } from '../../http/rate-limits/wide-budgets.ts'
import { Problem } from '../../problems.ts'
import { derive, digest } from '../../secrets/crypto.ts'
import { after, MINUTE } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { withdrawNews } from '../email-preferences.ts'
import { logAndTellOwner } from '../owner-notices.ts'
import { addAuthenticator } from '../second-factors/factors.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { renewGuesses } from '../sign-in/guesses.ts'
import { hashPending } from '../users/registration.ts'
import { mailboxOf } from '../users/unverified-emails.ts'
import { emailKey, queueForUser, registrationsFor } from '../users/user.ts'
import { hashPassword } from './hashing.ts'
import { NO_PASSWORD } from './imported/hashes.ts'
import { requireGoodPassword } from './rules.ts'

const RESET_LIFETIME = 30 * MINUTE

/**
 * The token in the email of one request. It is derived when the email is written, so until then no database, job or log
 * contains a usable token.
 */
export function resetToken(key: Buffer, resetId: string): string {
  return derive(key, 'reset', resetId)
}

/** Tests whether a reset link still works, so that sending it makes sense. */
export async function isResetAlive(db: Db, resetId: string, now: Date): Promise<boolean> {
  const reset = await db
    .selectFrom('password_resets')
    .select('id')
    .where('id', '=', resetId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return reset !== undefined
}

/**
 * Requests a link. For an unknown address, or a disabled account, the same statements run and are rolled back: neither the
 * response nor its time tells whether the address is registered. For the same reason the user is not locked. A link that
 * is written while its account is being disabled opens nothing (`resetPassword`).
 *
 * The email is due after a random moment. Otherwise the work of sending it would slow down the next requests, which tells
 * a stranger that there is an account.
 *
 * All limits are counted before the look-up, so a refusal tells nothing either. Each accepted request for a registered address
 * sends its email.
 * @throws Problem `rate_limited`
 */
export async function requestReset(context: AppContext, email: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  await countRequest(context.db, await emailKey(context.db, email), visit, now)
  await context.db.transaction().execute(async tx => {
    const user = await registrationsFor(tx, email).select(['id', 'disabled_at']).limit(1).executeTakeFirst()
    const isKnown = user !== undefined && user.disabled_at === null
    const userId = isKnown ? user.id : randomUUID()
    await sql`savepoint reset`.execute(tx)
    await writeReset(context, tx, userId, now)
    await (isKnown ? sql`release savepoint reset` : sql`rollback to savepoint reset`).execute(tx)
    await audit(tx, 'password_reset_requested', { at: now, visit, ...(user && { userId: user.id }) })
  })
}

/**
 * Sends a link to set a password: the account came from another shop without a hash that can be used, so no password fits. None while one
 * is alive, and within the limits of "Forgot your password?". The answer and its time stay those of any refusal.
 */
export async function sendFirstLink(
  context: AppContext,
  user: { id: string; email: string; password_hash: string } | undefined,
  visit: Visit,
): Promise<void> {
  if (user?.password_hash !== NO_PASSWORD) return
  const now = context.clock.now()
  const alive = await context.db
    .selectFrom('password_resets')
    .select('id')
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  if (alive) return
  try {
    await requestReset(context, user.email, visit)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/**
 * Counts a request against its sender and against the address. A daily budget refills steadily, so a stranger who uses one up
 * locks nobody out for a day. Each of the stranger's own requests also sends a link that works. One network gets less than an
 * address, so some is left for the owner.
 * @throws Problem `rate_limited`
 */
async function countRequest(db: Db, key: string, visit: Visit, now: Date): Promise<void> {
  const { address, asker, network, mailbox } = subjectsOf(key, visit)
  await consume(db, 'resets', asker, now)
  await consumeByClient(db, 'client-resets', visit.ip, now)
  if (isSpared('emails')) return
  await spendWide(db, { kind: 'network-resets', subject: network, perDay: 10, now })
  // Allows no more than 30 in any 24 hours: half of them at once, and the others as they refill.
  await spendWide(db, { kind: 'address-resets', subject: address, perDay: 15, now })
  if (mailbox) await spendWide(db, { kind: 'mailbox-resets', subject: mailbox, perDay: 30, now })
}

/** The address for everybody, for one client, and for one network in all spellings of its mailbox; the mailbox if it has others. */
function subjectsOf(key: string, { ip }: Visit) {
  const mailbox = mailboxOf(key)
  return {
    address: hashedSubject(key),
    asker: hashedSubject(key, network64(ip)),
    // One IPv6 contract brings thousands of /64.
    network: hashedSubject(mailbox, network48(ip)),
    mailbox: mailbox === key ? undefined : hashedSubject(mailbox),
  }
}

/** Milliseconds until a reset email is due: long enough to hide it among other work, far below the 30 seconds it may take. */
function pickDelay(): number {
  return randomInt(500, 4000)
}

async function writeReset(context: AppContext, tx: Tx, userId: string, now: Date): Promise<void> {
  const id = randomUUIDv7()
  await tx
    .insertInto('password_resets')
    .values({
      id,
      token_hash: digest(resetToken(context.serviceKey, id)),
      user_id: userId,
      created_at: now,
      expires_at: after(now, RESET_LIFETIME),
    })
    .execute()
  await announce(tx, {
    type: 'user.password_reset_requested',
    payload: { userId, resetId: id },
    to: [{ userId }],
    at: now,
    delay: pickDelay(),
  })
}

/** The user whose password a link can set at this moment. Looking does not use the link up. */
export async function ownerOfReset(db: Db, token: string, now: Date) {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.email', 'users.user_name', 'users.confirmed_at'])
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Sets a new password with a link.
 * @param runOnce a repeat finds its link used, and gets the first answer all the same
 * @throws Problem `invalid_reset_token` when the link is unknown, used, expired or superseded, or its account disabled
 */
export async function resetPassword(
  context: AppContext,
  { token, password, visit }: { token: string; password: string; visit: Visit },
  runOnce: RunOnce,
): Promise<{ message: string }> {
  const now = context.clock.now()
  const owner = await ownerOfReset(context.db, token, now)
  if (!owner) return runOnce(async () => ({ refusal: invalidResetToken() }))
  await requireGoodPassword(context, password, { email: owner.email, userName: owner.user_name })
  const isPending = owner.confirmed_at === null
  const passwordHash = await (isPending
    ? hashPending(context, owner.email, password)
    : hashPassword(password, context.passwordCost))
  const userId = owner.id
  const work = async (tx: Tx) => {
    const { isAccount, others } = await lockAddressOf(tx, userId)
    const consumed = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', digest(token))
      .where('expires_at', '>', now)
      .where('user_id', 'in', eb => eb.selectFrom('users').select('users.id').where('disabled_at', 'is', null))
      .returning('id')
      .executeTakeFirst()
    if (!consumed) throw invalidResetToken()
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, password_expires_at: null })
      .where('id', '=', userId)
      .execute()
    await deleteResetLinks(tx, userId)
    await endAllSessions(tx, userId)
    await renewGuesses(tx, userId, now)
    if (isAccount) await logAndTellOwner(tx, 'password_reset', { at: now, visit, userId })
    else await takeOver(tx, context, { userId, others, visit, now })
    const body = { message: 'Your password has been changed. Sign in with the new one.' }
    return { status: 200, body, afterCommit: () => giveRequestsBack(context.db, owner.email, visit) }
  }
  return queueForUser(context.db, userId, () => runOnce(work))
}

/** Runs behind the commit, because a request for a link locks its limits before it refers to the user. */
async function giveRequestsBack(db: Db, email: string, visit: Visit): Promise<void> {
  const { address, asker, network } = subjectsOf(await emailKey(db, email), visit)
  await reset(db, 'resets', asker)
  await reset(db, 'network-resets', network)
  await reset(db, 'address-resets', address)
}

/**
 * Locks an account, or a pending registration together with all others of its address, in one order. So a first code, and
 * the link of another registration, come before the reset or after it.
 * @throws Problem `invalid_reset_token` when the registration is gone, or another one has become the account
 */
async function lockAddressOf(tx: Tx, userId: string) {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'confirmed_at'])
    .where('email_key', '=', eb => eb.selectFrom('users').select('email_key').where('id', '=', userId))
    .where('is_guest', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const user = locked.find(({ id }) => id === userId)
  const isAccount = user?.confirmed_at !== null
  const others = locked.filter(({ id }) => id !== userId)
  if (!user || (!isAccount && others.some(({ confirmed_at }) => confirmed_at !== null))) throw invalidResetToken()
  return { isAccount, others: others.map(({ id }) => id) }
}

type TakeOver = { userId: string; others: string[]; visit: Visit; now: Date }

/**
 * Hands a pending registration to the reader of the mailbox. A stranger may have made it: seed and phone go, and so do the
 * other registrations of the address. The next sign-in shows the new authenticator, for which there is a day's time again.
 */
async function takeOver(tx: Tx, context: AppContext, { userId, others, visit, now }: TakeOver): Promise<void> {
  if (others.length > 0) await tx.deleteFrom('users').where('id', 'in', others).execute()
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await addAuthenticator(tx, context, { userId })
  // A stranger may have made the registration and subscribed to news, which the reader of the mailbox does not want.
  await withdrawNews(tx, userId, now)
  await tx.updateTable('users').set({ phone: null, created_at: now }).where('id', '=', userId).execute()
  await audit(tx, 'password_reset', { at: now, visit, userId })
}

/** Deletes every link of an account. */
export async function deleteResetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

function invalidResetToken(): Problem {
  const reason = 'is unknown, used or expired; request a new link'
  return new Problem('invalid_reset_token', `The reset link ${reason}.`, {
    errors: [{ field: 'token', reason, code: 'invalid_token' }],
  })
}
