import { Type } from 'typebox'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { clearEverywhere, listCaches } from '../../database/caches.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { Problem } from '../../problems.ts'

const Cache = Type.Object(
  {
    name: Type.String({ examples: ['catalogue'] }),
    entries: Type.Integer({ description: 'In the process that serves the request.' }),
  },
  { title: 'Cache' },
)

/** They hold products and what the shop has set. An empty one costs every process work, so it takes one who works with either. */
const access = { role: 'staff', permission: ['products', 'settings'] } as const

/** Lists and clears caches. No cache holds user data, so there is nothing to evict for a user. */
export function cacheRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /admin/caches', {
    id: 'listCaches',
    summary: 'List the caches',
    access,
    description: 'No cache holds user data. The service reads it from the database every time.',
    answers: { 200: Type.Object({ items: Type.Array(Cache) }) },
    handler: async () => ({ items: listCaches(db) }),
  })

  operation(api, 'DELETE /admin/caches/:name', {
    id: 'emptyCache',
    summary: 'Empty a cache in every process',
    access,
    stepUp: { no: 'Answers are only made anew.' },
    params: Type.Object({ name: Type.String({ maxLength: 100, description: 'The name of the cache.' }) }),
    handler: async request => {
      if (await clearEverywhere(db, request.params.name)) return
      const names = listCaches(db).map(cache => cache.name)
      throw new Problem('not_found', `There is no such cache. Caches: ${names.join(', ')}.`)
    },
  })

  operation(api, 'DELETE /admin/caches/users/:id', {
    id: 'forgetUser',
    summary: 'Evict a user from the caches of every process',
    access: { role: 'staff', permission: 'customers' },
    stepUp: { no: 'Answers are only made anew.' },
    description: 'No cache holds user data, so there is nothing to evict and this always succeeds.',
    params: uuidOf('user'),
    handler: async request => {
      if (!(await findUser(db, request.params.id))) throw new Problem('not_found', 'There is no such user.')
    },
  })
}
