/** The query of the product list: filter, sort order and page. */

import { type Static, Type } from 'typebox'
import { PRICE_MAX } from '../../database/schema.ts'
import { idsIn, momentOf, RowId, SYNC_QUERY } from '../../http/filters.ts'
import { PAGE_QUERY } from '../../http/paginated-list.ts'
import { METADATA_QUERY, type MetadataFilter } from '../../metadata/metadata.ts'
import { invalidQuery } from '../../problems.ts'
import type { Product } from '../product.ts'
import { type ProductStatus, STATUSES } from '../states/states.ts'
import { decodeCursor, encodeCursor, SORTS, type Sort, type SortKey, type SortOrder, sortKeyOf } from './sort-key.ts'

/** The query of the product list, the listing that it asks for, and the links to the other pages of that listing. */
export const ListQuery = Type.Object({
  ...PAGE_QUERY,
  sort: Type.String({
    default: 'id',
    description:
      'A minus sign means descending; `price DESC` is accepted too. Text sorts by code points. Ties are broken ' +
      'by id in the same direction.',
    'x-documented': { enum: SORTS.flatMap(sort => [sort, `-${sort}`]) },
  }),
  order: Type.Optional(
    Type.String({
      description: 'The direction, if `sort` names none.',
      'x-documented': { enum: ['asc', 'desc'] },
    }),
  ),
  category: Type.Optional(Type.String({ description: 'Only products of this category.' })),
  status: Type.Optional(Type.Enum(STATUSES, { description: 'Only products with this status.' })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words that name, description or SKU must contain, all of them, or that are parts of the name and the ' +
        'SKU. Case, accents, hyphens and the like do not count. Words in double quotes must follow each other; a ' +
        'minus excludes a word.',
    }),
  ),
  similar: Type.Optional(
    Type.Boolean({
      description: 'If nothing matches `q`, the list has products with similar words, for typing errors.',
    }),
  ),
  sku: Type.Optional(Type.String({ maxLength: 100, description: 'Only the product with exactly this SKU.' })),
  group: Type.Optional(Type.Integer({ ...RowId, description: 'Only the products of this group.' })),
  listed: Type.Optional(
    Type.Literal('true', { description: 'Each group once, as in the shop: by the product that it lists.' }),
  ),
  min_price: Type.Optional(price('Only products at this price or more, in minor units: 1999 is 19.99.')),
  max_price: Type.Optional(price('Only products at this price or less, in minor units.')),
  ...SYNC_QUERY,
  ...METADATA_QUERY,
  after: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'A cursor from a `next` link. It names its page, so `page` may be left out.',
    }),
  ),
})
function price(description: string) {
  return Type.Integer({ minimum: 0, maximum: PRICE_MAX, description })
}
type ListQuery = Static<typeof ListQuery>

export type ProductFilter = {
  category?: string | undefined
  status?: ProductStatus | undefined
  q?: string | undefined
  /** Meanings in place of `q`: for each typed word what it may represent (`correct` in search/suggestions.ts). */
  meanings?: string[][] | undefined
  sku?: string | undefined
  /** Bounds in minor units, both included. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  ids?: number[] | undefined
  updatedSince?: Date | undefined
  group?: number | undefined
  metadata?: MetadataFilter | undefined
  /** Each group once, as in the shop. */
  isListed?: true | undefined
}

/**
 * Tests whether a list index has no counts for the filter. Then the statement of the page finds and counts the
 * matches.
 */
export function isSearch({ category: _, status: __, isListed: ___, ...others }: ProductFilter): boolean {
  return Object.values(others).some(value => value !== undefined)
}

export type Listing = SortOrder & {
  filter: ProductFilter
  page: number
  limit: number
  /** The page begins after this key, wherever it is; `page` then only counts the pages of the walk. */
  after: SortKey | undefined
}

export type ProductPage = {
  items: Product[]
  totalCount: number
  page: number
  limit: number
  pageCount: number
  /** Says whether products follow those of this page. */
  more: boolean
}

