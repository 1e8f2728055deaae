/** Serves the routes of the current version to clients of an older one. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { rewriteSchema, rewriteValue } from './rewrite.ts'
import { VERSIONS, type Version } from './table.ts'

type Transform = (value: unknown) => unknown

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes whose requests or responses differ in this version. */
    versioning?: { body: Transform | undefined; responses: Map<number, Transform> }
  }
}

/**
 * Makes every route that is added to `api` serve one version. Routes are written for the current version. Their schemas
 * are rewritten once, when they are added, so an old version validates, serializes and documents natively. A request
 * pays for at most two small functions.
 */
export function serveVersion(api: FastifyInstance, version: Version): void {
  api.addHook('onRoute', route => rewriteRoute(route, version))
  api.addHook('preHandler', async request => {
    const upgrade = request.routeOptions.config.versioning?.body
    if (upgrade) request.body = upgrade(request.body)
  })
  api.addHook('preSerialization', async (request, reply, payload) => {
    const downgrade = request.routeOptions.config.versioning?.responses.get(reply.statusCode)
    return downgrade ? downgrade(payload) : payload
  })
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each change adds its part to the request and to the response
function rewriteRoute(route: RouteOptions, version: Version): void {
  const changes = changesDownTo(version)
  const schema = { ...route.schema, response: { ...(route.schema?.response as Record<string, TSchema>) } }
  const upgrades: Transform[] = []
  const responses = new Map<number, Transform>()
  for (const change of changes) {
    if (schema.body) {
      const upgrade = rewriteValue(schema.body as TSchema, change, 'requests')
      if (upgrade) upgrades.unshift(upgrade)
      schema.body = rewriteSchema(schema.body as TSchema, change, 'requests')
    }
    for (const [status, responseSchema] of Object.entries(schema.response)) {
      if (!/^[1-5]\d\d$/.test(status)) throw new Error(`${route.url}: name each response status, not ${status}`)
      const downgrade = rewriteValue(responseSchema, change, 'responses')
      const earlier = responses.get(Number(status))
      if (downgrade) responses.set(Number(status), earlier ? value => downgrade(earlier(value)) : downgrade)
      schema.response[status] = rewriteSchema(responseSchema, change, 'responses')
    }
  }
  route.schema = schema
  if (upgrades.length === 0 && responses.size === 0) return
  const body =
    upgrades.length === 0 ? undefined : (value: unknown) => upgrades.reduce((v, upgrade) => upgrade(v), value)
  route.config = { ...route.config, versioning: { body, responses } } as NonNullable<typeof route.config>
}

/** @param field the path of a field, as an error names it: `items.0.quantity` */
export function renameField(version: Version, field: string): string {
  const changes = changesDownTo(version)
  return field
    .split('.')
    .map(name => changes.reduce((newer, { fields }) => fields[newer] ?? newer, name))
    .join('.')
}

/** The changes from the current version down to `version`, newest first. */
function changesDownTo(version: Version) {
  return VERSIONS.slice(VERSIONS.indexOf(version))
    .reverse()
    .flatMap(({ change }) => change ?? [])
}
