/** The query and the response that all lists of the API share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { COUNT_LIMIT } from '../database/lists/count.ts'
import { orNull } from './schemas.ts'

/** The query parameters of every list. */
export const PAGE_QUERY = {
  // The maximum keeps (page - 1) × limit an exact integer.
  page: Type.Integer({ minimum: 1, maximum: 2 ** 40, default: 1, description: 'Counted from 1.' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Entries on a page.' }),
}

/** The query parameters of lists that can be long. */
export const LIST_QUERY = {
  ...PAGE_QUERY,
  after: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'A cursor from a `next` or `prev` link. The page begins there, whatever was added since; `page` only counts.',
    }),
  ),
}

/** The response of every list. Its name in the documents is the name of the item with `Page` behind it. */
export function Page<T extends TSchema>(item: T) {
  const { title } = item as { title?: string }
  return Type.Object(
    {
      items: Type.Array(item),
      totalCount: Type.Integer({ description: 'Entries on all pages.' }),
      totalCountIsAtLeast: Type.Optional(
        Type.Boolean({
          description: `True when there are more entries than totalCount says: at most ${COUNT_LIMIT} are counted.`,
        }),
      ),
      page: Type.Integer(),
      limit: Type.Integer(),
      pageCount: Type.Integer(),
      next: Type.Optional(
        orNull(Type.String(), {
          description: 'The address of the next page, as in the `Link` header; null on the last.',
        }),
      ),
    },
    title ? { title: `${title}Page` } : {},
  )
}

type PageOf<T> = {
  items: T[]
  totalCount: number
  totalCountIsAtLeast?: true
  page: number
  limit: number
  pageCount: number
  next: string | null
}

/**
 * Adds `pageCount` and the `Link` header (RFC 8288) with the addresses of the first, previous, next and last page. The last
 * page of a list that is not counted to its end is unknown. The neighbors of a page of a long list have cursors.
 */
export function answerPage<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  list: { items: T[]; totalCount: number; countedTo?: number; next?: string | undefined; prev?: string | undefined },
): PageOf<T> {
  const { page, limit } = request.query as { page: number; limit: number }
  const { countedTo = COUNT_LIMIT } = list
  const isAtLeast = list.totalCount > countedTo
  const totalCount = Math.min(list.totalCount, countedTo)
  const pageCount = Math.ceil(totalCount / limit)
  const last = Math.max(pageCount, 1)
  const pages: [rel: string, page: number, after?: string | undefined][] = [['first', 1]]
  if (page > 1) pages.push(['prev', list.prev || isAtLeast ? page - 1 : Math.min(page - 1, last), list.prev])
  if ('next' in list ? list.next : page < last) pages.push(['next', page + 1, list.next])
  if (!isAtLeast) pages.push(['last', last])
  const addresses = pages.map(([rel, ...place]) => [rel, addressOf(request.originalUrl, ...place)] as const)
  const links = addresses.map(([rel, address]) => `<${address}>; rel="${rel}"`)
  const next = new Map(addresses).get('next') ?? null
  // A deprecated version has already set a link to its successor.
  const earlier = reply.getHeader('link')
  const header = [earlier, ...links].filter(Boolean).join(', ')
  if (header.length <= MOST_LINKS) reply.header('link', header)
  return {
    items: list.items,
    totalCount,
    ...(isAtLeast && { totalCountIsAtLeast: true }),
    page,
    limit,
    pageCount,
    next,
  }
}

/** Clients and proxies refuse a response with 16 KB of headers. Only a query with long unknown parameters gets there. */
export const MOST_LINKS = 12_000

function addressOf(url: string, page: number, after?: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here.invalid')
  searchParams.set('page', String(page))
  if (after === undefined) searchParams.delete('after')
  else searchParams.set('after', after)
  return `${pathname}?${searchParams}`
}
