/** Reads recovery requests for staff, with what is known of their accounts. */
import { sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import type { RecoveryOutcome } from '../tables.ts'

export type ListedRecovery = Awaited<ReturnType<typeof listRecoveries>>['items'][number]

/** One page of the requests, newest first. @param state `to_decide`: those that wait for approval */
export async function listRecoveries(db: Db, state: 'to_decide' | 'open' | 'ended' | undefined, paging: Paging) {
  const matching = db
    .selectFrom('recovery_requests')
    .$if(state === 'to_decide', query => query.where(RECOVERIES_TO_DECIDE))
    .$if(state === 'open', query => query.where('ended_at', 'is', null))
    .$if(state === 'ended', query => query.where('ended_at', 'is not', null))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('recovery_requests.id'),
      newestFirst('recoveries', ['recovery_requests.id', 'uuid']),
      paging,
      (page, orderBy) => described(db).where('recovery_requests.id', 'in', page).orderBy(orderBy).execute(),
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

/** The condition of the partial index `recovery_requests_to_decide`. */
export const RECOVERIES_TO_DECIDE = sql<boolean>`(ended_at is null and needs_approval and approved_at is null)`

/** The newest requests of one account. */
export async function recoveriesOf(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('recovery_requests')
    .select(['asked_at as askedAt', 'ended_at as endedAt', 'outcome'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function described(db: Db) {
  return db
    .selectFrom('recovery_requests')
    .innerJoin('users', 'users.id', 'recovery_requests.user_id')
    .leftJoin('users as approver', 'approver.id', 'approved_by')
    .select(['recovery_requests.id', 'users.id as userId', 'users.email', 'users.user_name as userName'])
    .select(['users.created_at as createdAt', 'users.email_verified_in_session as isAddressOwned'])
    .select(['asked_at as askedAt', 'waits_until as waitsUntil', 'needs_approval as needsApproval'])
    .select(['is_known_device as isKnownDevice', 'approved_at as approvedAt', 'approver.user_name as approvedBy'])
    .select(['linked_at as linkedAt', 'ended_at as endedAt'])
    .select(eb => [
      eb.ref('outcome').$castTo<RecoveryOutcome | null>().as('outcome'),
      sql<boolean>`users.email_verified_at is not null`.as('isVerified'),
      sql<Date | null>`(select max(at) from audit_log l where l.user_id = users.id and l.action = 'signed_in')`.as(
        'lastSignInAt',
      ),
    ])
}
