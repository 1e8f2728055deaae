/** Users: how the API shows them, how they are found, and how changes to one account wait for each other. */

import { isAscii } from 'node:buffer'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Static, Type } from 'typebox'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import { queueForRows } from '../../database/pooling/row-queues.ts'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Email } from '../../http/input/email.ts'
import { isUuid } from '../../http/input/validation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { hasMetadata, type MetadataFilter } from '../../metadata/metadata.ts'
import { hasTag } from '../../notes/tags.ts'

/** The user as the API shows it (version 3). Older versions rewrite schemas that are marked with `x-resource`. */
export const User = Type.Object(
  {
    id: Uuid,
    email: Type.String({ format: 'email' }),
    userName: Type.String(),
    phone: orNull(Type.String()),
    emailVerified: Type.Boolean(),
    role: Type.Union([Type.Literal('customer'), Type.Literal('staff'), Type.Literal('admin')]),
    createdAt: Time,
    updatedAt: Type.String({ ...Time, description: 'Changes of the second factors do not count.' }),
    secondFactors: Type.Array(Type.Object({ id: Uuid, kind: Type.String() })),
    isGuest: Type.Optional(
      Type.Boolean({ description: 'Only of guests, who have ordered without an account. A guest owns one order.' }),
    ),
  },
  { title: 'User', 'x-resource': 'user' },
)

/** Names a user to staff. Customers imported from another shop may have no name. */
export function nameOf({ userName, email }: { userName: string; email: string }): string {
  return userName || email
}

const { isGuest: _, ...ofAccount } = User.properties

/** Users as they see themselves. */
export const Me = Type.Object(
  {
    ...ofAccount,
    locale: orNull(Type.String(), {
      description: 'The language of emails and text messages. `null`: the first one of the shop.',
    }),
  },
  { title: 'Me', 'x-resource': 'user' },
)

/** A user as other resources refer to their owner. */
export const UserReference = Type.Object(
  { id: Uuid, email: Type.String({ format: 'email' }), userName: Type.String() },
  {
    title: 'UserReference',
    description: 'A user, as other resources refer to their owner.',
    'x-resource': 'user-reference',
  },
)

/**
 * The users, for every query but those of a registration under way. A row of `users` that no code has confirmed is only
 * pending: nobody finds it, and nothing can be done with it. `test/repository/accounts.test.ts` names the exceptions.
 */
export function accounts(db: Db) {
  return db.selectFrom('users').where('users.confirmed_at', 'is not', null)
}

/** Adds customers without an account to a list of users, or lists them alone. */
export const GUESTS = ['include', 'only'] as const
export type Guests = (typeof GUESTS)[number]

const isGuest = sql<boolean>`(users.is_guest and users.claimed_at is null)`

/** The users of a list: accounts, and guests only if somebody asks for them. */
export function usersOrGuests(db: Db, guests: Guests | undefined) {
  if (guests === undefined) return accounts(db)
  const all = db.selectFrom('users')
  return guests === 'only'
    ? all.where(isGuest)
    : all.where(eb => eb.or([eb('users.confirmed_at', 'is not', null), isGuest]))
}

/** @returns a user, or a guest whose order no account has taken over; undefined for neither */
export async function findUserOrGuest(db: Db, id: string): Promise<Static<typeof User> | undefined> {
  const user = await described(usersOrGuests(db, 'include')).where('users.id', '=', id).executeTakeFirst()
  return user && showUser(user)
}

/** @returns undefined when the user does not exist */
export async function findUser(db: Db, id: string): Promise<Static<typeof User> | undefined> {
  const user = await described(accounts(db)).where('users.id', '=', id).executeTakeFirst()
  return user && showUser(user)
}

/** @returns undefined when the user does not exist */
export async function findMe(db: Db, id: string): Promise<Static<typeof Me> | undefined> {
  const user = await described(accounts(db)).select('locale').where('users.id', '=', id).executeTakeFirst()
  return user && { ...showUser(user), locale: user.locale }
}

