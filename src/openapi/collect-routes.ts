import type { FastifyInstance, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { Access } from '../accounts/sessions/access.ts'

/** A route as one version knows it: what a document is made of. */
export type Route = {
  method: string
  /** Below the version: `/orders/:id`. */
  path: string
  access: Access
  schema: Omit<FastifySchema, 'body' | 'querystring' | 'params' | 'headers' | 'response'> & {
    body?: TSchema
    querystring?: TSchema
    params?: TSchema
    headers?: TSchema
    response: Record<string, TSchema>
  }
}

/** Remembers every route that is added to `api` from now on, as its version speaks. */
export function collectRoutes(api: FastifyInstance): Route[] {
  const routes: Route[] = []
  api.addHook('onRoute', ({ method, routePath, config, schema }) => {
    // HEAD is answered wherever GET is, and says nothing of its own.
    if (method === 'HEAD' || !schema) return
    routes.push({
      method: String(method),
      path: routePath,
      access: config!.access!,
      schema: schema as Route['schema'],
    })
  })
  return routes
}
