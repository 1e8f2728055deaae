import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { createDemoUsers, DEMO_USERS } from './demo-accounts.ts'
import { createDemoProducts } from './demo-products.ts'

/**
 * Fills an empty database with demo products and accounts. Each part is one statement or leaves what is there alone, so
 * a start that was killed in the middle is completed by the next one.
 * @returns false when the database is in use: then nothing is written
 */
export async function seed(context: AppContext): Promise<boolean> {
  const demo = DEMO_USERS.map(({ email }) => email)
  const { rows } = await sql<{ products: boolean; users: number; strangers: boolean }>`
    select exists (select from products) as products,
      (select count(*) from users) as users,
      exists (select from users where email_key <> all (${demo})) as strangers
  `.execute(context.db)
  const { products, users, strangers } = rows[0]!
  if (strangers || (products && users >= demo.length)) return false
  if (!products) await createDemoProducts(context)
  await createDemoUsers(context)
  return true
}
