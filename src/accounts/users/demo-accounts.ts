import type { Db } from '../../database/schema.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import type { Role } from '../tables.ts'
import { accounts } from './user.ts'

/** Published on purpose: these accounts are made in the embedded database only. */
export const DEMO_PASSWORD = 'semel-demo-password'

export const DEMO_USERS: { email: string; userName: string; role: Role }[] = [
  { email: 'ada@example.com', userName: 'Ada Lovelace', role: 'customer' },
  { email: 'grace@example.com', userName: 'Grace Hopper', role: 'customer' },
  { email: 'staff@example.com', userName: 'Sam Staff', role: 'staff' },
  { email: 'admin@example.com', userName: 'Alex Admin', role: 'admin' },
]

/**
 * The addresses of demo accounts that still have the published password. Production must not run with one. Registrations
 * that no code has confirmed do not count: otherwise a stranger could stop the next start with a single request.
 * An account without a role counts only with a verified address, which a stranger cannot have at example.com.
 */
export async function findDemoAccounts(db: Db): Promise<string[]> {
  const users = await accounts(db)
    .select(['email', 'password_hash'])
    .where(
      'email_key',
      'in',
      DEMO_USERS.map(({ email }) => email),
    )
    .where('disabled_at', 'is', null)
    .where(eb => eb.or([eb('role', '<>', 'customer'), eb('email_verified_at', 'is not', null)]))
    .orderBy('email')
    .execute()
  const known = await Promise.all(users.map(({ password_hash }) => verifyPassword(password_hash, DEMO_PASSWORD)))
  return users.filter((_, i) => known[i]).map(({ email }) => email)
}
