import { type Selectable, sql } from 'kysely'
import { batchByKey } from '../../database/coalesce.ts'
import { PREPARED } from '../../database/open.ts'
import type { Db, Tables } from '../../database/schema.ts'
import { digest } from '../../secrets/crypto.ts'
import { after, DAY, HOUR } from '../../time.ts'
import type { Role } from '../tables.ts'

/** How long a session may lie unused, by role. */
const IDLE = { customer: 7 * DAY, staff: 1 * HOUR, admin: 1 * HOUR }

/** The session of a token, asked anew with each request, so that an ended session is dead at once on every process. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const session = await sessionsOf(db)(digest(token).toString('hex'))
  if (!session || !isAlive(session, now)) return undefined
  // Exact enough for an idle time of an hour, and not a write for every read.
  if (after(session.last_seen_at, HOUR / 60) <= now) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
  }
  return session
}

/** Neither expired nor left alone for too long. */
export function isAlive(session: { expires_at: Date; last_seen_at: Date; role: Role }, now: Date): boolean {
  return session.expires_at > now && after(session.last_seen_at, IDLE[session.role]) > now
}

type Session = Pick<
  Selectable<Tables['sessions']>,
  'id' | 'user_id' | 'second_factor_at' | 'last_seen_at' | 'expires_at'
> & { role: Role }

const lookups = new WeakMap<Db, (hash: string) => Promise<Session | undefined>>()

/** Requests of one moment share a question to the database, asked after each of them came. */
function sessionsOf(db: Db) {
  let lookup = lookups.get(db)
  if (!lookup) {
    lookup = batchByKey(async hashes => {
      const rows = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .modifyFront(PREPARED)
        .select(['token_hash', 'sessions.id', 'user_id', 'second_factor_at', 'last_seen_at', 'expires_at', 'role'])
        .where('token_hash', '=', sql<Buffer>`any(${hashes.map(hash => Buffer.from(hash, 'hex'))}::bytea[])`)
        .execute()
      return new Map(rows.map(({ token_hash, ...session }) => [token_hash.toString('hex'), session]))
    })
    lookups.set(db, lookup)
  }
  return lookup
}

/** Also one that was consumed or has no tries left: only the step that it is for can say so in the right words. */
export async function findPartialSession(db: Db, token: string, now: Date) {
  return db
    .selectFrom('partial_sessions')
    .modifyFront(PREPARED)
    .select(['id', 'user_id'])
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export const API_KEY_PREFIX = 'semel_'

/** A session token has 43 characters, of which the first could be these by chance. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX) && token.length !== 43
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
