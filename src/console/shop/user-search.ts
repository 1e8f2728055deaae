import { sql } from 'kysely'
import { countRows, type Paging } from '../../database/count.ts'
import type { Db } from '../../database/schema.ts'
import '../../accounts/tables.ts'

/** Users whose email or name begins with the text, or whose id it is; newest first. */
export async function searchUsers(db: Db, text: string | undefined, { page, limit, countTo }: Paging) {
  const prefix = `${(text ?? '').replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
  const matches = sql<boolean>`(email_key like lower(${prefix}) or user_name ilike ${prefix} or id::text = lower(${text ?? ''}))`
  const accounts = db.selectFrom('users').where('confirmed_at', 'is not', null)
  const matching = text === undefined ? accounts : accounts.where(matches)
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

/** When the account was disabled; null: it is active. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
