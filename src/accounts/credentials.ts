import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { digest } from '../secrets.ts'
import { after, DAY, HOUR } from '../time.ts'

/** How long a session may lie unused, by role. */
const IDLE = { customer: 7 * DAY, staff: 1 * HOUR, admin: 1 * HOUR }

/** The session of a token, asked anew with each request, so that an ended session is dead at once on every process. */
export async function findSession(db: Db, token: string, now: Date) {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(PREPARED)
    .select(['sessions.id', 'sessions.user_id', 'sessions.second_factor_at', 'sessions.last_seen_at', 'users.role'])
    .where('sessions.token_hash', '=', digest(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  if (!session || after(session.last_seen_at, IDLE[session.role]) <= now) return undefined
  // Exact enough for an idle time of an hour, and not a write for every read.
  if (after(session.last_seen_at, HOUR / 60) <= now) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
  }
  return session
}

/** Also one that was consumed or has no tries left: only the step that it is for can say so in the right words. */
export async function findPartialSession(db: Db, token: string, now: Date) {
  return db
    .selectFrom('partial_sessions')
    .select(['id', 'user_id'])
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function findApiKey(db: Db, key: string) {
  return db
    .selectFrom('api_keys')
    .modifyFront(PREPARED)
    .select(['id', 'scopes'])
    .where('key_hash', '=', digest(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}
