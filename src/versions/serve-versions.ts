/** Serves the routes of the current version to clients of the older ones, too. */
import type { FastifyContextConfig, FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { compileValidator, OlderBody } from '../http/input/validation.ts'
import { compileSerializer } from '../http/serialization.ts'
import { rewriteSchema, rewriteValue } from './rewrite.ts'
import { CURRENT, VERSIONS, type Version } from './table.ts'

type Transform = (value: unknown) => unknown

export type VersionedSchema = Omit<FastifySchema, 'body' | 'querystring' | 'params' | 'headers' | 'response'> & {
  body?: TSchema
  querystring?: TSchema
  params?: TSchema
  headers?: TSchema
  response: Record<string, TSchema>
}

/** A route as one version serves it. */
type Served = {
  schema: VersionedSchema
  /** Reads a body of this version; absent where it is the one of the current version. */
  readBody?: (body: unknown) => ReturnType<OlderBody['read']>
  /** Turn an answer into one of this version, by status; empty where none differs. */
  responses: Map<number, Transform>
  /** Writes such answers. */
  serializers: Map<number, (answer: unknown) => string>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Tells how a version serves this route of the API. */
    inVersion?: (version: Version) => Served
  }
}

/**
 * Makes the routes that are added to `api` serve all versions. Routes are written for the current version. Their schemas are
 * rewritten when a client of an older version first calls them, so that a start pays for none of it, and a request for at most two
 * small functions. Hooks that read the body before it is validated are added before this.
 */
export function serveVersions(api: FastifyInstance): void {
  api.addHook('onRoute', route => {
    const served = new Map<Version, Served>()
    const { schema, url } = route
    const inVersion = (version: Version) =>
      served.getOrInsertComputed(version, () => serve(version, schema as VersionedSchema, url))
    route.config = { ...route.config, inVersion } as FastifyContextConfig & NonNullable<RouteOptions['config']>
  })
  api.addHook('preValidation', async request => {
    const { version, body } = request
    if (version === CURRENT || body === undefined || body === null) return
    const { readBody } = request.routeOptions.config.inVersion!(version)
    if (!readBody) return
    request.body = new OlderBody(() => {
      request.body = body
      return readBody(body)
    })
  })
  api.addHook('preSerialization', async (request, reply, payload) => {
    const { version } = request
    if (version === CURRENT) return payload
    const { responses, serializers } = request.routeOptions.config.inVersion!(version)
    const downgrade = responses.get(reply.statusCode)
    if (!downgrade) return payload
    reply.serializer(serializers.get(reply.statusCode)!)
    return downgrade(payload)
  })
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each change adds its part to the request and to the response
function serve(version: Version, current: VersionedSchema, url: string): Served {
  const schema = { ...current, response: { ...current.response } }
  const upgrades: Transform[] = []
  const responses = new Map<number, Transform>()
  for (const change of changesDownTo(version)) {
    if (schema.body) {
      const upgrade = rewriteValue(schema.body, change, 'requests')
      if (upgrade) upgrades.unshift(upgrade)
      schema.body = rewriteSchema(schema.body, change, 'requests')
    }
    for (const [status, responseSchema] of Object.entries(schema.response)) {
      if (!/^[1-5]\d\d$/.test(status)) throw new Error(`${url}: name each response status, not ${status}`)
      const downgrade = rewriteValue(responseSchema, change, 'responses')
      const earlier = responses.get(Number(status))
      if (downgrade) responses.set(Number(status), earlier ? value => downgrade(earlier(value)) : downgrade)
      schema.response[status] = rewriteSchema(responseSchema, change, 'responses')
    }
  }
  const serializers = new Map(
    [...responses.keys()].map(status => [status, compileSerializer({ schema: schema.response[status]! } as never)]),
  )
  return { schema, ...(upgrades.length > 0 && { readBody: reader(schema.body!, upgrades) }), responses, serializers }
}

/** Validates a body by the schema of its version, and translates it for the current one. */
function reader(schema: TSchema, upgrades: Transform[]): NonNullable<Served['readBody']> {
  const validate = compileValidator({ schema, httpPart: 'body' } as never) as (
    body: unknown,
  ) => true | ReturnType<OlderBody['read']>
  return body => {
    const result = validate(body)
    return result === true ? { value: upgrades.reduce((value, upgrade) => upgrade(value), body) } : result
  }
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
