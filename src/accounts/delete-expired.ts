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

/** Removes what has expired. It opens nothing any more either way; a day later nobody asks why. */
export async function deleteExpiredAccountData(db: Db, now: Date): Promise<void> {
  for (const table of EXPIRING) {
    await db.deleteFrom(table).where('expires_at', '<', after(now, -DAY)).execute()
  }
  // A day is far longer than any code could match again, also when a clock was set back.
  await db.deleteFrom('used_codes').where('used_at', '<', after(now, -DAY)).execute()
}
