/*
 * The reader of a mailbox can verify the address for an account, or release it from an account that
 * somebody else has created. A link carries a signed statement: this account, this address, for this purpose, until this
 * time. It is created when the email is written, needs no storage, and stops working when the address changes.
 */
import type { AppContext } from '../../context.ts'
import { publish } from '../../events.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { deleteResetLinks } from '../passwords/reset.ts'

const LIFETIME = 3 * DAY

type Purpose = 'verify-email' | 'release-email'

/** @param email as stored at this moment */
export function mailboxToken(key: Buffer, purpose: Purpose, { id, email }: { id: string; email: string }, now: Date) {
  const until = after(now, LIFETIME).getTime()
  return `${id}.${until}.${signature(key, purpose, id, email, until)}`
}

/** The account and address of a link that works at this moment. Looking changes nothing. */
export async function addressOfLink(context: AppContext, purpose: Purpose, token: string, now: Date) {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,16})\.([\w-]{43})$/.exec(token)
  if (!parts) return undefined
  const [, id, until, mac] = parts as unknown as [string, string, string, string]
  const user = await context.db
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const email = user?.email ?? ''
  const isOurs = sameSecret(mac, signature(context.serviceKey, purpose, id, email, Number(until)))
  const isTooLate = Number(until) <= now.getTime() || (purpose === 'release-email' && user?.email_verified_at)
  return isOurs && !isTooLate ? { id, email, isVerified: Boolean(user?.email_verified_at) } : undefined
}

/** @throws Problem `invalid_verification_token` */
export async function verifyEmail(context: AppContext, token: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const link = await addressOfLink(context, 'verify-email', token, now)
  if (!link) throw invalidVerification()
  const { id, email } = link
  // The same link again changes nothing. Otherwise it could fill the feed.
  const isFirst = await context.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', id)
      // The address may have changed since it was read.
      .where('email', '=', email)
      .where('email_verified_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await audit(tx, 'email_verified', { at: now, visit, userId: id })
    await publish(tx, now, { type: 'user.updated', data: { userId: id } })
    return true
  })
  if (!isFirst && !(await addressOfLink(context, 'verify-email', token, now))?.isVerified) throw invalidVerification()
}

/**
 * Takes the address from an account that has never verified it, so that the reader of the mailbox can register. The account
 * keeps everything else, and its owner can enter another address: it may be a customer who has mistyped it.
 * @throws Problem `invalid_verification_token`, also once the address is verified
 */
export async function releaseEmail(context: AppContext, token: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const link = await addressOfLink(context, 'release-email', token, now)
  if (!link) throw invalidVerification()
  const { id, email } = link
  await context.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email: `${id}${RELEASED}` })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('email_verified_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw invalidVerification()
    await deleteResetLinks(tx, id)
    await audit(tx, 'email_released', { at: now, visit, userId: id })
    await publish(tx, now, { type: 'user.updated', data: { userId: id } })
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
