/**
 * Rights are referred to, not copied. What somebody made (a webhook, an invitation, an API key, an announcement) works while
 * its maker may make it. The statement that uses it carries one of these conditions, so no other code has to end it.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '../tables.ts'

type Id = RawBuilder<unknown>

/** The role counts only while the address is verified (`countingRole`). Nobody is disabled and active. */
const isActive = sql`m.disabled_at is null and m.email_verified_at is not null`

/** @param id of a user; false for null and for an account that is gone */
export function isActiveAdminSql(id: Id) {
  return sql<boolean>`exists (select from users m where m.id = ${id} and m.role = 'admin' and ${isActive})`
}

/** @param id of a user; false for null and for an account that is gone */
export function mayStillSql(id: Id, permission: Permission) {
  return sql<boolean>`exists (
    select from users m where m.id = ${id} and ${isActive}
      and (m.role = 'admin' or (m.role = 'staff' and ${sql.lit(permission)} = any(m.permissions)))
  )`
}

/** Condition that an API key has not been revoked, and its maker may make it. @param key the alias of its table */
export function hasMakerSql(key: string) {
  const createdBy = sql.ref(`${key}.created_by`)
  return sql<boolean>`(${createdBy} is null or ${isActiveAdminSql(createdBy)})`
}

/** @param id of an API key; false for null */
export function isWorkingKeySql(id: Id, scope: string) {
  return sql<boolean>`exists (
    select from api_keys k where k.id = ${id} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and ${sql.lit(scope)} = any(k.scopes) and ${hasMakerSql('k')}
  )`
}

/** Condition that a row has no maker: it was made at the command line, or by an earlier version that recorded none. */
export function isMakerlessSql(row: string) {
  return sql<boolean>`(${sql.ref(`${row}.created_by`)} is null and ${sql.ref(`${row}.created_by_key`)} is null)`
}
