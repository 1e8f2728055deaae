import { sql } from 'kysely'
import { countRows, type Paging } from '../../database/count.ts'
import type { Db } from '../../database/schema.ts'
import '../../accounts/tables.ts'

/** Users whose address or name begins with these words, or whose id it is; the newest first. */
export async function searchUsers(db: Db, words: string | undefined, { page, limit, countTo }: Paging) {
  const begins = `${(words ?? '').replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
  const fits = sql<boolean>`(email_key like lower(${begins}) or user_name ilike ${begins} or id::text = lower(${words ?? ''}))`
  const matching = words === undefined ? db.selectFrom('users') : db.selectFrom('users').where(fits)
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

/** Since when an account is disabled; null: it is not. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
