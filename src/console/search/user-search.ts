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
import { CANDIDATES, hasAll } from './typed-parts.ts'

type Wanted = Paging & {
  oldestFirst?: boolean
  guests?: 'only' | undefined
  tag?: string | undefined
  byNotes?: boolean
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
  { oldestFirst = false, guests, tag, byNotes = true, ...paging }: Wanted,
) {
  const noted = text === undefined || !byNotes ? [] : (await findNotedBy(db, text, MOST_NOTED)).userIds
  const fit = guests ? fittingGuests(db, text, noted) : fittingUsers(db, text, noted)
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

/** Owners of orders: users, and guests, who are found by their address alone. @returns the newest of them */
export async function findOwnersByText(db: Db, text: string, limit: number): Promise<string[]> {
  const users = fittingUsers(db, text).select('id').orderBy('id', 'desc').limit(limit)
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

function fittingUsers(db: Db, text: string | undefined, noted: readonly string[] = []) {
  return db.selectFrom(sql<{ id: string }>`(${text === undefined ? confirmed : fitting(text, noted)})`.as('fit'))
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

/** Each branch has an index of its own. `or` would read all users. */
function fitting(typed: string, noted: readonly string[]) {
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
  // An index on parts collects all that fit, so it is not asked where enough begin with the text.
  const inside = sql`(${confirmed} and ${parts} and (select count(*) from beginning) < ${CANDIDATES} limit ${CANDIDATES})`
  return sql`with beginning as materialized (${beginning}) ${whole} union all select id from (
    select id from beginning
    ${parts ? sql`union ${inside}` : sql``}
    ${isId ? sql`union ${confirmed} and id = ${text}` : sql``} ${orNoted(confirmed, noted)}
  ) as fitting where not exists (${whole})`
}

/** Time when the account was disabled; null: it is active. */
export async function disabledSince(db: Db, userId: string): Promise<Date | null> {
  const user = await accounts(db).select('disabled_at').where('id', '=', userId).executeTakeFirst()
  return user?.disabled_at ?? null
}
