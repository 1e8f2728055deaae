import { sql } from 'kysely'
import { countRows, type Paging } from '../../database/count.ts'
import type { Db } from '../../database/schema.ts'
import { isUuid } from '../../http/validation.ts'
import '../../accounts/tables.ts'

/** Users whose email or name begins with the text, or whose id it is; newest first. */
export async function searchUsers(db: Db, text: string | undefined, { page, limit, countTo }: Paging) {
  const accounts = db.selectFrom('users').where('confirmed_at', 'is not', null)
  const matching = text === undefined ? accounts : accounts.where(beginsWith(text))
  const [items, totalCount] = await Promise.all([
    matching
      .select([
        'id',
        'email',
        'user_name as userName',
        'role',
        'email_verified_at as verifiedAt',
        'created_at as createdAt',
        'disabled_at as disabledAt',
      ])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countRows(db, matching, countTo),
  ])
  return { items, totalCount }
}

/** @returns the newest of them */
export async function findUsersByPrefix(db: Db, text: string, limit: number): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(beginsWith(text))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return users.map(({ id }) => id)
}

/** Each part of the condition has an index. */
function beginsWith(text: string) {
  const prefix = `${text.toLowerCase().replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
  const id = isUuid(text) ? sql`or id = ${text}::uuid` : sql``
  return sql<boolean>`(email_key like ${prefix} or lower(user_name) like ${prefix} ${id})`
}

/** When the account was disabled; null: it is active. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