/** The users of these ids, in no particular order. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<Static<typeof User>[]> {
  return ids.length === 0 ? [] : (await described(accounts(db)).where('users.id', 'in', ids).execute()).map(showUser)
}

export type UserFilters = {
  guests?: Guests | undefined
  email?: string | undefined
  updatedSince?: Date | undefined
  metadata?: MetadataFilter | undefined
  tag?: string | undefined
}

/** One page of the matching users, newest first, and their number. */
export async function listUsers(db: Db, { guests, email, updatedSince, metadata, tag }: UserFilters, paging: Paging) {
  const matching = usersOrGuests(db, guests)
    .$if(email !== undefined, users => users.where('email_key', '=', sql<string>`lower(${email})`))
    .$if(updatedSince !== undefined, users => users.where('updated_at', '>=', updatedSince!))
    .$if(metadata !== undefined, users => users.where(hasMetadata('users.metadata', metadata!)))
    .$if(tag !== undefined, users => users.where(hasTag('user', 'users.id', tag!)))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('users.id'),
      newestFirst('users', ['users.id', 'uuid']),
      paging,
      async (page, orderBy) =>
        (await described(usersOrGuests(db, guests)).where('users.id', 'in', page).orderBy(orderBy).execute()).map(
          showUser,
        ),
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

/** Finds a user or a pending registration. Only for a visitor who has just registered, or entered the password. */
export async function findRegistered(db: Db, id: string): Promise<Static<typeof User> | undefined> {
  const user = await described(db.selectFrom('users')).where('users.id', '=', id).executeTakeFirst()
  return user && showUser(user)
}

function described(users: ReturnType<typeof accounts>) {
  return users
    .modifyFront(PREPARED)
    .select(['id', 'email', 'user_name', 'phone', 'email_verified_at', 'role', 'created_at', 'updated_at', 'is_guest'])
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
}

type UserRow = Awaited<ReturnType<ReturnType<typeof described>['executeTakeFirstOrThrow']>>

function showUser(user: UserRow): Static<typeof User> {
  return {
    id: user.id,
    email: user.email,
    userName: user.user_name,
    phone: user.phone,
    emailVerified: user.email_verified_at !== null,
    role: user.role,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    secondFactors: user.factors,
    ...(user.is_guest && { isGuest: true }),
  }
}

/** The account of an address. Addresses are compared case-insensitively; the database decides what lower case means. */
export function userByEmail(db: Db, email: string) {
  return accounts(db).where('email_key', '=', sql<string>`lower(${email})`)
}

/** The account of an address, or else its pending registrations, the newest first. */
export function registrationsFor(db: Db, email: string) {
  return db
    .selectFrom('users')
    .where('email_key', '=', sql<string>`lower(${email})`)
    .where('is_guest', '=', false)
    .orderBy(sql`confirmed_at is null`)
    .orderBy('id', 'desc')
}

/**
 * An address as the database compares it, for limits: all spellings of one account share them. Outside ASCII, JavaScript
 * and the database differ about lower case. `İ` is `i` for PostgreSQL with the locale C.UTF-8.
 */
export async function emailKey(db: Db, email: string): Promise<string> {
  if (isAscii(Buffer.from(email))) return email.toLowerCase()
  const { rows } = await sql<{ key: string }>`select lower(${email}) as key`.execute(db)
  return one(rows).key
}

/** The filter of a list for one user. */
export const UserFilter = Type.Union([Uuid, Email], {
  description: 'The id or the email address of a user.',
  examples: ['ada@example.com'],
  'x-reason': 'must be the id or the email address of a user',
})

/** @returns the id of the user; for an unknown email address, an id that matches no user */
export async function readUserFilter(db: Db, user: string | undefined): Promise<string | undefined> {
  return user === undefined ? undefined : ((await userIdOf(db, user)) ?? NOBODY)
}

/** @param user id, which is returned unchanged, or email address @returns undefined for an unknown email address */
export async function userIdOf(db: Db, user: string): Promise<string | undefined> {
  if (isUuid(user)) return user.toLowerCase()
  return (await userByEmail(db, user).select('id').executeTakeFirst())?.id
}

/** Tests whether the user can sign in: the account is not disabled. */
export async function isActiveUser(db: Db, id: string): Promise<boolean> {
  const user = await accounts(db).select('id').where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst()
  return user !== undefined
}

/** An id that no user has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Runs a transaction that locks the account first. If many want one account, a few of them wait at its row with a connection.
 * @throws `databaseTimeout` when somebody else holds the row for long
 */
export function withUserLocked<T>(db: Db, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = async (tx: Tx) => {
    await lockUser(tx, id)
    return work(tx)
  }
  return queueForUser(db, id, () => db.transaction().execute(transaction))
}

export function queueForUser<T>(db: Db, id: string, work: () => Promise<T>): Promise<T> {
  return queueForRows(db, [`user ${id}`], work)
}

/**
 * Puts the changes to one account in order: every change takes this lock before any other. It is not FOR UPDATE, so that
 * rows which only refer to the user, such as orders, need not wait.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').modifyFront(PREPARED).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
