/*
 * Recovery requests: the way back for a customer who has lost every second factor and every recovery code.
 *
 *   password ──▶ asked ──▶ waits for 72 hours ──▶ link by email, for 24 hours ──▶ used: new password and second factor
 *                             │  │                    ▲                 │
 *                             │  └── staff approve ───┘                 ▼
 *                             ▼                                     expired
 *              objected, declined, signed in, address changed, account disabled
 *
 * Only the second step of a sign-in can ask, so a stranger who knows an address cannot. The owner gets an email at once and another
 * one a day before the time is over; each has a link to object, and a sign-in with any second factor ends the request too. Nobody
 * can shorten the wait. Staff have to approve when the password proves no more than the mailbox does (`needsApproval`).
 * docs/decisions/056-recovery-requests.md tells who could attack what.
 *
 * Each command locks the account first, and each state is left by one conditional statement on `ended_at is null`.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { after, DAY } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { hasNoFactor } from '../second-factors/factors.ts'
import { type Attempt, requireOpenAttempt } from '../sign-in/attempt.ts'
import { isKnown } from '../sign-in/known-devices.ts'
import type { RecoveryOutcome } from '../tables.ts'
import { accounts, withUserLocked } from '../users/user.ts'

/**
 * Longer than a weekend without mail. NIST SP 800-63B-4 §4.2 expects "extended waiting times" of account recovery and names
 * none; this is ours.
 */
export const RECOVERY_WAIT = 3 * DAY

export type AskedRecovery = { waitsUntil: Date; needsApproval: boolean }

/**
 * Asks for recovery. Asking again while a request is open changes nothing and sends nothing.
 * @throws Problem `sign_in_ended`; `forbidden` for staff and without a second factor; `email_not_verified`; `rate_limited`
 */
export async function askForRecovery(context: AppContext, attempt: Attempt): Promise<AskedRecovery> {
  const { userId, partialId, visit } = attempt
  const now = context.clock.now()
  return withUserLocked(context.db, userId, async tx => {
    await requireOpenAttempt(tx, partialId, now)
    const open = await findOpenRecovery(tx, userId)
    if (open) return open
    await requireMayAsk(tx, userId)
    await consume(tx, 'recoveries', userId, now)
    const asked = { waitsUntil: after(now, RECOVERY_WAIT), needsApproval: await needsApproval(tx, userId) }
    const id = randomUUIDv7()
    await tx
      .insertInto('recovery_requests')
      .values({
        id,
        user_id: userId,
        asked_at: now,
        waits_until: asked.waitsUntil,
        needs_approval: asked.needsApproval,
        is_known_device: await isKnown(tx, context.serviceKey, { userId, visit, now }),
        reminded_at: null,
        approved_at: null,
        approved_by: null,
        linked_at: null,
        ended_at: null,
        outcome: null,
      })
      .execute()
    await audit(tx, 'recovery_asked', { at: now, visit, userId, detail: { request: id } })
    const payload = { requestId: id, isReminder: false }
    await announce(tx, { type: 'user.recovery_asked', payload, to: [{ userId }], at: now })
    return asked
  })
}

/** The request of an account that has not ended. */
export async function findOpenRecovery(db: Db, userId: string): Promise<AskedRecovery | undefined> {
  return db
    .selectFrom('recovery_requests')
    .select(['waits_until as waitsUntil', sql<boolean>`needs_approval and approved_at is null`.as('needsApproval')])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Finds the reason why an account cannot ask; undefined when it can. The page of the second step says it in other words. */
export async function whyNoRecovery(db: Db, userId: string): Promise<'staff' | 'unverified' | 'no factor' | undefined> {
  const user = await accounts(db)
    .select(['role', 'email_verified_at', hasNoFactor('users.id').as('hasNoFactor')])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user || user.hasNoFactor) return 'no factor'
  if (user.role !== 'customer') return 'staff'
  return user.email_verified_at ? undefined : 'unverified'
}

async function requireMayAsk(tx: Tx, userId: string): Promise<void> {
  const reason = await whyNoRecovery(tx, userId)
  // One person who approves, and a mailbox, are too little for the rights of staff.
  if (reason === 'staff')
    throw new Problem('forbidden', 'Staff ask an admin of the shop to reset their second factors.')
  if (reason === 'no factor') {
    throw new Problem('forbidden', 'This account has no second factor yet. Sign in, and set one up.')
  }
  if (reason === 'unverified') {
    throw new Problem(
      'email_not_verified',
      'Nobody has confirmed the email address of this account, so no link can go there. Write to the shop.',
    )
  }
}

/**
 * Tells whether the password proves no more than the mailbox: it may have been set by a link, or the reader of the mailbox may be somebody
 * else than the owner. NIST SP 800-63B-4 §4.2.2.2 asks for an emailed code and a factor of another kind, or for a person who checks.
 * A passkey proves no password. Entries that are too old to be kept prove nothing either.
 */
async function needsApproval(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u
    where u.id = ${userId} and u.email_verified_in_session and exists (
      select from audit_log s
      where s.user_id = u.id and s.action = 'signed_in' and s.detail ->> 'method' <> 'passkey'
        and not exists (select from audit_log r where r.user_id = u.id and r.action = 'password_reset' and r.at >= s.at)
    )
  `.execute(tx)
  return rows.length === 0
}

type End = { userId: string; outcome: RecoveryOutcome; now: Date; visit?: Visit; actorId?: string }

/** The owner has done these in a session or hears of them otherwise. */
const UNTOLD: readonly RecoveryOutcome[] = ['signed_in', 'email_changed', 'account_disabled']

/**
 * Ends the open request of an account, whatever its state. One statement decides between this and the use of its link.
 * @returns whether there was one
 */
export async function endRecovery(tx: Tx, { userId, outcome, now, ...who }: End): Promise<boolean> {
  const ended = await tx
    .updateTable('recovery_requests')
    .set({ ended_at: now, outcome })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (ended) await noteEnd(tx, ended.id, { userId, outcome, now, ...who })
  return ended !== undefined
}

/** Writes the log, and tells the owner. The caller has just ended the request. */
export async function noteEnd(tx: Tx, requestId: string, { userId, outcome, now, ...who }: End): Promise<void> {
  await audit(tx, 'recovery_ended', { at: now, userId, ...who, detail: { request: requestId, outcome } })
  if (UNTOLD.includes(outcome)) return
  await announce(tx, { type: 'user.recovery_ended', payload: { requestId }, to: [{ userId }], at: now })
}
