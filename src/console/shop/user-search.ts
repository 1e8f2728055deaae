import { sql } from 'kysely'
import { countRows, type Paging } from '../../database/count.ts'
import type { Db } from '../../database/schema.ts'
import '../../accounts/tables.ts'

/** Of the users whose email, or whose name, begins with a text, so many are looked at. */
const CANDIDATES = 1000

/** Users whose email or name begins with the text, or whose id it is; newest first. A text that fits thousands finds some. */
export async function searchUsers(db: Db, text: string | undefined, { page, limit }: Paging) {
  const accounts = db.selectFrom('users').where('confirmed_at', 'is not', null)
  const matching = text === undefined ? accounts : accounts.where('id', 'in', sql<string>`(${fitting(text)})`)
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
    countRows(db, matching),
  ])
  return { items, totalCount }
}

/** Each branch has an index of its own. `or` would read all users. */
function fitting(text: string) {
  const prefix = `${text.replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
  return sql`
    (select id from users where email_key like lower(${prefix}) limit ${sql.lit(CANDIDATES)})
    union (select id from users where lower(user_name) like lower(${prefix}) limit ${sql.lit(CANDIDATES)})
    ${isId ? sql`union select id from users where id = ${text}` : sql``}`
}

/** When the account was disabled; null: it is active. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
