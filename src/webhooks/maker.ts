/** Decides whether the maker of a webhook may still make one. */
import { sql } from 'kysely'
import { isActiveAdminSql, isMakerlessSql, isWorkingKeySql } from '../accounts/sessions/still-may.ts'

/**
 * The maker is an admin, or an API key that works: the last one that decided where the events go and what they show. So neither an
 * address nor a snapshot outlives a thief's session or key. @param endpoint the alias of `webhook_endpoints`
 */
export function makerMaySql(endpoint: string) {
  const [createdBy, createdByKey] = [sql.ref(`${endpoint}.created_by`), sql.ref(`${endpoint}.created_by_key`)]
  return sql<boolean>`(${isMakerlessSql(endpoint)} or ${isActiveAdminSql(createdBy)}
    or ${isWorkingKeySql(createdByKey, 'webhooks:manage')})`
}
