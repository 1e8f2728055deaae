import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import '../accounts/tables.ts'

/** Users whose address or name begins with these words, or whose id it is; the newest first. */
export async function searchUsers(db: Db, words: string | undefined, { page, limit }: { page: number; limit: number }) {
  const begins = `${(words ?? '').replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
  const fits = sql<boolean>`(email_key like lower(${begins}) or user_name ilike ${begins} or id::text = lower(${words ?? ''}))`
  const matching = words === undefined ? db.selectFrom('users') : db.selectFrom('users').where(fits)
  const [items, { count }] = await Promise.all([
    matching
      .select([
        'id',
        'email',
        'user_name as userName',
        'role',
        'email_verified_at as verifiedAt',
        'created_at as createdAt',
      ])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items, totalCount: count }
}

/** Kinds and states only: what a factor knows stays with accounts. */
export async function listFactors(db: Db, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'confirmed_at as confirmedAt', 'disabled_at as disabledAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function listSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'ip', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(50)
    .execute()
}

/** What was done with an account, the newest first. */
export async function listAudit(db: Db, userId: string, { page, limit }: { page: number; limit: number }) {
  const log = db.selectFrom('audit_log').where('user_id', '=', userId)
  const [items, { count }] = await Promise.all([
    log
      .select(['id', 'at', 'action', 'actor_id as actorId', 'ip', 'user_agent as userAgent', 'detail'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    log.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items, totalCount: count }
}
