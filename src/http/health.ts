import { sql } from 'kysely'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from './app.ts'

const Health = Type.Object({ status: Type.String() })

/** `/healthz`: this process answers. `/readyz`: it can also do its work; 503 as long as the database is away. */
export function healthRoutes(app: App, context: AppContext): void {
  app.get('/healthz', { schema: { response: { 200: Health } } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { response: { 200: Health } } }, async () => {
    await sql`select 1`.execute(context.db)
    return { status: 'ready' }
  })
}
