/*
 * The reader of a mailbox can verify the address for an account, or release it from an account that
 * somebody else has created. A link carries a signed statement: this account, this address, for this purpose, until this
 * time. It is created when the email is written, needs no storage, and stops working when the address changes.
 */
import type { AppContext } from '../../context.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { deleteResetLinks } from '../passwords/reset.ts'
import { endRecovery } from '../recovery/requests.ts'
import { accounts } from './user.ts'

const VERIFY_LIFETIME = 3 * DAY

type Purpose = 'verify-email' | 'release-email'

/** @param email as stored at this moment */
export function mailboxToken(key: Buffer, purpose: Purpose, { id, email }: { id: string; email: string }, now: Date) {
  return tokenUntil(key, purpose, { id, email }, after(now, VERIFY_LIFETIME).getTime())
}

function tokenUntil(key: Buffer, purpose: Purpose, { id, email }: { id: string; email: string }, until: number) {
  return `${id}.${until}.${signature(key, purpose, id, email, until)}`
}

/** The account and address of a link that works at this moment. Looking changes nothing. */
export async function addressOfLink(context: AppContext, purpose: Purpose, token: string, now: Date) {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,16})\.([\w-]{43})$/.exec(token)
  if (!parts) return undefined
  const [, id, until, mac] = parts as unknown as [string, string, string, string]
  const user = await accounts(context.db)
    .select(['email', 'user_name', 'created_at', 'email_verified_at', 'email_verified_in_session'])
    .where('id', '=', id)
    .executeTakeFirst()
  const email = user?.email ?? ''
  const isOurs = sameSecret(mac, signature(context.serviceKey, purpose, id, email, Number(until)))
  if (!user || !isOurs || Number(until) <= now.getTime()) return undefined
  const { email_verified_in_session: isOwned } = user
  if (purpose === 'release-email' && isOwned) return undefined
  return {
    id,
    email,
    userName: user.user_name,
    createdAt: user.created_at,
    isVerified: user.email_verified_at !== null,
    /** Lets the page of a verification link offer to release the address instead, as long as that link works. */
    release: isOwned ? undefined : tokenUntil(context.serviceKey, 'release-email', { id, email }, Number(until)),
  }
}

/**
 * Verifies an address. A click proves that the reader of the mailbox made it, not that the account is the reader's. Both
 * are proved in a session of the account; until then the address can still be released.
 * @param userId the user who is signed in, if any
 * @throws Problem `invalid_verification_token`
 */
export async function verifyEmail(
  context: AppContext,
  { token, userId, visit }: { token: string; userId: string | undefined; visit: Visit },
): Promise<void> {
  const now = context.clock.now()
  const link = await addressOfLink(context, 'verify-email', token, now)
  if (!link) throw invalidVerification()
  const { id, email } = link
  const isOwner = userId === id
  // The same link again changes nothing. Otherwise it could fill the feed.
  const isNew = await context.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set(eb => ({
        email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
        email_verified_in_session: isOwner,
      }))
      .where('id', '=', id)
      // The address may have changed since it was read.
      .where('email', '=', email)
      .where('email_verified_in_session', '=', false)
      .$if(!isOwner, query => query.where('email_verified_at', 'is', null))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await audit(tx, 'email_verified', { at: now, visit, userId: id, detail: { inSession: isOwner } })
    await publishToFeed(tx, now, { type: 'user.updated', data: { userId: id } })
    return true
  })
  if (!isNew && !(await addressOfLink(context, 'verify-email', token, now))?.isVerified) throw invalidVerification()
}

/**
 * Takes the address from an account whose owner has never verified it in a session, so that the reader of the mailbox can
 * register. The account keeps everything else, and its owner can enter another address: it may be a customer who has
 * mistyped it.
 * @throws Problem `invalid_verification_token`, also once the owner of the account has verified the address
 */
export async function releaseEmail(context: AppContext, token: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const link = await addressOfLink(context, 'release-email', token, now)
  if (!link) throw invalidVerification()
  const { id, email } = link
  await context.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email: `${id}${RELEASED}`, email_verified_at: null })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('email_verified_in_session', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw invalidVerification()
    await deleteResetLinks(tx, id)
    await endRecovery(tx, { userId: id, outcome: 'email_changed', now, visit })
    await audit(tx, 'email_released', { at: now, visit, userId: id })
    await publishToFeed(tx, now, { type: 'user.updated', data: { userId: id } })
  })
}

/** The end of the address of an account whose own was released. No mail can be sent there (RFC 2606). */
const RELEASED = '@released.invalid'

export function isReleased(email: string): boolean {
  return email.endsWith(RELEASED)
}

function signature(key: Buffer, purpose: Purpose, id: string, email: string, until: number): string {
  return derive(key, purpose, `${id}\0${email.toLowerCase()}\0${until}`)
}

function invalidVerification(): Problem {
  const reason = 'is unknown, expired or for an earlier address'
  return new Problem('invalid_verification_token', `The link ${reason}.`, {
    errors: [{ field: 'token', reason, code: 'invalid_token' }],
  })
}
