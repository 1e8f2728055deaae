import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { invalidQuery } from '../../problems.ts'
import { COUNT_LIMIT } from './count.ts'

/*
 * Pages of long lists. A page that is asked for by its number skips rows, which costs more the deeper it is. A cursor
 * names the row behind which the page begins (or before which it ends), so the index of the order finds it at once, and a
 * walk along cursors neither repeats nor skips a row while others are added. `next` and `prev` of a list carry one.
 */

export type Paging = {
  page: number
  limit: number
  /** A cursor. `page` then only counts the pages of the walk. */
  after?: string | undefined
}

/** The columns by which a list is sorted, all in one direction. The last one, or all together, are unique. */
export type ListOrder = {
  /** Name in the cursors, so that one of another list or order is refused. */
  name: string
  columns: readonly (readonly [column: string, type: ColumnType])[]
  descending: boolean
}

/** The order of most lists. Ids are UUIDs of version 7, which begin with their time. */
export function newestFirst(name: string, ...columns: ListOrder['columns']): ListOrder {
  return { name, columns: columns.length > 0 ? columns : [['id', 'uuid']], descending: true }
}

type ColumnType = 'uuid' | 'text' | 'bigint' | 'timestamptz'
type KeyValue = string | number | Date

/** One page of a list, and the cursors of its neighbors. */
type ListPage<Item> = { items: Item[]; next: string | undefined; prev: string | undefined }

/** The part of a list from which a page is taken. */
export type Part = {
  /** A condition on the columns of the order: where the page begins. */
  beyond: RawBuilder<boolean>
  /** The condition `beyond` for the first column alone, or for another column with the same values. */
  isNear: (column: string) => RawBuilder<boolean>
  descending: boolean
  /** So many rows of it are enough. */
  most: number
}

const everything = sql<boolean>`true`
/** The part of a list that is counted: all of it, up to the limit. */
export const WHOLE: Part = { beyond: everything, isNear: () => everything, descending: true, most: COUNT_LIMIT + 1 }

// biome-ignore lint/suspicious/noExplicitAny: rows of any query
type Rows<DB, T extends keyof DB> = SelectQueryBuilder<DB, T, any>

/**
 * Reads a page.
 * @param rows selects what `read` needs to find them
 * @param read reads these rows, in the order `orderBy`
 * @param keyOf the values of the columns of the order
 * @throws Problem 400 when the cursor does not belong to a list in this order
 */
export async function readListPage<DB, T extends keyof DB, Item>(
  rows: (part: Part) => Rows<DB, T>,
  order: ListOrder,
  { page, limit, after }: Paging,
  read: (page: Rows<DB, T>, orderBy: RawBuilder<unknown>) => Promise<Item[]>,
  keyOf: (item: Item) => readonly KeyValue[],
): Promise<ListPage<Item>> {
  const cursor = after ? decodeCursor(after, order) : undefined
  const isBackward = cursor?.isBackward ?? false
  const descending = order.descending !== isBackward
  // One row more than the page tells whether there is another page.
  const offset = cursor ? 0 : (page - 1) * limit
  const start = cursor ? from({ ...order, descending }, cursor.key) : WHOLE
  const onPage = rows({ ...start, descending, most: offset + limit + 1 })
    .orderBy(directed({ ...order, descending }))
    .limit(limit + 1)
    .offset(offset)
  const items = await read(onPage, directed(order))
  const hasMore = items.length > limit
  if (hasMore) items.splice(isBackward ? 0 : limit, 1)
  const cursorAt = (item: Item | undefined, direction: { isBackward: boolean }) =>
    item && encodeCursor(order, keyOf(item), direction)
  return {
    items,
    next: hasMore || isBackward ? cursorAt(items.at(-1), { isBackward: false }) : undefined,
    prev: page > 1 && (hasMore || !isBackward) ? cursorAt(items[0], { isBackward: true }) : undefined,
  }
}

function directed({ columns, descending }: ListOrder): RawBuilder<unknown> {
  return sql.join(columns.map(([column]) => sql`${sql.ref(column)} ${sql.raw(descending ? 'desc' : 'asc')}`))
}

function from({ columns, descending }: ListOrder, key: Key): Pick<Part, 'beyond' | 'isNear'> {
  const operator = descending ? '<' : '>'
  const own = sql.join(columns.map(([column]) => sql.ref(column)))
  const values = columns.map(([, type], index) => sql`${key[index]}::${sql.raw(type)}`)
  return {
    beyond: sql`(${own}) ${sql.raw(operator)} (${sql.join(values)})`,
    isNear: column => sql`${sql.ref(column)} ${sql.raw(`${operator}=`)} ${values[0]}`,
  }
}

type Key = readonly (string | number)[]

const BACK = 'before'

function encodeCursor({ name }: ListOrder, key: readonly KeyValue[], { isBackward }: { isBackward: boolean }): string {
  return encodeArray([name, ...key, ...(isBackward ? [BACK] : [])])
}

function decodeCursor(cursor: string, { name, columns }: ListOrder): { key: Key; isBackward: boolean } {
  const [given, ...rest] = decodeArray(cursor)
  const isBackward = rest.length === columns.length + 1 && rest.at(-1) === BACK
  const key = isBackward ? rest.slice(0, -1) : rest
  if (given === name && key.length === columns.length && columns.every(([, type], n) => IS_VALUE[type](key[n]))) {
    return { key: key as (string | number)[], isBackward }
  }
  throw invalidQuery({ field: 'after', reason: 'is not from a link of this list', code: 'invalid_format' })
}

/** A client may send any cursor. */
const IS_VALUE: Record<ColumnType, (value: unknown) => boolean> = {
  uuid: value => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  text: value => typeof value === 'string' && !value.includes('\0'),
  bigint: Number.isSafeInteger,
  // Just as JSON writes a Date. PostgreSQL refuses the 30th of February, which is March for JavaScript, and the year 0.
  timestamptz: value =>
    typeof value === 'string' && /^(?!0000)\d{4}-/.test(value) && new Date(value).toJSON() === value,
}

export function encodeArray(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** @returns an empty array for a cursor that a client has made up */
export function decodeArray(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
