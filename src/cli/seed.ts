import { sql } from 'kysely'
import { createDemoUsers, DEMO_USERS } from '../accounts/demo.ts'
import { createDemoProducts } from '../catalogue/demo-products.ts'
import type { Ground } from '../ground.ts'

/**
 * Fills an empty database with demo products and accounts. Each part is one statement or leaves what is there alone, so
 * a start that was killed in the middle is completed by the next one.
 * @returns false when the database is in use: then nothing is written
 */
export async function seed(ground: Ground): Promise<boolean> {
  const demo = DEMO_USERS.map(({ email }) => email)
  const { rows } = await sql<{ products: boolean; users: number; strangers: boolean }>`
    select exists (select from products) as products,
      (select count(*) from users) as users,
      exists (select from users where email_key <> all (${demo})) as strangers
  `.execute(ground.db)
  const { products, users, strangers } = rows[0]!
  if (strangers || (products && users >= demo.length)) return false
  if (!products) await createDemoProducts(ground)
  await createDemoUsers(ground)
  return true
}
