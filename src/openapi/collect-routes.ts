import type { FastifyInstance, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { Access } from '../accounts/sessions/access.ts'
import type { StepUp } from '../http/step-up-reasons.ts'

/** A route as one version serves it. Documents are made from these. */
export type Route = {
  method: string
  /** Path below the version's prefix: `/orders/:id`. */
  path: string
  access: Access
  stepUp?: StepUp | undefined
  schema: Omit<FastifySchema, 'body' | 'querystring' | 'params' | 'headers' | 'response'> & {
    body?: TSchema
    querystring?: TSchema
    params?: TSchema
    headers?: TSchema
    response: Record<string, TSchema>
  }
}

/** Collects every route that is added to `api` from now on, with the schemas of its version. */
export function collectRoutes(api: FastifyInstance): Route[] {
  const routes: Route[] = []
  api.addHook('onRoute', ({ method, routePath, config, schema }) => {
    // Every GET route also answers HEAD; the document does not repeat it.
    if (method === 'HEAD' || !schema) return
    routes.push({
      method: String(method),
      path: routePath,
      access: config!.access!,
      stepUp: config!.stepUp,
      schema: schema as Route['schema'],
    })
  })
  return routes
}
