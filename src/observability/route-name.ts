import type { FastifyRequest } from 'fastify'

/**
 * The pattern of the route that a request reached, as logs and metrics name it: `/api/v1/orders/:id`. All versions share the routes
 * of the current one.
 * @returns undefined when no route has the address
 */
export function routeNameOf({ routeOptions, version }: FastifyRequest): string | undefined {
  return routeOptions.url?.replace(/^\/api\/v\d+(?=\/)/, `/api/${version.name}`)
}
