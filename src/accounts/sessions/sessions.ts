/** Sessions: open, list and end them. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../database/lists/count.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { after, DAY, HOUR } from '../../time.ts'
import { t } from '../../words/words.ts'
import { audit, auditSql, type Visit } from '../audit-log.ts'
import type { Role } from '../tables.ts'
import { lockUser } from '../users/user.ts'
import { isAliveAt } from './credentials.ts'

/** Longest life of a session, by role. */
const SESSION_LIFETIME = { customer: 30 * DAY, staff: 12 * HOUR, admin: 12 * HOUR }

/** A further sign-in ends the session that was unused for longest. Every reader of the list pays for its length. */
const MAX_SESSIONS = 500

export type OpenedSession = { token: string; expiresAt: Date }

/** Opens a session and logs it, in the transaction that has just accepted a second factor. */
export async function openSession(
  tx: Tx,
  { userId, role, method, now, visit }: { userId: string; role: Role; method: string; now: Date; visit: Visit },
): Promise<OpenedSession> {
  const token = newToken()
  const expiresAt = after(now, SESSION_LIFETIME[role])
  await sql`${PREPARED}
    with person as (
      select ${userId}::uuid as id
    ), unused as (
      delete from sessions where id in (
        select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${MAX_SESSIONS - 1}
      )
    ), logged as (${auditSql('signed_in', { at: now, visit, detail: { method }, subject: 'person' })})
    insert into sessions
      (id, token_hash, user_id, created_at, second_factor_at, last_seen_at, expires_at, ip, user_agent)
    select ${randomUUIDv7()}, ${digest(token)}, id, ${now}, ${now}, ${now}, ${expiresAt}, ${visit.ip},
      ${visit.userAgent ?? null}
    from person
  `.execute(tx)
  return { token, expiresAt }
}

/**
 * Locks the account of a session, then checks the session again, for changes that would let a thief keep the account. The
 * session may have been ended since the request was authenticated.
 * @throws Problem `unauthenticated`
 */
export async function lockUserOfSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await lockUser(tx, userId)
  const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw sessionEnded()
}

export function sessionEnded(): Problem {
  return new Problem('unauthenticated', 'This session has been ended. Sign in again.')
}

/** Lists the sessions that are alive, last used first. */
export async function listSessions(
  db: Db,
  userId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
) {
  const alive = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('user_id', '=', userId)
    .where(isAliveAt(now))
  const items = await alive
    .select(['sessions.id', 'sessions.created_at', 'last_seen_at', 'expires_at', 'ip', 'user_agent'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items, totalCount: await countRows(db, alive) }
}

type EndedSession = { userId: string; id: string; action: 'signed_out' | 'session_ended'; visit: Visit }

/**
 * Ends a session and logs it, in one statement. It is dead at once in every process, because each request reads its row.
 * @returns whether the session existed
 */
export async function endSession(context: AppContext, { userId, id, action, visit }: EndedSession): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from sessions where id = ${id} and user_id = ${userId} returning user_id as id
    ), logged as (${auditSql(action, { at: context.clock.now(), visit, subject: 'ended' })})
    select id from ended
  `.execute(context.db)
  return rows.length > 0
}

/** Ends all other sessions of a user, and every sign-in that is not complete. */
export async function endOtherSessions(
  context: AppContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  visit: Visit,
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const isAny = await endAllSessions(tx, userId, sessionId)
    if (isAny) await audit(tx, 'session_ended', { at: context.clock.now(), visit, userId, detail: { others: true } })
  })
}

/**
 * Ends what somebody else may have opened: every session but `except`, and every sign-in that is not complete.
 * @returns whether there was any
 */
export async function endAllSessions(tx: Tx, userId: string, except?: string): Promise<boolean> {
  const partial = await tx.deleteFrom('partial_sessions').where('user_id', '=', userId).executeTakeFirst()
  const full = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, query => query.where('id', '!=', except!))
    .executeTakeFirst()
  return partial.numDeletedRows + full.numDeletedRows > 0n
}

/** "Firefox (Linux)": users recognize this; the rest of a user agent is noise. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return t('Unknown')
  const browser = /(Firefox|Edg|OPR|Chrome|HeadlessChrome|Safari)\//.exec(userAgent)?.[1]
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(userAgent)?.[1]
  if (!browser) return userAgent.slice(0, 40)
  const name = { Edg: 'Edge', OPR: 'Opera', HeadlessChrome: 'Chrome' }[browser] ?? browser
  return system ? `${name} (${system})` : name
}
