import type { Db } from '../database/schema.ts'
import './tables.ts'

/** A deleted account whose last email may still have to be sent. */
export async function findFormerUser(db: Db, id: string) {
  return db
    .selectFrom('former_users')
    .select(['user_name as name', 'email as address', 'is_verified as isVerified', 'locale'])
    .where('id', '=', id)
    .executeTakeFirst()
}
