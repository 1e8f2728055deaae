import { type Static, Type } from 'typebox'
import { PAGE_QUERY } from '../../http/paginated-list.ts'
import { invalidQuery } from '../../problems.ts'
import { type ProductStatus, STATUSES } from '../tables.ts'
import type { Key } from './sort-key.ts'

/** What can be asked of the product list, and what was asked. */
export const SORTS = ['id', 'name', 'category', 'status', 'price', 'created_at'] as const
export type Sort = (typeof SORTS)[number]

export const ListQuery = Type.Object({
  ...PAGE_QUERY,
  sort: Type.String({
    default: 'id',
    description: `One of ${SORTS.join(', ')}; descending as \`-price\` or \`price DESC\`. Text sorts by code points; ties are broken by id in the same direction.`,
  }),
  order: Type.Optional(Type.String({ description: '`asc` or `desc`, in place of a direction in `sort`.' })),
  category: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum(STATUSES)),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words that name or description must contain, all of them. Words in double quotes must follow each other.',
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'The position after a page, from its `next` link. It replaces `page`.',
    }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

export type Filter = {
  category?: string | undefined
  status?: ProductStatus | undefined
  q?: string | undefined
}

export type Listing = {
  sort: Sort
  descending: boolean
  filter: Filter
  page: number
  limit: number
  /** A step of a walk begins behind this key. Its page counts the steps. */
  after: Key | undefined
}

/** @throws Problem 400 that names the sorts that there are */
export function listingOf({ page, limit, sort, order, category, status, q, after }: ListQuery): Listing {
  const sorted = sorting(sort, order)
  const mark = after ? readMark(after, sorted) : undefined
  // Page 1 may be the default, and no mark leads to it.
  if (mark?.page !== undefined && page !== 1 && page !== mark.page) {
    const reason = `contradicts after, which leads to page ${mark.page}. Leave one of them out`
    throw invalidQuery({ field: 'page', reason, code: 'contradiction' })
  }
  return {
    ...sorted,
    // An empty filter is what a form sends for "any".
    filter: { category: category || undefined, status, q: q?.trim() || undefined },
    page: mark?.page ?? page,
    limit,
    after: mark?.key,
  }
}

/** `price`, `-price`, `price DESC`, `price` with `order=desc`: all that APIs of this kind are asked with. */
function sorting(sort: string, order: string | undefined): { sort: Sort; descending: boolean } {
  const [, minus, column, word] = /^(-?)(\w+)(?:\s+(asc|desc))?$/i.exec(sort.trim()) ?? []
  const known = SORTS.find(name => name === column)
  if (!known || (minus && word)) {
    const reason = `must be one of ${SORTS.join(', ')}, descending as -price or "price DESC"`
    throw invalidQuery({ field: 'sort', reason, code: 'not_allowed' })
  }
  if (order !== undefined && !/^(asc|desc)$/i.test(order)) {
    throw invalidQuery({ field: 'order', reason: 'must be asc or desc', code: 'not_allowed' })
  }
  const said = minus ? 'desc' : word?.toLowerCase()
  const asked = order?.toLowerCase()
  if (said && asked && said !== asked) {
    throw invalidQuery({ field: 'order', reason: `contradicts the direction in sort`, code: 'contradiction' })
  }
  return { sort: known, descending: (said ?? asked) === 'desc' }
}

type Sorting = Pick<Listing, 'sort' | 'descending'>

/** Where a walk stands, as it goes into the `next` link: opaque to clients, and nothing in it is secret. */
export function markOf(listing: Sorting, key: Key, page: number): string {
  return Buffer.from(JSON.stringify([orderName(listing), ...key, page])).toString('base64url')
}

/** Marks from before they named their page are read as well. */
function readMark(mark: string, listing: Sorting): { key: Key; page: number | undefined } {
  const [order, value, id, page, ...rest] = parsed(mark)
  const ends = rest.length === 0 && (page === undefined || isWhole(page, [2, 2 ** 40 + 1]))
  const fits = order === orderName(listing) && ends && isWhole(id, RANGES.id!)
  const range = RANGES[listing.sort]
  if (fits && (range ? isWhole(value, range) : typeof value === 'string' && !value.includes('\0'))) {
    return { key: [value as Key[0], id as number], page: page as number | undefined }
  }
  throw invalidQuery({ field: 'after', reason: 'is not from a next link of this list', code: 'invalid_format' })
}

/** What the columns of numbers can hold; a mark may come from anyone. Times end with the year 9999. */
const RANGES: Partial<Record<Sort, readonly [number, number]>> = {
  id: [0, 2_147_483_647],
  price: [0, 2_147_483_647],
  created_at: [-62_135_596_800_000, 253_402_300_799_999],
}

function isWhole(value: unknown, [low, high]: readonly [number, number]): boolean {
  return Number.isInteger(value) && low <= Number(value) && Number(value) <= high
}

function parsed(mark: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(mark, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function orderName({ sort, descending }: Sorting): string {
  return descending ? `-${sort}` : sort
}
