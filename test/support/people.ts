import { randomUUIDv7 } from 'node:crypto'
import type { Permission, Role } from '../../src/accounts/tables.ts'
import type { AppContext } from '../../src/context.ts'
import { digest, newToken } from '../../src/secrets/crypto.ts'
import { after, DAY } from '../../src/time.ts'

/** A role above customer counts only with a verified address. */
export function verifiedFor(role: Role, now: Date): Date | null {
  return role === 'customer' ? null : now
}

export type Person = { id: string; email: string; userName: string; token: string }

/** Someone with a full session, made without walking through the sign-in: for tests that are about something else. */
export async function person(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  role: Role = 'customer',
  permissions?: Permission[],
): Promise<Person> {
  const id = randomUUIDv7()
  const email = `${id}@example.com`
  const userName = 'Someone'
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('users')
    .values({
      id,
      email,
      user_name: userName,
      role,
      ...(permissions && { permissions }),
      password_hash: '',
      created_at: now,
      confirmed_at: now,
      email_verified_at: verifiedFor(role, now),
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: randomUUIDv7(),
      token_hash: digest(token),
      user_id: id,
      created_at: now,
      second_factor_at: now,
      last_seen_at: now,
      expires_at: after(now, DAY),
    })
    .execute()
  return { id, email, userName, token }
}

/** Acts as if the user had opened the link that verifies the address. */
export async function verifyEmail({ db, clock }: Pick<AppContext, 'db' | 'clock'>, id: string): Promise<void> {
  await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', id).execute()
}
