import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

const EXPIRING = [
  'sessions',
  'partial_sessions',
  'password_resets',
  'sms_codes',
  'passkey_challenges',
  'recovery_codes',
] as const

/**
 * Deletes rows that expired more than a day ago, and registrations that no code has confirmed for a day, by the clock of the database: a process with a wrong clock must not
 * delete a used code or a session of the present.
 */
export async function deleteExpiredAccountData(db: Db): Promise<void> {
  const dayAgo = sql<Date>`clock_timestamp() - interval '1 day'`
  for (const table of EXPIRING) {
    await db.deleteFrom(table).where('expires_at', '<', dayAgo).execute()
  }
  await db.deleteFrom('users').where('confirmed_at', 'is', null).where('created_at', '<', dayAgo).execute()
  // A day is far longer than any code can match, even after a clock was set back.
  await db.deleteFrom('used_codes').where('used_at', '<', dayAgo).execute()
}
