import { sql } from 'kysely'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Db } from '../database/schema.ts'
import './tables.ts'

/** The tables with a column `expires_at`, and their primary keys. */
const EXPIRING = {
  sessions: ['id'],
  partial_sessions: ['id'],
  password_resets: ['id'],
  sms_codes: ['id'],
  passkey_challenges: ['bound_to'],
  recovery_codes: ['user_id', 'code_hash'],
  staff_invitations: ['id'],
} as const

/**
 * Deletes rows that expired more than a day ago, and registrations that no code has confirmed for a day, unless a reset
 * link for one still works. Guests whose order an account has taken over go a day later. It goes by the clock of the database: a process
 * with a wrong clock must not delete a used code or a session of the present.
 */
export async function deleteExpiredAccountData(db: Db): Promise<void> {
  for (const table of Object.keys(EXPIRING) as (keyof typeof EXPIRING)[]) {
    await deleteInBatches(db, table, EXPIRING[table], sql`expires_at < now() - interval '1 day'`)
  }
  await deleteInBatches(
    db,
    'users',
    ['id'],
    sql`confirmed_at is null and not is_guest and created_at < now() - interval '1 day'
    and not exists (select from password_resets where user_id = users.id and expires_at > now())`,
  )
  await deleteInBatches(db, 'users', ['id'], sql`is_guest and claimed_at < now() - interval '1 day'`)
  // A day is far longer than any code can match, even after a clock was set back.
  await deleteInBatches(db, 'used_codes', ['user_id', 'step', 'code'], sql`used_at < now() - interval '1 day'`)
}
