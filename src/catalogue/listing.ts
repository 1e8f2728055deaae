import { type Static, Type } from 'typebox'
import { invalidQuery } from '../problems.ts'
import { type ProductStatus, STATUSES } from './tables.ts'

/** What can be asked of the product list, and what was asked. */
export const SORTS = ['id', 'name', 'category', 'status', 'price', 'created_at'] as const
export type Sort = (typeof SORTS)[number]

export const ListQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  sort: Type.String({
    default: 'id',
    description: `One of ${SORTS.join(', ')}; descending as \`-price\` or \`price DESC\`. Ties are broken by id in the same direction.`,
  }),
  order: Type.Optional(Type.String({ description: '`asc` or `desc`, in place of a direction in `sort`.' })),
  category: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum(STATUSES)),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in name and description.' })),
  after: Type.Optional(Type.String({ maxLength: 2000, description: 'Where a walk stands; part of the `next` link.' })),
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
  after: string | undefined
}

/** @throws Problem 400 that names the sorts that there are */
export function listingOf({ page, limit, sort, order, category, status, q, after }: ListQuery): Listing {
  return {
    ...sorting(sort, order),
    // An empty filter is what a form sends for "any".
    filter: { category: category || undefined, status, q: q?.trim() || undefined },
    page,
    limit,
    after: after || undefined,
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
