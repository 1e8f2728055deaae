/** Finds users for staff, by any part of an email address or a name. */
import { type RawBuilder, sql } from 'kysely'
import { accounts, usersOrGuests } from '../../accounts/users/user.ts'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import { withSingleSpaces } from '../../http/input/keywords.ts'
import { isUuid } from '../../http/input/validation.ts'
import { hasTag } from '../../notes/tags.ts'
import { findNotedBy } from './noted.ts'
import { CANDIDATES, hasAll, MOST_CANDIDATES } from './typed-parts.ts'

type Wanted = Paging & {
  oldestFirst?: boolean
  guests?: 'only' | undefined
  tag?: string | undefined
}

/** Customers that are found by their notes and tags, besides those that are found by email and name. */
const MOST_NOTED = 100

/**
 * Users whose email and name have the text as parts, or begin with it, or whose id it is; newest first. A text that fits
 * thousands finds some, and the whole address of a user finds that user alone. Oldest first if those are asked for.
 */
export async function searchUsers(
  db: Db,
  text: string | undefined,
  { oldestFirst = false, guests, tag, ...paging }: Wanted,
) {
  const noted = text === undefined ? [] : (await findNotedBy(db, text, MOST_NOTED)).userIds
  const fit = guests ? fittingGuests(db, text, noted) : fittingUsers(db, text, { noted })
  const matching = tag === undefined ? fit : fit.where(hasTag('user', 'fit.id', tag))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      { ...newestFirst('users'), descending: !oldestFirst },
      paging,
      (page, orderBy) =>
        usersOrGuests(db, guests)
          .select(['id', 'email', 'user_name as userName', 'role'])
          .select(['email_verified_at as verifiedAt', 'created_at as createdAt', 'disabled_at as disabledAt'])
          .where('id', 'in', page)
          .orderBy(orderBy)
          .execute(),
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

/** The newest few users whose email and name have the text. Those of a common text are found among the newest. */
export async function findUsersByText(db: Db, text: string, limit: number) {
  const fit = fittingUsers(db, text, { enough: limit }).select('id').orderBy('id', 'desc').limit(limit)
  return usersOrGuests(db, undefined)
    .select(['id', 'email', 'user_name as userName'])
    .where('id', 'in', fit)
    .orderBy('id', 'desc')
    .execute()
}

/** Owners of orders: users, and guests, who are found by their address alone. @returns the newest of them */
export async function findOwnersByText(db: Db, text: string, limit: number): Promise<string[]> {
  const users = fittingUsers(db, text, { enough: limit }).select('id').orderBy('id', 'desc').limit(limit)
  const [found, guests] = await Promise.all([users.execute(), findGuestsByText(db, text, limit)])
  return [...found.map(({ id }) => id), ...guests].toSorted().reverse().slice(0, limit)
}

/** Guests whose address begins with the text. Pages about users do not know them, but their orders do. */
export async function findGuestsByText(db: Db, text: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where is_guest and claimed_at is null and email_key like ${prefixOf(withSingleSpaces(text))}
    order by email_key using ~<~ limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const guest = sql`select id from users where is_guest and claimed_at is null`

/** Guests whose address or name begins with the text, or whose id it is. */
function fittingGuests(db: Db, typed: string | undefined, noted: readonly string[]) {
  const text = withSingleSpaces(typed ?? '')
  const prefix = prefixOf(text)
  const found = sql`
    (${guest} and email_key like ${prefix} order by email_key using ~<~ limit ${CANDIDATES})
    union (${guest} and lower(user_name) like ${prefix} order by lower(user_name) using ~<~ limit ${CANDIDATES})
    ${isUuid(text) ? sql`union ${guest} and id = ${text}` : sql``} ${orNoted(guest, noted)}`
  return db.selectFrom(sql<{ id: string }>`(${typed === undefined ? guest : found})`.as('fit'))
}

function fittingUsers(
  db: Db,
  text: string | undefined,
  { noted = [], enough = MOST_CANDIDATES }: { noted?: readonly string[]; enough?: number },
) {
  return db.selectFrom(
    sql<{ id: string }>`(${text === undefined ? confirmed : fitting(text, noted, enough)})`.as('fit'),
  )
}

function orNoted(of: RawBuilder<unknown>, ids: readonly string[]) {
  return ids.length > 0 ? sql`union ${of} and id = any(${ids}::uuid[])` : sql``
}

const confirmed = sql`select id from users where confirmed_at is not null`

function prefixOf(text: string): string {
  return `${text.toLowerCase().replaceAll(/[\\%_]/g, character => `\\${character}`)}%`
}

/** Must equal the expression of the index. */
const lastName = sql`lower(regexp_replace(user_name, '^.*\\s', ''))`

/** The newest users that are read before the index on parts is asked, which collects all that have a text. */
const USERS_READ = sql.lit(5000)

/**
 * Each branch has an index of its own. `or` would read all users.
 * @param enough users that begin with the text, or are among the newest, so that the index on parts is not asked
 */
function fitting(typed: string, noted: readonly string[], enough: number) {
  const text = withSingleSpaces(typed)
  const prefix = prefixOf(text)
  const isId = isUuid(text)
  const parts = hasAll(sql`text_of_user(user_name, email)`, text)
  // Strangers can have any number of names and addresses that begin with somebody's address.
  const whole = sql`${confirmed} and email_key = lower(${text})`
  // Asks in the order of the indexes: otherwise the planner collects all that fit before it takes some.
  const beginning = sql`
    (${confirmed} and email_key like ${prefix} order by email_key using ~<~ limit ${CANDIDATES})
    union (${confirmed} and lower(user_name) like ${prefix} order by lower(user_name) using ~<~ limit ${CANDIDATES})
    union (${confirmed} and ${lastName} like ${prefix} order by ${lastName} using ~<~ limit ${CANDIDATES})`
  const newest = sql`select * from users where confirmed_at is not null order by id desc limit ${USERS_READ}`
  const near = sql`select id from beginning
    union select id from (${newest}) as newest where (select count(*) from beginning) < ${enough} and ${parts}`
  const inside = sql`(${confirmed} and ${parts} and (select count(*) from near) < ${enough} limit ${CANDIDATES})`
  return sql`with beginning as materialized (${beginning})
  ${parts ? sql`, near as materialized (${near})` : sql``} ${whole} union all select id from (
    ${parts ? sql`select id from near union ${inside}` : sql`select id from beginning`}
    ${isId ? sql`union ${confirmed} and id = ${text}` : sql``} ${orNoted(confirmed, noted)}
  ) as fitting where not exists (${whole})`
}

/** Time when the account was disabled; null: it is active. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await accounts(db).select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
