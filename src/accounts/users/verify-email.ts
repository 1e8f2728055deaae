/*
 * Email verification. The link carries a signed statement: this account, this address, until this time. It is created when
 * the email is written, needs no storage, and stops working when the address changes.
 */
import type { AppContext } from '../../context.ts'
import { publish } from '../../events.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'

const LIFETIME = 3 * DAY

/** @param email as stored at this moment */
export function verificationToken(key: Buffer, { id, email }: { id: string; email: string }, now: Date): string {
  const until = after(now, LIFETIME).getTime()
  return `${id}.${until}.${signature(key, id, email, until)}`
}

/** The account and address that a link can verify at this moment. Looking verifies nothing. */
export async function addressOfLink(context: AppContext, token: string, now: Date) {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,16})\.([\w-]{43})$/.exec(token)
  if (!parts) return undefined
  const [, id, until, mac] = parts as unknown as [string, string, string, string]
  const user = await context.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  const email = user?.email ?? ''
  const isOurs = sameSecret(mac, signature(context.serviceKey, id, email, Number(until)))
  return isOurs && Number(until) > now.getTime() ? { id, email } : undefined
}

/** @throws Problem `invalid_verification_token` */
export async function verifyEmail(context: AppContext, token: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const link = await addressOfLink(context, token, now)
  if (!link) throw invalidVerification()
  const { id, email } = link
  await context.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', id)
      // The address may have changed since it was read.
      .where('email', '=', email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw invalidVerification()
    await audit(tx, 'email_verified', { at: now, visit, userId: id })
    await publish(tx, now, { type: 'user.updated', data: { userId: id } })
  })
}

function signature(key: Buffer, id: string, email: string, until: number): string {
  return derive(key, 'verify-email', `${id}\0${email.toLowerCase()}\0${until}`)
}

function invalidVerification(): Problem {
  const reason = 'is unknown, expired or for an earlier address'
  return new Problem('invalid_verification_token', `The verification link ${reason}.`, {
    errors: [{ field: 'token', reason, code: 'invalid_token' }],
  })
}
