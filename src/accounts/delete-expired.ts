import type { Db } from '../database/schema.ts'
import { after, DAY } from '../time.ts'

const EXPIRING = [
  'sessions',
  'partial_sessions',
  'password_resets',
  'sms_codes',
  'passkey_challenges',
  'recovery_codes',
] as const

/** Deletes rows that expired more than a day ago. They open nothing after they expire; the day helps with support. */
export async function deleteExpiredAccountData(db: Db, now: Date): Promise<void> {
  for (const table of EXPIRING) {
    await db.deleteFrom(table).where('expires_at', '<', after(now, -DAY)).execute()
  }
  // No code could match again after a day, even if a clock was set back.
  await db.deleteFrom('used_codes').where('used_at', '<', after(now, -DAY)).execute()
}
