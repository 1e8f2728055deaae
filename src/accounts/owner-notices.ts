import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import { audit } from './audit-log.ts'
import type { CredentialChange } from './tables.ts'

/**
 * Logs a change of what signs a user in, and tells the owner by email, in the transaction of the change. A thief with a
 * session, or with the mailbox, cannot do it unnoticed.
 */
export async function logAndTellOwner(
  tx: Tx,
  change: CredentialChange,
  entry: Parameters<typeof audit>[2] & { userId: string },
): Promise<void> {
  const { userId, at } = entry
  await audit(tx, change, entry)
  await announce(tx, { type: 'user.credentials_changed', payload: { userId, change }, to: [{ userId }], at })
}
