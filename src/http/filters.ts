/** Query parameters that several lists share, so that each name means the same in all of them. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ID_MAX } from '../database/schema.ts'
import { Time } from './schemas.ts'

/** The period of a list, including `from` and excluding `before`. Spread it into the query of the list. */
export const PERIOD_QUERY = {
  from: Type.Optional(Type.String({ ...Time, description: 'Start of the period, inclusive.' })),
  before: Type.Optional(Type.String({ ...Time, description: 'End of the period, exclusive.' })),
}

/** Filters for programs that keep a copy of a list. Most APIs of this kind spell `updated_since` and `ids` like this. */
export const SYNC_QUERY = {
  ids: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,99}$',
      'x-reason': 'must be up to 100 ids with commas between them, like 7,12',
      description: 'Only these: up to 100 ids with commas between them.',
      examples: ['7,12'],
    }),
  ),
  updated_since: Type.Optional(
    Type.String({
      ...Time,
      description:
        'Only what changed at or after this time. Go back a minute behind your last request, because a change ' +
        'can become visible a little after its time. Removed products, and orders that change with their owner, ' +
        'are in the event feed.',
    }),
  ),
}

export function idsIn(text: string | undefined): number[] | undefined {
  return text
    ?.split(',')
    .map(Number)
    .filter(id => id <= ID_MAX)
}

/** The id of a row in a table with integer ids, such as orders and products. */
export const RowId = Type.Integer({ minimum: 1, maximum: ID_MAX })

/** The id in the address of a page. @returns undefined when no row can have it */
export function rowIdIn(text: string): number | undefined {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : undefined
}

/** The path parameters of a route like `/orders/:id`, whose rows have integer ids. */
export function rowIdOf(thing: string) {
  return Type.Object({ id: Type.Integer({ ...RowId, description: `The id of the ${thing}.` }) })
}

/** The path parameters of a route like `/users/:id`, whose rows have UUIDs. */
export function uuidOf(thing: string) {
  return Type.Object({ id: Type.String({ format: 'uuid', description: `The id of the ${thing}.` }) })
}

export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}

/** The page that a visitor asks for by `?page=`; the first for anything that is no number. */
export function pageNumber(request: FastifyRequest): number {
  const { page } = request.query as { page?: unknown }
  return typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1
}
