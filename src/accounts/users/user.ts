import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Static, Type } from 'typebox'
import { PREPARED } from '../../database/open.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { isUuid } from '../../http/validation.ts'

/** The user as the API shows it (version 3); older versions rewrite what carries the mark `x-resource`. */
export const User = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    email: Type.String({ format: 'email', description: 'Old accounts may have an international address (RFC 6531).' }),
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
  { title: 'UserReference', description: 'The owner of a resource.', 'x-resource': 'user-reference' },
)

/** @returns undefined when there is no such user */
export async function findUser(db: Db, id: string): Promise<Static<typeof User> | undefined> {
  const user = await db
    .selectFrom('users')
    .modifyFront(PREPARED)
    .select(['id', 'email', 'user_name', 'phone', 'email_verified_at', 'role', 'created_at'])
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('second_factors')
          .select(['second_factors.id', 'kind'])
          .whereRef('user_id', '=', 'users.id')
          .where('confirmed_at', 'is not', null)
          .orderBy('second_factors.id'),
      ).as('factors'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!user) return undefined
  return {
    id: user.id,
    email: user.email,
    userName: user.user_name,
    phone: user.phone,
    emailVerified: user.email_verified_at !== null,
    role: user.role,
    createdAt: user.created_at.toISOString(),
    secondFactors: user.factors,
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

/** How a list is asked for what concerns one user. */
export const UserFilter = Type.Union([Type.String({ format: 'uuid' }), Type.String({ format: 'email' })], {
  description: 'The id or the email address of a user.',
  examples: ['ada@example.com'],
  'x-reason': 'must be the id or the email address of a user',
})

/** @returns the id of the user that a `UserFilter` means; when nobody has the email address, an id that fits nothing */
export async function readUserFilter(db: Db, user: string | undefined): Promise<string | undefined> {
  return user === undefined ? undefined : ((await userIdOf(db, user)) ?? NOBODY)
}

/** @param user id or email address @returns undefined when nobody has the email address; an id is returned as it is */
export async function userIdOf(db: Db, user: string): Promise<string | undefined> {
  if (isUuid(user)) return user.toLowerCase()
  return (await userByEmail(db, user).select('id').executeTakeFirst())?.id
}

/** An id that no user has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Orders the changes to one account: whoever makes one takes this lock before any other. Not FOR UPDATE: what merely
 * refers to the user, as an order does, need not wait.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').modifyFront(PREPARED).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
