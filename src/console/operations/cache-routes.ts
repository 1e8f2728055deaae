import { Type } from 'typebox'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { clearEverywhere, listCaches } from '../../database/caches.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { Problem } from '../../problems.ts'

const Cache = Type.Object(
  {
    name: Type.String({ examples: ['catalogue'] }),
    entries: Type.Integer({ description: 'In the process that serves the request.' }),
  },
  { title: 'Cache' },
)

/** Lists and clears caches. No cache holds user data, so there is nothing to evict for a user. */
export function cacheRoutes(api: App, { db }: AppContext): void {
  api.get(
    '/admin/caches',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listCaches',
        summary: 'List the caches',
        description: 'No cache holds user data. The service reads it from the database every time.',
        response: { 200: Type.Object({ items: Type.Array(Cache) }) },
      },
    },
    async () => ({ items: listCaches(db) }),
  )

  api.delete(
    '/admin/caches/:name',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'emptyCache',
        summary: 'Empty a cache in every process',
        params: Type.Object({ name: Type.String({ maxLength: 100, description: 'The name of the cache.' }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { name } = request.params
      if (await clearEverywhere(db, name)) return reply.code(204).send(null)
      const names = listCaches(db).map(cache => cache.name)
      throw new Problem('not_found', `There is no such cache. Caches: ${names.join(', ')}.`)
    },
  )

  api.delete(
    '/admin/caches/users/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'forgetUser',
        summary: 'Evict a user from the caches of every process',
        description: 'No cache holds user data, so there is nothing to evict and this always succeeds.',
        params: uuidOf('user'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      if (!(await findUser(db, request.params.id))) throw new Problem('not_found', 'There is no such user.')
      return reply.code(204).send(null)
    },
  )
}
