import type { Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { consume, consumeByClient } from '../http/rate-limits/attempts.ts'
import { audit, type Visit } from './audit-log.ts'
import type { CredentialChange, FactorKind } from './tables.ts'
import { countEmail } from './users/unverified-emails.ts'

/**
 * Changes that an account could repeat all day. There are never more removals than additions. A reset has limits of its
 * own: the owner must be able to reset the password even after a thief has used up these.
 */
const COUNTED: CredentialChange[] = ['factor_added', 'recovery_codes_renewed', 'password_changed']

/**
 * Logs a change of what signs a user in, and tells the owner by email, in the transaction of the change. A thief with a
 * session, or with the mailbox, cannot do it unnoticed.
 * @throws Problem `rate_limited` after too many changes in a day
 */
export async function logAndTellOwner(
  tx: Tx,
  change: CredentialChange,
  entry: Parameters<typeof audit>[2] & { userId: string; visit: Visit },
): Promise<void> {
  const { userId, visit, at, detail } = entry
  if (COUNTED.includes(change)) {
    await consume(tx, 'credential-changes', userId, at)
    // Accounts are free.
    await consumeByClient(tx, 'client-credential-changes', visit.ip, at)
    await countEmail(tx, { userId, about: 'account', now: at })
  }
  await audit(tx, change, entry)
  // Only what changes a sign-in method has details.
  const payload = { userId, change, ...(detail && { kind: detail.kind as FactorKind }), at: at.toISOString() }
  await announce(tx, { type: 'user.credentials_changed', payload, to: [{ userId }], at })
}
