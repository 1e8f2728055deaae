/** The links in the emails about a recovery request: one to object, and one that recovers the account. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { DAY, SECOND } from '../../time.ts'
import type { RecoveryOutcome } from '../tables.ts'

/** NIST SP 800-63B-4 §4.2.1.2: at most 24 hours when sent to an email address. */
export const LINK_LIFETIME = DAY

/** The token that recovers the account. Derived when the email is written, so no database, job or log holds it. */
export function recoveryToken(key: Buffer, requestId: string): string {
  return `${requestId}.${derive(key, 'recovery', requestId)}`
}

/** The token that only objects. */
export function objectionToken(key: Buffer, requestId: string): string {
  return `${requestId}.${derive(key, 'recovery-objection', requestId)}`
}

/** The request of a token, if the token is ours. */
function requestOf(key: Buffer, tokenOf: typeof recoveryToken, token: string): string | undefined {
  const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/.exec(token)?.[0]
  return id && sameSecret(token, tokenOf(key, id)) ? id : undefined
}

/**
 * The request that a link to object is about, also after its end. Looking changes nothing.
 * @returns undefined when the token is wrong
 */
export async function findObjection({ db, serviceKey }: AppContext, token: string) {
  const id = requestOf(serviceKey, objectionToken, token)
  return id === undefined ? undefined : findRequest(db, id)
}

/** The account that a link recovers now. Looking does not use the link up. */
export async function ownerOfLink({ db, serviceKey, clock }: AppContext, token: string) {
  const id = requestOf(serviceKey, recoveryToken, token)
  if (id === undefined) return undefined
  const { rows } = await sql<{ requestId: string; userId: string; email: string; userName: string }>`
    select r.id as "requestId", u.id as "userId", u.email, u.user_name as "userName"
    from recovery_requests r join users u on u.id = r.user_id where r.id = ${id} and ${isUsableSql(clock.now())}
  `.execute(db)
  return rows[0]
}

/** Holds while the link of request `r` recovers the account of user `u`: the condition of every page and of the one use. */
export function isUsableSql(now: Date): RawBuilder<boolean> {
  return sql`(
    r.user_id = u.id and r.ended_at is null and r.waits_until <= ${now}
      and (r.approved_at is not null or not r.needs_approval)
      and r.linked_at > ${now}::timestamptz - make_interval(secs => ${LINK_LIFETIME / SECOND}) and ${isRecoverableSql}
  )`
}

/** Holds for users `u` whose accounts may be recovered at all. They may have changed since the request. */
export const isRecoverableSql = sql<boolean>`(
  u.role = 'customer' and u.disabled_at is null and u.email_verified_at is not null
)`

export type FoundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

export async function findRequest(db: Db, id: string) {
  return db
    .selectFrom('recovery_requests')
    .select(['id', 'user_id as userId', 'asked_at as askedAt', 'waits_until as waitsUntil', 'linked_at as linkedAt'])
    .select(['needs_approval as needsApproval', 'approved_at as approvedAt', 'ended_at as endedAt'])
    .select(eb => eb.ref('outcome').$castTo<RecoveryOutcome | null>().as('outcome'))
    .where('id', '=', id)
    .executeTakeFirst()
}