/** @throws Problem 400 that names the available sorts */
export function parseListing(
  { page, limit, sort, order, after, ...query }: Omit<ListQuery, 'metadata'>,
  metadata?: MetadataFilter,
): Listing {
  const sorting = parseOrder(sort, order)
  const cursor = after ? decodeCursor(after, sorting) : undefined
  // Page 1 may be the default, and no cursor leads to it.
  if (cursor && page !== 1 && page !== cursor.page) {
    const reason = `contradicts after, which leads to page ${cursor.page}. Leave one of them out`
    throw invalidQuery({ field: 'page', reason, code: 'contradiction' })
  }
  return {
    ...sorting,
    // A form sends an empty filter for "any".
    filter: {
      category: query.category || undefined,
      status: query.status,
      q: query.q?.trim() || undefined,
      sku: query.sku?.trim() || undefined,
      minPrice: query.min_price,
      maxPrice: query.max_price,
      ids: idsIn(query.ids),
      updatedSince: momentOf(query.updated_since),
      group: query.group,
      metadata,
      isListed: query.listed && true,
    },
    page: cursor?.page ?? page,
    limit,
    after: cursor?.key,
  }
}

/** `price`, `-price`, `price DESC`, and `price` with `order=desc`: the usual spellings of APIs of this kind. */
function parseOrder(sort: string, order: string | undefined): SortOrder {
  const [, minus, column, word] = /^(-?)(\w+)(?:\s+(asc|desc))?$/i.exec(sort.trim()) ?? []
  const known = SORTS.find(name => name === column)
  if (!known || (minus && word)) {
    const reason = `must be one of ${SORTS.join(', ')}, descending as -price or "price DESC"`
    throw invalidQuery({ field: 'sort', reason, code: 'not_allowed' })
  }
  if (order !== undefined && !/^(asc|desc)$/i.test(order)) {
    throw invalidQuery({ field: 'order', reason: 'must be asc or desc', code: 'not_allowed' })
  }
  const inSort = minus ? 'desc' : word?.toLowerCase()
  const inOrder = order?.toLowerCase()
  if (inSort && inOrder && inSort !== inOrder) {
    throw invalidQuery({ field: 'order', reason: 'contradicts the direction in sort', code: 'contradiction' })
  }
  return { sort: known, descending: (inSort ?? inOrder) === 'desc' }
}

/**
 * The value of a `Link` header, and its `next` for the body (RFC 8288): `first`, `prev`, `next`, `last`. Only `next`
 * carries the key of the last product, so a walk along it neither repeats nor skips products while others are added and
 * removed.
 * @param url as the client wrote it: version, filters and unknown parameters are carried along
 */
export function pageLinks(
  url: string,
  listing: Listing,
  { page, pageCount, items, more }: ProductPage,
): { link: string; next: string | null } {
  const [path = '', query = ''] = url.split('?')
  const addressOf = (number: number, after?: string) => {
    const parameters = new URLSearchParams(query)
    parameters.set('page', String(number))
    if (after === undefined) parameters.delete('after')
    else parameters.set('after', after)
    return `${path}?${parameters}`
  }
  const end = items.at(-1)
  const last = Math.max(pageCount, 1)
  const next =
    more && end ? addressOf(page + 1, encodeCursor(listing, keyOfProduct(end, listing.sort), page + 1)) : null
  const links = [
    ['first', addressOf(1)],
    ['prev', page > 1 && addressOf(Math.min(page - 1, last))],
    ['next', next],
    ['last', addressOf(last)],
  ]
  const link = links.flatMap(([rel, address]) => (address ? [`<${address}>; rel="${rel}"`] : []))
  return { link: link.join(', '), next }
}

export function keyOfProduct({ id, category, status, name, price, created_at }: Product, sort: Sort): SortKey {
  return sortKeyOf([category, status, name, price, Date.parse(created_at), true, ''], id, sort)
}
