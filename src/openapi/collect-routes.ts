import type { FastifyInstance } from 'fastify'
import type { Access } from '../accounts/sessions/access.ts'
import type { StepUp } from '../http/step-up-reasons.ts'
import type { VersionedSchema } from '../versions/serve-versions.ts'
import type { Version } from '../versions/table.ts'

/** A route as one version serves it. Documents are made from these. */
export type Route = {
  method: string
  /** Path below the version's prefix: `/orders/:id`. */
  path: string
  access: Access
  stepUp?: StepUp | undefined
  schema: VersionedSchema
}

/** Collects every route that is added to `api` from now on. @returns a function that tells the routes of a version */
export function collectRoutes(api: FastifyInstance): (version: Version) => Route[] {
  const routes: ((version: Version) => Route)[] = []
  api.addHook('onRoute', ({ method, routePath, config, schema }) => {
    // Every GET route also answers HEAD; the document does not repeat it.
    if (method === 'HEAD' || !schema) return
    const { access, stepUp, inVersion } = config!
    routes.push(version => {
      return { method: String(method), path: routePath, access: access!, stepUp, schema: inVersion!(version).schema }
    })
  })
  return version => routes.map(route => route(version))
}
