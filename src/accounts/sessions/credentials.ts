/** Reads the session or API key that a request brings. */
import { type Selectable, sql } from 'kysely'
import { batchByKey } from '../../database/coalesce.ts'
import { PREPARED } from '../../database/prepared.ts'
import { isReplica } from '../../database/replicas/replica.ts'
import type { Db, Tables } from '../../database/schema.ts'
import { digest } from '../../secrets/crypto.ts'
import { after, DAY, HOUR, MINUTE } from '../../time.ts'
import { permissionsOf } from '../staff/permissions.ts'
import type { Permission, Role } from '../tables.ts'
import { hasMakerSql } from './still-may.ts'

/** Time that a session may stay unused, by role. */
const IDLE = { customer: 7 * DAY, staff: 1 * HOUR, admin: 1 * HOUR }

/** Reads the session of a token for each request, so an ended session stops working at once in every process. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const session = await sessionsOf(db)(digest(token).toString('hex'))
  if (!session || !isAlive(session, now)) return undefined
  // A minute is exact enough for an idle time of an hour, and saves a write with every read.
  if (after(session.last_seen_at, HOUR / 60) <= now && !isReplica(db)) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
  }
  return session
}

/** Says whether it is neither expired nor unused for too long. */
function isAlive(session: { expires_at: Date; last_seen_at: Date; role: Role }, now: Date): boolean {
  return session.expires_at > now && after(session.last_seen_at, IDLE[session.role]) > now
}

type Session = Pick<
  Selectable<Tables['sessions']>,
  'id' | 'user_id' | 'second_factor_at' | 'last_seen_at' | 'expires_at'
> & { role: Role; permissions: Permission[]; locale: string | null; isVerified: boolean }

/**
 * A role above customer counts only while the address is verified. A new address takes effect at once, but it may be
 * somebody else's, and admins know their staff by it. So the role sleeps until the new one is verified.
 */
export function countingRole({ role, permissions, isVerified }: Pick<Session, 'role' | 'permissions' | 'isVerified'>): {
  role: Role
  sleepingRole?: 'staff' | 'admin'
  permissions: readonly Permission[]
} {
  if (isVerified || role === 'customer') return { role, permissions: permissionsOf(role, permissions) }
  return { role: 'customer', sleepingRole: role, permissions: [] }
}

/** The same as `isAlive`, as a condition on `sessions` joined with `users`. */
export function isAliveAt(now: Date) {
  const seenAfter = Object.entries(IDLE).map(
    ([role, idle]) => sql`when ${sql.lit(role)} then ${after(now, -idle)}::timestamptz`,
  )
  return sql<boolean>`expires_at > ${now} and last_seen_at > case users.role ${sql.join(seenAfter, sql` `)} end`
}

const lookups = new WeakMap<Db, (hash: string) => Promise<Session | undefined>>()

/** Simultaneous requests share one query, which starts after each of them arrived. */
function sessionsOf(db: Db) {
  let lookup = lookups.get(db)
  if (!lookup) {
    lookup = batchByKey(async hashes => {
      const rows = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .modifyFront(PREPARED)
        .select(['token_hash', 'sessions.id', 'user_id', 'second_factor_at', 'last_seen_at', 'expires_at'])
        .select(['role', 'permissions', 'locale'])
        .select(sql<boolean>`email_verified_at is not null`.as('isVerified'))
        // Hidden in a subquery: seeing how few hashes there are, PostgreSQL would plan each look-up anew, and planning costs more.
        .where(
          'token_hash',
          '=',
          sql<Buffer>`any(array(select unnest(${hashes.map(hash => Buffer.from(hash, 'hex'))}::bytea[])))`,
        )
        .execute()
      return new Map(rows.map(({ token_hash, ...session }) => [token_hash.toString('hex'), session]))
    })
    lookups.set(db, lookup)
  }
  return lookup
}

/** Returns a consumed one too, and one without tries left: only the second step can explain that to the client. */
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
export const PUBLISHABLE_PREFIX = `${API_KEY_PREFIX}public_`

/** A session token has 43 characters and could start with the prefix by chance. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX) && token.length !== 43
}

/** A key works while the admin who made it is one: a former admin has seen it. */
export async function findApiKey(db: Db, key: string) {
  return db
    .selectFrom('api_keys')
    .modifyFront(PREPARED)
    .select(['id', 'scopes', 'networks', 'expires_at', 'last_used_at'])
    .where('key_hash', '=', digest(key))
    .where('revoked_at', 'is', null)
    .where(hasMakerSql('api_keys'))
    .executeTakeFirst()
}

/** A minute is exact enough to find keys that nobody uses, and saves a write with every request. */
export async function noteUse(db: Db, key: { id: string; last_used_at: Date | null }, now: Date): Promise<void> {
  if ((key.last_used_at && after(key.last_used_at, MINUTE) > now) || isReplica(db)) return
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
}
