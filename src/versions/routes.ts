import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { operation } from '../http/operation.ts'
import { orNull, Time } from '../http/schemas.ts'
import { after, DAY } from '../time.ts'
import { versionsInUse } from './queries.ts'
import type { Usage } from './usage.ts'

const Moment = orNull(Time)
const VersionUse = Type.Object(
  {
    name: Type.String({ examples: ['v1'] }),
    released: Type.String({ format: 'date' }),
    deprecated: Moment,
    sunset: Moment,
    requests: Type.Integer({ description: 'Requests of all clients in the period.' }),
    clients: Type.Array(
      Type.Object({
        client: Type.String({ description: 'The name of the API key, or the product name from `User-Agent`.' }),
        requests: Type.Integer(),
        lastDay: Type.String({ format: 'date' }),
      }),
      { description: 'The 100 clients with the most requests, busiest first.' },
    ),
  },
  { title: 'VersionUse' },
)

export function versionRoutes(api: App, { db, clock }: AppContext, usage: Usage): void {
  operation(api, 'GET /admin/versions', {
    id: 'listVersionsInUse',
    summary: 'List the clients of each version',
    access: { role: 'staff', permission: 'any' },
    description: 'Counts of all processes, at most a few seconds old.',
    query: Type.Object({
      days: Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'Length of the period in days, up to today.',
      }),
    }),
    answers: { 200: Type.Object({ items: Type.Array(VersionUse) }) },
    handler: async request => {
      await usage.write()
      return { items: await versionsInUse(db, after(clock.now(), -request.query.days * DAY)) }
    },
  })
}
