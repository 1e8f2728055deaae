import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Tx } from '../database/schema.ts'

/** The user as the API shows it (version 3); older versions rewrite what carries the mark `x-resource`. */
export const User = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    email: Type.String({ format: 'email' }),
    userName: Type.String(),
    phone: Type.Union([Type.String(), Type.Null()]),
    emailVerified: Type.Boolean(),
    role: Type.Union([Type.Literal('customer'), Type.Literal('staff'), Type.Literal('admin')]),
    createdAt: Type.String({ format: 'date-time' }),
    secondFactors: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), kind: Type.String() })),
  },
  { title: 'User', 'x-resource': 'user' },
)

/** A user as other resources name their owner. */
export const UserReference = Type.Object(
  { id: Type.String({ format: 'uuid' }), email: Type.String({ format: 'email' }), userName: Type.String() },
  { title: 'UserReference', description: 'A user as other things name their owner.', 'x-resource': 'user-reference' },
)

/** @returns undefined when there is no such user */
export async function findUser(db: Db, id: string): Promise<Static<typeof User> | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'user_name', 'phone', 'email_verified_at', 'role', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) return undefined
  const factors = await db
    .selectFrom('second_factors')
    .select(['id', 'kind'])
    .where('user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  return {
    id: user.id,
    email: user.email,
    userName: user.user_name,
    phone: user.phone,
    emailVerified: user.email_verified_at !== null,
    role: user.role,
    createdAt: user.created_at.toISOString(),
    secondFactors: factors,
  }
}

/** How an address is compared: the database decides what its lower case is. */
export function emailKey(email: string) {
  return sql<string>`lower(${email})`
}

/** The account of an address, which is compared case-insensitively. */
export function userByEmail(db: Db, email: string) {
  return db.selectFrom('users').where('email_key', '=', emailKey(email))
}

/**
 * Orders the changes to one account. Not FOR UPDATE: that would also block a sign-in, whose new session refers to the
 * user, while we in turn wait for its attempt.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
